"""The context ledger: what entered a turn's prompt, what did not, and why."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Final


class Section(StrEnum):
    """Where a prompt token belongs. Every token belongs to exactly one section."""

    SYSTEM = "system"
    FACTS = "facts"
    SUMMARY = "summary"
    HISTORY = "history"
    RECALLED = "recalled"
    QUESTION = "question"
    ATTACHMENTS = "attachments"
    TEMPLATE = "template"


class PieceKind(IntEnum):
    """How a piece is tokenised: content never turns into control tokens."""

    CONTENT = 0
    TEMPLATE = 1


# The source of the present message's text, which has no id before it is stored.
NEW_MESSAGE = "message:new"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the prompt that is tokenised on its own.

    ``source`` names what the text came from: "" for the program's own words, else
    "message:ID" (or `NEW_MESSAGE`), "fact:ID", "chunk:ID" or "summary:ID".
    """

    kind: PieceKind
    section: Section
    text: str
    tokens: int = 0
    source: str = ""


def prompt_sha256(pieces: Iterable[Piece]) -> str:
    """SHA-256 over the pieces in order, hexadecimal.

    Each piece counts as one byte (its kind), its length in bytes as four bytes
    little-endian, and its UTF-8 bytes.
    """
    digest = hashlib.sha256()
    for piece in pieces:
        data = piece.text.encode("utf-8")
        digest.update(bytes([piece.kind]) + len(data).to_bytes(4, "little") + data)
    return digest.hexdigest()


def section_tokens(pieces: Iterable[Piece]) -> dict[str, int]:
    """Tokens by section name; every section is present."""
    totals = dict.fromkeys((section.value for section in Section), 0)
    for piece in pieces:
        totals[piece.section.value] += piece.tokens
    return totals


_WORTH_MUCH: Final = 0.5  # of 1; nobody would call such a turn's value low


class ClipReason(StrEnum):
    """Why a turn is not in the prompt."""

    SMALL_TALK = "small_talk"
    FILLER = "filler"
    DUPLICATE = "duplicate"
    NEAR_DUPLICATE = "near_duplicate"
    LOW_VALUE = "low_value"
    OLDEST = "oldest"
    SUMMARISED = "summarised"
    EXCLUDED = "excluded"


class Overflow(StrEnum):
    """The branch the overflow check took."""

    WHOLE = "whole"
    CLIPPED = "clipped"


@dataclass(frozen=True, slots=True)
class ClippedTurn:
    """A turn that was left out. ``value`` is 0-1, ``tokens`` what leaving it out saves."""

    turn_id: int
    ordinal: int
    reason: ClipReason
    value: float
    tokens: int


def is_crowded_out(reason: ClipReason, value: float) -> bool:
    """Whether a turn that left by its value is worth much all the same: what stayed is worth more."""
    return reason is ClipReason.LOW_VALUE and value >= _WORTH_MUCH


@dataclass(frozen=True, slots=True)
class DenoisedTurn:
    """A kept turn from which repetitions were left out of what is sent."""

    turn_id: int
    ordinal: int
    tokens: int  # saved


@dataclass(frozen=True, slots=True)
class RecalledSnippet:
    """An earlier turn (or a part of one) put into the prompt. Scores are 0-1, 1 = identical."""

    chunk_id: int
    session_id: int
    session_title: str
    turn_id: int
    ordinal: int
    said_at_ms: int
    text: str
    vector: float
    word: float
    score: float


@dataclass(frozen=True, slots=True)
class AttachmentCut:
    """What of an attached file had no room. ``attachment``: its place among the message's files."""

    attachment: int
    parts: int  # how many the file has
    left_out: int
    tokens: int  # of what was left out


@dataclass(frozen=True, slots=True)
class EarlierFileCut:
    """What of a file that came with an earlier message is not in a prompt."""

    turn_id: int
    ordinal: int  # of the turn
    attachment: int  # its place among that message's files
    parts: int  # how many the file has
    left_out: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """The record of one built prompt, kept with the turn for ever.

    ``counts_exact`` is False while no model is loaded and tokens are an estimate.
    ``reused_tokens``, ``computed_tokens`` and ``prefill_ms`` are the engine's, zero in a preview.
    """

    context_limit: int
    reserved: int
    overflow: Overflow
    pieces: tuple[Piece, ...]
    kept: tuple[int, ...]  # ordinals of earlier turns in the prompt
    clipped: tuple[ClippedTurn, ...]
    denoised: tuple[DenoisedTurn, ...] = ()
    recalled: tuple[RecalledSnippet, ...] = ()
    fact_ids: tuple[int, ...] = ()  # facts in the prompt
    recall_note: str = (
        ""  # "", "off" (no embedder: words only), "failed" (as off), "nothing_relevant", "empty" (no text)
    )
    broke_prefix: str = ""  # section that ended the reused prefix, "" if none did
    counts_exact: bool = True
    reused_tokens: int = 0
    computed_tokens: int = 0
    prefill_ms: float = 0.0  # how long it took to compute them
    facts_left_out: tuple[int, ...] = ()  # facts that belong in every prompt and had no room in this one
    attachment_cuts: tuple[AttachmentCut, ...] = ()  # of attached files, what had no room
    earlier_file_cuts: tuple[EarlierFileCut, ...] = ()  # of files of earlier messages, what is not in the prompt
    recall_without_room: int = 0  # snippets that were worth having and had no room

    @property
    def turns_before(self) -> int:
        """How many turns of its session stood before the one the prompt was made for, sent or left out."""
        return len(self.kept) + len(self.clipped)

    @property
    def prompt_tokens(self) -> int:
        """Tokens of the whole prompt."""
        return sum(piece.tokens for piece in self.pieces)

    @property
    def sha256(self) -> str:
        """The prompt's hash, see `prompt_sha256`."""
        return prompt_sha256(self.pieces)

    @property
    def sections(self) -> dict[str, int]:
        """Tokens by section name, see `section_tokens`."""
        return section_tokens(self.pieces)

    def sent_as(self, message_id: int) -> Ledger:
        """The same ledger once the present message is stored: its text is found when it is erased."""
        source = f"message:{message_id}"
        pieces = (replace(piece, source=source) if piece.source == NEW_MESSAGE else piece for piece in self.pieces)
        return replace(self, pieces=tuple(pieces))
