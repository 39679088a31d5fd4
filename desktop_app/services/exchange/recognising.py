"""What of a document a vault holds already.

A document of another vault is compared by what it says. One that this vault wrote itself names its rows: they are known
by their ids, which are never given out twice, together with the time they were made at, since a copy of the vault that
was gone on with elsewhere gives out the same ids for other rows.
"""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cached_property
from typing import TypeAlias

from desktop_app.domain.audit import AuditFilter
from desktop_app.domain.conversation import Turn
from desktop_app.domain.memory import Fact
from desktop_app.services.exchange.schema import FactDoc, PersonDoc, SessionDoc, TurnDoc
from desktop_app.storage.repositories import Repositories

TurnKey: TypeAlias = "tuple[int | None, int, str, str, str | None]"
FactKey: TypeAlias = tuple[object, ...]


def turn_key(turn: TurnDoc, parent_id: int | None) -> TurnKey:
    """What tells a turn of a session apart."""
    reply = turn.reply.text if turn.reply is not None else None
    return parent_id, turn.question.at_ms, turn.question.speaker, turn.question.text, reply


def fact_key(fact: Fact) -> FactKey:
    """What tells a fact of a person apart."""
    said = (fact.subject, fact.category, fact.attribute, fact.value, fact.unit, fact.polarity, fact.status)
    return *said, fact.speaker, fact.by_hand, fact.observed_at_ms, fact.recorded_at_ms


class Recogniser:
    """Finds rows of the vault for parts of a document.

    Args:
        db: the vault.
        own: whether the vault wrote the document itself.
    """

    def __init__(self, db: Repositories, *, own: bool) -> None:
        self._db = db
        self._own = own

    def person(self, document: PersonDoc) -> int | None:
        """Who it is here; also where they were renamed, or joined with another record, since."""
        if self._own and document.id is not None:
            number = self._joined_to(document.id)
            if number != document.id or self._is(number, document.created_at_ms):
                return number
        for known in self._db.people.find(document.name):
            same = (known.record_number, known.birth_date) == (document.record_number, document.birth_date)
            if same and self._is(known.id, document.created_at_ms):
                return known.id
        return None

    def session(self, document: SessionDoc, person_id: int, but: set[int]) -> tuple[int | None, dict[TurnKey, int]]:
        """The session that a document continues, with its turns; also where it was moved to somebody else since.

        Args:
            document: the session.
            person_id: whose it is in the document.
            but: sessions that are not meant.
        """
        if self._own and (held := self._own_session(document)) is not None:
            return held, self._turns(held)
        first = turn_key(document.turns[0], None) if document.turns else None
        for session in self._db.sessions.list(person_id):
            if session.created_at_ms != document.created_at_ms or session.id in but:
                continue
            known = self._turns(session.id)
            if first in known or (first is None and not known and session.title == document.title):
                return session.id, known
        return None, {}

    def own_turn(self, document: TurnDoc, session_id: int) -> int | None:
        """The very turn, in a session where it still stands."""
        if not self._own:
            return None
        try:
            turn = self._db.turns.get(document.id)
        except KeyError:
            return None
        return turn.id if turn.session_id == session_id and _same_question(turn, document) else None

    def is_with_somebody_else(self, document: TurnDoc, person_id: int) -> bool:
        """Whether a turn of this vault's was moved to another person since, which gave it another id."""
        if not self._own or document.copy_of is not None:
            return False
        turns = (self._db.turns.get(number) for number in self._said_at.get(document.question.at_ms, ()))
        return any(
            _same_question(turn, document) and self._db.sessions.get(turn.session_id).person_id != person_id
            for turn in turns
        )

    def own_fact(self, document: FactDoc) -> Fact | None:
        """The very fact, whatever became of it."""
        if not self._own:
            return None
        try:
            fact = self._db.facts.get(document.id)
        except KeyError:
            return None
        return fact if fact.recorded_at_ms == document.recorded_at_ms else None

    def was_erased(self, kind: str, number: int | None) -> bool:
        """Whether a person, a session or a turn was erased with a certificate, which no copy may undo."""
        return self._own and f"{kind}:{number}" in self._erased

    def _is(self, person_id: int, created_at_ms: int) -> bool:
        try:
            return self._db.imports.person_created_at(person_id) == created_at_ms
        except KeyError:
            return False

    def _joined_to(self, person_id: int) -> int:
        while person_id in self._joined:
            person_id = self._joined[person_id]
        return person_id

    def _own_session(self, document: SessionDoc) -> int | None:
        try:
            session = self._db.sessions.get(document.id)
        except KeyError:
            return None
        return session.id if session.created_at_ms == document.created_at_ms else None

    def _turns(self, session_id: int) -> dict[TurnKey, int]:
        turns = map(self._db.turns.get, self._db.turns.ids(session_id))
        return {
            (
                turn.parent_id,
                turn.question.created_at_ms,
                turn.question.speaker,
                turn.question.text,
                turn.reply.text if turn.reply is not None else None,
            ): turn.id
            for turn in turns
        }

    @cached_property
    def _said_at(self) -> dict[int, list[int]]:
        """The vault's turns by the time of their question; as they were before anything was added."""
        found: dict[int, list[int]] = defaultdict(list)
        for turn_id, at_ms in self._db.imports.question_times():
            found[at_ms].append(turn_id)
        return found

    @cached_property
    def _joined(self) -> dict[int, int]:
        """Records that were joined with another: the number each went into."""
        found = {}
        for entry in self._db.audit.entries(AuditFilter("person.merged"), -1):
            into = json.loads(entry.detail).get("into")
            if into is not None:
                found[int(entry.subject.partition(":")[2])] = int(into)
        return found

    @cached_property
    def _erased(self) -> frozenset[str]:
        return frozenset(entry.subject for entry in self._db.audit.entries(AuditFilter("erased"), -1))


def _same_question(turn: Turn, document: TurnDoc) -> bool:
    held, said = turn.question, document.question
    return (held.created_at_ms, held.speaker, held.text) == (said.at_ms, said.speaker, said.text)
