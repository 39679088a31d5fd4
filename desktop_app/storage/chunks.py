"""Chunks with their words and vectors: what recall searches.

One row of ``chunk`` has its terms in ``chunk_fts`` (contentless: a row leaves by the 'delete'
command with its old terms) and, once embedded, a vector in ``chunk_vec``. The three change in
one transaction. Every search is for one person, inside the query.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from desktop_app.domain.memory import Chunk, ChunkPart
from desktop_app.domain.terms import index_terms

if TYPE_CHECKING:
    import apsw

# All n-grams of a question OR-ed cost 202 ms at 100,000 chunks, its rarest 2.3 ms: terms enter
# rarest first until their document frequencies sum to this.
MAX_DOCUMENTS = 50_000
# vec0 refuses a larger k.
MAX_NEIGHBOURS = 4096
# What bm25() of FTS5 uses and cannot be told otherwise; see the FTS5 documentation.
BM25_K1 = 1.2

_COLUMNS = "id, person_id, session_id, turn_id, position, part, text, indexed_text, said_at_ms"


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A chunk found by its vector; ``similarity`` is the cosine, 1 = identical."""

    chunk_id: int
    similarity: float


@dataclass(frozen=True, slots=True)
class TermWeight:
    """A term of a question with its rarity over the whole vault.

    ``weight`` is the inverse document frequency of BM25; ``documents`` 0 means never said.
    """

    term: str
    documents: int
    weight: float
    used: bool  # whether it took part in the search


@dataclass(frozen=True, slots=True)
class WordHits:
    """What the word search found: BM25 by chunk (higher is better), and the question's terms."""

    bm25: dict[int, float]
    terms: tuple[TermWeight, ...]


class ChunkRepository:
    """Reads and writes chunks over one connection; writing needs the writer's transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    # --- writing

    def add(
        self,
        *,
        person_id: int,
        session_id: int,
        turn_id: int,
        position: int,
        part: ChunkPart,
        text: str,
        indexed_text: str,
        said_at_ms: int,
    ) -> Chunk:
        """Store a chunk and its words; its vector follows by `set_vector`."""
        self._connection.execute(
            "INSERT INTO chunk (person_id, session_id, turn_id, position, part, text, indexed_text, said_at_ms)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (person_id, session_id, turn_id, position, part.value, text, indexed_text, said_at_ms),
        )
        chunk_id = self._connection.last_insert_rowid()
        self._connection.execute(
            "INSERT INTO chunk_fts (rowid, terms) VALUES (?, ?)", (chunk_id, index_terms(indexed_text))
        )
        return Chunk(
            chunk_id, person_id, session_id, turn_id, position, part, text, indexed_text, said_at_ms
        )

    def remove_turn(self, turn_id: int) -> int:
        """Remove a turn's chunks with their words and vectors. Returns how many there were."""
        return self._remove("turn_id = ?", turn_id)

    def remove_session(self, session_id: int) -> int:
        """Remove a session's chunks with their words and vectors. Returns how many there were."""
        return self._remove("session_id = ?", session_id)

    def remove_person(self, person_id: int) -> int:
        """Remove a person's chunks with their words and vectors. Returns how many there were."""
        return self._remove("person_id = ?", person_id)

    def _remove(self, condition: str, value: int) -> int:
        rows = self._connection.execute(f"SELECT id, indexed_text FROM chunk WHERE {condition}", (value,)).fetchall()
        self._connection.executemany(
            "INSERT INTO chunk_fts (chunk_fts, rowid, terms) VALUES ('delete', ?, ?)",
            [(chunk_id, index_terms(indexed_text)) for chunk_id, indexed_text in rows],
        )
        if self.vector_dimensions():
            self._connection.executemany("DELETE FROM chunk_vec WHERE chunk_id = ?", [(row[0],) for row in rows])
        self._connection.execute(f"DELETE FROM chunk WHERE {condition}", (value,))
        return len(rows)

    def ensure_vector_table(self, dimensions: int, fingerprint: str) -> None:
        """Make room for vectors of one model; vectors of another are dropped, to be made again.

        Vectors of two models must never meet in one search, and a changed model makes the old
        ones useless at once: words serve until the new ones are there.

        Args:
            dimensions: of a vector.
            fingerprint: of the model, see `ports.EmbeddingInfo`.
        """
        existing = self.vector_dimensions()
        stale = self._connection.execute(
            "SELECT EXISTS (SELECT 1 FROM chunk WHERE embedding_fingerprint NOT IN ('', ?))", (fingerprint,)
        ).fetchone()
        if existing == dimensions and not (stale and stale[0]):
            return
        if existing:
            self._connection.execute("DROP TABLE chunk_vec")
        self._connection.execute("UPDATE chunk SET embedding_fingerprint = '' WHERE embedding_fingerprint <> ''")
        # The person is a metadata column, filtered by "=" inside the search. A partition key would
        # allocate a whole block for everyone; any other filter applies after the k nearest.
        self._connection.execute(
            "CREATE VIRTUAL TABLE chunk_vec USING vec0("
            "chunk_id INTEGER PRIMARY KEY, person_id INTEGER,"
            f" embedding FLOAT[{int(dimensions)}] distance_metric=cosine)"
        )

    def set_vector(self, chunk_id: int, vector: bytes, fingerprint: str) -> bool:
        """Give a chunk its vector (float32 little-endian). Idempotent.

        Returns:
            False if the chunk is gone meanwhile; nothing is stored then.

        Raises:
            ValueError: the vector is not finite or has no length (vec0 would accept it and
                return it last in every search).
        """
        require_usable(vector)
        row = self._connection.execute("SELECT person_id FROM chunk WHERE id = ?", (chunk_id,)).fetchone()
        if row is None:
            return False
        self._connection.execute("DELETE FROM chunk_vec WHERE chunk_id = ?", (chunk_id,))
        self._connection.execute(
            "INSERT INTO chunk_vec (chunk_id, person_id, embedding) VALUES (?, ?, ?)", (chunk_id, row[0], vector)
        )
        self._connection.execute("UPDATE chunk SET embedding_fingerprint = ? WHERE id = ?", (fingerprint, chunk_id))
        return True

    # --- reading

    def get(self, chunk_ids: Iterable[int]) -> dict[int, Chunk]:
        """Chunks by id; ids that are gone are left out."""
        return {chunk.id: chunk for chunk in self._select("id IN (SELECT value FROM json_each(?))", _json(chunk_ids))}

    def of_turn(self, turn_id: int) -> list[Chunk]:
        """A turn's chunks by position."""
        return self._select("turn_id = ? ORDER BY position", turn_id)

    def of_person(self, person_id: int, limit: int = -1) -> list[Chunk]:
        """A person's chunks, oldest first (for the map and for counts)."""
        return self._select("person_id = ? ORDER BY id LIMIT ?", person_id, limit)

    def missing_vectors(self, fingerprint: str, limit: int, *, turn_id: int | None = None) -> list[Chunk]:
        """Chunks without a vector of this model, oldest first; of one turn where given."""
        if turn_id is not None:
            return self._select("turn_id = ? AND embedding_fingerprint <> ? LIMIT ?", turn_id, fingerprint, limit)
        return self._select("embedding_fingerprint = '' ORDER BY id LIMIT ?", limit)

    def count_missing_vectors(self) -> int:
        """How many chunks wait for a vector."""
        return int(self._value("SELECT count(*) FROM chunk WHERE embedding_fingerprint = ''"))

    def vector_dimensions(self) -> int:
        """Dimensions of the vector table, 0 while there is none."""
        row = self._connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'chunk_vec'").fetchone()
        found = re.search(r"FLOAT\[(\d+)\]", row[0]) if row else None
        return int(found.group(1)) if found else 0

    def vectors(self, chunk_ids: Iterable[int]) -> dict[int, bytes]:
        """Stored vectors by chunk id (float32 little-endian)."""
        if not self.vector_dimensions():
            return {}
        rows = self._connection.execute(
            "SELECT chunk_id, embedding FROM chunk_vec WHERE chunk_id IN (SELECT value FROM json_each(?))",
            (_json(chunk_ids),),
        )
        return {chunk_id: vector for chunk_id, vector in rows}

    def nearest(
        self, person_id: int, vector: bytes, k: int, exclude_turns: frozenset[int] = frozenset()
    ) -> list[Neighbour]:
        """The person's k nearest chunks by cosine, best first.

        Chunks of ``exclude_turns`` never take a slot: the search asks for as many more.
        Empty while there are no vectors.
        """
        require_usable(vector)
        if not self.vector_dimensions():
            return []
        excluded = self._ids_of_turns(exclude_turns)
        rows = self._connection.execute(
            "SELECT chunk_id, distance FROM chunk_vec WHERE embedding MATCH ? AND k = ? AND person_id = ?",
            (vector, min(k + len(excluded), MAX_NEIGHBOURS), person_id),
        )
        found = [Neighbour(chunk_id, 1.0 - distance) for chunk_id, distance in rows if chunk_id not in excluded]
        return found[:k]

    def by_terms(
        self,
        person_id: int,
        terms: Sequence[str],
        k: int,
        exclude_turns: frozenset[int] = frozenset(),
        also: Iterable[int] = (),
    ) -> WordHits:
        """The person's k best chunks by BM25 over the terms.

        Args:
            person_id: whose chunks.
            terms: from `domain.terms.query_terms`.
            k: how many.
            exclude_turns: turns whose chunks do not count.
            also: chunk ids (of this person) to score besides, whatever their rank.
        """
        weighted = self._weigh(terms)
        match = " OR ".join(f'"{weight.term}"' for weight in weighted if weight.used)
        if not match:
            return WordHits({}, weighted)
        rows = self._connection.execute(
            "SELECT f.rowid, bm25(chunk_fts) FROM chunk_fts AS f JOIN chunk AS c ON c.id = f.rowid"
            " WHERE f.chunk_fts MATCH ? AND c.person_id = ?"
            " AND c.turn_id NOT IN (SELECT value FROM json_each(?)) ORDER BY 2 LIMIT ?",
            (match, person_id, _json(exclude_turns), k),
        )
        found = {chunk_id: -score for chunk_id, score in rows}
        for chunk_id in also:
            if chunk_id not in found:
                row = self._connection.execute(
                    "SELECT bm25(chunk_fts) FROM chunk_fts WHERE chunk_fts MATCH ? AND rowid = ?", (match, chunk_id)
                ).fetchone()
                if row:
                    found[chunk_id] = -row[0]
        return WordHits(found, weighted)

    def _weigh(self, terms: Sequence[str]) -> tuple[TermWeight, ...]:
        total = int(self._value("SELECT count(*) FROM chunk"))
        tokenizer = self._connection.fts5_tokenizer("porter", ["unicode61"])
        frequencies: dict[str, int] = {}
        for term in terms:
            for stem in _tokens(tokenizer, term):
                frequencies.setdefault(stem, 0)
        for stem in frequencies:
            row = self._connection.execute("SELECT doc FROM chunk_vocabulary WHERE term = ?", (stem,)).fetchone()
            frequencies[stem] = row[0] if row else 0
        weights, documents = [], 0
        for stem, frequency in sorted(frequencies.items(), key=lambda item: item[1]):
            # At least one term takes part, however common.
            used = frequency > 0 and (documents == 0 or documents + frequency <= MAX_DOCUMENTS)
            documents += frequency if used else 0
            weights.append(TermWeight(stem, frequency, inverse_document_frequency(total, frequency), used))
        return tuple(weights)

    def _ids_of_turns(self, turn_ids: frozenset[int]) -> frozenset[int]:
        if not turn_ids:
            return frozenset()
        rows = self._connection.execute(
            "SELECT id FROM chunk WHERE turn_id IN (SELECT value FROM json_each(?))", (_json(turn_ids),)
        )
        return frozenset(row[0] for row in rows)

    def _select(self, condition: str, *values: Any) -> list[Chunk]:
        rows = self._connection.execute(f"SELECT {_COLUMNS} FROM chunk WHERE {condition}", values)
        return [Chunk(*row[:5], ChunkPart(row[5]), *row[6:]) for row in rows]

    def _value(self, sql: str) -> Any:
        row = self._connection.execute(sql).fetchone()
        return row[0] if row else 0


def inverse_document_frequency(total: int, documents: int) -> float:
    """The weight FTS5's bm25() gives a term: ln((N - n + 0.5) / (n + 0.5)), never below 1e-6."""
    return max(math.log((total - documents + 0.5) / (documents + 0.5)), 1e-6) if total else 1e-6


def require_usable(vector: bytes) -> None:
    """Raise ValueError unless the float32 vector is finite and not zero."""
    from array import array

    values = array("f", vector)
    length = math.fsum(value * value for value in values)
    if not values or not math.isfinite(length) or length == 0.0:
        raise ValueError("a vector must be finite and not zero")


def _tokens(tokenizer: apsw.FTS5Tokenizer, term: str) -> list[str]:
    import apsw

    found = tokenizer(term.encode("utf-8"), apsw.FTS5_TOKENIZE_QUERY, None, include_offsets=False)
    return [token[0] for token in found]


def _json(ids: Iterable[int]) -> str:
    return "[" + ",".join(str(int(value)) for value in ids) + "]"
