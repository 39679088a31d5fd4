"""A look through the memory for what is said twice, never used, out of date or left undone."""

from __future__ import annotations

from desktop_app.domain.hygiene import HygieneReport, Layer, SaidTurn, StaleSummary
from desktop_app.domain.near_duplicates import near_duplicates
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store


class HygieneService:
    """Reads what can be tidied up. Calls block; nothing is written: what is done about it is others' work."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def report(self, person_id: int) -> HygieneReport:
        """Look through the memory of a person."""

        def read(db: Repositories) -> tuple[list[SaidTurn], HygieneReport]:
            waiting, failed = db.jobs.counts()
            return db.hygiene.recallable(person_id), HygieneReport(
                (),
                tuple(db.facts.get(fact_id) for fact_id in db.hygiene.unused_facts(person_id)),
                tuple(StaleSummary(*fields) for fields in db.hygiene.stale_summaries(person_id)),
                waiting,
                failed,
            )

        turns, found = self._store.read(read)
        by_id = {turn.turn_id: turn for turn in turns}
        # Compared outside of the view: it takes seconds for ten thousand turns.
        groups = near_duplicates({turn.turn_id: turn.text for turn in turns})
        duplicates = tuple(tuple(by_id[turn_id] for turn_id in group) for group in groups)
        return HygieneReport(duplicates, found.unused_facts, found.stale, found.waiting, found.failed)

    def layers(self) -> tuple[Layer, ...]:
        """How large each layer of the whole vault is. Reads every page of it."""
        return tuple(self._store.read(lambda db: db.hygiene.layers()))
