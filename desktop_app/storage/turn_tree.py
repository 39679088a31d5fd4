"""Ways through the tree of a session's turns."""

from __future__ import annotations

from typing import Final

# The leaf below turn ?1 that was said last.
NEWEST_LEAF: Final = """
WITH RECURSIVE below (id) AS (
    SELECT ?1 UNION ALL SELECT u.id FROM below JOIN turn AS u ON u.parent_id = below.id
)
SELECT max(id) FROM below WHERE NOT EXISTS (SELECT 1 FROM turn WHERE parent_id = below.id)
"""
# The other turns that follow the same turn as ?1: those said before it, the nearest first, then those said after it.
OTHER_VERSIONS: Final = """
SELECT s.id FROM turn AS t
JOIN turn AS s ON s.session_id = t.session_id AND s.ordinal = t.ordinal AND s.parent_id IS t.parent_id
WHERE t.id = ?1 AND s.id <> ?1 ORDER BY s.id > ?1, abs(s.id - ?1)
"""
