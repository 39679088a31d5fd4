"""Recall with the real embedding model: meaning across languages, and silence where nothing fits."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.domain.settings import Settings
from desktop_app.engine.embedding import EmbeddingEngine
from desktop_app.services.evaluation.conversations import Conversation, Meeting, Said, read_conversations, remembered
from desktop_app.services.evaluation.recall import evaluate_recall
from tests.installed_models import embedding_model

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

DATA = Path(__file__).parents[1] / "data"
CROSS_LINGUAL = DATA / "recall_cross_lingual.jsonl"
SIZES = (50, 500)


@pytest.fixture(scope="module")
def embedder() -> Iterator[EmbeddingEngine]:
    engine = EmbeddingEngine(threads=1)
    engine.load(embedding_model("e5"))
    yield engine
    engine.close()


def off_topic(language: str) -> list[str]:
    lines = (DATA / "recall_off_topic.jsonl").read_text(encoding="utf-8").splitlines()
    return [line["text"] for line in map(json.loads, lines) if line["lang"] == language]


def grown(conversation: Conversation, turns: int) -> Conversation:
    """The conversation, with everyday remarks about numbered places up to a number of turns."""
    chinese = conversation.id.startswith("zh")
    remark, reply = (
        ("第{}次去仓库盘点，货架{}缺了{}箱。", "好的，已经记下缺货的数目。")
        if chinese
        else ("Stock count {} at the depot: shelf {} was short of {} boxes.", "Noted the missing boxes.")
    )
    have = sum(len(meeting.said) for meeting in conversation.meetings) // 2
    said = [
        one
        for number in range(turns - have)
        for one in (
            Said(f"x{number}", "user", remark.format(number, number % 17, number % 7 + 2)),
            Said(f"y{number}", "assistant", reply),
        )
    ]
    more = Meeting("more", conversation.meetings[-1].start_ms, tuple(said))
    return replace(conversation, meetings=(*conversation.meetings, more))


def test_questions_in_the_other_language_are_answered(embedder: EmbeddingEngine) -> None:
    scores = evaluate_recall(CROSS_LINGUAL, embedder, Settings())
    assert scores["n"] >= 40  # type: ignore[operator]
    assert scores["hit@5"] >= 0.85  # type: ignore[operator]


@pytest.mark.parametrize("turns", SIZES)
def test_off_topic_questions_recall_nothing(embedder: EmbeddingEngine, turns: int) -> None:
    for conversation in read_conversations(CROSS_LINGUAL):
        history = grown(conversation, turns)
        questions = off_topic("zh") + off_topic("en")
        assert len(questions) == 40
        with remembered(history, embedder, Settings()) as memory:
            recalled = [
                question
                for question in questions
                if memory.retrieval.search(
                    memory.person_id,
                    question,
                    session_id=None,
                    exclude_turns=frozenset(),
                    now_ms=history.end_ms,
                ).hits
            ]
        assert len(recalled) <= 2, (conversation.id, recalled)
