"""How sure a rule may be of what it has read: how it was said, and whether the words name something known."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.domain.extraction.lexicon import Kind
from desktop_app.domain.extraction.reading import Reading
from desktop_app.domain.memory import Category, FactCandidate, FactStatus
from desktop_app.domain.patterns import Pattern

KNOWN_NAME, USUAL, OPEN_WORDS = 0.95, 0.9, 0.8
_HEDGED = 0.6  # at most, where the words themselves leave it open

_HEDGES = Pattern(
    r"可能|好像|大概|也许|似乎|估计|恐怕|疑似|怀疑|记不清|不(?:太|是很)?(?:确定|肯定)|据说|听说|应该是吧|"
    r"\b(?:maybe|perhaps|probably|possibly|i think|i guess|i suppose|i'm not sure|not (?:quite |really )?sure|might|"
    r"may (?:be|have)|seems?|apparently|as far as i (?:know|remember)|if i remember)\b"
)
_CALLED_ALLERGY = Pattern(r"过敏|過敏|allerg")
# Categories whose values are named by the lists, and the kinds that name them.
_NAMED_BY = {
    Category.ALLERGY: (Kind.DRUG,),
    Category.MEDICATION: (Kind.DRUG,),
    Category.CONDITION: (Kind.CHRONIC, Kind.ACUTE, Kind.SYMPTOM),
    Category.PROCEDURE: (Kind.PROCEDURE,),
    Category.MEASUREMENT: (Kind.MEASURE,),
}
# What is wished, liked or done is told in anybody's words: only the sentence around it tells what it is.
_OPEN = (Category.GOAL, Category.PLAN, Category.PREFERENCE, Category.OTHER)


def weigh(reading: Reading) -> None:
    """Give every fact that a rule has found the confidence its words allow."""
    reading.candidates[:] = [replace(one, confidence=_confidence(reading, one)) for one in reading.candidates]


def _confidence(reading: Reading, one: FactCandidate) -> float:
    view = reading.view_at(one.start)
    if one.status is FactStatus.SUSPECTED or (view is not None and _HEDGES.search(view.text)):
        return min(one.confidence, _HEDGED)
    if one.category in _OPEN:
        return min(one.confidence, OPEN_WORDS)
    kinds = _NAMED_BY.get(one.category)
    if kinds is None or view is None:
        return one.confidence
    named = any(
        mention.kind in kinds and mention.listed and mention.start < one.end and one.start < mention.end
        for mention in view.mentions
    )
    if named:
        return max(one.confidence, KNOWN_NAME) if one.confidence >= USUAL else one.confidence
    # 对花生过敏 says what it is; 吃了花生就起疹子 has to be understood.
    said = one.category is Category.MEASUREMENT or _CALLED_ALLERGY.search(one.quote.lower())
    return one.confidence if said else min(one.confidence, OPEN_WORDS)
