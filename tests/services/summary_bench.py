"""A real vault with sessions whose turns left the window, and a model that says what it is told to."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from desktop_app.domain.conversation import FinishReason, MessageStatus, Turn, VaultKind
from desktop_app.domain.events import Event
from desktop_app.domain.ledger import ClippedTurn, ClipReason, PieceKind
from desktop_app.domain.memory import SummarySegment
from desktop_app.domain.ports import Generated, ModelInfo, PromptPiece, Sampling
from desktop_app.domain.settings import SummaryLevel
from desktop_app.services.bus import EventBus
from desktop_app.services.settings import SettingsService
from desktop_app.services.summaries import SummaryService
from desktop_app.storage import ballast
from desktop_app.storage.store import Store
from tests.scripted_program import Clock
from tests.services.context_fakes import FakeEstimate, count_text, model
from tests.storage.storage_helpers import generation_of, ledger_of

LONG_REPLY = "Roses and gardens are lovely and one can walk among them the whole afternoon. " * 6


@dataclass(frozen=True)
class Asked:
    """One request to the model."""

    prompt: str
    pieces: Sequence[PromptPiece]
    sampling: Sampling
    max_tokens: int
    background: bool


@dataclass
class ToldEngine:
    """Answers with the next of ``replies``, the last for ever; an exception is raised, None makes way."""

    replies: list[str | Exception | FinishReason | None]
    model: ModelInfo | None = field(default_factory=lambda: model(2048))
    asked: list[Asked] = field(default_factory=list)
    before: Callable[[], object] = lambda: None

    def count(self, pieces: Sequence[PromptPiece]) -> list[int]:
        return [count_text(piece.kind, piece.text) for piece in pieces]

    def generate(
        self,
        pieces: Sequence[PromptPiece],
        sampling: Sampling,
        max_tokens: int,
        on_event: object,
        cancel: threading.Event,
        background: bool = False,
    ) -> Generated:
        self.asked.append(Asked("".join(piece.text for piece in pieces), pieces, sampling, max_tokens, background))
        self.before()
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(reply, Exception):
            raise reply
        text = reply if isinstance(reply, str) else "The person"
        reason = FinishReason.CANCELLED if reply is None or cancel.is_set() else FinishReason.STOP
        reason = reply if isinstance(reply, FinishReason) else reason
        if isinstance(reply, str) and count_text(PieceKind.CONTENT, text) > max_tokens:
            text, reason = text[: max_tokens * 4], FinishReason.LENGTH
        return Generated(text, (), reason, (), "", 0, 0, 0, 0.0, 0.0, 0.0)


@dataclass
class SummaryBench:
    store: Store
    engine: ToldEngine
    settings: SettingsService
    service: SummaryService
    bus: EventBus
    heard: list[Event]

    def session(self) -> int:
        person = self.store.write(lambda db: db.people.add("Ann", now_ms=1))
        return self.store.write(lambda db: db.sessions.add(person.id, "first", now_ms=1)).id

    def say(self, session_id: int, text: str, reply: str | None = LONG_REPLY, speaker: str = "person") -> Turn:
        def work(db: Any) -> Turn:
            turn: Turn = db.turns.add(session_id, db.sessions.head(session_id), text, speaker, now_ms=1_790_000_000_000)
            if reply is None:
                db.turns.finish(turn.id, None, MessageStatus.COMPLETE, FinishReason.RECORDED)
            else:
                db.turns.begin_reply(turn.id, now_ms=2)
                db.turns.finish(turn.id, reply, MessageStatus.COMPLETE, FinishReason.STOP)
            return db.turns.get(turn.id)  # type: ignore[no-any-return]

        return self.store.write(work)

    def clip(self, session_id: int, turns: Sequence[Turn], reason: ClipReason = ClipReason.LOW_VALUE) -> Turn:
        """A new turn whose prompt left these out."""
        clipped = tuple(ClippedTurn(turn.id, turn.ordinal, reason, 0.1, 10) for turn in turns)
        newest = self.say(session_id, "And now?")

        def work(db: Any) -> None:
            ledger = replace(ledger_of([]), clipped=clipped)
            db.ledgers.put(newest.id, ledger, generation_of(db, ledger))

        self.store.write(work)
        return newest

    def talk(self, *texts: str) -> tuple[int, list[Turn]]:
        """A session in which all these turns left the window."""
        session_id = self.session()
        turns = [self.say(session_id, text) for text in texts]
        self.clip(session_id, turns)
        return session_id, turns

    def stored(self, session_id: int) -> list[SummarySegment]:
        return self.store.read(lambda db: db.summaries.list(session_id))

    def set_level(self, level: SummaryLevel) -> None:
        settings = self.settings.get()
        self.settings.update(replace(settings, context=replace(settings.context, summary_level=level)))


@contextmanager
def summary_bench(
    directory: Path, *replies: str | Exception | FinishReason | None, kind: VaultKind = VaultKind.PERSONAL
) -> Iterator[SummaryBench]:
    clock = Clock()
    before, ballast.BALLAST_BYTES = ballast.BALLAST_BYTES, 64 * 1024
    vault = directory / "vault"
    store = Store.open(vault, clock) if (vault / "vault.db").exists() else Store.create(vault, kind, clock)
    bus = EventBus()
    settings = SettingsService(store, bus)
    engine = ToldEngine(list(replies) or [""])
    service = SummaryService(store, engine, FakeEstimate(), settings, bus, clock)  # type: ignore[arg-type]
    heard: list[Event] = []
    bus.subscribe(heard.append)
    bus.subscribe(service.on_event)
    try:
        yield SummaryBench(store, engine, settings, service, bus, heard)
    finally:
        store.close()
        ballast.BALLAST_BYTES = before


def said_by(segments: Sequence[SummarySegment]) -> str:
    """Everything segments say, as one text."""
    return "\n".join("\n".join([segment.text, *(quote.text for quote in segment.quotes)]) for segment in segments)
