"""Memories of a map in words."""

from __future__ import annotations

from datetime import date

from desktop_app.domain.memory_map import MapPoint, MapQuestion, MemoryMap
from desktop_app.ui.texts import format_moment, format_number, translate
from desktop_app.ui.transcript.display_text import printable

_SEPARATOR = " · "


def session_words(drawn: MemoryMap, point: MapPoint) -> str:
    """The title of a memory's session."""
    return printable(drawn.sessions.get(point.session_id, "")) or translate("Map", "Untitled session")


def rank_words(rank: int) -> str:
    """That a memory was recalled, and how good a match it was; "" for rank -1."""
    return translate("Map", "recalled, number {rank}").format(rank=format_number(rank + 1)) if rank >= 0 else ""


def caption_words(drawn: MemoryMap, point: MapPoint, question: MapQuestion | None, *, facts: bool) -> str:
    """Where and when something was said, whether it was recalled, and what is known from it."""
    rank = question.recalled.index(point.chunk_id) if question and point.chunk_id in question.recalled else -1
    parts = [session_words(drawn, point), format_moment(point.said_at_ms, date.today()), rank_words(rank)]
    known = drawn.facts.get(point.turn_id, ()) if facts else ()
    if known:
        names = translate("Transcript", ", ").join(printable(value) for value in known)
        parts.append(translate("Map", "facts: {names}").format(names=names))
    return _SEPARATOR.join(part for part in parts if part)


def state_words(drawn: MemoryMap, *, full: bool) -> str:
    """What is on the map and what is not."""
    parts = [translate("Map", "{count} memories").format(count=format_number(len(drawn.points)))]
    if drawn.waiting:
        parts.append(translate("Map", "{count} not on it yet").format(count=format_number(drawn.waiting)))
    if full and drawn.points:
        share = translate("Map", "shows {percent}% of their differences")
        parts.append(share.format(percent=round(drawn.share * 100)))
    return _SEPARATOR.join(parts)


def nothing_words(drawn: MemoryMap | None) -> str:
    """Why the map is empty, and what would change it; "" where it is not."""
    if drawn is None:
        return translate("Map", "Reading the memories…")
    if drawn.points:
        return ""
    if not drawn.has_model:
        return translate(
            "Map",
            "There is no map without an embedding model: it places what was said by its meaning. "
            "Choose one in the settings, under models. Recall goes by words meanwhile.",
        )
    if drawn.waiting:
        return translate("Map", "What was said is being placed on the map. It appears here in idle time.")
    return translate("Map", "Nothing has been said yet. Each memory becomes a point here; what is alike stands near.")
