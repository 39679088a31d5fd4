"""Chunks with their words and vectors: what recall searches.

One row of ``chunk`` has its terms in ``chunk_fts`` (contentless: a row leaves by the 'delete'
command with its old terms) and, once embedded, a vector in ``chunk_vec``. The three change in
one transaction. Every search is for one person, inside the query.
Where chunks of a person are asked for by other keys, ``+person_id`` keeps SQLite from walking through all
that the person has, which it would do even for no key at all.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import apsw

from desktop_app.domain.chunking import ChunkDraft, terms_of
from desktop_app.domain.memory import Chunk, ChunkPart
from desktop_app.domain.vectors import require_usable
from desktop_app.storage.connection import row, rows, value
from desktop_app.storage.jobs import JobRepository
from desktop_app.storage.resident_vectors import ResidentVectors, VectorChanges

if TYPE_CHECKING:
    from desktop_app.storage.vector_matrix import VectorMatrix

# All n-grams of a question OR-ed cost 202 ms at 100,000 chunks, its rarest 2.3 ms: terms enter
# rarest first until their document frequencies sum to this. Two and a half times as many took a third longer
# and found the same.
MAX_DOCUMENTS = 20_000
# Counting the documents of a term is reading all their places in the index. What is in more than the first of
# these is counted again once the vault has grown or shrunk by the second: its weight hardly changes.
_COMMON_DOCUMENTS = 1_000
_RECOUNT_SHARE = 0.02
# vec0 refuses a larger k.
MAX_NEIGHBOURS = 4096

_COLUMNS = (
    "id, person_id, session_id, turn_id, position, part, text, indexed_text, said_at_ms, is_chinese, content_terms"
)
# Turns of the same session that carry words of turn ?1 as context: the turns right before and after
# it, and all of them if it opens the session.
_CONTEXT_OF = """
    SELECT t.id FROM turn AS gone JOIN turn AS t ON t.session_id = gone.session_id
    WHERE gone.id = ?1 AND t.id <> gone.id
    AND (t.parent_id = gone.id OR t.id = gone.parent_id OR gone.parent_id IS NULL)
"""
_ROOT_OF = """
    WITH RECURSIVE path (id, parent_id) AS (
        SELECT id, parent_id FROM turn WHERE id = ?1
        UNION ALL
        SELECT t.id, t.parent_id FROM path JOIN turn AS t ON t.id = path.parent_id
    )
    SELECT id FROM path WHERE parent_id IS NULL
"""
# The turns on the way from each session's head to its root.
_ON_BRANCH = """
    WITH RECURSIVE path (id, parent_id) AS (
        SELECT t.id, t.parent_id FROM session AS s JOIN turn AS t ON t.id = s.head_turn_id
        WHERE s.id IN (SELECT value FROM json_each(?1))
        UNION ALL
        SELECT t.id, t.parent_id FROM path JOIN turn AS t ON t.id = path.parent_id
    )
    SELECT id FROM path
"""


@dataclass(frozen=True, slots=True)
class ChunkFigures:
    """What ranking needs of a chunk; cheap to read for hundreds of them."""

    chunk_id: int
    person_id: int
    session_id: int
    turn_id: int
    parent_id: int | None  # the turn before
    part: ChunkPart
    said_at_ms: int
    is_chinese: bool
    content_terms: int
    asks: bool  # a single message that ends with a question mark


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


# What was said with a restricted person is left as it is.
_WAITS = "embedding_fingerprint = '' AND person_id NOT IN (SELECT id FROM person WHERE state = 'restricted')"


class ChunkRepository:
    """Reads and writes chunks over one connection; writing needs the writer's transaction.

    Args:
        connection: of the vault.
        jobs: what has to be indexed again is queued there.
        changes: takes note of what happens to vectors; the writer has it.
        resident: vectors in RAM, searched instead of the table; readers have it.
    """

    def __init__(
        self,
        connection: apsw.Connection,
        jobs: JobRepository,
        changes: VectorChanges,
        resident: ResidentVectors | None = None,
    ) -> None:
        self._connection = connection
        self._jobs = jobs
        self._changes = changes
        self._resident = resident
        self._common: dict[str, tuple[int, int]] = {}  # documents of a term, and of all when they were counted

    # --- writing

    def add(self, person_id: int, session_id: int, turn_id: int, draft: ChunkDraft, said_at_ms: int) -> int:
        """Store a chunk and its words; its vector follows by `set_vector`. Returns its id."""
        self._connection.execute(
            "INSERT INTO chunk (person_id, session_id, turn_id, position, part, text, indexed_text, said_at_ms,"
            " is_chinese, content_terms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                person_id,
                session_id,
                turn_id,
                draft.position,
                draft.part.value,
                draft.text,
                draft.indexed_text,
                said_at_ms,
                int(draft.is_chinese),
                draft.content_terms,
            ),
        )
        chunk_id = self._connection.last_insert_rowid()
        self._connection.execute(
            "INSERT INTO chunk_fts (rowid, terms) VALUES (?, ?)",
            (chunk_id, terms_of(draft.part, draft.text, draft.indexed_text)),
        )
        return chunk_id

    def replace_turn(
        self, person_id: int, session_id: int, turn_id: int, drafts: Sequence[ChunkDraft], said_at_ms: int
    ) -> bool:
        """Make a turn's chunks these; the same ones stay as they are, with their vectors.

        Returns:
            Whether anything changed.
        """
        stored = [(chunk.part, chunk.text, chunk.indexed_text) for chunk in self.of_turn(turn_id)]
        if stored == [(draft.part, draft.text, draft.indexed_text) for draft in drafts]:
            return False
        self._remove("turn_id = ?", turn_id)
        for draft in drafts:
            self.add(person_id, session_id, turn_id, draft, said_at_ms)
        return True

    def remove_turn(self, turn_id: int) -> int:
        """Remove a turn's chunks, and what other chunks carry of its words.

        Chunks that have the turn's words as context go too, and their turns are queued to be
        indexed again: what is forgotten must not live on around its neighbours.

        Returns:
            How many chunks the turn itself had.
        """
        for (neighbour,) in rows(self._connection, _CONTEXT_OF, (turn_id,)):
            if self._remove("turn_id = ?", neighbour):
                self._jobs.add(neighbour, ("embed",))
        return self._remove("turn_id = ?", turn_id)

    def remove_session(self, session_id: int) -> int:
        """Remove a session's chunks with their words and vectors. Returns how many there were."""
        return self._remove("session_id = ?", session_id)

    def move_session(self, session_id: int, person_id: int) -> None:
        """Make a session's chunks memories of another person; words and vectors stay as they are."""
        self._connection.execute("UPDATE chunk SET person_id = ? WHERE session_id = ?", (person_id, session_id))
        if not self.vector_dimensions():
            return
        moved = rows(
            self._connection,
            "SELECT v.chunk_id, v.embedding FROM chunk AS c JOIN chunk_vec AS v ON v.chunk_id = c.id"
            " WHERE c.session_id = ?",
            (session_id,),
        )
        for chunk_id, vector in moved:
            self._connection.execute("UPDATE chunk_vec SET person_id = ? WHERE chunk_id = ?", (person_id, chunk_id))
            self._changes.remove([chunk_id])
            self._changes.put(person_id, chunk_id, vector)

    def _remove(self, condition: str, binding: int) -> int:
        found = rows(self._connection, f"SELECT id, part, text, indexed_text FROM chunk WHERE {condition}", (binding,))
        self._connection.executemany(
            "INSERT INTO chunk_fts (chunk_fts, rowid, terms) VALUES ('delete', ?, ?)",
            [(chunk_id, terms_of(ChunkPart(part), text, indexed)) for chunk_id, part, text, indexed in found],
        )
        if self.vector_dimensions():
            ids = [chunk_id for chunk_id, *_ in found]
            self._connection.executemany("DELETE FROM chunk_vec WHERE chunk_id = ?", [(one,) for one in ids])
            self._changes.remove(ids)
        self._connection.execute(f"DELETE FROM chunk WHERE {condition}", (binding,))
        return len(found)

    def ensure_vector_table(self, dimensions: int, fingerprint: str) -> None:
        """Make room for vectors of one model; vectors of another are dropped, to be made again.

        Vectors of two models must never meet in one search, and a changed model makes the old
        ones useless at once: words serve until the new ones are there.

        Args:
            dimensions: of a vector.
            fingerprint: of the model, see `ports.EmbeddingInfo`.
        """
        existing = self.vector_dimensions()
        stale = value(
            self._connection,
            "SELECT EXISTS (SELECT 1 FROM chunk WHERE embedding_fingerprint NOT IN ('', ?))",
            (fingerprint,),
        )
        if existing == dimensions and not stale:
            return
        if existing:
            self._connection.execute("DROP TABLE chunk_vec")
            self._changes.drop()
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
        found = row(self._connection, "SELECT person_id, embedding_fingerprint FROM chunk WHERE id = ?", (chunk_id,))
        if found is None:
            return False
        person_id, embedded = found
        if embedded:  # looking for what is not there costs vec0 as much as a row
            self._connection.execute("DELETE FROM chunk_vec WHERE chunk_id = ?", (chunk_id,))
        self._connection.execute(
            "INSERT INTO chunk_vec (chunk_id, person_id, embedding) VALUES (?, ?, ?)", (chunk_id, person_id, vector)
        )
        self._changes.put(person_id, chunk_id, vector)
        self._connection.execute("UPDATE chunk SET embedding_fingerprint = ? WHERE id = ?", (fingerprint, chunk_id))
        return True

    # --- reading

    def get(self, chunk_ids: Iterable[int]) -> dict[int, Chunk]:
        """Chunks by id; ids that are gone are left out."""
        return {chunk.id: chunk for chunk in self._select("id IN (SELECT value FROM json_each(?))", _json(chunk_ids))}

    def figures(self, person_id: int, chunk_ids: Iterable[int]) -> list[ChunkFigures]:
        """Figures of a person's chunks, by id; chunks of anybody else are left out."""
        found = rows(
            self._connection,
            "SELECT c.id, c.person_id, c.session_id, c.turn_id, t.parent_id, c.part, c.said_at_ms, c.is_chinese,"
            " c.content_terms, c.part <> 'both' AND substr(rtrim(c.text), -1) IN ('?', '？')"
            " FROM chunk AS c JOIN turn AS t ON t.id = c.turn_id"
            " WHERE c.id IN (SELECT value FROM json_each(?)) AND +c.person_id = ? ORDER BY c.id",
            (_json(chunk_ids), person_id),
        )
        return [
            ChunkFigures(
                chunk_id=fields[0],
                person_id=fields[1],
                session_id=fields[2],
                turn_id=fields[3],
                parent_id=fields[4],
                part=ChunkPart(fields[5]),
                said_at_ms=fields[6],
                is_chinese=bool(fields[7]),
                content_terms=fields[8],
                asks=bool(fields[9]),
            )
            for fields in found
        ]

    def of_turn(self, turn_id: int) -> list[Chunk]:
        """A turn's chunks by position."""
        return self._select("turn_id = ? ORDER BY position", turn_id)

    def of_person(self, person_id: int, limit: int = -1) -> list[Chunk]:
        """A person's chunks, oldest first (for the map)."""
        return self._select("person_id = ? ORDER BY id LIMIT ?", person_id, limit)

    def count(self, person_id: int | None = None) -> int:
        """How many chunks there are, of one person or of all."""
        if person_id is None:
            return int(value(self._connection, "SELECT count(*) FROM chunk"))
        return int(value(self._connection, "SELECT count(*) FROM chunk WHERE person_id = ?", (person_id,)))

    def ids_of_turns(self, person_id: int, turn_ids: Iterable[int]) -> list[int]:
        """Ids of the person's chunks of these turns."""
        found = rows(
            self._connection,
            "SELECT id FROM chunk WHERE +person_id = ? AND turn_id IN (SELECT value FROM json_each(?))",
            (person_id, _json(turn_ids)),
        )
        return [chunk_id for (chunk_id,) in found]

    def said_between(self, person_id: int, first_ms: int, last_ms: int, limit: int) -> list[int]:
        """Ids of the person's chunks said in a time, the oldest first."""
        found = rows(
            self._connection,
            "SELECT id FROM chunk WHERE person_id = ? AND said_at_ms BETWEEN ? AND ? ORDER BY said_at_ms, id LIMIT ?",
            (person_id, first_ms, last_ms, limit),
        )
        return [chunk_id for (chunk_id,) in found]

    def abandoned_turns(self, session_ids: Iterable[int]) -> frozenset[int]:
        """Turns of these sessions that are not on the current branch: edited away, or regenerated."""
        scope = _json(session_ids)
        forked = rows(
            self._connection,
            # An ordinal is the depth in the tree: where no two turns share one there is one branch. By the
            # parent it would be sorting; this is the order of an index.
            "SELECT DISTINCT session_id FROM turn WHERE session_id IN (SELECT value FROM json_each(?))"
            " GROUP BY session_id, ordinal HAVING count(*) > 1",
            (scope,),
        )
        if not forked:
            return frozenset()
        scope = _json(session_id for (session_id,) in forked)
        on_branch = {turn_id for (turn_id,) in rows(self._connection, _ON_BRANCH, (scope,))}
        every = rows(
            self._connection, "SELECT id FROM turn WHERE session_id IN (SELECT value FROM json_each(?))", (scope,)
        )
        return frozenset(turn_id for (turn_id,) in every) - on_branch

    def opening_turn(self, turn_id: int) -> int:
        """The first turn of the branch a turn is on."""
        roots = rows(
            self._connection,
            "SELECT id FROM turn WHERE parent_id IS NULL"
            " AND session_id = (SELECT session_id FROM turn WHERE id = ?) LIMIT 2",
            (turn_id,),
        )
        if len(roots) == 1:  # nearly always; the walk is as long as the session
            return int(roots[0][0])
        return int(value(self._connection, _ROOT_OF, (turn_id,)))

    def following_turn(self, turn_id: int) -> int | None:
        """The newest turn that follows a turn, None at the end."""
        found: int | None = value(self._connection, "SELECT max(id) FROM turn WHERE parent_id = ?", (turn_id,))
        return found

    def missing_vectors(
        self, fingerprint: str, *, turn_ids: Iterable[int] | None = None, limit: int = -1
    ) -> list[Chunk]:
        """Chunks without a vector of this model, oldest first; of these turns only where given."""
        if turn_ids is None:
            return self._select(f"{_WAITS} ORDER BY id LIMIT ?", limit)
        return self._select(
            "turn_id IN (SELECT value FROM json_each(?)) AND embedding_fingerprint <> ? ORDER BY id LIMIT ?",
            _json(turn_ids),
            fingerprint,
            limit,
        )

    def count_missing_vectors(self) -> int:
        """How many chunks wait for a vector."""
        return int(value(self._connection, f"SELECT count(*) FROM chunk WHERE {_WAITS}"))

    def vector_dimensions(self) -> int:
        """Dimensions of the vector table, 0 while there is none."""
        sql = value(self._connection, "SELECT sql FROM sqlite_schema WHERE name = 'chunk_vec'")
        found = re.search(r"FLOAT\[(\d+)\]", sql) if sql else None
        return int(found.group(1)) if found else 0

    def similarities(self, person_id: int, vector: bytes, chunk_ids: Iterable[int]) -> dict[int, float]:
        """Cosine of a vector to these chunks of the person; chunks without a vector are left out."""
        require_usable(vector)
        dimensions = self.vector_dimensions()
        if not dimensions:
            return {}
        wanted = list(chunk_ids)
        held = self._held(person_id, dimensions, lambda matrix: matrix.similarities(vector, wanted))
        if held is not None:
            return held
        found = rows(
            self._connection,
            "SELECT chunk_id, 1.0 - vec_distance_cosine(embedding, ?) FROM chunk_vec"
            " WHERE chunk_id IN (SELECT value FROM json_each(?)) AND person_id = ?",
            (vector, _json(wanted), person_id),
        )
        return dict(found)

    def nearest(
        self, person_id: int, vector: bytes, k: int, exclude_turns: frozenset[int] = frozenset()
    ) -> dict[int, float]:
        """The person's k nearest chunks with their cosine, best first.

        Chunks of ``exclude_turns`` never take a slot: the search asks for as many more.
        Empty while there are no vectors.
        """
        require_usable(vector)
        dimensions = self.vector_dimensions()
        if not dimensions:
            return {}
        excluded = self._ids_of_turns(exclude_turns)
        held = self._held(person_id, dimensions, lambda matrix: matrix.nearest(vector, k, excluded))
        if held is not None:
            return held
        found = rows(
            self._connection,
            "SELECT chunk_id, distance FROM chunk_vec WHERE embedding MATCH ? AND k = ? AND person_id = ?",
            (vector, min(k + len(excluded), MAX_NEIGHBOURS), person_id),
        )
        kept = [(chunk_id, 1.0 - distance) for chunk_id, distance in found if chunk_id not in excluded]
        return dict(kept[:k])

    def _held(
        self, person_id: int, dimensions: int, work: Callable[[VectorMatrix], dict[int, float]]
    ) -> dict[int, float] | None:
        """What the vectors in RAM answer; None where the table must."""
        return self._resident.search(self._connection, person_id, dimensions, work) if self._resident else None

    def by_terms(
        self, person_id: int, terms: Sequence[str], k: int, exclude_turns: frozenset[int] = frozenset()
    ) -> WordHits:
        """The person's k best chunks by BM25 over the terms (from `domain.terms.query_terms`), best first."""
        weighted = self._weigh(terms)
        match = " OR ".join(f'"{weight.term}"' for weight in weighted if weight.used)
        if not match:
            return WordHits({}, weighted)
        found = rows(
            self._connection,
            "SELECT f.rowid, -bm25(chunk_fts) FROM chunk_fts AS f JOIN chunk AS c ON c.id = f.rowid"
            " WHERE chunk_fts MATCH ? AND c.person_id = ?"
            " AND c.turn_id NOT IN (SELECT value FROM json_each(?)) ORDER BY 2 DESC LIMIT ?",
            (match, person_id, _json(exclude_turns), k),
        )
        return WordHits(dict(found), weighted)

    def stems(self, terms: str) -> frozenset[str]:
        """The space-separated terms as the word index knows them (English words stemmed)."""
        tokenizer = self._connection.fts5_tokenizer("porter", ["unicode61"])
        return frozenset(_tokens(tokenizer, terms))

    def _weigh(self, terms: Sequence[str]) -> tuple[TermWeight, ...]:
        total = self.count()
        frequencies = dict.fromkeys(self.stems(" ".join(terms)), 0)
        for stem in frequencies:
            frequencies[stem] = self._documents(stem, total)
        weights, sum_of_documents = [], 0
        for stem, documents in sorted(frequencies.items(), key=lambda item: (item[1], item[0])):
            # At least one term takes part, however common.
            used = documents > 0 and (sum_of_documents == 0 or sum_of_documents + documents <= MAX_DOCUMENTS)
            sum_of_documents += documents if used else 0
            weights.append(TermWeight(stem, documents, term_weight(total, documents), used))
        return tuple(weights)

    def _documents(self, stem: str, total: int) -> int:
        """How many chunks have a term, of ``total``; of a common one as of lately."""
        counted, of = self._common.get(stem, (0, 0))
        if counted and abs(total - of) <= _RECOUNT_SHARE * of:
            return counted
        documents = int(value(self._connection, "SELECT doc FROM chunk_vocabulary WHERE term = ?", (stem,)) or 0)
        if documents > _COMMON_DOCUMENTS:
            self._common[stem] = documents, total
        else:
            self._common.pop(stem, None)
        return documents

    def _ids_of_turns(self, turn_ids: frozenset[int]) -> frozenset[int]:
        if not turn_ids:
            return frozenset()
        found = rows(
            self._connection,
            "SELECT id FROM chunk WHERE turn_id IN (SELECT value FROM json_each(?))",
            (_json(turn_ids),),
        )
        return frozenset(chunk_id for (chunk_id,) in found)

    def _select(self, condition: str, *bindings: Any) -> list[Chunk]:
        found = rows(self._connection, f"SELECT {_COLUMNS} FROM chunk WHERE {condition}", bindings)
        return [
            Chunk(
                id=fields[0],
                person_id=fields[1],
                session_id=fields[2],
                turn_id=fields[3],
                position=fields[4],
                part=ChunkPart(fields[5]),
                text=fields[6],
                indexed_text=fields[7],
                said_at_ms=fields[8],
                is_chinese=bool(fields[9]),
                content_terms=fields[10],
            )
            for fields in found
        ]


def term_weight(total: int, documents: int) -> float:
    """Inverse document frequency, ln(1 + (N - n + 0.5) / (n + 0.5)): of BM25, never negative (as Lucene has it)."""
    return math.log(1.0 + (total - documents + 0.5) / (documents + 0.5))


def _tokens(tokenizer: apsw.FTS5Tokenizer, text: str) -> list[str]:
    found = tokenizer(text.encode("utf-8"), apsw.FTS5_TOKENIZE_DOCUMENT, None, include_offsets=False)
    return [str(token[0]) for token in found]


def _json(ids: Iterable[int]) -> str:
    return "[" + ",".join(str(int(number)) for number in ids) + "]"
