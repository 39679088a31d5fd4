"""Sessions: conversations of one person, each with the head of its current branch."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TypeAlias

import apsw

from desktop_app.domain.conversation import Session, TitledBy
from desktop_app.storage.connection import row, rows, value
from desktop_app.storage.erasure import DerivedFromSession, Eraser, Rewritten

_SELECT = (
    "SELECT s.id, s.person_id, s.title, s.created_at_ms, s.updated_at_ms, s.pinned, s.archived,"
    " coalesce(t.ordinal + 1, 0), s.folder_id, s.titled_by"
    " FROM session AS s LEFT JOIN turn AS t ON t.id = s.head_turn_id"
)

# Nothing was said in it, ever: a turn that came and went changed the time of the last use.
_UNTOUCHED = """
SELECT 1 FROM session AS s WHERE s.id = ? AND s.title = '' AND s.titled_by = 'program' AND s.draft = ''
    AND s.created_at_ms = s.updated_at_ms AND NOT s.pinned AND NOT s.archived AND s.folder_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM turn WHERE session_id = s.id)
    AND NOT EXISTS (SELECT 1 FROM draft_attachment WHERE session_id = s.id)
    AND NOT EXISTS (SELECT 1 FROM session_persona WHERE session_id = s.id)
    AND NOT EXISTS (SELECT 1 FROM note WHERE session_id = s.id)
"""

_Sessions: TypeAlias = list[Session]


class SessionRepository:
    """Reads and writes sessions over one connection; writing needs the writer's transaction."""

    def __init__(self, connection: apsw.Connection, eraser: Eraser) -> None:
        self._connection = connection
        self._eraser = eraser

    def add(self, person_id: int, title: str, *, now_ms: int) -> Session:
        """Open a session; a title that is given is a person's."""
        titled_by = TitledBy.USER if title else TitledBy.PROGRAM
        self._connection.execute(
            "INSERT INTO session (person_id, title, titled_by, created_at_ms, updated_at_ms) VALUES (?, ?, ?, ?, ?)",
            (person_id, title, titled_by.value, now_ms, now_ms),
        )
        return Session(self._connection.last_insert_rowid(), person_id, title, now_ms, now_ms, titled_by=titled_by)

    def get(self, session_id: int) -> Session:
        """One session. Raises KeyError."""
        found = row(self._connection, f"{_SELECT} WHERE s.id = ?", (session_id,))
        if found is None:
            raise KeyError(session_id)
        return _session(found)

    def by_ids(self, session_ids: Iterable[int]) -> dict[int, Session]:
        """Several sessions by their ids; what is not there is left out."""
        wanted = json.dumps(list(session_ids))
        found = rows(self._connection, f"{_SELECT} WHERE s.id IN (SELECT value FROM json_each(?))", (wanted,))
        return {session.id: session for session in map(_session, found)}

    def list(self, person_id: int) -> _Sessions:
        """A person's sessions: pinned ones first, then by last use, newest first."""
        # Ids break ties, so that a clock that went back or stood still does not shuffle them.
        found = rows(
            self._connection,
            f"{_SELECT} WHERE s.person_id = ? ORDER BY s.pinned DESC, s.updated_at_ms DESC, s.id DESC",
            (person_id,),
        )
        return [_session(fields) for fields in found]

    def rename(self, session_id: int, title: str, titled_by: TitledBy) -> None:
        """Change the title, and note whose words it is."""
        self._connection.execute(
            "UPDATE session SET title = ?, titled_by = ? WHERE id = ?", (title, titled_by.value, session_id)
        )

    def forget_title(self, session_id: int) -> None:
        """Take away a title that was made of erased words, also from stored prompts."""
        self.rename(session_id, "", TitledBy.PROGRAM)
        self._eraser.title(session_id)

    def put_into(self, session_id: int, folder_id: int | None) -> None:
        """Put a session into a folder of its person, or out of any."""
        self._connection.execute("UPDATE session SET folder_id = ? WHERE id = ?", (folder_id, session_id))

    def set_pinned(self, session_id: int, pinned: bool) -> None:
        """Keep the session at the top of the list, or no longer."""
        self._connection.execute("UPDATE session SET pinned = ? WHERE id = ?", (int(pinned), session_id))

    def set_archived(self, session_id: int, archived: bool) -> None:
        """Put the session away, or fetch it back."""
        self._connection.execute("UPDATE session SET archived = ? WHERE id = ?", (int(archived), session_id))

    def head(self, session_id: int) -> int | None:
        """The last turn of the current branch, None for an empty session."""
        head: int | None = value(self._connection, "SELECT head_turn_id FROM session WHERE id = ?", (session_id,))
        return head

    def set_head(self, session_id: int, turn_id: int | None, now_ms: int) -> None:
        """Make the branch that ends in a turn of this session the current one."""
        self._connection.execute(
            "UPDATE session SET head_turn_id = ?, updated_at_ms = ? WHERE id = ?", (turn_id, now_ms, session_id)
        )

    def draft(self, session_id: int) -> str:
        """What was typed and not sent."""
        return str(value(self._connection, "SELECT draft FROM session WHERE id = ?", (session_id,)) or "")

    def set_draft(self, session_id: int, text: str) -> None:
        """Keep what was typed and not sent."""
        self._connection.execute("UPDATE session SET draft = ? WHERE id = ?", (text, session_id))

    def is_untouched(self, session_id: int) -> bool:
        """Whether a session was opened and nothing else was ever done with it; False for one that is not there."""
        return value(self._connection, _UNTOUCHED, (session_id,)) is not None

    def delete(self, session_id: int) -> Rewritten:
        """Erase a session with its turns and what was derived from them. Returns the answers that quoted it."""
        return self._eraser.session(session_id)

    def derived(self, *session_ids: int) -> DerivedFromSession:
        """What would go with sessions that go together."""
        return self._eraser.derived(*session_ids)


def _session(fields: tuple[Any, ...]) -> Session:
    session_id, person_id, title, created_at_ms, updated_at_ms, pinned, archived, turns, folder_id, titled_by = fields
    return Session(
        session_id,
        person_id,
        title,
        created_at_ms,
        updated_at_ms,
        bool(pinned),
        bool(archived),
        turns,
        folder_id,
        TitledBy(titled_by),
    )
