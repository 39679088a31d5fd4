"""What a patient or a relative tells against the orders of whoever treats them.

A drug that was ordered and is "not taken any more" is neither stopped by those words nor passed over: they stand
against the order until somebody settles it. A single use of a drug ends nothing either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.domain.conversation import CLINICIAN
from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.extraction.not_taken import was_taken_once
from desktop_app.domain.memory import CURRENT_STATES, Category, Fact, FactCandidate, FactStatus, Polarity
from desktop_app.domain.validity import series_key_of


def as_told_against(candidate: FactCandidate, facts: Sequence[Fact], speaker: str) -> FactCandidate:
    """The candidate; a drug said to be stopped denies the order of a clinician that still holds.

    Args:
        candidate: what a message says.
        facts: of the person.
        speaker: who said it; a clinician's own words stop what was ordered.
    """
    is_past_drug = candidate.category is Category.MEDICATION and candidate.status is FactStatus.PAST
    if not is_past_drug or candidate.polarity is Polarity.NEGATED or speaker == CLINICIAN:
        return candidate
    key = series_key_of(candidate)
    ordered = any(
        fact.category is Category.MEDICATION
        and fact.speaker == CLINICIAN
        and fact.subject == candidate.subject
        and fact.state in CURRENT_STATES
        and fact.status is FactStatus.CURRENT
        and fact.polarity is Polarity.AFFIRMED
        and series_key_of(fact) == key
        for fact in facts
    )
    if not ordered:
        return candidate
    if was_taken_once(normalise(candidate.quote)):
        return replace(candidate, value=candidate.attribute, status=FactStatus.CURRENT)  # no dose that was changed
    return replace(candidate, polarity=Polarity.NEGATED, status=FactStatus.CURRENT)
