"""Which tokens stand in a model's cache, and what reading a prompt on top of them costs."""

from __future__ import annotations

from collections.abc import Sequence


class KeptPrefix:
    """The tokens evaluated so far in one context, and which of them nobody has paid for yet.

    Tokens read ahead count as computed in the first prompt that uses them, once.
    """

    def __init__(self) -> None:
        self._tokens: list[int] = []
        self._unpaid = bytearray()  # 1: read ahead, not yet charged to a prompt

    def __len__(self) -> int:
        return len(self._tokens)

    def common(self, prompt: Sequence[int]) -> int:
        """Length of the longest common prefix with ``prompt``."""
        length = 0
        for ours, theirs in zip(self._tokens, prompt, strict=False):
            if ours != theirs:
                break
            length += 1
        return length

    def cut(self, length: int) -> None:
        """Forget everything from position ``length`` on."""
        del self._tokens[length:]
        del self._unpaid[length:]

    def append(self, tokens: Sequence[int], ahead: bool = False) -> None:
        """Note tokens as evaluated."""
        self._tokens.extend(tokens)
        self._unpaid.extend((b"\1" if ahead else b"\0") * len(tokens))

    def unpaid(self, length: int) -> int:
        """How many of the first ``length`` tokens were read ahead and not yet charged."""
        return self._unpaid.count(1, 0, length)

    def charge(self, length: int) -> int:
        """As `unpaid`, and they are charged from now on."""
        count = self.unpaid(length)
        self._unpaid[:length] = bytes(length)
        return count
