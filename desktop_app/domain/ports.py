"""What the services need from the engine, without knowing it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from desktop_app.domain.conversation import FinishReason
from desktop_app.domain.errors import ModelError
from desktop_app.domain.ledger import PieceKind
from desktop_app.domain.processes import ProcessReport

GPU_MARK = "; GPU offload"  # ends the engine's build where it can put layers on a graphics processor


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A loaded chat model, as the engine reports it."""

    path: Path
    name: str
    architecture: str
    quantisation: str
    parameters: int
    file_bytes: int
    sha256: str  # of the file
    context_length: int  # really allocated for the sequence (llama_n_ctx)
    trained_context_length: int
    chat_template: str  # as the file gives it, "" if it has none
    licence: str
    engine_build: str  # llama-cpp-python version and build flags that matter
    safe_load: bool  # loaded without extra buffer types

    @property
    def may_use_gpu(self) -> bool:
        """Whether the engine was built for a graphics processor and found one."""
        return self.engine_build.endswith(GPU_MARK)


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A GGUF file found on this machine, as its header describes it."""

    path: Path
    name: str
    architecture: str
    quantisation: str
    parameters: int
    file_bytes: int
    trained_context_length: int
    licence: str
    found_in: str  # Retrace, Hugging Face, ModelScope, LM Studio, Ollama, Jan, GPT4All, or a chosen folder's path
    needed_bytes: int  # estimate for the asked context length
    fits: bool
    fitting_context: int = 0  # the longest context there is memory for, up to the asked one; 0 for none of use
    free_bytes: int = 0  # when it was looked at


@dataclass(frozen=True, slots=True)
class UnusableModel:
    """A file in GGUF format on this machine that the program cannot write replies with, and why."""

    path: Path
    found_in: str  # as of a `ModelFile`
    error: ModelError


@dataclass(frozen=True, slots=True)
class FoundModels:
    """What a look around this machine found."""

    usable: tuple[ModelFile, ...] = ()
    unusable: tuple[UnusableModel, ...] = ()


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """How to load a chat model. ``threads`` 0 means: as many as this machine does well with."""

    context_length: int = 4096
    threads: int = 0
    batch: int = 512
    gpu_layers: int = 0


@dataclass(frozen=True, slots=True)
class Sampling:
    """How the next token is drawn."""

    temperature: float = 0.7
    top_p: float = 0.95
    top_k: int = 40
    min_p: float = 0.05
    repeat_penalty: float = 1.1
    seed: int = 0  # of this turn; stored with it
    stop: tuple[str, ...] = ()
    grammar: str = ""  # GBNF, "" for none


@dataclass(frozen=True, slots=True)
class PromptPiece:
    """A piece as the engine gets it. ``token_ids``, where given, must detokenise to ``text``."""

    kind: PieceKind
    text: str
    token_ids: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Prefill:
    """Progress of prompt reading, at least once a second."""

    read_tokens: int
    total_tokens: int


@dataclass(frozen=True, slots=True)
class Delta:
    """New text of the reply; always whole characters."""

    text: str


@dataclass(frozen=True, slots=True)
class Generated:
    """What the engine says of a finished generation. Times are the engine's, in milliseconds."""

    text: str
    token_ids: tuple[int, ...]  # of the reply, without the end token; () if they do not detokenise to text
    finish_reason: FinishReason  # STOP, LENGTH, CANCELLED, FAILED or INTERRUPTED
    piece_tokens: tuple[int, ...]  # per prompt piece, as evaluated
    prompt_sha256: str  # computed by the child from what it received
    reused_tokens: int
    computed_tokens: int  # prompt tokens evaluated for this turn, read-ahead included
    completion_tokens: int
    first_token_ms: float  # from the request to the first token
    prefill_ms: float
    decode_ms: float
    error_code: str = ""  # for FAILED and INTERRUPTED, see `errors.ModelError`


GenerationEvent: TypeAlias = Prefill | Delta


class ChatEngine(Protocol):
    """A chat model in a process of its own. All calls block; call them from a lane, not the GUI thread.

    Every method raises `errors.ModelError`; a crash of the process never raises out of
    `generate`, which returns what there is with INTERRUPTED.
    """

    @property
    def model(self) -> ModelInfo | None:
        """The loaded model, None if there is none."""

    def load(self, path: Path, options: LoadOptions, progress: Callable[[float], None]) -> ModelInfo:
        """Load a GGUF file. If it fails, the model loaded before still answers. progress: 0-1."""

    def unload(self) -> None:
        """Give the model's memory back to the system."""

    def count(self, pieces: Sequence[PromptPiece]) -> list[int]:
        """Tokens of each piece, tokenised as `generate` would."""

    def tokenize(self, piece: PromptPiece) -> list[tuple[int, bytes]]:
        """Token ids of a piece with the bytes each stands for."""

    def generate(
        self,
        pieces: Sequence[PromptPiece],
        sampling: Sampling,
        max_tokens: int,
        on_event: Callable[[GenerationEvent], None],
        cancel: threading.Event,
        background: bool = False,
    ) -> Generated:
        """Read the prompt (reusing the kept prefix) and write a reply.

        An interactive call goes first: a running background one is stopped and returns
        CANCELLED. Background calls use a context of their own over the same weights.
        """

    def read_ahead(self, pieces: Sequence[PromptPiece], cancel: threading.Event) -> int:
        """Evaluate a stable prefix before anyone asks. Returns the tokens computed."""

    def reports(self) -> Sequence[ProcessReport]:
        """What its processes tell of themselves."""

    def close(self) -> None:
        """End the process; waits at most two seconds before it is killed."""


@dataclass(frozen=True, slots=True)
class EmbeddingInfo:
    """A loaded embedding model."""

    name: str
    path: Path
    dimensions: int
    fingerprint: str  # changes when vectors of another model must not be mixed in


class Embedder(Protocol):
    """A sentence-transformers model in a process of its own. All calls block."""

    @property
    def info(self) -> EmbeddingInfo | None:
        """The loaded model, None while there is none (recall then uses words only)."""

    def load(self, directory: Path) -> EmbeddingInfo:
        """Load a local directory (safetensors and JSON only). Raises `errors.ModelError`."""

    def embed_queries(self, texts: Sequence[str]) -> list[bytes]:
        """Normalised float32 little-endian vectors of questions. Raises ValueError on an empty text."""

    def embed_passages(self, texts: Sequence[str], background: bool = True) -> list[bytes]:
        """Normalised float32 little-endian vectors of stored texts; an interactive query goes between batches."""

    def reports(self) -> Sequence[ProcessReport]:
        """What its processes tell of themselves."""

    def close(self) -> None:
        """End the process."""


class EstimateCounter(Protocol):
    """Counts without a model: the cl100k estimate."""

    def count(self, text: str) -> int:
        """Estimated tokens of a text."""
