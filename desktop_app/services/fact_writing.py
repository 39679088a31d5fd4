"""How facts are changed by hand: one transaction, an audit entry for each fact, one announcement, one undo."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence

from desktop_app.domain.clock import Clock
from desktop_app.domain.events import Changed
from desktop_app.domain.fact_changes import HAND, FactsBefore
from desktop_app.domain.memory import Fact
from desktop_app.services.bus import EventBus
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store


class FactWriting:
    """Runs changes to facts.

    Attributes:
        clock: the time.
    """

    def __init__(self, store: Store, bus: EventBus, clock: Clock) -> None:
        self._store = store
        self._bus = bus
        self.clock = clock

    def change(self, origin: str, work: Callable[[Repositories], FactsBefore]) -> FactsBefore:
        """Run ``work`` in a transaction and announce whose facts it changed. Returns what undoes it."""
        before = self._store.write(work)
        self._bus.publish(Changed(origin, facts_of_people=frozenset({before.person_id})))
        return before

    def change_each(
        self, origin: str, fact_ids: Sequence[int], work: Callable[[Repositories, Fact], Sequence[Fact]]
    ) -> FactsBefore:
        """Change facts of one person, all in one transaction.

        Args:
            origin: the use case.
            fact_ids: at least one.
            work: gets each fact as it is when its turn comes; returns the facts it changed, as they were.

        Raises:
            KeyError: there is no such fact; nothing was changed.
        """

        def run(db: Repositories) -> FactsBefore:
            first: dict[int, Fact] = {}
            for fact_id in fact_ids:
                for fact in work(db, db.facts.get(fact_id)):
                    first.setdefault(fact.id, fact)
            return FactsBefore(db.facts.get(fact_ids[0]).person_id, tuple(first.values()))

        return self.change(origin, run)

    def audit(
        self, db: Repositories, action: str, facts: Iterable[Fact], detail: dict[str, object] | None = None
    ) -> None:
        """Note an action on facts in the audit log, with the state each has now."""
        for fact in facts:
            said = json.dumps({**(detail or {}), "state": db.facts.get(fact.id).state.value})
            db.audit.append(HAND, action, f"fact:{fact.id}", said, self.clock())
