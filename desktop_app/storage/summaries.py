"""The segments of rolling summaries, with the turns they stand for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import apsw

from desktop_app.domain.memory import Quote, SummarySegment
from desktop_app.storage.connection import rows

# The current branch of session ?1.
_BRANCH = """
WITH RECURSIVE branch (id, parent_id) AS (
    SELECT t.id, t.parent_id FROM session AS s JOIN turn AS t ON t.id = s.head_turn_id WHERE s.id = ?1
    UNION ALL
    SELECT u.id, u.parent_id FROM branch JOIN turn AS u ON u.id = branch.parent_id
)
"""
# A segment counts on the branch that holds all its turns: on another, some of them were never said.
_UNCOVERED = f"""{_BRANCH},
covered (id) AS (
    SELECT c.value FROM summary AS s, json_each(s.coverage) AS c
    WHERE s.session_id = ?1 AND NOT s.stale
    AND s.id NOT IN (
        SELECT e.id FROM summary AS e, json_each(e.coverage) AS o
        WHERE e.session_id = ?1 AND o.value NOT IN (SELECT id FROM branch)
    )
)
SELECT w.value FROM json_each(?2) AS w
WHERE w.value IN (SELECT id FROM branch) AND w.value NOT IN (SELECT id FROM covered) ORDER BY w.value
"""


class SummaryRepository:
    """Reads and writes segments over one connection; writing needs the writer's transaction.

    A segment goes only with a turn it covers: older ledgers name it as the source of what was sent.
    """

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def add(
        self,
        session_id: int,
        level: str,
        text: str,
        *,
        covers: Sequence[int],
        quotes: Sequence[Quote] = (),
        now_ms: int,
    ) -> SummarySegment:
        """Store a segment.

        Args:
            session_id: whose turns.
            level: brief, normal or detailed.
            text: the prose.
            covers: the turns it stands for, in order, at least one.
            quotes: what was put back word for word, in order.
            now_ms: Unix time in milliseconds.
        """
        said = [[quote.turn_id, quote.speaker, quote.said_on, quote.text] for quote in quotes]
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
                json.dumps(said, ensure_ascii=False),
                now_ms,
            ),
        )
        segment_id = self._connection.last_insert_rowid()
        return SummarySegment(segment_id, text, tuple(covers), tuple(quotes), session_id, level, False, now_ms)

    def uncovered(self, session_id: int, turn_ids: Iterable[int]) -> list[int]:
        """Those of the turns that are on the current branch and in no segment that holds there, oldest first."""
        wanted = json.dumps(list(turn_ids))
        return [turn_id for (turn_id,) in rows(self._connection, _UNCOVERED, (session_id, wanted))]

    def branch_ordinals(self, session_id: int) -> dict[int, int]:
        """The turns of the current branch with their place in it."""
        sql = f"{_BRANCH} SELECT t.id, t.ordinal FROM branch JOIN turn AS t ON t.id = branch.id"
        return dict(rows(self._connection, sql, (session_id,)))

    def mark_stale(self, session_id: int) -> None:
        """Have all segments of a session made anew; each holds until another covers its turns."""
        self._connection.execute("UPDATE summary SET stale = 1 WHERE session_id = ?", (session_id,))

    def list(self, session_id: int) -> list[SummarySegment]:
        """The segments of a session on all branches, oldest turns first."""
        found = rows(
            self._connection,
            "SELECT id, text, coverage, verbatim, session_id, level, stale, created_at_ms FROM summary"
            " WHERE session_id = ? ORDER BY first_turn_id, id",
            (session_id,),
        )
        return [
            SummarySegment(
                segment_id,
                text,
                tuple(json.loads(coverage)),
                tuple(Quote(*fields) for fields in json.loads(verbatim)),
                owner_id,
                level,
                bool(stale),
                created_at_ms,
            )
            for segment_id, text, coverage, verbatim, owner_id, level, stale, created_at_ms in found
        ]
