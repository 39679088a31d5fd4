"""The gold sets: the published one and the project's own, scored as their rules say."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from desktop_app.domain.conversation import CLINICIAN, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.memory import FactCandidate
from desktop_app.services.fact_scoring import Line, pair, score

DATA = Path(__file__).parents[2] / "data"
SAID_ON = date(2026, 3, 10)


def read(name: str) -> list[Line]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def predict(line: Line) -> list[FactCandidate]:
    speaker = line["speaker"]
    vault = VaultKind.CLINICAL if speaker == CLINICIAN else VaultKind.PERSONAL
    return extract(line["text"], speaker=speaker, vault=vault, said_on=SAID_ON)


def test_published_set() -> None:
    lines = read("golden/facts_public.jsonl")
    wrong = missed = 0
    for line in lines:
        predicted = predict(line)
        paired = pair(line["facts"], predicted)
        wrong += len(predicted) - len(paired)
        met = set(paired.values())
        missed += sum(not fact.get("optional") and index not in met for index, fact in enumerate(line["facts"]))
    assert (wrong <= 1, missed <= 2) == (True, True), (wrong, missed)
    assert score(lines, predict)["unsupported"] == 0


def test_own_set_is_read_well() -> None:
    result = score(read("facts_own.jsonl"), predict)
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


@pytest.mark.parametrize("line", read("facts_own.jsonl"), ids=lambda line: str(line["id"]))
def test_every_value_is_verbatim(line: Line) -> None:
    for fact in predict(line):
        assert line["text"][fact.start : fact.end] == fact.value
        assert fact.value in fact.quote
        assert fact.quote in line["text"]
