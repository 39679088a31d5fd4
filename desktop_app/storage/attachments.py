"""Texts of files that were sent with messages, or are to be."""

from __future__ import annotations

import json
from collections.abc import Iterable

import apsw

from desktop_app.domain.conversation import AttachedFile, Attachment
from desktop_app.storage.connection import rows


class AttachmentRepository:
    """Reads and writes attachments over one connection; they go with their message, or with the draft's session."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def add(self, message_id: int, attachments: Iterable[Attachment]) -> None:
        """Store what goes with a message, in order."""
        self._connection.executemany(
            "INSERT INTO attachment (message_id, position, name, text, file_bytes, tokens) VALUES (?, ?, ?, ?, ?, ?)",
            _numbered(message_id, attachments),
        )

    def of(self, message_id: int) -> tuple[Attachment, ...]:
        """What went with a message, in order."""
        found = rows(
            self._connection,
            "SELECT name, text, file_bytes, tokens FROM attachment WHERE message_id = ? ORDER BY position",
            (message_id,),
        )
        return tuple(Attachment(*fields) for fields in found)

    def of_turns(self, turn_ids: Iterable[int]) -> dict[int, tuple[AttachedFile, ...]]:
        """What went with the questions of turns, without the texts; turns without files are not in it."""
        found: dict[int, tuple[AttachedFile, ...]] = {}
        # A turn's question has the id 2 * turn - 1.
        for turn_id, *fields in rows(
            self._connection,
            "SELECT w.value, a.name, a.file_bytes, a.tokens FROM json_each(?) AS w"
            " JOIN attachment AS a ON a.message_id = 2 * w.value - 1 ORDER BY a.message_id, a.position",
            (json.dumps(list(turn_ids)),),
        ):
            found[turn_id] = (*found.get(turn_id, ()), AttachedFile(*fields))
        return found

    def put_draft(self, session_id: int, attachments: Iterable[Attachment]) -> None:
        """Keep what is to go with the next message of a session, in the place of what was kept before."""
        self._connection.execute("DELETE FROM draft_attachment WHERE session_id = ?", (session_id,))
        self._connection.executemany(
            "INSERT INTO draft_attachment (session_id, position, name, text, file_bytes, tokens)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            _numbered(session_id, attachments),
        )

    def of_draft(self, session_id: int) -> tuple[Attachment, ...]:
        """What is to go with the next message of a session, in order."""
        found = rows(
            self._connection,
            "SELECT name, text, file_bytes, tokens FROM draft_attachment WHERE session_id = ? ORDER BY position",
            (session_id,),
        )
        return tuple(Attachment(*fields) for fields in found)


def _numbered(owner_id: int, attachments: Iterable[Attachment]) -> list[tuple[int, int, str, str, int, int]]:
    return [
        (owner_id, position, each.name, each.text, each.file_bytes, each.tokens)
        for position, each in enumerate(attachments)
    ]
