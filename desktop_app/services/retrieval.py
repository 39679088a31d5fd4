"""Recall: what was said before that matters for a question, of one person only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Protocol

from desktop_app.domain import rewriting
from desktop_app.domain.clock import day_of
from desktop_app.domain.conversation import Turn
from desktop_app.domain.dates import Toward, resolve
from desktop_app.domain.errors import UserError
from desktop_app.domain.ledger import RecalledSnippet
from desktop_app.domain.memory import Chunk, ChunkPart
from desktop_app.domain.ports import Embedder
from desktop_app.domain.settings import RecallSettings, Settings
from desktop_app.domain.terms import query_terms
from desktop_app.domain.turn_value import says_nothing
from desktop_app.domain.vectors import as_query, cosine
from desktop_app.services.recall_index import RecallIndex
from desktop_app.services.recall_search import WEIGHED, Question, RankedChunk, Search
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

_NEAR_MISSES = 5
# Two snippets that share this much of their terms say the same; the second is left out.
_SAME_TERMS = 0.9

NOTE_OFF = "off"  # no embedding model: words only
NOTE_NOTHING = "nothing_relevant"
NOTE_EMPTY = "empty"  # the question has no text to look for
NOTE_FAILED = "failed"  # the embedding model failed: words only this once


class SettingsSource(Protocol):
    """Where the settings in force come from."""

    def get(self) -> Settings:
        """The settings in force."""


@dataclass(frozen=True, slots=True)
class RecallResult:
    """What recall found.

    Attributes:
        hits: best first, after top-k and minimum score.
        near_misses: the next ones, for the panel; never for a prompt.
        note: "", or one of ``off``, ``nothing_relevant``, ``empty``, ``failed``.
        error: why the embedding model failed, with ``failed``.
        query: what was looked for, if it is not the question as typed.
    """

    hits: tuple[RecalledSnippet, ...]
    near_misses: tuple[RecalledSnippet, ...] = ()
    note: str = ""
    error: UserError | None = None
    query: str = ""


@dataclass(frozen=True, slots=True)
class Recalled:
    """As `RecallResult`, with all candidates, best first, before top-k, minimum score and repeats."""

    hits: tuple[RecalledSnippet, ...]
    near_misses: tuple[RecalledSnippet, ...]
    ranked: tuple[RankedChunk, ...]


class RetrievalService:
    """Finds earlier turns by meaning and by words, and keeps the index of them.

    Args:
        store: the open vault.
        embedder: loaded or not; without a model recall goes by words.
        settings: the settings in force.
        names: shown names of speakers that indexed text carries, see `chunking.TurnContext`.
        doubted_of: the turns of a person whose reply says what is not so; of those only the question is recalled.
    """

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        settings: SettingsSource,
        names: Mapping[str, str] | None = None,
        *,
        doubted_of: Callable[[int, Iterable[Turn]], Set[int]] = lambda person_id, turns: frozenset(),
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._settings = settings
        self._doubted_of = doubted_of
        self._index = RecallIndex(store, embedder, names or {})

    def search(
        self,
        person_id: int,
        question: str,
        *,
        session_id: int | None,
        exclude_turns: frozenset[int],
        recent: Sequence[str] = (),
        now_ms: int,
        settings: RecallSettings | None = None,
    ) -> RecallResult:
        """What earlier turns of a person matter for a question.

        Args:
            person_id: whose memory; nothing of anybody else is ever returned.
            question: as typed.
            session_id: where it is asked; must be a session of this person.
            exclude_turns: turns that are in the prompt already.
            recent: the last messages before the question, the newest last; they say what "it" is.
            now_ms: Unix time; "last Tuesday" is relative to it.
            settings: for this search alone, in place of those in force.

        Raises:
            ValueError: the session is another person's.
        """
        settings = settings or self._settings.get().recall
        if not settings.enabled:
            return RecallResult((), note=NOTE_OFF)
        if not question.strip():
            return RecallResult((), note=NOTE_EMPTY)
        self._require_scope(person_id, session_id)
        if says_nothing(question):  # thanks must not recall once more what was asked before
            return RecallResult((), note=NOTE_NOTHING)
        text = rewriting.standalone(question, recent)
        asked, error = self._prepare(text, now_ms)
        found = self.recall(person_id, asked, exclude_turns, settings)
        note = "" if found.hits else NOTE_NOTHING
        if asked.vector is None:
            note = NOTE_FAILED if error else NOTE_OFF
        return RecallResult(found.hits, found.near_misses, note, error, text if text != question else "")

    def recall(
        self, person_id: int, asked: Question, exclude_turns: frozenset[int], settings: RecallSettings
    ) -> Recalled:
        """What a question made ready (see `asked`) recalls by these settings, with the whole ranking."""
        ranked = self._rank(person_id, asked, exclude_turns, settings)
        wanted = [item.chunk_id for item in ranked[: max(WEIGHED, 2 * settings.top_k)]]
        chunks = self._store.read(lambda db: db.chunks.get(wanted), recall=True)
        good = [item for item in ranked if item.score >= settings.minimum_score and item.chunk_id in chunks]
        taken = _without_repeats(good, chunks)[: settings.top_k]
        chosen = {item.chunk_id for item in taken}
        missed = [item for item in ranked if item.chunk_id in chunks and item.chunk_id not in chosen][:_NEAR_MISSES]
        return Recalled(
            self._snippets(person_id, taken, chunks), self._snippets(person_id, missed, chunks), tuple(ranked)
        )

    def rank(
        self,
        person_id: int,
        question: str,
        *,
        exclude_turns: frozenset[int] = frozenset(),
        now_ms: int,
        settings: RecallSettings | None = None,
    ) -> list[RankedChunk]:
        """All candidates for a question, best first, before top-k, minimum score and repeats; else as `search`."""
        asked = self.asked(question, now_ms)
        return self._rank(person_id, asked, exclude_turns, settings or self._settings.get().recall)

    def asked(self, question: str, now_ms: int) -> Question:
        """A question made ready to search with. Raises UserError if the embedding model failed."""
        asked, error = self._prepare(question, now_ms)
        if error:
            raise error
        return asked

    def _require_scope(self, person_id: int, session_id: int | None) -> None:
        if session_id is None:
            return
        if self._store.read(lambda db: db.sessions.get(session_id)).person_id != person_id:
            raise ValueError(f"session {session_id} is not of person {person_id}")

    def _prepare(self, text: str, now_ms: int) -> tuple[Question, UserError | None]:
        """The question with its terms, dates and, if there is a model, its vector."""
        today = day_of(now_ms)
        question = Question(text, tuple(query_terms(text)), tuple(resolve(text, today, Toward.PAST)), None)
        try:
            model = self._index.ready_model()
            if model is None:
                return question, None
            (vector,) = self._embedder.embed_queries([text])
        except UserError as error:
            return question, error
        return (
            replace(
                question,
                vector=as_query(vector),
                unrelated_english=_mean(cosine(vector, probe) for probe in model.english),
                unrelated_chinese=_mean(cosine(vector, probe) for probe in model.chinese),
            ),
            None,
        )

    def _rank(
        self, person_id: int, asked: Question, exclude_turns: frozenset[int], settings: RecallSettings
    ) -> list[RankedChunk]:
        return self._store.read(
            lambda db: Search(db, person_id, asked, exclude_turns, settings.vector_weight).run(), recall=True
        )

    def _snippets(
        self, person_id: int, items: Sequence[RankedChunk], chunks: Mapping[int, Chunk]
    ) -> tuple[RecalledSnippet, ...]:
        def read(db: Repositories) -> tuple[RecalledSnippet, ...]:
            sessions = {chunk.session_id: db.sessions.get(chunk.session_id) for chunk in chosen}
            return tuple(
                RecalledSnippet(
                    chunk_id=chunk.id,
                    session_id=chunk.session_id,
                    session_title=sessions[chunk.session_id].title,
                    turn_id=chunk.turn_id,
                    ordinal=turns[chunk.turn_id].ordinal,
                    said_at_ms=chunk.said_at_ms,
                    text=texts[chunk.id],
                    vector=item.vector,
                    word=item.word,
                    score=item.score,
                )
                for chunk, item in zip(chosen, items, strict=True)
                # The query has the person already; a leak must be impossible, not unlikely.
                if chunk.person_id == person_id and sessions[chunk.session_id].person_id == person_id
                if texts[chunk.id]
            )

        chosen = [chunks[item.chunk_id] for item in items]
        if not chosen:
            return ()
        turns = self._store.read(lambda db: {chunk.turn_id: db.turns.get(chunk.turn_id) for chunk in chosen})
        doubted = self._doubted_of(person_id, turns.values())
        texts = {
            chunk.id: _without_reply(chunk, turns[chunk.turn_id]) if chunk.turn_id in doubted else chunk.text
            for chunk in chosen
        }
        return self._store.read(read)

    @property
    def has_model(self) -> bool:
        """Whether an embedding model is loaded."""
        return self._embedder.info is not None

    def index_turn(self, turn_id: int, *, embed: bool = True) -> None:
        """Index a turn, see `RecallIndex.index_turn`."""
        self._index.index_turn(turn_id, embed=embed)

    def reembed_batch(self) -> int:
        """Embed some chunks that wait for a vector, see `RecallIndex.reembed_batch`."""
        return self._index.reembed_batch()


def _without_reply(chunk: Chunk, turn: Turn) -> str:
    """The question's part of a chunk, "" where it has none of its own."""
    if chunk.part is ChunkPart.QUESTION or turn.reply is None:
        return chunk.text
    answer = turn.reply.answer.strip()
    if chunk.part is ChunkPart.REPLY or not chunk.text.rstrip().endswith(answer):
        return ""
    return chunk.text.rstrip().removesuffix(answer).rstrip()


def _without_repeats(items: Sequence[RankedChunk], chunks: Mapping[int, Chunk]) -> list[RankedChunk]:
    """Items that do not say again what a better one says."""
    kept: list[RankedChunk] = []
    seen: list[frozenset[str]] = []
    for item in items:
        terms = frozenset(query_terms(chunks[item.chunk_id].text))
        if any(len(terms & other) >= _SAME_TERMS * max(len(terms | other), 1) for other in seen):
            continue
        kept.append(item)
        seen.append(terms)
    return kept


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)
