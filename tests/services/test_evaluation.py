from __future__ import annotations

import json
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any, cast

import pytest

from desktop_app.domain.errors import UserError
from desktop_app.domain.memory import ChunkPart
from desktop_app.domain.ports import ChatEngine
from desktop_app.domain.settings import Settings
from desktop_app.services.evaluation.clip import HistoryCounter, evaluate_clip
from desktop_app.services.evaluation.conversations import (
    Question,
    count_tokens,
    read_conversations,
    remembered,
)
from desktop_app.services.evaluation.recall import RankingLine, evaluate_recall, packed, score
from desktop_app.storage import ballast
from tests.services.context_fakes import FakeEngine
from tests.services.recall_fakes import WordEmbedder


@pytest.fixture(autouse=True)
def small_ballast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ballast, "BALLAST_BYTES", 64 * 1024)


def write(path: Path, *lines: object) -> Path:
    path.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8")
    return path


def turn(turn_id: str, role: str, text: str) -> dict[str, str]:
    return {"turn_id": turn_id, "role": role, "text": text}


def ask(question: str, *evidence: str, match: str = "all", category: str = "single") -> dict[str, Any]:
    return {"question": question, "answer": "", "evidence": list(evidence), "category": category, "match": match}


@pytest.fixture
def history(tmp_path: Path) -> Path:
    conversation = {
        "conversation_id": "bees",
        "speakers": ["Ann", "Bob"],
        "sessions": [
            {
                "session_id": "s1",
                "date": "2024-03-01T09:30",
                "turns": [
                    turn("1", "Ann", "I keep two beehives behind the barn."),
                    turn("2", "Bob", "How much honey do they give?"),
                    turn("3", "Ann", "Forty kilos in a good year."),
                    turn("4", "Ann", "My cello broke a string."),
                ],
            },
            {
                "session_id": "s2",
                "date": "2024-03-08",
                "turns": [
                    turn("5", "Bob", "My boiler needs a valve."),
                    turn("6", "Ann", "Call the plumber in town."),
                    turn("7", "Bob", "He comes on Friday."),
                ],
            },
        ],
        "questions": [
            ask("Where are the beehives?", "1"),
            ask("Whose boiler needs a valve?", "5", category="other"),
            ask("Never said", "1", category="adversarial"),
        ],
    }
    return write(tmp_path / "bees.jsonl", conversation)


def test_tokens_are_rough_and_rounded_up() -> None:
    assert count_tokens("") == 0
    assert count_tokens("头痛") == 2  # 1.5
    assert count_tokens("one two!") == 4  # 2.6 + 1


def test_a_conversation_is_read_with_its_times(history: Path) -> None:
    (conversation,) = read_conversations(history)
    assert [question.text for question in conversation.questions] == [
        "Where are the beehives?",
        "Whose boiler needs a valve?",
    ]
    starts = [datetime.fromtimestamp(meeting.start_ms / 1000) for meeting in conversation.meetings]
    assert [start.isoformat() for start in starts] == ["2024-03-01T09:30:00", "2024-03-08T12:00:00"]
    assert datetime.fromtimestamp(conversation.end_ms / 1000).isoformat() == "2024-03-08T23:59:00"


@pytest.mark.parametrize("text", ["{", '{"conversation_id": "x"}', "[1]"])
def test_a_bad_file_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as caught:
        read_conversations(path)
    assert caught.value.code == "file_unreadable"


def test_utterances_become_turns_and_units(history: Path) -> None:
    (conversation,) = read_conversations(history)
    with remembered(conversation, WordEmbedder(), Settings()) as memory:
        pairs = [unit for (_, part), unit in memory.unit_ids.items() if part is ChunkPart.BOTH]
        # 3 and 4 are the same speaker's, 5 has no question before it: each stands alone.
        assert pairs == [("1", "2"), ("3",), ("4",), ("5",), ("6", "7")]
        texts = [chunk.text for chunk in memory.store.read(lambda db: db.chunks.of_person(memory.person_id))]
        assert texts[:2] == ["Ann: I keep two beehives behind the barn.", "Bob: How much honey do they give?"]
        assert "Bob: My boiler needs a valve." in texts
        assert memory.store.read(lambda db: db.chunks.count_missing_vectors()) == 0


def test_recall_is_scored(history: Path) -> None:
    lines: list[RankingLine] = []
    scores = evaluate_recall(history, WordEmbedder(), Settings(), lines.append)
    assert scores["n"] == 2
    assert scores["hit@1"] == scores["mrr"] == scores["ctx@1024"] == scores["injected_hit"] == 1.0
    assert set(scores) >= {"hit@5", "rec@10", "ctx@512", "ctx@2048", "by_category"}
    assert scores["by_category"]["other"]["n"] == 1  # type: ignore[index]
    assert [(line.conversation_id, line.units[0]) for line in lines] == [("bees", ["1"]), ("bees", ["5"])]


def test_one_ranking_is_scored_by_hand() -> None:
    question = Question("", frozenset({"b", "z"}), "", any_evidence=False)
    sizes = {"a": 300, "b": 300, "c": 100, "z": 20}
    found = score(question, [["a"], ["a", "b"], ["c"]], sizes)
    assert found["hit@1"] == 0.0
    assert found["hit@5"] == 1.0
    assert found["mrr"] == 0.5
    assert found["rec@10"] == 0.5
    assert found["ctx@512"] == 0.0  # a fills it, b no longer fits
    assert found["ctx@1024"] == 0.5
    assert packed([["a"], ["a", "b"], ["c"]], sizes, 512) == {"a", "c"}
    assert Question("", frozenset({"b", "z"}), "", any_evidence=True).share({"z"}) == 1.0
    assert score(question, [["a"]], sizes)["mrr"] == 0.0


def test_clipping_is_scored_within_budget(history: Path) -> None:
    scores = evaluate_clip(history, WordEmbedder(), cast(ChatEngine, FakeEngine(None)), Settings())
    assert scores == {"n": 2, "kept@512": 1.0, "kept@1024": 1.0, "kept@2048": 1.0, "over": 0}


def test_only_what_was_said_costs_anything() -> None:
    counter = HistoryCounter({"hello": 5}, {"Ann: one\nBob: two": 9})
    assert counter.count("hello") == 5
    assert counter.count("> [2024-03-01 s1] Ann: one\n> Bob: two\n") == 9
    assert counter.count("<|im_start|>user\n") == 0


def test_the_command_imports_no_window_and_no_model_library() -> None:
    code = (
        "import sys, desktop_app.commands.evaluate;"
        "print([name for name in ('PySide6', 'torch', 'llama_cpp', 'sentence_transformers') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"
