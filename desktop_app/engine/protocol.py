"""What goes through the pipe between the program and a model process: tagged structs, never pickle."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from desktop_app.domain.processes import ProcessReport


class _Message(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """Base of all messages; ``id`` ties requests and answers together."""

    id: int


class PieceData(msgspec.Struct, frozen=True, array_like=True):
    """A `ports.PromptPiece` on the wire."""

    kind: int
    text: str
    token_ids: tuple[int, ...] | None = None


class SamplingData(msgspec.Struct, frozen=True):
    """A `ports.Sampling` on the wire."""

    temperature: float
    top_p: float
    top_k: int
    min_p: float
    repeat_penalty: float
    seed: int
    stop: tuple[str, ...]
    grammar: str


# --- requests -------------------------------------------------------------------------


class LoadChat(_Message, frozen=True):
    """Load a chat model; a process loads one model in its life."""

    path: str
    context_length: int
    threads: int
    batch: int
    gpu_layers: int
    safe_load: bool
    flash_attention: bool


class LoadEmbedding(_Message, frozen=True):
    """Load an embedding model from a directory."""

    directory: str
    threads: int


class Count(_Message, frozen=True):
    """Tokens of each piece."""

    pieces: tuple[PieceData, ...]


class Tokenize(_Message, frozen=True):
    """Token ids and bytes of one piece."""

    piece: PieceData


class Generate(_Message, frozen=True):
    """Read a prompt and write a reply."""

    pieces: tuple[PieceData, ...]
    sampling: SamplingData
    max_tokens: int
    background: bool


class ReadAhead(_Message, frozen=True):
    """Evaluate a prompt prefix without writing a reply."""

    pieces: tuple[PieceData, ...]


class Embed(_Message, frozen=True):
    """Vectors of one batch of texts."""

    texts: tuple[str, ...]
    is_query: bool


class ReportSelf(_Message, frozen=True):
    """What the process has open and what it was refused."""


class Cancel(_Message, frozen=True):
    """Stop the request with this id; it still gets its answer."""


class Close(_Message, frozen=True):
    """End the process. No answer but the end of the pipe."""


Request: TypeAlias = (
    LoadChat | LoadEmbedding | Count | Tokenize | Generate | ReadAhead | Embed | ReportSelf | Cancel | Close
)


# --- reports: any number before the answer --------------------------------------------


class LoadProgress(_Message, frozen=True):
    """How far loading is, 0-1."""

    fraction: float


class Started(_Message, frozen=True):
    """A prompt was tokenised and is about to be read."""

    piece_tokens: tuple[int, ...]
    prompt_sha256: str
    reused_tokens: int


class PrefillProgress(_Message, frozen=True):
    """Tokens of the prompt that are in the cache, of how many."""

    read_tokens: int
    total_tokens: int


class TextDelta(_Message, frozen=True):
    """New whole characters of the reply."""

    text: str


# --- answers: exactly one per request ---------------------------------------------------


class ChatLoaded(_Message, frozen=True):
    """The chat model is ready; ``context_length`` is what was really allocated."""

    context_length: int
    trained_context_length: int
    parameters: int
    engine_build: str
    sha256: str


class EmbeddingLoaded(_Message, frozen=True):
    """The embedding model is ready."""

    dimensions: int


class Counts(_Message, frozen=True):
    """Answer to `Count`."""

    counts: tuple[int, ...]


class Tokens(_Message, frozen=True):
    """Answer to `Tokenize`."""

    tokens: tuple[tuple[int, bytes], ...]


class Done(_Message, frozen=True):
    """Answer to `Generate`; see `ports.Generated`."""

    text: str
    token_ids: tuple[int, ...]
    finish_reason: str
    piece_tokens: tuple[int, ...]
    prompt_sha256: str
    reused_tokens: int
    computed_tokens: int
    completion_tokens: int
    first_token_ms: float
    prefill_ms: float
    decode_ms: float


class ReadAheadDone(_Message, frozen=True):
    """Answer to `ReadAhead`."""

    computed_tokens: int


class Vectors(_Message, frozen=True):
    """Answer to `Embed`: normalised float32 little-endian."""

    vectors: tuple[bytes, ...]


class SelfReport(_Message, frozen=True):
    """Answer to `ReportSelf`."""

    report: ProcessReport


class Failed(_Message, frozen=True):
    """The request failed but the process lives. ``facts`` holds names and numbers, never message text."""

    code: str
    facts: dict[str, str | int] = {}


Report: TypeAlias = LoadProgress | Started | PrefillProgress | TextDelta
Answer: TypeAlias = (
    ChatLoaded | EmbeddingLoaded | Counts | Tokens | Done | ReadAheadDone | Vectors | SelfReport | Failed
)
Reply: TypeAlias = Report | Answer

REPORTS: Final = (LoadProgress, Started, PrefillProgress, TextDelta)

# Codes of `Failed` that are not codes of `errors.ModelError`.
TOO_LARGE: Final = "too_large"  # prompt and reserve do not fit; facts: prompt_tokens, context_limit
BAD_REQUEST: Final = "bad_request"  # a programming error; facts: what
INTERNAL: Final = "internal"  # an exception in the worker; facts: error (its type), where

_encoder = msgspec.msgpack.Encoder()
_requests = msgspec.msgpack.Decoder(Request)
_replies: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(Reply)


def encode(message: Request | Reply) -> bytes:
    """A message as it goes through the pipe."""
    return _encoder.encode(message)


def decode_request(data: bytes) -> Request:
    """What the program asked. Raises `msgspec.ValidationError` on anything else."""
    return _requests.decode(data)


def decode_reply(data: bytes) -> Reply:
    """What a worker said. Raises `msgspec.ValidationError` on anything else."""
    return _replies.decode(data)


def wire_text(text: str) -> str:
    """The text with lone surrogates, which have no UTF-8 form, replaced by U+FFFD."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
