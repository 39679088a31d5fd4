"""Vectors of chunks and questions as bytes: float32, little-endian, normalised by the model."""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Sequence


def require_usable(vector: bytes) -> None:
    """Raise ValueError unless the vector is finite and not zero (a search would return it last, in silence)."""
    values = _values(vector)
    length = math.hypot(*values)
    if not values or not math.isfinite(length) or length == 0.0:
        raise ValueError("a vector must be finite and not zero")


def combined(vectors: Sequence[bytes]) -> bytes:
    """One unit vector whose cosine to `as_query` is the mean of the cosines of its parts.

    A text alone and the text in its context find different questions; their mean found more than
    either (measured; the mean scaled back to length one did not). The mean of unit vectors is
    shorter than one, so a last component makes up the length, and the question has zero there:
    the reduction of inner product to cosine of Bachrach et al., RecSys 2014.

    Args:
        vectors: one or more of the same model.

    Returns:
        A vector with one dimension more.
    """
    for vector in vectors:
        require_usable(vector)
    parts = [_values(vector) for vector in vectors]
    if len({len(part) for part in parts}) != 1:
        raise ValueError("vectors of one model have one length")
    mean = array("f", (math.fsum(column) / len(parts) for column in zip(*parts, strict=True)))
    mean.append(math.sqrt(max(0.0, 1.0 - math.fsum(value * value for value in mean))))
    return _bytes(mean)


def as_query(vector: bytes) -> bytes:
    """The vector of a question in the space of `combined`."""
    require_usable(vector)
    values = _values(vector)
    values.append(0.0)
    return _bytes(values)


def cosine(first: bytes, second: bytes) -> float:
    """Cosine of two unit vectors."""
    return math.fsum(a * b for a, b in zip(_values(first), _values(second), strict=True))


def _values(vector: bytes) -> array[float]:
    values = array("f", vector)
    if sys.byteorder == "big":
        values.byteswap()
    return values


def _bytes(values: array[float]) -> bytes:
    if sys.byteorder == "big":
        values = values[:]
        values.byteswap()
    return values.tobytes()
