"""What every chat worker does with a prompt as it came through the pipe."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.domain.ledger import Piece, PieceKind, Section, prompt_sha256
from desktop_app.engine import protocol


def received_sha256(pieces: Sequence[protocol.PieceData]) -> str:
    """The hash of the received prompt, see `ledger.prompt_sha256`; sections do not enter it."""
    return prompt_sha256(Piece(PieceKind(piece.kind), Section.TEMPLATE, piece.text) for piece in pieces)
