"""Facts from what somebody says: rules over clauses, in Chinese and English.

Deterministic and linear in the length of the text. Every fact rests on a span of the message;
questions, suppositions, small talk, stories, quotations, pasted text, documents and the
assistant's own words yield none.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from desktop_app.domain.conversation import ASSISTANT, DOCUMENT, VaultKind
from desktop_app.domain.extraction.allergies import extract_allergies
from desktop_app.domain.extraction.business import extract_business
from desktop_app.domain.extraction.conditions import extract_conditions
from desktop_app.domain.extraction.corrections import apply_corrections
from desktop_app.domain.extraction.ellipsis import apply_ellipsis
from desktop_app.domain.extraction.habits import extract_habits
from desktop_app.domain.extraction.identity import extract_identity
from desktop_app.domain.extraction.intentions import extract_intentions
from desktop_app.domain.extraction.measurements import extract_measurements
from desktop_app.domain.extraction.medications import extract_medications
from desktop_app.domain.extraction.preferences import extract_preferences
from desktop_app.domain.extraction.reading import Reading
from desktop_app.domain.memory import Fact, FactCandidate

# What is longer is not read on: nobody says that much about himself in one message.
LONGEST_TEXT = 40_000

# The order decides who may use a word first: an allergen is no medication, and what is planned
# did not happen yet.
_RULES = (
    extract_allergies,
    extract_intentions,
    extract_preferences,
    extract_measurements,
    extract_medications,
    extract_conditions,
    extract_habits,
    extract_identity,
    extract_business,
)


def extract(
    text: str, *, speaker: str, vault: VaultKind, said_on: date, recent: Sequence[Fact] = ()
) -> list[FactCandidate]:
    """The facts a message states.

    Args:
        text: the message, as stored.
        speaker: who says it: a person, a clinician, ``family:WORD`` or a document.
        vault: the kind of vault, which decides what a message is about.
        said_on: the day it is said; relative dates and ages are anchored to it.
        recent: facts of the same session, the newest first; a message that only corrects
            (不对，是头孢) is about the first that its value fits.

    Returns:
        Candidates in the order of the text. ``value`` is ``text[start:end]``, ``quote`` the
        clause around it.
    """
    if speaker in (DOCUMENT, ASSISTANT) or not text.strip():
        return []
    reading = Reading(text[:LONGEST_TEXT], speaker=speaker, vault=vault, said_on=said_on)
    for rule in _RULES:
        rule(reading)
    apply_ellipsis(reading)
    apply_corrections(reading, recent)
    return sorted(reading.candidates, key=lambda one: (one.start, one.end))
