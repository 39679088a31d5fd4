"""Recall: what was said before that matters for a question, of one person only."""

from __future__ import annotations

import threading
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Protocol

from desktop_app.domain import chunking, rewriting
from desktop_app.domain.conversation import ASSISTANT, PersonState, Turn
from desktop_app.domain.dates import DateMention, Toward, resolve
from desktop_app.domain.errors import UserError
from desktop_app.domain.ledger import RecalledSnippet
from desktop_app.domain.memory import Chunk, ChunkPart
from desktop_app.domain.ports import Embedder, EmbeddingInfo
from desktop_app.domain.probes import CHINESE_PROBES, ENGLISH_PROBES
from desktop_app.domain.ranking import Candidate, Evidence, confidence, coverage, date_fit, nearness, order, support
from desktop_app.domain.settings import RecallSettings, Settings
from desktop_app.domain.terms import has_chinese, index_terms, query_terms
from desktop_app.domain.turn_value import says_nothing
from desktop_app.domain.vectors import as_query, combined, cosine
from desktop_app.storage.chunks import ChunkFigures, TermWeight
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

# Candidates of each leg. A hundred neighbours rank as well as four hundred, which cost vec0 three
# times as much.
_NEAREST = 100
_BY_WORDS = 200
_BY_DATE = 200
# Candidates whose texts are read and weighed absolutely.
_WEIGHED = 24
_NEAR_MISSES = 5
# Two snippets that share this much of their terms say the same; the second is left out.
_SAME_TERMS = 0.9
_BATCH = 32  # chunks embedded between two looks at who is waiting

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
class RankedChunk:
    """A chunk with its scores, 0-1; ``vector`` and ``word`` only where they were weighed."""

    chunk_id: int
    turn_id: int
    part: ChunkPart
    score: float
    vector: float = 0.0
    word: float = 0.0


@dataclass(frozen=True, slots=True)
class _Model:
    """A loaded embedding model with the vectors of its probes."""

    fingerprint: str
    english: tuple[bytes, ...]
    chinese: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class _Question:
    """A question made ready to search with."""

    text: str
    terms: tuple[str, ...]
    dates: tuple[DateMention, ...]
    vector: bytes | None
    unrelated_english: float = 0.0
    unrelated_chinese: float = 0.0

    def nearness(self, similarity: float, is_chinese: bool) -> float:
        return nearness(similarity, self.unrelated_chinese if is_chinese else self.unrelated_english)


class RetrievalService:
    """Finds earlier turns by meaning and by words, and keeps the index of them.

    Args:
        store: the open vault.
        embedder: loaded or not; without a model recall goes by words.
        settings: the settings in force.
        names: shown names of speakers that indexed text carries, see `chunking.TurnContext`.
    """

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        settings: SettingsSource,
        names: Mapping[str, str] | None = None,
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._settings = settings
        self._names = dict(names or {})
        self._model: _Model | None = None
        self._model_lock = threading.Lock()

    # --- searching

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
        ranked = self._rank(person_id, asked, exclude_turns, settings)
        wanted = [item.chunk_id for item in ranked[: max(_WEIGHED, 2 * settings.top_k)]]
        chunks = self._store.read(lambda db: db.chunks.get(wanted), recall=True)
        good = [item for item in ranked if item.score >= settings.minimum_score and item.chunk_id in chunks]
        taken = _without_repeats(good, chunks)[: settings.top_k]
        chosen = {item.chunk_id for item in taken}
        missed = [item for item in ranked if item.chunk_id in chunks and item.chunk_id not in chosen][:_NEAR_MISSES]
        hits = self._snippets(person_id, taken, chunks)
        note = "" if hits else NOTE_NOTHING
        if asked.vector is None:
            note = NOTE_FAILED if error else NOTE_OFF
        return RecallResult(
            hits, self._snippets(person_id, missed, chunks), note, error, text if text != question else ""
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
        asked, error = self._prepare(question, now_ms)
        if error:
            raise error
        return self._rank(person_id, asked, exclude_turns, settings or self._settings.get().recall)

    def _require_scope(self, person_id: int, session_id: int | None) -> None:
        if session_id is None:
            return
        if self._store.read(lambda db: db.sessions.get(session_id)).person_id != person_id:
            raise ValueError(f"session {session_id} is not of person {person_id}")

    def _prepare(self, text: str, now_ms: int) -> tuple[_Question, UserError | None]:
        """The question with its terms, dates and, if there is a model, its vector."""
        today = datetime.fromtimestamp(now_ms / 1000).date()
        question = _Question(text, tuple(query_terms(text)), tuple(resolve(text, today, Toward.PAST)), None)
        try:
            model = self._ready_model()
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
        self, person_id: int, asked: _Question, exclude_turns: frozenset[int], settings: RecallSettings
    ) -> list[RankedChunk]:
        return self._store.read(
            lambda db: _Search(db, person_id, asked, exclude_turns, settings.vector_weight).run(), recall=True
        )

    def _snippets(
        self, person_id: int, items: Sequence[RankedChunk], chunks: Mapping[int, Chunk]
    ) -> tuple[RecalledSnippet, ...]:
        def read(db: Repositories) -> tuple[RecalledSnippet, ...]:
            sessions = {chunk.session_id: db.sessions.get(chunk.session_id) for chunk in chosen}
            turns = {chunk.turn_id: db.turns.get(chunk.turn_id) for chunk in chosen}
            return tuple(
                RecalledSnippet(
                    chunk_id=chunk.id,
                    session_id=chunk.session_id,
                    session_title=sessions[chunk.session_id].title,
                    turn_id=chunk.turn_id,
                    ordinal=turns[chunk.turn_id].ordinal,
                    said_at_ms=chunk.said_at_ms,
                    text=chunk.text,
                    vector=item.vector,
                    word=item.word,
                    score=item.score,
                )
                for chunk, item in zip(chosen, items, strict=True)
                # The query has the person already; a leak must be impossible, not unlikely.
                if chunk.person_id == person_id and sessions[chunk.session_id].person_id == person_id
            )

        chosen = [chunks[item.chunk_id] for item in items]
        return self._store.read(read) if chosen else ()

    # --- indexing

    def index_turn(self, turn_id: int, *, embed: bool = True) -> None:
        """Index a turn: its words at once, its vectors if a model is loaded. Idempotent.

        The turn before is indexed again where the new one is its context.

        Args:
            turn_id: of a stored turn; one that is gone is passed over.
            embed: without, the vectors are left to `reembed_batch`, which takes many at a time.

        Raises:
            UserError: the embedding model failed. The words are stored by then, a repeat does the rest.
        """
        changed = self._store.write(lambda db: _index(db, turn_id, self._names))
        model = self._ready_model() if embed else None
        if model is None:
            return
        missing = self._store.read(lambda db: db.chunks.missing_vectors(model.fingerprint, turn_ids=changed))
        for start in range(0, len(missing), _BATCH):
            self._embed(missing[start : start + _BATCH], model)

    def reembed_batch(self) -> int:
        """Embed some chunks that have no vector of the loaded model. Resumable.

        Returns:
            How many chunks still wait; 0 too while no model is loaded.
        """
        model = self._ready_model()
        if model is None:
            return 0
        missing = self._store.read(lambda db: db.chunks.missing_vectors(model.fingerprint, limit=_BATCH))
        if missing:
            self._embed(missing, model)
        return self._store.read(lambda db: db.chunks.count_missing_vectors())

    def _embed(self, chunks: Sequence[Chunk], model: _Model) -> None:
        texts = [chunking.embedded_texts(chunk.part, chunk.text, chunk.indexed_text) for chunk in chunks]
        vectors = iter(self._embedder.embed_passages([text for group in texts for text in group]))
        made = [combined([next(vectors) for _ in group]) for group in texts]
        info = self._embedder.info
        if info is None or info.fingerprint != model.fingerprint:
            return  # another model was loaded meanwhile: these vectors are of no use

        def store(db: Repositories) -> None:
            for chunk, vector in zip(chunks, made, strict=True):
                db.chunks.set_vector(chunk.id, vector, model.fingerprint)

        self._store.write(store)

    def _ready_model(self) -> _Model | None:
        """The loaded model, with its probes embedded and room for its vectors; None without one."""
        info = self._embedder.info
        if info is None:
            return None
        with self._model_lock:
            if self._model is None or self._model.fingerprint != info.fingerprint:
                self._model = self._make_ready(info)
            return self._model

    def _make_ready(self, info: EmbeddingInfo) -> _Model:
        probes = self._embedder.embed_passages([*ENGLISH_PROBES, *CHINESE_PROBES], background=False)
        split = len(ENGLISH_PROBES)
        # A combined vector has one dimension more than the model's.
        self._store.write(lambda db: db.chunks.ensure_vector_table(info.dimensions + 1, info.fingerprint))
        return _Model(info.fingerprint, tuple(probes[:split]), tuple(probes[split:]))


class _Search:
    """One search over one view of the vault."""

    def __init__(
        self,
        db: Repositories,
        person_id: int,
        asked: _Question,
        exclude_turns: frozenset[int],
        vector_weight: float,
    ) -> None:
        self._db = db
        self._person_id = person_id
        self._asked = asked
        self._exclude_turns = exclude_turns
        self._vector_weight = vector_weight

    def run(self) -> list[RankedChunk]:
        """The candidates, best first."""
        if self._db.people.get(self._person_id).state is PersonState.RESTRICTED:
            return []
        self._exclude_turns |= self._db.recall_exclusions.turns_of(self._person_id)
        chunks = self._db.chunks
        words = chunks.by_terms(self._person_id, self._asked.terms, _BY_WORDS, self._exclude_turns)
        near: dict[int, float] = {}
        found = set(words.bm25) | set(self._by_date())
        if self._asked.vector is not None:
            near = chunks.nearest(self._person_id, self._asked.vector, _NEAREST, self._exclude_turns)
            near |= chunks.similarities(self._person_id, self._asked.vector, found - near.keys())
        figures = self._allowed(chunks.figures(self._person_id, found | near.keys()))
        naming = self._naming_the_day(figures)
        candidates = [
            self._candidate(item, near.get(item.chunk_id), words.bm25.get(item.chunk_id, 0.0), naming)
            for item in figures.values()
        ]
        ranked = order(candidates, self._vector_weight)
        return self._scored(ranked, figures, words.terms)

    def _by_date(self) -> list[int]:
        found: list[int] = []
        for mention in self._asked.dates:
            first = _start_ms(mention.first)
            last = _start_ms(mention.last + timedelta(days=1)) - 1
            found += self._db.chunks.said_between(self._person_id, first, last, _BY_DATE)
        return found

    def _allowed(self, figures: Iterable[ChunkFigures]) -> dict[int, ChunkFigures]:
        """Without turns that are in the prompt or were edited away."""
        kept = [item for item in figures if item.turn_id not in self._exclude_turns]
        abandoned = self._db.chunks.abandoned_turns({item.session_id for item in kept})
        return {item.chunk_id: item for item in kept if item.turn_id not in abandoned}

    def _candidate(
        self, item: ChunkFigures, similarity: float | None, bm25: float, naming: Container[int]
    ) -> Candidate:
        dates = self._asked.dates
        said_on = _day(item.said_at_ms) if dates else date.min
        return Candidate(
            chunk_id=item.chunk_id,
            session_id=item.session_id,
            turn_id=item.turn_id,
            previous_turn=item.parent_id if item.part is ChunkPart.BOTH else None,
            nearness=None if similarity is None else self._asked.nearness(similarity, item.is_chinese),
            bm25=bm25,
            content_terms=item.content_terms,
            asks=item.asks,
            date_fit=date_fit(said_on, dates),
            mentions_date=item.chunk_id in naming,
        )

    def _naming_the_day(self, figures: Mapping[int, ChunkFigures]) -> frozenset[int]:
        """Chunks whose text names a day that the question names."""
        dates = self._asked.dates
        if not dates:
            return frozenset()
        return frozenset(
            chunk.id
            for chunk in self._db.chunks.get(figures).values()
            for named in resolve(chunk.text, _day(chunk.said_at_ms), Toward.PAST)
            if any(named.first <= asked.last and named.last >= asked.first for asked in dates)
        )

    def _scored(
        self,
        ranked: Sequence[tuple[Candidate, float]],
        figures: Mapping[int, ChunkFigures],
        terms: Sequence[TermWeight],
    ) -> list[RankedChunk]:
        head = [candidate for candidate, _ in ranked[:_WEIGHED]]
        texts = self._db.chunks.get(candidate.chunk_id for candidate in head)
        evidence = {
            candidate.chunk_id: self._evidence(candidate, texts[candidate.chunk_id], terms) for candidate in head
        }
        chunks = self._db.chunks.count(self._person_id)
        sure = confidence(list(evidence.values()), chunks)
        best = max(ranked[0][1], 1e-9) if ranked else 1.0
        items = []
        for candidate, score in ranked:
            item = evidence.get(candidate.chunk_id)
            place = sure * min(1.0, max(0.0, score / best))
            items.append(
                RankedChunk(
                    chunk_id=candidate.chunk_id,
                    turn_id=figures[candidate.chunk_id].turn_id,
                    part=figures[candidate.chunk_id].part,
                    score=1.0 if item and item.certain else place * (support(item, chunks) if item else 0.0),
                    vector=min(1.0, max(0.0, candidate.nearness or 0.0)),
                    word=item.coverage if item is not None else 0.0,
                )
            )
        # What holds the question's own words goes first; the sort is stable.
        return sorted(items, key=lambda one: one.score < 1.0) if sure == 1.0 else items

    def _evidence(self, candidate: Candidate, chunk: Chunk, terms: Sequence[TermWeight]) -> Evidence:
        own = self._db.chunks.stems(index_terms(chunk.text))
        stems = own | self._db.chunks.stems(index_terms(chunk.indexed_text))
        total = sum(term.weight for term in terms)
        covered = sum(term.weight for term in terms if term.term in stems)
        rare = {term.term for term in terms if 0 < term.documents <= rewriting.RARE_DOCUMENTS}
        return Evidence(
            nearness=candidate.nearness,
            coverage=coverage(covered, total),
            date_fit=candidate.date_fit,
            other_language=chunk.is_chinese != has_chinese(self._asked.text),
            certain=rewriting.holds(chunk.text, self._asked.text, rare & own),
        )


def _index(db: Repositories, turn_id: int, names: Mapping[str, str]) -> list[int]:
    """Store the chunks of a turn and of the one before it. Returns the turns whose chunks may lack vectors."""
    try:
        turn = db.turns.get(turn_id)
    except KeyError:
        return []  # erased meanwhile
    before = db.turns.get(turn.parent_id) if turn.parent_id is not None else None
    turns = [turn] if before is None else [before, turn]
    person_id = db.sessions.get(turn.session_id).person_id
    for one in turns:
        context = _context(db, one, turn if one is before else None, names)
        question, reply = _utterances(one)
        drafts = chunking.chunks_of(question, reply, context)
        db.chunks.replace_turn(person_id, one.session_id, one.id, drafts, one.created_at_ms)
    return [one.id for one in turns]


def _context(db: Repositories, turn: Turn, after: Turn | None, names: Mapping[str, str]) -> chunking.TurnContext:
    before = db.turns.get(turn.parent_id) if turn.parent_id is not None else None
    opening = db.turns.get(db.chunks.opening_turn(turn.id)) if before is not None else None
    last: chunking.Utterance | None = None
    if before is not None:
        asked, answered = _utterances(before)
        last = answered or asked
    if after is None:
        following = db.chunks.following_turn(turn.id)
        after = db.turns.get(following) if following is not None else None
    return chunking.TurnContext(
        opening=_utterances(opening)[0] if opening is not None else None,
        before=last,
        after=_utterances(after)[0] if after is not None else None,
        names=names,
    )


def _utterances(turn: Turn) -> tuple[chunking.Utterance, chunking.Utterance | None]:
    question = chunking.Utterance(turn.question.speaker, turn.question.text)
    reply = chunking.Utterance(ASSISTANT, turn.reply.text) if turn.reply and turn.reply.text.strip() else None
    return question, reply


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


def _day(time_ms: int) -> date:
    return datetime.fromtimestamp(time_ms / 1000).date()


def _start_ms(day: date) -> int:
    return int(datetime.combine(day, time.min).timestamp() * 1000)
