"""Facts in words: whose they are, each unit once, as of today."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest
from PySide6.QtCore import QUrl

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.memory import Category, Fact, FactState, FactStatus, Polarity
from desktop_app.ui.memory_panel.fact_words import (
    claim,
    fact_in_words,
    fact_name,
    fact_title,
    fact_value,
    holds_since,
    source_words,
)
from tests.ui.fakes import make_fact
from tests.ui.memory_panel.conftest import PanelScene

NOW_MS = int(datetime(2026, 3, 10, 12, tzinfo=UTC).timestamp() * 1000)
TODAY = date(2026, 3, 10)


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        ("metoprolol 50 mg every morning", "mg", "metoprolol 50 mg every morning"),
        ("warfarin 3 MG", "mg", "warfarin 3 MG"),
        ("二甲双胍500毫克每天两次", "毫克", "二甲双胍500毫克每天两次"),
        ("digoxin 5", "mg", "digoxin 5 mg"),
        ("magnesium 2", "g", "magnesium 2 g"),
        ("体温38.5", "℃", "体温38.5℃"),
    ],
)
def test_a_unit_stands_once(value: str, unit: str, words: str) -> None:
    assert fact_value(make_fact(1, Category.MEDICATION, value, "", unit=unit), TODAY) == words


@pytest.mark.parametrize(
    ("valid_from", "valid_to", "words"),
    [
        ("2025-01-01", "2025-12-31", "2025"),
        ("2025-03-01", "2025-03-31", "Mar 2025"),
        ("2025-01-01", "", "2025"),
        ("2025-03-01", "", "Mar 2025"),
        ("2025-03-04", "", "4 Mar 2025"),
    ],
)
def test_what_is_over_has_no_day_that_was_not_said(valid_from: str, valid_to: str, words: str) -> None:
    stroke = make_fact(1, Category.CONDITION, "脑梗", "去年脑梗", at_ms=NOW_MS)
    stroke = replace(stroke, status=FactStatus.PAST, valid_from=valid_from, valid_to=valid_to)
    assert holds_since(stroke, TODAY) == words


def test_an_age_is_that_of_today() -> None:
    said = make_fact(1, Category.AGE, "45岁", "我45岁", at_ms=NOW_MS)
    assert (fact_value(said, TODAY), holds_since(said, TODAY)) == ("45岁", "Today")
    assert fact_value(said, date(2028, 4, 1)) == "47岁"
    assert holds_since(said, date(2028, 4, 1)) == "as of today"


def test_a_plan_whose_day_has_passed_is_past() -> None:
    plan = replace(make_fact(1, Category.PLAN, "see the dentist", ""), valid_from="2026-03-09")
    assert [phrase.text for phrase in fact_title(plan, date(2026, 3, 9))] == ["see the dentist"]
    assert [phrase.text for phrase in fact_title(plan, TODAY)] == ["see the dentist", "past"]


@pytest.mark.parametrize(
    ("category", "valid_from", "valid_to", "words"),
    [
        (Category.CONDITION, "", "", "noted today"),
        (Category.CONDITION, "2026-03-04", "", "since 4 Mar"),
        (Category.CONDITION, "2026-02-01", "", "since Feb"),
        (Category.CONDITION, "2019-01-01", "", "since 2019"),
        (Category.MEDICATION, "", "2026-03-10", "until today"),
        (Category.MEDICATION, "2026-03-04", "2026-03-08", "4 Mar – 8 Mar"),
        (Category.PROCEDURE, "2026-03-02", "2026-03-08", "2 Mar – 8 Mar"),
        (Category.PROCEDURE, "2025-03-01", "2025-03-31", "Mar 2025"),
        (Category.PLAN, "2027-06-01", "2027-06-30", "Jun 2027"),
        (Category.PLAN, "2027-01-01", "2027-12-31", "2027"),
        (Category.PLAN, "2026-03-18", "2026-03-18", "18 Mar"),
        (Category.MEASUREMENT, "2025-01-01", "2025-12-31", "2025"),
    ],
)
def test_a_time_is_as_precise_as_it_was_said(category: Category, valid_from: str, valid_to: str, words: str) -> None:
    fact = replace(make_fact(1, category, "x", "", at_ms=NOW_MS), valid_from=valid_from, valid_to=valid_to)
    assert holds_since(fact, TODAY) == words


def test_inside_a_sentence_english_has_no_capitals() -> None:
    fact = make_fact(1, Category.MEDICATION, "aspirin", "", at_ms=NOW_MS)
    assert holds_since(fact, TODAY) == "noted today"
    assert holds_since(replace(fact, valid_from=TODAY.isoformat()), TODAY) == "since today"
    assert holds_since(replace(fact, valid_from="2026-03-10"), date(2026, 3, 12)) == "since 10 Mar"
    said = source_words(fact, VaultKind.PERSONAL, date(2026, 3, 12))
    assert said.startswith("You, 10 Mar ")
    by_hand = replace(fact, by_hand=True, speaker="clinician")
    assert source_words(by_hand, VaultKind.CLINICAL, date(2026, 3, 12)).startswith("entered by clinician, 10 Mar ")
    family = replace(by_hand, speaker="family:Mom")
    assert source_words(family, VaultKind.PERSONAL, date(2026, 3, 12)).startswith("entered by Mom, ")


def _of(fact_id: int, subject: str, category: Category, value: str, **others: Any) -> Fact:
    return replace(make_fact(fact_id, category, value, f"quote {fact_id}"), subject=subject, **others)


def _family(scene: PanelScene) -> None:
    scene.services.memory.stored[1] = [
        _of(1, "father", Category.ALLERGY, "ibuprofen"),
        _of(2, "妈妈", Category.ALLERGY, "青霉素", polarity=Polarity.NEGATED),
        _of(3, "self", Category.ALLERGY, "penicillin"),
        _of(4, "妈妈", Category.MEDICATION, "阿司匹林"),
        _of(5, "self", Category.MEDICATION, "warfarin 3 mg", unit="mg"),
        _of(6, "父亲", Category.CONDITION, "哮喘", attribute="哮喘", state=FactState.CONFLICT),
        _of(8, "父亲", Category.CONDITION, "哮喘", polarity=Polarity.NEGATED, state=FactState.CONFLICT),
        _of(7, "father", Category.CONDITION, "gout", state=FactState.RETRACTED),
    ]
    scene.show()


def test_facts_about_others_say_whose_they_are_and_stand_after_the_own(scene: PanelScene) -> None:
    _family(scene)
    lines = [line.split("\t")[0].replace("\u2002", " ") for line in scene.text("facts").splitlines()]
    for words in (
        "father · ibuprofen",
        "妈妈 · not allergic to 青霉素",
        "妈妈 · 阿司匹林",
        "father · gout retracted",
        "penicillin",
    ):
        assert words in lines
    assert "父亲 · 哮喘 in doubt" in lines
    assert lines.index("penicillin") < lines.index("father · ibuprofen") < lines.index("妈妈 · not allergic to 青霉素")


def test_undo_says_whose_fact_it_was_and_the_link_is_named_for_what_it_opens(scene: PanelScene) -> None:
    _family(scene)
    text = scene.text("facts")
    assert "actions" in text
    assert "correct" not in text
    scene.panel.pages["facts"].browser.anchorClicked.emit(QUrl("fact:retract/4"))
    scene.settle()
    assert scene.panel.facts.undo_bar.words.full_text() == "Retracted: 妈妈 · 阿司匹林"


def test_the_safety_strip_lists_the_persons_own_facts_alone(clinic: PanelScene) -> None:
    _family(clinic)
    strip = clinic.panel.safety
    assert strip.allergies.text() == "Allergy penicillin"
    assert strip.drugs.text() == "Medication warfarin 3 mg"
    clinic.services.memory.stored[1] = [fact for fact in clinic.services.memory.stored[1] if fact.subject != "self"]
    clinic.show()
    # That somebody else has no allergy does not deny the person's.
    assert strip.allergies.text() == "No allergy recorded"
    assert strip.drugs.text() == "No current medication recorded"


@pytest.mark.parametrize(
    ("category", "value", "polarity", "words"),
    [
        (Category.ALLERGY, "青霉素", Polarity.AFFIRMED, "allergic to 青霉素"),
        (Category.ALLERGY, "头孢", Polarity.NEGATED, "not allergic to 头孢"),
        (Category.ALLERGY, "药物过敏史", Polarity.NEGATED, "no drug allergies"),
        (Category.ALLERGY, "NKDA", Polarity.NEGATED, "no drug allergies"),
        (Category.ALLERGY, "food allergies", Polarity.NEGATED, "no food allergies"),
        (Category.ALLERGY, "过敏", Polarity.NEGATED, "no allergies"),
        (Category.MEDICATION, "二甲双胍", Polarity.NEGATED, "not taking 二甲双胍"),
        (Category.MEDICATION, "aspirin", Polarity.AFFIRMED, "aspirin"),
    ],
)
def test_what_a_fact_claims(category: Category, value: str, polarity: Polarity, words: str) -> None:
    assert claim(make_fact(1, category, value, "", polarity=polarity), TODAY) == words


def test_a_corrected_fact_says_what_it_was_corrected_to(scene: PanelScene) -> None:
    """Somebody corrected it; nobody retracted it, which is another thing to do."""
    high = replace(make_fact(1, Category.MEASUREMENT, "142", "高压142"), attribute="收缩压")
    right = replace(make_fact(2, Category.MEASUREMENT, "132", "是132"), attribute="收缩压")
    wrong_name = make_fact(3, Category.NAME, "An", "I am An", state=FactState.RETRACTED)
    scene.services.memory.stored[1] = [
        replace(high, state=FactState.RETRACTED, superseded_by=2), right, wrong_name,
    ]  # fmt: skip
    scene.show()
    lines = [line.split("\t")[0].replace("\u2002", " ") for line in scene.text("facts").splitlines()]
    assert "收缩压 142 corrected to 132" in lines
    assert "An retracted" in lines
    assert fact_in_words(replace(high, state=FactState.RETRACTED, superseded_by=2), date.today()).endswith("corrected")


@pytest.mark.parametrize(
    ("category", "value", "quote", "personal", "clinical"),
    [
        (Category.HABIT, "喝酒", "我不喝酒", "does not 喝酒", "denied: 喝酒"),
        (Category.HABIT, "smoke", "I don't smoke", "does not smoke", "denied: smoke"),
        (Category.HABIT, "alcohol", "no alcohol", "no alcohol", "denied: alcohol"),
        (Category.CONDITION, "高血压", "没有高血压", "no 高血压", "denied: 高血压"),
        (Category.MEDICATION, "aspirin", "I don't take aspirin", "not taking aspirin", "denied: aspirin"),
        (Category.ALLERGY, "青霉素", "对青霉素不过敏", "not allergic to 青霉素", "denied: 青霉素"),
        (Category.PREFERENCE, "香菜", "我不吃香菜", "rather not 香菜", "denied: 香菜"),
    ],
)
def test_a_denial_reads_as_people_say_it_and_as_a_consulting_room_does(
    category: Category, value: str, quote: str, personal: str, clinical: str
) -> None:
    fact = replace(make_fact(1, category, value, quote), polarity=Polarity.NEGATED)
    today = date(2026, 6, 14)
    for kind, words in ((VaultKind.PERSONAL, personal), (VaultKind.CLINICAL, clinical)):
        assert fact_name(fact, today, kind) == words
        assert "".join(phrase.text for phrase in fact_title(fact, today, kind)) == words
