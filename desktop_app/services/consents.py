"""Consents, restriction and how long a record is kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from desktop_app.domain.clock import Clock, day_of
from desktop_app.domain.consent import Consent, ConsentEntry, Use, standing_uses
from desktop_app.domain.conversation import Person, PersonState, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed
from desktop_app.domain.fact_changes import HAND
from desktop_app.domain.settings import Settings
from desktop_app.services.bus import EventBus
from desktop_app.services.settings import SettingsService
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

_T = TypeVar("_T")
_NAMED = 3  # of several, in an error


@dataclass(frozen=True, slots=True)
class HandOutDoubt:
    """A patient who agreed to something, but not that words leave the vault."""

    person: Person
    agreed: tuple[Use, ...]  # to what, in the order of `Use`


class ConsentService:
    """Writes down what a patient agreed to and lets its end take effect at once.

    Where nothing is left that lets the words be kept, the person is restricted in the same transaction: what is
    queued of them leaves the queue, and nothing is recalled, searched, summed up or put before a model any more.
    """

    def __init__(self, store: Store, settings: SettingsService, bus: EventBus, clock: Clock) -> None:
        self._store = store
        self._settings = settings
        self._bus = bus
        self._clock = clock

    def list(self, person_id: int) -> tuple[Consent, ...]:
        """Everything a person agreed to, the oldest first, what was withdrawn too."""
        return tuple(self._store.read(lambda db: db.consents.list(person_id)))

    def last_recorder(self) -> str:
        """Who wrote the newest entry of anybody down, "" where there is none."""
        return self._store.read(lambda db: db.consents.last_recorder())

    def record(self, person_id: int, entry: ConsentEntry) -> Consent:
        """Write down what was agreed."""

        def work(db: Repositories) -> Consent:
            now_ms = self._clock()
            number = db.consents.add(person_id, entry, now_ms=now_ms)
            detail = json.dumps({"consent": number, "basis": entry.basis, "uses": list(entry.uses)})
            db.audit.append(HAND, "consent.recorded", f"person:{person_id}", detail, now_ms)
            return db.consents.get(number)

        return self._write("consents.record", person_id, work)

    def withdraw(self, consent_id: int, by: str = "") -> None:
        """End a consent. ``by`` names the guardian who withdraws it, "" for the patient."""
        person_id = self._store.read(lambda db: db.consents.get(consent_id).person_id)

        def work(db: Repositories) -> None:
            now_ms = self._clock()
            db.consents.withdraw(consent_id, by, now_ms=now_ms)
            db.audit.append(
                HAND, "consent.withdrawn", f"person:{person_id}", json.dumps({"consent": consent_id}), now_ms
            )
            if Use.KEEP not in standing_uses(db.consents.list(person_id)):
                self._restrict(db, person_id, now_ms)

        self._write("consents.withdraw", person_id, work)

    def restrict(self, person_id: int) -> None:
        """Keep a record and use it for nothing."""
        self._write("consents.restrict", person_id, lambda db: self._restrict(db, person_id, self._clock()))

    def lift(self, person_id: int) -> None:
        """Use a restricted record again; what memory work was left is taken up.

        Raises:
            UserError: ``basis_missing``: everything that was agreed to was withdrawn.
        """

        def work(db: Repositories) -> None:
            consents, now_ms = db.consents.list(person_id), self._clock()
            if consents and Use.KEEP not in standing_uses(consents):
                raise UserError("basis_missing", person=db.people.get(person_id).name)
            db.people.set_state(person_id, PersonState.ACTIVE)
            db.jobs.add_missing(person_id)
            db.audit.append(HAND, "person.unrestricted", f"person:{person_id}", "", now_ms)

        self._write("consents.lift", person_id, work)

    def keep_until(self, person_id: int, day: date | None) -> None:
        """Say until when erasing a person needs a reason; None for the period of the settings."""

        def work(db: Repositories) -> None:
            said = day.isoformat() if day is not None else ""
            db.people.keep_until(person_id, said)
            db.audit.append(HAND, "person.retention", f"person:{person_id}", json.dumps({"until": said}), self._clock())

        self._write("consents.keep_until", person_id, work)

    def kept_until(self, person_id: int) -> date | None:
        """The day until which erasing a patient needs a reason; None where it needs none."""
        if self._store.kind is not VaultKind.CLINICAL:
            return None

        def read(db: Repositories) -> tuple[Person, int]:
            sessions = db.sessions.list(person_id)
            return db.people.get(person_id), max((session.updated_at_ms for session in sessions), default=0)

        person, last_visit_ms = self._store.read(read)
        if person.keep_until:
            return date.fromisoformat(person.keep_until)
        years = self._settings.get().clinical.retention_years
        if not (years and last_visit_ms):
            return None  # nothing was said yet
        visit = day_of(last_visit_ms)
        return years_later(visit, years)

    def reason_needed_until(self, person_id: int) -> date | None:
        """The day before which whoever deletes words of a person says why; None where nobody is asked."""
        until = self.kept_until(person_id)
        today = day_of(self._clock())
        return until if until is not None and today < until else None

    def require_hand_out(self, person_id: int) -> None:
        """Raises as the function of that name where a person's words may not be exported or printed."""
        self._store.read(lambda db: require_hand_out(db, (person_id,), self._settings.get()))

    def hand_out_doubt(self, person_id: int) -> HandOutDoubt | None:
        """Why somebody is asked before words of a patient are copied, saved or printed; None where nobody is.

        That is where consents were recorded and none that stands covers it. An answer holds for what it was given to
        alone: the next copy is asked about again.

        Raises:
            UserError: ``person_restricted``, or ``hand_out_not_agreed``: a basis is required, so that nobody is asked.
        """
        if self._store.kind is not VaultKind.CLINICAL:
            return None

        def read(db: Repositories) -> HandOutDoubt | None:
            require_hand_out(db, (person_id,), self._settings.get())
            consents = db.consents.list(person_id)
            uses = standing_uses(consents)
            if not consents or Use.HAND_OUT in uses:
                return None
            return HandOutDoubt(db.people.get(person_id), tuple(use for use in Use if use in uses))

        return self._store.read(read)

    def answer_hand_out(self, person_id: int, what: str, go_on: bool) -> None:
        """Note what was answered to a doubt, and about what: a name of a way out such as "copy"."""

        def work(db: Repositories) -> None:
            detail = json.dumps({"what": what, "went_on": go_on})
            db.audit.append(HAND, "hand_out.answered", f"person:{person_id}", detail, self._clock())

        self._store.write(work)

    def require_reason(self, person_id: int, reason: str) -> None:
        """Raises ``reason_needed`` where a record would be erased before its time and nobody says why."""
        until = self.reason_needed_until(person_id)
        if until is not None and not reason:
            name = self._store.read(lambda db: db.people.get(person_id).name)
            raise UserError("reason_needed", person=name, day=until.isoformat())

    def _restrict(self, db: Repositories, person_id: int, now_ms: int) -> None:
        db.people.set_state(person_id, PersonState.RESTRICTED)
        db.jobs.drop(person_id)
        db.audit.append(HAND, "person.restricted", f"person:{person_id}", "", now_ms)

    def _write(self, origin: str, person_id: int, work: Callable[[Repositories], _T]) -> _T:
        result = self._store.write(work)
        person = frozenset({person_id})
        self._bus.publish(Changed(origin, people=person, facts_of_people=person))
        return result


def not_handed_out(db: Repositories, people: Iterable[int], settings: Settings) -> list[Person]:
    """Those whose words may not leave the vault.

    Their record is restricted, or a basis is required and none that stands lets them be exported.
    """
    asked = settings.clinical.require_basis
    found = map(db.people.get, people)
    return [
        person
        for person in found
        if person.state is PersonState.RESTRICTED
        or (asked and Use.HAND_OUT not in standing_uses(db.consents.list(person.id)))
    ]


def refuse_restricted(person: Person) -> None:
    """Raises ``person_restricted`` where a record is kept and used for nothing; to read it is no use of it."""
    if person.state is PersonState.RESTRICTED:
        raise UserError("person_restricted", person=person.name)


def require_hand_out(db: Repositories, people: Iterable[int], settings: Settings) -> None:
    """Refuse what takes words out of the vault: copying, saving, printing, exporting.

    Raises:
        UserError: ``person_restricted`` of somebody whose record is; ``hand_out_not_agreed`` where somebody's words
            may not be exported or printed.
    """
    missing = not_handed_out(db, people, settings)
    for person in missing:
        refuse_restricted(person)
    if missing:
        named = ", ".join(person.name for person in missing[:_NAMED])
        more = len(missing) - _NAMED
        raise UserError("hand_out_not_agreed", person=f"{named} (+{more})" if more > 0 else named)


def years_later(day: date, years: int) -> date:
    """The same day of a later year; 1 March for a 29 February that is not there."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)
