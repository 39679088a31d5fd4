from __future__ import annotations

from datetime import date

import pytest

from desktop_app.domain.dates import Toward, resolve

WEDNESDAY = date(2024, 5, 15)


def ranges(text: str, toward: Toward = Toward.PAST) -> list[tuple[str, str, str]]:
    return [
        (text[mention.start : mention.end], mention.first.isoformat(), mention.last.isoformat())
        for mention in resolve(text, WEDNESDAY, toward)
    ]


@pytest.mark.parametrize(
    ("text", "words", "first", "last"),
    [
        ("2024-05-01 那天", "2024-05-01", "2024-05-01", "2024-05-01"),
        ("2023年10月8日复查", "2023年10月8日", "2023-10-08", "2023-10-08"),
        ("10月8日说的", "10月8日", "2023-10-08", "2023-10-08"),
        ("十月八日说的", "十月八日", "2023-10-08", "2023-10-08"),
        ("去年10月8号", "去年10月8号", "2023-10-08", "2023-10-08"),
        ("8月份去过", "8月份", "2023-08-01", "2023-08-31"),
        ("上个月", "上个月", "2024-04-01", "2024-04-30"),
        ("上个月15号", "上个月15号", "2024-04-15", "2024-04-15"),
        ("上个月底", "上个月底", "2024-04-21", "2024-04-30"),
        ("下个月八号", "下个月八号", "2024-06-08", "2024-06-08"),
        ("上周三", "上周三", "2024-05-08", "2024-05-08"),
        ("上个星期天", "上个星期天", "2024-05-12", "2024-05-12"),
        ("上上周", "上上周", "2024-04-29", "2024-05-05"),
        ("这周末", "这周末", "2024-05-18", "2024-05-19"),
        ("三天前", "三天前", "2024-05-12", "2024-05-12"),
        ("两个月前", "两个月前", "2024-03-01", "2024-03-31"),
        ("半年前", "半年前", "2023-11-01", "2023-11-30"),
        ("去年夏天", "去年夏天", "2023-06-01", "2023-08-31"),
        ("前天", "前天", "2024-05-13", "2024-05-13"),
        ("昨晚", "昨晚", "2024-05-14", "2024-05-14"),
        ("last Tuesday", "last Tuesday", "2024-05-14", "2024-05-14"),
        ("on Friday", "on Friday", "2024-05-10", "2024-05-10"),
        ("in March", "in March", "2024-03-01", "2024-03-31"),
        ("in August", "in August", "2023-08-01", "2023-08-31"),
        ("on 5 July 2023", "on 5 July 2023", "2023-07-05", "2023-07-05"),
        ("July 5th, 2023", "July 5th, 2023", "2023-07-05", "2023-07-05"),
        ("5/31/2023", "5/31/2023", "2023-05-31", "2023-05-31"),
        ("two weeks ago", "two weeks ago", "2024-04-29", "2024-05-05"),
        ("in 3 days", "in 3 days", "2024-05-18", "2024-05-18"),
        ("the day before yesterday", "the day before yesterday", "2024-05-13", "2024-05-13"),
        ("in 2022", "in 2022", "2022-01-01", "2022-12-31"),
        ("last summer", "last summer", "2023-06-01", "2023-08-31"),
    ],
)
def test_dates_are_understood(text: str, words: str, first: str, last: str) -> None:
    assert ranges(text) == [(words, first, last)]


@pytest.mark.parametrize(
    "text",
    [
        "血压150/95",
        "每周三次",
        "3个月",
        "1号楼",
        "2月30日",
        "I may go and march on",
        "后天性心脏病",
        "版本 1.2.3",
        "",
        "12:30",
    ],
)
def test_what_is_no_date_is_left_alone(text: str) -> None:
    assert ranges(text) == []


def test_a_date_without_a_year_leans_as_told() -> None:
    assert ranges("10月8日", Toward.FUTURE)[0][1] == "2024-10-08"
    assert ranges("10月8日", Toward.PAST)[0][1] == "2023-10-08"
    assert ranges("6月8日", Toward.NEAREST)[0][1] == "2024-06-08"
    assert ranges("周三", Toward.PAST)[0][1] == "2024-05-15"
    assert ranges("周五", Toward.FUTURE)[0][1] == "2024-05-17"


def test_a_leap_day_is_found_in_its_year() -> None:
    assert ranges("2月29日") == [("2月29日", "2024-02-29", "2024-02-29")]


def test_several_dates_come_in_order_without_overlap() -> None:
    found = ranges("去年10月8日和上周三，还有 yesterday")
    assert [words for words, _, _ in found] == ["去年10月8日", "上周三", "yesterday"]


def test_places_hold_where_lower_case_is_longer() -> None:
    # str.lower() makes two characters of İ
    assert ranges("İİİ on 5 July 2023") == [("on 5 July 2023", "2023-07-05", "2023-07-05")]
