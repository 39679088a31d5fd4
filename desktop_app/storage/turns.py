"""Turns and their messages: the tree of a session, and the branch that leads to its head."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import apsw

from desktop_app.domain.conversation import (
    ASSISTANT,
    AskedAgain,
    FinishReason,
    Message,
    MessageStatus,
    Role,
    Turn,
    turn_of_message,
)
from desktop_app.storage.connection import row, rows, value
from desktop_app.storage.erasure import Eraser, Rewritten
from desktop_app.storage.message_search import MessageSearch
from desktop_app.storage.turn_tree import NEWEST_LEAF

_COLUMNS = """
    t.id, t.session_id, t.parent_id, t.ordinal, t.finish_reason, t.pinned,
    q.id, q.speaker, q.text, q.status, q.created_at_ms, r.id, r.speaker, r.text, r.status, r.created_at_ms
"""
_MESSAGES = """
    CROSS JOIN message AS q ON q.id = 2 * t.id - 1
    LEFT JOIN message AS r ON r.id = 2 * t.id
"""
_ONE = f"SELECT {_COLUMNS} FROM turn AS t {_MESSAGES} WHERE t.id = ?"
# From a turn towards the root; the LIMIT ends the walk, not only its output.
_PATH = f"""
WITH RECURSIVE path (id, session_id, parent_id, ordinal, finish_reason, pinned) AS (
    SELECT id, session_id, parent_id, ordinal, finish_reason, pinned FROM turn WHERE id = ?1
    UNION ALL
    SELECT u.id, u.session_id, u.parent_id, u.ordinal, u.finish_reason, u.pinned
    FROM path JOIN turn AS u ON u.id = path.parent_id
    LIMIT ?2
)
SELECT {_COLUMNS} FROM path AS t {_MESSAGES}
"""
_ANCESTOR = """
WITH RECURSIVE path (id, parent_id, ordinal) AS (
    SELECT id, parent_id, ordinal FROM turn WHERE id = ?1
    UNION ALL
    SELECT u.id, u.parent_id, u.ordinal FROM path JOIN turn AS u ON u.id = path.parent_id WHERE path.ordinal > ?2
)
SELECT id FROM path WHERE ordinal = ?2
"""
_VERSIONS = """
SELECT t.id, s.id FROM json_each(?) AS wanted JOIN turn AS t ON t.id = wanted.value
JOIN turn AS s ON s.session_id = t.session_id AND s.ordinal = t.ordinal AND s.parent_id IS t.parent_id
ORDER BY t.id, s.id
"""
_ASKED_AGAIN = """
SELECT t.id, min(o.created_at_ms) FILTER (WHERE o.text = q.text), min(o.text = q.text)
FROM json_each(?) AS wanted JOIN turn AS t ON t.id = wanted.value JOIN message AS q ON q.id = 2 * t.id - 1
JOIN turn AS s ON s.session_id = t.session_id AND s.ordinal = t.ordinal AND s.parent_id IS t.parent_id
JOIN message AS o ON o.id = 2 * s.id - 1
GROUP BY t.id HAVING total(o.text = q.text) > 1
"""
_STATUSES = {status.value: status for status in MessageStatus}
_REASONS = {reason.value: reason for reason in FinishReason}


class TurnRepository:
    """Reads and writes turns over one connection; writing needs the writer's transaction."""

    def __init__(self, connection: apsw.Connection, search: MessageSearch, eraser: Eraser) -> None:
        self._connection = connection
        self._search = search
        self._eraser = eraser

    # --- writing

    def add(self, session_id: int, parent_id: int | None, text: str, speaker: str, *, now_ms: int) -> Turn:
        """Store a user's message as a new turn and make it the session's head.

        Args:
            session_id: where it is said.
            parent_id: the turn it follows; None begins a branch at the root.
            text: word for word.
            speaker: who said it.
            now_ms: Unix time in milliseconds.

        Raises:
            KeyError: the parent is no turn of this session.
        """
        ordinal = 0
        if parent_id is not None:
            above = value(
                self._connection, "SELECT ordinal FROM turn WHERE id = ? AND session_id = ?", (parent_id, session_id)
            )
            if above is None:
                raise KeyError(parent_id)
            ordinal = above + 1
        self._connection.execute(
            "INSERT INTO turn (session_id, parent_id, ordinal, created_at_ms) VALUES (?, ?, ?, ?)",
            (session_id, parent_id, ordinal, now_ms),
        )
        turn_id = self._connection.last_insert_rowid()
        question = self._add_message(turn_id, "user", speaker, text, MessageStatus.COMPLETE, now_ms)
        self._search.index(question.id)
        self._connection.execute(
            "UPDATE session SET head_turn_id = ?, updated_at_ms = ? WHERE id = ?", (turn_id, now_ms, session_id)
        )
        return Turn(turn_id, session_id, parent_id, ordinal, question, None, None)

    def begin_reply(self, turn_id: int, *, now_ms: int, speaker: str = ASSISTANT) -> Message:
        """Store the empty beginning of a reply."""
        return self._add_message(turn_id, "assistant", speaker, "", MessageStatus.STREAMING, now_ms)

    def save_reply(self, turn_id: int, text: str) -> None:
        """Keep what there is of a reply that is being written; a finished one is left alone."""
        self._connection.execute(
            "UPDATE message SET text = ? WHERE id = 2 * ? AND status = 'streaming'",
            (text, turn_id),
        )

    def finish(self, turn_id: int, text: str | None, status: MessageStatus, finish_reason: FinishReason) -> None:
        """End a turn, with its reply if one was begun.

        Args:
            turn_id: a turn that is not finished.
            text: of the reply; None keeps what was saved.
            status: of the reply.
            finish_reason: of the turn.

        Raises:
            ValueError: the turn is finished, or gone.
        """
        ended = self._ids(
            "UPDATE turn SET finish_reason = ? WHERE id = ? AND finish_reason IS NULL RETURNING id",
            (finish_reason.value, turn_id),
        )
        if not ended:
            raise ValueError(f"turn {turn_id} is not open")
        finished = self._ids(
            "UPDATE message SET text = coalesce(?, text), status = ? WHERE id = 2 * ? RETURNING id",
            (text, status.value, turn_id),
        )
        for message_id in finished:
            self._search.index(message_id)

    def reopen(self, turn_id: int) -> None:
        """Let a finished reply grow again; its text stays. Raises ValueError if it has none or is open."""
        self._search.remove([2 * turn_id])
        opened = self._ids(
            "UPDATE message SET status = 'streaming' WHERE id = 2 * ? AND status <> 'streaming' RETURNING id",
            (turn_id,),
        )
        if not opened:
            raise ValueError(f"turn {turn_id} has no finished reply")
        self._connection.execute("UPDATE turn SET finish_reason = NULL WHERE id = ?", (turn_id,))

    def mark_interrupted(self, now_ms: int) -> list[int]:
        """End what a dead process left open; partial replies are kept. Returns the turns, oldest first."""
        turn_ids = self._ids("SELECT id FROM turn WHERE finish_reason IS NULL ORDER BY id")
        for turn_id in turn_ids:
            if self.get(turn_id).reply is None:
                self.begin_reply(turn_id, now_ms=now_ms)
            self.finish(turn_id, None, MessageStatus.INTERRUPTED, FinishReason.INTERRUPTED)
        return turn_ids

    def set_pinned(self, turn_id: int, pinned: bool) -> None:
        """Keep a turn in the prompt, or no longer."""
        self._connection.execute("UPDATE turn SET pinned = ? WHERE id = ?", (int(pinned), turn_id))

    def delete(self, turn_id: int) -> Rewritten:
        """Erase a turn with what was derived from it. The turns after it close the gap.

        Returns:
            The answers from memory that quoted it.

        Raises:
            KeyError: there is no such turn.
        """
        return self._eraser.turn(turn_id)

    def delete_all(self, session_id: int) -> Rewritten:
        """Erase every turn of a session, all branches; the session stays. Returns the answers that quoted them."""
        return self._eraser.turns_of(session_id)

    # --- reading

    def get(self, turn_id: int) -> Turn:
        """One turn. Raises KeyError."""
        found = row(self._connection, _ONE, (turn_id,))
        if found is None:
            raise KeyError(turn_id)
        return _turn(found)

    def of_message(self, message_id: int) -> Turn:
        """The turn of a message. Raises KeyError."""
        return self.get(turn_of_message(message_id))

    def branch(self, session_id: int, *, before_ordinal: int | None = None, limit: int | None = None) -> list[Turn]:
        """Turns of the session's current branch, oldest first.

        Args:
            session_id: whose branch.
            before_ordinal: only turns before this one.
            limit: at most this many, the newest of them.
        """
        last = value(self._connection, "SELECT head_turn_id FROM session WHERE id = ?", (session_id,))
        if before_ordinal is not None and last is not None:
            last = self._on_branch(session_id, last, before_ordinal - 1)
        if last is None or (limit is not None and limit <= 0):
            return []
        found: Iterable[Any] = self._connection.execute(_PATH, (last, -1 if limit is None else limit))
        turns = [_turn(fields) for fields in found]
        turns.reverse()
        return turns

    def count(self, session_id: int) -> int:
        """How many turns the session's current branch has."""
        return int(
            value(
                self._connection,
                "SELECT t.ordinal + 1 FROM session AS s JOIN turn AS t ON t.id = s.head_turn_id WHERE s.id = ?",
                (session_id,),
            )
            or 0
        )

    def ids(self, session_id: int) -> list[int]:
        """All turns of a session, other branches included, oldest first."""
        return self._ids("SELECT id FROM turn WHERE session_id = ? ORDER BY id", (session_id,))

    def all_ids(self) -> list[int]:
        """All turns of the vault, oldest first."""
        return self._ids("SELECT id FROM turn ORDER BY id")

    def siblings(self, turn_id: int) -> list[int]:
        """The turns that follow the same turn as this one, itself included, oldest first."""
        return self._ids(
            "SELECT s.id FROM turn AS t JOIN turn AS s ON s.session_id = t.session_id AND s.ordinal = t.ordinal"
            " AND s.parent_id IS t.parent_id WHERE t.id = ? ORDER BY s.id",
            (turn_id,),
        )

    def versions(self, turn_ids: Iterable[int]) -> dict[int, tuple[int, ...]]:
        """Those of the turns that have siblings, each with all of them, itself included, oldest first."""
        found: dict[int, tuple[int, ...]] = {}
        for turn_id, sibling in rows(self._connection, _VERSIONS, (json.dumps(list(turn_ids)),)):
            found[turn_id] = (*found.get(turn_id, ()), sibling)
        return {turn_id: siblings for turn_id, siblings in found.items() if len(siblings) > 1}

    def asked_again(self, turn_ids: Iterable[int]) -> dict[int, AskedAgain]:
        """Those of the turns whose question another version has in the same words, with when it was said first."""
        return {
            turn_id: AskedAgain(first_ms, bool(all_same))
            for turn_id, first_ms, all_same in rows(self._connection, _ASKED_AGAIN, (json.dumps(list(turn_ids)),))
        }

    def newest_leaf(self, turn_id: int) -> int:
        """The last turn of the newest branch through a turn: itself where nothing follows."""
        return int(value(self._connection, NEWEST_LEAF, (turn_id,)))

    def is_current(self, turn: Turn) -> bool:
        """Whether a turn is on its session's current branch."""
        head = value(self._connection, "SELECT head_turn_id FROM session WHERE id = ?", (turn.session_id,))
        return head is not None and self._on_branch(turn.session_id, head, turn.ordinal) == turn.id

    def _on_branch(self, session_id: int, head: int, ordinal: int) -> int | None:
        """The turn with this ordinal on the way to ``head``; the head itself where it ends before."""
        if ordinal < 0:
            return None
        if value(self._connection, "SELECT ordinal FROM turn WHERE id = ?", (head,)) <= ordinal:
            return head
        # Where nothing branched off at this depth, every longer branch leads through its one turn.
        candidates = self._ids(
            "SELECT id FROM turn WHERE session_id = ? AND ordinal = ? LIMIT 2", (session_id, ordinal)
        )
        if len(candidates) == 1:
            return candidates[0]
        return int(value(self._connection, _ANCESTOR, (head, ordinal)))

    def _ids(self, sql: str, bindings: Sequence[Any] = ()) -> list[int]:
        return [fields[0] for fields in rows(self._connection, sql, bindings)]

    def _add_message(
        self, turn_id: int, role: Role, speaker: str, text: str, status: MessageStatus, now_ms: int
    ) -> Message:
        message_id = 2 * turn_id - (role == "user")
        self._connection.execute(
            "INSERT INTO message (id, turn_id, role, speaker, text, status, created_at_ms)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (message_id, turn_id, role, speaker, text, status.value, now_ms),
        )
        return Message(message_id, turn_id, role, speaker, text, status, now_ms)


def _turn(fields: tuple[Any, ...]) -> Turn:
    (
        turn_id,
        session_id,
        parent_id,
        ordinal,
        reason,
        pinned,
        q_id,
        q_speaker,
        q_text,
        q_status,
        q_at_ms,
        r_id,
        r_speaker,
        r_text,
        r_status,
        r_at_ms,
    ) = fields
    question = Message(q_id, turn_id, "user", q_speaker, q_text, _STATUSES[q_status], q_at_ms)
    reply = None
    if r_id is not None:
        reply = Message(r_id, turn_id, "assistant", r_speaker, r_text, _STATUSES[r_status], r_at_ms)
    finish_reason = None if reason is None else _REASONS[reason]
    return Turn(turn_id, session_id, parent_id, ordinal, question, reply, finish_reason, bool(pinned))
