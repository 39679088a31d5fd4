"""The past of facts: where each was said, what was done to it, and which prompts carried it."""

from __future__ import annotations

import json
from collections.abc import Iterable

import apsw

from desktop_app.domain.fact_changes import ChangeKind, FactChange, FactSource, FactUse
from desktop_app.domain.memory import FactState
from desktop_app.storage.connection import rows

_SOURCES = """
SELECT s.id, s.message_id, t.session_id, n.title, t.id, t.ordinal, m.speaker, m.created_at_ms, s.quote, s.extractor
FROM fact_source AS s JOIN message AS m ON m.id = s.message_id JOIN turn AS t ON t.id = m.turn_id
JOIN session AS n ON n.id = t.session_id WHERE s.fact_id = ? ORDER BY m.created_at_ms, s.id
"""
_CHANGES = """
SELECT fact_id, at_ms, actor, kind, state, other_id FROM fact_change
WHERE fact_id IN (SELECT value FROM json_each(?)) ORDER BY at_ms, id
"""
# What a fact took the place of, and so on back to its beginning.
_ANCESTORS = """
WITH RECURSIVE line (id) AS (
    SELECT ?1 UNION SELECT f.id FROM line JOIN fact AS f ON f.superseded_by = line.id
) SELECT id FROM line WHERE id <> ?1 ORDER BY id
"""
_USES = """
SELECT t.session_id, n.title, t.id, t.ordinal, t.created_at_ms, q.text, r.text
FROM turn AS t JOIN session AS n ON n.id = t.session_id
JOIN message AS q ON q.id = 2 * t.id - 1 LEFT JOIN message AS r ON r.id = 2 * t.id
WHERE t.id IN (SELECT turn_id FROM prompt_use WHERE source = ?) ORDER BY t.id
"""
# Taken back, forgotten, or corrected by hand: a reply that had it before then rests on something wrong.
_OUTDATED = """
SELECT u.turn_id, f.id, r.text
FROM json_each(?) AS wanted JOIN prompt_use AS u ON u.turn_id = wanted.value
JOIN turn AS t ON t.id = u.turn_id JOIN message AS r ON r.id = 2 * t.id
JOIN fact AS f ON f.id = CAST(substr(u.source, 6) AS INTEGER)
WHERE u.source GLOB 'fact:*' AND f.retracted_at_ms > t.created_at_ms AND (f.state IN ('retracted', 'forgotten')
    OR EXISTS (SELECT 1 FROM fact_change AS c WHERE c.fact_id = f.id AND c.kind = 'edited'
               AND c.other_id = f.superseded_by))
ORDER BY u.turn_id, f.id
"""


class FactHistory:
    """Reads the past of facts over one connection."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def sources(self, fact_id: int) -> tuple[FactSource, ...]:
        """Where a fact was said, oldest first."""
        return tuple(FactSource(*fields) for fields in rows(self._connection, _SOURCES, (fact_id,)))

    def ancestors(self, fact_id: int) -> tuple[int, ...]:
        """The facts whose place a fact took, directly or through others."""
        return tuple(ancestor for (ancestor,) in rows(self._connection, _ANCESTORS, (fact_id,)))

    def changes(self, fact_ids: Iterable[int]) -> tuple[FactChange, ...]:
        """What was done to some facts, oldest first."""
        return tuple(
            FactChange(fact_id, at_ms, actor, ChangeKind(kind), FactState(state), other_id)
            for fact_id, at_ms, actor, kind, state, other_id in rows(
                self._connection, _CHANGES, (json.dumps(list(fact_ids)),)
            )
        )

    def uses(self, fact_id: int) -> tuple[FactUse, ...]:
        """The turns whose prompts carried a fact, oldest first."""
        return tuple(FactUse(*fields) for fields in rows(self._connection, _USES, (f"fact:{fact_id}",)))

    def outdated(self, turn_ids: Iterable[int]) -> list[tuple[int, int, str]]:
        """Which of these turns carried facts that were taken back or corrected by hand after their reply.

        Returns:
            Turn, fact and the text of the reply.
        """
        return list(rows(self._connection, _OUTDATED, (json.dumps(list(turn_ids)),)))
