"""Rolling summaries of sessions, with the turns they stand for."""

from __future__ import annotations

import json
from collections.abc import Sequence

import apsw

from desktop_app.domain.memory import Summary
from desktop_app.storage.connection import row, rows


class SummaryRepository:
    """Reads and writes summaries over one connection; writing needs the writer's transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def add(
        self,
        session_id: int,
        level: str,
        text: str,
        *,
        covers: Sequence[int],
        verbatim: Sequence[str] = (),
        now_ms: int,
    ) -> Summary:
        """Store a summary.

        Args:
            session_id: whose turns.
            level: brief, normal or detailed.
            text: the summary.
            covers: the turns it stands for, in order, at least one.
            verbatim: items that were put back word for word.
            now_ms: Unix time in milliseconds.
        """
        self._connection.execute(
            "INSERT INTO summary (session_id, first_turn_id, last_turn_id, level, text, coverage, verbatim,"
            " created_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                session_id,
                covers[0],
                covers[-1],
                level,
                text,
                json.dumps(list(covers)),
                json.dumps(list(verbatim), ensure_ascii=False),
                now_ms,
            ),
        )
        return Summary(
            self._connection.last_insert_rowid(), session_id, covers[0], covers[-1], level, text, False, now_ms
        )

    def latest(self, session_id: int) -> Summary | None:
        """The newest summary of a session, None if there is none."""
        found = row(
            self._connection,
            "SELECT id, session_id, first_turn_id, last_turn_id, level, text, stale, created_at_ms FROM summary"
            " WHERE session_id = ? ORDER BY id DESC LIMIT 1",
            (session_id,),
        )
        if found is None:
            return None
        summary_id, _, first, last, level, text, stale, created_at_ms = found
        return Summary(summary_id, session_id, first, last, level, text, bool(stale), created_at_ms)

    def covered(self, summary_id: int) -> list[int]:
        """The turns a summary stands for, in order."""
        found = rows(
            self._connection,
            "SELECT j.value FROM summary AS s, json_each(s.coverage) AS j WHERE s.id = ? ORDER BY j.key",
            (summary_id,),
        )
        return [turn_id for (turn_id,) in found]

    def mark_stale(self, session_id: int) -> None:
        """Say that the session changed beneath its summaries."""
        self._connection.execute("UPDATE summary SET stale = 1 WHERE session_id = ?", (session_id,))
