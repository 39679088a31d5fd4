"""Use cases on the fact memory: see it, confirm it, settle what contradicts itself, retract it, forget it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from desktop_app.domain.clock import Clock, day_of
from desktop_app.domain.conflicts import Conflict, Settlement, conflicts_of, replaced_by
from desktop_app.domain.errors import UserError
from desktop_app.domain.fact_changes import HAND, FactDossier, FactsBefore, FactUse
from desktop_app.domain.fact_matching import rests_on
from desktop_app.domain.memory import CURRENT_STATES, Doubt, Fact, FactState
from desktop_app.domain.validity import Outcome, reconcile
from desktop_app.services.bus import EventBus
from desktop_app.services.fact_effects import candidate_of, take_effect
from desktop_app.services.fact_writing import FactWriting
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

_LEFT_AS = {Settlement.KEEP_BOTH: Doubt.LEFT, Settlement.ASK: Doubt.TO_ASK}


class MemoryService:
    """Reads the facts of a person and decides what is held of them.

    Each change is one transaction, is in the history of its facts and can be undone.
    """

    def __init__(self, store: Store, bus: EventBus, clock: Clock) -> None:
        self._store = store
        self._writing = FactWriting(store, bus, clock)

    # --- reading

    def facts(self, person_id: int) -> list[Fact]:
        """Everything held about a person but what was forgotten, by category and time."""
        kept = tuple(state for state in FactState if state is not FactState.FORGOTTEN)
        return list(self._store.read(lambda db: db.facts.list(person_id, kept)))

    def conflicts(self, person_id: int) -> list[Conflict]:
        """The contradictions that are not settled, in the order in which they arose."""
        return conflicts_of(self._store.read(lambda db: db.facts.list(person_id, (FactState.CONFLICT,))))

    def dossier(self, fact_id: int) -> FactDossier:
        """Everything known of one fact. Raises KeyError."""

        def work(db: Repositories) -> FactDossier:
            fact = db.facts.get(fact_id)
            line = (fact_id, *db.fact_history.ancestors(fact_id))
            changes = db.fact_history.changes(line)
            others = {fact.superseded_by, *line, *(change.other_id for change in changes)} - {None, fact_id}
            return FactDossier(
                fact,
                sources=db.fact_history.sources(fact_id),
                changes=changes,
                related=tuple(db.facts.get(other) for other in sorted(filter(None, others))),
                uses=db.fact_history.uses(fact_id),
            )

        return self._store.read(work)

    def uses(self, fact_ids: Sequence[int]) -> tuple[FactUse, ...]:
        """The turns whose prompts carried one of these facts, each once, oldest first."""
        found = self._store.read(lambda db: [use for fact_id in fact_ids for use in db.fact_history.uses(fact_id)])
        return tuple(sorted(set(found), key=lambda use: use.turn_id))

    def outdated(self, turn_ids: Iterable[int]) -> dict[int, bool]:
        """Which of these turns' replies rest on facts that were taken back or corrected by hand afterwards.

        A prompt carries every standing fact; a reply rests on those that it says.

        Returns:
            By turn, whether all of those facts were forgotten.
        """
        wanted = tuple(turn_ids)

        def work(db: Repositories) -> dict[int, bool]:
            found: dict[int, bool] = {}
            for turn_id, fact_id, reply in db.fact_history.outdated(wanted):
                fact = db.facts.get(fact_id)
                if rests_on(reply, fact):
                    found[turn_id] = found.get(turn_id, True) and fact.state is FactState.FORGOTTEN
            return found

        return self._store.read(work)

    # --- deciding

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
                    db.facts.set_doubt(fact.id, _LEFT_AS[decision], now_ms=self._writing.clock())
            else:
                sides = (now.newer, now.older) if decision is Settlement.KEEP_NEW else (now.older, now.newer)
                self._keep(db, *sides)
            self._writing.audit(db, "memory.settle", now.facts, {"decision": decision.value})
            return FactsBefore(person_id, now.facts)

        return self._writing.change("memory.settle", work)

    def confirm(self, *fact_ids: int) -> FactsBefore:
        """A person vouches for proposed or doubtful facts; what contradicts one of them ends."""

        def confirm_one(db: Repositories, fact: Fact) -> Sequence[Fact]:
            if fact.state is FactState.PROPOSED:
                return self._accept(db, fact)
            held = conflicts_of(db.facts.list(fact.person_id, (FactState.CONFLICT,)))
            conflict = next((one for one in held if fact in one.facts), None)
            if conflict is None:
                return self._set_state(db, fact, FactState.ACTIVE, "memory.confirm")
            sides = (conflict.newer, conflict.older)
            self._keep(db, *(sides if fact in conflict.newer else reversed(sides)))
            self._writing.audit(db, "memory.confirm", conflict.facts, {"confirmed": fact.id})
            return conflict.facts

        return self._writing.change_each("memory.confirm", fact_ids, confirm_one)

    def _accept(self, db: Repositories, fact: Fact) -> Sequence[Fact]:
        """Hold a fact that was only proposed, with all that follows. Returns the facts changed, as they were."""
        now_ms = self._writing.clock()
        held = [one for one in db.facts.list(fact.person_id, CURRENT_STATES) if one.id != fact.id]
        decision = reconcile(candidate_of(fact), held, day_of(fact.observed_at_ms))
        in_doubt = decision.outcome is Outcome.CONFLICT
        db.facts.set_state(fact.id, FactState.CONFLICT if in_doubt else FactState.ACTIVE, now_ms=now_ms, by=HAND)
        touched: list[Fact] = []
        if decision.outcome in (Outcome.CONFLICT, Outcome.SUPERSEDE):
            touched = [one for one in held if one.id in decision.fact_ids]
            take_effect(db, fact, decision, by=HAND, now_ms=now_ms)
        self._writing.audit(db, "memory.confirm", (fact, *touched))
        return (fact, *touched)

    def retract(self, *fact_ids: int) -> FactsBefore:
        """The facts were wrong; they stay in the history with the date."""
        return self._end(fact_ids, FactState.RETRACTED, "memory.retract")

    def forget(self, *fact_ids: int) -> FactsBefore:
        """The facts are not to be known; tombstones keep them from being learnt again."""
        return self._end(fact_ids, FactState.FORGOTTEN, "memory.forget")

    def set_pinned(self, fact_id: int, pinned: bool) -> FactsBefore:
        """A pinned fact is in every prompt of its person."""

        def pin(db: Repositories, fact: Fact) -> Sequence[Fact]:
            db.facts.set_pinned(fact.id, pinned, now_ms=self._writing.clock())
            return (fact,)

        return self._writing.change_each("memory.set_pinned", (fact_id,), pin)

    def undo(self, before: FactsBefore) -> None:
        """Make the facts what they were before a change.

        A fact that the change added goes again, or is retracted if a prompt has carried it by now.
        """

        def work(db: Repositories) -> FactsBefore:
            now_ms = self._writing.clock()
            there = {fact.id for fact in db.facts.list(before.person_id)}  # some may have been erased since
            facts = [fact for fact in before.facts if fact.id in there]
            for fact in facts:
                db.facts.restore(fact, now_ms=now_ms)
            db.facts.remove_sources(before.source_ids)
            unused = [fact_id for fact_id in before.added if not db.ledgers.used_in(f"fact:{fact_id}")]
            for fact_id in set(before.added) - set(unused):
                db.facts.set_state(fact_id, FactState.RETRACTED, now_ms=now_ms, by=HAND)
            db.facts.delete(unused)
            self._writing.audit(db, "memory.undo", facts)
            return before

        self._writing.change("memory.undo", work)

    def _end(self, fact_ids: Sequence[int], state: FactState, origin: str) -> FactsBefore:
        return self._writing.change_each(origin, fact_ids, lambda db, fact: self._set_state(db, fact, state, origin))

    def _set_state(self, db: Repositories, fact: Fact, state: FactState, origin: str) -> Sequence[Fact]:
        now_ms = self._writing.clock()
        db.facts.set_state(fact.id, state, now_ms=now_ms, by=HAND)
        # What it contradicted is in doubt no longer.
        freed = db.facts.close_conflicts(fact.person_id, now_ms=now_ms) if fact.state is FactState.CONFLICT else []
        self._writing.audit(db, origin, (fact, *freed))
        return (fact, *freed)

    def _keep(self, db: Repositories, kept: Iterable[Fact], ended: Iterable[Fact]) -> None:
        kept, now_ms = tuple(kept), self._writing.clock()
        for fact in kept:
            db.facts.set_state(fact.id, FactState.ACTIVE, now_ms=now_ms, by=HAND)
        for fact in ended:
            later = replaced_by(fact, kept)
            if later is None:
                db.facts.set_state(fact.id, FactState.RETRACTED, now_ms=now_ms, by=HAND)
            else:
                db.facts.set_state(fact.id, FactState.SUPERSEDED, now_ms=now_ms, superseded_by=later.id, by=HAND)
                db.facts.set_valid_to(fact.id, later.valid_from or day_of(later.observed_at_ms).isoformat())
