"""What makes a turn's prompt and reply reproducible."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GenerationRecord:
    """The engine's figures and everything the reply depended on. Times in milliseconds."""

    model_id: int
    engine_build: str
    context_limit: int  # tokens
    reserved: int  # tokens held for the reply
    prompt_tokens: int
    reused_tokens: int
    computed_tokens: int
    completion_tokens: int
    first_token_ms: float
    prefill_ms: float
    decode_ms: float
    prompt_sha256: str
    sampler: str  # JSON of ports.Sampling, seed included
    settings_sha256: str
    template_sha256: str
    reply_token_ids: tuple[int, ...] = ()  # () where they do not give the text
