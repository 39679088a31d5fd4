"""Engines over the scripted worker: the same process, pipe and scheduler without a model."""

from __future__ import annotations

import hashlib
from pathlib import Path

from desktop_app.domain.errors import ModelError
from desktop_app.engine.chat import LlamaEngine
from desktop_app.engine.embedding import EmbeddingEngine
from desktop_app.engine.gguf import GgufHeader
from desktop_app.engine.process import ProcessLimits
from desktop_app.engine.workers.loop import WorkerKind


def scripted_chat_engine(limits: ProcessLimits | None = None) -> LlamaEngine:
    """A chat engine whose model files are scripts, see `workers.scripted`."""
    return LlamaEngine(kind=WorkerKind.SCRIPTED, limits=limits, header_of=_header)


def scripted_embedder(limits: ProcessLimits | None = None) -> EmbeddingEngine:
    """An embedder that loads any directory and puts texts with the same character pairs near each other."""
    return EmbeddingEngine(kind=WorkerKind.SCRIPTED, limits=limits, fingerprint_of=_fingerprint)


def _fingerprint(directory: Path) -> str:
    return hashlib.sha256(f"scripted {directory.name}".encode()).hexdigest()


def _header(path: Path) -> GgufHeader:
    if not path.is_file():
        raise ModelError("model_missing", path=str(path))
    return GgufHeader(
        path=path,
        name=path.stem,
        architecture="scripted",
        quantisation="",
        parameters=1,
        licence="",
        chat_template="",
        trained_context_length=0,
        block_count=1,
        embedding_length=1,
        feed_forward_length=1,
        heads=1,
        kv_heads=(1,),
        key_length=1,
        value_length=1,
        vocabulary_size=1,
        total_bytes=path.stat().st_size,
    )
