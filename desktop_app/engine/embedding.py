"""The embedding engine: `ports.Embedder` over a supervised process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from desktop_app.domain.errors import ModelError
from desktop_app.domain.ports import EmbeddingInfo
from desktop_app.engine import protocol
from desktop_app.engine.embedding_files import check_directory
from desktop_app.engine.model_host import ModelHost
from desktop_app.engine.process import ProcessLimits, WorkerLost, WorkerProcess
from desktop_app.engine.scheduler import Priority
from desktop_app.engine.supervisor import Supervisor, model_error
from desktop_app.engine.workers.loop import WorkerKind

_BATCH: Final = 16  # texts; a query waits for one such batch at most


class EmbeddingEngine(ModelHost[EmbeddingInfo]):
    """A sentence-transformers model in a process of its own; implements `ports.Embedder`.

    Args:
        threads: of the model; one leaves the other cores to the chat model.
        limits: how long a process may be silent, and its address space.
        kind: the worker; the scripted one needs another ``fingerprint_of``.
        fingerprint_of: checks a directory and gives its fingerprint.
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        limits: ProcessLimits | None = None,
        kind: WorkerKind = WorkerKind.EMBEDDING,
        fingerprint_of: Callable[[Path], str] = check_directory,
    ) -> None:
        super().__init__(kind, limits)
        self._threads = threads
        self._fingerprint_of = fingerprint_of

    @property
    def info(self) -> EmbeddingInfo | None:
        """The loaded model, None if there is none or it crashed too often."""
        return self._served

    def load(self, directory: Path) -> EmbeddingInfo:
        """Load a local directory; the model before stays if it fails. See `ports.Embedder.load`."""
        with self._load_lock:
            fingerprint = self._fingerprint_of(directory)
            loaded = Supervisor(str(directory), lambda: self._start(directory, fingerprint))
            with self._scheduler.turn(Priority.INTERACTIVE, threading.Event()):
                before, self._serving = self._serving, loaded
            if before is not None:
                before.close()
            return loaded.info

    def embed_queries(self, texts: Sequence[str]) -> list[bytes]:
        """Vectors of questions; goes before waiting passages."""
        return self._embed(texts, is_query=True, priority=Priority.INTERACTIVE)

    def embed_passages(self, texts: Sequence[str], background: bool = True) -> list[bytes]:
        """Vectors of stored texts, in batches between which questions go first."""
        return self._embed(texts, is_query=False, priority=Priority.BACKGROUND if background else Priority.INTERACTIVE)

    def _embed(self, texts: Sequence[str], is_query: bool, priority: Priority) -> list[bytes]:
        wire = [protocol.wire_text(text) for text in texts]
        if any(not text.strip() for text in wire):
            raise ValueError("an empty text has no meaning to embed")
        vectors: list[bytes] = []
        for start in range(0, len(wire), _BATCH):
            # Nothing stops a batch that runs: it is short, and what it gave would be lost.
            with self._scheduler.turn(priority, threading.Event()):
                vectors += self._batch(tuple(wire[start : start + _BATCH]), is_query)
        return vectors

    def _batch(self, texts: tuple[str, ...], is_query: bool) -> tuple[bytes, ...]:
        serving = self._serving
        if serving is None:
            raise ModelError("embedding_missing")
        path = str(serving.info.path)
        process = serving.process()
        try:
            answer = process.call(protocol.Embed(process.next_id(), texts, is_query))
        except WorkerLost as lost:
            raise model_error(lost, path) from lost
        if isinstance(answer, protocol.Vectors):
            return answer.vectors
        raise _failed(answer, path)

    def _start(self, directory: Path, fingerprint: str) -> tuple[WorkerProcess, EmbeddingInfo]:
        try:
            process = self._launcher.start()
        except WorkerLost as lost:
            raise model_error(lost, str(directory)) from lost
        try:
            request = protocol.LoadEmbedding(process.next_id(), str(directory), self._threads)
            answer = process.call(request, loading=True)
            if not isinstance(answer, protocol.EmbeddingLoaded):
                raise _failed(answer, str(directory))
        except WorkerLost as lost:
            process.close()
            raise model_error(lost, str(directory)) from lost
        except BaseException:
            process.close()
            raise
        return process, EmbeddingInfo(directory.name, directory, answer.dimensions, fingerprint)


def _failed(answer: protocol.Answer, path: str) -> ModelError:
    assert isinstance(answer, protocol.Failed)
    code = "model_no_memory" if answer.code == "model_no_memory" else "embedding_unusable"
    return ModelError(code, **{"path": path, **answer.facts})
