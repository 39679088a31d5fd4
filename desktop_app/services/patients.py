"""Patients as the clinician works with them: the list, who is here today, who is who."""

from __future__ import annotations

import json
from datetime import date, timedelta

from desktop_app.domain.clock import Clock, day_of
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed
from desktop_app.domain.fact_changes import HAND
from desktop_app.domain.memory import CURRENT_STATES, FactState
from desktop_app.domain.own_categories import same_name
from desktop_app.domain.patients import Arrival, FollowUp, PatientEntry
from desktop_app.domain.validity import Outcome, reconcile
from desktop_app.services.bus import EventBus
from desktop_app.services.consents import refuse_restricted
from desktop_app.services.discretion import Discretion
from desktop_app.services.fact_effects import candidate_of, take_effect
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

OVERDUE_DAYS = 60  # how long a plan that was not kept stays on the list


class PatientService:
    """Lists patients, keeps the list of the day, corrects identities and joins two records of one person."""

    def __init__(self, store: Store, bus: EventBus, clock: Clock, discretion: Discretion | None = None) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock
        self._discretion = discretion or Discretion()

    def list(self, today: date) -> tuple[PatientEntry, ...]:
        """Everybody who may be named, with their place on the list of a day and the plans that fall due by it.

        Of a restricted person only who they are is told.
        """

        def read(db: Repositories) -> tuple[PatientEntry, ...]:
            arrivals, visits = db.arrivals.of_day(today.isoformat()), db.arrivals.last_visits()
            due: dict[int, list[FollowUp]] = {}
            for plan in db.arrivals.due(today.isoformat(), (today - timedelta(days=OVERDUE_DAYS)).isoformat()):
                due.setdefault(plan.person_id, []).append(plan)
            return tuple(
                PatientEntry(person, arrivals.get(person.id), tuple(due.get(person.id, ())), visits.get(person.id, 0))
                for person in db.people.list()
                if self._discretion.may_name(person.id)
            )

        return self._store.read(read)

    def set_arrival(self, person_id: int, day: date, arrival: Arrival | None) -> None:
        """Put a patient on the list of a day, change their place on it, or take them off it."""

        def work(db: Repositories) -> None:
            now_ms = self._clock()
            db.arrivals.put(day.isoformat(), person_id, arrival, now_ms=now_ms)
            detail = json.dumps({"day": day.isoformat(), "state": arrival})
            db.audit.append(HAND, "person.arrival", f"person:{person_id}", detail, now_ms)

        self._store.write(work)
        self._changed("patients.arrival", person_id)

    def identify(self, person_id: int, name: str, sex: str, birth_date: str, record_number: str) -> None:
        """Correct what tells a patient apart.

        Raises:
            UserError: ``record_number_taken``.
        """

        def work(db: Repositories) -> None:
            if self._store.kind is VaultKind.CLINICAL:
                require_free(db, record_number, but=person_id)
            db.people.identify(person_id, name.strip(), sex, birth_date, record_number)
            db.audit.append(HAND, "person.identified", f"person:{person_id}", "", self._clock())

        self._store.write(work)
        self._changed("patients.identify", person_id)

    def merge(self, person_id: int, into_id: int) -> None:
        """Join two records that are of one person; the first is gone afterwards.

        Sessions move with what is remembered of them, and their facts are held against what is known of the
        other, so that a contradiction between both records is seen. Facts entered by hand go along, and so do
        consents and the lists of days.

        Raises:
            ValueError: it is one and the same record.
            UserError: ``person_restricted``: nothing moves away from or to such a person.
        """
        if person_id == into_id:
            raise ValueError("a record cannot be merged with itself")

        def work(db: Repositories) -> frozenset[int]:
            for person in (db.people.get(person_id), db.people.get(into_id)):
                refuse_restricted(person)
            now_ms = self._clock()
            sessions = frozenset(session.id for session in db.sessions.list(person_id))
            for session_id in sorted(sessions):
                db.session_moves.move(session_id, into_id)
            self._take_facts_along(db, person_id, into_id, now_ms)
            db.consents.move(person_id, into_id)
            db.arrivals.move(person_id, into_id)
            db.people.delete(person_id)
            detail = json.dumps({"into": into_id, "sessions": len(sessions)})
            db.audit.append(HAND, "person.merged", f"person:{person_id}", detail, now_ms)
            db.audit.append(HAND, "person.merged", f"person:{into_id}", json.dumps({"from": person_id}), now_ms)
            return sessions

        sessions = self._store.write(work)
        both = frozenset({person_id, into_id})
        self._bus.publish(Changed("patients.merge", people=both, sessions=sessions, facts_of_people=both))

    @staticmethod
    def _take_facts_along(db: Repositories, person_id: int, into_id: int, now_ms: int) -> None:
        """What rests on no message, or on several, is held against the facts of the other as if it were said now.

        The categories of its own that it was filed in are the other's from now on, those of the same name as one.
        """
        theirs = db.own_categories.list(into_id)
        for category in db.own_categories.list(person_id):
            if (same := same_name(theirs, category.name)) is None:
                db.own_categories.add(into_id, category.name)
            else:
                db.own_categories.rename(category.id, same.name)
        for fact in db.facts.list(person_id):
            held = db.facts.list(into_id, CURRENT_STATES)
            db.facts.give_to(fact.id, into_id)
            moved = db.facts.get(fact.id)
            if fact.state not in CURRENT_STATES:
                continue
            said_on = day_of(fact.observed_at_ms)
            decision = reconcile(candidate_of(moved), held, said_on)
            if decision.outcome is Outcome.SEEN_AGAIN:
                db.facts.copy_sources(fact.id, decision.fact_ids[0])
                db.facts.set_state(
                    fact.id, FactState.SUPERSEDED, now_ms=now_ms, superseded_by=decision.fact_ids[0], by=HAND
                )
            elif decision.outcome in (Outcome.CONFLICT, Outcome.SUPERSEDE):
                if decision.outcome is Outcome.CONFLICT:
                    db.facts.set_state(fact.id, FactState.CONFLICT, now_ms=now_ms, by=HAND)
                take_effect(db, moved, decision, by=HAND, now_ms=now_ms)

    def _changed(self, origin: str, person_id: int) -> None:
        self._bus.publish(Changed(origin, people=frozenset({person_id})))


def require_free(db: Repositories, record_number: str, *, but: int = 0) -> None:
    """Raises ``record_number_taken`` where somebody else has the number."""
    for person in db.people.with_record_number(record_number):
        if person.id != but:
            raise UserError("record_number_taken", number=record_number, person=person.name)
