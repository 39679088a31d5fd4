"""Stored cases."""

from __future__ import annotations

import apsw
import msgspec

from desktop_app.domain.cases import Case, Expectation
from desktop_app.storage.connection import rows

_EXPECTATIONS = tuple[Expectation, ...]


class CaseRepository:
    """Reads and writes cases over one connection; writing needs the writer's transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def add(self, turn_id: int, name: str, expectations: tuple[Expectation, ...], *, now_ms: int) -> Case:
        """Store a case of a turn."""
        self._connection.execute(
            "INSERT INTO memory_case (turn_id, name, expectations, created_at_ms) VALUES (?, ?, ?, ?)",
            (turn_id, name, msgspec.json.encode(expectations).decode(), now_ms),
        )
        return Case(self._connection.last_insert_rowid(), turn_id, name, expectations, now_ms)

    def delete(self, case_id: int) -> None:
        """Remove a case."""
        self._connection.execute("DELETE FROM memory_case WHERE id = ?", (case_id,))

    def list(self, person_id: int) -> list[Case]:
        """The cases of a person, oldest first."""
        found = rows(
            self._connection,
            "SELECT c.id, c.turn_id, c.name, c.expectations, c.created_at_ms FROM memory_case AS c"
            " JOIN turn AS t ON t.id = c.turn_id JOIN session AS s ON s.id = t.session_id"
            " WHERE s.person_id = ? ORDER BY c.id",
            (person_id,),
        )
        return [
            Case(case_id, turn_id, name, msgspec.json.decode(expectations, type=_EXPECTATIONS), created_at_ms)
            for case_id, turn_id, name, expectations, created_at_ms in found
        ]
