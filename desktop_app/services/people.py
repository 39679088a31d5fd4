"""Use cases around the people of a vault."""

from __future__ import annotations

import json

from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import Person, VaultKind
from desktop_app.domain.events import Changed
from desktop_app.domain.fact_changes import HAND
from desktop_app.domain.settings import FactMode
from desktop_app.services.bus import EventBus
from desktop_app.services.discretion import Discretion
from desktop_app.services.patients import require_free
from desktop_app.services.sessions import announce_rewritten
from desktop_app.storage.erasure import DerivedFromPerson, Rewritten
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store


class PeopleService:
    """Lists and creates people: patients in a clinical vault, spaces in a personal one."""

    def __init__(self, store: Store, bus: EventBus, clock: Clock, discretion: Discretion | None = None) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock
        self._discretion = discretion or Discretion()

    def list(self) -> tuple[Person, ...]:
        """Everybody in the vault who may be named, in the order they were added."""
        people = self._store.read(lambda db: db.people.list())
        return tuple(person for person in people if self._discretion.may_name(person.id))

    def everybody(self) -> tuple[Person, ...]:
        """Everybody in the vault, for what compares and shows nothing: a text is held against all of them."""
        return self._store.read(lambda db: tuple(db.people.list()))

    @property
    def hides_others(self) -> bool:
        """Whether only one person may show: see `show_only`."""
        return self._discretion.only is not None

    def may_name(self, person_id: int) -> bool:
        """Whether a person may show: see `show_only`."""
        return self._discretion.may_name(person_id)

    def show_only(self, person_id: int | None) -> None:
        """Name nobody but one person in lists and searches: a patient sits beside. None for everybody again."""
        if person_id != self._discretion.only:
            self._discretion.only = person_id
            self._bus.publish(Changed("people.show_only", people=frozenset({person_id or 0})))

    def get(self, person_id: int) -> Person:
        """One person. Raises KeyError."""
        return self._store.read(lambda db: db.people.get(person_id))

    def find(self, name: str) -> tuple[Person, ...]:
        """Everybody of exactly this name; there may be several."""
        return tuple(self._store.read(lambda db: db.people.find(name)))

    def set_memory(self, person_id: int, fact_mode: FactMode | None, shares_facts: bool) -> None:
        """Say how facts are taken from what is said with a person, and for whom they hold.

        Args:
            person_id: whose memory.
            fact_mode: in place of the vault's; None for that one.
            shares_facts: whether they hold in every space of the vault.

        Raises:
            ValueError: facts were to be shared in a clinical vault.
        """
        if shares_facts and self._store.kind is VaultKind.CLINICAL:
            raise ValueError("a patient's facts are the patient's alone")

        def work(db: Repositories) -> frozenset[int]:
            db.people.set_memory(person_id, fact_mode.value if fact_mode else "", shares_facts)
            detail = json.dumps({"fact_mode": fact_mode, "shares_facts": shares_facts})
            db.audit.append(HAND, "people.set_memory", f"person:{person_id}", detail, self._clock())
            return frozenset(person.id for person in db.people.list())

        everybody = self._store.write(work)
        self._bus.publish(Changed("people.memory", people=frozenset({person_id}), facts_of_people=everybody))

    def derived(self, person_id: int) -> DerivedFromPerson:
        """What goes with a person who is deleted now: sessions, facts, summaries and all that was made of them."""
        return self._store.read(lambda db: db.people.derived(person_id))

    def delete(self, person_id: int, reason: str = "") -> None:
        """Delete a person with everything that was said, derived and indexed, in one transaction.

        A reply that is being written for them should be stopped before; it could not be stored any more.

        Args:
            person_id: who.
            reason: a name of `domain.consent.ErasureReason`, for the audit log.

        Raises:
            KeyError: there is no such person.
        """

        def work(db: Repositories) -> tuple[frozenset[int], frozenset[int], Rewritten]:
            db.people.get(person_id)
            sessions = frozenset(session.id for session in db.sessions.list(person_id))
            rewritten = db.people.delete(person_id)
            detail = json.dumps({"reason": reason}) if reason else ""
            db.audit.append(HAND, "person.deleted", f"person:{person_id}", detail, self._clock())
            return sessions, frozenset(person.id for person in db.people.list()), rewritten

        sessions, others, rewritten = self._store.write(work, frees_space=True)
        gone = frozenset({person_id})
        self._bus.publish(Changed("people.delete", people=gone, sessions=sessions, facts_of_people=others | gone))
        announce_rewritten(self._bus, rewritten)

    def create(self, name: str, sex: str = "", birth_date: str = "", record_number: str = "") -> Person:
        """Add a person.

        Raises:
            UserError: ``record_number_taken``: another patient has it.
        """

        def work(db: Repositories) -> Person:
            if self._store.kind is VaultKind.CLINICAL:
                require_free(db, record_number)
            return db.people.add(name.strip(), sex, birth_date, record_number, now_ms=self._clock())

        person = self._store.write(work)
        self._bus.publish(Changed("people.create", people=frozenset({person.id})))
        return person
