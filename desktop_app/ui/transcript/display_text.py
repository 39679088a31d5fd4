"""Stored text made safe to show: nothing invisible may change what a reader believes stands there."""

from __future__ import annotations

from typing import Final

from desktop_app.domain.patterns import Pattern

# Marks that reorder text, tags that hide it, and what Qt's document uses for its own purposes
# (object replacement, frame marks, paragraph separators). Joiners stay: emoji need them.
_HIDDEN: Final = Pattern(
    "[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufff9-\ufffc\U000e0000-\U000e007f"
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
)
_NEWLINES: Final = Pattern("\r\n?|[\u0085\u2028\u2029]")


def printable(text: str) -> str:
    """``text`` without bidirectional controls, tag characters and control codes; one kind of newline."""
    return _HIDDEN.sub("", _NEWLINES.sub("\n", text))
