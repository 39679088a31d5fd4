"""What the search box finds, and how a text is compared with what was typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from desktop_app.domain.conversation import Message, Person, Session
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.script_variants import simplified

_SPACE = Pattern(r"\s")
_BEFORE, _AROUND = 24, 140  # characters of a passage before its first match, and in all
_SURELY_SHOWN = 48  # characters that two lines of the list hold in any script and size


@dataclass(frozen=True, slots=True)
class MessageHit:
    """A message that contains what was searched for, and where it was said."""

    message: Message
    session_id: int
    person_id: int


@dataclass(frozen=True, slots=True)
class SearchFilter:
    """What a hit must be besides containing the words; the defaults let everything pass.

    Args:
        session_id: said in this session.
        speaker: said by this speaker, e.g. ``person``; ``assistant`` for replies, ``family:`` for any relative.
        since_ms: said at or after this time (Unix ms).
        until_ms: said before this time (Unix ms).
    """

    session_id: int | None = None
    speaker: str = ""
    since_ms: int | None = None
    until_ms: int | None = None


EVERYTHING = SearchFilter()


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a text on one line, with the matches in it as (start, end)."""

    text: str
    matches: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Found:
    """A hit as it is shown. ``current`` is False where another version of the conversation goes on."""

    message: Message
    session: Session
    person: Person
    needles: tuple[str, ...]
    current: bool

    @cached_property
    def passage(self) -> Passage:
        """The part around its first match. Found when looked at: of the hits of each key, few are ever painted."""
        return passage(self.message.words, self.needles)


def normalise(text: str) -> str:
    """The form in which texts are compared: NFKC, without case, Chinese in simplified characters."""
    return simplified(unicodedata.normalize("NFKC", text).casefold())


def needles_of(typed: str) -> list[str]:
    """The space-separated parts of what was typed, as they are compared."""
    return normalise(typed).split()


def matches(text: str, needles: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Where the needles stand in a text: (start, end) in order; where two overlap, the earlier and longer one."""
    compared, places = _compared(text)
    found = sorted(_all(compared, needles), key=lambda span: (span[0], -span[1]))
    chosen: list[tuple[int, int]] = []
    for start, end in found:
        span = (places[start], places[end - 1] + 1)
        if not chosen or span[0] >= chosen[-1][1]:
            chosen.append(span)
    return tuple(chosen)


def passage(text: str, needles: Sequence[str]) -> Passage:
    """The part of a text around its first match, on one line, with an ellipsis where it goes on."""
    found = matches(text, needles)
    # Not moved back where the text ends soon after: the match would leave the lines that are shown.
    start = max(0, found[0][0] - _BEFORE) if found and found[0][1] > _SURELY_SHOWN else 0
    end = min(len(text), start + _AROUND)
    shown = _SPACE.sub(" ", text[start:end])
    lead, tail = "…" if start else "", "…" if end < len(text) else ""
    moved = tuple(
        (first - start + len(lead), min(last, end) - start + len(lead)) for first, last in found if first < end
    )
    return Passage(lead + shown + tail, moved)


def _all(compared: str, needles: Sequence[str]) -> Iterator[tuple[int, int]]:
    for needle in needles:
        start = compared.find(needle)
        while start >= 0:
            yield start, start + len(needle)
            start = compared.find(needle, start + len(needle))


def _compared(text: str) -> tuple[str, Sequence[int]]:
    """A text as it is compared, and for each character of that the place it comes from."""
    whole = normalise(text)
    if len(whole) == len(text):
        return whole, range(len(text))
    parts: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        part = normalise(char)
        parts.append(part)
        places.extend([place] * len(part))
    return "".join(parts), places
