"""People known by their full names: the session's person, and the others of the vault."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from desktop_app.domain.extraction.normal import normalise

_SHORTEST = 2  # characters; a single one is no name to go by


@dataclass(frozen=True)
class NamedPeople:
    """Who is called what. ``own`` is the session's person; whoever has the same name is taken for them."""

    own: str = ""
    others: Sequence[str] = ()

    def find(self, text: str) -> Iterator[tuple[int, int, bool]]:
        """Where a normalised text names one of them, in order: start, end, whether it is the session's person."""
        found: list[tuple[int, int, bool]] = []
        for name in self._names:
            at = text.find(name)
            while at >= 0:
                end = at + len(name)
                free = all(end <= left or right <= at for left, right, _ in found)
                if free and not (_goes_on(text, at - 1, at) or _goes_on(text, end - 1, end)):
                    found.append((at, end, name == self._own_name))
                at = text.find(name, end)
        yield from sorted(found)

    @cached_property
    def _own_name(self) -> str:
        return normalise(self.own).strip()

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """The longest first, once for all clauses of a message: a vault may name thousands."""
        names = {self._own_name, *(normalise(name).strip() for name in self.others)}
        return tuple(sorted((name for name in names if len(name) >= _SHORTEST), key=len, reverse=True))


def _goes_on(text: str, left: int, right: int) -> bool:
    """Whether a Latin word runs over the place between two characters."""
    if left < 0 or right >= len(text):
        return False
    return all(text[at].isascii() and text[at].isalnum() for at in (left, right))


NO_ONE: Final = NamedPeople()
