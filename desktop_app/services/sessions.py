"""Use cases around sessions: isolated from each other, ordered, never mixed between people."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from desktop_app.domain import titles
from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import AttachedFile, Attachment, Session, TitledBy, Turn
from desktop_app.domain.events import Changed
from desktop_app.domain.memory_commands import asks_to_forget
from desktop_app.services.branch_facts import follow_branch
from desktop_app.services.bus import EventBus
from desktop_app.services.consents import ConsentService, refuse_restricted
from desktop_app.storage.erasure import DerivedFromSession, Rewritten
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

TITLE_CHARACTERS = 24


def title_from(text: str) -> str:
    """A title for a session that has none: the beginning of its first message."""
    line = " ".join(text.split())
    return line if len(line) <= TITLE_CHARACTERS else line[: TITLE_CHARACTERS - 1].rstrip() + "…"


@dataclass(frozen=True, slots=True)
class TranscriptPage:
    """Turns of a session's current branch, oldest first; ``total`` counts the whole branch.

    ``files`` are those that went with the questions, by turn id.
    """

    turns: tuple[Turn, ...]
    total: int
    files: Mapping[int, tuple[AttachedFile, ...]] = field(default_factory=dict)


def announce_rewritten(bus: EventBus, rewritten: Rewritten) -> None:
    """Tell of answers from memory that say less, since what they quoted was erased."""
    if rewritten:
        messages, sessions = (frozenset(ids) for ids in zip(*rewritten, strict=True))
        bus.publish(Changed("erased.answers", sessions=sessions, rewritten=messages))


def _title_without(db: Repositories, gone: Turn) -> None:
    """Call a session otherwise whose title was made of a turn that was erased, unless a person named it."""
    session = db.sessions.get(gone.session_id)
    made_of_it = session.title == title_from(gone.question.text)
    by_model = session.titled_by is TitledBy.MODEL and gone.ordinal < titles.READ_TURNS
    if session.titled_by is TitledBy.USER or not (made_of_it or by_model):
        return
    db.sessions.forget_title(session.id)
    first = next((turn for turn in db.turns.branch(session.id) if not asks_to_forget(turn.question.text)), None)
    if first is not None:
        db.sessions.rename(session.id, title_from(first.question.text), TitledBy.PROGRAM)


class SessionService:
    """Creates, lists, names, copies, moves and deletes sessions, and pages through their turns."""

    def __init__(self, store: Store, consents: ConsentService, bus: EventBus, clock: Clock) -> None:
        self._store = store
        self._consents = consents
        self._bus = bus
        self._clock = clock

    def list(self, person_id: int) -> tuple[Session, ...]:
        """The sessions of a person, newest first."""
        return tuple(self._store.read(lambda db: db.sessions.list(person_id)))

    def get(self, session_id: int) -> Session:
        """One session. Raises KeyError."""
        return self._store.read(lambda db: db.sessions.get(session_id))

    def create(self, person_id: int, title: str = "") -> Session:
        """Open a new session; without a title it gets one from its first message."""
        session = self._store.write(lambda db: db.sessions.add(person_id, title, now_ms=self._clock()))
        self._changed("sessions.create", session.id)
        return session

    def rename(self, session_id: int, title: str) -> None:
        """Give a session a title of the user's own."""
        self._store.write(lambda db: db.sessions.rename(session_id, title.strip(), TitledBy.USER))
        self._changed("sessions.rename", session_id)

    def set_pinned(self, session_id: int, pinned: bool) -> None:
        """Keep a session at the top of the list, or no longer."""
        self._store.write(lambda db: db.sessions.set_pinned(session_id, pinned))
        self._changed("sessions.set_pinned", session_id)

    def set_archived(self, session_ids: Iterable[int], archived: bool) -> None:
        """Put sessions away, or fetch them back; what they remember stays as it is."""
        ids = frozenset(session_ids)

        def work(db: Repositories) -> None:
            for session_id in ids:
                db.sessions.set_archived(session_id, archived)

        self._store.write(work)
        self._bus.publish(Changed("sessions.set_archived", sessions=ids))

    def duplicate(self, session_id: int, title: str) -> Session:
        """Copy the current branch into a session of its own; a reply that is being written stays behind.

        What was said is remembered once: see `storage.turn_copies`.
        """

        def work(db: Repositories) -> Session:
            source = db.sessions.get(session_id)
            copied = db.sessions.add(source.person_id, title, now_ms=self._clock())
            db.turn_copies.copy(
                [turn for turn in db.turns.branch(session_id) if turn.finish_reason is not None], copied.id
            )
            db.sessions.put_into(copied.id, source.folder_id)
            db.session_personas.put(copied.id, db.session_personas.get(session_id))
            return db.sessions.get(copied.id)

        session = self._store.write(work)
        self._changed("sessions.duplicate", session.id)
        return session

    def move(self, session_ids: Iterable[int], person_id: int) -> None:
        """Make sessions another person's, with what is remembered of them, in one transaction.

        Raises:
            UserError: ``person_restricted``: nothing moves away from or to such a person.
        """
        ids = frozenset(session_ids)

        def work(db: Repositories) -> frozenset[int]:
            people = {person_id}
            for session_id in sorted(ids):
                before = db.sessions.get(session_id).person_id
                if before == person_id:
                    continue
                for person in (db.people.get(before), db.people.get(person_id)):
                    refuse_restricted(person)
                db.session_moves.move(session_id, person_id)
                db.facts.close_conflicts(before, now_ms=self._clock())
                detail = json.dumps({"from": before, "to": person_id})
                db.audit.append("user", "session.moved", f"session:{session_id}", detail, self._clock())
                people.add(before)
            return frozenset(people)

        people = self._store.write(work)
        self._bus.publish(Changed("sessions.move", sessions=ids, facts_of_people=people))

    def move_turns(self, turn_ids: Iterable[int], person_id: int) -> Session:
        """Move turns of one session into a new session of another person, with what is remembered of them.

        Returns:
            The new session.

        Raises:
            UserError: ``person_restricted``: nothing moves away from or to such a person.
            ValueError: they are the person's already, or of several sessions.
        """
        ids = sorted(set(turn_ids))

        def work(db: Repositories) -> tuple[Session, int, int]:
            turns = [db.turns.get(turn_id) for turn_id in ids]
            (from_session,) = {turn.session_id for turn in turns}
            before, now_ms = db.sessions.get(from_session).person_id, self._clock()
            if before == person_id:
                raise ValueError("the turns are this person's already")
            for person in (db.people.get(before), db.people.get(person_id)):
                refuse_restricted(person)
            session = db.sessions.add(person_id, "", now_ms=now_ms)
            db.sessions.rename(session.id, title_from(turns[0].question.text), TitledBy.PROGRAM)
            moved = db.session_moves.move_turns(turns, session.id)
            follow_branch(db, from_session, now_ms=now_ms)
            db.facts.close_conflicts(before, now_ms=now_ms)
            for old, new in zip(ids, moved, strict=True):
                detail = json.dumps({"from": before, "to": person_id, "was": old})
                db.audit.append("user", "turn.moved", f"turn:{new}", detail, now_ms)
            return db.sessions.get(session.id), from_session, before

        session, from_session, before = self._store.write(work)
        sessions = frozenset({session.id, from_session})
        self._bus.publish(
            Changed(
                "sessions.move_turns",
                sessions=sessions,
                turns=frozenset(ids),
                facts_of_people=frozenset({before, person_id}),
            )
        )
        return session

    def delete(self, session_id: int, reason: str = "") -> None:
        """Delete a session with its turns, chunks, words, vectors and the facts that rest on nothing else.

        Args:
            session_id: which.
            reason: a name of `domain.consent.ErasureReason`; needed before the end of a patient's period, where
                anything was said there.

        Raises:
            UserError: ``reason_needed``.
        """
        self._erase(
            session_id, lambda db: db.sessions.delete(session_id), "session.deleted", f"session:{session_id}", reason
        )
        self._changed("sessions.delete", session_id)

    def discard_untouched(self, session_id: int) -> bool:
        """Take a session away that was opened and nothing else was ever done with.

        Opening one leaves no entry in the audit log, so taking it away needs none: without content it is no record.

        Returns:
            Whether it was such a session. Any other one stays as it is.
        """

        def work(db: Repositories) -> bool:
            untouched = db.sessions.is_untouched(session_id)
            if untouched:
                db.sessions.delete(session_id)
            return untouched

        discarded = self._store.write(work)
        if discarded:
            self._changed("sessions.delete", session_id)
        return discarded

    def clear(self, session_id: int, reason: str = "") -> None:
        """Delete every turn of a session; other sessions keep theirs. See `delete`."""
        self._erase(
            session_id, lambda db: db.turns.delete_all(session_id), "session.cleared", f"session:{session_id}", reason
        )
        self._changed("sessions.clear", session_id)

    def delete_turn(self, turn_id: int, reason: str = "") -> None:
        """Delete a question with its answer and everything that rests on nothing else. See `delete`."""
        session_id = self._store.read(lambda db: db.turns.get(turn_id).session_id)

        def erase(db: Repositories) -> Rewritten:
            gone = db.turns.get(turn_id)
            rewritten = db.turns.delete(turn_id)
            _title_without(db, gone)
            follow_branch(db, session_id, now_ms=self._clock())  # where it was the last, another branch is shown
            return rewritten

        self._erase(session_id, erase, "turn.deleted", f"turn:{turn_id}", reason)
        self._changed("sessions.delete_turn", session_id)

    def derived(self, *session_ids: int) -> DerivedFromSession:
        """What goes with sessions if they are deleted together now."""
        return self._store.read(lambda db: db.sessions.derived(*session_ids))

    def _erase(
        self, session_id: int, erase: Callable[[Repositories], Rewritten], action: str, subject: str, reason: str
    ) -> None:
        def said_with(db: Repositories) -> int | None:
            return db.sessions.get(session_id).person_id if db.turns.ids(session_id) else None

        person = self._store.read(said_with)
        if person is not None:
            self._consents.require_reason(person, reason)

        def work(db: Repositories) -> tuple[int, Rewritten]:
            person_id = db.sessions.get(session_id).person_id
            rewritten = erase(db)
            # What was contradicted by words that were never said is in doubt no longer.
            db.facts.close_conflicts(person_id, now_ms=self._clock())
            detail = json.dumps({"reason": reason}) if reason else ""
            db.audit.append("user", action, subject, detail, self._clock())
            return person_id, rewritten

        person_id, rewritten = self._store.write(work)
        self._bus.publish(Changed(action, facts_of_people=frozenset({person_id})))
        announce_rewritten(self._bus, rewritten)

    def pin_turn(self, turn_id: int, pinned: bool) -> None:
        """Keep a turn in the prompt from now on, or no longer."""

        def work(db: Repositories) -> int:
            db.turns.set_pinned(turn_id, pinned)
            return db.turns.get(turn_id).session_id

        self._changed("sessions.pin_turn", self._store.write(work))

    def said_in(self, turn_ids: Sequence[int]) -> tuple[str, ...]:
        """What people said in turns, in the order of the ids. Raises KeyError."""
        return self._store.read(lambda db: tuple(db.turns.get(turn_id).question.text for turn_id in turn_ids))

    def page(self, session_id: int, before_ordinal: int | None = None, limit: int = 200) -> TranscriptPage:
        """The newest ``limit`` turns of the current branch, or those before ``before_ordinal``."""

        def read(db: Repositories) -> TranscriptPage:
            turns = tuple(db.turns.branch(session_id, before_ordinal=before_ordinal, limit=limit))
            files = db.attachments.of_turns(turn.id for turn in turns)
            return TranscriptPage(turns, db.turns.count(session_id), files)

        return self._store.read(read)

    def draft(self, session_id: int) -> str:
        """What was typed and not sent."""
        return self._store.read(lambda db: db.sessions.draft(session_id))

    def save_draft(self, session_id: int, text: str) -> None:
        """Keep what was typed and not sent. Publishes nothing: only the composer shows it."""
        self._store.write(lambda db: db.sessions.set_draft(session_id, text))

    def draft_files(self, session_id: int) -> tuple[Attachment, ...]:
        """What was attached to a message not sent yet."""
        return self._store.read(lambda db: db.attachments.of_draft(session_id))

    def save_draft_files(self, session_id: int, attachments: Iterable[Attachment]) -> None:
        """Keep what was attached and not sent; a session deleted meanwhile keeps nothing. Publishes nothing."""

        def work(db: Repositories) -> None:
            with suppress(KeyError):
                db.attachments.put_draft(db.sessions.get(session_id).id, attachments)

        self._store.write(work)

    def _changed(self, origin: str, session_id: int) -> None:
        self._bus.publish(Changed(origin, sessions=frozenset({session_id})))
