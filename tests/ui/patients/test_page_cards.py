"""What stands under which heading of the patient page."""

from __future__ import annotations

from datetime import date

from desktop_app.domain.memory import Category, FactStatus, Polarity
from desktop_app.ui.patients.page_cards import PatientRecord, first_column
from tests.ui.fakes import make_fact


def test_a_drug_that_is_denied_was_not_stopped() -> None:
    facts = (
        make_fact(1, Category.MEDICATION, "阿司匹林", "否认服用阿司匹林", polarity=Polarity.NEGATED),
        make_fact(2, Category.MEDICATION, "华法林", "华法林停了", status=FactStatus.PAST),
        make_fact(3, Category.MEDICATION, "氨氯地平5mg", "在吃氨氯地平5mg"),
    )
    titles: dict[str, list[str]] = {}
    for card in first_column(PatientRecord(facts, ()), date(2026, 3, 10)):
        words = "".join(phrase.text for phrase in card.lines[0].phrases)
        if len(card.lines) == 1:
            titles[words] = under = []
        else:
            under.append(words)
    assert titles["Current medication"] == ["氨氯地平5mg"]
    assert [words.startswith("华法林") for words in titles["Stopped medication"]] == [True]
    assert titles["Not taken"] == ["denied: 阿司匹林"]
