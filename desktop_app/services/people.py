"""Use cases around the people of a vault."""

from __future__ import annotations

from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import Person
from desktop_app.domain.events import Changed
from desktop_app.services.bus import EventBus
from desktop_app.storage.store import Store


class PeopleService:
    """Lists and creates people: patients in a clinical vault, spaces in a personal one."""

    def __init__(self, store: Store, bus: EventBus, clock: Clock) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock

    def list(self) -> tuple[Person, ...]:
        """Everybody in the vault, in the order they were added."""
        return tuple(self._store.read(lambda db: db.people.list()))

    def get(self, person_id: int) -> Person:
        """One person. Raises KeyError."""
        return self._store.read(lambda db: db.people.get(person_id))

    def find(self, name: str) -> tuple[Person, ...]:
        """Everybody of exactly this name; there may be several."""
        return tuple(self._store.read(lambda db: db.people.find(name)))

    def create(self, name: str, sex: str = "", birth_date: str = "", record_number: str = "") -> Person:
        """Add a person."""
        person = self._store.write(
            lambda db: db.people.add(
                name.strip(), sex=sex, birth_date=birth_date, record_number=record_number, now_ms=self._clock()
            )
        )
        self._bus.publish(Changed("people.create", people=frozenset({person.id})))
        return person
