"""Rows that come from elsewhere: stored as they are, with ids of this vault."""

from __future__ import annotations

from collections.abc import Iterable

import apsw

from desktop_app.domain.conversation import Message, Person, Session, Turn
from desktop_app.domain.fact_changes import FactChange
from desktop_app.domain.memory import Fact
from desktop_app.storage.connection import row, rows
from desktop_app.storage.message_search import MessageSearch


class ImportRepository:
    """Writes over one connection what another vault or program recorded; ids in what it is given mean nothing.

    Needs the writer's transaction.
    """

    def __init__(self, connection: apsw.Connection, search: MessageSearch) -> None:
        self._connection = connection
        self._search = search

    def person_created_at(self, person_id: int) -> int:
        """When a person was added (Unix milliseconds). Raises KeyError."""
        found = row(self._connection, "SELECT created_at_ms FROM person WHERE id = ?", (person_id,))
        if found is None:
            raise KeyError(person_id)
        return int(found[0])

    def question_times(self) -> list[tuple[int, int]]:
        """Every turn with the time of its question (Unix milliseconds)."""
        return [
            (turn_id, at_ms)
            for turn_id, at_ms in rows(
                self._connection, "SELECT turn_id, created_at_ms FROM message WHERE role = 'user'"
            )
        ]

    def person(self, person: Person, *, created_at_ms: int) -> int:
        """Store a person; what is known there is shared only where the vault allows it. Returns the id."""
        self._connection.execute(
            "INSERT INTO person (name, sex, birth_date, record_number, state, fact_mode, shares_facts, keep_until,"
            " created_at_ms) SELECT ?, ?, ?, ?, ?, ?, ? AND kind <> 'clinical', ?, ? FROM vault",
            (
                person.name,
                person.sex,
                person.birth_date,
                person.record_number,
                person.state.value,
                person.fact_mode,
                int(person.shares_facts),
                person.keep_until,
                created_at_ms,
            ),
        )
        return self._connection.last_insert_rowid()

    def session(self, session: Session) -> int:
        """Store a session without its turns. Returns the id."""
        self._connection.execute(
            "INSERT INTO session (person_id, title, pinned, archived, created_at_ms, updated_at_ms,"
            " folder_id, titled_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                session.person_id,
                session.title,
                int(session.pinned),
                int(session.archived),
                session.created_at_ms,
                session.updated_at_ms,
                session.folder_id,
                session.titled_by.value,
            ),
        )
        return self._connection.last_insert_rowid()

    def set_head(self, session_id: int, turn_id: int) -> None:
        """Make a branch the current one without changing when the session was last used."""
        self._connection.execute("UPDATE session SET head_turn_id = ? WHERE id = ?", (turn_id, session_id))

    def turn(self, turn: Turn) -> int:
        """Store a finished turn with its messages below ``turn.parent_id``. Returns the id."""
        assert turn.finish_reason is not None
        self._connection.execute(
            "INSERT INTO turn (session_id, parent_id, ordinal, finish_reason, pinned, created_at_ms)"
            " VALUES (?, ?, coalesce((SELECT ordinal + 1 FROM turn WHERE id = ?), 0), ?, ?, ?)",
            (
                turn.session_id,
                turn.parent_id,
                turn.parent_id,
                turn.finish_reason.value,
                int(turn.pinned),
                turn.created_at_ms,
            ),
        )
        turn_id = self._connection.last_insert_rowid()
        self._message(turn_id, turn.question)
        if turn.reply is not None:
            self._message(turn_id, turn.reply)
        return turn_id

    def _message(self, turn_id: int, message: Message) -> None:
        message_id = 2 * turn_id - (message.role == "user")
        self._connection.execute(
            "INSERT INTO message (id, turn_id, role, speaker, text, status, created_at_ms)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                message_id,
                turn_id,
                message.role,
                message.speaker,
                message.text,
                message.status.value,
                message.created_at_ms,
            ),
        )
        self._search.index(message_id)

    def mark_summary_stale(self, summary_id: int) -> None:
        """Have a segment made anew."""
        self._connection.execute("UPDATE summary SET stale = 1 WHERE id = ?", (summary_id,))

    def fact(self, fact: Fact) -> int:
        """Store a fact as it is held, without sources, history, or what took its place. Returns the id."""
        self._connection.execute(
            "INSERT INTO fact (person_id, subject, category, attribute, value, unit, polarity, status, state, speaker,"
            " confidence, observed_at_ms, valid_from, valid_to, recorded_at_ms, retracted_at_ms, pinned, doubt,"
            " by_hand, own_category_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                fact.person_id,
                fact.subject,
                fact.category.value,
                fact.attribute,
                fact.value,
                fact.unit,
                fact.polarity.value,
                fact.status.value,
                fact.state.value,
                fact.speaker,
                fact.confidence,
                fact.observed_at_ms,
                fact.valid_from,
                fact.valid_to,
                fact.recorded_at_ms,
                fact.retracted_at_ms,
                int(fact.pinned),
                fact.doubt.value,
                int(fact.by_hand),
                fact.own_category.id if fact.own_category else None,
            ),
        )
        return self._connection.last_insert_rowid()

    def set_superseded_by(self, fact_id: int, other_id: int) -> None:
        """Say which fact took a fact's place."""
        self._connection.execute("UPDATE fact SET superseded_by = ? WHERE id = ?", (other_id, fact_id))

    def fact_source(self, fact_id: int, message_id: int, start: int, end: int, quote: str, extractor: str) -> None:
        """Note a place where a fact was said; one that is noted already stays."""
        self._connection.execute(
            'INSERT INTO fact_source (fact_id, message_id, start, "end", quote, extractor) VALUES (?, ?, ?, ?, ?, ?)'
            " ON CONFLICT DO NOTHING",
            (fact_id, message_id, start, end, quote, extractor),
        )

    def fact_changes(self, changes: Iterable[FactChange]) -> None:
        """Store the history of facts, in order."""
        self._connection.executemany(
            "INSERT INTO fact_change (fact_id, at_ms, actor, kind, state, other_id) VALUES (?, ?, ?, ?, ?, ?)",
            [
                (each.fact_id, each.at_ms, each.actor, each.kind.value, each.state.value, each.other_id)
                for each in changes
            ],
        )

    def source_places(self, fact_id: int) -> list[tuple[int, int, int, str, str]]:
        """Where a fact was said: message, start and end in its text, quote, and who found it."""
        return [
            (message_id, start, end, quote, extractor)
            for message_id, start, end, quote, extractor in rows(
                self._connection,
                'SELECT message_id, start, "end", quote, extractor FROM fact_source WHERE fact_id = ? ORDER BY id',
                (fact_id,),
            )
        ]
