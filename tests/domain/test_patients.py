"""Looking patients up by a few keys, among thousands."""

from __future__ import annotations

import random
import time
from datetime import date

import pytest

from desktop_app.domain.conversation import Person
from desktop_app.domain.patients import Arrival, PatientEntry, PatientIndex, birth_date_of
from desktop_app.domain.pinyin import initials

_SURNAMES = "王李张刘陈杨黄赵周吴徐孙马朱胡郭何林罗高曾单仇解查任区"
_GIVEN = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰建国志文斌宇浩然子涵梓轩欣怡诗雨鑫瑾煜婷"


def _people(count: int = 5_000) -> list[Person]:
    made = random.Random(7)
    people = []
    for number in range(count - 3):
        name = made.choice(_SURNAMES) + "".join(made.choice(_GIVEN) for _ in range(made.choice((1, 2, 2))))
        people.append(Person(number + 1, name, "female", "1980-01-01", f"{10_000 + number}"))
    for number, record in ((count - 2, "70391"), (count - 1, "81846"), (count, "92264")):
        people.append(Person(number, "李建国", "male", "1957-03-12", record))
    made.shuffle(people)
    return people


@pytest.mark.parametrize(
    "typed",
    ["1971-09-25", "19710925", "1971/9/25", "1971年9月25日", " 1971.9.25 ", "１９７１－０９－２５", "1971-9-25"],
)
def test_a_birth_date_is_read_as_people_type_one(typed: str) -> None:
    assert birth_date_of(typed) == date(1971, 9, 25)


@pytest.mark.parametrize("typed", ["", "1958-13-45", "19710231", "1971", "71-9-25", "1971-0925", "abc"])
def test_what_is_no_day_is_no_birth_date(typed: str) -> None:
    assert birth_date_of(typed) is None


@pytest.mark.parametrize(
    ("name", "letters"),
    [("李建国", "ljg"), ("單曉", "dx"), ("鑫瑾", "xj"), ("Ann O'Neil-Lee", "aol"), ("王 3", "w3"), ("玥", "y")],
)
def test_initials_of_names(name: str, letters: str) -> None:
    assert "".join(one[0] for one in initials(name)) == letters


@pytest.mark.parametrize(
    ("name", "letter"), [("单田芳", "s"), ("曾国藩", "z"), ("仇英", "q"), ("解缙", "x"), ("查良镛", "z")]
)
def test_a_surname_is_found_by_how_it_is_read_as_one(name: str, letter: str) -> None:
    assert letter in initials(name)[0]
    index = PatientIndex([PatientEntry(Person(1, name)), PatientEntry(Person(2, "王芳"))])
    assert [entry.person.id for entry in index.find(letter, 9)] == [1]


@pytest.mark.parametrize("record", ["70391", "81846", "92264"])
@pytest.mark.parametrize("query", ["李建国", "ljg"])
def test_among_5000_the_one_who_is_here_is_first_after_three_keys(record: str, query: str) -> None:
    people = _people()
    here = next(person for person in people if person.record_number == record)
    index = PatientIndex(PatientEntry(person, Arrival.ARRIVED if person is here else None) for person in people)
    first = index.find(query, 200)[0]
    assert first.person == here
    assert first.namesakes >= 2


def test_among_5000_names_alike_stand_together_for_a_digit_to_choose() -> None:
    index = PatientIndex(PatientEntry(person) for person in _people())
    found = [entry.person.name for entry in index.find("李建国", 9)]
    assert found == ["李建国"] * len(found)
    assert len(found) >= 3


@pytest.mark.parametrize(
    ("query", "record"), [("391", "70391"), ("l46", "81846"), ("李64", "92264"), ("92264", "92264")]
)
def test_digits_are_the_end_of_the_record_number(query: str, record: str) -> None:
    index = PatientIndex(PatientEntry(person) for person in _people())
    found = index.find(query, 200)
    assert record in [entry.person.record_number for entry in found]
    assert len(found) <= 20  # what is left of five thousand fits a screen


def test_finding_among_5000_takes_no_time_to_speak_of() -> None:
    index = PatientIndex(PatientEntry(person) for person in _people())
    begun = time.perf_counter()
    for query in ("l", "lj", "ljg", "李", "391"):
        index.find(query, 200)
    assert (time.perf_counter() - begun) / 5 < 0.1


def test_without_a_query_today_stands_first() -> None:
    entries = [
        PatientEntry(Person(1, "甲一"), last_visit_ms=9),
        PatientEntry(Person(2, "乙二"), Arrival.SEEN),
        PatientEntry(Person(3, "丙三"), Arrival.EXPECTED),
        PatientEntry(Person(4, "丁四"), Arrival.ARRIVED),
        PatientEntry(Person(5, "戊五"), last_visit_ms=10),
    ]
    assert [entry.person.id for entry in PatientIndex(entries).find("", 9)] == [4, 3, 2, 5, 1]
