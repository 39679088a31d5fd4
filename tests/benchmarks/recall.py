"""P6, P7: recall of one person's memories in a large encrypted vault, against brute force over plain arrays."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from desktop_app.domain.chunking import ChunkDraft
from desktop_app.domain.conversation import Turn, VaultKind
from desktop_app.domain.memory import ChunkPart
from desktop_app.domain.settings import Settings
from desktop_app.domain.terms import query_terms
from desktop_app.services.recall_search import Question, Search
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store
from tests.benchmarks.measure import Row, compared, interleaved_ms, not_run

DIMENSIONS = 384
NEIGHBOURS = 10
SHORT_SIZES, FULL_SIZES = (5_000, 10_000, 20_000), (25_000, 50_000, 100_000)
MILLION = (1_000_000,)
# Words a memory is made of, the frequent ones more often, as in a language.
_VOCABULARY = 20_000
_WORDS = 30
_ASKED_WORDS = 8
_SAID = "said"  # the messages are not searched here, only what is remembered of them
_TURNS = 40  # in a session
# The person's memories are a third of the vault's.
PEOPLE = 3
_FINGERPRINT = "benchmark"
_BATCH = 2_000


@dataclass(slots=True)
class Memories:
    """A vault filled with random memories.

    Attributes:
        store: the open vault.
        person_ids: who is in it; the first is searched.
        vectors: of the first person, [memory, dimension], unit length.
    """

    store: Store
    person_ids: list[int]
    vectors: NDArray[np.float32]


def unit_vectors(random: np.random.Generator, count: int) -> NDArray[np.float32]:
    """Random vectors of length one, [count, dimension]."""
    vectors = random.standard_normal((count, DIMENSIONS), dtype=np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def _new_vault(folder: Path) -> Memories:
    store = Store.create(folder, VaultKind.PERSONAL, lambda: 0)

    def work(db: Repositories) -> Memories:
        db.chunks.ensure_vector_table(DIMENSIONS, _FINGERPRINT)
        people = [db.people.add(f"person {number}", now_ms=0).id for number in range(PEOPLE)]
        return Memories(store, people, np.empty((0, DIMENSIONS), np.float32))

    return store.write(work)


def memory_texts(random: np.random.Generator, count: int, words: int = _WORDS) -> list[str]:
    """Random texts, of words that are as frequent as words are."""
    ranks = np.minimum(random.zipf(1.3, (count, words)), _VOCABULARY)
    return [" ".join(f"w{rank}" for rank in row) for row in ranks.tolist()]


def _grow(memories: Memories, size: int, random: np.random.Generator) -> None:
    """Adds memories to everyone, in turns, until each has so many."""
    while len(memories.vectors) < size:
        count = min(_BATCH, size - len(memories.vectors))
        batches = [unit_vectors(random, count) for _ in memories.person_ids]
        texts = memory_texts(random, count)
        first = len(memories.vectors)

        def work(
            db: Repositories,
            first: int = first,
            batches: list[NDArray[np.float32]] = batches,
            texts: list[str] = texts,
        ) -> None:
            for person, batch in zip(memories.person_ids, batches, strict=True):
                turns: list[Turn] = []
                for number, text in enumerate(texts):
                    if number % _TURNS == 0:
                        session, turns = db.sessions.add(person, "session", now_ms=0).id, []
                    parent = turns[-1].id if turns else None
                    turns.append(db.turns.add(session, parent, _SAID, "person", now_ms=first + number))
                    draft = ChunkDraft(0, ChunkPart.BOTH, text, text, False, _WORDS)
                    chunk_id = db.chunks.add(person, session, turns[-1].id, draft, first + number)
                    db.chunks.set_vector(chunk_id, batch[number].tobytes(), _FINGERPRINT)

        memories.store.write(work)
        memories.vectors = np.concatenate([memories.vectors, batches[0]])


def vector_search(*, short: bool) -> Row:
    """The ten nearest memories of one person: the program's own search against one matrix product."""
    return _measured("P6", SHORT_SIZES if short else FULL_SIZES, limit=1.5, hybrid=False)


def hybrid_search(*, short: bool) -> Row:
    """A whole search by meaning and by words, ranked, against the same matrix product."""
    return _measured("P6 hybrid", SHORT_SIZES if short else FULL_SIZES, limit=3.0, hybrid=True)


def million_vectors(*, short: bool) -> Row:
    """As `vector_search` among a million memories of one person."""
    if short:
        return not_run("P7", "vector search among a million", unit="ms", limit=1.0)
    return _measured("P7", MILLION, limit=1.0, hybrid=False)


def _measured(row: str, wanted: Sequence[int], *, limit: float, hybrid: bool) -> Row:
    random = np.random.default_rng(7)
    sizes: list[tuple[int, float]] = []
    with tempfile.TemporaryDirectory() as temporary:
        memories = _new_vault(Path(temporary) / "vault")
        try:
            for size in wanted:
                _grow(memories, size, random)
                vector = unit_vectors(random, 1)[0]
                terms = tuple(query_terms(memory_texts(random, 1, _ASKED_WORDS)[0]))
                asked = Question(" ".join(terms), terms, (), vector.tobytes())

                def ours(asked: Question = asked) -> object:
                    return memories.store.read(partial(_found, memories.person_ids[0], asked, hybrid), recall=True)

                def theirs(vector: NDArray[np.float32] = vector) -> object:
                    scores = memories.vectors @ vector
                    best = np.argpartition(scores, -NEIGHBOURS)[-NEIGHBOURS:]
                    return best[np.argsort(scores[best])[::-1]]

                with threadpool_limits(1):
                    ours_ms, theirs_ms = interleaved_ms(ours, theirs)
                sizes.append((size, ours_ms))
        finally:
            memories.store.close()
    kind = "hybrid search" if hybrid else "vector search"
    what = f"{kind}, 10 of {sizes[-1][0]:,} among {PEOPLE * sizes[-1][0]:,}, encrypted"
    return compared(row, what, ours_ms, theirs_ms, unit="ms", limit=limit, sizes=sizes)


def _found(person_id: int, asked: Question, hybrid: bool, db: Repositories) -> object:
    if hybrid:
        return Search(db, person_id, asked, frozenset(), Settings().recall.vector_weight).run()
    assert asked.vector is not None
    return db.chunks.nearest(person_id, asked.vector, NEIGHBOURS)
