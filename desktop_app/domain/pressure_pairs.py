"""Readings of blood pressure that were said as a pair, 138/90, and corrections of one half of them."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.domain.extraction.lexicon import Kind, concept_of
from desktop_app.domain.extraction.measurements import measurement_name
from desktop_app.domain.extraction.normal import is_han, normalise
from desktop_app.domain.extraction.quantities import quantities
from desktop_app.domain.memory import Category, Fact, FactCandidate
from desktop_app.domain.patterns import Pattern

_PRESSURE = "blood pressure"
_HALVES = ("systolic pressure", "diastolic pressure")  # in the order of a pair
_PAIR = Pattern(r"(?P<upper>\d{2,3})\s?/\s?(?P<lower>\d{2,3})")


def half_of(candidate: FactCandidate, fact: Fact) -> int | None:
    """Which half of a pair that a fact holds a candidate measures: 0 the upper, 1 the lower one.

    Returns:
        None where the fact is no pair or the candidate measures something else, or both. What is called
        blood pressure without more is the upper one.
    """
    if candidate.category is not Category.MEASUREMENT or fact.category is not Category.MEASUREMENT:
        return None
    if _concept(fact.attribute) != _PRESSURE or not _PAIR.search(normalise(fact.value)):
        return None
    if any(len(one.numbers) > 1 for one in quantities(normalise(candidate.value))):
        return None
    concept = _concept(candidate.attribute)
    if concept == _PRESSURE:
        return 0
    return _HALVES.index(concept) if concept in _HALVES else None


def is_half_of(attribute: str, name: str) -> bool:
    """Whether an attribute is one of the two pressures that a name means, in either language."""
    return _concept(name) == _PRESSURE and _concept(attribute) in _HALVES


def takes_back_half(candidate: FactCandidate, fact: Fact) -> bool:
    """Whether a candidate's words take back a half of the pair that a fact holds."""
    half, pair = half_of(candidate, fact), _PAIR.search(normalise(fact.value))
    if half is None or pair is None:
        return False
    wanted = (float(pair.group(half + 1)),)
    return any(one.numbers == wanted for one in quantities(normalise(candidate.retracts)))


def half_left(candidate: FactCandidate, fact: Fact) -> FactCandidate | None:
    """What stands of a pair of which a candidate has taken back one half, in the words of the pair."""
    half, pair = half_of(candidate, fact), _PAIR.search(normalise(fact.value))
    if half is None or pair is None:
        return None
    first, last = pair.span(2 - half)
    chinese = any(map(is_han, fact.attribute + fact.quote))
    return replace(
        candidate,
        attribute=measurement_name(_HALVES[1 - half], chinese=chinese),
        value=fact.value[first:last],
        start=fact.start + first,
        end=fact.start + last,
        quote=fact.quote,
        unit=fact.unit,
        valid_from=fact.valid_from,
        valid_to=fact.valid_to,
        confidence=fact.confidence,
        extractor=fact.extractor,
        retracts="",
    )


def _concept(attribute: str) -> str:
    return concept_of(Kind.MEASURE, normalise(attribute).strip())
