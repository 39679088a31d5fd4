"""One search over one view of the vault: candidates of every leg, weighed into one ranking."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from desktop_app.domain import fact_keys, rewriting
from desktop_app.domain.clock import day_of
from desktop_app.domain.conversation import PersonState
from desktop_app.domain.dates import DateMention, Toward, resolve
from desktop_app.domain.memory import Chunk, ChunkPart
from desktop_app.domain.ranking import Candidate, Evidence, confidence, coverage, date_fit, nearness, order, support
from desktop_app.domain.terms import has_chinese, has_words, index_terms
from desktop_app.storage.chunks import ChunkFigures, TermWeight
from desktop_app.storage.repositories import Repositories

# Candidates of each leg. A hundred neighbours rank as well as four hundred, which cost three times as much.
_NEAREST = 100
_BY_WORDS = 200
_BY_DATE = 200
_BY_FACT = 50  # facts
# Candidates whose texts are read and weighed absolutely.
WEIGHED = 24


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
class Question:
    """A question made ready to search with."""

    text: str
    terms: tuple[str, ...]
    dates: tuple[DateMention, ...]
    vector: bytes | None
    unrelated_english: float = 0.0
    unrelated_chinese: float = 0.0

    def nearness(self, similarity: float, is_chinese: bool) -> float:
        """A chunk's cosine on the scale of `ranking.nearness`, by the chunk's script."""
        return nearness(similarity, self.unrelated_chinese if is_chinese else self.unrelated_english)


class Search:
    """One search over one view of the vault."""

    def __init__(
        self,
        db: Repositories,
        person_id: int,
        asked: Question,
        exclude_turns: frozenset[int],
        vector_weight: float,
    ) -> None:
        self._db = db
        self._person_id = person_id
        self._asked = asked
        self._exclude_turns = exclude_turns
        self._vector_weight = vector_weight
        self._literally = rewriting.Literally(asked.text)
        self._asks_in_chinese = has_chinese(asked.text)
        self._keys: dict[int, str] = {}  # by turn, the words its facts add

    def run(self) -> list[RankedChunk]:
        """The candidates, best first."""
        figures, candidates, terms = self._found()
        return self._scored(order(candidates, self._vector_weight), figures, terms)

    def candidates(self) -> list[Candidate]:
        """What is weighed for this question, in no order."""
        return self._found()[1]

    def _found(self) -> tuple[dict[int, ChunkFigures], list[Candidate], tuple[TermWeight, ...]]:
        if self._db.people.get(self._person_id).state is PersonState.RESTRICTED:
            return {}, [], ()
        self._exclude_turns |= self._db.turn_copies.originals_of(self._exclude_turns)
        self._exclude_turns |= self._db.recall_exclusions.turns_of(self._person_id)
        chunks = self._db.chunks
        words = chunks.by_terms(self._person_id, self._asked.terms, _BY_WORDS, self._exclude_turns)
        near: dict[int, float] = {}
        self._keys = self._fact_keys()
        by_fact = chunks.ids_of_turns(self._person_id, self._keys)
        found = set(words.bm25) | set(self._by_date()) | set(by_fact)
        if self._asked.vector is not None:
            near = chunks.nearest(self._person_id, self._asked.vector, _NEAREST, self._exclude_turns)
            near |= chunks.similarities(self._person_id, self._asked.vector, found - near.keys())
        figures = self._allowed(chunks.figures(self._person_id, found | near.keys()))
        naming = self._naming_the_day(figures)
        candidates = [
            self._candidate(item, near.get(item.chunk_id), words.bm25.get(item.chunk_id, 0.0), naming)
            for item in figures.values()
        ]
        return figures, candidates, words.terms

    def _fact_keys(self) -> dict[int, str]:
        """By turn, what the facts said there are called, of those the question asks for."""
        categories = fact_keys.categories_of(self._asked.text)
        names = fact_keys.name_terms(self._asked.terms)
        turns = self._db.facts.keyed_turns(self._person_id, categories, names, _BY_FACT)
        return {turn: " ".join(fact_keys.key_text(*fact) for fact in facts) for turn, facts in turns.items()}

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
        said_on = day_of(item.said_at_ms) if dates else date.min
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
            keyed=item.turn_id in self._keys,
        )

    def _naming_the_day(self, figures: Mapping[int, ChunkFigures]) -> frozenset[int]:
        """Chunks whose text names a day that the question names."""
        dates = self._asked.dates
        if not dates:
            return frozenset()
        return frozenset(
            chunk.id
            for chunk in self._db.chunks.get(figures).values()
            for named in resolve(chunk.text, day_of(chunk.said_at_ms), Toward.PAST)
            if any(named.first <= asked.last and named.last >= asked.first for asked in dates)
        )

    def _scored(
        self,
        ranked: Sequence[tuple[Candidate, float]],
        figures: Mapping[int, ChunkFigures],
        terms: Sequence[TermWeight],
    ) -> list[RankedChunk]:
        head = [candidate for candidate, _ in ranked[:WEIGHED]]
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
        around = f"{chunk.indexed_text}\n{self._keys.get(chunk.turn_id, '')}"
        stems = own | self._db.chunks.stems(index_terms(around))
        total = sum(term.weight for term in terms)
        covered = sum(term.weight for term in terms if term.term in stems)
        rare = {term.term for term in terms if 0 < term.documents <= rewriting.RARE_DOCUMENTS}
        asked = {term.term for term in terms}
        near = candidate.nearness
        return Evidence(
            # Bare figures are near to every question about a number: they answer only one that has such a figure.
            nearness=near if near is None or has_words(chunk.text) or own & asked else min(near, 0.0),
            coverage=coverage(covered, total),
            date_fit=candidate.date_fit,
            other_language=chunk.is_chinese != self._asks_in_chinese,
            certain=self._literally.is_in(chunk.text, rare & own),
        )


def _start_ms(day: date) -> int:
    return int(datetime.combine(day, time.min).timestamp() * 1000)
