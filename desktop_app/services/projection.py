"""The plane that shows most of the differences between vectors (PCA). Loads numpy: imported with the first map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

_FLOAT = np.dtype("<f4")
_BLOCK = 1024  # vectors projected at once


@dataclass(frozen=True, slots=True)
class Projection:
    """Mean (dimensions,) and axes (2, dimensions) in the space of `domain.vectors.combined` without its last component.

    That component only makes up a length: a question has none, and it says nothing of what was said.
    """

    mean: NDArray[np.float32]
    axes: NDArray[np.float32]
    share: float = 0.0  # of the variance, that the two axes have

    @classmethod
    def fit(cls, vectors: Sequence[bytes], like: Projection | None = None) -> Projection:
        """The plane of some vectors.

        Args:
            vectors: at least one; as they are stored.
            like: a plane to stay as near to as can be: the new one is turned and mirrored onto it.
        """
        rows = _rows(vectors)
        mean = rows.mean(axis=0)
        centred = rows - mean
        # Of the covariance, whose size is the model's, not the memory's. Ascending eigenvalues.
        values, columns = np.linalg.eigh(centred.T @ centred)
        axes = np.ascontiguousarray(columns[:, ::-1][:, :2].T)
        total = float(values.sum())
        share = float(values[-2:].sum()) / total if total > 0 else 0.0
        if like is not None and like.axes.shape == axes.shape:
            axes = _turned(axes, like.axes)
        else:
            # The sign of an axis is free: its largest component is positive.
            largest = np.abs(axes).argmax(axis=1)
            axes *= np.where(axes[np.arange(2), largest] < 0, -1.0, 1.0)[:, None]
        return cls(mean.astype(_FLOAT), axes.astype(_FLOAT), share)

    @classmethod
    def decode(cls, data: bytes, share: float = 0.0) -> Projection:
        """What `encode` gave."""
        rows = np.frombuffer(data, _FLOAT).reshape(3, -1)
        return cls(rows[0], rows[1:], share)

    def encode(self) -> bytes:
        """Mean and axes as float32 little-endian."""
        return np.vstack((self.mean[None, :], self.axes)).astype(_FLOAT).tobytes()

    def places(self, vectors: Iterable[tuple[int, bytes]]) -> dict[int, tuple[float, float]]:
        """Where vectors stand on the plane, by the number each comes with."""
        found: dict[int, tuple[float, float]] = {}
        remaining = iter(vectors)
        while block := list(islice(remaining, _BLOCK)):
            placed = (_rows([vector for _, vector in block]) - self.mean) @ self.axes.T
            found |= {number: (x, y) for (number, _), (x, y) in zip(block, placed.astype(float).tolist(), strict=True)}
        return found


def _rows(vectors: Sequence[bytes]) -> NDArray[np.float32]:
    return np.frombuffer(b"".join(vectors), _FLOAT).reshape(len(vectors), -1)[:, :-1]


def _turned(axes: NDArray[np.float32], onto: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same plane with axes as near to others as can be (orthogonal Procrustes)."""
    left, _, right = np.linalg.svd(onto @ axes.T)
    turned: NDArray[np.float32] = (left @ right) @ axes
    return turned
