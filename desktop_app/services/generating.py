"""What a reply is made with, and what is recorded of it: the same for a turn and for a trial."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from desktop_app.domain.clipping import broken_where
from desktop_app.domain.conversation import FinishReason, MessageStatus
from desktop_app.domain.generation import GenerationRecord
from desktop_app.domain.ledger import Ledger
from desktop_app.domain.ports import Delta, Generated, GenerationEvent, ModelInfo, Prefill, Sampling
from desktop_app.domain.settings import Settings
from desktop_app.domain.templates import ChatTemplate
from desktop_app.storage.repositories import Repositories

STATUS_OF_REPLY: Final = {
    FinishReason.STOP: MessageStatus.COMPLETE,
    FinishReason.LENGTH: MessageStatus.COMPLETE,
    FinishReason.CANCELLED: MessageStatus.CANCELLED,
    FinishReason.FAILED: MessageStatus.FAILED,
    FinishReason.INTERRUPTED: MessageStatus.INTERRUPTED,
}


def sampling_of(settings: Settings, template: ChatTemplate) -> Sampling:
    """How the next token is drawn under these settings; a seed is drawn where none is set."""
    reply = settings.reply
    return Sampling(
        temperature=reply.temperature,
        top_p=reply.top_p,
        top_k=reply.top_k,
        min_p=reply.min_p,
        repeat_penalty=reply.repeat_penalty,
        seed=reply.seed if reply.seed is not None else secrets.randbelow(2**31),
        stop=(*reply.stop, *template.stop),
    )


def settings_sha256(settings: Settings) -> str:
    """The hash of all settings, hexadecimal."""
    return hashlib.sha256(msgspec.json.encode(settings)).hexdigest()


@dataclass(frozen=True, slots=True)
class Basis:
    """What a reply depends on besides its prompt."""

    model: ModelInfo
    settings: Settings
    sampling: Sampling
    template_sha256: str

    def record(self, db: Repositories, ledger: Ledger, generated: Generated | None) -> GenerationRecord:
        """What makes a reply reproducible; figures are zero until the engine has given them."""
        return GenerationRecord(
            model_id=db.models.upsert(self.model),
            engine_build=self.model.engine_build,
            context_limit=ledger.context_limit,
            reserved=ledger.reserved,
            prompt_tokens=ledger.prompt_tokens,
            reused_tokens=generated.reused_tokens if generated else 0,
            computed_tokens=ledger.prompt_tokens - generated.reused_tokens if generated else 0,
            completion_tokens=generated.completion_tokens if generated else 0,
            first_token_ms=generated.first_token_ms if generated else 0.0,
            prefill_ms=generated.prefill_ms if generated else 0.0,
            decode_ms=generated.decode_ms if generated else 0.0,
            prompt_sha256=generated.prompt_sha256 if generated and generated.prompt_sha256 else ledger.sha256,
            sampler=msgspec.json.encode(self.sampling).decode(),
            settings_sha256=settings_sha256(self.settings),
            template_sha256=self.template_sha256,
            reply_token_ids=generated.token_ids if generated else (),
        )


class GrowingReply:
    """A reply as the engine's events bring it. Subclasses announce it.

    Attributes:
        read_tokens: of the prompt, since it began: what was reused or read ahead is not among them.
    """

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._read_from: int | None = None
        self.read_tokens = 0

    @property
    def text(self) -> str:
        """What was written so far."""
        return "".join(self._parts)

    def on_event(self, event: GenerationEvent) -> None:
        """Take one event of the engine."""
        if isinstance(event, Prefill):
            if self._read_from is None:
                self._read_from = event.read_tokens
            self.read_tokens = event.read_tokens - self._read_from
            self.was_read(event)
        elif isinstance(event, Delta):
            self._parts.append(event.text)
            self.was_written(event)

    def was_read(self, event: Prefill) -> None:
        """More of the prompt was read."""

    def was_written(self, event: Delta) -> None:
        """More of the reply was written."""


def continued(earlier: GenerationRecord, record: GenerationRecord) -> GenerationRecord:
    """The record of a reply that was written in two goes.

    What speaks of the prompt is the last one's; what speaks of the reply counts both.
    """
    # Another model's tokens, or the unknown ones of a lost process, do not spell the whole reply.
    spelled = earlier.reply_token_ids and record.reply_token_ids and earlier.model_id == record.model_id
    return replace(
        record,
        completion_tokens=earlier.completion_tokens + record.completion_tokens,
        decode_ms=earlier.decode_ms + record.decode_ms,
        first_token_ms=earlier.first_token_ms or record.first_token_ms,
        reply_token_ids=(*earlier.reply_token_ids, *record.reply_token_ids) if spelled else (),
    )


def nothing_generated(text: str, ledger: Ledger, error_code: str) -> Generated:
    """What a reply is whose engine failed before it could report."""
    return Generated(
        text=text,
        token_ids=(),
        finish_reason=FinishReason.FAILED,
        piece_tokens=tuple(piece.tokens for piece in ledger.pieces),
        prompt_sha256=ledger.sha256,
        reused_tokens=0,
        computed_tokens=ledger.prompt_tokens,
        completion_tokens=0,
        first_token_ms=0.0,
        prefill_ms=0.0,
        decode_ms=0.0,
        error_code=error_code,
    )


def confirmed(ledger: Ledger, generated: Generated) -> Ledger:
    """The ledger with the engine's own figures in the place of the planned ones.

    What was read of it is told only where the engine answered: it may have been stopped anywhere before.
    """
    if len(generated.piece_tokens) != len(ledger.pieces):  # the engine failed before it counted
        return ledger
    pieces = tuple(
        replace(piece, tokens=tokens) for piece, tokens in zip(ledger.pieces, generated.piece_tokens, strict=True)
    )
    counted = replace(ledger, pieces=pieces, counts_exact=True)
    if not generated.completion_tokens:
        return counted
    return replace(
        counted,
        reused_tokens=generated.reused_tokens,
        computed_tokens=sum(piece.tokens for piece in pieces) - generated.reused_tokens,
        prefill_ms=generated.prefill_ms,
        broke_prefix=broken_where(ledger.broke_prefix, pieces, generated.reused_tokens),
    )
