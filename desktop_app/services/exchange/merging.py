"""A document becomes part of a vault: what is there already stays as it is, what is new is added."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec.structs import replace

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
    VaultKind,
)
from desktop_app.domain.errors import UserError
from desktop_app.domain.fact_changes import FactChange
from desktop_app.domain.memory import CURRENT_STATES, Fact, FactState, OwnCategory, Quote
from desktop_app.domain.own_categories import same_name, tidy
from desktop_app.domain.validity import contradict
from desktop_app.services.exchange.agreements import consent_of
from desktop_app.services.exchange.held_facts import new_fact
from desktop_app.services.exchange.notes import note_of
from desktop_app.services.exchange.progress import Progress
from desktop_app.services.exchange.recognising import Recogniser, fact_key, turn_key
from desktop_app.services.exchange.schema import (
    ExportDoc,
    FactDoc,
    MessageDoc,
    NoteDoc,
    PersonDoc,
    SentenceDoc,
    SessionDoc,
    SourceDoc,
    TurnDoc,
)
from desktop_app.storage.repositories import Repositories


@dataclass(slots=True)
class Merged:
    """What came of an import: ids of people and sessions it touched, how much was new, and what stayed out.

    ``left_restricted`` counts people, ``left_erased`` people, sessions and turns that an erasure took.
    """

    people: set[int]
    sessions: set[int]
    new_people: int = 0
    new_sessions: int = 0
    new_turns: int = 0
    known_turns: int = 0
    new_facts: int = 0
    known_facts: int = 0
    left_restricted: int = 0
    left_erased: int = 0


class Merger:
    """Writes one document in the caller's transaction.

    A person is the same where name, record number, birth date and the time of being added are; a session where
    it was opened at the same time and begins with the same turn; a turn where it follows the same turn and says
    the same at the same time; a fact where it says the same of the same moment. A document that the vault wrote
    itself is known by its ids as well, see `recognising`; what was erased since, or moved to somebody else, stays so.

    Args:
        db: the vault, in a writing transaction.
        kind: of the vault.
        clock: the time.
        progress: hears of every turn.
        own: whether the vault wrote the document itself.
    """

    def __init__(self, db: Repositories, kind: VaultKind, clock: Clock, progress: Progress, *, own: bool) -> None:
        self._db = db
        self._kind = kind
        self._clock = clock
        self._progress = progress
        self._own = own
        self._held = Recogniser(db, own=own)
        self._merged = Merged(set(), set())
        self._session_ids: dict[int, int] = {}  # of this vault, by the document's; of the person at hand
        self._new_turns: set[int] = set()
        self._made: set[int] = set()  # sessions of this import: two of its own are never one

    def merge(self, document: ExportDoc, into: int | None, *, leave_restricted: bool = False) -> Merged:
        """Add a document.

        Args:
            document: checked.
            into: the person everything of the document's only person goes to; None for the people it names.
            leave_restricted: pass over who is restricted here, instead of refusing the document.

        Raises:
            UserError: ``person_restricted``, ``import_one_person``, ``exchange_cancelled``.
        """
        if into is not None and len(document.people) > 1:
            raise UserError("import_one_person")
        for person in document.people:
            person_id = into if into is not None else self._held.person(person)
            if person_id is None and self._held.was_erased("person", person.id):
                self._merged.left_erased += 1
            elif person_id is None:
                self._take(person, self._new_person(person))
            elif (held := self._db.people.get(person_id)).state is not PersonState.RESTRICTED:
                self._take(person, person_id)
            elif leave_restricted:
                self._merged.left_restricted += 1
            else:
                raise UserError("person_restricted", person=held.name)
        return self._merged

    def _take(self, person: PersonDoc, person_id: int) -> None:
        self._merged.people.add(person_id)
        turn_ids: dict[int, dict[int, int]] = {}
        for session in person.sessions:
            if self._held.was_erased("session", session.id):
                self._merged.left_erased += 1
                turn_ids[session.id] = {}
            else:
                turn_ids[session.id] = self._session(session, person_id)
        self._copies(person, turn_ids)
        self._notes(person, turn_ids)
        self._facts(person, person_id, turn_ids)
        self._agreements(person, person_id)
        if person.state is PersonState.RESTRICTED:
            self._db.jobs.drop(person_id)  # kept, and worked on no more

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
            document.keep_until,
        )
        return self._db.imports.person(person, created_at_ms=document.created_at_ms)

    # --- sessions

    def _session(self, document: SessionDoc, person_id: int) -> dict[int, int]:
        """Add a session, or to the one that is there. Returns this person's turns by the document's ids."""
        db = self._db
        session_id, known = self._held.session(document, person_id, self._made)
        is_new = session_id is None
        turn_ids: dict[int, int] = {}
        before: dict[int, int | None] = {turn.id: turn.parent for turn in document.turns}
        if document.turns == () and is_new:
            session_id = self._new_session(document, person_id)
        for turn in document.turns:
            self._progress.step()
            parent_id = _nearest(turn.parent, before, turn_ids)
            turn_id = known.get(turn_key(turn, parent_id))
            if turn_id is None and session_id is not None:
                turn_id = self._held.own_turn(turn, session_id)
            if turn_id is not None:
                self._merged.known_turns += 1
            elif self._held.was_erased("turn", turn.id):
                self._merged.left_erased += 1
                continue
            elif self._held.is_with_somebody_else(turn, person_id):
                self._merged.known_turns += 1
                continue
            else:
                session_id = session_id or self._new_session(document, person_id)
                turn_id = self._turn(turn, session_id, parent_id)
                self._new_turns.add(turn_id)
                self._merged.new_turns += 1
                self._merged.sessions.add(session_id)
            turn_ids[turn.id] = turn_id
        if session_id is None:
            return {}
        self._session_ids[document.id] = session_id
        self._set_head(session_id, _nearest(document.head, before, turn_ids), is_new=is_new)
        if is_new:
            self._merged.sessions.add(session_id)
            self._summaries(document, session_id, turn_ids)
        return turn_ids if db.sessions.get(session_id).person_id == person_id else {}

    def _new_session(self, document: SessionDoc, person_id: int) -> int:
        session_id = self._db.imports.session(
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
        return session_id

    def _set_head(self, session_id: int, head: int | None, *, is_new: bool) -> None:
        """Show the document's branch where the vault has no other: what was added must not lie hidden below it."""
        if head is None:
            return
        shown, above = self._db.sessions.head(session_id), head
        while not is_new and shown is not None and above != shown:
            parent_id = self._db.turns.get(above).parent_id
            if parent_id is None:
                return
            above = parent_id
        self._db.imports.set_head(session_id, head)

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
                turn_id = turn_ids[session.id].get(turn.id)
                if turn_id is None or turn.copy_of is None or self._db.turn_copies.original_of(turn_id) is not None:
                    continue
                original = turn_ids.get(turn.copy_of.session, {}).get(turn.copy_of.turn)
                if original is not None and original != turn_id:
                    self._db.turn_copies.note(turn_id, original)

    def _notes(self, person: PersonDoc, turn_ids: dict[int, dict[int, int]]) -> None:
        """A note is the same where it was drafted at the same time; the one that is there stays."""
        notes = self._db.notes
        for session in person.sessions:
            session_id = self._session_ids.get(session.id)
            if not session.notes or session_id is None or not turn_ids[session.id]:
                continue
            known = {(note.created_at_ms, note.title) for note in notes.of_session(session_id)}
            for document in session.notes:
                if (document.created_at_ms, document.title) not in known:
                    notes.add(note_of(_resting_on(document, turn_ids), session_id, turn_ids))

    def _summaries(self, document: SessionDoc, session_id: int, turn_ids: dict[int, int]) -> None:
        for summary in document.summaries:
            if not turn_ids.keys() >= {*summary.covers, *(quote.turn for quote in summary.quotes)}:
                continue  # it tells of words that are not here any more; it is made anew
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

    # --- what a patient agreed to, and the lists of days

    def _agreements(self, document: PersonDoc, person_id: int) -> None:
        """What was written down here stays as it is, also where the document knows of no end to it."""
        consents = self._db.consents
        known = {(consent.entry, consent.recorded_at_ms) for consent in consents.list(person_id)}
        for each in document.consents:
            consent = consent_of(each, person_id)
            if (consent.entry, consent.recorded_at_ms) not in known:
                consents.store(consent)
        for place in document.arrivals:
            if person_id not in self._db.arrivals.of_day(place.day):
                self._db.arrivals.put(place.day, person_id, place.state, now_ms=place.at_ms)

    # --- facts

    def _own_category(self, name: str, person_id: int) -> OwnCategory | None:
        """The person's own category of a name, added where there is none; patients have none."""
        if not name or self._kind is VaultKind.CLINICAL:
            return None
        own = self._db.own_categories
        return same_name(own.list(person_id), name) or own.add(person_id, tidy(name))

    def _facts(self, person: PersonDoc, person_id: int, turn_ids: dict[int, dict[int, int]]) -> None:
        db, documents = self._db, person.facts
        if not self._own:  # the vault itself may have renamed or dissolved some since
            for name in person.own_categories:
                self._own_category(name, person_id)
        held = db.facts.list(person_id)
        known = {fact_key(fact): fact.id for fact in held}
        ids: dict[int, int] = {}
        new: list[FactDoc] = []
        for document in documents:
            if (own := self._held.own_fact(document)) is not None:
                if own.person_id == person_id:
                    ids[document.id] = own.id
                continue
            places = self._sources(document, turn_ids)
            if self._own and document.sources and not self._says_more(document, places):
                continue
            fact_id = known.get(fact_key(new_fact(document, person_id)))
            if fact_id is None:
                filed = self._own_category(document.own_category, person_id)
                fact_id = db.imports.fact(new_fact(document, person_id, filed))
                new.append(document)
            ids[document.id] = fact_id
            for turn_id, source in places:
                message_id = 2 * turn_id - (source.role == "user")
                db.imports.fact_source(fact_id, message_id, source.start, source.end, source.quote, source.extractor)
        for document in new:
            superseded_by = ids.get(document.superseded_by or 0)
            if superseded_by is not None:
                db.imports.set_superseded_by(ids[document.id], superseded_by)
            db.imports.fact_changes(
                FactChange(
                    ids[document.id], change.at_ms, change.actor, change.kind, change.state, ids.get(change.other or 0)
                )
                for change in document.changes
            )
        self._merged.new_facts += len(new)
        self._merged.known_facts += len(documents) - len(new)
        self._doubt(held, [db.facts.get(ids[document.id]) for document in new])

    @staticmethod
    def _sources(document: FactDoc, turn_ids: dict[int, dict[int, int]]) -> list[tuple[int, SourceDoc]]:
        found = ((turn_ids[source.session].get(source.turn), source) for source in document.sources)
        return [(turn_id, source) for turn_id, source in found if turn_id is not None]

    def _says_more(self, document: FactDoc, places: list[tuple[int, SourceDoc]]) -> bool:
        """Whether a fact of this vault's that is not here adds to what the vault itself read in the same words.

        Words that were moved to another person were read anew for that one, and an erasure took the facts along.
        """
        if document.by_hand:
            return bool(places)
        return any(turn_id in self._new_turns for turn_id, _ in places)

    def _doubt(self, held: list[Fact], new: list[Fact]) -> None:
        """What was imported and contradicts what is held is for a person to settle, as when both are said here."""
        now_ms = self._clock()
        doubtful: dict[int, Fact] = {}
        for fact in (fact for fact in new if fact.state in CURRENT_STATES):
            against = [other for other in held if other.state in CURRENT_STATES and contradict(fact, other)]
            doubtful.update({each.id: each for each in ([fact, *against] if against else [])})
        for fact in doubtful.values():
            if fact.state is FactState.ACTIVE:
                self._db.facts.set_state(fact.id, FactState.CONFLICT, now_ms=now_ms)


def _nearest(turn: int | None, before: Mapping[int, int | None], turn_ids: Mapping[int, int]) -> int | None:
    """The vault's turn for one of the document's, or for the nearest before it that the vault has."""
    while turn is not None and turn not in turn_ids:
        turn = before[turn]
    return turn_ids[turn] if turn is not None else None


def _resting_on(note: NoteDoc, turn_ids: Mapping[int, Mapping[int, int]]) -> NoteDoc:
    """A note without the sentences that rest on turns which are not there; it says that it was cut."""

    def stands(sentence: SentenceDoc) -> bool:
        return all(place.turn in turn_ids[place.session] for place in sentence.sources)

    sections = tuple(replace(each, sentences=tuple(filter(stands, each.sentences))) for each in note.sections)
    return replace(note, sections=sections, cut=True) if sections != note.sections else note


def _message(document: MessageDoc, role: Role) -> Message:
    status = MessageStatus.COMPLETE if role == "user" else document.status
    return Message(0, 0, role, document.speaker, document.text, status, document.at_ms)
