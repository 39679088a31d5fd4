"""What must be gone after an erasure, and what is kept: the texts of both, and the rows that must not be left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import apsw

from desktop_app.domain.certificates import ErasedKind
from desktop_app.storage.connection import rows, value
from desktop_app.storage.erasure import FACTS, MESSAGES, NOTE_SENTENCES, SUMMARIES, TURNS
from desktop_app.storage.given_answers import founded_lines

_TURNS_OF: Final = {
    ErasedKind.TURN: "SELECT ?1",
    ErasedKind.SESSION: "SELECT id FROM turn WHERE session_id = ?1",
    ErasedKind.PERSON: "SELECT t.id FROM turn AS t JOIN session AS s ON s.id = t.session_id WHERE s.person_id = ?1",
}
_SESSIONS_OF: Final = {
    ErasedKind.TURN: "SELECT NULL WHERE ?1 < 0",
    ErasedKind.SESSION: "SELECT ?1",
    ErasedKind.PERSON: "SELECT id FROM session WHERE person_id = ?1",
}
# ?1 lists the turns, ?2 the sessions, ?3 the people that go, each as JSON.
_SESSIONS, _PEOPLE = "(SELECT value FROM json_each(?2))", "(SELECT value FROM json_each(?3))"
_GOING_FACTS = f"(SELECT id FROM fact WHERE person_id IN {_PEOPLE} UNION SELECT * FROM {FACTS})"
_GOING_NOTES = f"(SELECT id FROM note WHERE session_id IN {_SESSIONS})"
_GOING_SENTENCES = f"(SELECT id FROM note_sentence WHERE note_id IN {_GOING_NOTES} UNION {NOTE_SENTENCES[1:-1]})"
_GOING: Final = (
    f"SELECT text FROM message WHERE turn_id IN {TURNS}",
    f"SELECT value FROM fact WHERE id IN {_GOING_FACTS}",
    f"SELECT quote FROM fact_source WHERE fact_id IN {_GOING_FACTS} OR message_id IN {MESSAGES}",
    f"SELECT text FROM summary WHERE id IN {SUMMARIES}",
    f"SELECT title FROM session WHERE id IN {_SESSIONS}",
    f"SELECT draft FROM session WHERE id IN {_SESSIONS}",
    f"SELECT name FROM draft_attachment WHERE session_id IN {_SESSIONS}",
    f"SELECT text FROM draft_attachment WHERE session_id IN {_SESSIONS}",
    f"SELECT name FROM attachment WHERE message_id IN {MESSAGES}",
    f"SELECT text FROM attachment WHERE message_id IN {MESSAGES}",
    f"SELECT name FROM person WHERE id IN {_PEOPLE}",
    f"SELECT record_number FROM person WHERE id IN {_PEOPLE}",
    f"SELECT name FROM folder WHERE person_id IN {_PEOPLE}",
    f"SELECT name FROM own_category WHERE person_id IN {_PEOPLE}",
    f"SELECT given_by FROM consent WHERE person_id IN {_PEOPLE}",
    f"SELECT withdrawn_by FROM consent WHERE person_id IN {_PEOPLE}",
    f"SELECT note FROM consent WHERE person_id IN {_PEOPLE}",
    f"SELECT text FROM note_sentence WHERE id IN {_GOING_SENTENCES}",
    f"SELECT before FROM note_change WHERE sentence_id IN {_GOING_SENTENCES}",
    f"SELECT text FROM note_addendum WHERE note_id IN {_GOING_NOTES}",
)
# What stands in these tables is somebody's own, not derived from what was said elsewhere. A table that is not
# named here is searched as if everything in it came from what was erased.
_KEPT: Final = (
    "SELECT text FROM message WHERE speaker <> 'memory'",
    "SELECT value || char(10) || attribute || char(10) || unit FROM fact",
    "SELECT quote FROM fact_source",
    "SELECT text FROM summary",
    "SELECT title || char(10) || draft FROM session",
    "SELECT name || char(10) || text FROM draft_attachment",
    "SELECT name || char(10) || text FROM attachment",
    "SELECT name || char(10) || record_number || char(10) || birth_date FROM person",
    "SELECT name FROM folder",
    "SELECT name FROM own_category",
    "SELECT given_by || char(10) || relation || char(10) || recorded_by || char(10) || note || char(10) || withdrawn_by"
    " FROM consent",
    "SELECT value FROM setting",
    "SELECT title || char(10) || confirmed_by || char(10) || confirmed_as FROM note",
    "SELECT heading || char(10) || words FROM note_section",
    "SELECT text FROM note_sentence",
    "SELECT before FROM note_change",
    "SELECT author || char(10) || text FROM note_addendum",
    "SELECT path || char(10) || name || char(10) || licence FROM model",
    "SELECT actor || char(10) || action || char(10) || detail FROM audit_log",
    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL",
    "SELECT t.body FROM ledger_text AS t JOIN ledger_source AS s ON s.text_id = t.id WHERE s.source = ''",
)
_LEFT: Final = (
    f"SELECT count(*) FROM turn WHERE id IN {TURNS}",
    f"SELECT count(*) FROM message WHERE turn_id IN {TURNS}",
    f"SELECT count(*) FROM chunk WHERE turn_id IN {TURNS}",
    f"SELECT count(*) FROM generation WHERE turn_id IN {TURNS}",
    f"SELECT count(*) FROM ledger WHERE turn_id IN {TURNS}",
    "SELECT count(*) FROM fact WHERE id IN (SELECT value FROM json_each(?4))",
    f"SELECT count(*) FROM session WHERE id IN {_SESSIONS}",
    f"SELECT count(*) FROM note WHERE session_id IN {_SESSIONS}",
    "SELECT count(*) FROM note_source WHERE message_id IN (SELECT 2 * value - 1 FROM json_each(?1))",
    f"SELECT count(*) FROM person WHERE id IN {_PEOPLE}",
    f"SELECT count(*) FROM consent WHERE person_id IN {_PEOPLE}",
    f"SELECT count(*) FROM arrival WHERE person_id IN {_PEOPLE}",
    "SELECT count(*) FROM message_fts_docsize WHERE id IN"
    " (SELECT 2 * value FROM json_each(?1) UNION ALL SELECT 2 * value - 1 FROM json_each(?1))",
    "SELECT count(*) FROM ledger_source WHERE source IN (SELECT 'turn:' || value FROM json_each(?1)"
    " UNION ALL SELECT 'message:' || (2 * value) FROM json_each(?1)"
    " UNION ALL SELECT 'message:' || (2 * value - 1) FROM json_each(?1)"
    " UNION ALL SELECT 'session:' || value FROM json_each(?2)"
    " UNION ALL SELECT 'fact:' || value FROM json_each(?4))",
)


@dataclass(frozen=True, slots=True)
class Scope:
    """What an erasure takes: rows by their ids, which are never given out again."""

    kind: ErasedKind
    turns: tuple[int, ...]
    sessions: tuple[int, ...]
    people: tuple[int, ...]
    facts: tuple[int, ...]

    @property
    def bindings(self) -> tuple[str, ...]:
        """Turns, sessions, people and facts, as JSON."""
        lists = (self.turns, self.sessions, self.people, self.facts)
        return tuple("[" + ",".join(map(str, ids)) + "]" for ids in lists)


def scope_of(connection: apsw.Connection, kind: ErasedKind, number: int) -> Scope:
    """What goes with a turn, a session or a person."""
    turns = tuple(row_id for (row_id,) in rows(connection, _TURNS_OF[kind], (number,)))
    sessions = tuple(row_id for (row_id,) in rows(connection, _SESSIONS_OF[kind], (number,)))
    people = (number,) if kind is ErasedKind.PERSON else ()
    found = Scope(kind, turns, sessions, people, ())
    facts = rows(connection, f"SELECT id FROM {_GOING_FACTS} WHERE ?2 IS NOT NULL", found.bindings[:3])
    return Scope(kind, turns, sessions, people, tuple(fact_id for (fact_id,) in facts))


def texts_of(connection: apsw.Connection, scope: Scope) -> list[bytes]:
    """Every text that must be gone, in UTF-8."""
    found: list[bytes] = []
    for sql in _GOING:
        used = max(number for number in (1, 2, 3) if f"?{number}" in sql)
        found += [text.encode("utf-8") for (text,) in rows(connection, sql, scope.bindings[:used]) if text.strip()]
    return found


def kept_texts(connection: apsw.Connection, gone: Iterable[bytes]) -> bytes:
    """Everything that is kept as somebody's own words, one after the other.

    Args:
        connection: to the vault after the erasure.
        gone: the texts that must be gone. A line of an answer from memory that quotes one of them, and leads to no
            turn in which it stands, is a copy that should have gone too, and not kept.
    """
    parts = [part for sql in _KEPT for (part,) in rows(connection, sql)]
    parts += founded_lines(connection, b"\n".join(gone).decode("utf-8"))
    return b"\n".join(part if isinstance(part, bytes) else part.encode("utf-8") for part in parts)


def rows_left(connection: apsw.Connection, scope: Scope) -> int:
    """Rows, entries of indexes and texts of ledgers that still belong to what was erased."""
    count = 0
    for sql in _LEFT:
        used = max(number for number in (1, 2, 3, 4) if f"?{number}" in sql)
        count += int(value(connection, sql, scope.bindings[:used]))
    return count


def holds(connection: apsw.Connection, scope: Scope) -> bool:
    """Whether a backup still has any of it."""
    return rows_left(connection, scope) > 0
