"""Use cases that write facts by hand: enter one, correct one, make two of the same into one, delete."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.domain.clock import Clock, day_of
from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed
from desktop_app.domain.fact_changes import HAND, LOOSE, ChangeKind, FactEntry, FactsBefore, only_filed
from desktop_app.domain.memory import HELD_STATES, Fact, FactCandidate, FactState
from desktop_app.domain.validity import Outcome, reconcile
from desktop_app.services.bus import EventBus
from desktop_app.services.fact_effects import take_effect
from desktop_app.services.fact_writing import FactWriting
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store


class FactEditing:
    """Writes facts that rest on a person's hand instead of on words that were said.

    What is entered meets what is held by the same rules as what is said: it replaces a single value,
    and what contradicts an allergy or a drug becomes a contradiction to settle.
    """

    def __init__(self, store: Store, bus: EventBus, clock: Clock) -> None:
        self._store = store
        self._bus = bus
        self._writing = FactWriting(store, bus, clock)
        self._speaker = CLINICIAN if store.kind is VaultKind.CLINICAL else PERSON

    def add(self, person_id: int, entry: FactEntry) -> FactsBefore:
        """Enter a fact. One that is held already is confirmed instead.

        Returns:
            What `MemoryService.undo` takes.

        Raises:
            UserError: ``fact_empty`` without a value.
        """
        _require_value(entry)
        return self._writing.change(
            "facts.add", lambda db: self._enter(db, person_id, entry, observed_at_ms=self._writing.clock())
        )

    def edit(self, fact_id: int, entry: FactEntry) -> FactsBefore:
        """Correct a fact. What it said stays in its history; a new one with the hand as source takes its place.

        Where it only stands elsewhere, or it is said what or whom it is about where nothing did, it is the same fact
        still (`only_filed`).

        Returns:
            What `MemoryService.undo` takes; nothing is changed where the entry says what the fact says.

        Raises:
            UserError: ``fact_empty`` without a value.
            KeyError: there is no such fact.
        """
        _require_value(entry)

        def work(db: Repositories) -> FactsBefore:
            old = db.facts.get(fact_id)
            if FactEntry.of(old) == entry:
                return FactsBefore(old.person_id)
            filed = only_filed(old, entry)
            if filed and (entry.category is old.category or entry.category in LOOSE):
                db.facts.file_as(old.id, entry, now_ms=self._writing.clock())
                self._writing.audit(db, "facts.file", (old,))
                return FactsBefore(old.person_id, (old,))
            kind = ChangeKind.FILED if filed else ChangeKind.EDITED  # filed as what the rules have to judge
            entered = self._enter(db, old.person_id, entry, observed_at_ms=old.observed_at_ms, corrects=old, kind=kind)
            freed = db.facts.close_conflicts(old.person_id, now_ms=self._writing.clock())
            changed = {fact.id: fact for fact in (*freed, *entered.facts, old)}
            return FactsBefore(old.person_id, tuple(changed.values()), entered.added)

        return self._writing.change("facts.edit", work)

    def merge(self, kept_id: int, other_ids: Sequence[int]) -> FactsBefore:
        """Make facts that say the same into one, which lists the words of all of them.

        Args:
            kept_id: the fact that stays as it is.
            other_ids: those that it takes in; they stay in its history.

        Returns:
            What `MemoryService.undo` takes.

        Raises:
            UserError: ``facts_of_two_people``: they are not of one person.
            KeyError: there is no such fact.
        """

        def work(db: Repositories) -> FactsBefore:
            kept = db.facts.get(kept_id)
            others = [db.facts.get(other_id) for other_id in other_ids if other_id != kept_id]
            if any(other.person_id != kept.person_id for other in others):
                raise UserError("facts_of_two_people")
            now_ms = self._writing.clock()
            source_ids: list[int] = []
            for other in others:
                source_ids += db.facts.copy_sources(other.id, kept.id)
                db.facts.set_state(
                    other.id,
                    FactState.SUPERSEDED,
                    now_ms=now_ms,
                    superseded_by=kept.id,
                    by=HAND,
                    kind=ChangeKind.MERGED,
                )
                db.facts.note(kept.id, ChangeKind.TOOK_IN, by=HAND, now_ms=now_ms, other_id=other.id)
            freed = db.facts.close_conflicts(kept.person_id, now_ms=now_ms)
            self._writing.audit(db, "facts.merge", (kept, *others), {"kept": kept.id})
            before = {fact.id: fact for fact in (*freed, *others)}
            return FactsBefore(kept.person_id, tuple(before.values()), source_ids=tuple(source_ids))

        return self._writing.change("facts.merge", work)

    def delete(self, *fact_ids: int) -> None:
        """Erase facts with their history, also from the prompts that carried them. Cannot be undone."""

        def work(db: Repositories) -> frozenset[int]:
            people = set()
            for fact_id in fact_ids:
                people.add(db.facts.get(fact_id).person_id)
                db.audit.append(HAND, "facts.delete", f"fact:{fact_id}", "", self._writing.clock())
            db.facts.delete(fact_ids)
            for person_id in people:
                db.facts.close_conflicts(person_id, now_ms=self._writing.clock())
            return frozenset(people)

        self._bus.publish(Changed("facts.delete", facts_of_people=self._store.write(work, frees_space=True)))

    def _enter(
        self,
        db: Repositories,
        person_id: int,
        entry: FactEntry,
        *,
        observed_at_ms: int,
        corrects: Fact | None = None,
        kind: ChangeKind = ChangeKind.EDITED,
    ) -> FactsBefore:
        """Store an entry and do to the other facts what it means for them.

        ``corrects``: it takes that one's place, whose history calls it ``kind``.
        """
        now_ms = self._writing.clock()
        said_on = day_of(observed_at_ms)
        passed_over = (corrects.id,) if corrects else ()
        others = [fact for fact in db.facts.list(person_id) if fact.id not in passed_over and fact.state in HELD_STATES]
        decision = reconcile(_as_candidate(entry), others, said_on)
        concerned = [db.facts.get(other_id) for other_id in decision.fact_ids]
        added: tuple[int, ...] = ()
        if decision.outcome is Outcome.SEEN_AGAIN and FactEntry.of(concerned[0]) == entry:
            fact = concerned[0]
            if fact.state is FactState.PROPOSED:
                db.facts.set_state(fact.id, FactState.ACTIVE, now_ms=now_ms, by=HAND)
        else:
            fact = db.facts.add_by_hand(
                person_id,
                entry,
                speaker=self._speaker,
                state=FactState.CONFLICT if decision.outcome is Outcome.CONFLICT else FactState.ACTIVE,
                observed_at_ms=observed_at_ms,
                now_ms=now_ms,
            )
            added = (fact.id,)
            if concerned:  # one that was seen, but not quite like this, makes way as well
                take_effect(db, fact, decision, by=HAND, now_ms=now_ms)
        if corrects is not None:
            db.facts.set_state(
                corrects.id,
                FactState.SUPERSEDED,
                now_ms=now_ms,
                superseded_by=fact.id,
                by=HAND,
                kind=kind,
            )
            if corrects.pinned:
                db.facts.set_pinned(fact.id, True, now_ms=now_ms)
        self._writing.audit(db, "facts.enter", (fact, *concerned))
        return FactsBefore(person_id, tuple(concerned), added)


def _require_value(entry: FactEntry) -> None:
    if not entry.value.strip():
        raise UserError("fact_empty")


def _as_candidate(entry: FactEntry) -> FactCandidate:
    """An entry as the rules for statements take it; there are no words it stands in."""
    return FactCandidate(
        entry.subject,
        entry.category,
        entry.attribute,
        entry.value,
        entry.polarity,
        entry.status,
        0,
        0,
        "",
        unit=entry.unit,
        valid_from=entry.valid_from,
        valid_to=entry.valid_to,
        own_category_id=entry.own_category_id,
    )
