"""Moving a session to another person, with everything that is remembered of it."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from desktop_app.domain.conversation import Turn
from desktop_app.storage.chunks import ChunkRepository
from desktop_app.storage.connection import rows
from desktop_app.storage.erasure import Eraser
from desktop_app.storage.jobs import JobRepository
from desktop_app.storage.turn_copies import TurnCopies


class SessionMover:
    """Moves sessions over the writer's connection, inside its transaction."""

    def __init__(
        self,
        connection: apsw.Connection,
        chunks: ChunkRepository,
        copies: TurnCopies,
        jobs: JobRepository,
        eraser: Eraser,
    ) -> None:
        self._connection = connection
        self._chunks = chunks
        self._copies = copies
        self._jobs = jobs
        self._eraser = eraser

    def move_turns(self, turns: Sequence[Turn], session_id: int) -> list[int]:
        """Let turns be said in an empty session of another person, one after the other.

        They get new ids, since what is known of the old ones must not lead to them; facts are looked for anew.
        Prompts kept with them go with the old ones.

        Returns:
            The new ids, in order.
        """
        moved = self._copies.copy(turns, session_id)
        for turn_id in moved:
            self._connection.execute("DELETE FROM fact_source WHERE message_id IN (2 * ?1 - 1, 2 * ?1)", (turn_id,))
            self._copies.stand_alone(turn_id)
        for turn in turns:
            self._eraser.turn(turn.id)
        return moved

    def move(self, session_id: int, person_id: int) -> None:
        """Make a session another person's.

        Chunks go along with their words and vectors. Facts that rest on it alone are erased and looked for anew,
        for they have to be held against what is known of the other person. Its stored prompts go: they carried
        facts and memories of the person it leaves; and that person's prompts forget what they recalled of it. Its notes
        go along, without the sentences that rest on other sessions; and theirs lose what rests on it.
        """
        turn_ids = [turn_id for (turn_id,) in rows(self._connection, _TURNS, (session_id,))]
        self._copies.release(turn_ids)  # what was copied from here stays with whom it is
        self._eraser.unlearn(session_id)
        self._connection.execute(f"DELETE FROM ledger WHERE turn_id IN ({_TURNS})", (session_id,))
        self._connection.execute(f"DELETE FROM prompt_use WHERE turn_id IN ({_TURNS})", (session_id,))
        # The plane of the map is shaped by the words of the session that leaves.
        self._connection.execute(
            "DELETE FROM map_plane WHERE person_id = (SELECT person_id FROM session WHERE id = ?)", (session_id,)
        )
        self._connection.execute(
            "UPDATE session SET person_id = ?, folder_id = NULL WHERE id = ?", (person_id, session_id)
        )
        self._connection.execute("UPDATE note SET confirmed_as = '' WHERE session_id = ?", (session_id,))
        self._connection.execute(_CUT_NOTES, (session_id,))
        self._connection.execute(f"DELETE FROM note_sentence WHERE id IN ({_SENTENCES_ACROSS})", (session_id,))
        self._chunks.move_session(session_id, person_id)
        for turn_id in turn_ids:
            if self._copies.is_copy(turn_id):
                self._copies.stand_alone(turn_id)
            else:
                self._jobs.add(turn_id, ("extract",))


_TURNS = "SELECT id FROM turn WHERE session_id = ? ORDER BY id"
# Sentences of notes that rest on a turn of another session, where one of the two is the session that moves.
_SENTENCES_ACROSS = (
    "SELECT e.id FROM note_source AS o JOIN note_sentence AS e ON e.id = o.sentence_id"
    " JOIN note AS n ON n.id = e.note_id JOIN message AS m ON m.id = o.message_id JOIN turn AS t ON t.id = m.turn_id"
    " WHERE n.session_id <> t.session_id AND ?1 IN (n.session_id, t.session_id)"
)
_CUT_NOTES = (
    f"UPDATE note SET cut = 1 WHERE id IN (SELECT note_id FROM note_sentence WHERE id IN ({_SENTENCES_ACROSS}))"
)
