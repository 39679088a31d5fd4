"""Which persona a session is held with."""

from __future__ import annotations

import apsw

from desktop_app.storage.connection import value


class SessionPersonaRepository:
    """Persona ids by session; a session without one has the system prompt of the settings."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def get(self, session_id: int) -> str:
        """The id of the session's persona, "" for none."""
        found = value(self._connection, "SELECT persona FROM session_persona WHERE session_id = ?", (session_id,))
        return str(found or "")

    def put(self, session_id: int, persona: str) -> None:
        """Hold the session with a persona, or with none."""
        if not persona:
            self._connection.execute("DELETE FROM session_persona WHERE session_id = ?", (session_id,))
            return
        self._connection.execute(
            "INSERT INTO session_persona (session_id, persona) VALUES (?, ?)"
            " ON CONFLICT (session_id) DO UPDATE SET persona = excluded.persona",
            (session_id, persona),
        )

    def forget(self, persona: str) -> None:
        """Let every session go on without a persona that is deleted."""
        self._connection.execute("DELETE FROM session_persona WHERE persona = ?", (persona,))
