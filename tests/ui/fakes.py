"""Stand-ins for the services, with synthetic conversations, for tests of real widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.conflicts import Conflict, Settlement
from desktop_app.domain.conversation import (
    ASSISTANT,
    PERSON,
    AskedAgain,
    FinishReason,
    Message,
    MessageStatus,
    Turn,
    VaultKind,
)
from desktop_app.domain.events import Changed, EmbedderChanged, Event
from desktop_app.domain.fact_changes import FactDossier, FactsBefore, FactUse
from desktop_app.domain.ledger import (
    ClippedTurn,
    ClipReason,
    Ledger,
    Overflow,
    Piece,
    PieceKind,
    RecalledSnippet,
    Section,
)
from desktop_app.domain.memory import Category, Fact, FactState, FactStatus, Polarity
from desktop_app.domain.prices import ClipPrices, Price
from desktop_app.domain.settings import Settings
from desktop_app.services.recall_inspection import RecallLook
from desktop_app.services.sessions import TranscriptPage
from desktop_app.services.summaries import ShownSegment

BASE_MS = 1_760_000_000_000


class FakeBus:
    """Delivers events to every subscriber at once."""

    def __init__(self) -> None:
        self._callbacks: list[Callable[[Event], None]] = []

    def subscribe(self, callback: Callable[[Event], None]) -> Callable[[], None]:
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    def publish(self, event: Event) -> None:
        for callback in list(self._callbacks):
            callback(event)


class DirectTasks:
    """Runs work at once on the calling thread."""

    def submit(self, lane: str, fn: Callable[..., Any], *args: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args))
        except Exception as error:
            future.set_exception(error)
        return future


@dataclass
class FakeSessions:
    """Pages through turns kept in lists, by session."""

    turns: dict[int, list[Turn]] = field(default_factory=dict)
    pages_read: int = 0
    pinned: dict[int, bool] = field(default_factory=dict)

    def pin_turn(self, turn_id: int, pinned: bool) -> None:
        self.pinned[turn_id] = pinned

    def page(self, session_id: int, before_ordinal: int | None = None, limit: int = 200) -> TranscriptPage:
        self.pages_read += 1
        turns = self.turns.get(session_id, [])
        shown = turns if before_ordinal is None else turns[:before_ordinal]
        return TranscriptPage(tuple(shown[-limit:]), len(turns))


@dataclass
class FakeBranches:
    """Versions by turn; notes which was to be shown."""

    siblings: dict[int, tuple[int, ...]] = field(default_factory=dict)
    again: dict[int, AskedAgain] = field(default_factory=dict)
    shown: list[int] = field(default_factory=list)

    def versions(self, turn_ids: Iterable[int]) -> dict[int, tuple[int, ...]]:
        return {turn_id: self.siblings[turn_id] for turn_id in turn_ids if turn_id in self.siblings}

    def asked_again(self, turn_ids: Iterable[int]) -> dict[int, AskedAgain]:
        return {turn_id: self.again[turn_id] for turn_id in turn_ids if turn_id in self.again}

    def show_branch(self, turn_id: int) -> bool:
        self.shown.append(turn_id)
        return False


@dataclass
class FakeContext:
    """Ledgers by turn."""

    ledgers: dict[int, Ledger] = field(default_factory=dict)
    sessions: dict[int, int] = field(default_factory=dict)  # session → turn with the newest ledger
    pinned_turns: tuple[Turn, ...] = ()

    def ledger(self, turn_id: int) -> Ledger | None:
        return self.ledgers.get(turn_id)

    def pinned(self, session_id: int) -> tuple[Turn, ...]:
        return self.pinned_turns

    def latest(self, session_id: int) -> tuple[int, Ledger] | None:
        turn_id = self.sessions.get(session_id)
        return None if turn_id is None else (turn_id, self.ledgers[turn_id])


@dataclass
class FakePrices:
    """The same price for everything."""

    price: Price = field(default_factory=lambda: Price(900, 6.2, comes=(1, 2)))
    filling: bool = True
    asked: int = 0

    def of_clipped(self, session_id: int, turn_ids: Iterable[int], choices: TurnChoices) -> ClipPrices:
        self.asked += 1
        each = dict.fromkeys(turn_ids, self.price)
        chosen = None if choices == NO_CHOICES else replace(self.price, leaves=(3,))
        return ClipPrices(each, self.price if self.filling else None, chosen)


@dataclass
class FakeMemory:
    """Facts by person; changes their state and says so."""

    bus: FakeBus
    stored: dict[int, list[Fact]] = field(default_factory=dict)

    def facts(self, person_id: int) -> list[Fact]:
        return [fact for fact in self.stored.get(person_id, []) if fact.state is not FactState.FORGOTTEN]

    def settle(self, conflict: Conflict, decision: Settlement) -> FactsBefore:
        kept, ended = (
            (conflict.newer, conflict.older) if decision is Settlement.KEEP_NEW else (conflict.older, conflict.newer)
        )
        for facts, state in ((kept, FactState.ACTIVE), (ended, FactState.RETRACTED)):
            for fact in facts:
                self._set_state((fact.id,), state)
        return FactsBefore(conflict.facts[0].person_id, conflict.facts)

    def confirm(self, *fact_ids: int) -> FactsBefore:
        return self._set_state(fact_ids, FactState.ACTIVE)

    def retract(self, *fact_ids: int) -> FactsBefore:
        return self._set_state(fact_ids, FactState.RETRACTED)

    def forget(self, *fact_ids: int) -> FactsBefore:
        return self._set_state(fact_ids, FactState.FORGOTTEN)

    def undo(self, before: FactsBefore) -> None:
        for fact in before.facts:
            self._change(fact.id, lambda _, was=fact: was)

    def dossier(self, fact_id: int) -> FactDossier:
        (fact,) = self._found((fact_id,))
        return FactDossier(fact, (), (), (), ())

    def uses(self, fact_ids: Sequence[int]) -> tuple[FactUse, ...]:
        return ()

    def outdated(self, turn_ids: Iterable[int]) -> dict[int, bool]:
        return {}

    def set_pinned(self, fact_id: int, pinned: bool) -> FactsBefore:
        before = FactsBefore(1, self._found((fact_id,)))
        self._change(fact_id, lambda fact: replace(fact, pinned=pinned))
        return before

    def _found(self, fact_ids: Sequence[int]) -> tuple[Fact, ...]:
        return tuple(fact for facts in self.stored.values() for fact in facts if fact.id in fact_ids)

    def _set_state(self, fact_ids: Sequence[int], state: FactState) -> FactsBefore:
        before = self._found(fact_ids)
        for fact_id in fact_ids:
            self._change(fact_id, lambda fact: replace(fact, state=state))
        return FactsBefore(before[0].person_id, before)

    def _change(self, fact_id: int, change: Callable[[Fact], Fact]) -> None:
        for person_id, facts in self.stored.items():
            if any(fact.id == fact_id for fact in facts):
                self.stored[person_id] = [change(fact) if fact.id == fact_id else fact for fact in facts]
                self.bus.publish(Changed("memory", facts_of_people=frozenset({person_id})))


@dataclass
class FakeSummaries:
    """Segments by session; making them anew is only noted."""

    stored: dict[int, tuple[ShownSegment, ...]] = field(default_factory=dict)
    rebuilt: list[int] = field(default_factory=list)

    def segments(self, session_id: int) -> tuple[ShownSegment, ...]:
        return self.stored.get(session_id, ())

    def rebuild(self, session_id: int) -> None:
        self.rebuilt.append(session_id)


@dataclass
class FakeRecall:
    """What stands behind recall, as a test sets it; exclusions are only noted."""

    seen: RecallLook = field(default_factory=lambda: RecallLook({}, ()))
    near: tuple[RecalledSnippet, ...] = ()
    noted: list[tuple[int, bool]] = field(default_factory=list)

    def look(self, session_id: int, ledger: Ledger, *, choices: TurnChoices, near: bool) -> RecallLook:
        return replace(self.seen, near=self.near if near else None)

    def set_excluded(self, turn_id: int, excluded: bool) -> None:
        self.noted.append((turn_id, excluded))


class FakeSettings:
    """The defaults."""

    def get(self) -> Settings:
        return Settings()


@dataclass
class FakeModels:
    """What is known of the embedding model."""

    embedder_state: EmbedderChanged = field(default_factory=lambda: EmbedderChanged(True))


class FakeServices:
    """The part of the services that transcript and memory panel ask."""

    def __init__(self, vault_kind: VaultKind = VaultKind.PERSONAL) -> None:
        self.vault_kind = vault_kind
        self.bus = FakeBus()
        self.tasks = DirectTasks()
        self.sessions = FakeSessions()
        self.context = FakeContext()
        self.prices = FakePrices()
        self.memory = FakeMemory(self.bus)
        self.own_categories = SimpleNamespace(list=lambda person_id: ())
        self.summaries = FakeSummaries()
        self.models = FakeModels()
        self.recall = FakeRecall()
        self.trials = SimpleNamespace(stop=lambda: None)
        self.branches = FakeBranches()
        self.settings = FakeSettings()
        self.grounding = SimpleNamespace(check=lambda turn_id: (), advises_on_drugs=lambda turn_id: False)


def make_turn(
    ordinal: int,
    question: str,
    reply: str | None = "",
    *,
    session_id: int = 1,
    speaker: str = PERSON,
    status: MessageStatus = MessageStatus.COMPLETE,
    finish: FinishReason | None = FinishReason.STOP,
    turn_id: int | None = None,
    at_ms: int | None = None,
) -> Turn:
    """A turn with its id 100 above its ordinal."""
    identity = ordinal + 100 if turn_id is None else turn_id
    when = BASE_MS + ordinal * 60_000 if at_ms is None else at_ms
    asked = Message(identity * 2, identity, "user", speaker, question, MessageStatus.COMPLETE, when)
    answered = (
        None if reply is None else Message(identity * 2 + 1, identity, "assistant", ASSISTANT, reply, status, when)
    )
    return Turn(identity, session_id, identity - 1 if ordinal else None, ordinal, asked, answered, finish)


def make_ledger(
    kept: Iterable[int] = (),
    clipped: Iterable[tuple[int, ClipReason]] = (),
    *,
    pieces: Iterable[tuple[Section, int]] = ((Section.SYSTEM, 30), (Section.HISTORY, 200), (Section.QUESTION, 12)),
    recalled: Iterable[RecalledSnippet] = (),
    fact_ids: Iterable[int] = (),
    limit: int = 1024,
    reserved: int = 256,
    **others: Any,
) -> Ledger:
    """A ledger over turns as `make_turn` makes them."""
    return Ledger(
        limit,
        reserved,
        Overflow.CLIPPED if clipped else Overflow.WHOLE,
        tuple(
            Piece(
                PieceKind.TEMPLATE if section is Section.TEMPLATE else PieceKind.CONTENT,
                section,
                f"text of {section}",
                tokens,
            )
            for section, tokens in pieces
        ),
        tuple(kept),
        tuple(ClippedTurn(o + 100, o, reason, 0.06, 12) for o, reason in clipped),
        recalled=tuple(recalled),
        fact_ids=tuple(fact_ids),
        **others,
    )


def make_fact(
    fact_id: int,
    category: Category,
    value: str,
    quote: str,
    *,
    attribute: str = "",
    polarity: Polarity = Polarity.AFFIRMED,
    status: FactStatus = FactStatus.CURRENT,
    state: FactState = FactState.ACTIVE,
    person_id: int = 1,
    speaker: str = PERSON,
    unit: str = "",
    at_ms: int = BASE_MS,
    turn_id: int = 100,
) -> Fact:
    """A fact with its quote."""
    return Fact(
        fact_id, person_id, "self", category, attribute, value, unit, polarity, status, state, speaker, 1.0, at_ms,
        "", "", at_ms, None, None, False, quote, 1, turn_id, turn_id * 2, 0, len(value), "rules",
    )  # fmt: skip
