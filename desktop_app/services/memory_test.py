"""Testing recall on a person's own history: questions are asked, and what they recall is counted.

Nothing is stored: questions and results live as long as the one who asked for them keeps them.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import DOCUMENT, Turn
from desktop_app.domain.errors import UserError
from desktop_app.domain.ledger import RecalledSnippet
from desktop_app.domain.memory import CURRENT_STATES
from desktop_app.domain.memory_commands import CommandKind, recognise
from desktop_app.domain.memory_questions import (
    MemoryQuestion,
    Statement,
    about_facts,
    about_statements,
    spread,
)
from desktop_app.domain.ports import EstimateCounter
from desktop_app.domain.settings import RecallSettings
from desktop_app.domain.turn_value import says_nothing
from desktop_app.services.recall_search import Question
from desktop_app.services.retrieval import Recalled, RetrievalService
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

QUESTIONS_AT_MOST = 40
_LARGEST_FILE_BYTES = 4 * 1024 * 1024
# Under these names a file may say what shall be recalled.
_EXPECTED_KEYS = ("expect", "expected", "answer")


class Verdict(StrEnum):
    """What became of the memory that a question asks for."""

    FOUND = "found"
    BELOW_MINIMUM = "below_minimum"  # its score is too low
    BEHIND = "behind"  # others took the places
    NO_ROOM = "no_room"  # it did not fit into the budget
    NOT_FOUND = "not_found"  # it is not among the candidates
    NOT_SCORED = "not_scored"  # nobody said what shall be recalled


@dataclass(frozen=True, slots=True)
class TriedSettings:
    """What is tried: how recall chooses, and the tokens that what it found may take."""

    recall: RecallSettings
    budget_tokens: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one question recalled.

    Attributes:
        question: as asked.
        verdict: what became of what it asks for.
        place: of that among all candidates, from 1; 0 where it is not among them.
        score: of that.
        recalled: what would be in the prompt, best first.
    """

    question: MemoryQuestion
    verdict: Verdict
    place: int
    score: float
    recalled: tuple[RecalledSnippet, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What all questions recalled by one choice of settings; shares are of the scored ones, 0-1."""

    tried: TriedSettings
    outcomes: tuple[Outcome, ...]
    words_only: bool = False  # no embedding model was there

    @property
    def scored(self) -> int:
        """How many questions say what shall be recalled."""
        return sum(one.verdict is not Verdict.NOT_SCORED for one in self.outcomes)

    @property
    def found(self) -> int:
        """How many recalled it."""
        return sum(one.verdict is Verdict.FOUND for one in self.outcomes)

    def hit_at(self, k: int) -> float:
        """Share of the questions that rank it among the first k."""
        return sum(0 < one.place <= k for one in self.outcomes) / max(self.scored, 1)


class Progress:
    """How far a test is; read and cancelled from any thread."""

    def __init__(self) -> None:
        self.done = 0
        self.total = 0
        self._cancelled = threading.Event()

    def cancel(self) -> None:
        """End it before the next question."""
        self._cancelled.set()

    @property
    def cancelled(self) -> bool:
        """Whether it shall end."""
        return self._cancelled.is_set()


class MemoryTest:
    """Asks questions and looks at what they recall. Calls block: run them on a lane."""

    def __init__(self, store: Store, retrieval: RetrievalService, estimate: EstimateCounter, clock: Clock) -> None:
        self._store = store
        self._retrieval = retrieval
        self._estimate = estimate
        self._clock = clock
        self._ready: dict[str, Question] = {}
        self._lock = threading.Lock()

    def from_history(self, person_id: int, count: int = QUESTIONS_AT_MOST) -> list[MemoryQuestion]:
        """Questions about what a person's facts and messages say, evenly over the history."""

        def read(db: Repositories) -> list[MemoryQuestion]:
            facts = [fact for fact in db.facts.list(person_id) if fact.state in CURRENT_STATES]
            never = db.recall_exclusions.turns_of(person_id)
            told = [
                Statement(turn.id, said)
                for session in db.sessions.list(person_id)
                for turn in db.turns.branch(session.id)
                if turn.id not in never and (said := _said(turn))
            ]
            facts = [fact for fact in facts if fact.turn_id not in never]
            of_facts = spread(about_facts(facts, self._store.kind), count // 2)
            return of_facts + spread(about_statements(told), count - len(of_facts))

        return self._store.read(read)

    @staticmethod
    def from_file(path: Path) -> list[MemoryQuestion]:
        """The questions of a file: a JSON array, or one JSON value a line.

        Each is a text, or an object with ``question`` and, under ``expect``, words of what shall be recalled.

        Raises:
            UserError: ``file_unreadable`` with the line.
        """
        try:
            if path.stat().st_size > _LARGEST_FILE_BYTES:
                raise UserError("file_unreadable", path=str(path), line=0)
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise UserError("file_unreadable", path=str(path), line=0) from error
        return [question for line, item in _items(path, text) for question in [_question(path, line, item)]]

    def run(
        self, person_id: int, questions: Sequence[MemoryQuestion], tried: TriedSettings, progress: Progress
    ) -> Report | None:
        """Ask all questions.

        Args:
            person_id: whose memory.
            questions: embedded once, however often they are asked.
            tried: the settings; those in force stay as they are.
            progress: follows the questions.

        Returns:
            None if it was cancelled.

        Raises:
            UserError: the embedding model failed.
        """
        progress.total = len(questions)
        outcomes: list[Outcome] = []
        words_only = False
        for question in questions:
            if progress.cancelled:
                return None
            asked = self._asked(question.text)
            words_only = words_only or asked.vector is None
            found = self._retrieval.recall(person_id, asked, frozenset(), tried.recall)
            outcomes.append(self._outcome(question, found, tried))
            progress.done += 1
        return Report(tried, tuple(outcomes), words_only)

    def forget(self) -> None:
        """Drop the questions kept ready."""
        with self._lock:
            self._ready.clear()

    def _asked(self, text: str) -> Question:
        with self._lock:
            ready = self._ready.get(text)
        if ready is None or ready.vector is None:  # a model may have been loaded since
            ready = self._retrieval.asked(text, self._clock())
            with self._lock:
                self._ready[text] = ready
        return ready

    def _outcome(self, question: MemoryQuestion, found: Recalled, tried: TriedSettings) -> Outcome:
        taken: list[RecalledSnippet] = []
        room = tried.budget_tokens
        for hit in found.hits:
            cost = self._estimate.count(hit.text)
            if cost <= room:
                room -= cost
                taken.append(hit)
        place, score = self._place(question, found)
        if not question.is_scored:
            verdict = Verdict.NOT_SCORED
        elif any(question.is_answered_by(hit.turn_id, hit.text) for hit in taken):
            verdict = Verdict.FOUND
        elif any(question.is_answered_by(hit.turn_id, hit.text) for hit in found.hits):
            verdict = Verdict.NO_ROOM
        elif not place:
            verdict = Verdict.NOT_FOUND
        else:
            verdict = Verdict.BELOW_MINIMUM if score < tried.recall.minimum_score else Verdict.BEHIND
        return Outcome(question, verdict, place, score, tuple(taken))

    def _place(self, question: MemoryQuestion, found: Recalled) -> tuple[int, float]:
        """Where what is asked for stands among the turns found, and its score."""
        if not question.is_scored:
            return 0, 0.0
        texts: dict[int, str] = {}
        if question.expected:
            wanted = [item.chunk_id for item in found.ranked]
            chunks = self._store.read(lambda db: db.chunks.get(wanted), recall=True)
            texts = {chunk.id: chunk.text for chunk in chunks.values()}
        turns: dict[int, None] = {}
        for item in found.ranked:
            turns[item.turn_id] = None
            if question.is_answered_by(item.turn_id, texts.get(item.chunk_id, "")):
                return len(turns), item.score
        return 0, 0.0


def _said(turn: Turn) -> str:
    """What a turn says that recall can find: "" for what is asked of the memory, which is never recalled."""
    text, command = turn.question.text, recognise(turn.question.text)
    if command is not None and command.kind is CommandKind.REMEMBER:
        text = command.words
    elif turn.is_from_memory or (command is not None and command.addressed):
        return ""
    return "" if turn.question.speaker == DOCUMENT or says_nothing(text) else text


def _items(path: Path, text: str) -> list[tuple[int, Any]]:
    """The values of a file with their lines."""
    if text.lstrip().startswith("["):
        try:
            return [(0, item) for item in json.loads(text)]
        except json.JSONDecodeError as error:
            raise UserError("file_unreadable", path=str(path), line=error.lineno) from error
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                found.append((number, json.loads(line)))
            except json.JSONDecodeError as error:
                raise UserError("file_unreadable", path=str(path), line=number) from error
    return found


def _question(path: Path, line: int, item: object) -> MemoryQuestion:
    if isinstance(item, str) and item.strip():
        return MemoryQuestion(item.strip())
    text = item.get("question") if isinstance(item, Mapping) else None
    if not isinstance(item, Mapping) or not isinstance(text, str) or not text.strip():
        raise UserError("file_unreadable", path=str(path), line=line)
    expected = next((item[key] for key in _EXPECTED_KEYS if isinstance(item.get(key), str)), "")
    return MemoryQuestion(text.strip(), expected=expected.strip())
