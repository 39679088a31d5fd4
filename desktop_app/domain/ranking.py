"""How the evidence of recall is weighed: vectors, words, sessions and dates in one score.

Two questions are answered apart, because one formula answers both badly:

- *Which chunk is best for this question?* A normalised weighted sum of the two legs, with small
  priors, all relative to the candidates of this question (`order`).
- *Is anything here relevant at all?* The absolute evidence of the best candidates, in a logistic
  (`confidence`).

A chunk's score is the confidence times its place among the candidates: scores of different
questions can be compared, 1 means identical, and an off-topic question stays low.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from desktop_app.domain.dates import DateMention


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each sign counts in `order`, relative to the two legs together (1.0).

    They decide between neighbours, never against clear evidence.

    Attributes:
        session: for the best of the same session: a matter is talked about for some turns.
        previous: for the turn before, where a chunk is question and answer: an answer comes a turn late.
        thin: against small talk, falling with the number of terms.
        thin_terms: at which that has fallen to 1/e.
        asks: against a message that only asks: it tells nothing.
        date: for what was said on a day the question names.
        mentioned: for what names a day the question names.
        keyed: for what says a fact that the question asks for.
        many: candidates from which on their farthest is rather the zero of nearness than the absolute one.
        least_span: differences of nearness are not blown up beyond this: what is equally near stays so.
    """

    session: float = 0.3
    previous: float = 0.1
    thin: float = 0.2
    thin_terms: float = 10.0
    asks: float = 0.1
    date: float = 0.3
    mentioned: float = 0.1
    keyed: float = 0.3
    many: float = 30.0
    least_span: float = 0.3


WEIGHTS = Weights()

# Things are often told some days after they happened.
_TOLD_LATER_DAYS = 3.0

# The evidence of one chunk: nearness + these. Fitted on histories of 37 to 3,800 chunks in two
# languages, against 100 questions about things never said; see `confidence`.
_COVERAGE_EVIDENCE = 0.25
_DATE_EVIDENCE = 0.1
_CHANCE_WEIGHT = 10.0  # about two rare terms
_OTHER_LANGUAGE_EVIDENCE = 0.08  # no word can match, and meaning comes through weaker
# Evidence at which a question is as likely off-topic as not, and how it grows with the number of
# chunks: the best of many unrelated texts is nearer than the best of few.
_THRESHOLD = 0.38
_THRESHOLD_PER_LOG = 0.02
_THRESHOLD_CHUNKS = 50.0
_SLOPE = 0.04
# How far below the threshold a chunk of a good list may stay: the turn that answers often says less
# about the question than its neighbours.
_SUPPORT_BELOW = 0.12
# Without vectors the words alone decide: an off-topic question shares a fifth of its rarity.
_WORDS_THRESHOLD = 0.3
_WORDS_SLOPE = 0.05


@dataclass(frozen=True, slots=True)
class Candidate:
    """What is known of a chunk before it is weighed.

    Attributes:
        chunk_id: the chunk.
        session_id: where it was said.
        turn_id: of which turn it is.
        previous_turn: the turn before, for a chunk that does not have it in its own words; else None.
        nearness: similarity to the question, see `nearness`; None without a vector.
        bm25: of its words, 0 where none matches.
        content_terms: distinct terms of its own text; few mean small talk.
        asks: a single message that ends with a question mark.
        date_fit: how well the day it was said fits the days asked about, see `date_fit`.
        mentions_date: whether its text names a day asked about.
        keyed: whether a fact that the question asks for was said in its turn.
    """

    chunk_id: int
    session_id: int
    turn_id: int
    previous_turn: int | None
    nearness: float | None
    bm25: float
    content_terms: int
    asks: bool = False
    date_fit: float = 0.0
    mentions_date: bool = False
    keyed: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for one chunk, in absolute terms, all 0-1.

    Attributes:
        nearness: see `nearness`; None without a vector.
        coverage: share of the question's terms that the chunk has, see `coverage`.
        date_fit: see `date_fit`.
        other_language: question and chunk are in different scripts.
        certain: it holds the question word for word, or a rare literal of it.
    """

    nearness: float | None
    coverage: float
    date_fit: float = 0.0
    other_language: bool = False
    certain: bool = False


def coverage(matched: float, asked: float) -> float:
    """Share of a question's terms that a chunk has, weighted by rarity, 0-1.

    One match among two or three words happens by chance, so a short question counts for less; only
    all of it counts as all.

    Args:
        matched: summed weights of the question's terms in the chunk.
        asked: summed weights of all its terms.
    """
    if asked <= 0.0:
        return 0.0
    return 1.0 if matched >= asked else matched / (asked + _CHANCE_WEIGHT)


def nearness(similarity: float, unrelated: float) -> float:
    """A cosine on a scale where unrelated texts are 0 and identical ones 1.

    Args:
        similarity: cosine of question and chunk.
        unrelated: mean cosine of the question to texts about nothing, see `probes`.
    """
    return (similarity - unrelated) / (1.0 - unrelated) if unrelated < 1.0 else 0.0


def date_fit(said_on: date, mentions: Sequence[DateMention]) -> float:
    """1 on a day asked about, falling over the days after it (things are told later), else 0."""
    fits = [
        math.exp(-max((said_on - mention.last).days, 0) / _TOLD_LATER_DAYS)
        for mention in mentions
        if said_on >= mention.first
    ]
    return max(fits, default=0.0)


def order(
    candidates: Sequence[Candidate], vector_weight: float, weights: Weights = WEIGHTS
) -> list[tuple[Candidate, float]]:
    """Candidates with their relative score, best first.

    Args:
        candidates: chunks found by either leg.
        vector_weight: share of the vector leg, 0-1; the words have the rest.
        weights: of everything else.
    """
    fused = _fuse(candidates, vector_weight, weights)
    of_turn: dict[int, float] = {}
    for candidate, score in zip(candidates, fused, strict=True):
        of_turn[candidate.turn_id] = max(score, of_turn.get(candidate.turn_id, 0.0))
    scores = [
        score
        + weights.date * candidate.date_fit
        + weights.mentioned * candidate.mentions_date
        + weights.keyed * candidate.keyed
        + weights.previous * (of_turn.get(candidate.previous_turn, 0.0) if candidate.previous_turn is not None else 0.0)
        - weights.thin * math.exp(-candidate.content_terms / weights.thin_terms)
        - weights.asks * candidate.asks
        for candidate, score in zip(candidates, fused, strict=True)
    ]
    best_of_session: dict[int, float] = {}
    for candidate, score in zip(candidates, scores, strict=True):
        best_of_session[candidate.session_id] = max(score, best_of_session.get(candidate.session_id, 0.0))
    ranked = [
        (candidate, score + weights.session * best_of_session[candidate.session_id])
        for candidate, score in zip(candidates, scores, strict=True)
    ]
    return sorted(ranked, key=lambda pair: (-pair[1], pair[0].chunk_id))


def _fuse(candidates: Sequence[Candidate], vector_weight: float, weights: Weights) -> list[float]:
    words = _stretched([candidate.bm25 for candidate in candidates], 0.0)
    known = [candidate.nearness for candidate in candidates if candidate.nearness is not None]
    if not known:
        return words
    # With many candidates the farthest is a sample of what does not matter and is the zero; with few
    # it may matter as much as the nearest, and the zero is that of the absolute scale.
    many = len(known) / (len(known) + weights.many)
    low = many * min(known) + (1.0 - many) * min(0.0, *known)
    near = _stretched([low if item.nearness is None else item.nearness for item in candidates], low, weights.least_span)
    return [vector_weight * a + (1.0 - vector_weight) * b for a, b in zip(near, words, strict=True)]


def _stretched(values: Sequence[float], low: float, least_span: float = 0.0) -> list[float]:
    """Values on 0-1: ``low`` is 0, the largest 1, unless they lie closer together than ``least_span``."""
    span = max(max(values, default=low) - low, least_span)
    return [(value - low) / span if span > 0 else 0.0 for value in values]


def confidence(evidence: Sequence[Evidence], chunks: int) -> float:
    """How sure it is that something relevant is among the candidates, 0-1.

    Args:
        evidence: of the best candidates.
        chunks: how many the person has.
    """
    if any(item.certain for item in evidence):
        return 1.0
    return _sureness(evidence, chunks, 0.0)


def support(evidence: Evidence, chunks: int) -> float:
    """How much one chunk's own evidence lets it share in the confidence, 0-1."""
    return 1.0 if evidence.certain else _sureness([evidence], chunks, _SUPPORT_BELOW)


def _sureness(evidence: Sequence[Evidence], chunks: int, below: float) -> float:
    best = max((_strength(item) for item in evidence), default=0.0)
    if all(item.nearness is None for item in evidence):
        return _logistic((best - _WORDS_THRESHOLD + below) / _WORDS_SLOPE) if best > 0 else 0.0
    threshold = _THRESHOLD + _THRESHOLD_PER_LOG * math.log1p(chunks / _THRESHOLD_CHUNKS) - below
    return _logistic((best - threshold) / _SLOPE)


def _strength(item: Evidence) -> float:
    dated = _DATE_EVIDENCE * item.date_fit
    if item.nearness is None:
        return item.coverage + dated
    foreign = _OTHER_LANGUAGE_EVIDENCE if item.other_language else 0.0
    return item.nearness + _COVERAGE_EVIDENCE * item.coverage + dated + foreign


def _logistic(value: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, value))))
