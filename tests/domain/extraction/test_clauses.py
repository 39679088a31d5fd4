"""Clauses: where they end, which of them ask or suppose."""

from __future__ import annotations

import pytest

from desktop_app.domain.extraction.clauses import LONGEST_CLAUSE, split
from desktop_app.domain.extraction.normal import normalise


def texts(text: str) -> list[str]:
    return [clause.text for clause in split(normalise(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我有高血压，去年做过手术。", ["我有高血压", "去年做过手术"]),
        ("The budget is 12,000 euros.", ["the budget is 12,000 euros"]),
        ("Dr. Lee saw me. I'm fine.", ["dr. lee saw me", "i'm fine"]),
        ("体温38.5，心率90", ["体温38.5", "心率90"]),
        ("I smoke but I run.", ["i smoke", "but i run"]),
        ("胸闷  气短", ["胸闷", "气短"]),
        ("penicillin (rash), sulfa", ["penicillin", "rash", "sulfa"]),
        ("?PE", ["?pe"]),
    ],
)
def test_split(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


def test_offsets_are_those_of_the_text() -> None:
    text = normalise("  Hi，我是Tom。 I'm 41! ")
    assert [text[clause.start : clause.end] for clause in split(text)] == [clause.text for clause in split(text)]


@pytest.mark.parametrize(
    ("text", "asking"),
    [
        ("我有高血压，能吃布洛芬吗？", [False, True]),
        ("Can I take aspirin, ibuprofen or paracetamol?", [True, True]),
        ("I take warfarin, can I drink?", [False, True]),
        ("没什么不舒服。", [False]),
        ("What does it do?", [True]),
    ],
)
def test_questions(text: str, asking: list[bool]) -> None:
    assert [clause.asks_from == clause.start for clause in split(normalise(text))] == asking


def test_a_question_may_begin_within_a_clause() -> None:
    (clause,) = split("我血压高要不要吃药?")
    assert clause.text[clause.asks_from :] == "要不要吃药"


def test_a_supposition_reaches_to_the_end_of_its_sentence() -> None:
    clauses = split(normalise("我有哮喘。如果发烧了，我就吃药。我很好。"))
    assert [clause.hypothetical for clause in clauses] == [False, True, True, False]


def test_a_long_clause_is_cut() -> None:
    assert max(len(clause.text) for clause in split("好" * 2000)) <= LONGEST_CLAUSE
