"""Making rows that were read from a damaged database fit together again.

What was said goes before everything else: a message whose turn is gone gets one, a turn whose session is gone
too, and rows that only describe something lost are left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import apsw

from desktop_app.domain.conversation import PERSON, FinishReason, MessageStatus
from desktop_app.storage.connection import rows, value


@dataclass(frozen=True, slots=True)
class RescueWords:
    """What is written where something is missing, in the language of the window.

    Args:
        person: name of a person whose row is gone.
        session: title of a session whose row is gone.
        lost: in the place of a question that is gone.
    """

    person: str
    session: str
    lost: str


# Where a turn belongs, by what else was read: its chunks, the turns after it, a session that ends with it.
_SESSION_OF = """
SELECT coalesce(
    (SELECT session_id FROM chunk WHERE turn_id = ?1 LIMIT 1),
    (SELECT session_id FROM turn WHERE parent_id = ?1 LIMIT 1),
    (SELECT id FROM session WHERE head_turn_id = ?1)
)
"""
_HOMELESS = """
SELECT DISTINCT m.turn_id FROM message AS m WHERE m.turn_id NOT IN (SELECT id FROM turn) ORDER BY m.turn_id
"""
# Depth by the way to the root; a turn whose parent is gone hangs on the one before it in its session.
_MEND_PARENTS = """
UPDATE turn SET parent_id = (SELECT max(o.id) FROM turn AS o WHERE o.session_id = turn.session_id AND o.id < turn.id)
WHERE parent_id IS NOT NULL AND parent_id NOT IN (SELECT id FROM turn)
"""
_COUNT_DEPTH = """
WITH RECURSIVE path (id, depth) AS (
    SELECT id, 0 FROM turn WHERE parent_id IS NULL
    UNION ALL
    SELECT t.id, path.depth + 1 FROM path JOIN turn AS t ON t.parent_id = path.id
)
UPDATE turn SET ordinal = path.depth FROM path WHERE path.id = turn.id AND turn.ordinal <> path.depth
"""
_MEND_HEADS = """
UPDATE session SET head_turn_id = (SELECT max(id) FROM turn WHERE session_id = session.id)
WHERE head_turn_id IS NULL OR head_turn_id NOT IN (SELECT id FROM turn)
"""


def mend_references(connection: apsw.Connection, words: RescueWords, now_ms: int) -> int:
    """Let every reference lead somewhere; inside a transaction, without enforced foreign keys.

    Returns:
        How many turns had to be placed anew.
    """
    homeless = [turn_id for (turn_id,) in rows(connection, _HOMELESS)]
    for turn_id in homeless:
        _place(connection, turn_id, words, now_ms)
    _require_sessions(connection, words, now_ms)
    _require_people(connection, words, now_ms)
    connection.execute(_MEND_PARENTS)
    connection.execute(_COUNT_DEPTH)
    connection.execute(_MEND_HEADS)
    connection.execute(
        "INSERT INTO message (id, turn_id, role, speaker, text, status, created_at_ms)"
        " SELECT 2 * id - 1, id, 'user', ?, ?, ?, created_at_ms FROM turn"
        " WHERE 2 * id - 1 NOT IN (SELECT id FROM message)",
        (PERSON, words.lost, MessageStatus.COMPLETE.value),
    )
    _drop_dangling(connection)
    connection.execute(
        "INSERT OR IGNORE INTO consolidation_job (turn_id, kind)"
        " SELECT id, 'embed' FROM turn WHERE id NOT IN (SELECT turn_id FROM chunk)"
    )
    return len(homeless)


def _place(connection: apsw.Connection, turn_id: int, words: RescueWords, now_ms: int) -> None:
    session_id = value(connection, _SESSION_OF, (turn_id,))
    if session_id is None:
        session_id = _session_for_the_homeless(connection, words, now_ms)
    parent_id = value(connection, "SELECT max(id) FROM turn WHERE session_id = ? AND id < ?", (session_id, turn_id))
    replied = value(connection, "SELECT EXISTS (SELECT 1 FROM message WHERE id = ?)", (2 * turn_id,))
    reason = FinishReason.STOP if replied else FinishReason.RECORDED
    connection.execute(
        "INSERT INTO turn (id, session_id, parent_id, ordinal, finish_reason, created_at_ms)"
        " VALUES (?1, ?2, ?3, 0, ?4, (SELECT min(created_at_ms) FROM message WHERE turn_id = ?1))",
        (turn_id, session_id, parent_id, reason.value),
    )


def _session_for_the_homeless(connection: apsw.Connection, words: RescueWords, now_ms: int) -> int:
    """A session of a person of its own: what belongs to nobody known must not come up with anybody else."""
    found = value(
        connection,
        "SELECT s.id FROM session AS s JOIN person AS p ON p.id = s.person_id WHERE s.title = ? AND p.name = ?",
        (words.session, words.person),
    )
    if found is not None:
        return int(found)
    connection.execute("INSERT INTO person (name, created_at_ms) VALUES (?, ?)", (words.person, now_ms))
    person_id = connection.last_insert_rowid()
    connection.execute(
        "INSERT INTO session (person_id, title, created_at_ms, updated_at_ms) VALUES (?, ?, ?, ?)",
        (person_id, words.session, now_ms, now_ms),
    )
    return connection.last_insert_rowid()


def _require_sessions(connection: apsw.Connection, words: RescueWords, now_ms: int) -> None:
    missing = rows(
        connection,
        "SELECT session_id, min(created_at_ms), max(created_at_ms) FROM turn"
        " WHERE session_id NOT IN (SELECT id FROM session) GROUP BY session_id",
    )
    for session_id, first_ms, last_ms in missing:
        person_id = value(connection, "SELECT person_id FROM chunk WHERE session_id = ? LIMIT 1", (session_id,))
        if person_id is None:
            homeless = _session_for_the_homeless(connection, words, now_ms)
            person_id = value(connection, "SELECT person_id FROM session WHERE id = ?", (homeless,))
        connection.execute(
            "INSERT INTO session (id, person_id, title, created_at_ms, updated_at_ms) VALUES (?, ?, ?, ?, ?)",
            (session_id, person_id, words.session, first_ms, last_ms),
        )


def _require_people(connection: apsw.Connection, words: RescueWords, now_ms: int) -> None:
    missing = rows(
        connection,
        "SELECT person_id FROM session UNION SELECT person_id FROM fact EXCEPT SELECT id FROM person",
    )
    for (person_id,) in missing:
        connection.execute(
            "INSERT INTO person (id, name, created_at_ms) VALUES (?, ?, ?)",
            (person_id, f"{words.person} {person_id}", now_ms),
        )


def _drop_dangling(connection: apsw.Connection) -> None:
    """Rows that describe something that is gone go; a reference that may be empty is emptied."""
    references = rows(
        connection,
        'SELECT t.name, f."table", f."from", f."to", f.on_delete FROM pragma_table_list AS t,'
        " pragma_foreign_key_list(t.name) AS f WHERE t.schema = 'main' AND t.type = 'table'",
    )
    changed = True
    while changed:
        changed = False
        for table, parent, column, target, on_delete in references:
            condition = f'"{column}" IS NOT NULL AND "{column}" NOT IN (SELECT "{target or "id"}" FROM "{parent}")'
            if on_delete == "SET NULL":
                connection.execute(f'UPDATE "{table}" SET "{column}" = NULL WHERE {condition}')
            else:
                connection.execute(f'DELETE FROM "{table}" WHERE {condition}')
            changed = changed or connection.changes() > 0
