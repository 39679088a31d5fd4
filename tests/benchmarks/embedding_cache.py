"""An embedding model whose answers are kept in a file: embedding thousands of texts takes minutes each time."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

from desktop_app.domain.ports import Embedder, EmbeddingInfo
from desktop_app.domain.processes import ProcessReport


class CachedEmbedder:
    """Implements `ports.Embedder` over another one.

    Args:
        inner: the loaded model.
        file: of the vectors, made where it is missing. It may serve several models.
    """

    def __init__(self, inner: Embedder, file: Path) -> None:
        self._inner = inner
        self._file = sqlite3.connect(file, check_same_thread=False, timeout=60)
        self._file.execute("PRAGMA journal_mode=WAL")
        self._file.execute("CREATE TABLE IF NOT EXISTS vector (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID")

    @property
    def info(self) -> EmbeddingInfo | None:
        """Of the model."""
        return self._inner.info

    def reports(self) -> Sequence[ProcessReport]:
        """Of the model's process."""
        return self._inner.reports()

    def load(self, directory: Path) -> EmbeddingInfo:
        """Load a model."""
        return self._inner.load(directory)

    def embed_queries(self, texts: Sequence[str]) -> list[bytes]:
        """Vectors of questions."""
        return self._cached("query", texts, self._inner.embed_queries)

    def embed_passages(self, texts: Sequence[str], background: bool = True) -> list[bytes]:
        """Vectors of passages."""
        return self._cached("passage", texts, lambda missing: self._inner.embed_passages(missing, background))

    def close(self) -> None:
        """Close the file and the model."""
        self._file.close()
        self._inner.close()

    def _cached(self, kind: str, texts: Sequence[str], embed: Callable[[list[str]], list[bytes]]) -> list[bytes]:
        info = self._inner.info
        assert info is not None
        keys = [hashlib.sha256(f"{info.fingerprint}\n{kind}\n{text}".encode()).digest() for text in texts]
        found: dict[bytes, bytes] = {}
        for key in keys:
            row = self._file.execute("SELECT value FROM vector WHERE key = ?", (key,)).fetchone()
            if row is not None:
                found[key] = row[0]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
        if missing:
            made = dict(zip(missing, embed(list(missing.values())), strict=True))
            with self._file:
                self._file.executemany("INSERT OR REPLACE INTO vector VALUES (?, ?)", made.items())
            found |= made
        return [found[key] for key in keys]
