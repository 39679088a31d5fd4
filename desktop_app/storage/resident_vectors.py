"""The vectors of the people searched last, in RAM: what sqlite-vec stores, searched without reading it.

Over an encrypted file vec0 takes five times as long as one product of matrices. The table stays the
store of record; this is a copy that the same transactions keep right. ``vault.vector_generation``
counts the transactions that changed vectors: a search uses the copy only if it is of the generation
that the search's own view of the database has, else the table answers. So both always agree.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

import apsw

from desktop_app.storage.connection import value

if TYPE_CHECKING:
    from desktop_app.storage.vector_matrix import VectorMatrix

# Beyond this the person searched longest ago leaves; one person alone may take more.
_COMFORTABLE_BYTES = 256 * 1024 * 1024
# Whoever needs more than this is searched in the table.
_LARGEST_BYTES = 2 * 1024 * 1024 * 1024
_FLOAT_BYTES = 4
_GENERATION = "SELECT vector_generation FROM vault"
_ROWS = (
    "SELECT v.chunk_id, v.embedding FROM chunk AS c CROSS JOIN chunk_vec AS v ON v.chunk_id = c.id"
    " WHERE c.person_id = ?1 AND v.person_id = ?1 AND c.embedding_fingerprint <> ''"
)

Result = dict[int, float]


class VectorStep(NamedTuple):
    """One change. Without a person the chunk's vector goes, without a chunk all go."""

    person_id: int | None = None
    chunk_id: int | None = None
    vector: bytes = b""


class VectorChanges:
    """What a transaction does to vectors, in order."""

    def __init__(self) -> None:
        self._steps: list[VectorStep] = []

    def put(self, person_id: int, chunk_id: int, vector: bytes) -> None:
        """A chunk gets a vector."""
        self._steps.append(VectorStep(person_id, chunk_id, vector))

    def remove(self, chunk_ids: Iterable[int]) -> None:
        """Chunks go."""
        self._steps += (VectorStep(chunk_id=chunk_id) for chunk_id in chunk_ids)

    def drop(self) -> None:
        """All vectors go."""
        self._steps.append(VectorStep())

    def count(self, connection: apsw.Connection) -> int | None:
        """Count the transaction as one that changed vectors, inside it. Returns its generation, None if it did not."""
        if not self._steps:
            return None
        connection.execute("UPDATE vault SET vector_generation = vector_generation + 1")
        return int(value(connection, _GENERATION))

    def take(self) -> list[VectorStep]:
        """The steps; there are none afterwards."""
        steps, self._steps = self._steps, []
        return steps


class ResidentVectors:
    """Vectors by person, the one searched last at the end. Thread-safe.

    Args:
        comfortable_bytes: what all people together may take.
        largest_bytes: what one may take alone.
    """

    def __init__(self, comfortable_bytes: int = _COMFORTABLE_BYTES, largest_bytes: int = _LARGEST_BYTES) -> None:
        self._comfortable_bytes = comfortable_bytes
        self._largest_bytes = largest_bytes
        self._lock = threading.Lock()
        self._held: OrderedDict[int, VectorMatrix] = OrderedDict()
        self._generation = -1
        self._loading = 0
        self._meanwhile: list[tuple[int, list[VectorStep]]] = []

    @property
    def people(self) -> list[int]:
        """Whose vectors are held, the one searched last at the end."""
        with self._lock:
            return list(self._held)

    def start(self, connection: apsw.Connection) -> None:
        """Take over the generation of a database nobody else has open."""
        with self._lock:
            self._generation = int(value(connection, _GENERATION))

    def committed(self, generation: int, steps: list[VectorStep]) -> None:
        """Do what a transaction did, right after its commit."""
        with self._lock:
            self._generation = generation
            if self._loading:
                self._meanwhile.append((generation, steps))
            if _drops(steps):
                self._forget_all()
            for matrix in self._held.values():
                _apply(steps, matrix)
            self._make_room()

    def clear(self) -> None:
        """Overwrite and forget everything."""
        with self._lock:
            self._forget_all()

    def search(
        self,
        connection: apsw.Connection,
        person_id: int,
        dimensions: int,
        work: Callable[[VectorMatrix], Result],
    ) -> Result | None:
        """What ``work`` finds among a person's vectors as the connection's transaction sees them.

        Args:
            connection: inside a reading transaction.
            person_id: whose.
            dimensions: of the stored vectors.
            work: gets the matrix; it must not keep it.

        Returns:
            None if the table must answer: too many vectors, or they change right now.
        """
        generation = int(value(connection, _GENERATION))
        with self._lock:
            if person_id in self._held:
                return self._use(person_id, work) if generation == self._generation else None
            self._loading += 1
        matrix: VectorMatrix | None = None
        try:
            matrix = self._load(connection, person_id, dimensions)
        finally:
            with self._lock:
                self._loading -= 1
                since = [steps for later, steps in self._meanwhile if later > generation]
                if not self._loading:
                    self._meanwhile.clear()
                if matrix is not None and not any(_drops(steps) for steps in since):
                    for steps in since:
                        _apply(steps, matrix)
                    self._held[person_id] = matrix
                    self._make_room()
        with self._lock:
            return self._use(person_id, work) if person_id in self._held and generation == self._generation else None

    def _use(self, person_id: int, work: Callable[[VectorMatrix], Result]) -> Result:
        self._held.move_to_end(person_id)
        matrix = self._held[person_id]
        assert matrix.person_id == person_id
        return work(matrix)

    def _load(self, connection: apsw.Connection, person_id: int, dimensions: int) -> VectorMatrix | None:
        count = int(value(connection, "SELECT count(*) FROM chunk WHERE person_id = ?", (person_id,)))
        if count * dimensions * _FLOAT_BYTES > self._largest_bytes:
            return None
        # numpy takes a quarter of a second, which the window's first paint must not wait for.
        from desktop_app.storage.vector_matrix import VectorMatrix

        matrix = VectorMatrix(person_id, dimensions, count + count // 8)
        for chunk_id, vector in connection.execute(_ROWS, (person_id,)):
            matrix.put(chunk_id, vector)
        connection.execute("PRAGMA shrink_memory")  # the pages just read stand in the matrix now
        return matrix

    def _forget_all(self) -> None:
        while self._held:
            self._held.popitem()[1].wipe()

    def _make_room(self) -> None:
        while (
            len(self._held) > 1 and sum(matrix.bytes_held for matrix in self._held.values()) > self._comfortable_bytes
        ):
            self._held.popitem(last=False)[1].wipe()


def _apply(steps: Iterable[VectorStep], matrix: VectorMatrix) -> None:
    for step in steps:
        if step.chunk_id is None:
            matrix.wipe()
        elif step.person_id is None:
            matrix.remove((step.chunk_id,))
        elif step.person_id == matrix.person_id:
            matrix.put(step.chunk_id, step.vector)


def _drops(steps: Iterable[VectorStep]) -> bool:
    return any(step.chunk_id is None for step in steps)
