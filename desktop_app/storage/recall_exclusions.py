"""Turns that a person does not want recalled."""

from __future__ import annotations

import apsw

from desktop_app.storage.connection import rows


class RecallExclusionRepository:
    """Reads and writes exclusions over one connection; writing needs the writer's transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def add(self, turn_id: int, *, now_ms: int) -> None:
        """Pass over a turn from now on. Idempotent."""
        self._connection.execute(
            "INSERT INTO recall_exclusion (turn_id, excluded_at_ms) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (turn_id, now_ms),
        )

    def remove(self, turn_id: int) -> None:
        """Let a turn be recalled again."""
        self._connection.execute("DELETE FROM recall_exclusion WHERE turn_id = ?", (turn_id,))

    def turns_of(self, person_id: int) -> frozenset[int]:
        """The excluded turns of a person."""
        return frozenset(self.newest_first(person_id))

    def newest_first(self, person_id: int) -> list[int]:
        """The excluded turns of a person, the one excluded last first."""
        found = rows(
            self._connection,
            # From the few that are excluded: by itself SQLite begins with all turns of the person.
            "SELECT e.turn_id FROM recall_exclusion AS e CROSS JOIN turn AS t ON t.id = e.turn_id"
            " CROSS JOIN session AS s ON s.id = t.session_id WHERE s.person_id = ?"
            " ORDER BY e.excluded_at_ms DESC, e.turn_id DESC",
            (person_id,),
        )
        return [turn_id for (turn_id,) in found]
