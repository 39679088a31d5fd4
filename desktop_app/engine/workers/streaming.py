"""From the bytes of single tokens to whole characters, with stop strings held back."""

from __future__ import annotations

import codecs
from collections.abc import Sequence


class ReplyStream:
    """The text of a reply while it is written.

    A character may be made of several tokens, and a stop string may begin at the end of
    what is known: both wait until it is certain.
    """

    def __init__(self, stop: Sequence[str] = ()) -> None:
        self._stop = tuple(word for word in stop if word)
        self._longest = max((len(word) for word in self._stop), default=0)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._held = ""
        self._given: list[str] = []
        self.stopped = False  # a stop string was found; the text ends before it

    @property
    def text(self) -> str:
        """All text given out so far."""
        return "".join(self._given)

    def push(self, data: bytes) -> str:
        """Add a token's bytes; returns the new text that is certain, maybe empty."""
        self._held += self._decoder.decode(data)
        if self.stopped:
            return ""
        ends = [at for word in self._stop if (at := self._held.find(word)) >= 0]
        if ends:
            self.stopped = True
            return self._give(min(ends))
        return self._give(len(self._held) - self._partial_stop())

    def finish(self) -> str:
        """The reply ended: the rest that was held back. An incomplete last character is dropped."""
        return "" if self.stopped else self._give(len(self._held))

    def _give(self, length: int) -> str:
        new, self._held = self._held[:length], self._held[length:]
        if new:
            self._given.append(new)
        return new

    def _partial_stop(self) -> int:
        """Length of the longest end of the held text that begins a stop string."""
        for length in range(min(len(self._held), self._longest - 1), 0, -1):
            tail = self._held[-length:]
            if any(word.startswith(tail) for word in self._stop):
                return length
        return 0


def tokens_of(text: str, tokens: Sequence[int], pieces: Sequence[bytes]) -> tuple[int, ...]:
    """The leading tokens whose bytes are exactly ``text``, () if there is no such stretch.

    Args:
        text: what was given out.
        tokens: ids of the reply, in order.
        pieces: the bytes of each.
    """
    wanted = text.encode("utf-8")
    length = 0
    for count, piece in enumerate(pieces, start=1):
        if not wanted.startswith(piece, length):
            return ()
        length += len(piece)
        if length == len(wanted):
            return tuple(tokens[:count])
    return ()
