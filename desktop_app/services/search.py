"""Finding what was said, by its words."""

from __future__ import annotations

from functools import cache

from desktop_app.domain.search import EVERYTHING, Found, SearchFilter, needles_of
from desktop_app.services.discretion import Discretion
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

LIMIT = 200


class SearchService:
    """Searches the messages of one person, or of all."""

    def __init__(self, store: Store, discretion: Discretion | None = None) -> None:
        self._store = store
        self._discretion = discretion or Discretion()

    def find(
        self, person_id: int | None, typed: str, where: SearchFilter = EVERYTHING, limit: int = LIMIT
    ) -> tuple[Found, ...]:
        """Messages that contain every space-separated part of what was typed, newest first.

        Args:
            person_id: whose messages; None for everybody's who may be named. Restricted people are left out.
            typed: taken literally but for case, width and the script of Chinese.
            where: what else a hit must be.
            limit: at most this many.
        """
        needles = needles_of(typed)
        whose = self._discretion.only if person_id is None else person_id

        def work(db: Repositories) -> tuple[Found, ...]:
            person = cache(db.people.get)
            hits = db.search.search(whose, typed, limit, where)
            sessions = db.sessions.by_ids({hit.session_id for hit in hits})
            abandoned = db.chunks.abandoned_turns(sessions)
            return tuple(
                Found(
                    hit.message,
                    sessions[hit.session_id],
                    person(hit.person_id),
                    tuple(needles),
                    hit.message.turn_id not in abandoned,
                )
                for hit in hits
            )

        return self._store.read(work)
