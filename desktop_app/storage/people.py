"""People: whose memories a vault holds."""

from __future__ import annotations

from typing import Any, TypeAlias

import apsw

from desktop_app.domain.conversation import Person, PersonState
from desktop_app.storage.connection import rows
from desktop_app.storage.erasure import DerivedFromPerson, Eraser, Rewritten

_COLUMNS = (
    "id, name, sex, birth_date, record_number, state, fact_mode, shares_facts, keep_until, EXISTS ("
    " SELECT 1 FROM consent AS c WHERE c.person_id = person.id AND c.withdrawn_at_ms IS NULL"
    " AND c.uses LIKE '%\"prompt\"%')"
)

_People: TypeAlias = list[Person]


class PersonRepository:
    """Reads and writes people over one connection; writing needs the writer's transaction."""

    def __init__(self, connection: apsw.Connection, eraser: Eraser) -> None:
        self._connection = connection
        self._eraser = eraser

    def add(self, name: str, sex: str = "", birth_date: str = "", record_number: str = "", *, now_ms: int) -> Person:
        """Add a person. Names need not be unique."""
        self._connection.execute(
            "INSERT INTO person (name, sex, birth_date, record_number, created_at_ms) VALUES (?, ?, ?, ?, ?)",
            (name, sex, birth_date, record_number, now_ms),
        )
        return Person(self._connection.last_insert_rowid(), name, sex, birth_date, record_number)

    def get(self, person_id: int) -> Person:
        """One person. Raises KeyError."""
        found = self._select("id = ?", person_id)
        if not found:
            raise KeyError(person_id)
        return found[0]

    def of_session(self, session_id: int) -> Person:
        """Whose session it is. Raises KeyError."""
        found = self._select("id = (SELECT person_id FROM session WHERE session.id = ?)", session_id)
        if not found:
            raise KeyError(session_id)
        return found[0]

    def find(self, name: str) -> _People:
        """Everybody of exactly this name."""
        return self._select("name = ?", name)

    def list(self) -> _People:
        """Everybody, in the order they were added."""
        return self._select("id > ?", 0)

    def set_state(self, person_id: int, state: PersonState) -> None:
        """Restrict a person, or lift the restriction."""
        self._connection.execute("UPDATE person SET state = ? WHERE id = ?", (state.value, person_id))

    def identify(self, person_id: int, name: str, sex: str, birth_date: str, record_number: str) -> None:
        """Change what tells a person apart."""
        self._connection.execute(
            "UPDATE person SET name = ?, sex = ?, birth_date = ?, record_number = ? WHERE id = ?",
            (name, sex, birth_date, record_number, person_id),
        )

    def with_record_number(self, record_number: str) -> _People:
        """Everybody of this record number; there should be one at most."""
        return self._select("record_number = ? AND record_number <> ''", record_number)

    def keep_until(self, person_id: int, day: str) -> None:
        """Say until which day (ISO 8601) erasing a person needs a reason; "" for the period of the settings."""
        self._connection.execute("UPDATE person SET keep_until = ? WHERE id = ?", (day, person_id))

    def set_memory(self, person_id: int, fact_mode: str, shares_facts: bool) -> None:
        """Say how facts are taken from what is said with a person, and whether they hold for everybody."""
        self._connection.execute(
            "UPDATE person SET fact_mode = ?, shares_facts = ? WHERE id = ?",
            (fact_mode, int(shares_facts), person_id),
        )

    def delete(self, person_id: int) -> Rewritten:
        """Erase a person with everything that was said, derived and indexed. Returns others' answers that quoted it."""
        return self._eraser.person(person_id)

    def derived(self, person_id: int) -> DerivedFromPerson:
        """What would go with a person."""
        return self._eraser.derived_from_person(person_id)

    def _select(self, condition: str, value: int | str) -> _People:
        found = rows(self._connection, f"SELECT {_COLUMNS} FROM person WHERE {condition} ORDER BY id", (value,))
        return [_person(fields) for fields in found]


def _person(fields: tuple[Any, ...]) -> Person:
    person_id, name, sex, birth_date, record_number, state, fact_mode, shares_facts, keep_until, has_basis = fields
    return Person(
        person_id,
        name,
        sex,
        birth_date,
        record_number,
        PersonState(state),
        fact_mode,
        bool(shares_facts),
        keep_until,
        bool(has_basis),
    )
