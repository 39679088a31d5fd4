"""How a ledger is stored: compressed msgpack in which texts are numbers.

A prompt of four hundred pieces repeats nearly all of the one before. So a ledger's body refers to the
texts by id, and what was clipped, the same from one clip event to the next, is a text of its own too.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple

import msgspec

from desktop_app.domain.ledger import (
    AttachmentCut,
    ClippedTurn,
    ClipReason,
    DenoisedTurn,
    EarlierFileCut,
    Ledger,
    Overflow,
    Piece,
    PieceKind,
    RecalledSnippet,
    Section,
)

_COMPRESSION = 1  # fast; the numbers repeat so much that more gains little


class _Body(msgspec.Struct, array_like=True):
    """A ledger with ids in the place of texts. Only ever extended at the end."""

    context_limit: int
    reserved: int
    overflow: Overflow
    pieces: list[tuple[int, PieceKind, Section, int, str]]  # text, kind, section, tokens, source
    kept: list[tuple[int, int]]  # runs of ordinals: first, how many
    clipped: int  # text
    denoised: list[tuple[int, int, int]]
    # chunk, session, text of its title, turn, ordinal, said at, text, vector, word, score
    recalled: list[tuple[int, int, int, int, int, int, int, float, float, float]]
    fact_ids: list[int]
    recall_note: str
    broke_prefix: str
    counts_exact: bool
    facts_left_out: list[int] = []
    attachment_cuts: list[tuple[int, int, int, int]] = []
    earlier_file_cuts: list[tuple[int, int, int, int, int]] = []
    recall_without_room: int = 0


_Clipped = list[tuple[int, int, ClipReason, float, int]]

_encode = msgspec.msgpack.Encoder().encode
_decode_body = msgspec.msgpack.Decoder(_Body).decode
_decode_clipped = msgspec.msgpack.Decoder(_Clipped).decode


def encode(ledger: Ledger, text_id: Callable[[bytes, str], int]) -> bytes:
    """A ledger's body, without the engine's figures, which stand with the generation.

    Args:
        ledger: what to store.
        text_id: stores a text once for a source and gives its id.
    """
    turn_of_chunk = {snippet.chunk_id: snippet.turn_id for snippet in ledger.recalled}
    body = _Body(
        context_limit=ledger.context_limit,
        reserved=ledger.reserved,
        overflow=ledger.overflow,
        pieces=[
            (
                text_id(piece.text.encode("utf-8"), lasting_source(piece.source, turn_of_chunk)),
                piece.kind,
                piece.section,
                piece.tokens,
                piece.source,
            )
            for piece in ledger.pieces
        ],
        kept=list(_runs(ledger.kept)),
        clipped=text_id(_encode_clipped(ledger.clipped), ""),
        denoised=[(turn.turn_id, turn.ordinal, turn.tokens) for turn in ledger.denoised],
        recalled=[
            (
                snippet.chunk_id,
                snippet.session_id,
                text_id(snippet.session_title.encode("utf-8"), f"session:{snippet.session_id}"),
                snippet.turn_id,
                snippet.ordinal,
                snippet.said_at_ms,
                text_id(snippet.text.encode("utf-8"), f"turn:{snippet.turn_id}"),
                snippet.vector,
                snippet.word,
                snippet.score,
            )
            for snippet in ledger.recalled
        ],
        fact_ids=list(ledger.fact_ids),
        recall_note=ledger.recall_note,
        broke_prefix=ledger.broke_prefix,
        counts_exact=ledger.counts_exact,
        facts_left_out=list(ledger.facts_left_out),
        attachment_cuts=[(one.attachment, one.parts, one.left_out, one.tokens) for one in ledger.attachment_cuts],
        earlier_file_cuts=[astuple(one) for one in ledger.earlier_file_cuts],
        recall_without_room=ledger.recall_without_room,
    )
    return zlib.compress(_encode(body), _COMPRESSION)


def lasting_source(source: str, turn_of_chunk: dict[int, int]) -> str:
    """A source by a name that lasts: chunks are made anew when a turn is indexed again, turns are not."""
    kind, _, number = source.partition(":")
    turn_id = turn_of_chunk.get(int(number)) if kind == "chunk" else None
    return source if turn_id is None else f"turn:{turn_id}"


class StoredLedger:
    """A decoded body, whose texts are still to be fetched."""

    def __init__(self, data: bytes) -> None:
        self._body = _decode_body(zlib.decompress(data))

    def text_ids(self) -> set[int]:
        """The texts it refers to."""
        body = self._body
        ids = {piece[0] for piece in body.pieces}
        ids.add(body.clipped)
        for snippet in body.recalled:
            ids.update((snippet[2], snippet[6]))
        return ids

    def ledger(self, texts: dict[int, bytes], reused_tokens: int, computed_tokens: int, prefill_ms: float) -> Ledger:
        """The ledger; a text that was erased since is empty."""
        body = self._body

        def text(text_id: int) -> str:
            return texts.get(text_id, b"").decode("utf-8")

        return Ledger(
            context_limit=body.context_limit,
            reserved=body.reserved,
            overflow=body.overflow,
            pieces=tuple(
                Piece(kind, section, text(text_id), tokens, source)
                for text_id, kind, section, tokens, source in body.pieces
            ),
            kept=tuple(ordinal for first, count in body.kept for ordinal in range(first, first + count)),
            clipped=_clipped(texts.get(body.clipped, b"")),
            denoised=tuple(DenoisedTurn(*turn) for turn in body.denoised),
            recalled=tuple(
                RecalledSnippet(chunk, session, text(title), turn, ordinal, said_at, text(words), vector, word, score)
                for chunk, session, title, turn, ordinal, said_at, words, vector, word, score in body.recalled
            ),
            fact_ids=tuple(body.fact_ids),
            recall_note=body.recall_note,
            broke_prefix=body.broke_prefix,
            counts_exact=body.counts_exact,
            reused_tokens=reused_tokens,
            computed_tokens=computed_tokens,
            prefill_ms=prefill_ms,
            facts_left_out=tuple(body.facts_left_out),
            attachment_cuts=tuple(AttachmentCut(*cut) for cut in body.attachment_cuts),
            earlier_file_cuts=tuple(EarlierFileCut(*cut) for cut in body.earlier_file_cuts),
            recall_without_room=body.recall_without_room,
        )


def _encode_clipped(clipped: tuple[ClippedTurn, ...]) -> bytes:
    rows: _Clipped = [(turn.turn_id, turn.ordinal, turn.reason, turn.value, turn.tokens) for turn in clipped]
    return zlib.compress(_encode(rows), _COMPRESSION)


def _clipped(data: bytes) -> tuple[ClippedTurn, ...]:
    return tuple(ClippedTurn(*row) for row in _decode_clipped(zlib.decompress(data)))


def _runs(ordinals: Iterable[int]) -> Iterator[tuple[int, int]]:
    first, count = 0, 0
    for ordinal in ordinals:
        if count and ordinal == first + count:
            count += 1
            continue
        if count:
            yield first, count
        first, count = ordinal, 1
    if count:
        yield first, count
