"""From the vault to the document that is exported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from desktop_app.domain.conversation import FinishReason, Message, MessageStatus, Person, Session, Turn, VaultKind
from desktop_app.domain.memory import Fact
from desktop_app.domain.settings import FactMode, Settings
from desktop_app.services.exchange.agreements import arrival_documents, consent_documents
from desktop_app.services.exchange.notes import note_document
from desktop_app.services.exchange.progress import Progress
from desktop_app.services.exchange.schema import (
    AttachmentDoc,
    ChangeDoc,
    ExportDoc,
    FactDoc,
    MessageDoc,
    PersonDoc,
    PlaceDoc,
    QuoteDoc,
    SessionDoc,
    SourceDoc,
    SummaryDoc,
    TurnDoc,
)
from desktop_app.services.records import prompt_record
from desktop_app.storage.repositories import Repositories


@dataclass(frozen=True, slots=True)
class Scope:
    """What is exported: one session, all of one person, or (both None) everything with the settings."""

    person_id: int | None = None
    session_id: int | None = None

    @property
    def subject(self) -> str:
        """What the audit log calls it."""
        if self.session_id is not None:
            return f"session:{self.session_id}"
        return "vault" if self.person_id is None else f"person:{self.person_id}"


class Collector:
    """Reads one export over one unchanging view of the vault."""

    def __init__(
        self, db: Repositories, kind: VaultKind, vault_id: str, progress: Progress, *, with_context: bool
    ) -> None:
        self._db = db
        self._kind = kind
        self._vault_id = vault_id
        self._progress = progress
        self._with_context = with_context
        self._folders: dict[int, str] = {}  # names of the person at hand
        self._session_ids: set[int] = set()  # that are exported of that person

    def document(self, scope: Scope, settings: Callable[[], Settings] | None, now_ms: int) -> ExportDoc:
        """The whole document; with the settings where everything is exported and they are given.

        Raises:
            KeyError: the scope names what is gone.
        """
        db = self._db
        if scope.session_id is not None:
            session = db.sessions.get(scope.session_id)
            chosen = {session.person_id: [session]}
        else:
            people = [db.people.get(scope.person_id)] if scope.person_id is not None else db.people.list()
            chosen = {person.id: sorted(db.sessions.list(person.id), key=lambda one: one.id) for person in people}
        self._progress.expect(sum(len(db.turns.ids(session.id)) for each in chosen.values() for session in each))
        return ExportDoc(
            exported_at_ms=now_ms,
            vault_kind=self._kind,
            vault_id=self._vault_id,
            people=tuple(
                self._person(db.people.get(person_id), sessions, of_session=scope.session_id)
                for person_id, sessions in chosen.items()
            ),
            settings=msgspec.to_builtins(settings()) if settings is not None and scope == Scope() else None,
        )

    def _person(self, person: Person, sessions: list[Session], of_session: int | None) -> PersonDoc:
        self._folders = {folder.id: folder.name for folder in self._db.folders.list(person.id)}
        facts = self._db.facts.list(person.id)
        self._session_ids = {session.id for session in sessions}
        never_recalled = self._db.recall_exclusions.turns_of(person.id)
        if of_session is not None:
            said_here = {fact.id for fact in self._db.facts.said_in(self._db.turns.ids(of_session))}
            facts = [fact for fact in facts if fact.id in said_here]
        own, filed = self._db.own_categories.list(person.id), {fact.own_category for fact in facts}
        return PersonDoc(
            id=person.id,
            name=person.name,
            created_at_ms=self._db.imports.person_created_at(person.id),
            sex=person.sex,
            birth_date=person.birth_date,
            record_number=person.record_number,
            state=person.state,
            fact_mode=FactMode(person.fact_mode) if person.fact_mode else None,
            shares_facts=person.shares_facts,
            own_categories=tuple(category.name for category in own if of_session is None or category in filed),
            sessions=tuple(self._session(session, never_recalled) for session in sessions),
            facts=tuple(
                self._fact(fact, {each.id for each in facts}) for fact in sorted(facts, key=lambda fact: fact.id)
            ),
            keep_until=person.keep_until,
            consents=consent_documents(self._db, person.id) if of_session is None else (),
            arrivals=arrival_documents(self._db, person.id) if of_session is None else (),
        )

    def _session(self, session: Session, never_recalled: frozenset[int]) -> SessionDoc:
        return SessionDoc(
            id=session.id,
            title=session.title,
            created_at_ms=session.created_at_ms,
            updated_at_ms=session.updated_at_ms,
            pinned=session.pinned,
            archived=session.archived,
            folder=self._folders.get(session.folder_id or 0, ""),
            titled_by=session.titled_by,
            head=self._db.sessions.head(session.id),
            turns=tuple(self._turn(turn_id, never_recalled) for turn_id in self._db.turns.ids(session.id)),
            summaries=tuple(
                SummaryDoc(
                    segment.text,
                    segment.level,
                    segment.covered,
                    segment.created_at_ms,
                    tuple(QuoteDoc(each.turn_id, each.speaker, each.said_on, each.text) for each in segment.quotes),
                    segment.stale,
                )
                for segment in self._db.summaries.list(session.id)
            ),
            notes=tuple(
                note_document(self._db, note, self._session_ids)
                for note in reversed(self._db.notes.of_session(session.id))
            ),
        )

    def _turn(self, turn_id: int, never_recalled: frozenset[int]) -> TurnDoc:
        turn = self._db.turns.get(turn_id)
        self._progress.step()
        return TurnDoc(
            id=turn.id,
            parent=turn.parent_id,
            question=self._message(turn.question),
            reply=self._message(turn.reply) if turn.reply is not None else None,
            finish_reason=turn.finish_reason or FinishReason.INTERRUPTED,
            pinned=turn.pinned,
            never_recalled=turn.id in never_recalled,
            read_for_facts=self._db.jobs.error_of(turn.id, "extract") is None,
            copy_of=self._original(turn.id),
            context=self._context(turn),
        )

    def _original(self, turn_id: int) -> PlaceDoc | None:
        original = self._db.turn_copies.original_of(turn_id)
        session_id = self._db.turns.get(original).session_id if original is not None else 0
        return PlaceDoc(session_id, original) if original is not None and session_id in self._session_ids else None

    def _context(self, turn: Turn) -> dict[str, object] | None:
        return prompt_record(self._db, turn) if self._with_context else None

    def _message(self, message: Message) -> MessageDoc:
        writing = message.status is MessageStatus.STREAMING  # what is there of it by now
        return MessageDoc(
            message.speaker,
            message.words,
            message.created_at_ms,
            MessageStatus.INTERRUPTED if writing else message.status,
            tuple(
                AttachmentDoc(each.name, each.text, each.file_bytes, each.tokens)
                for each in self._db.attachments.of(message.id)
            ),
        )

    def _fact(self, fact: Fact, fact_ids: set[int]) -> FactDoc:
        """A fact; what it names outside of the export is left out."""
        where = {source.message_id: source for source in self._db.fact_history.sources(fact.id)}
        return FactDoc(
            id=fact.id,
            subject=fact.subject,
            category=fact.category,
            value=fact.value,
            polarity=fact.polarity,
            status=fact.status,
            state=fact.state,
            speaker=fact.speaker,
            observed_at_ms=fact.observed_at_ms,
            recorded_at_ms=fact.recorded_at_ms,
            attribute=fact.attribute,
            unit=fact.unit,
            confidence=fact.confidence,
            valid_from=fact.valid_from,
            valid_to=fact.valid_to,
            retracted_at_ms=fact.retracted_at_ms,
            superseded_by=fact.superseded_by if fact.superseded_by in fact_ids else None,
            pinned=fact.pinned,
            doubt=fact.doubt,
            by_hand=fact.by_hand,
            own_category=fact.own_category.name if fact.own_category else "",
            sources=tuple(
                SourceDoc(
                    where[message_id].session_id,
                    where[message_id].turn_id,
                    "user" if message_id % 2 else "assistant",
                    start,
                    end,
                    quote,
                    extractor,
                )
                for message_id, start, end, quote, extractor in self._db.imports.source_places(fact.id)
                if where[message_id].session_id in self._session_ids
            ),
            changes=tuple(
                ChangeDoc(
                    change.at_ms,
                    change.actor,
                    change.kind,
                    change.state,
                    change.other_id if change.other_id in fact_ids else None,
                )
                for change in self._db.fact_history.changes([fact.id])
            ),
        )
