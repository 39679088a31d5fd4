"""One person's vectors as a matrix in RAM. Loads numpy, so it is imported with the first search."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

_FLOAT = np.dtype("<f4")  # as `domain.vectors` stores them
_LEAST_CAPACITY = 256
_BLOCK = 256  # scores whose maximum stands for them while the best are looked for


class VectorMatrix:
    """Vectors scaled to length one, by chunk. What leaves is overwritten at once. Not thread-safe.

    Args:
        person_id: whose vectors these are.
        dimensions: of each.
        expected: how many will come at least.
    """

    def __init__(self, person_id: int, dimensions: int, expected: int) -> None:
        capacity = max(expected, _LEAST_CAPACITY)
        self.person_id = person_id
        self._rows: NDArray[np.float32] = np.zeros((capacity, dimensions), np.float32)
        self._ids: NDArray[np.int64] = np.zeros(capacity, np.int64)
        self._position: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._position)

    @property
    def bytes_held(self) -> int:
        """Size of the matrix in RAM."""
        return self._rows.nbytes

    def put(self, chunk_id: int, vector: bytes) -> None:
        """Add a chunk's vector, or give the chunk another."""
        row = np.frombuffer(vector, _FLOAT)
        position = self._position.get(chunk_id)
        if position is None:
            position = len(self._position)
            if position == len(self._rows):
                self._grow()
            self._position[chunk_id] = position
            self._ids[position] = chunk_id
        self._rows[position] = row / np.linalg.norm(row)

    def remove(self, chunk_ids: Iterable[int]) -> None:
        """Forget these chunks; the last row takes the place of each, and its old place is overwritten."""
        for chunk_id in chunk_ids:
            position = self._position.pop(chunk_id, None)
            if position is None:
                continue
            last = len(self._position)
            if position != last:
                moved = int(self._ids[last])
                self._rows[position] = self._rows[last]
                self._ids[position] = moved
                self._position[moved] = position
            self._rows[last] = 0.0
            self._ids[last] = 0

    def wipe(self) -> None:
        """Forget everything."""
        self._rows[:] = 0.0
        self._ids[:] = 0
        self._position.clear()

    def nearest(self, vector: bytes, k: int, excluded: Iterable[int] = ()) -> dict[int, float]:
        """The k nearest chunks but the excluded ones, with their cosine, best first."""
        count = len(self._position)
        scores = self._rows[:count] @ _unit(vector)
        without = [position for chunk_id in excluded if (position := self._position.get(chunk_id)) is not None]
        scores[without] = -np.inf
        wanted = min(k, count - len(without))
        if wanted <= 0:
            return {}
        good = np.flatnonzero(scores >= _lowest_of_best(scores, wanted))
        ids, found = self._ids[:count][good], scores[good]
        order = np.lexsort((ids, -found))[:wanted]
        return dict(zip(ids[order].tolist(), found[order].tolist(), strict=True))

    def similarities(self, vector: bytes, chunk_ids: Iterable[int]) -> dict[int, float]:
        """Cosine of a vector to these chunks; those that are not here are left out."""
        known = [chunk_id for chunk_id in chunk_ids if chunk_id in self._position]
        scores = self._rows[[self._position[chunk_id] for chunk_id in known]] @ _unit(vector)
        return dict(zip(known, scores.tolist(), strict=True))

    def _grow(self) -> None:
        rows, ids = self._rows, self._ids
        capacity = len(rows) + len(rows) // 2
        self._rows = np.zeros((capacity, rows.shape[1]), np.float32)
        self._ids = np.zeros(capacity, np.int64)
        self._rows[: len(rows)], self._ids[: len(ids)] = rows, ids
        rows[:] = 0.0


def _unit(vector: bytes) -> NDArray[np.float32]:
    values = np.frombuffer(vector, _FLOAT)
    return (values / np.linalg.norm(values)).astype(np.float32)


def _lowest_of_best(scores: NDArray[np.float32], wanted: int) -> float:
    """A score that at least ``wanted`` reach and not many more."""
    blocks = len(scores) // _BLOCK
    if blocks <= wanted:
        return float(np.partition(scores, len(scores) - wanted)[len(scores) - wanted])
    # The maxima of blocks are that many scores already: partitioning them alone is far cheaper.
    maxima = scores[: blocks * _BLOCK].reshape(blocks, _BLOCK).max(axis=1)
    return float(np.partition(maxima, blocks - wanted)[blocks - wanted])
