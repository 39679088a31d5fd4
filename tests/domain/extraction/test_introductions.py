"""What people say of themselves in plain words is taken whole: the post, the hour, the way; a past reaction is past."""

from __future__ import annotations

from datetime import date

import pytest

from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.memory import Category, FactCandidate, FactStatus

TODAY = date(2026, 3, 10)


def _said(text: str, category: Category) -> list[FactCandidate]:
    found = extract(text, speaker=PERSON, vault=VaultKind.PERSONAL, said_on=TODAY)
    return [one for one in found if one.category is category]


@pytest.mark.parametrize(
    ("text", "subject", "value"),
    [
        ("我在苏州一家图书馆做编目员。", "self", "编目员"),
        ("我在法院当书记员。", "self", "书记员"),
        ("我在一家工厂任质检组长", "self", "质检组长"),
        ("我妈妈在幼儿园做保育员。", "妈妈", "保育员"),
        ("I work as a cataloguer at a library in Leeds.", "self", "cataloguer"),
        ("I work at a library in Leeds as a cataloguer.", "self", "cataloguer"),
        ("我在成都开地铁的，4号线司机", "self", "在成都开地铁"),
        ("我是开高铁的", "self", "开高铁"),
        ("我弟陆建华在重庆开火锅店", "弟", "在重庆开火锅店"),
        ("我爸在学校门口开超市", "爸", "开超市"),
        ("My sister works as a stage manager in York.", "sister", "stage manager"),
    ],
)
def test_a_post_is_an_occupation_whatever_it_is_called(text: str, subject: str, value: str) -> None:
    (found,) = _said(text, Category.OCCUPATION)
    assert (found.subject, found.value, found.status) == (subject, value, FactStatus.CURRENT)


@pytest.mark.parametrize(
    "text",
    ["我在家做手工", "我在医院做手术", "My son works as hard as he can.", "I would like to work as a cataloguer."],
)
def test_what_is_done_somewhere_is_no_post(text: str) -> None:
    assert _said(text, Category.OCCUPATION) == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("我平时早上六点半起床，骑自行车上班。", ["早上六点半起床", "骑自行车上班"]),
        ("我每天晚上11点睡觉", ["晚上11点睡觉"]),
        ("I get up at half past six and cycle to work.", ["get up at half past six", "cycle to work"]),
        ("I usually get up at 6:30 and cycle to work.", ["get up at 6:30", "cycle to work"]),
    ],
)
def test_a_habit_keeps_its_hour_and_its_way(text: str, values: list[str]) -> None:
    assert [one.value for one in _said(text, Category.HABIT)] == values


def test_another_hour_is_of_the_same_habit() -> None:
    assert _said("我每天早上六点起床", Category.HABIT)[0].attribute == "起床"


@pytest.mark.parametrize("text", ["I get up at six tomorrow.", "今天骑自行车上班"])
def test_what_is_done_once_is_no_habit(text: str) -> None:
    assert _said(text, Category.HABIT) == []


@pytest.mark.parametrize(
    ("text", "status", "quote"),
    [
        ("我小时候吃过一次花生，喉咙肿得喘不过气。", FactStatus.PAST, "喉咙肿得喘不过气"),
        ("小时候吃过一次，现在喉咙肿。", FactStatus.CURRENT, "现在喉咙肿"),
        ("我今天吃了花生，喉咙肿。", FactStatus.CURRENT, "喉咙肿"),
    ],
)
def test_what_came_of_something_that_happened_once_is_past(text: str, status: FactStatus, quote: str) -> None:
    found = next(one for one in _said(text, Category.CONDITION) if one.value == "喉咙肿")
    assert (found.status, found.quote) == (status, quote)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("我女儿陆小雨明年高考", [("女儿", "陆小雨")]),
        ("老婆何晓燕下个月生日", [("老婆", "何晓燕")]),
        ("我弟陆建华在重庆开火锅店", [("弟", "陆建华")]),
        ("我老伴李建国去年脑梗", [("老伴", "李建国")]),
        ("我弟高考完了", []),
        ("我哥白天在上班", []),
        ("我女儿高兴坏了", []),
    ],
)
def test_a_name_behind_a_relatives_word_is_theirs(text: str, names: list[tuple[str, str]]) -> None:
    assert [(one.subject, one.value) for one in _said(text, Category.NAME)] == names


@pytest.mark.parametrize(
    ("text", "habits"),
    [
        ("烟戒了两年", [("吸烟", FactStatus.PAST)]),
        ("酒我早就戒了", [("饮酒", FactStatus.PAST)]),
        ("烟我已经戒掉了", [("吸烟", FactStatus.PAST)]),
        ("烟戒不掉", []),
    ],
)
def test_what_was_given_up_may_stand_in_front(text: str, habits: list[tuple[str, FactStatus]]) -> None:
    assert [(one.attribute, one.status) for one in _said(text, Category.HABIT)] == habits
