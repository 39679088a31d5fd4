"""Consolidation jobs: what is still to be done with a stored turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import apsw

from desktop_app.storage.connection import rows


@dataclass(frozen=True, slots=True)
class Job:
    """One kind of work on one turn: embed, extract or summarise."""

    turn_id: int
    kind: str
    attempts: int  # that failed


class JobRepository:
    """The queue; a job leaves it in the transaction that stores its result."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def add(self, turn_id: int, kinds: Iterable[str]) -> None:
        """Queue work on a turn. A job that waits already starts anew."""
        self._connection.executemany(
            "INSERT INTO consolidation_job (turn_id, kind) VALUES (?, ?)"
            " ON CONFLICT (turn_id, kind) DO UPDATE SET attempts = 0, not_before_ms = 0, error = ''",
            [(turn_id, kind) for kind in kinds],
        )

    def due(self, now_ms: int, limit: int) -> list[Job]:
        """The oldest turns' jobs that may run now."""
        found = rows(
            self._connection,
            "SELECT turn_id, kind, attempts FROM consolidation_job WHERE not_before_ms <= ?"
            " ORDER BY turn_id, kind LIMIT ?",
            (now_ms, limit),
        )
        return [Job(*fields) for fields in found]

    def done(self, turn_id: int, kind: str) -> None:
        """Take a job out of the queue."""
        self._connection.execute("DELETE FROM consolidation_job WHERE turn_id = ? AND kind = ?", (turn_id, kind))

    def failed(self, turn_id: int, kind: str, error: str, not_before_ms: int) -> None:
        """Keep a job for another try. ``error`` is a code, never text that was said."""
        self._connection.execute(
            "UPDATE consolidation_job SET attempts = attempts + 1, error = ?, not_before_ms = ?"
            " WHERE turn_id = ? AND kind = ?",
            (error, not_before_ms, turn_id, kind),
        )

    def postpone(self, turn_id: int, kind: str, not_before_ms: int) -> None:
        """Keep a job that had to make way for later; nothing failed."""
        self._connection.execute(
            "UPDATE consolidation_job SET not_before_ms = ? WHERE turn_id = ? AND kind = ?",
            (not_before_ms, turn_id, kind),
        )

    def counts(self) -> tuple[int, int]:
        """Jobs in the queue, and how many of them have failed before."""
        ((waiting, failed),) = rows(
            self._connection, "SELECT count(*), coalesce(sum(attempts > 0), 0) FROM consolidation_job"
        )
        return waiting, failed
