"""Ledgers: the record of every prompt, rebuilt byte for byte, with what its reply depended on."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable

import apsw
import msgspec

from desktop_app.domain.conversation import MEMORY
from desktop_app.domain.generation import GenerationRecord
from desktop_app.domain.ledger import Ledger, Section
from desktop_app.domain.timeline import TurnFigures, clip_mark, summary_mark
from desktop_app.storage.connection import row, rows, value
from desktop_app.storage.ledger_codec import StoredLedger, encode

_GENERATION = (
    "model_id, engine_build, context_limit, reserved, prompt_tokens, reused_tokens, computed_tokens,"
    " completion_tokens, first_token_ms, prefill_ms, decode_ms, prompt_sha256, sampler, settings_sha256,"
    " template_sha256, reply_token_ids"
)
_LATEST = """
WITH RECURSIVE path (id, parent_id) AS (
    SELECT t.id, t.parent_id FROM session AS s JOIN turn AS t ON t.id = s.head_turn_id WHERE s.id = ?
    UNION ALL
    SELECT u.id, u.parent_id FROM path JOIN turn AS u ON u.id = path.parent_id
)
SELECT l.turn_id FROM path CROSS JOIN ledger AS l ON l.turn_id = path.id LIMIT 1
"""
_TURNS = msgspec.json.Decoder(list[TurnFigures])
_SECTIONS = ", ".join(section.value for section in Section)
_OTHER_FIGURES = "clipped_turns, clip_mark, summary_mark, broke_prefix"
_FIGURES = f"{_SECTIONS}, {_OTHER_FIGURES}"
# One row of JSON in the order of the fields of TurnFigures: ten thousand rows would give and take the
# interpreter's lock ten thousand times, which takes three times as long as the query while others work.
_TIMELINE = f"""
WITH RECURSIVE path (id, parent_id, ordinal, created_at_ms, finish_reason) AS (
    SELECT t.id, t.parent_id, t.ordinal, t.created_at_ms, t.finish_reason
    FROM session AS s JOIN turn AS t ON t.id = s.head_turn_id WHERE s.id = ?
    UNION ALL
    SELECT u.id, u.parent_id, u.ordinal, u.created_at_ms, u.finish_reason
    FROM path JOIN turn AS u ON u.id = path.parent_id
)
SELECT json_group_array(json_array(path.id, path.ordinal, path.created_at_ms, path.finish_reason,
    json(iif(g.turn_id IS NULL, 'null', json_array(json_array({_SECTIONS}), g.context_limit, g.reserved,
        g.reused_tokens, g.computed_tokens, g.model_id, m.name, {_OTHER_FIGURES}))),
    json(iif(path.finish_reason = 'given' AND EXISTS (
        SELECT 1 FROM message AS r WHERE r.turn_id = path.id AND r.speaker = '{MEMORY}'), 'true', 'false'))))
FROM path
LEFT JOIN ledger_figure AS f ON f.turn_id = path.id
LEFT JOIN generation AS g ON g.turn_id = f.turn_id
LEFT JOIN model AS m ON m.id = g.model_id
"""


class LedgerRepository:
    """Reads and writes ledgers over one connection; writing needs the writer's transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def put(self, turn_id: int, ledger: Ledger, generation: GenerationRecord) -> None:
        """Store a turn's ledger with its generation, or replace both.

        The figures ``reused_tokens``, ``computed_tokens`` and ``prefill_ms`` are the generation's.
        """
        known: dict[tuple[bytes, str], int] = {}

        def text_id(body: bytes, source: str) -> int:
            key = (body, source)
            found = known.get(key)
            if found is None:
                found = known[key] = self._text_id(body, source)
            return found

        body = encode(ledger, text_id)
        self._connection.execute(
            "INSERT INTO ledger (turn_id, body) VALUES (?, ?) ON CONFLICT (turn_id) DO UPDATE SET body = excluded.body",
            (turn_id, body),
        )
        self._put_figures(turn_id, ledger)
        self._put_uses(turn_id, ledger)
        self.put_generation(turn_id, generation)

    def put_generation(self, turn_id: int, generation: GenerationRecord) -> None:
        """Store or replace what a turn's reply depended on, and the engine's figures."""
        token_ids = array("i", generation.reply_token_ids).tobytes() if generation.reply_token_ids else None
        self._connection.execute(
            f"INSERT OR REPLACE INTO generation (turn_id, {_GENERATION})"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                turn_id,
                generation.model_id,
                generation.engine_build,
                generation.context_limit,
                generation.reserved,
                generation.prompt_tokens,
                generation.reused_tokens,
                generation.computed_tokens,
                generation.completion_tokens,
                generation.first_token_ms,
                generation.prefill_ms,
                generation.decode_ms,
                generation.prompt_sha256,
                generation.sampler,
                generation.settings_sha256,
                generation.template_sha256,
                token_ids,
            ),
        )

    def get(self, turn_id: int) -> Ledger | None:
        """A turn's ledger, None where no prompt was built. Texts erased since are empty, see `is_whole`.

        The engine's figures are zero where it wrote nothing: it may not have read the prompt to its end.
        """
        found = row(
            self._connection,
            "SELECT l.body, g.completion_tokens, g.reused_tokens, g.computed_tokens, g.prefill_ms FROM ledger AS l"
            " JOIN generation AS g ON g.turn_id = l.turn_id WHERE l.turn_id = ?",
            (turn_id,),
        )
        if found is None:
            return None
        stored, written, *figures = StoredLedger(found[0]), *found[1:]
        return stored.ledger(self._texts(stored.text_ids()), *(figures if written else (0, 0, 0.0)))

    def is_whole(self, turn_id: int) -> bool:
        """Whether no text of a turn's ledger has been erased since; True where no prompt was built."""
        body = value(self._connection, "SELECT body FROM ledger WHERE turn_id = ?", (turn_id,))
        if body is None:
            return True
        ids = StoredLedger(body).text_ids()
        there = "SELECT count(*) FROM ledger_text WHERE id IN (SELECT value FROM json_each(?))"
        return int(value(self._connection, there, ("[" + ",".join(map(str, ids)) + "]",))) == len(ids)

    def latest(self, session_id: int) -> tuple[int, Ledger] | None:
        """The newest turn of the current branch that has a ledger, with it."""
        turn_id = value(self._connection, _LATEST, (session_id,))
        ledger = None if turn_id is None else self.get(turn_id)
        return (turn_id, ledger) if ledger else None

    def generation(self, turn_id: int) -> GenerationRecord | None:
        """What a turn's reply depended on, None where no prompt was built."""
        found = row(self._connection, f"SELECT {_GENERATION} FROM generation WHERE turn_id = ?", (turn_id,))
        if found is None:
            return None
        *figures, packed = found
        return GenerationRecord(*[*figures, _unpacked(packed or b"")])

    def reply_token_ids(self, model_id: int, turn_ids: Iterable[int]) -> dict[int, tuple[int, ...]]:
        """The tokens of the replies that a model wrote, by turn; those left out that it did not write."""
        ids = "[" + ",".join(map(str, turn_ids)) + "]"
        found = rows(
            self._connection,
            "SELECT turn_id, reply_token_ids FROM json_each(?) CROSS JOIN generation ON turn_id = value"
            " WHERE model_id = ? AND reply_token_ids IS NOT NULL",
            (ids, model_id),
        )
        return {turn_id: _unpacked(packed) for turn_id, packed in found}

    def used_in(self, source: str) -> list[int]:
        """The turns whose prompts carried a fact ("fact:ID") or recalled a turn ("turn:ID"), oldest first."""
        found = rows(self._connection, "SELECT turn_id FROM prompt_use WHERE source = ? ORDER BY turn_id", (source,))
        return [turn_id for (turn_id,) in found]

    def timeline(self, session_id: int) -> list[TurnFigures]:
        """The figures of every turn of the session's current branch, oldest first; no ledger is decoded."""
        turns = _TURNS.decode(value(self._connection, _TIMELINE, (session_id,)))
        turns.reverse()
        return turns

    def complete_figures(self) -> None:
        """Read the figures of ledgers that have none from their bodies."""
        missing = rows(
            self._connection,
            "SELECT turn_id FROM ledger WHERE turn_id NOT IN (SELECT turn_id FROM ledger_figure) ORDER BY turn_id",
        )
        for (turn_id,) in missing:
            ledger = self.get(turn_id)
            if ledger is not None:
                self._put_figures(turn_id, ledger)

    def _put_figures(self, turn_id: int, ledger: Ledger) -> None:
        tokens = ledger.sections
        self._connection.execute(
            f"INSERT OR REPLACE INTO ledger_figure (turn_id, {_FIGURES})"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                turn_id,
                *(tokens[section] for section in Section),
                len(ledger.clipped),
                clip_mark(ledger),
                summary_mark(ledger),
                ledger.broke_prefix,
            ),
        )

    def _put_uses(self, turn_id: int, ledger: Ledger) -> None:
        sources = {f"fact:{fact_id}" for fact_id in ledger.fact_ids}
        sources.update(f"turn:{snippet.turn_id}" for snippet in ledger.recalled)
        self._connection.execute("DELETE FROM prompt_use WHERE turn_id = ?", (turn_id,))
        self._connection.executemany(
            "INSERT INTO prompt_use (source, turn_id) VALUES (?, ?)", [(source, turn_id) for source in sorted(sources)]
        )

    def _text_id(self, body: bytes, source: str) -> int:
        """Store a text once, and that this source said it. Nearly always both are known."""
        digest = hashlib.sha256(body).digest()
        known = row(
            self._connection,
            "SELECT id, EXISTS (SELECT 1 FROM ledger_source WHERE text_id = id AND source = ?)"
            " FROM ledger_text WHERE sha256 = ?",
            (source, digest),
        )
        if known is None:
            self._connection.execute("INSERT INTO ledger_text (sha256, body) VALUES (?, ?)", (digest, body))
            known = (self._connection.last_insert_rowid(), 0)
        text_id, has_source = known
        if not has_source:
            self._connection.execute("INSERT INTO ledger_source (text_id, source) VALUES (?, ?)", (text_id, source))
        return int(text_id)

    def _texts(self, text_ids: Iterable[int]) -> dict[int, bytes]:
        ids = "[" + ",".join(map(str, text_ids)) + "]"
        found = rows(
            self._connection, "SELECT id, body FROM ledger_text WHERE id IN (SELECT value FROM json_each(?))", (ids,)
        )
        return dict(found)


def _unpacked(packed: bytes) -> tuple[int, ...]:
    token_ids = array("i")
    token_ids.frombytes(packed)
    return tuple(token_ids)
