"""The scorer of facts, by its published rules, and the command that prints its figures."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from desktop_app.domain.memory import Category, FactCandidate, FactStatus, Polarity
from desktop_app.main import main
from desktop_app.services.evaluation.facts import FactCounts, evaluate_facts, score_utterance


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
    counts = FactCounts(lines=1)
    starts = [max(text.find(one.value), 0) for one in predicted]
    placed = [replace(one, start=at, end=at + len(one.value)) for one, at in zip(predicted, starts, strict=True)]
    score_utterance({"text": text, "speaker": "person", "facts": facts}, placed, counts)
    return counts.as_json()


def test_exact() -> None:
    result = run("我有高血压", [gold("高血压")], [found("高血压")])
    assert result == {
        "n": 1, "precision": 1.0, "recall": 1.0, "f1": 1.0, "unsupported": 0, "wrong": 0, "missed": 0,
    }  # fmt: skip


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


def write(path: Path, *lines: object) -> Path:
    path.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8")
    return path


def test_facts_are_scored(tmp_path: Path) -> None:
    gold = {"subject": "self", "category": "name", "value": "王芳", "polarity": "affirmed", "status": "current"}
    missing = {**gold, "category": "allergy", "value": "花生"}
    path = write(
        tmp_path / "facts.jsonl",
        {"text": "我叫王芳。", "speaker": "person", "facts": [gold, missing]},
        {"text": "今天天气真好。", "speaker": "person", "facts": []},
        {"text": "我叫王芳。", "speaker": "person", "facts": [{**gold, "optional": True}]},
    )
    scores = evaluate_facts(path, date(2024, 5, 1))
    assert (scores["n"], scores["precision"], scores["recall"], scores["unsupported"]) == (3, 1.0, 0.5, 0)
    assert scores["f1"] == pytest.approx(2 / 3, abs=1e-6)


def test_consultations_count_only_what_the_user_said(tmp_path: Path) -> None:
    line = {
        "turns": [
            {"turn_id": "1", "role": "user", "text": "我有高血压。"},
            {"turn_id": "2", "role": "assistant", "text": "有糖尿病吧。"},
        ],
        "facts": [
            {"category": "疾病", "item": "高血压", "status": "阳性"},
            {"category": "疾病", "item": "糖尿病", "status": "阳性"},
            {"category": "疾病", "item": "血压", "status": "未知"},
        ],
    }
    scores = evaluate_facts(write(tmp_path / "consultations.jsonl", line), date(2024, 5, 1))
    assert scores["recall"] == 1.0


def test_the_command_writes_what_its_record_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "facts.jsonl", {"text": "我有高血压。", "speaker": "person", "facts": [gold("高血压")]})
    other = write(tmp_path / "none.jsonl", {"text": "哈哈。", "speaker": "person", "facts": []})
    report = tmp_path / "report.json"
    assert main(["evaluate", "facts", str(path), str(other), "--json", str(report)]) == 0
    written = json.loads(report.read_text(encoding="utf-8"))
    assert (written["kind"], list(written["files"])) == ("facts", ["facts.jsonl", "none.jsonl"])
    scores = written["files"]["facts.jsonl"]
    assert {key: scores[key] for key in ("n", "precision", "recall", "f1", "unsupported")} == {
        "n": 1, "precision": 1.0, "recall": 1.0, "f1": 1.0, "unsupported": 0,
    }  # fmt: skip
    assert main(["evaluate", "facts", str(path)]) == 0
    assert "precision       100.0 %" in capsys.readouterr().out


@pytest.mark.parametrize(
    "content",
    [
        b"{not json",
        b"[1, 2]",
        b'{"text": "hello"}',
        "我".encode("gbk"),
        b'{"text": 5, "speaker": "person", "facts": []}',
    ],
)
def test_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_bytes(content)
    assert main(["evaluate", "facts", str(path)]) == 1
    assert "broken.jsonl" in capsys.readouterr().err


def test_a_missing_file_and_wrong_arguments_have_their_own_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", "facts", str(tmp_path / "gone.jsonl")]) == 1
    assert "gone.jsonl" in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        main(["evaluate", "fiction", "file"])
    assert ended.value.code == 2
