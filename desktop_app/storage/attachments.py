"""Texts of files that were sent with messages."""

from __future__ import annotations

from collections.abc import Iterable

import apsw

from desktop_app.domain.conversation import Attachment
from desktop_app.storage.connection import rows


class AttachmentRepository:
    """Reads and writes attachments over one connection; they go with their message."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def add(self, message_id: int, attachments: Iterable[Attachment]) -> None:
        """Store what goes with a message, in order."""
        self._connection.executemany(
            "INSERT INTO attachment (message_id, position, name, text) VALUES (?, ?, ?, ?)",
            [(message_id, position, each.name, each.text) for position, each in enumerate(attachments)],
        )

    def of(self, message_id: int) -> tuple[Attachment, ...]:
        """What went with a message, in order."""
        found = rows(
            self._connection, "SELECT name, text FROM attachment WHERE message_id = ? ORDER BY position", (message_id,)
        )
        return tuple(Attachment(name, text) for name, text in found)
