"""What the function as a whole promises: speakers, attributes, dates, corrections, safety."""

from __future__ import annotations

import time
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.domain.conversation import CLINICIAN, DOCUMENT, PERSON, VaultKind
from desktop_app.domain.extraction import LONGEST_TEXT, extract
from desktop_app.domain.memory import (
    SELF,
    Category,
    Fact,
    FactCandidate,
    FactState,
    FactStatus,
    Polarity,
)

SAID_ON = date(2026, 3, 10)  # a Tuesday


def read(text: str, speaker: str = PERSON, recent: tuple[Fact, ...] = ()) -> list[FactCandidate]:
    vault = VaultKind.CLINICAL if speaker == CLINICIAN else VaultKind.PERSONAL
    return extract(text, speaker=speaker, vault=vault, said_on=SAID_ON, recent=recent)


def brief(facts: list[FactCandidate]) -> list[tuple[str, str, str]]:
    return [(one.subject, one.category.value, one.value) for one in facts]


def fact(category: Category, value: str, attribute: str = "") -> Fact:
    return Fact(
        1, 1, SELF, category, attribute, value, "", Polarity.AFFIRMED, FactStatus.CURRENT, FactState.ACTIVE, PERSON,
        1.0, 0, "", "", 0, None, None, False, value, 1, 1, 1, 0, len(value), "rules",
    )  # fmt: skip


def test_a_document_says_nothing() -> None:
    assert read("我对青霉素过敏。", DOCUMENT) == []


@pytest.mark.parametrize(
    ("speaker", "text", "subjects"),
    [
        (PERSON, "我有高血压。", [SELF]),
        (CLINICIAN, "患者有高血压。", [SELF]),
        (CLINICIAN, "我有高血压。", []),
        (CLINICIAN, "He has hypertension.", [SELF]),
        ("family:女儿", "我妈有高血压。", [SELF]),
        ("family:女儿", "我有高血压。", ["女儿"]),
        ("family:mother", "My son has asthma.", [SELF]),
        ("family:mother", "I have asthma.", ["mother"]),
        (PERSON, "我妈有高血压，还有糖尿病。我没事。", ["妈", "妈"]),
        (PERSON, "我和我爸都有高血压。", [SELF, "爸"]),
        (PERSON, "My doctor says I have hypertension.", [SELF]),
    ],
)
def test_the_speaker_decides_the_subject(speaker: str, text: str, subjects: list[str]) -> None:
    assert [one.subject for one in read(text, speaker)] == subjects


@pytest.mark.parametrize(
    ("text", "attributes"),
    [
        ("每天吃二甲双胍500毫克。", ["二甲双胍"]),
        ("我在吃 metformin 500mg bid。", ["metformin"]),
        ("早上量血压是150/95，心率88。", ["血压", "心率"]),
        ("BP 142/88, HR 72.", ["blood pressure", "heart rate"]),
        ("我的BP是142/88。", ["血压"]),
        ("My weight this morning was 82.5 kg.", ["weight"]),
        ("我对青霉素过敏。", ["青霉素"]),
    ],
)
def test_attributes(text: str, attributes: list[str]) -> None:
    assert [one.attribute for one in read(text)] == attributes


def test_a_measurement_has_its_unit_and_day() -> None:
    (today,) = read("体重72公斤")
    (yesterday,) = read("昨天量血压170/100 mmHg")
    assert (today.unit, today.valid_from) == ("公斤", "2026-03-10")
    assert (yesterday.unit, yesterday.valid_from) == ("mmHg", "2026-03-09")


def test_a_plan_is_anchored_to_the_day_it_was_said() -> None:
    (plan,) = read("下周三上午我要去复查胃镜。")
    assert (plan.category, plan.value) == (Category.PLAN, "复查胃镜")
    assert (plan.valid_from, plan.valid_to) == ("2026-03-18", "2026-03-18")
    deadline = read("The budget for the kitchen project is 12,000 euros and it must finish by 30 June.")[-1]
    assert deadline.valid_to == "2026-06-30"


@pytest.mark.parametrize(
    "text",
    [
        "如果我怀孕了还能吃这个药吗？",
        "Suppose I had diabetes, what should I avoid?",
        "布洛芬有什么副作用？",
        "你好呀，哈哈，明天见！",
        "糖尿病患者要少吃糖。",
        "他说：“我对花生过敏。”",
        "```\n我对花生过敏\n```",
        "> I have asthma",
        "请翻译：我有高血压。",
        "In my novel, the hero has diabetes.",
        "People with asthma use inhalers.",
    ],
)
def test_what_yields_nothing(text: str) -> None:
    assert brief(read(text)) == []


def test_a_statement_within_a_question_counts() -> None:
    assert brief(read("我对青霉素过敏，能吃头孢吗？")) == [(SELF, "allergy", "青霉素")]
    assert brief(read("Is it safe to drink while I'm taking metronidazole?")) == [(SELF, "medication", "metronidazole")]


def test_after_a_story_the_speaker_may_come_back() -> None:
    assert brief(read("我在写小说，主角有哮喘。对了，我自己有高血压。")) == [(SELF, "condition", "高血压")]


def test_corrections_take_back() -> None:
    wrong, right = read("不对，我刚才说错了，不是青霉素，是头孢过敏。")
    assert (wrong.value, wrong.polarity) == ("青霉素", Polarity.NEGATED)
    assert (right.value, right.retracts) == ("头孢", "青霉素")
    (age,) = read("我不是52岁，是53岁。")
    assert (age.value, age.retracts) == ("53岁", "52岁")


def test_a_bare_correction_is_about_the_last_fact_it_fits() -> None:
    recent = (fact(Category.RESIDENCE, "杭州"), fact(Category.ALLERGY, "青霉素", "青霉素"))
    (right,) = read("不对，是头孢。", recent=recent)
    assert (right.category, right.value, right.retracts) == (Category.ALLERGY, "头孢", "青霉素")
    assert read("不对，是头孢。") == []


def test_an_ellipsis_borrows_what_was_said() -> None:
    facts = read("I don't have asthma but my brother does.")
    assert [(one.subject, one.polarity.value) for one in facts] == [(SELF, "negated"), ("brother", "affirmed")]


def test_a_second_reading_is_the_same() -> None:
    text = "患者男68岁，否认发热，青霉素过敏史，BP 142/88，口服二甲双胍0.5g tid。"
    assert read(text, CLINICIAN) == read(text, CLINICIAN)


@pytest.mark.parametrize("unit", ["a", "我", "过敏", "痛", "1", "对", "慢性", "allergic to ", "“", "我妈有", "x y "])
def test_a_long_text_is_read_in_bounded_time(unit: str) -> None:
    text = (unit * (300_000 // len(unit) + 1))[:300_000]
    started = time.process_time()
    read(text)
    assert time.process_time() - started < 8


def test_what_is_beyond_the_limit_is_not_read() -> None:
    assert read("。" * LONGEST_TEXT + "我有高血压。") == []


@settings(max_examples=60, deadline=None)
@given(
    st.text(
        alphabet=st.sampled_from("我妈对青霉素过敏不没有吃了的是，。？!?:“”\"'()0123456789 abctake allergic\n>İ𝄞é（）"),
        max_size=120,
    )
)
def test_any_text_gives_verbatim_spans(text: str) -> None:
    for one in read(text):
        assert text[one.start : one.end] == one.value
        assert one.value in one.quote
