"""The gold sets: the published one and the project's own, scored as their rules say."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from pathlib import Path

from desktop_app.services.evaluation.facts import Line, evaluate_facts

DATA = Path(__file__).parents[2] / "data"
SAID_ON = date(2026, 3, 10)


def read(name: str) -> list[Line]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def score(name: str) -> dict[str, float]:
    return evaluate_facts(DATA / name, SAID_ON)


def test_published_set() -> None:
    result = score("golden/facts_public.jsonl")
    assert (result["wrong"] <= 1, result["missed"] <= 2, result["unsupported"]) == (True, True, 0), result


def test_own_set_is_read_well() -> None:
    result = score("facts_own.jsonl")
    assert result["precision"] >= 0.97
    assert result["recall"] >= 0.92
    assert result["unsupported"] == 0


def test_own_set_covers_the_kinds() -> None:
    lines = read("facts_own.jsonl")
    kinds = Counter(line["kind"] for line in lines)
    assert len(lines) >= 250
    assert kinds["shorthand"] >= 60
    assert kinds["fiction"] >= 40
    assert {line["lang"] for line in lines} == {"zh", "en", "mixed"}
    assert not [line["text"] for line in lines if line["kind"] == "fiction" and line["facts"]]
