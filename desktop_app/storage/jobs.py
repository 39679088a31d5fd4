"""Consolidation jobs: what is still to be done with a stored turn."""

from __future__ import annotations

from collections.abc import Iterable

import apsw

from desktop_app.domain.jobs import FailedJob, Job
from desktop_app.storage.connection import rows


class JobRepository:
    """The queue; a job leaves it in the transaction that stores its result."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def add(self, turn_id: int, kinds: Iterable[str]) -> None:
        """Queue work on a turn. A job that waits already, or is being done, starts anew."""
        self._connection.executemany(
            "INSERT INTO consolidation_job (turn_id, kind) VALUES (?, ?) ON CONFLICT (turn_id, kind)"
            " DO UPDATE SET queued = queued + 1, attempts = 0, not_before_ms = 0, error = ''",
            [(turn_id, kind) for kind in kinds],
        )

    def add_reading(self, turn_id: int) -> None:
        """Queue what is done with every turn that is new: it is made findable and read for facts."""
        self.add(turn_id, ("embed", "extract"))

    def drop(self, person_id: int) -> None:
        """Give up all work on what was said with a person."""
        self._connection.execute(
            "DELETE FROM consolidation_job WHERE turn_id IN (SELECT t.id FROM turn AS t"
            " JOIN session AS s ON s.id = t.session_id WHERE s.person_id = ?)",
            (person_id,),
        )

    def add_missing(self, person_id: int) -> None:
        """Queue what was given up by `drop`: the turns of a person that are not indexed yet."""
        found = rows(
            self._connection,
            "SELECT t.id FROM turn AS t JOIN session AS s ON s.id = t.session_id WHERE s.person_id = ?"
            " AND t.finish_reason IS NOT NULL AND t.id NOT IN (SELECT turn_id FROM chunk)"
            " AND t.id NOT IN (SELECT turn_id FROM turn_copy)",
            (person_id,),
        )
        for (turn_id,) in found:
            self.add_reading(turn_id)

    def due(self, now_ms: int, limit: int) -> list[Job]:
        """The oldest turns' jobs that may run now."""
        found = rows(
            self._connection,
            "SELECT turn_id, kind, attempts, queued FROM consolidation_job WHERE not_before_ms <= ?"
            " ORDER BY turn_id, kind LIMIT ?",
            (now_ms, limit),
        )
        return [Job(*fields) for fields in found]

    def of_person(self, person_id: int, kind: str) -> list[Job]:
        """The jobs of a kind on what was said with a person, the oldest turn's first; those that failed too."""
        found = rows(
            self._connection,
            "SELECT j.turn_id, j.kind, j.attempts, j.queued FROM consolidation_job AS j"
            " JOIN turn AS t ON t.id = j.turn_id JOIN session AS s ON s.id = t.session_id"
            " WHERE s.person_id = ? AND j.kind = ? ORDER BY j.turn_id",
            (person_id, kind),
        )
        return [Job(*fields) for fields in found]

    def next_at(self) -> int | None:
        """When the next job may run, in milliseconds since 1970; None where none waits."""
        ((at_ms,),) = rows(self._connection, "SELECT min(not_before_ms) FROM consolidation_job")
        return None if at_ms is None else int(at_ms)

    def done(self, job: Job) -> None:
        """Take a job out of the queue, unless it was asked for again since it was read from it."""
        self._connection.execute(
            "DELETE FROM consolidation_job WHERE turn_id = ? AND kind = ? AND queued = ?",
            (job.turn_id, job.kind, job.queued),
        )

    def fail(self, job: Job, error: str, not_before_ms: int) -> None:
        """Keep a job for another try, unless it starts anew anyway. ``error`` is a code, never text that was said."""
        self._connection.execute(
            "UPDATE consolidation_job SET attempts = attempts + 1, error = ?, not_before_ms = ?"
            " WHERE turn_id = ? AND kind = ? AND queued = ?",
            (error, not_before_ms, job.turn_id, job.kind, job.queued),
        )

    def postpone(self, job: Job, not_before_ms: int) -> None:
        """Keep a job that had to make way for later; nothing failed."""
        self._connection.execute(
            "UPDATE consolidation_job SET not_before_ms = ? WHERE turn_id = ? AND kind = ? AND queued = ?",
            (not_before_ms, job.turn_id, job.kind, job.queued),
        )

    def retry(self) -> None:
        """Make every job that failed due at once."""
        self._connection.execute("UPDATE consolidation_job SET not_before_ms = 0 WHERE attempts > 0")

    def failed(self) -> list[FailedJob]:
        """The jobs that failed, the next to be tried first."""
        found = rows(
            self._connection,
            "SELECT j.turn_id, j.kind, j.attempts, j.error, j.not_before_ms, s.title, t.ordinal"
            " FROM consolidation_job AS j JOIN turn AS t ON t.id = j.turn_id JOIN session AS s ON s.id = t.session_id"
            " WHERE j.attempts > 0 ORDER BY j.not_before_ms, j.turn_id, j.kind",
        )
        return [FailedJob(*fields) for fields in found]

    def error_of(self, turn_id: int, kind: str) -> str | None:
        """The code with which a waiting job failed last, "" if it never did; None where no job waits."""
        found = rows(
            self._connection, "SELECT error FROM consolidation_job WHERE turn_id = ? AND kind = ?", (turn_id, kind)
        )
        return str(found[0][0]) if found else None

    def counts(self) -> tuple[int, int]:
        """Jobs in the queue, and how many of them have failed before."""
        ((waiting, failed),) = rows(
            self._connection, "SELECT count(*), coalesce(sum(attempts > 0), 0) FROM consolidation_job"
        )
        return waiting, failed
