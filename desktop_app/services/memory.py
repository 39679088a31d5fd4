"""Use cases on the fact memory: see it, confirm it, retract it, forget it."""

from __future__ import annotations

from desktop_app.domain.clock import Clock
from desktop_app.domain.events import Changed
from desktop_app.domain.memory import Fact, FactState
from desktop_app.services.bus import EventBus
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store


class MemoryService:
    """Reads and corrects the facts of a person."""

    def __init__(self, store: Store, bus: EventBus, clock: Clock) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock

    def facts(self, person_id: int) -> list[Fact]:
        """Everything held about a person but what was forgotten, by category and time."""
        kept = tuple(state for state in FactState if state is not FactState.FORGOTTEN)
        return list(self._store.read(lambda db: db.facts.list(person_id, kept)))

    def confirm(self, fact_id: int) -> None:
        """A person vouches for a proposed or doubtful fact."""
        self._set_state(fact_id, FactState.ACTIVE, "memory.confirm")

    def retract(self, fact_id: int) -> None:
        """The fact was wrong; it stays in the history with the date."""
        self._set_state(fact_id, FactState.RETRACTED, "memory.retract")

    def forget(self, fact_id: int) -> None:
        """The fact is not to be known; a tombstone keeps it from being learnt again."""
        self._set_state(fact_id, FactState.FORGOTTEN, "memory.forget")

    def set_state(self, fact_id: int, state: FactState) -> None:
        """Put a fact back into the state it had: what undo calls."""
        self._set_state(fact_id, state, "memory.undo")

    def set_pinned(self, fact_id: int, pinned: bool) -> None:
        """A pinned fact is in every prompt of its person."""

        def work(db: Repositories) -> Fact:
            db.facts.set_pinned(fact_id, pinned)
            return db.facts.get(fact_id)

        self._changed("memory.set_pinned", self._store.write(work).person_id)

    def _set_state(self, fact_id: int, state: FactState, origin: str) -> None:
        def work(db: Repositories) -> Fact:
            db.facts.set_state(fact_id, state, now_ms=self._clock())
            db.audit.append("user", origin, f"fact:{fact_id}", "", self._clock())
            return db.facts.get(fact_id)

        self._changed(origin, self._store.write(work).person_id)

    def _changed(self, origin: str, person_id: int) -> None:
        self._bus.publish(Changed(origin, facts_of_people=frozenset({person_id})))
