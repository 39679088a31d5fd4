"""What a look through the memory counts: repeated turns, unused facts, stale summaries, and how large each layer is."""

from __future__ import annotations

import apsw

from desktop_app.domain.hygiene import Layer, SaidTurn
from desktop_app.storage.connection import rows, value

# Layers by the tables they are made of; a table that begins with a word of two layers belongs to the first.
_LAYERS = (
    ("words", ("chunk_fts", "message_fts")),
    ("vectors", ("chunk_vec", "map_plane")),
    ("chunks", ("chunk", "recall_exclusion")),
    ("facts", ("fact",)),
    ("summaries", ("summary",)),
    ("ledgers", ("ledger", "prompt_use", "generation")),
    ("turns", ("turn", "message", "session")),
)
_COUNTS = {
    "words": "SELECT count(*) FROM chunk",
    "vectors": "SELECT count(*) FROM chunk WHERE embedding_fingerprint <> ''",
    "chunks": "SELECT count(*) FROM chunk",
    "facts": "SELECT count(*) FROM fact",
    "summaries": "SELECT count(*) FROM summary",
    "ledgers": "SELECT count(*) FROM ledger",
    "turns": "SELECT count(*) FROM turn",
}
_ON_BRANCH = """
    WITH RECURSIVE path (id, parent_id) AS (
        SELECT t.id, t.parent_id FROM session AS s JOIN turn AS t ON t.id = s.head_turn_id WHERE s.person_id = ?1
        UNION ALL
        SELECT t.id, t.parent_id FROM path JOIN turn AS t ON t.id = path.parent_id
    )
"""


class HygieneRepository:
    """Counts over one connection; writes nothing."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def recallable(self, person_id: int) -> list[SaidTurn]:
        """The person's turns that recall can find: on a current branch, indexed and not excluded."""
        found = rows(
            self._connection,
            f"{_ON_BRANCH} SELECT t.id, t.session_id, s.title, t.ordinal, t.created_at_ms,"
            " group_concat(m.text, char(10)) FROM path JOIN turn AS t ON t.id = path.id"
            " JOIN session AS s ON s.id = t.session_id JOIN message AS m ON m.turn_id = t.id"
            " WHERE t.id NOT IN (SELECT turn_id FROM recall_exclusion)"
            " AND EXISTS (SELECT 1 FROM chunk WHERE turn_id = t.id) GROUP BY t.id ORDER BY t.id",
            (person_id,),
        )
        return [SaidTurn(*fields) for fields in found]

    def unused_facts(self, person_id: int) -> list[int]:
        """Facts that are held, and that no prompt has ever carried."""
        found = rows(
            self._connection,
            "SELECT id FROM fact WHERE person_id = ? AND state IN ('active', 'conflict') AND NOT pinned"
            " AND NOT EXISTS (SELECT 1 FROM prompt_use WHERE source = 'fact:' || fact.id) ORDER BY id",
            (person_id,),
        )
        return [fact_id for (fact_id,) in found]

    def stale_summaries(self, person_id: int) -> list[tuple[int, str, int]]:
        """Sessions with segments that are to be made anew: id, title, how many segments."""
        found = rows(
            self._connection,
            "SELECT s.id, s.title, count(*) FROM summary AS y JOIN session AS s ON s.id = y.session_id"
            " WHERE s.person_id = ? AND y.stale GROUP BY s.id ORDER BY s.id",
            (person_id,),
        )
        return [(session_id, title, count) for session_id, title, count in found]

    def layers(self) -> list[Layer]:
        """Every layer of the vault in rows and bytes, indexes with their tables. Reads each page once."""
        owners = dict(rows(self._connection, "SELECT name, tbl_name FROM sqlite_schema"))
        sizes = dict.fromkeys((name for name, _ in _LAYERS), 0)
        sizes["other"] = 0
        for name, size in rows(self._connection, "SELECT name, pgsize FROM dbstat WHERE aggregate = TRUE"):
            table = owners.get(name, name)
            layer = next((one for one, starts in _LAYERS if table.startswith(starts)), "other")
            sizes[layer] += size
        return [
            Layer(name, int(value(self._connection, _COUNTS[name])) if name in _COUNTS else 0, size)
            for name, size in sizes.items()
        ]
