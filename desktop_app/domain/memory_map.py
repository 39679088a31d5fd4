"""The map: a person's memories as points on a plane where near means alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MapPoint:
    """A memory on the map. ``x`` and ``y`` are -1 to 1 within the map's frame; ``text`` is its beginning."""

    chunk_id: int
    session_id: int
    turn_id: int
    said_at_ms: int
    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class MemoryMap:
    """Everything that is drawn of a person.

    Attributes:
        person_id: whose memories these are.
        points: oldest first.
        sessions: titles by id, of the sessions that have points, in the order of their first point.
        facts: by turn, the values of the facts that rest on it.
        share: of the differences between the memories, how much two dimensions show, 0-1.
        waiting: memories that have no vector yet and are not on the map.
        has_model: whether an embedding model is loaded, so that those will get one.
    """

    person_id: int
    points: tuple[MapPoint, ...]
    sessions: Mapping[int, str]
    facts: Mapping[int, tuple[str, ...]]
    share: float
    waiting: int
    has_model: bool


@dataclass(frozen=True, slots=True)
class MapQuestion:
    """A question on the map: its place, and the memories a prompt recalled for it, best first."""

    text: str
    x: float
    y: float
    recalled: tuple[int, ...]  # chunk ids
