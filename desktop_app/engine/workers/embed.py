"""The embedding model's process: sentence-transformers behind the pipe."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
import torch
from sentence_transformers import SentenceTransformer

from desktop_app.engine import protocol
from desktop_app.engine.embedding_files import check_directory
from desktop_app.engine.workers.loop import Job, RequestError

_BATCH: Final = 16
_QUERY_PROMPTS: Final = ("query",)
_PASSAGE_PROMPTS: Final = ("passage", "document")


class EmbedWorker:
    """Serves one embedding model. See `loop.Worker`."""

    def __init__(self) -> None:
        self._model: SentenceTransformer | None = None
        self._prompts = {True: "", False: ""}  # by whether it is a query

    def work(self, job: Job) -> protocol.Answer:
        """Load or embed."""
        request = job.request
        if isinstance(request, protocol.LoadEmbedding):
            return self._load(job, request)
        if isinstance(request, protocol.Embed):
            return self._embed(job, request)
        raise RequestError(protocol.BAD_REQUEST, what=type(request).__name__)

    def quick(self, job: Job) -> protocol.Answer:
        """There is nothing quick here."""
        raise RequestError(protocol.BAD_REQUEST, what=type(job.request).__name__)

    def idle(self) -> None:
        """Nothing to give back."""

    def close(self) -> None:
        """The end of the process frees everything."""

    def _load(self, job: Job, request: protocol.LoadEmbedding) -> protocol.EmbeddingLoaded:
        directory = Path(request.directory)
        check_directory(directory)  # again: the directory may have changed since the program looked
        torch.set_num_threads(request.threads)
        model = SentenceTransformer(str(directory), device="cpu", local_files_only=True, trust_remote_code=False)
        model.eval()
        prompts = model.prompts or {}
        self._prompts = {
            True: next((prompts[name] for name in _QUERY_PROMPTS if prompts.get(name)), ""),
            False: next((prompts[name] for name in _PASSAGE_PROMPTS if prompts.get(name)), ""),
        }
        self._model = model
        return protocol.EmbeddingLoaded(job.id, self._vectors(("x",), is_query=True).shape[1])

    def _embed(self, job: Job, request: protocol.Embed) -> protocol.Vectors:
        vectors = self._vectors(request.texts, request.is_query)
        return protocol.Vectors(job.id, tuple(vector.tobytes() for vector in vectors))

    def _vectors(self, texts: tuple[str, ...], is_query: bool) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
        """Normalised vectors, shape (texts, dimensions)."""
        if self._model is None:
            raise RequestError("model_not_loaded")
        prompt = self._prompts[is_query]
        with torch.inference_mode():
            vectors = self._model.encode(
                [prompt + text for text in texts],
                prompt="",
                batch_size=_BATCH,
                normalize_embeddings=True,
                convert_to_numpy=True,
                show_progress_bar=False,
            )
        found = np.ascontiguousarray(vectors, dtype="<f4")
        # A zero or infinite vector would be found by every search and by none.
        if not np.isfinite(found).all() or not (np.linalg.norm(found, axis=1) > 0.5).all():
            raise RequestError("embedding_unusable", why="not finite")
        return found
