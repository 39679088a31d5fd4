"""What a turn is worth to the rest of a conversation, 0-1, and why it would leave first.

The value has a part that never changes (what the turn's words hold, read once) and a part that
does: later turns refer to it or repeat it, facts rest on it, the present question resembles it.
Evidence is combined as independent chances, 1 - prod(1 - weight): each kind adds, none exceeds 1.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from desktop_app.domain import turn_lexicon as lexicon
from desktop_app.domain.ledger import ClipReason
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.terms import normalise

SMALL_TALK_CEILING = 0.15  # no small talk is ever worth more than this
WEIGHTY_FLOOR = 0.2  # and nothing else, unless repeated later, is worth less

_READ_CHARACTERS = 4000  # of each message; what a longer one holds shows in its beginning
_TERMS_PER_TURN = 96
_NEAR_DUPLICATE_OVERLAP = 0.8  # of all terms of both questions
_NEAR_DUPLICATE_WINDOW = 400  # turns back that are compared
_RARE = 5  # a term in at most this many turns tells what a later turn refers to
_POSTINGS_READ = 10_000  # bounds the work of comparing a question with a long session

_CLAUSE_END = Pattern(r"[!?;…，。！？；：～~\n()（）、]+|[.,:](?!\d)")
_RUN = Pattern(r"(.)\1{2,}")
_TERM = Pattern(r"[a-z0-9]{3,}|[\u3400-\u9fff]{2,}")
_LETTERS = Pattern(r"[^\W_]")
_NOT_LETTERS = Pattern(r"[\W_]+")


class EvidenceKind(StrEnum):
    """What in a turn's own words speaks for keeping it."""

    QUANTITY = "quantity"
    CLINICAL = "clinical"
    DECISION = "decision"
    PERSONAL = "personal"
    DATE = "date"
    NUMBER = "number"
    NEGATION = "negation"
    NAME = "name"


# How strongly each kind of evidence speaks for a turn; in a reply it counts half.
_WEIGHTS: tuple[tuple[EvidenceKind, Pattern | lexicon.Lexicon, float], ...] = (
    (EvidenceKind.QUANTITY, lexicon.QUANTITY, 0.45),
    (EvidenceKind.CLINICAL, lexicon.CLINICAL, 0.45),
    (EvidenceKind.DECISION, lexicon.DECISION, 0.4),
    (EvidenceKind.PERSONAL, lexicon.PERSONAL, 0.4),
    (EvidenceKind.DATE, lexicon.DATE, 0.35),
    (EvidenceKind.NUMBER, lexicon.NUMBER, 0.3),
    (EvidenceKind.NEGATION, lexicon.NEGATION, 0.2),
)
_NAME_WEIGHT = 0.3
_REPLY_SHARE = 0.5
_REFERENCE_WEIGHT = 0.15  # for each later turn that takes it up, three at most
_FACT_WEIGHT = 0.4
_SIMILARITY_WEIGHT = 0.5
_DUPLICATE_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Assessment:
    """What a turn's own words say. ``reason`` is SMALL_TALK, FILLER or LOW_VALUE (neither)."""

    value: float
    reason: ClipReason


_INTERJECTION = Pattern(r"(?:h+a+)+h?|[oa]+h+|h*m+|wow|ok(?:ay)?")


def _without_courtesies(text: str) -> str:
    """The clauses of a lower-case text that say more than a greeting, thanks or an interjection."""
    left: list[str] = []
    for clause in _CLAUSE_END.split(text):
        stripped = clause.strip()
        if not stripped or lexicon.ZH_COURTESY_CLAUSE.fullmatch(stripped):
            continue
        rest = lexicon.EN_COURTESY.sub(" ", stripped)
        if _LETTERS.search(rest):
            left.append(rest)
    return ". ".join(left)


def _evidence(text: str, share: float) -> float:
    """Chance that nothing in the text is worth keeping, over the kinds of evidence."""
    doubt = 1.0
    for _, pattern, weight in _WEIGHTS:
        if pattern.search(text):
            doubt *= 1.0 - weight * share
    return doubt


def evidence_of(question: str, reply: str = "") -> tuple[EvidenceKind, ...]:
    """The kinds of evidence in a turn's words, the strongest first: what its value is made of.

    What depends on other turns (taken up later, repeated, a fact rests on it) is not among them.
    """
    original = question[:_READ_CHARACTERS]
    texts = (_without_courtesies(_RUN.sub(r"\1\1", normalise(original))), normalise(reply[:_READ_CHARACTERS]))
    found = [kind for kind, pattern, _ in _WEIGHTS if any(pattern.search(text) for text in texts)]
    if texts[0] and lexicon.NAME.search(original):
        found.append(EvidenceKind.NAME)
    return tuple(found)


def assess(question: str, reply: str = "") -> Assessment:
    """Judge a turn by its own words.

    Returns:
        Small talk and fillers with a value up to `SMALL_TALK_CEILING`, everything else with one
        from `WEIGHTY_FLOOR` to 1.
    """
    original = question[:_READ_CHARACTERS]
    text = _RUN.sub(r"\1\1", normalise(original))
    rest = _without_courtesies(text)
    answer = normalise(reply[:_READ_CHARACTERS])
    answer_tells = bool(lexicon.QUANTITY.search(answer) and lexicon.CLINICAL.search(answer))
    length = len(lexicon.WORD.findall(rest))
    doubt = _evidence(rest, 1.0) if rest else 1.0
    if rest and lexicon.NAME.search(original):
        doubt *= 1.0 - _NAME_WEIGHT
    if not answer_tells:
        if not rest or (length <= 2 and doubt == 1.0):
            words = len(lexicon.WORD.findall(text))
            return Assessment(0.02 + 0.004 * min(words, 5), ClipReason.FILLER if words <= 4 else ClipReason.SMALL_TALK)
        if _is_idle(rest, original, length):
            return Assessment(0.06 + 0.09 * min(1.0, length / 60), ClipReason.SMALL_TALK)
    base = WEIGHTY_FLOOR + 0.15 * min(1.0, length / 40)
    return Assessment(1.0 - (1.0 - base) * doubt * _evidence(answer, _REPLY_SHARE), ClipReason.LOW_VALUE)


def says_nothing(text: str) -> bool:
    """Whether a message is only thanks, a greeting or an interjection: nothing in it can be looked up."""
    rest = _without_courtesies(unicodedata.normalize("NFKC", text).lower())
    return not rest or _INTERJECTION.fullmatch(rest) is not None


def _is_idle(rest: str, original: str, length: int) -> bool:
    """Whether a short text is about a pastime and holds nothing that will be needed again."""
    if length > 40 or not lexicon.IDLE_TOPIC.search(rest):
        return False
    if lexicon.NAME.search(original):
        return False
    strong: tuple[Pattern | lexicon.Lexicon, ...] = (
        lexicon.QUANTITY,
        lexicon.CLINICAL,
        lexicon.DECISION,
        lexicon.PERSONAL,
        lexicon.NUMBER,
    )
    return not any(pattern.search(rest) for pattern in strong)


def _terms(text: str) -> list[str]:
    """Distinct words and pairs of Chinese characters, in order.

    Simpler and eight times as fast as the search index's terms, which nothing here needs: rarity
    weighs stop words down.
    """
    found: dict[str, None] = {}
    for run in _TERM.findall(normalise(text[:_READ_CHARACTERS])):
        if run.isascii():
            found[run] = None
        else:
            found.update(dict.fromkeys(map("".join, pairwise(run))))
        if len(found) >= _TERMS_PER_TURN:
            break
    return list(found)


def _key(text: str) -> str:
    return _NOT_LETTERS.sub("", normalise(text[:_READ_CHARACTERS]))


def _signature(text: str) -> frozenset[str]:
    """What must agree before two texts may pass for the same: numbers, negations, clinical words."""
    lowered = normalise(text[:_READ_CHARACTERS])
    patterns = (lexicon.NUMBER, lexicon.NEGATION, lexicon.CLINICAL)
    return frozenset(word for pattern in patterns for word in pattern.findall(lowered))


@dataclass(slots=True)
class _Recent:
    """What is kept of a recent turn to recognise its repetition."""

    terms: frozenset[str]
    question: frozenset[str]  # signatures
    reply: frozenset[str]


class TurnValues:
    """Values of the turns of one branch, in their order; grows with it. Not thread-safe.

    Adding a turn costs time in proportion to its own length, asking for all values one pass.
    """

    def __init__(self) -> None:
        self._ids: list[int] = []
        self._position: dict[int, int] = {}
        self._own: list[Assessment] = []
        self._values: list[float] = []  # with references, without what depends on the question
        self._reasons: list[ClipReason] = []
        self._references: dict[int, int] = {}
        self._postings: dict[str, list[int]] = {}
        self._last_by_key: dict[str, int] = {}
        self._recent: dict[int, _Recent] = {}

    def __len__(self) -> int:
        return len(self._ids)

    def add(self, turn_id: int, question: str, reply: str = "") -> None:
        """Append the next turn of the branch."""
        position = len(self._ids)
        own = assess(question, reply)
        self._ids.append(turn_id)
        self._position[turn_id] = position
        self._own.append(own)
        self._values.append(own.value)
        self._reasons.append(own.reason)
        asked = frozenset(_terms(question))
        recent = _Recent(asked, _signature(question), _signature(reply))
        self._mark_repeated(position, question, recent)
        if own.reason is ClipReason.LOW_VALUE:
            self._mark_referred_to(asked)
        answered = _terms(reply)
        for term in asked.union(answered):
            self._postings.setdefault(term, []).append(position)
        self._recent[position] = recent
        self._recent.pop(position - _NEAR_DUPLICATE_WINDOW, None)

    def _mark_repeated(self, position: int, question: str, new: _Recent) -> None:
        """Mark earlier turns that this one repeats: the newest saying of a thing is the one that stays."""
        key = _key(question)
        same = self._last_by_key.get(key) if key else None
        if key:
            self._last_by_key[key] = position
        if same is not None:
            old = self._recent.get(same)
            if old is None or old.reply <= new.reply:
                self._set_repeated(same, ClipReason.DUPLICATE)
        if len(new.terms) < 4:
            return
        rarest = sorted(new.terms, key=lambda term: (len(self._postings.get(term, ())), term))[:6]
        candidates = {index for term in rarest for index in self._postings.get(term, ())[-6:]}
        for index in candidates:
            old = self._recent.get(index)
            if old is None or index == same or old.question != new.question or not old.reply <= new.reply:
                continue
            if len(old.terms & new.terms) >= _NEAR_DUPLICATE_OVERLAP * len(old.terms | new.terms):
                self._set_repeated(index, ClipReason.NEAR_DUPLICATE)

    def _set_repeated(self, position: int, reason: ClipReason) -> None:
        if self._reasons[position] is ClipReason.LOW_VALUE:
            self._reasons[position] = reason
            self._values[position] *= _DUPLICATE_SHARE

    def _mark_referred_to(self, asked: frozenset[str]) -> None:
        shared: dict[int, int] = {}
        for term in asked:
            postings = self._postings.get(term, ())
            if len(postings) <= _RARE:
                for index in postings:
                    shared[index] = shared.get(index, 0) + 1
        for index, count in shared.items():
            references = self._references.get(index, 0)
            if count >= 2 and references < 3 and self._reasons[index] is ClipReason.LOW_VALUE:
                self._references[index] = references + 1
                self._values[index] = 1.0 - (1.0 - self._values[index]) * (1.0 - _REFERENCE_WEIGHT)

    def judge(
        self,
        question: str = "",
        *,
        fact_turns: Iterable[int] = (),
        similarity: Mapping[int, float] | None = None,
    ) -> tuple[list[float], list[ClipReason]]:
        """Values and reasons of all turns, in order.

        Args:
            question: the present one; turns that share its rare words gain.
            fact_turns: ids of turns on which a fact rests; such a turn is no small talk.
            similarity: 0-1 by turn id, where vectors say more than words.
        """
        values, reasons = self._values.copy(), self._reasons.copy()
        for turn_id in fact_turns:
            index = self._position.get(turn_id)
            if index is None or reasons[index] in (ClipReason.DUPLICATE, ClipReason.NEAR_DUPLICATE):
                continue
            reasons[index] = ClipReason.LOW_VALUE
            values[index] = 1.0 - (1.0 - max(values[index], WEIGHTY_FLOOR)) * (1.0 - _FACT_WEIGHT)
        close = self._shared_words(question)
        for turn_id, score in (similarity or {}).items():
            index = self._position.get(turn_id)
            if index is not None:
                close[index] = max(close.get(index, 0.0), score)
        for index, score in close.items():
            if reasons[index] is ClipReason.LOW_VALUE:
                values[index] = 1.0 - (1.0 - values[index]) * (1.0 - _SIMILARITY_WEIGHT * score)
        return values, reasons

    def _shared_words(self, question: str) -> dict[int, float]:
        """Share of the question's words, weighted by rarity (log N/df), that a turn has, by position."""
        count = len(self._ids)
        terms = [term for term in _terms(question) if term in self._postings]
        terms.sort(key=lambda term: (len(self._postings[term]), term))
        weights = {term: math.log(1.0 + count / len(self._postings[term])) for term in terms}
        whole = sum(weights.values())
        scores: dict[int, float] = {}
        read = 0
        for term in terms:
            postings = self._postings[term]
            read += len(postings)
            if read > _POSTINGS_READ:
                break
            share = weights[term] / whole
            for index in postings:
                scores[index] = scores.get(index, 0.0) + share
        return scores
