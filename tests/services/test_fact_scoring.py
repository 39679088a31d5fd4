"""The scorer of facts, by its published rules."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.domain.memory import Category, FactCandidate, FactStatus, Polarity
from desktop_app.services.fact_scoring import score


def found(value: str, category: Category = Category.CONDITION, subject: str = "self", quote: str = "") -> FactCandidate:
    return FactCandidate(
        subject, category, "", value, Polarity.AFFIRMED, FactStatus.CURRENT, 0, len(value), quote or value
    )


def gold(value: str, **changes: Any) -> dict[str, Any]:
    return {
        "subject": "self",
        "category": "condition",
        "value": value,
        "polarity": "affirmed",
        "status": "current",
        **changes,
    }


def run(text: str, facts: list[dict[str, Any]], predicted: list[FactCandidate]) -> dict[str, float]:
    return score([{"text": text, "speaker": "person", "facts": facts}], lambda _: predicted)


def test_exact() -> None:
    result = run("我有高血压", [gold("高血压")], [found("高血压")])
    assert result == {"n": 1, "precision": 1.0, "recall": 1.0, "f1": 1.0, "unsupported": 0}


@pytest.mark.parametrize(
    ("fact", "one", "right"),
    [
        (gold("高血压3级"), found("高血压"), True),
        (gold("asthma"), found("Asthma"), True),
        (gold("高血压", category=["plan", "condition"]), found("高血压"), True),
        (gold("高血压", status="past"), found("高血压"), False),
        (gold("高血压", subject="妈妈"), found("高血压", subject="我妈妈"), True),
        (gold("高血压", subject="妈妈"), found("高血压"), False),
    ],
)
def test_matching(fact: dict[str, Any], one: FactCandidate, right: bool) -> None:
    assert run("高血压3级 asthma", [fact], [one])["recall"] == float(right)


def test_a_value_over_two_gold_facts_is_wrong() -> None:
    result = run("高血压和糖尿病", [gold("高血压"), gold("糖尿病")], [found("高血压和糖尿病")])
    assert (result["precision"], result["recall"]) == (0.0, 0.0)


def test_pairs_are_one_to_one() -> None:
    result = run("头痛头痛", [gold("头痛")], [found("头痛"), found("头痛")])
    assert (result["precision"], result["recall"]) == (0.5, 1.0)


def test_optional_facts_count_neither_way() -> None:
    facts = [gold("高血压", optional=True)]
    assert run("高血压", facts, [found("高血压")])["precision"] == 1.0
    assert run("高血压", facts, [])["recall"] == 1.0


def test_unsupported_values_are_counted() -> None:
    assert run("我有高血压", [], [found("糖尿病")])["unsupported"] == 1
