"""The versions of what was said: which there are, and which of them a session shows."""

from __future__ import annotations

from collections.abc import Iterable

from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import AskedAgain
from desktop_app.domain.events import Changed
from desktop_app.services.branch_facts import follow_branch
from desktop_app.services.bus import EventBus
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store


class BranchService:
    """Lists the siblings of turns and switches between the branches through them."""

    def __init__(self, store: Store, bus: EventBus, clock: Clock) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock

    def versions(self, turn_ids: Iterable[int]) -> dict[int, tuple[int, ...]]:
        """Those of the turns that were edited or asked again, each with all its versions, oldest first."""
        wanted = tuple(turn_ids)
        return self._store.read(lambda db: db.turns.versions(wanted))

    def asked_again(self, turn_ids: Iterable[int]) -> dict[int, AskedAgain]:
        """Those of the turns whose question was asked again in the same words."""
        wanted = tuple(turn_ids)
        return self._store.read(lambda db: db.turns.asked_again(wanted))

    def show_branch(self, turn_id: int) -> bool:
        """Show the newest branch through a turn. The facts follow: what is said there is held, what is not is not.

        Returns:
            Whether it was not shown before.

        Raises:
            KeyError: there is no such turn.
        """

        def work(db: Repositories) -> tuple[int, int, bool] | None:
            turn = db.turns.get(turn_id)
            if db.turns.is_current(turn):
                return None
            now_ms = self._clock()
            db.sessions.set_head(turn.session_id, db.turns.newest_leaf(turn_id), now_ms)
            changed = follow_branch(db, turn.session_id, now_ms=now_ms)
            db.audit.append("user", "branch.shown", f"turn:{turn_id}", "", now_ms)
            return turn.session_id, db.sessions.get(turn.session_id).person_id, changed

        shown = self._store.write(work)
        if shown is None:
            return False
        session_id, person_id, facts = shown
        people = frozenset({person_id}) if facts else frozenset()
        self._bus.publish(Changed("branches.show", sessions=frozenset({session_id}), facts_of_people=people))
        return True
