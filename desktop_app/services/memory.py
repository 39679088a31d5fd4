"""Use cases on the fact memory: see it, confirm it, settle what contradicts itself, retract it, forget it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from desktop_app.domain.clock import Clock
from desktop_app.domain.conflicts import Conflict, Settlement, conflicts_of, replaced_by
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed
from desktop_app.domain.memory import Doubt, Fact, FactState
from desktop_app.services.bus import EventBus
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

_LEFT_AS = {Settlement.KEEP_BOTH: Doubt.LEFT, Settlement.ASK: Doubt.TO_ASK}


@dataclass(frozen=True, slots=True)
class FactsBefore:
    """A person's facts as they were before a change: what undoes it."""

    person_id: int
    facts: tuple[Fact, ...]


class MemoryService:
    """Reads and corrects the facts of a person. Each change is one transaction and can be undone."""

    def __init__(self, store: Store, bus: EventBus, clock: Clock) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock

    def facts(self, person_id: int) -> list[Fact]:
        """Everything held about a person but what was forgotten, by category and time."""
        kept = tuple(state for state in FactState if state is not FactState.FORGOTTEN)
        return list(self._store.read(lambda db: db.facts.list(person_id, kept)))

    def conflicts(self, person_id: int) -> list[Conflict]:
        """The contradictions that are not settled, in the order in which they arose."""
        return conflicts_of(self._store.read(lambda db: db.facts.list(person_id, (FactState.CONFLICT,))))

    def settle(self, conflict: Conflict, decision: Settlement) -> FactsBefore:
        """Decide a contradiction, as a whole.

        The side kept holds from now on. Of the other side, what was said before gave way to what was
        said later and keeps the date; what was said later was wrong and is retracted. A contradiction
        that is left or to be asked stays in doubt: its facts count as present until it is settled.

        Returns:
            What `undo` takes.

        Raises:
            UserError: ``facts_changed`` if the contradiction is no longer the one that was shown.
        """
        shown = {fact.id for fact in conflict.facts}

        def work(db: Repositories) -> FactsBefore:
            person_id = conflict.facts[0].person_id
            held = conflicts_of(db.facts.list(person_id, (FactState.CONFLICT,)))
            now = next((one for one in held if {fact.id for fact in one.facts} == shown), None)
            if now is None:
                raise UserError("facts_changed")
            if decision in _LEFT_AS:
                for fact in now.facts:
                    db.facts.set_doubt(fact.id, _LEFT_AS[decision])
            else:
                sides = (now.newer, now.older) if decision is Settlement.KEEP_NEW else (now.older, now.newer)
                self._keep(db, *sides)
            self._audit(db, "memory.settle", now.facts, {"decision": decision.value})
            return FactsBefore(person_id, now.facts)

        return self._change("memory.settle", work)

    def confirm(self, fact_id: int) -> FactsBefore:
        """A person vouches for a proposed or doubtful fact; what contradicts it ends."""

        def work(db: Repositories) -> FactsBefore:
            fact = db.facts.get(fact_id)
            held = conflicts_of(db.facts.list(fact.person_id, (FactState.CONFLICT,)))
            conflict = next((one for one in held if fact in one.facts), None)
            if conflict is None:
                return self._set_state(db, fact, FactState.ACTIVE, "memory.confirm")
            sides = (conflict.newer, conflict.older)
            self._keep(db, *(sides if fact in conflict.newer else reversed(sides)))
            self._audit(db, "memory.confirm", conflict.facts, {"confirmed": fact_id})
            return FactsBefore(fact.person_id, conflict.facts)

        return self._change("memory.confirm", work)

    def retract(self, fact_id: int) -> FactsBefore:
        """The fact was wrong; it stays in the history with the date."""
        return self._end(fact_id, FactState.RETRACTED, "memory.retract")

    def forget(self, fact_id: int) -> FactsBefore:
        """The fact is not to be known; a tombstone keeps it from being learnt again."""
        return self._end(fact_id, FactState.FORGOTTEN, "memory.forget")

    def undo(self, before: FactsBefore) -> None:
        """Make the facts what they were before a change."""

        def work(db: Repositories) -> FactsBefore:
            for fact in before.facts:
                db.facts.restore(fact)
            self._audit(db, "memory.undo", before.facts)
            return before

        self._change("memory.undo", work)

    def set_pinned(self, fact_id: int, pinned: bool) -> None:
        """A pinned fact is in every prompt of its person."""

        def work(db: Repositories) -> FactsBefore:
            db.facts.set_pinned(fact_id, pinned)
            return FactsBefore(db.facts.get(fact_id).person_id, ())

        self._change("memory.set_pinned", work)

    def _end(self, fact_id: int, state: FactState, origin: str) -> FactsBefore:
        return self._change(origin, lambda db: self._set_state(db, db.facts.get(fact_id), state, origin))

    def _set_state(self, db: Repositories, fact: Fact, state: FactState, origin: str) -> FactsBefore:
        db.facts.set_state(fact.id, state, now_ms=self._clock())
        # What it contradicted is in doubt no longer.
        freed = db.facts.close_conflicts(fact.person_id, now_ms=self._clock())
        self._audit(db, origin, (fact, *freed))
        return FactsBefore(fact.person_id, (fact, *freed))

    def _keep(self, db: Repositories, kept: Iterable[Fact], ended: Iterable[Fact]) -> None:
        kept = tuple(kept)
        for fact in kept:
            db.facts.set_state(fact.id, FactState.ACTIVE, now_ms=self._clock())
        for fact in ended:
            later = replaced_by(fact, kept)
            if later is None:
                db.facts.set_state(fact.id, FactState.RETRACTED, now_ms=self._clock())
            else:
                db.facts.set_state(fact.id, FactState.SUPERSEDED, now_ms=self._clock(), superseded_by=later.id)
                db.facts.set_valid_to(fact.id, later.valid_from or _day(later.observed_at_ms))

    def _audit(
        self, db: Repositories, action: str, facts: Iterable[Fact], detail: dict[str, object] | None = None
    ) -> None:
        for fact in facts:
            said = json.dumps({**(detail or {}), "state": db.facts.get(fact.id).state.value})
            db.audit.append("user", action, f"fact:{fact.id}", said, self._clock())

    def _change(self, origin: str, work: Callable[[Repositories], FactsBefore]) -> FactsBefore:
        before = self._store.write(work)
        self._bus.publish(Changed(origin, facts_of_people=frozenset({before.person_id})))
        return before


def _day(time_ms: int) -> str:
    return datetime.fromtimestamp(time_ms / 1000).date().isoformat()
