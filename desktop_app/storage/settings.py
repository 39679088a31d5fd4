"""Settings of a vault, by name."""

from __future__ import annotations

import apsw

from desktop_app.storage.connection import rows, value


class SettingRepository:
    """Names and JSON texts; what they mean is the services' matter."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def get(self, name: str) -> str | None:
        """The JSON text of a setting, None if it was never put."""
        text: str | None = value(self._connection, "SELECT value FROM setting WHERE name = ?", (name,))
        return text

    def put(self, name: str, text: str) -> None:
        """Keep the JSON text of a setting."""
        self._connection.execute(
            "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (name, text),
        )

    def all(self) -> dict[str, str]:
        """Every setting that was put."""
        found = rows(self._connection, "SELECT name, value FROM setting ORDER BY name")
        return dict(found)
