"""What the map of a person's memories is drawn from: vectors, words, and the plane they are seen on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

import apsw

from desktop_app.storage.connection import rows, value

_SHOWN_CHARACTERS = 240
_COMPONENT_BYTES = 4  # float32
_HAS_VECTORS = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'chunk_vec')"
_OF_PERSON = "c.person_id = ?1 AND c.embedding_fingerprint <> ''"


@dataclass(frozen=True, slots=True)
class Plane:
    """The plane of a map. ``axes``: mean and two axes one after the other, float32 little-endian."""

    fingerprint: str
    fitted_to: int
    share: float
    frame: tuple[float, float, float, float]  # left, right, bottom, top
    axes: bytes

    def holds(self, vector: bytes) -> bool:
        """Whether a vector, of one component more than the plane's space, can stand on it."""
        return len(self.axes) == 3 * (len(vector) - _COMPONENT_BYTES) > 0


@dataclass(frozen=True, slots=True)
class StoredMemory:
    """A memory as the map shows it; ``text`` is its beginning."""

    chunk_id: int
    session_id: int
    turn_id: int
    said_at_ms: int
    text: str


class MemoryMapRepository:
    """Reads what is drawn and keeps the plane; writing needs the writer's transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def counts(self, person_id: int) -> tuple[int, int, str]:
        """How many memories a person has, how many of them have a vector, and of which model ("" if none)."""
        ((every, embedded, fingerprint),) = rows(
            self._connection,
            "SELECT count(*), count(nullif(embedding_fingerprint, '')), max(embedding_fingerprint)"
            " FROM chunk WHERE person_id = ?",
            (person_id,),
        )
        return every, embedded, fingerprint or ""

    def generation(self) -> int:
        """Changes whenever any vector changes."""
        return int(value(self._connection, "SELECT vector_generation FROM vault"))

    def memories(self, person_id: int) -> list[StoredMemory]:
        """The person's memories that have a vector, oldest first."""
        found = rows(
            self._connection,
            f"SELECT c.id, c.session_id, c.turn_id, c.said_at_ms, substr(c.text, 1, {_SHOWN_CHARACTERS})"
            f" FROM chunk AS c WHERE {_OF_PERSON} ORDER BY c.id",
            (person_id,),
        )
        return [StoredMemory(*fields) for fields in found]

    def vectors(self, person_id: int, every: int = 1) -> Iterator[tuple[int, bytes]]:
        """Chunk ids with their vectors as `domain.vectors.combined` made them, oldest first; of each ``every``-th."""
        if not value(self._connection, _HAS_VECTORS):
            return
        yield from self._connection.execute(
            "WITH wanted AS (SELECT c.id, row_number() OVER (ORDER BY c.id) AS place FROM chunk AS c"
            f" WHERE {_OF_PERSON}) SELECT w.id, v.embedding FROM wanted AS w CROSS JOIN chunk_vec AS v"
            " ON v.chunk_id = w.id WHERE w.place % ?2 = 0 ORDER BY w.id",
            (person_id, every),
        )

    def turns_with_facts(self, person_id: int) -> dict[int, tuple[str, ...]]:
        """By turn, the values of the facts held of the person that rest on it."""
        found: dict[int, tuple[str, ...]] = {}
        for turn_id, words in rows(
            self._connection,
            "SELECT m.turn_id, f.value FROM fact AS f JOIN fact_source AS s ON s.fact_id = f.id"
            " JOIN message AS m ON m.id = s.message_id"
            " WHERE f.person_id = ? AND f.state IN ('active', 'conflict') GROUP BY m.turn_id, f.id ORDER BY f.id",
            (person_id,),
        ):
            found[turn_id] = (*found.get(turn_id, ()), words)
        return found

    def plane(self, person_id: int) -> Plane | None:
        """The plane the person's map was last drawn on."""
        found = rows(
            self._connection,
            "SELECT embedding_fingerprint, fitted_to, share, frame, axes FROM map_plane WHERE person_id = ?",
            (person_id,),
        )
        if not found:
            return None
        fingerprint, fitted_to, share, frame, axes = found[0]
        return Plane(fingerprint, fitted_to, share, tuple(json.loads(frame)), axes)

    def put_plane(self, person_id: int, plane: Plane) -> None:
        """Keep a plane in place of the one there was."""
        self._connection.execute(
            "INSERT OR REPLACE INTO map_plane (person_id, embedding_fingerprint, fitted_to, share, frame, axes)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (person_id, plane.fingerprint, plane.fitted_to, plane.share, json.dumps(plane.frame), plane.axes),
        )
