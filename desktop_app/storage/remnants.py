"""Finds what is left of texts that must be gone, in any bytes and at any offset.

A text is known by its fragments: all its runs of 16 bytes. What is searched is looked at in steps of eight bytes, so
any remnant of 23 bytes or more shows a fragment, wherever it was cut. Each fragment is one number, and thousands of
texts are looked for at once, at a gigabyte in a few seconds. Texts shorter than a fragment are looked for whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    import numpy as np

    _Array: TypeAlias = np.ndarray[tuple[int], np.dtype[Any]]

FRAGMENT_BYTES: Final = 16
SHORTEST_BYTES: Final = 6  # two Chinese characters; anything shorter is found anywhere by chance
_WORD: Final = 8
_BLOCK: Final = 1 << 17  # numbers worked on at a time
_TABLE_BITS: Final = 20
_FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F


class Fragments:
    """Fragments of texts that must be gone.

    Args:
        texts: in UTF-8.

    Attributes:
        texts: how many there are, each counted once.
        too_short: how many of them are too short to be looked for.
    """

    def __init__(self, texts: Iterable[bytes]) -> None:
        import numpy as np

        different = list(dict.fromkeys(texts))
        long = [text for text in different if len(text) >= FRAGMENT_BYTES]
        self.texts = len(different)
        self.too_short = sum(len(text) < SHORTEST_BYTES for text in different)
        self._short = {text for text in different if SHORTEST_BYTES <= len(text) < FRAGMENT_BYTES}
        joined = b"".join(long)
        lengths = np.array([len(text) for text in long], dtype=np.int64)
        owners = np.repeat(np.arange(len(long)), lengths)
        ends = np.cumsum(lengths)[owners]
        places = np.arange(len(joined))
        inside = places + FRAGMENT_BYTES <= ends  # of one text, not across two
        numbers = np.zeros(len(joined), dtype=np.uint64)
        for phase in range(_WORD):
            part = _pairs(joined, phase)
            numbers[phase : phase + _WORD * len(part) : _WORD] = part
        self._numbers, self._owners = numbers[inside], owners[inside]

    def ignore(self, kept: bytes) -> int:
        """Leave out what also stands in something that is kept.

        Returns:
            How many texts are left out altogether: of them, nothing can be told from what is kept.
        """
        import numpy as np

        shorts = self._shorts_in(kept)
        self._short -= shorts
        before = np.unique(self._owners)
        found = [self._longs_in(kept, phase) for phase in range(_WORD)]
        stay = ~np.isin(self._numbers, np.concatenate(found))
        self._numbers, self._owners = self._numbers[stay], self._owners[stay]
        return len(shorts) + len(before) - len(np.unique(self._owners))

    def are_in(self, data: bytes) -> bool:
        """Whether any of them is in the data."""
        return self._longs_in(data).size > 0 or bool(self._shorts_in(data))

    def _longs_in(self, data: bytes, phase: int = 0) -> _Array:
        """The numbers of the long texts' fragments that begin at every eighth place of the data."""
        return _in_both(_pairs(data, phase), self._numbers)

    def _shorts_in(self, data: bytes) -> set[bytes]:
        import numpy as np

        found: set[bytes] = set()
        by_beginning: dict[int, list[bytes]] = {}
        for text in self._short:
            by_beginning.setdefault(int.from_bytes(text[:SHORTEST_BYTES], "little"), []).append(text)
        wanted = np.array(sorted(by_beginning), dtype=np.uint64)
        table = _table(wanted)
        for start, beginnings in _beginnings(data) if by_beginning else ():
            likely = np.flatnonzero(table[_places(beginnings)])
            likely = likely[np.isin(beginnings[likely], wanted)]
            for place, beginning in zip(likely.tolist(), beginnings[likely].tolist(), strict=True):
                at = start + 2 * place
                found.update(text for text in by_beginning[beginning] if data.startswith(text, at))
        return found


def _pairs(data: bytes, phase: int) -> _Array:
    """The numbers of the 16 bytes at every eighth place, from ``phase`` on."""
    import numpy as np

    count = (len(data) - phase) // _WORD
    if count < 2:
        return np.zeros(0, dtype=np.uint64)
    words = np.frombuffer(data, dtype="<u8", count=count, offset=phase)
    first = words[:-1] * np.uint64(_FIRST)
    first ^= first >> np.uint64(29)
    first += words[1:]
    first *= np.uint64(_SECOND)
    return first


def _in_both(numbers: _Array, wanted: _Array) -> _Array:
    """The numbers that are wanted, each once."""
    import numpy as np

    found = [np.zeros(0, dtype=np.uint64)]
    if wanted.size:
        wanted = np.unique(wanted)
        table = _table(wanted)
        for start in range(0, len(numbers), _BLOCK):
            block = numbers[start : start + _BLOCK]
            likely = block[table[_places(block)]]
            found.append(np.intersect1d(likely, wanted))
    return np.unique(np.concatenate(found))


def _table(wanted: _Array) -> _Array:
    """Marks the places of the numbers that are wanted: a number at an unmarked place is none of them."""
    import numpy as np

    table = np.zeros(1 << _TABLE_BITS, dtype=bool)
    table[_places(wanted)] = True
    return table


def _places(numbers: _Array) -> _Array:
    import numpy as np

    found: _Array = (numbers * np.uint64(_FIRST)) >> np.uint64(64 - _TABLE_BITS)
    return found


def _beginnings(data: bytes) -> Iterator[tuple[int, _Array]]:
    """The six bytes at every second place as numbers, block by block, once from 0 and once from 1 on."""
    import numpy as np

    for phase in (0, 1):
        count = (len(data) - phase) // 2
        pairs = np.frombuffer(data, dtype="<u2", count=max(0, count), offset=min(phase, len(data)))
        for start in range(0, max(0, count - 2), _BLOCK):
            block = pairs[start : start + _BLOCK + 2].astype(np.uint64)
            yield phase + 2 * start, block[:-2] | block[1:-1] << np.uint64(16) | block[2:] << np.uint64(32)
