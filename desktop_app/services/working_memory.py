"""Short-term memory: the turns of open sessions in RAM, so that building a context reads no disk."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import TypeVar

from desktop_app.domain.attachment_parts import SentFiles, sent_files
from desktop_app.domain.clipping import ClipState, state_of
from desktop_app.domain.conversation import FinishReason, Person, Session, Turn
from desktop_app.domain.events import Changed, Event, TurnAdded, TurnFinished
from desktop_app.domain.ledger import ClippedTurn, ClipReason, Ledger
from desktop_app.domain.memory import Fact
from desktop_app.domain.prompt import RenderedTurn
from desktop_app.domain.shared_facts import with_shared
from desktop_app.domain.turn_value import Assessment, TurnValues, assess
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

SESSIONS_KEPT = 8
PEOPLE_KEPT = 8
COMPARED_TURNS = 500  # newest turns that are compared for repetitions and references
_NEWEST_COMPARED = 4  # turns that are read again when a session is said to have grown
_LEDGERS_TRIED = 64  # turns back along a branch when the session's latest ledger lies on another one

_Known = TypeVar("_Known")

_NO_PROMPT = (FinishReason.REFUSED, FinishReason.GIVEN, FinishReason.RECORDED)


@dataclass(frozen=True, slots=True)
class _Standing:
    """Which of the first ``count`` positions a list of clipped turns leaves out, and which it leaves in."""

    clipped: tuple[ClippedTurn, ...]
    count: int
    out: frozenset[int]
    kept: tuple[int, ...]


@dataclass(slots=True)
class OpenSession:
    """A session's current branch in RAM, with what was worked out about its turns.

    Attributes:
        session: as stored.
        turns: the branch, oldest first.
        rendered: turns as they are sent, by position, for the tokenizer and settings of ``rendered_for``.
        left_out: entries made for turns that were left out, by position, to be used again.
        state: clip state of the newest prompt among the first ``looked_up`` turns.
        pinned: positions of pinned turns.
        refused: positions of messages that were too large to send.
        files: what was attached to the questions, with the position, among the first ``files_known`` turns.
        from_memory: positions of turns that the program answered from memory.
    """

    session: Session
    turns: tuple[Turn, ...]
    rendered: dict[int, RenderedTurn] = field(default_factory=dict)
    rendered_for: Hashable = None
    left_out: dict[int, ClippedTurn] = field(default_factory=dict)
    state: ClipState | None = None
    looked_up: int = 0
    pinned: frozenset[int] = frozenset()
    refused: frozenset[int] = frozenset()
    files: tuple[tuple[int, SentFiles], ...] = ()
    files_known: int = 0
    from_memory: frozenset[int] = frozenset()
    _positions: dict[int, int] = field(default_factory=dict)
    _older: dict[int, Assessment] = field(default_factory=dict)
    _compared_from: int = 0
    _values: TurnValues = field(default_factory=TurnValues)
    _standing: _Standing | None = None

    def __post_init__(self) -> None:
        self._note_turns(0)

    def positions_of(self, turn_ids: Iterable[int], count: int) -> list[int]:
        """Positions of those of the turns that are among the first ``count``."""
        found = (self._positions.get(turn_id, count) for turn_id in turn_ids)
        return [position for position in found if position < count]

    def standing(self, clipped: tuple[ClippedTurn, ...], count: int) -> tuple[frozenset[int], tuple[int, ...]]:
        """Positions that are out and in among the first ``count``, in order; worked out once for each list."""
        known = self._standing
        if known is None or known.clipped is not clipped or known.count > count:
            first = self.turns[0].ordinal if self.turns else 0
            out = frozenset(turn.ordinal - first for turn in clipped)
            known = _Standing(clipped, count, out, tuple(p for p in range(count) if p not in out))
        elif known.count < count:
            known = _Standing(clipped, count, known.out, (*known.kept, *range(known.count, count)))
        self._standing = known
        return known.out, known.kept

    def judged(
        self, positions: Sequence[int], count: int, question: str, fact_turns: set[int]
    ) -> tuple[list[float], list[ClipReason]]:
        """Values and reasons of some of the first ``count`` turns, see `TurnValues.judge`.

        Of a long session only the newest turns are compared with each other; older ones are judged
        by their own words.
        """
        # A reply that is still being written would be judged by its beginning.
        streaming = bool(count) and self.turns[count - 1].finish_reason is None
        values, reasons = self._compared(count - streaming).judge(question, fact_turns=fact_turns)
        first, end = self._compared_from, count - streaming
        own: list[float] = []
        why: list[ClipReason] = []
        for position in positions:
            if first <= position < end:
                own.append(values[position - first])
                why.append(reasons[position - first])
            elif position >= end:
                own.append(1.0)
                why.append(ClipReason.LOW_VALUE)
            else:
                older = self._older.get(position)
                if older is None:
                    older = self._older[position] = assess(*_texts(self.turns[position]))
                own.append(older.value)
                why.append(older.reason)
        return own, why

    def _compared(self, end: int) -> TurnValues:
        """Values of the newest turns before position ``end``."""
        if self._compared_from + len(self._values) > end:
            # A turn is asked again: what followed it must not speak.
            self._values = TurnValues()
        if not len(self._values):
            self._compared_from = max(0, end - COMPARED_TURNS)
        values = self._values
        for turn in self.turns[self._compared_from + len(values) : end]:
            values.add(turn.id, *_texts(turn))
        return values

    def grown(self, kept: int, newest: tuple[Turn, ...]) -> OpenSession:
        """The session with everything behind the first ``kept`` turns replaced; some of it may be unchanged.

        Another one: a context that is being built meanwhile goes on with the turns it began with.
        """
        old = self.turns[kept:]
        same = 0
        while same < min(len(old), len(newest)) and old[same] == newest[same]:
            same += 1
        first = kept + same
        session = copy(self)
        session.turns = self.turns[:kept] + newest
        session.rendered = _before(first, self.rendered)
        session.left_out = _before(first, self.left_out)
        session._older = _before(first, self._older)
        session._positions = dict(self._positions)
        session.files = tuple(sent for sent in self.files if sent[0] < first)
        session.files_known = min(self.files_known, first)
        # The comparison is dear and grows: it goes along, and the context that is being built makes its own.
        self._values = TurnValues()
        if session._compared_from + len(session._values) > first:
            session._values = TurnValues()
        session._note_turns(first)
        return session

    def _note_turns(self, first: int) -> None:
        """Bring up to date what is kept by position, for turns from ``first`` on."""
        new = list(enumerate(self.turns[first:], first))
        for position, turn in new:
            self._positions[turn.id] = position
        self.pinned = frozenset(p for p in self.pinned if p < first) | {p for p, turn in new if turn.pinned}
        self.refused = frozenset(p for p in self.refused if p < first) | {
            p for p, turn in new if turn.finish_reason is FinishReason.REFUSED
        }
        self.from_memory = frozenset(p for p in self.from_memory if p < first) | {
            p for p, turn in new if turn.is_from_memory
        }


def _before(first: int, known: dict[int, _Known]) -> dict[int, _Known]:
    """What is known of the positions before ``first``; more may become known meanwhile."""
    return {position: of for position, of in known.copy().items() if position < first}


def _texts(turn: Turn) -> tuple[str, str]:
    """What a turn is judged by.

    What was asked of the memory itself repeats what was said elsewhere, and is not sent: it must make no
    other turn worth more (as taken up again) or less (as said again).
    """
    if turn.is_from_memory:
        return "", ""
    return turn.question.text, turn.reply.answer if turn.reply else ""


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
        """A person with all facts about them, in every state, and those of others that hold for everybody."""
        with self._lock:
            found = self._facts.get(person_id)
            if found is None:
                found = self._store.read(
                    lambda db: (
                        db.people.get(person_id),
                        with_shared(db.facts.list(person_id), db.facts.shared_with(person_id)),
                    )
                )
                self._facts[person_id] = found
            self._facts.move_to_end(person_id)
            while len(self._facts) > PEOPLE_KEPT:
                self._facts.popitem(last=False)
            return found

    def files(self, session_id: int, count: int) -> tuple[SentFiles, ...]:
        """The files that went with the first ``count`` turns of the branch, oldest first; each is read once."""
        with self._lock:
            opened = self.session(session_id)
            if opened.files_known < count:
                new = {turn.id: turn for turn in opened.turns[opened.files_known : count]}
                texts = self._store.read(
                    lambda db: {
                        turn_id: db.attachments.of(new[turn_id].question.id) for turn_id in db.attachments.of_turns(new)
                    }
                )
                found = (
                    (opened.files_known + place, sent_files(turn.id, turn.question.id, texts.get(turn.id, ())))
                    for place, turn in enumerate(new.values())
                )
                opened.files += tuple((position, sent) for position, sent in found if sent is not None)
                opened.files_known = count
            return tuple(sent for position, sent in opened.files if position < count)

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
            grew = len(opened.turns) <= total == len(kept) + len(newest)
            joins = not newest or newest[0].parent_id == (kept[-1].id if kept else None)
            shared = zip(opened.turns[len(kept) :], newest, strict=False)
            if not grew or not joins or any(old.id != new.id for old, new in shared):
                self.forget_session(session_id)
                return
            self._sessions[session_id] = opened.grown(len(kept), newest)

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
                if event.facts_of_people or event.people:
                    for person_id in list(self._facts):  # what is shared is known with everybody
                        self.forget_facts(person_id)

    def _forget_turns(self, turn_ids: frozenset[int]) -> None:
        for session_id, opened in list(self._sessions.items()):
            if any(turn.id in turn_ids for turn in opened.turns):
                self.forget_session(session_id)


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
