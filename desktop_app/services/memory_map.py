"""The map of a person's memories: points that stay where they are, and the question among them."""

from __future__ import annotations

import threading
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from desktop_app.domain import rewriting
from desktop_app.domain.clock import Clock
from desktop_app.domain.ledger import Ledger
from desktop_app.domain.memory_map import MapPoint, MapQuestion, MemoryMap
from desktop_app.services.recall_inspection import RecallInspection
from desktop_app.services.retrieval import RetrievalService
from desktop_app.storage.memory_map import Plane
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

if TYPE_CHECKING:
    from desktop_app.services.projection import Projection

SAMPLE = 5000  # vectors the plane is fitted to
# A plane of a few memories shows nothing of thousands: it is fitted anew, and turned onto the old one, when
# there are so many times as many. Otherwise it stays until the model changes or something is erased.
_GROWN = 4
_MARGIN = 0.08  # of the frame's width, beyond the farthest point, so that few new ones move the rest


_LEAST = 1e-6  # a frame around a single point has a size too
_Places = dict[int, tuple[float, float]]
_Frame = tuple[float, float, float, float]
_NO_FRAME: _Frame = (inf, -inf, inf, -inf)
_NO_PLANE = Plane("", 0, 0.0, _NO_FRAME, b"")


class MemoryMapService:
    """Draws up maps. Calls block; `read` writes where a plane is chosen or widened."""

    def __init__(self, store: Store, retrieval: RetrievalService, inspection: RecallInspection, clock: Clock) -> None:
        self._store = store
        self._retrieval = retrieval
        self._inspection = inspection
        self._clock = clock
        self._lock = threading.Lock()
        self._last: tuple[int, int, Plane, _Places] | None = None  # person, generation of vectors

    def read(self, person_id: int) -> MemoryMap:
        """The map of a person, without memories that were edited away."""
        with self._lock:
            plane, places = self._placed(person_id)
        drawn = self._store.read(lambda db: _drawn(db, person_id, plane, places))
        return replace(drawn, has_model=self._retrieval.has_model)

    def question(self, session_id: int, ledger: Ledger) -> MapQuestion | None:
        """Where the question of a prompt stands, None without an embedding model, a question or a map.

        Raises:
            UserError: the embedding model failed.
            KeyError: there is no such session.
        """
        asked = self._inspection.asked(session_id, ledger)
        if not asked.text.strip():
            return None
        ready = self._retrieval.asked(rewriting.standalone(asked.text, asked.recent), self._clock())
        plane = self._store.read(lambda db: db.memory_map.plane(asked.person_id))
        # A map without a memory yet has no plane, and one of another model's vectors says nothing of this question.
        if ready.vector is None or plane is None or not plane.holds(ready.vector):
            return None
        x, y = _projection(plane).places([(0, ready.vector)])[0]
        recalled = tuple(snippet.chunk_id for snippet in ledger.recalled)
        return MapQuestion(asked.text, *_within(plane, (x, y)), recalled)

    def _placed(self, person_id: int) -> tuple[Plane, _Places]:
        last = self._last
        generation = self._store.read(lambda db: db.memory_map.generation())
        if last is not None and last[:2] == (person_id, generation):
            return last[2:]
        before, plane, places = self._store.read(lambda db: _place(db, person_id))
        if plane.axes and plane != before:
            self._store.write(lambda db: db.memory_map.put_plane(person_id, plane))
        self._last = (person_id, generation, plane, places)
        return plane, places


def _projection(plane: Plane) -> Projection:
    # numpy takes a quarter of a second, which the window's first paint must not wait for.
    from desktop_app.services.projection import Projection

    return Projection.decode(plane.axes, plane.share)


def _place(db: Repositories, person_id: int) -> tuple[Plane | None, Plane, _Places]:
    """The plane that is kept, the one to keep, and where every memory stands on it."""
    _, count, fingerprint = db.memory_map.counts(person_id)
    before = db.memory_map.plane(person_id)
    if not count:
        return before, before or _NO_PLANE, {}
    plane = _plane(db, person_id, before, count, fingerprint)
    places = _projection(plane).places(db.memory_map.vectors(person_id))
    return before, replace(plane, frame=_framed(plane.frame, places)), places


def _framed(frame: _Frame, places: _Places) -> _Frame:
    """The frame, widened where points stand outside of it."""
    xs, ys = zip(*places.values(), strict=True)
    left, right = _side(frame[0], frame[1], min(xs), max(xs))
    bottom, top = _side(frame[2], frame[3], min(ys), max(ys))
    return left, right, bottom, top


def _side(low: float, high: float, least: float, most: float) -> tuple[float, float]:
    if low <= least and most <= high:
        return low, high
    margin = max((max(high, most) - min(low, least)) * _MARGIN, _LEAST)
    return (least - margin if least < low else low), (most + margin if most > high else high)


def _within(plane: Plane, place: tuple[float, float]) -> tuple[float, float]:
    """A place as the map gives it: -1 to 1 from the left to the right of the frame, and from the bottom to the top."""
    left, right, bottom, top = plane.frame
    return 2 * (place[0] - left) / (right - left) - 1, 2 * (place[1] - bottom) / (top - bottom) - 1


def _plane(db: Repositories, person_id: int, before: Plane | None, count: int, fingerprint: str) -> Plane:
    from desktop_app.services.projection import Projection

    like: Projection | None = None
    if before is not None and before.fingerprint == fingerprint:
        if min(count, SAMPLE) < _GROWN * before.fitted_to:
            return before
        like = _projection(before)
    every = -(-count // SAMPLE)
    fitted = Projection.fit([vector for _, vector in db.memory_map.vectors(person_id, every)], like)
    return Plane(fingerprint, count, fitted.share, _NO_FRAME, fitted.encode())


def _drawn(db: Repositories, person_id: int, plane: Plane, places: _Places) -> MemoryMap:
    every, embedded, _ = db.memory_map.counts(person_id)
    titles = {session.id: session.title for session in db.sessions.list(person_id)}
    memories = [memory for memory in db.memory_map.memories(person_id) if memory.chunk_id in places]
    abandoned = db.chunks.abandoned_turns({memory.session_id for memory in memories})
    points = tuple(
        MapPoint(
            memory.chunk_id,
            memory.session_id,
            memory.turn_id,
            memory.said_at_ms,
            memory.text,
            *_within(plane, places[memory.chunk_id]),
        )
        for memory in memories
        if memory.turn_id not in abandoned
    )
    return MemoryMap(
        person_id,
        points,
        {session_id: titles[session_id] for session_id in dict.fromkeys(point.session_id for point in points)},
        db.memory_map.turns_with_facts(person_id),
        plane.share,
        every - embedded,
        False,
    )
