"""Memories of a map in words."""

from __future__ import annotations

from datetime import date

from desktop_app.domain.errors import UserError
from desktop_app.domain.events import EmbedderChanged
from desktop_app.domain.memory_map import MapPoint, MapQuestion, MemoryMap
from desktop_app.ui.texts import counted, format_moment, format_number, translate
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
    parts = [counted(len(drawn.points), translate("Map", "1 memory"), translate("Map", "{count} memories"))]
    if drawn.waiting:
        parts.append(translate("Map", "{count} not on it yet").format(count=format_number(drawn.waiting)))
    if full and drawn.points:
        share = translate("Map", "shows {percent}% of their differences")
        parts.append(share.format(percent=round(drawn.share * 100)))
    return _SEPARATOR.join(parts)


def _no_model_words(error: UserError | None) -> str:
    """Why no model places what was said, and what brings one."""
    if error is None:
        return translate("Map", "The model for recall by meaning is being loaded. The map appears here then.")
    if error.code in ("embedding_missing", "embedding_unusable"):
        return translate(
            "Map",
            "There is no map without a model for recall by meaning: it places what was said. "
            "Choose one in Settings, page Model, at “{setting}”. Recall goes by words meanwhile.",
        ).format(setting=translate("Settings", "Model that recalls"))
    return translate(
        "Map",
        "The model for recall by meaning stopped. It is tried again within a minute, and the map appears here then. "
        "Recall goes by words meanwhile.",
    )


def nothing_words(drawn: MemoryMap | None, embedder: EmbedderChanged) -> str:
    """Why the map is empty, and what would change it; "" where it is not."""
    if drawn is None:
        return translate("Map", "Reading the memories…")
    if drawn.points:
        return ""
    if not drawn.has_model:
        return _no_model_words(embedder.error)
    if drawn.waiting:
        return translate("Map", "What was said is being placed on the map. It appears here in idle time.")
    return translate("Map", "Nothing has been said yet. Each memory becomes a point here; what is alike stands near.")
