"""Who is expected, has come and was seen on a day, and whose plans fall due."""

from __future__ import annotations

from typing import TypeAlias

import apsw

from desktop_app.domain.conversation import PersonState
from desktop_app.domain.patients import Arrival, FollowUp
from desktop_app.storage.connection import rows

_FollowUps: TypeAlias = list[FollowUp]

# A plan is done with once something was said with the patient on its first day or later.
_DUE = """
SELECT f.person_id, f.id, f.value FROM fact AS f JOIN person AS p ON p.id = f.person_id
WHERE f.category = 'plan' AND f.state IN ('active', 'conflict') AND f.polarity = 'affirmed'
AND f.subject = 'self' AND p.state = ? AND f.valid_from <> '' AND f.valid_from <= ?2
AND coalesce(nullif(f.valid_to, ''), f.valid_from) >= ?3
AND NOT EXISTS (
    SELECT 1 FROM session AS s JOIN turn AS t ON t.session_id = s.id WHERE s.person_id = f.person_id
    AND date(t.created_at_ms / 1000, 'unixepoch', 'localtime') >= f.valid_from
    AND t.created_at_ms > f.observed_at_ms
)
ORDER BY f.valid_from, f.id
"""


class ArrivalRepository:
    """Reads and writes the lists of days over one connection; writing needs the writer's transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def put(self, day: str, person_id: int, arrival: Arrival | None, *, now_ms: int) -> None:
        """Put a person on the list of a day (ISO 8601), or take them off it."""
        if arrival is None:
            self._connection.execute("DELETE FROM arrival WHERE day = ? AND person_id = ?", (day, person_id))
            return
        self._connection.execute(
            "INSERT INTO arrival (day, person_id, state, changed_at_ms) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (day, person_id)"
            " DO UPDATE SET state = excluded.state, changed_at_ms = excluded.changed_at_ms",
            (day, person_id, arrival.value, now_ms),
        )

    def of_day(self, day: str) -> dict[int, Arrival]:
        """The list of a day, by person."""
        found = rows(self._connection, "SELECT person_id, state FROM arrival WHERE day = ?", (day,))
        return {person_id: Arrival(state) for person_id, state in found}

    def of_person(self, person_id: int) -> list[tuple[str, Arrival, int]]:
        """A person's places on all lists by day: the day, the place, and since when (Unix milliseconds)."""
        found = rows(
            self._connection,
            "SELECT day, state, changed_at_ms FROM arrival WHERE person_id = ? ORDER BY day",
            (person_id,),
        )
        return [(day, Arrival(state), at_ms) for day, state, at_ms in found]

    def last_visits(self) -> dict[int, int]:
        """When something was last said with each person (Unix ms)."""
        return dict(rows(self._connection, "SELECT person_id, max(updated_at_ms) FROM session GROUP BY person_id"))

    def due(self, today: str, not_before: str) -> _FollowUps:
        """The plans that are for today or were for a day since ``not_before`` and had no visit since, oldest first."""
        found = rows(self._connection, _DUE, (PersonState.ACTIVE.value, today, not_before))
        return [FollowUp(*fields) for fields in found]

    def move(self, from_person: int, to_person: int) -> None:
        """Let one person's places on the lists be another's; where both stand on one, the other's stays."""
        self._connection.execute(
            "UPDATE OR IGNORE arrival SET person_id = ? WHERE person_id = ?", (to_person, from_person)
        )
