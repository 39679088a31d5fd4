"""Conversations from a file, and the vault that has one of them as its memory."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, time
from pathlib import Path
from typing import Any

from desktop_app.domain.conversation import (
    ASSISTANT,
    CLINICIAN,
    FAMILY_PREFIX,
    PERSON,
    FinishReason,
    MessageStatus,
    VaultKind,
)
from desktop_app.domain.errors import UserError
from desktop_app.domain.memory import ChunkPart
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.ports import Embedder
from desktop_app.domain.settings import Settings
from desktop_app.services.retrieval import RetrievalService
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

_NOON = time(12, 0)
_SECOND_MS = 1000
_SKIPPED = ("adversarial",)
_CJK = Pattern(r"[\u3400-\u9fff\uf900-\ufaff\u3000-\u303f\uff00-\uffef]")
_WORD = Pattern(r"[A-Za-z0-9_']+|[^\sA-Za-z0-9_']")


@dataclass(frozen=True, slots=True)
class Said:
    """One utterance of a file."""

    id: str
    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Meeting:
    """A session of a file; ``start_ms`` is Unix time."""

    id: str
    start_ms: int
    said: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the utterances that answer it; ``any_evidence``: one of them is enough."""

    text: str
    evidence: frozenset[str]
    category: str
    any_evidence: bool

    def share(self, found: frozenset[str] | set[str]) -> float:
        """How much of the evidence is among ``found``, 0-1."""
        hit = self.evidence & found
        return float(bool(hit)) if self.any_evidence else len(hit) / len(self.evidence)


@dataclass(frozen=True, slots=True)
class Conversation:
    """One history with its questions; those without an answer are left out."""

    id: str
    speakers: tuple[str, ...]
    meetings: tuple[Meeting, ...]
    questions: tuple[Question, ...]

    @property
    def end_ms(self) -> int:
        """23:59 of the last day."""
        last = datetime.fromtimestamp(max(meeting.start_ms for meeting in self.meetings) / 1000)
        return int(last.replace(hour=23, minute=59, second=0, microsecond=0).timestamp() * 1000)

    def token_counts(self) -> dict[str, int]:
        """Tokens of each utterance by its id, see `count_tokens`."""
        return {
            said.id: count_tokens(f"{said.role}: {said.text}\n") for meeting in self.meetings for said in meeting.said
        }


def count_tokens(text: str) -> int:
    """Rough size in tokens, for comparing rankers: 0.75 a Chinese character, 1.3 a Latin word, 1 a sign."""
    words = _WORD.findall(_CJK.sub(" ", text))
    weight = 0.75 * len(_CJK.findall(text)) + sum(1.3 if word[0].isalnum() else 1.0 for word in words)
    return int(weight) + (weight > int(weight))


def read_lines(path: Path) -> list[Any]:
    """The JSON objects of a file, one a line. Raises UserError ``file_unreadable`` with the line."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            try:
                found.append(json.loads(line))
            except json.JSONDecodeError as error:
                raise UserError("file_unreadable", path=str(path), line=number) from error
    return found


def read_conversations(path: Path) -> list[Conversation]:
    """The conversations of a file. Raises UserError ``file_unreadable``."""
    try:
        return [_conversation(fields) for fields in read_lines(path)]
    except (KeyError, TypeError, ValueError) as error:
        raise UserError("file_unreadable", path=str(path)) from error


def _conversation(fields: Mapping[str, Any]) -> Conversation:
    return Conversation(
        id=fields["conversation_id"],
        speakers=tuple(fields["speakers"]),
        meetings=tuple(_meeting(session) for session in fields["sessions"]),
        questions=tuple(
            Question(item["question"], frozenset(item["evidence"]), item["category"], item.get("match") == "any")
            for item in fields["questions"]
            if item["category"] not in _SKIPPED
        ),
    )


def _meeting(session: Mapping[str, Any]) -> Meeting:
    start = datetime.fromisoformat(session["date"])
    if "T" not in session["date"]:
        start = datetime.combine(start.date(), _NOON)
    said = tuple(Said(turn["turn_id"], turn["role"], turn["text"]) for turn in session["turns"])
    return Meeting(session["session_id"], int(start.timestamp() * 1000), said)


@dataclass(frozen=True, slots=True)
class RememberedConversation:
    """A conversation in a vault of its own, indexed and embedded.

    Attributes:
        store: the vault.
        person_id: whose memory it is.
        last_session_id: of its last session.
        retrieval: recall over it.
        unit_ids: utterance ids by turn and chunk part.
    """

    store: Store
    person_id: int
    last_session_id: int
    retrieval: RetrievalService
    unit_ids: Mapping[tuple[int, ChunkPart], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class FixedSettings:
    """A settings source that never changes."""

    settings: Settings

    def get(self) -> Settings:
        """The settings in force."""
        return self.settings


@contextmanager
def remembered(conversation: Conversation, embedder: Embedder, settings: Settings) -> Iterator[RememberedConversation]:
    """Store and index a conversation in a fresh vault that is gone afterwards."""
    names = _names(conversation.speakers)
    with tempfile.TemporaryDirectory(prefix="retrace-evaluate-") as folder:
        store = Store.create(Path(folder) / "vault", VaultKind.PERSONAL, lambda: conversation.end_ms)
        try:
            person_id, last_session_id, units = store.write(lambda db: _tell(db, conversation, names))
            retrieval = RetrievalService(store, embedder, FixedSettings(settings), names)
            for turn_id in dict.fromkeys(turn_id for turn_id, _ in units):
                retrieval.index_turn(turn_id, embed=False)
            while retrieval.reembed_batch():
                pass
            yield RememberedConversation(store, person_id, last_session_id, retrieval, units)
        finally:
            store.close()


def _names(speakers: Sequence[str]) -> dict[str, str]:
    """Shown names by speaker; none where the file only says user and assistant."""
    if set(speakers) <= {"user", "assistant"}:
        return {}
    return dict(zip((PERSON, ASSISTANT), speakers, strict=False))


def _tell(
    db: Repositories, conversation: Conversation, names: Mapping[str, str]
) -> tuple[int, int, dict[tuple[int, ChunkPart], tuple[str, ...]]]:
    first_ms = conversation.meetings[0].start_ms
    person = db.people.add(names.get(PERSON, "user"), now_ms=first_ms)
    asker = names.get(PERSON, "user")
    units: dict[tuple[int, ChunkPart], tuple[str, ...]] = {}
    session_id = 0
    for meeting in conversation.meetings:
        session_id = db.sessions.add(person.id, meeting.id, now_ms=meeting.start_ms).id
        parent: int | None = None
        now_ms = meeting.start_ms
        for question, reply in _exchanges(meeting.said, asker):
            speaker = PERSON if question.role == asker else _other(names)
            turn = db.turns.add(session_id, parent, question.text, speaker, now_ms=now_ms)
            units[turn.id, ChunkPart.QUESTION] = (question.id,)
            units[turn.id, ChunkPart.BOTH] = (question.id,)
            if reply is not None:
                db.turns.begin_reply(turn.id, now_ms=now_ms)
                units[turn.id, ChunkPart.REPLY] = (reply.id,)
                units[turn.id, ChunkPart.BOTH] = (question.id, reply.id)
            db.turns.finish(
                turn.id,
                reply.text if reply else None,
                MessageStatus.COMPLETE,
                FinishReason.GIVEN if reply else FinishReason.RECORDED,
            )
            parent = turn.id
            now_ms += _SECOND_MS
    return person.id, session_id, units


def _other(names: Mapping[str, str]) -> str:
    """Who says what has no question before it: the second speaker, who is no assistant then."""
    return FAMILY_PREFIX + names[ASSISTANT] if ASSISTANT in names else CLINICIAN


def _exchanges(said: Sequence[Said], asker: str) -> Iterator[tuple[Said, Said | None]]:
    """Questions with their answers; an utterance without partner is alone."""
    waiting: Said | None = None
    for utterance in said:
        if utterance.role == asker:
            if waiting is not None:
                yield waiting, None
            waiting = utterance
        elif waiting is not None:
            yield waiting, utterance
            waiting = None
        else:
            yield utterance, None
    if waiting is not None:
        yield waiting, None
