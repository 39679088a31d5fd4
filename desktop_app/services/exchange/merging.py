"""A document becomes part of a vault: what is there already stays as it is, what is new is added."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import (
    DOCUMENT,
    Attachment,
    Message,
    MessageStatus,
    Person,
    PersonState,
    Role,
    Session,
    Turn,
)
from desktop_app.domain.errors import UserError
from desktop_app.domain.fact_changes import FactChange
from desktop_app.domain.memory import Fact, FactState, Quote
from desktop_app.domain.validity import contradict
from desktop_app.services.exchange.notes import note_of
from desktop_app.services.exchange.progress import Progress
from desktop_app.services.exchange.schema import ExportDoc, FactDoc, MessageDoc, PersonDoc, SessionDoc, TurnDoc
from desktop_app.storage.repositories import Repositories

_TurnKey: TypeAlias = "tuple[int | None, int, str, str, str | None]"
_FactKey: TypeAlias = tuple[object, ...]


@dataclass(slots=True)
class Merged:
    """What came of an import: ids of people and sessions it touched, and how much was new."""

    people: set[int]
    sessions: set[int]
    new_people: int = 0
    new_sessions: int = 0
    new_turns: int = 0
    known_turns: int = 0
    new_facts: int = 0
    known_facts: int = 0


class Merger:
    """Writes one document in the caller's transaction.

    A person is the same where name, record number, birth date and the time of being added are; a session where
    it was opened at the same time and begins with the same turn; a turn where it follows the same turn and says
    the same at the same time; a fact where it says the same of the same moment.
    """

    def __init__(self, db: Repositories, clock: Clock, progress: Progress) -> None:
        self._db = db
        self._clock = clock
        self._progress = progress
        self._merged = Merged(set(), set())
        self._made: set[int] = set()  # sessions of this import: two of its own are never one

    def merge(self, document: ExportDoc, into: int | None) -> Merged:
        """Add a document.

        Args:
            document: checked.
            into: the person everything of the document's only person goes to; None for the people it names.

        Raises:
            UserError: ``person_restricted``, ``import_one_person``, ``exchange_cancelled``.
        """
        if into is not None and len(document.people) > 1:
            raise UserError("import_one_person")
        for person in document.people:
            person_id = into if into is not None else self._known_person(person)
            if person_id is None:
                person_id = self._new_person(person)
            elif (held := self._db.people.get(person_id)).state is PersonState.RESTRICTED:
                raise UserError("person_restricted", person=held.name)
            self._merged.people.add(person_id)
            turn_ids = {session.id: self._session(session, person_id) for session in person.sessions}
            self._copies(person, turn_ids)
            self._notes(person, turn_ids)
            self._facts(person.facts, person_id, turn_ids)
        return self._merged

    def _known_person(self, document: PersonDoc) -> int | None:
        db = self._db
        for known in db.people.find(document.name):
            same = (known.record_number, known.birth_date) == (document.record_number, document.birth_date)
            if same and db.imports.person_created_at(known.id) == document.created_at_ms:
                return known.id
        return None

    def _new_person(self, document: PersonDoc) -> int:
        self._merged.new_people += 1
        person = Person(
            0,
            document.name,
            document.sex,
            document.birth_date,
            document.record_number,
            document.state,
            document.fact_mode.value if document.fact_mode else "",
            document.shares_facts,
        )
        return self._db.imports.person(person, created_at_ms=document.created_at_ms)

    # --- sessions

    def _session(self, document: SessionDoc, person_id: int) -> dict[int, int]:
        """Add a session, or to the one that is there. Returns this vault's turns by the document's ids."""
        db = self._db
        session_id, known = self._same_session(document, person_id)
        is_new = session_id is None
        if session_id is None:
            session_id = db.imports.session(
                Session(
                    0,
                    person_id,
                    document.title,
                    document.created_at_ms,
                    document.updated_at_ms,
                    document.pinned,
                    document.archived,
                    folder_id=self._db.folders.add(person_id, document.folder).id if document.folder else None,
                    titled_by=document.titled_by,
                )
            )
            self._made.add(session_id)
            self._merged.new_sessions += 1
        turn_ids: dict[int, int] = {}
        for turn in document.turns:
            self._progress.step()
            parent_id = turn_ids[turn.parent] if turn.parent is not None else None
            turn_id = known.get(_key(turn, parent_id))
            if turn_id is None:
                turn_id = self._turn(turn, session_id, parent_id)
                self._merged.new_turns += 1
                self._merged.sessions.add(session_id)
            else:
                self._merged.known_turns += 1
            turn_ids[turn.id] = turn_id
        if is_new:
            self._merged.sessions.add(session_id)
            if document.head is not None:
                db.imports.set_head(session_id, turn_ids[document.head])
            self._summaries(document, session_id, turn_ids)
        return turn_ids

    def _same_session(self, document: SessionDoc, person_id: int) -> tuple[int | None, dict[_TurnKey, int]]:
        """The session of this vault that a document continues, with its turns."""
        first = _key(document.turns[0], None) if document.turns else None
        for session in self._db.sessions.list(person_id):
            if session.created_at_ms != document.created_at_ms or session.id in self._made:
                continue
            known = {_stored_key(turn): turn.id for turn in map(self._db.turns.get, self._db.turns.ids(session.id))}
            if first in known or (first is None and not known and session.title == document.title):
                return session.id, known
        return None, {}

    def _turn(self, document: TurnDoc, session_id: int, parent_id: int | None) -> int:
        db = self._db
        question = _message(document.question, "user")
        reply = _message(document.reply, "assistant") if document.reply is not None else None
        turn = Turn(0, session_id, parent_id, 0, question, reply, document.finish_reason, document.pinned)
        turn_id = db.imports.turn(turn)
        db.attachments.add(
            2 * turn_id - 1,
            [Attachment(one.name, one.text, one.file_bytes, one.tokens) for one in document.question.attachments],
        )
        if document.never_recalled:
            db.recall_exclusions.add(turn_id, now_ms=self._clock())
        if document.copy_of is not None:
            return turn_id  # remembered where it was said first
        reads = not document.read_for_facts and document.question.speaker != DOCUMENT
        db.jobs.add(turn_id, ("embed", "extract") if reads else ("embed",))
        return turn_id

    def _copies(self, person: PersonDoc, turn_ids: dict[int, dict[int, int]]) -> None:
        for session in person.sessions:
            for turn in session.turns:
                turn_id = turn_ids[session.id][turn.id]
                if turn.copy_of is not None and self._db.turn_copies.original_of(turn_id) is None:
                    original = turn_ids[turn.copy_of.session][turn.copy_of.turn]
                    if original != turn_id:
                        self._db.turn_copies.note(turn_id, original)

    def _notes(self, person: PersonDoc, turn_ids: dict[int, dict[int, int]]) -> None:
        """A note is the same where it was drafted at the same time; the one that is there stays."""
        notes = self._db.notes
        for session in person.sessions:
            if not session.notes or not turn_ids[session.id]:
                continue
            any_turn = next(iter(turn_ids[session.id].values()))
            session_id = self._db.turns.get(any_turn).session_id
            known = {(note.created_at_ms, note.title) for note in notes.of_session(session_id)}
            for document in session.notes:
                if (document.created_at_ms, document.title) not in known:
                    notes.add(note_of(document, session_id, turn_ids))

    def _summaries(self, document: SessionDoc, session_id: int, turn_ids: dict[int, int]) -> None:
        for summary in document.summaries:
            segment = self._db.summaries.add(
                session_id,
                summary.level,
                summary.text,
                covers=[turn_ids[turn] for turn in summary.covers],
                quotes=[Quote(turn_ids[each.turn], each.speaker, each.said_on, each.text) for each in summary.quotes],
                now_ms=summary.at_ms,
            )
            if summary.stale:
                self._db.imports.mark_summary_stale(segment.id)

    # --- facts

    def _facts(self, documents: tuple[FactDoc, ...], person_id: int, turn_ids: dict[int, dict[int, int]]) -> None:
        db = self._db
        held = db.facts.list(person_id)
        known = {_fact_key(fact): fact.id for fact in held}
        ids: dict[int, int] = {}
        new: list[FactDoc] = []
        for document in documents:
            fact = _fact(document, person_id)
            fact_id = known.get(_fact_key(fact))
            if fact_id is None:
                fact_id = db.imports.fact(fact)
                new.append(document)
            ids[document.id] = fact_id
            for source in document.sources:
                message_id = 2 * turn_ids[source.session][source.turn] - (source.role == "user")
                db.imports.fact_source(fact_id, message_id, source.start, source.end, source.quote, source.extractor)
        for document in new:
            if document.superseded_by is not None:
                db.imports.set_superseded_by(ids[document.id], ids[document.superseded_by])
            db.imports.fact_changes(
                FactChange(
                    ids[document.id],
                    change.at_ms,
                    change.actor,
                    change.kind,
                    change.state,
                    ids[change.other] if change.other is not None else None,
                )
                for change in document.changes
            )
        self._merged.new_facts += len(new)
        self._merged.known_facts += len(documents) - len(new)
        self._doubt(held, [db.facts.get(ids[document.id]) for document in new])

    def _doubt(self, held: list[Fact], new: list[Fact]) -> None:
        """What was imported and contradicts what is held is for a person to settle, as when both are said here."""
        now_ms = self._clock()
        believed = (FactState.ACTIVE, FactState.CONFLICT)
        doubtful: dict[int, Fact] = {}
        for fact in (fact for fact in new if fact.state in believed):
            against = [other for other in held if other.state in believed and contradict(fact, other)]
            doubtful.update({each.id: each for each in ([fact, *against] if against else [])})
        for fact in doubtful.values():
            if fact.state is FactState.ACTIVE:
                self._db.facts.set_state(fact.id, FactState.CONFLICT, now_ms=now_ms)


def _key(turn: TurnDoc, parent_id: int | None) -> _TurnKey:
    reply = turn.reply.text if turn.reply is not None else None
    return parent_id, turn.question.at_ms, turn.question.speaker, turn.question.text, reply


def _stored_key(turn: Turn) -> _TurnKey:
    reply = turn.reply.text if turn.reply is not None else None
    return turn.parent_id, turn.question.created_at_ms, turn.question.speaker, turn.question.text, reply


def _fact_key(fact: Fact) -> _FactKey:
    said = (fact.subject, fact.category, fact.attribute, fact.value, fact.unit, fact.polarity, fact.status)
    return *said, fact.speaker, fact.by_hand, fact.observed_at_ms, fact.recorded_at_ms


def _message(document: MessageDoc, role: Role) -> Message:
    status = MessageStatus.COMPLETE if role == "user" else document.status
    return Message(0, 0, role, document.speaker, document.text, status, document.at_ms)


def _fact(document: FactDoc, person_id: int) -> Fact:
    return Fact(
        id=0,
        person_id=person_id,
        subject=document.subject,
        category=document.category,
        attribute=document.attribute,
        value=document.value,
        unit=document.unit,
        polarity=document.polarity,
        status=document.status,
        state=document.state,
        speaker=document.speaker,
        confidence=document.confidence,
        observed_at_ms=document.observed_at_ms,
        valid_from=document.valid_from,
        valid_to=document.valid_to,
        recorded_at_ms=document.recorded_at_ms,
        retracted_at_ms=document.retracted_at_ms,
        superseded_by=None,
        pinned=document.pinned,
        quote="",
        session_id=0,
        turn_id=0,
        message_id=0,
        start=0,
        end=0,
        extractor="",
        doubt=document.doubt,
        by_hand=document.by_hand,
    )
