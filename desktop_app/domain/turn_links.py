"""Links to turns in what the program answers from memory, and its words without them."""

from __future__ import annotations

from typing import Final

from desktop_app.domain.patterns import Pattern

TURN_LINK: Final = "turn:"  # followed by session and turn: leads to where something was said
_LINK: Final = Pattern(r"\[([^\[\]\n]*)\]\(turn:\d+/\d+\)")
_LINKED: Final = Pattern(r"\]\(turn:\d+/(\d+)\)")
_MARKUP: Final = Pattern(r"([\\`*_\[\]<>#~|])")
_ESCAPED: Final = Pattern(r"\\([\\`*_\[\]<>#~|])")


def turn_link(words: str, session_id: int, turn_id: int) -> str:
    """Words that lead to a turn, as Markdown."""
    return f"[{words}]({TURN_LINK}{session_id}/{turn_id})"


def linked_turns(text: str) -> tuple[int, ...]:
    """The turns that links of an answer lead to, in order."""
    return tuple(int(turn_id) for turn_id in _LINKED.findall(text))


def escaped(text: str) -> str:
    """A text whose signs are no Markdown."""
    return _MARKUP.sub(r"\\\1", text)


def plain_words(text: str) -> str:
    """An answer as it reads: links as their words alone, and signs as they were before `escaped`."""
    return _ESCAPED.sub(r"\1", _LINK.sub(r"\1", text))
