"""Words of a text that are marked, such as what was searched for or what matched."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.ui.transcript.captions import Phrase


def places_of_words(text: str, words: str) -> list[tuple[int, int]]:
    """Where words stand in a text, whatever their case; nowhere if the text changes its length with its case."""
    folded, wanted = text.lower(), words.lower()
    if not wanted or len(folded) != len(text):
        return []
    places: list[tuple[int, int]] = []
    at = 0
    while (start := folded.find(wanted, at)) >= 0:
        at = start + len(wanted)
        places.append((start, at))
    return places


def marked_words(text: str, places: Sequence[tuple[int, int]]) -> tuple[Phrase, ...]:
    """A text in phrases, those at ``places`` marked: starts and ends in order, which may reach beyond the text."""
    phrases: list[Phrase] = []
    at = 0
    for left, right in places:
        start, end = max(left, at), min(right, len(text))
        if start >= end:
            continue
        if start > at:
            phrases.append(Phrase(text[at:start], joined=bool(phrases)))
        phrases.append(Phrase(text[start:end], marked=True, joined=bool(phrases)))
        at = end
    if at < len(text):
        phrases.append(Phrase(text[at:], joined=bool(phrases)))
    return tuple(phrases)
