"""Erasing turns, sessions and people with everything that was derived from them, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

import apsw

from desktop_app.storage.chunks import ChunkRepository
from desktop_app.storage.connection import row, rows, value
from desktop_app.storage.given_answers import GivenAnswers
from desktop_app.storage.message_search import MessageSearch
from desktop_app.storage.turn_copies import TurnCopies
from desktop_app.storage.turn_tree import NEWEST_LEAF, OTHER_VERSIONS

# ?1 is always the JSON list of the turns that go.
TURNS = "(SELECT value FROM json_each(?1))"
MESSAGES = f"(SELECT id FROM message WHERE turn_id IN {TURNS})"
# Facts that rest on these turns and on nothing else; what a hand entered rests on itself.
FACTS = (
    f"(SELECT fact_id FROM fact_source WHERE message_id IN {MESSAGES}"
    " AND NOT (SELECT by_hand FROM fact WHERE id = fact_id) EXCEPT"
    f" SELECT fact_id FROM fact_source WHERE message_id NOT IN {MESSAGES}"
    f" AND fact_id IN (SELECT fact_id FROM fact_source WHERE message_id IN {MESSAGES}))"
)
SUMMARIES = (
    f"(SELECT s.id FROM summary AS s WHERE s.session_id IN (SELECT session_id FROM turn WHERE id IN {TURNS})"
    f" AND EXISTS (SELECT 1 FROM json_each(s.coverage) AS c WHERE c.value IN {TURNS}))"
)
NOTE_SENTENCES = f"(SELECT sentence_id FROM note_source WHERE message_id IN {MESSAGES})"
_PEOPLE = f"(SELECT s.person_id FROM turn AS t JOIN session AS s ON s.id = t.session_id WHERE t.id IN {TURNS})"
# The turns after ?1, on all branches.
_MOVE_UP = """
WITH RECURSIVE below (id) AS (
    SELECT id FROM turn WHERE parent_id = ?1
    UNION ALL
    SELECT u.id FROM below JOIN turn AS u ON u.parent_id = below.id
)
UPDATE turn SET ordinal = ordinal - 1 WHERE id IN below
"""

_DERIVED = f"""
SELECT
    (SELECT count(DISTINCT s.fact_id) FROM fact_source AS s JOIN message AS m ON m.id = s.message_id
        WHERE m.turn_id IN {TURNS} AND s.fact_id NOT IN {FACTS}),
    (SELECT count(*) FROM summary WHERE id IN {SUMMARIES}),
    (SELECT count(*) FROM chunk WHERE turn_id IN {TURNS} AND embedding_fingerprint <> ''),
    (SELECT count(*) FROM ledger WHERE turn_id IN {TURNS})
"""

_WORD_INDEXES = ("message_fts", "chunk_fts")
_CUT_AT_MOST = 100  # turns

Rewritten: TypeAlias = frozenset[tuple[int, int]]  # replies that say less now: message and session


@dataclass(frozen=True, slots=True)
class DerivedFromSession:
    """What goes with a session, and what stays although it was said there too."""

    turns: int
    facts: tuple[str, ...]  # values of those that rest on nothing else, without those that hold no longer
    facts_kept: int
    summaries: int
    vectors: int
    context_records: int


@dataclass(frozen=True, slots=True)
class DerivedFromPerson:
    """What goes with a person."""

    sessions: int
    turns: int
    facts: tuple[str, ...]  # values, without those that hold no longer
    summaries: int
    vectors: int
    context_records: int


class Eraser:
    """Removes rows together with their words, vectors, facts, summaries and texts kept in ledgers."""

    def __init__(
        self, connection: apsw.Connection, search: MessageSearch, chunks: ChunkRepository, copies: TurnCopies
    ) -> None:
        self._connection = connection
        self._search = search
        self._chunks = chunks
        self._copies = copies
        self._answers = GivenAnswers(connection, search)

    def turn(self, turn_id: int) -> Rewritten:
        """Erase a turn; the turns after it close the gap.

        Returns:
            The answers from memory that quoted it.

        Raises:
            KeyError: there is no such turn.
        """
        turn = row(self._connection, "SELECT session_id, parent_id FROM turn WHERE id = ?", (turn_id,))
        if turn is None:
            raise KeyError(turn_id)
        session_id, parent_id = turn
        # Where a session begins is context of all its turns.
        reach = 1 if parent_id is not None else len(self._turns_of(session_id))
        with self._word_index_open(reach):
            self._forget_ledger_texts(self._chunk_sources("turn_id", turn_id))
            self._chunks.remove_turn(turn_id)  # and what stands around it, so before the gap is closed
            self._close_gap(turn_id, session_id, parent_id)
            return self._erase([turn_id])

    def turns_of(self, session_id: int) -> Rewritten:
        """Erase all turns of a session. Returns as `turn`."""
        turn_ids = self._turns_of(session_id)
        self._connection.execute("UPDATE session SET head_turn_id = NULL WHERE id = ?", (session_id,))
        with self._word_index_open(len(turn_ids)):
            return self._erase_turns_of(session_id, turn_ids)

    def session(self, session_id: int) -> Rewritten:
        """Erase a session. Returns as `turn`."""
        turn_ids = self._turns_of(session_id)
        with self._word_index_open(len(turn_ids)):
            return self._erase_session(session_id, turn_ids)

    def person(self, person_id: int) -> Rewritten:
        """Erase a person. Returns as `turn`."""
        sessions = self._ids("SELECT id FROM session WHERE person_id = ?", person_id)
        turns = {session_id: self._turns_of(session_id) for session_id in sessions}
        rewritten: Rewritten = frozenset()
        with self._word_index_open(sum(map(len, turns.values()))):
            for session_id, turn_ids in turns.items():
                rewritten |= self._erase_session(session_id, turn_ids)
        facts = self._ids("SELECT id FROM fact WHERE person_id = ?", person_id)
        self._forget_ledger_texts([f"fact:{fact_id}" for fact_id in facts])
        self._connection.execute("DELETE FROM person WHERE id = ?", (person_id,))
        return rewritten - {(message_id, session_id) for message_id, session_id in rewritten if session_id in turns}

    def title(self, session_id: int) -> None:
        """Forget what stored prompts say a session is called."""
        self._forget_ledger_texts([f"session:{session_id}", *self._chunk_sources("session_id", session_id)])

    def facts(self, fact_ids: Iterable[int]) -> None:
        """Erase facts with their history and what stands of them in stored prompts."""
        for fact_id in fact_ids:
            self._forget_ledger_texts([f"fact:{fact_id}"])
            self._connection.execute("DELETE FROM fact WHERE id = ?", (fact_id,))

    def unlearn(self, session_id: int) -> None:
        """Erase what was learnt from a session; its turns stay, and so do facts that also rest on others."""
        scope = "[" + ",".join(map(str, self._turns_of(session_id))) + "]"
        chunks = self._chunk_sources("session_id", session_id)
        facts = [f"fact:{fact_id}" for (fact_id,) in self._rows(f"SELECT * FROM {FACTS}", scope)]
        self._forget_ledger_texts([f"session:{session_id}", *chunks, *facts])
        self._undo_superseding(scope)
        self._rows(f"DELETE FROM fact WHERE id IN {FACTS}", scope)
        self._rows(f"DELETE FROM fact_source WHERE message_id IN {MESSAGES}", scope)

    def derived(self, *session_ids: int) -> DerivedFromSession:
        """What erasing sessions together would take along."""
        turn_ids = [turn_id for session_id in session_ids for turn_id in self._turns_of(session_id)]
        scope = "[" + ",".join(map(str, turn_ids)) + "]"
        going = self._rows(
            "SELECT value FROM fact WHERE state IN ('proposed', 'active', 'conflict')"
            f" AND id IN {FACTS} ORDER BY category, id",
            scope,
        )
        ((kept, *others),) = self._rows(_DERIVED, scope)
        return DerivedFromSession(len(turn_ids), tuple(value for (value,) in going), kept, *others)

    def derived_from_person(self, person_id: int) -> DerivedFromPerson:
        """What erasing a person would take along."""
        sessions = self._ids("SELECT id FROM session WHERE person_id = ?", person_id)
        turn_ids = [turn_id for session_id in sessions for turn_id in self._turns_of(session_id)]
        scope = "[" + ",".join(map(str, turn_ids)) + "]"
        going = self._rows(
            "SELECT value FROM fact WHERE person_id = ? AND state IN ('proposed', 'active', 'conflict')"
            " ORDER BY category, id",
            person_id,
        )
        ((_, *others),) = self._rows(_DERIVED, scope)
        return DerivedFromPerson(len(sessions), len(turn_ids), tuple(value for (value,) in going), *others)

    def _erase_session(self, session_id: int, turn_ids: list[int]) -> Rewritten:
        self._forget_ledger_texts([f"session:{session_id}"])
        rewritten = self._erase_turns_of(session_id, turn_ids)
        self._connection.execute("DELETE FROM session WHERE id = ?", (session_id,))
        return rewritten

    def _erase_turns_of(self, session_id: int, turn_ids: list[int]) -> Rewritten:
        self._forget_ledger_texts(self._chunk_sources("session_id", session_id))
        self._chunks.remove_session(session_id)
        return self._erase(turn_ids)

    def _close_gap(self, turn_id: int, session_id: int, parent_id: int | None) -> None:
        """Let what follows a turn follow another version of it that has nothing after it, else the turn before.

        A turn that took the place of one with versions would itself pass for a version of a question it is not.
        A session whose head goes shows the nearest other version to its end, else the turn before.
        """
        heirs = self._ids(OTHER_VERSIONS, turn_id)
        free = next((heir for heir in heirs if not self._ids("SELECT id FROM turn WHERE parent_id = ?", heir)), None)
        if free is None:
            self._connection.execute(_MOVE_UP, (turn_id,))
        after = parent_id if free is None else free
        self._connection.execute("UPDATE turn SET parent_id = ? WHERE parent_id = ?", (after, turn_id))
        head = parent_id if not heirs else value(self._connection, NEWEST_LEAF, (heirs[0],))
        self._connection.execute(
            "UPDATE session SET head_turn_id = ? WHERE id = ? AND head_turn_id = ?", (head, session_id, turn_id)
        )

    def _erase(self, turn_ids: list[int]) -> Rewritten:
        self._copies.release(turn_ids)
        scope = "[" + ",".join(map(str, turn_ids)) + "]"
        self._search.remove(message_id for (message_id,) in self._rows(MESSAGES[1:-1], scope))
        rewritten = self._answers.rewrite_without(turn_ids)
        quoting = [f"message:{message_id}" for message_id, _ in rewritten]
        self._forget_ledger_texts([*self._sources(scope), *quoting])
        self._undo_superseding(scope)
        self._rows(f"DELETE FROM fact WHERE id IN {FACTS}", scope)
        self._rows(f"DELETE FROM summary WHERE id IN {SUMMARIES}", scope)
        self._rows(f"DELETE FROM map_plane WHERE person_id IN {_PEOPLE}", scope)
        self._rows(
            f"UPDATE note SET cut = 1 WHERE id IN (SELECT note_id FROM note_sentence WHERE id IN {NOTE_SENTENCES})",
            scope,
        )
        self._rows(f"DELETE FROM note_sentence WHERE id IN {NOTE_SENTENCES}", scope)
        self._rows(f"DELETE FROM turn WHERE id IN {TURNS}", scope)
        return rewritten

    @contextmanager
    def _word_index_open(self, turns: int) -> Iterator[None]:
        """Leave no trace in the word indexes, by the cheaper of two ways.

        Cutting a row's terms out of the index costs milliseconds a row. For many rows it is faster to
        mark them and to write the index anew at the end, which leaves the marked ones behind.
        """
        if turns <= _CUT_AT_MOST:
            yield
            return
        for table in _WORD_INDEXES:
            self._connection.execute(f"INSERT INTO {table} ({table}, rank) VALUES ('secure-delete', 0)")
        yield
        for table in _WORD_INDEXES:
            self._connection.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")
            self._connection.execute(f"INSERT INTO {table} ({table}, rank) VALUES ('secure-delete', 1)")

    def _sources(self, scope: str) -> list[str]:
        """The names under which ledgers know what goes."""
        return [
            f"{kind}:{row_id}"
            for kind, ids in (
                ("turn", TURNS),
                ("message", MESSAGES),
                ("fact", FACTS),
                ("summary", SUMMARIES),
            )
            for (row_id,) in self._rows(f"SELECT * FROM {ids}", scope)
        ]

    def _chunk_sources(self, column: str, binding: int) -> list[str]:
        return [f"chunk:{chunk_id}" for chunk_id in self._ids(f"SELECT id FROM chunk WHERE {column} = ?", binding)]

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
            " state = CASE WHEN newer.superseded_by IS NULL AND fact.state <> 'forgotten' THEN 'active'"
            " ELSE fact.state END,"
            " retracted_at_ms = CASE WHEN newer.superseded_by IS NULL AND fact.state <> 'forgotten' THEN NULL"
            " ELSE fact.retracted_at_ms END"
            f" FROM fact AS newer WHERE newer.id = fact.superseded_by AND newer.id IN {FACTS}"
            f" AND fact.id NOT IN {FACTS}",
            scope,
        )

    def _turns_of(self, session_id: int) -> list[int]:
        return self._ids("SELECT id FROM turn WHERE session_id = ?", session_id)

    def _ids(self, sql: str, binding: int) -> list[int]:
        return [row_id for (row_id,) in self._rows(sql, binding)]

    def _rows(self, sql: str, binding: int | str) -> list[tuple[Any, ...]]:
        return rows(self._connection, sql, (binding,))
