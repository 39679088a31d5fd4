"""Erasing turns, sessions and people with everything that was derived from them, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import apsw

from desktop_app.storage.chunks import ChunkRepository
from desktop_app.storage.connection import rows
from desktop_app.storage.message_search import MessageSearch

# ?1 is always the JSON list of the turns that go.
_TURNS = "(SELECT value FROM json_each(?1))"
_MESSAGES = f"(SELECT id FROM message WHERE turn_id IN {_TURNS})"
# Facts that rest on these turns and on nothing else.
_FACTS = (
    f"(SELECT fact_id FROM fact_source WHERE message_id IN {_MESSAGES} EXCEPT"
    f" SELECT fact_id FROM fact_source WHERE message_id NOT IN {_MESSAGES}"
    f" AND fact_id IN (SELECT fact_id FROM fact_source WHERE message_id IN {_MESSAGES}))"
)
_SUMMARIES = (
    f"(SELECT s.id FROM summary AS s WHERE s.session_id IN (SELECT session_id FROM turn WHERE id IN {_TURNS})"
    f" AND EXISTS (SELECT 1 FROM json_each(s.coverage) AS c WHERE c.value IN {_TURNS}))"
)


class Eraser:
    """Removes rows together with their words, vectors, facts, summaries and texts kept in ledgers."""

    def __init__(self, connection: apsw.Connection, search: MessageSearch, chunks: ChunkRepository) -> None:
        self._connection = connection
        self._search = search
        self._chunks = chunks

    def turns(self, turn_ids: Iterable[int]) -> None:
        """Erase turns. Their children keep their place only if the caller gave them another parent."""
        ids = list(turn_ids)
        scope = "[" + ",".join(map(str, ids)) + "]"
        self._forget_words(scope)
        self._forget_ledger_texts(self._sources(scope))
        self._undo_superseding(scope)
        self._rows(f"DELETE FROM fact WHERE id IN {_FACTS}", scope)
        self._rows(f"DELETE FROM summary WHERE id IN {_SUMMARIES}", scope)
        for turn_id in ids:
            self._chunks.remove_turn(turn_id)
        self._rows(f"DELETE FROM turn WHERE id IN {_TURNS}", scope)

    def session(self, session_id: int) -> None:
        """Erase a session."""
        self._chunks.remove_session(session_id)
        self.turns([turn_id for (turn_id,) in self._rows("SELECT id FROM turn WHERE session_id = ?", session_id)])
        self._forget_ledger_texts([f"session:{session_id}"])
        self._connection.execute("DELETE FROM session WHERE id = ?", (session_id,))

    def person(self, person_id: int) -> None:
        """Erase a person."""
        self._chunks.remove_person(person_id)
        for (session_id,) in self._rows("SELECT id FROM session WHERE person_id = ?", person_id):
            self.session(session_id)
        facts = self._rows("SELECT id FROM fact WHERE person_id = ?", person_id)
        self._forget_ledger_texts([f"fact:{fact_id}" for (fact_id,) in facts])
        self._connection.execute("DELETE FROM person WHERE id = ?", (person_id,))

    def _forget_words(self, scope: str) -> None:
        # A reply that is still being written has no words in the index yet.
        gone = self._rows(f"SELECT id, text FROM message WHERE turn_id IN {_TURNS} AND status <> 'streaming'", scope)
        self._search.remove([(message_id, text) for message_id, text in gone])

    def _sources(self, scope: str) -> list[str]:
        """The names under which ledgers know what goes."""
        return [
            f"{kind}:{row_id}"
            for kind, ids in (
                ("turn", _TURNS),
                ("message", _MESSAGES),
                ("chunk", f"(SELECT id FROM chunk WHERE turn_id IN {_TURNS})"),
                ("fact", _FACTS),
                ("summary", _SUMMARIES),
            )
            for (row_id,) in self._rows(f"SELECT * FROM {ids}", scope)
        ]

    def _forget_ledger_texts(self, sources: list[str]) -> None:
        """A text stays as long as something else that is kept said the same."""
        touched: set[int] = set()
        for source in sources:
            gone = self._rows("DELETE FROM ledger_source WHERE source = ? RETURNING text_id", source)
            touched.update(text_id for (text_id,) in gone)
            self._connection.execute("DELETE FROM prompt_use WHERE source = ?", (source,))
        self._connection.executemany(
            "DELETE FROM ledger_text WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM ledger_source WHERE text_id = ?1)",
            [(text_id,) for text_id in touched],
        )

    def _undo_superseding(self, scope: str) -> None:
        """What a fact replaced holds again when the fact was never said."""
        self._rows(
            "UPDATE fact SET superseded_by = newer.superseded_by,"
            " state = CASE WHEN newer.superseded_by IS NULL AND fact.state = 'superseded' THEN 'active'"
            " ELSE fact.state END,"
            " retracted_at_ms = CASE WHEN newer.superseded_by IS NULL AND fact.state = 'superseded' THEN NULL"
            " ELSE fact.retracted_at_ms END"
            f" FROM fact AS newer WHERE newer.id = fact.superseded_by AND newer.id IN {_FACTS}"
            f" AND fact.id NOT IN {_FACTS}",
            scope,
        )

    def _rows(self, sql: str, binding: int | str) -> list[tuple[Any, ...]]:
        return rows(self._connection, sql, (binding,))
