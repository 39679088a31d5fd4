"""How facts read in a prompt when time has passed since they were said."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

from desktop_app.domain.conversation import PERSON
from desktop_app.domain.fact_lines import fact_line, named_value, period, standing_order
from desktop_app.domain.memory import SELF, Category, Fact, FactState, FactStatus, Polarity
from desktop_app.domain.prompt_words import EN, ZH

SAID = "2025-03-10"
OBSERVED_MS = int(datetime.datetime(2025, 3, 10, 12, tzinfo=datetime.UTC).timestamp() * 1000)


def fact(
    category: Category,
    value: str,
    *,
    valid_from: str = SAID,
    valid_to: str = "",
    status: FactStatus = FactStatus.CURRENT,
    polarity: Polarity = Polarity.AFFIRMED,
    subject: str = SELF,
) -> Fact:
    return Fact(
        1, 1, subject, category, "", value, "", polarity, status, FactState.ACTIVE, PERSON,
        1.0, OBSERVED_MS, valid_from, valid_to, OBSERVED_MS, None, None, False, value, 1, 1, 1, 0, len(value), "rules",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("value", "today", "line"),
    [
        ("41", "2025-03-10", "age: 41 (2025-03-10)"),
        ("41", "2026-03-09", "age: 41 (2025-03-10)"),  # the whole year has not passed
        ("41", "2026-03-10", "age: 42 (2026-03-10)"),
        ("41 years old", "2028-05-01", "age: 44 (2028-05-01)"),
        ("born in 1980", "2028-05-01", "age: born in 1980 (2025-03-10)"),
    ],
)
def test_an_age_is_that_of_the_day(value: str, today: str, line: str) -> None:
    assert fact_line(fact(Category.AGE, value), EN, today) == line


@pytest.mark.parametrize(
    ("value", "today", "line"),
    [
        ("52岁", "2026-03-10", "年龄：53岁（2026-03-10）"),
        ("五十二岁", "2027-04-01", "年龄：54岁（2027-04-01）"),
        ("8个月", "2025-05-01", "年龄：8个月（2025-03-10）"),
        ("8个月", "2026-07-11", "年龄：2岁（2026-07-11）"),
    ],
)
def test_a_chinese_age_keeps_its_unit(value: str, today: str, line: str) -> None:
    assert fact_line(fact(Category.AGE, value), ZH, today) == line


def test_an_age_without_its_anchor_counts_from_when_it_was_observed() -> None:
    assert fact_line(fact(Category.AGE, "6", valid_from="", subject="son"), EN, "2026-03-11") == (
        "son age: 7 (2026-03-11)"
    )


def test_a_denied_age_does_not_grow() -> None:
    denied = fact(Category.AGE, "52岁", polarity=Polarity.NEGATED)
    assert fact_line(denied, ZH, "2030-01-01") == "年龄：无 52岁（2025-03-10）"


@pytest.mark.parametrize(
    ("value", "zh", "en"),
    [
        ("NKDA", "过敏：无已知药物过敏（NKDA）", "allergy: no known drug allergies (NKDA)"),
        ("NKA", "过敏：无已知过敏（NKA）", "allergy: no known allergies (NKA)"),
        ("青霉素", "过敏：无 青霉素", "allergy: no 青霉素"),
    ],
)
def test_an_abbreviated_denial_is_not_denied_again(value: str, zh: str, en: str) -> None:
    denied = fact(Category.ALLERGY, value, polarity=Polarity.NEGATED)
    assert (fact_line(denied, ZH), fact_line(denied, EN)) == (zh, en)


def test_a_denied_habit_reads_as_people_say_it() -> None:
    denied = fact(Category.HABIT, "喝酒", polarity=Polarity.NEGATED)
    assert fact_line(denied, ZH) == "习惯：不喝酒"
    assert fact_line(fact(Category.HABIT, "smoking", polarity=Polarity.NEGATED), EN) == "habit: no smoking"


def test_the_standing_block_shows_an_age_as_said_with_its_date() -> None:
    assert fact_line(fact(Category.AGE, "41"), EN) == "age: 41 (2025-03-10)"


@pytest.mark.parametrize(
    ("valid_to", "today", "past"),
    [
        ("2025-03-18", "2025-03-17", False),
        ("2025-03-18", "2025-03-18", False),
        ("2025-03-18", "2025-03-19", True),
        ("", "2025-03-11", True),
    ],
)
def test_a_plan_whose_date_has_passed_reads_as_past(valid_to: str, today: str, past: bool) -> None:
    line = fact_line(fact(Category.PLAN, "dentist", valid_to=valid_to), EN, today)
    assert (f"({EN.past})" in line) is past


def test_a_plan_without_a_date_never_passes() -> None:
    assert EN.past not in fact_line(fact(Category.PLAN, "dentist", valid_from=""), EN, "2030-01-01")


def test_plans_do_not_stand_in_the_block_that_keeps_its_bytes() -> None:
    plan, age = fact(Category.PLAN, "dentist"), fact(Category.AGE, "41")
    assert standing_order([plan, age]) == [age]


@pytest.mark.parametrize(
    ("category", "attribute", "value", "unit", "line"),
    [
        (Category.PLAN, "renew my passport", "Renew my passport", "", "plan: Renew my passport (2025-03-10)"),
        (Category.HABIT, "smoking", "a pack a day", "", "habit: a pack a day"),
        (Category.MEDICATION, "magnesium", "magnesium 2", "g", "medication: magnesium 2 g"),
        (Category.MEDICATION, "aspirin", "Aspirin 100mg", "mg", "medication: Aspirin 100mg"),
        (Category.MEASUREMENT, "weight", "70", "kg", "measurement: weight 70 kg (2025-03-10)"),
        (Category.MEASUREMENT, "体温", "38.5", "℃", "measurement: 体温 38.5℃ (2025-03-10)"),
    ],
)
def test_attribute_and_unit_stand_once(category: Category, attribute: str, value: str, unit: str, line: str) -> None:
    told = replace(fact(category, value), attribute=attribute, unit=unit)
    assert fact_line(told, EN) == line


@pytest.mark.parametrize(
    ("category", "attribute", "value", "shown"),
    [
        (Category.MEASUREMENT, "收缩压", "高压是136", "收缩压 136"),
        (Category.MEASUREMENT, "收缩压", "高压136", "收缩压 136"),
        (Category.MEASUREMENT, "血压", "血压是136/80", "血压 136/80"),
        (Category.MEASUREMENT, "血压", "血压136/80", "血压136/80"),
        (Category.MEASUREMENT, "weight", "weight is 64 kg", "weight 64 kg"),
        (Category.MEASUREMENT, "blood pressure", "BP 136/80", "blood pressure 136/80"),
        (Category.MEDICATION, "缬沙坦", "缬沙坦是160毫克", "缬沙坦 160毫克"),
        (Category.MEDICATION, "缬沙坦", "缬沙坦160毫克", "缬沙坦160毫克"),
        (Category.MEDICATION, "缬沙坦", "160毫克", "缬沙坦 160毫克"),
        (Category.OTHER, "eyes", "sea green", "eyes: sea green"),
        (Category.OTHER, "眼睛", "海绿色", "眼睛：海绿色"),
    ],
)
def test_a_name_stands_once_and_no_verb_behind_it(category: Category, attribute: str, value: str, shown: str) -> None:
    assert named_value(replace(fact(category, value), attribute=attribute), value) == shown


def test_what_is_of_another_reads_as_a_phrase() -> None:
    assert fact_line(fact(Category.NAME, "周明", subject="先生"), ZH).startswith("先生的姓名：周明")
    assert fact_line(fact(Category.NAME, "Emma", subject="daughter"), EN).startswith("daughter name: Emma")
    past = fact_line(fact(Category.PROCEDURE, "胃镜", status=FactStatus.PAST), ZH)
    assert past == f"{ZH.categories[Category.PROCEDURE]}（既往）：胃镜（{SAID}）"
    pets = replace(fact(Category.OTHER, "养了一只白猫"), attribute="宠物")
    assert fact_line(pets, ZH) == "宠物：养了一只白猫"


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        ("2025-03-03", "", "2025-03-03"),
        ("2025-03-03", "2025-03-09", "2025-03-03 – 2025-03-09"),
        ("2025-02-01", "2025-02-28", "2025-02"),
        ("2025-01-01", "2025-12-31", "2025"),
        ("2025", "2025", "2025"),
        ("2025", "2026", "2025 – 2026"),
        ("2024-12-01", "2025-01-31", "2024-12-01 – 2025-01-31"),
    ],
)
def test_days_are_as_precise_as_they_were_said(first: str, last: str, words: str) -> None:
    assert period(first, last) == words


def test_a_plan_of_a_month_is_told_with_the_month() -> None:
    exam = replace(fact(Category.PLAN, "6月高考"), valid_from="2027-06-01", valid_to="2027-06-30")
    assert fact_line(exam, ZH).endswith("6月高考（2027-06）")


def test_a_drug_whose_dose_was_changed_is_shown_with_what_is_taken_now() -> None:
    held = replace(fact(Category.MEDICATION, "氨氯地平改为10mg每天一次"), attribute="氨氯地平", unit="mg")
    assert named_value(held, held.value) == "氨氯地平 10mg 每天一次"
    assert "氨氯地平 10mg 每天一次" in fact_line(held, ZH)
    assert held.quote == "氨氯地平改为10mg每天一次"
