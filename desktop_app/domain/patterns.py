"""Regular expressions that are compiled when they are first used.

The rules of the domain are some six hundred of them: compiling all took a fifth of the start, for a window that needs
none before the first message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator


class Pattern:
    """A regular expression with the methods of `re.Pattern` that are used here, with the same meaning.

    Args:
        pattern: the expression; one that does not compile raises `re.error` at its first use.
        flags: as of `re.compile`.
    """

    __slots__ = ("_compiled", "_flags", "pattern")

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = pattern
        self._flags = flags
        self._compiled: re.Pattern[str] | None = None

    @property
    def compiled(self) -> re.Pattern[str]:
        """What `re` makes of it."""
        if self._compiled is None:
            self._compiled = re.compile(self.pattern, self._flags)
        return self._compiled

    def search(self, text: str, start: int = 0, end: int = 1 << 62) -> re.Match[str] | None:
        """The first match in ``text[start:end]``."""
        return (self._compiled or self.compiled).search(text, start, end)

    def match(self, text: str, start: int = 0, end: int = 1 << 62) -> re.Match[str] | None:
        """A match that begins at ``start``."""
        return (self._compiled or self.compiled).match(text, start, end)

    def fullmatch(self, text: str, start: int = 0, end: int = 1 << 62) -> re.Match[str] | None:
        """A match of all of ``text[start:end]``."""
        return (self._compiled or self.compiled).fullmatch(text, start, end)

    def finditer(self, text: str, start: int = 0, end: int = 1 << 62) -> Iterator[re.Match[str]]:
        """All matches, one after the other."""
        return (self._compiled or self.compiled).finditer(text, start, end)

    def findall(self, text: str) -> list[str]:
        """The texts of all matches; of an expression with groups, what `re` gives."""
        return (self._compiled or self.compiled).findall(text)

    def split(self, text: str, maxsplit: int = 0) -> list[str]:
        """The text between the matches."""
        return (self._compiled or self.compiled).split(text, maxsplit)

    def sub(self, replacement: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        """The text with its matches replaced."""
        return (self._compiled or self.compiled).sub(replacement, text, count)
