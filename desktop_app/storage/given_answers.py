"""Answers from memory: copies of what was said elsewhere, which go with it."""

from __future__ import annotations

from collections.abc import Collection

import apsw

from desktop_app.domain.answer_lines import is_copy, without_erased
from desktop_app.domain.turn_links import linked_turns
from desktop_app.storage.connection import rows
from desktop_app.storage.message_search import MessageSearch

_ANSWERS = """
SELECT m.id, t.session_id, t.id, m.text FROM message AS m CROSS JOIN turn AS t ON t.id = m.turn_id
WHERE m.speaker = 'memory'
"""
_SAID = "SELECT text FROM message WHERE turn_id IN (SELECT value FROM json_each(?))"


class GivenAnswers:
    """Answers that the memory gave, over one connection."""

    def __init__(self, connection: apsw.Connection, search: MessageSearch) -> None:
        self._connection = connection
        self._search = search

    def rewrite_without(self, turn_ids: Collection[int]) -> frozenset[tuple[int, int]]:
        """Let answers in other turns quote nothing of turns that are about to be erased.

        Returns:
            The answers that say less now, as message and session.
        """
        going = frozenset(turn_ids)
        answers = [answer for answer in rows(self._connection, _ANSWERS) if answer[2] not in going]
        if not answers or not going:
            return frozenset()
        erased = "\n".join(_said_in(self._connection, going))

        def said(turn_ids: Collection[int]) -> list[str]:
            return _said_in(self._connection, [turn_id for turn_id in turn_ids if turn_id not in going])

        def is_erased(line: str) -> bool:
            return any(turn_id in going for turn_id in linked_turns(line)) or is_copy(line, erased, said)

        rewritten: set[tuple[int, int]] = set()
        for message_id, session_id, _, before in answers:
            after = without_erased(before, is_erased)
            if after != before:
                self._search.remove([message_id])
                self._connection.execute("UPDATE message SET text = ? WHERE id = ?", (after, message_id))
                self._connection.execute("DELETE FROM message_tokens WHERE message_id = ?", (message_id,))
                self._search.index(message_id)
                rewritten.add((message_id, session_id))
        return frozenset(rewritten)


def founded_lines(connection: apsw.Connection, gone: str) -> list[str]:
    """The lines of all answers from memory, without those that quote erased words standing in no turn they lead to.

    Args:
        connection: to the vault.
        gone: the erased words.
    """
    erased = " ".join(gone.split())
    answers = [text for *_, text in rows(connection, _ANSWERS)]
    return [
        line
        for text in answers
        for line in text.split("\n")
        if not is_copy(line, erased, lambda turn_ids: _said_in(connection, turn_ids))
    ]


def _said_in(connection: apsw.Connection, turn_ids: Collection[int]) -> list[str]:
    """What was said in turns, with single spaces as answers quote it."""
    listed = "[" + ",".join(map(str, turn_ids)) + "]"
    return [" ".join(text.split()) for (text,) in rows(connection, _SAID, (listed,))]
