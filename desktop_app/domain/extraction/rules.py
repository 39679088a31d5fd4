"""The rules in the order in which they may use the words of a message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.extraction.allergies import extract_allergies
from desktop_app.domain.extraction.business import extract_business
from desktop_app.domain.extraction.certainty import weigh
from desktop_app.domain.extraction.conditions import extract_conditions
from desktop_app.domain.extraction.corrections import apply_corrections
from desktop_app.domain.extraction.ellipsis import apply_ellipsis
from desktop_app.domain.extraction.habits import extract_habits
from desktop_app.domain.extraction.identity import extract_identity
from desktop_app.domain.extraction.intentions import extract_intentions
from desktop_app.domain.extraction.known_subjects import NOBODY_KNOWN, KnownSubjects
from desktop_app.domain.extraction.living import extract_living
from desktop_app.domain.extraction.measurements import extract_measurements
from desktop_app.domain.extraction.medications import extract_medications
from desktop_app.domain.extraction.named_people import NamedPeople
from desktop_app.domain.extraction.names import extract_names
from desktop_app.domain.extraction.preferences import extract_preferences
from desktop_app.domain.extraction.reactions import extract_reactions
from desktop_app.domain.extraction.reading import Reading
from desktop_app.domain.extraction.repeated_reactions import extract_repeated_reactions
from desktop_app.domain.extraction.results_of_tests import extract_test_results
from desktop_app.domain.extraction.whereabouts import extract_whereabouts
from desktop_app.domain.extraction.whose_age import mark_unclear_ages
from desktop_app.domain.memory import Fact, FactCandidate

# The order decides who may use a word first: an allergen is no medication, and what is planned
# did not happen yet.
_RULES = (
    extract_repeated_reactions,
    extract_reactions,
    extract_allergies,
    extract_test_results,
    extract_intentions,
    extract_preferences,
    extract_measurements,
    extract_medications,
    extract_conditions,
    extract_habits,
    extract_names,
    extract_identity,
    extract_whereabouts,
    extract_living,
    extract_business,
)


def apply_rules(
    text: str,
    *,
    speaker: str,
    vault: VaultKind,
    said_on: date,
    recent: Sequence[Fact],
    named: NamedPeople,
    known: KnownSubjects = NOBODY_KNOWN,
    earlier: Sequence[str] = (),
) -> list[FactCandidate]:
    """The facts of one message, see `desktop_app.domain.extraction.extract`."""
    reading = Reading(text, speaker=speaker, vault=vault, said_on=said_on, named=named, known=known, earlier=earlier)
    for rule in _RULES:
        rule(reading)
    apply_ellipsis(reading)
    apply_corrections(reading, recent)
    mark_unclear_ages(reading)
    weigh(reading)
    reading.candidates[:] = [replace(one, subject=known.held_as(one.subject)) for one in reading.candidates]
    return sorted(reading.candidates, key=lambda one: (one.start, one.end))
