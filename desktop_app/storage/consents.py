"""What patients agreed to, and who is here today."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

import apsw

from desktop_app.domain.consent import Basis, Consent, ConsentEntry, Form, Use
from desktop_app.storage.connection import rows

_COLUMNS = (
    "id, person_id, basis, uses, form, given_on, recorded_by, given_by, relation, note,"
    " recorded_at_ms, withdrawn_at_ms, withdrawn_by"
)

_Consents: TypeAlias = list[Consent]


class ConsentRepository:
    """Reads and writes consents over one connection; writing needs the writer's transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def add(self, person_id: int, entry: ConsentEntry, *, now_ms: int) -> int:
        """Write down what was agreed. Returns its id."""
        self._connection.execute(
            "INSERT INTO consent (person_id, basis, uses, form, given_on, recorded_by, given_by, relation, note,"
            " recorded_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                person_id,
                entry.basis.value,
                json.dumps([use.value for use in entry.uses]),
                entry.form.value,
                entry.given_on,
                entry.recorded_by,
                entry.given_by,
                entry.relation,
                entry.note,
                now_ms,
            ),
        )
        return self._connection.last_insert_rowid()

    def store(self, consent: Consent) -> None:
        """Store one that was written down elsewhere, with its end; its id means nothing."""
        number = self.add(consent.person_id, consent.entry, now_ms=consent.recorded_at_ms)
        if consent.withdrawn_at_ms is not None:
            self.withdraw(number, consent.withdrawn_by, now_ms=consent.withdrawn_at_ms)

    def list(self, person_id: int) -> _Consents:
        """Everything a person agreed to, the oldest first, what was withdrawn too."""
        return self._select("person_id = ?", person_id)

    def get(self, consent_id: int) -> Consent:
        """One consent. Raises KeyError."""
        found = self._select("id = ?", consent_id)
        if not found:
            raise KeyError(consent_id)
        return found[0]

    def last_recorder(self) -> str:
        """Who wrote the newest entry of anybody down, "" where there is none."""
        found = rows(self._connection, "SELECT recorded_by FROM consent ORDER BY id DESC LIMIT 1", ())
        return found[0][0] if found else ""

    def withdraw(self, consent_id: int, by: str, *, now_ms: int) -> None:
        """End one. ``by`` names the guardian, "" for the patient."""
        self._connection.execute(
            "UPDATE consent SET withdrawn_at_ms = ?, withdrawn_by = ? WHERE id = ? AND withdrawn_at_ms IS NULL",
            (now_ms, by, consent_id),
        )

    def move(self, from_person: int, to_person: int) -> None:
        """Let what one person agreed to be another's: they are the same."""
        self._connection.execute("UPDATE consent SET person_id = ? WHERE person_id = ?", (to_person, from_person))

    def _select(self, condition: str, binding: int) -> _Consents:
        found = rows(self._connection, f"SELECT {_COLUMNS} FROM consent WHERE {condition} ORDER BY id", (binding,))
        return [_consent(fields) for fields in found]


def _consent(fields: tuple[Any, ...]) -> Consent:
    number, person_id, basis, uses, form, given_on, recorded_by, given_by, relation, note, *ends = fields
    entry = ConsentEntry(
        Basis(basis),
        tuple(Use(use) for use in json.loads(uses)),
        Form(form),
        given_on,
        recorded_by,
        given_by,
        relation,
        note,
    )
    return Consent(number, person_id, entry, *ends)
