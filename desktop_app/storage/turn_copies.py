"""Turns of copied sessions: said once, standing twice."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import apsw

from desktop_app.domain.conversation import Turn
from desktop_app.storage.connection import rows, value
from desktop_app.storage.jobs import JobRepository
from desktop_app.storage.message_search import MessageSearch


class TurnCopies:
    """Copies turns and knows what was copied from what, over one connection; writing needs the writer's transaction.

    A copy carries no memory of its own: it has no chunks, and recall leaves the original out where the copy is
    in the prompt. Facts rest on both, so that either session can be deleted; their count is of what was said.
    """

    def __init__(self, connection: apsw.Connection, search: MessageSearch, jobs: JobRepository) -> None:
        self._connection = connection
        self._search = search
        self._jobs = jobs

    def copy(self, turns: Sequence[Turn], session_id: int) -> list[int]:
        """Copy turns, as one branch, into an empty session, where it becomes the current one. Returns their new ids."""
        parent_id: int | None = None
        copies: list[int] = []
        for ordinal, turn in enumerate(turns):
            parent_id = self._copy(turn, session_id, parent_id, ordinal)
            copies.append(parent_id)
        self._connection.execute("UPDATE session SET head_turn_id = ? WHERE id = ?", (parent_id, session_id))
        return copies

    def _copy(self, turn: Turn, session_id: int, parent_id: int | None, ordinal: int) -> int:
        reason = turn.finish_reason.value if turn.finish_reason is not None else None
        self._connection.execute(
            "INSERT INTO turn (session_id, parent_id, ordinal, finish_reason, pinned, created_at_ms)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (session_id, parent_id, ordinal, reason, int(turn.pinned), turn.created_at_ms),
        )
        copy_id = self._connection.last_insert_rowid()
        # A turn's question has the id 2 * turn - 1, its reply 2 * turn.
        self._connection.execute(
            "INSERT INTO message (id, turn_id, role, speaker, text, status, created_at_ms)"
            " SELECT id + 2 * (?1 - ?2), ?1, role, speaker, text, status, created_at_ms FROM message"
            " WHERE turn_id = ?2",
            (copy_id, turn.id),
        )
        self._connection.execute(
            "INSERT INTO attachment (message_id, position, name, text, file_bytes, tokens)"
            " SELECT message_id + 2 * (?1 - ?2), position, name, text, file_bytes, tokens FROM attachment"
            " WHERE message_id = 2 * ?2 - 1",
            (copy_id, turn.id),
        )
        self._search.index(2 * copy_id - 1)
        if turn.reply is not None:
            self._search.index(2 * copy_id)
        self.note(copy_id, turn.id)
        self._connection.execute(
            'INSERT INTO fact_source (fact_id, message_id, start, "end", quote, extractor)'
            ' SELECT fact_id, message_id + 2 * (?1 - ?2), start, "end", quote, extractor FROM fact_source'
            " WHERE message_id IN (2 * ?2 - 1, 2 * ?2) ORDER BY id",
            (copy_id, turn.id),
        )
        return copy_id

    def note(self, copy_id: int, turn_id: int) -> None:
        """Note that a turn repeats another, or what that one repeats."""
        self._connection.execute(
            "INSERT INTO turn_copy (turn_id, original_id)"
            " VALUES (?1, coalesce((SELECT original_id FROM turn_copy WHERE turn_id = ?2), ?2))",
            (copy_id, turn_id),
        )

    def original_of(self, turn_id: int) -> int | None:
        """The turn that a copy repeats; None for a turn that is none."""
        found: int | None = value(self._connection, "SELECT original_id FROM turn_copy WHERE turn_id = ?", (turn_id,))
        return found

    def is_copy(self, turn_id: int) -> bool:
        """Whether a turn only repeats one that is remembered elsewhere."""
        return bool(value(self._connection, "SELECT EXISTS (SELECT 1 FROM turn_copy WHERE turn_id = ?)", (turn_id,)))

    def originals_of(self, turn_ids: Iterable[int]) -> frozenset[int]:
        """The turns that stand for those of these turns that are copies."""
        found = rows(
            self._connection,
            "SELECT original_id FROM turn_copy WHERE turn_id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(turn_ids)),),
        )
        return frozenset(turn_id for (turn_id,) in found)

    def release(self, turn_ids: Sequence[int]) -> None:
        """Let the first copy that is left of each of these turns take its place in memory: they leave it."""
        scope = json.dumps(list(turn_ids))
        heirs = rows(
            self._connection,
            "SELECT original_id, min(turn_id) FROM turn_copy"
            " WHERE original_id IN (SELECT value FROM json_each(?1))"
            " AND turn_id NOT IN (SELECT value FROM json_each(?1)) GROUP BY original_id",
            (scope,),
        )
        for original_id, heir_id in heirs:
            self.stand_alone(heir_id)
            self._connection.execute(
                "UPDATE turn_copy SET original_id = ? WHERE original_id = ?", (heir_id, original_id)
            )

    def stand_alone(self, turn_id: int) -> None:
        """Make a copy a turn that is remembered by itself."""
        gone = rows(self._connection, "DELETE FROM turn_copy WHERE turn_id = ? RETURNING turn_id", (turn_id,))
        if gone:
            self._jobs.add_reading(turn_id)
