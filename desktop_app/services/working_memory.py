"""Short-term memory: the turns of open sessions in RAM, so that building a context reads no disk."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field

from desktop_app.domain.clipping import ClipState, state_of
from desktop_app.domain.conversation import FinishReason, Person, Session, Turn
from desktop_app.domain.events import Changed, Event, TurnAdded, TurnFinished
from desktop_app.domain.ledger import Ledger
from desktop_app.domain.memory import Fact
from desktop_app.domain.prompt import RenderedTurn
from desktop_app.domain.turn_value import TurnValues
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

SESSIONS_KEPT = 8
PEOPLE_KEPT = 8
_NEWEST_COMPARED = 4  # turns that are read again when a session is said to have grown
_LEDGERS_TRIED = 64  # turns back along a branch when the session's latest ledger lies on another one

_NO_PROMPT = (FinishReason.REFUSED, FinishReason.GIVEN, FinishReason.RECORDED)


@dataclass(slots=True)
class OpenSession:
    """A session's current branch in RAM, with what was worked out about its turns."""

    session: Session
    turns: tuple[Turn, ...]  # oldest first
    values: TurnValues = field(default_factory=TurnValues)
    rendered: dict[int, RenderedTurn] = field(default_factory=dict)
    rendered_for: Hashable = None  # tokenizer and settings the rendered turns are of
    state: ClipState | None = None  # of the newest prompt that was looked up
    looked_up: int = 0  # turns among which the newest prompt was looked for

    def values_of(self, count: int) -> TurnValues:
        """The values of the branch's first ``count`` turns, read up to there."""
        if len(self.values) > count:
            self.values = TurnValues()  # a turn is asked again: what followed it must not speak
        for turn in self.turns[len(self.values) : count]:
            self.values.add(turn.id, turn.question.text, turn.reply.text if turn.reply else "")
        return self.values


class WorkingMemory:
    """Open sessions and the facts of their people, least recently used out. Thread-safe.

    Kept right by the events of the bus (`on_event`); `session_grew` is the shorter way for the use
    case that adds turns itself.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.RLock()
        self._sessions: OrderedDict[int, OpenSession] = OrderedDict()
        self._facts: OrderedDict[int, tuple[Person, tuple[Fact, ...]]] = OrderedDict()

    def session(self, session_id: int) -> OpenSession:
        """The session's current branch. Raises KeyError if there is no such session."""
        with self._lock:
            found = self._sessions.get(session_id)
            if found is None:
                found = self._store.read(
                    lambda db: OpenSession(db.sessions.get(session_id), tuple(db.turns.branch(session_id)))
                )
                self._sessions[session_id] = found
            self._sessions.move_to_end(session_id)
            while len(self._sessions) > SESSIONS_KEPT:
                self._sessions.popitem(last=False)
            return found

    def person(self, person_id: int) -> tuple[Person, tuple[Fact, ...]]:
        """A person with all facts about them, in every state."""
        with self._lock:
            found = self._facts.get(person_id)
            if found is None:
                found = self._store.read(lambda db: (db.people.get(person_id), tuple(db.facts.list(person_id))))
                self._facts[person_id] = found
            self._facts.move_to_end(person_id)
            while len(self._facts) > PEOPLE_KEPT:
                self._facts.popitem(last=False)
            return found

    def clip_state(self, session_id: int, count: int) -> ClipState | None:
        """What the newest prompt among the first ``count`` turns of the branch left standing.

        Read from the stored ledgers, so it survives a restart; kept until a turn with another is added.
        """
        with self._lock:
            opened = self.session(session_id)
            turns = opened.turns[:count]
            if count < opened.looked_up or any(
                turn.finish_reason not in _NO_PROMPT for turn in turns[opened.looked_up :]
            ):
                found = self._store.read(lambda db: _latest_ledger(db, session_id, turns))
                opened.state = state_of(*found) if found else None
            opened.looked_up = count
            return opened.state

    def note_ledger(self, session_id: int, turn_id: int, ledger: Ledger) -> None:
        """Take the clip state of a turn that was just stored with this ledger, without reading it back."""
        with self._lock:
            opened = self._sessions.get(session_id)
            if opened is not None and opened.turns and opened.turns[-1].id == turn_id:
                opened.state, opened.looked_up = state_of(turn_id, ledger), len(opened.turns)

    def session_grew(self, session_id: int) -> None:
        """A turn was added at the end of the branch, or the newest one changed: read only the newest."""
        with self._lock:
            opened = self._sessions.get(session_id)
            if opened is None:
                return
            newest, total = self._store.read(
                lambda db: (
                    tuple(db.turns.branch(session_id, limit=_NEWEST_COMPARED)),
                    db.turns.count(session_id),
                )
            )
            kept = opened.turns[: total - len(newest)]
            joins = not newest or newest[0].parent_id == (kept[-1].id if kept else None)
            if not joins or len(kept) + len(newest) != total or not _same_start(opened.turns, newest, len(kept)):
                self.forget_session(session_id)
                return
            before = opened.turns[len(kept) :]
            changed = {new.id for old, new in zip(before, newest, strict=False) if old != new}
            opened.turns = kept + newest
            for turn_id in changed:
                opened.rendered.pop(turn_id, None)
            if changed and len(opened.values) > len(kept):
                _rebuild_tail(opened, changed)

    def forget_session(self, session_id: int) -> None:
        """Read the session anew when it is asked for next."""
        with self._lock:
            self._sessions.pop(session_id, None)

    def forget_facts(self, person_id: int) -> None:
        """Read the person and their facts anew when they are asked for next."""
        with self._lock:
            self._facts.pop(person_id, None)

    def on_event(self, event: Event) -> None:
        """Keep up with what the use cases changed; to be subscribed to the bus."""
        if isinstance(event, TurnAdded):
            self.session_grew(event.session_id)
        elif isinstance(event, TurnFinished):
            self.session_grew(event.session_id)
            if event.ledger is not None:
                self.note_ledger(event.session_id, event.turn_id, event.ledger)
        elif isinstance(event, Changed):
            with self._lock:
                # Turns that the chat announces were taken over by the events above.
                if event.origin != "chat.turn":
                    for session_id in event.sessions:
                        self.forget_session(session_id)
                    if event.turns and not event.sessions:
                        self._forget_turns(event.turns)
                for person_id in event.facts_of_people | event.people:
                    self.forget_facts(person_id)

    def _forget_turns(self, turn_ids: frozenset[int]) -> None:
        for session_id, opened in list(self._sessions.items()):
            if any(turn.id in turn_ids for turn in opened.turns):
                self.forget_session(session_id)


def _same_start(old: tuple[Turn, ...], newest: tuple[Turn, ...], kept: int) -> bool:
    """Whether the newest turns are the old ones, perhaps with more behind them."""
    return all(before.id == after.id for before, after in zip(old[kept:], newest, strict=False)) and len(
        old
    ) <= kept + len(newest)


def _rebuild_tail(opened: OpenSession, changed: set[int]) -> None:
    """Judge the branch anew only if a turn that was already judged got other words."""
    judged = opened.turns[: len(opened.values)]
    if any(turn.id in changed for turn in judged):
        opened.values = TurnValues()


def _latest_ledger(db: Repositories, session_id: int, turns: tuple[Turn, ...]) -> tuple[int, Ledger] | None:
    on_branch = {turn.id for turn in turns}
    latest = db.ledgers.latest(session_id)
    if latest is None:
        return None
    if latest[0] in on_branch:
        return latest
    for turn in reversed(turns[-_LEDGERS_TRIED:]):
        ledger = db.ledgers.get(turn.id) if turn.finish_reason not in _NO_PROMPT else None
        if ledger is not None:
            return turn.id, ledger
    return None
