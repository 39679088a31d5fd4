"""P8: adding memories, one at a time and many together, against plain INSERTs of the same rows."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np

from desktop_app.domain.chunking import ChunkDraft, terms_of
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.memory import ChunkPart
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store
from tests.benchmarks.measure import Row, compared, interleaved_ms
from tests.benchmarks.recall import DIMENSIONS, memory_texts, unit_vectors

ONE_BY_ONE, TOGETHER = 20, 1_000
ROUNDS = 7
_FINGERPRINT = "benchmark"
_WORDS = 30


class _Side:
    """A vault with one person, one session and the table of vectors."""

    def __init__(self, folder: Path) -> None:
        self.store = Store.create(folder, VaultKind.PERSONAL, lambda: 0)
        self._turns = count()

        def work(db: Repositories) -> tuple[int, int]:
            db.chunks.ensure_vector_table(DIMENSIONS, _FINGERPRINT)
            person = db.people.add("Me", now_ms=0).id
            return person, db.sessions.add(person, "session", now_ms=0).id

        self.person, self.session = self.store.write(work)
        self.turn = self.store.write(lambda db: db.turns.add(self.session, None, "said", "person", now_ms=0).id)
        self._position = count()

    def drafts(self, texts: Sequence[str]) -> list[ChunkDraft]:
        """Chunks of these texts, at positions of their own."""
        return [ChunkDraft(next(self._position), ChunkPart.BOTH, text, text, False, _WORDS) for text in texts]


def _ours(side: _Side, drafts: Sequence[ChunkDraft], vectors: Sequence[bytes], db: Repositories) -> None:
    for draft, vector in zip(drafts, vectors, strict=True):
        chunk_id = db.chunks.add(side.person, side.session, side.turn, draft, 0)
        db.chunks.set_vector(chunk_id, vector, _FINGERPRINT)


def _plain(side: _Side, drafts: Sequence[ChunkDraft], vectors: Sequence[bytes], db: Repositories) -> None:
    """The same rows, their terms known, and nothing else."""
    connection = db.connection
    for draft, vector in zip(drafts, vectors, strict=True):
        connection.execute(
            "INSERT INTO chunk (person_id, session_id, turn_id, position, part, text, indexed_text, said_at_ms,"
            " is_chinese, content_terms, embedding_fingerprint) VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?)",
            (side.person, side.session, side.turn, draft.position, draft.part.value, draft.text, draft.indexed_text,
             draft.content_terms, _FINGERPRINT),
        )  # fmt: skip
        chunk_id = connection.last_insert_rowid()
        connection.execute("INSERT INTO chunk_fts (rowid, terms) VALUES (?, ?)", (chunk_id, draft.indexed_text))
        connection.execute(
            "INSERT INTO chunk_vec (chunk_id, person_id, embedding) VALUES (?, ?, ?)", (chunk_id, side.person, vector)
        )


def one_at_a_time(*, short: bool) -> Row:
    """A memory in each transaction."""
    del short  # quick enough
    return _measured("P8 single", ONE_BY_ONE, 1)


def together(*, short: bool) -> Row:
    """Many memories in one transaction, as an import adds them."""
    del short
    return _measured("P8 bulk", TOGETHER, TOGETHER)


def _measured(row: str, memories: int, batch: int) -> Row:
    random = np.random.default_rng(5)
    with tempfile.TemporaryDirectory() as temporary:
        ours, theirs = _Side(Path(temporary) / "ours"), _Side(Path(temporary) / "theirs")

        def add(side: _Side, plain: bool) -> None:
            texts, vectors = prepared[id(side)].pop()
            for first in range(0, memories, batch):
                some = slice(first, first + batch)
                side.store.write(partial(_plain if plain else _ours, side, texts[some], vectors[some]))

        texts = memory_texts(random, memories, _WORDS)
        assert all(terms_of(ChunkPart.BOTH, text, text) == text for text in texts[:10])
        vectors = [vector.tobytes() for vector in unit_vectors(random, memories)]
        prepared = {id(side): [(side.drafts(texts), vectors) for _ in range(ROUNDS + 1)] for side in (ours, theirs)}
        try:
            ours_ms, theirs_ms = interleaved_ms(partial(add, ours, False), partial(add, theirs, True), ROUNDS)
        finally:
            ours.store.close()
            theirs.store.close()
    what = f"adding {memories} memories, {'each by itself' if batch == 1 else 'together'}"
    return compared(row, what, ours_ms / memories, theirs_ms / memories, unit="ms", limit=2.0)
