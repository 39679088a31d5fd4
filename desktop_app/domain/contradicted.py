"""Replies that say of the person, kin or a pet what the facts held say otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.extraction.known_subjects import KnownSubjects
from desktop_app.domain.memory import CURRENT_STATES, Category, Fact, FactCandidate, FactStatus
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.validity import Outcome, reconcile

_COMPARED: Final = frozenset(
    {
        Category.NAME,
        Category.AGE,
        Category.SEX,
        Category.BLOOD_TYPE,
        Category.RESIDENCE,
        Category.OCCUPATION,
        Category.ALLERGY,
        Category.MEDICATION,
        Category.CONDITION,
    }
)
_MOST = 2000  # characters of a reply that are read
# Said to the person: 您女儿 is what the person calls 我女儿.
_TO_ONESELF: Final = (
    (Pattern(r"[您你]"), "我"),
    (Pattern(r"(?i)\byour\b"), "my"),
    (Pattern(r"(?i)\byou are\b|\byou're\b"), "I am"),
    (Pattern(r"(?i)\byou\b"), "I"),
)


def contradicts(reply: str, facts: Sequence[Fact], kind: VaultKind, today: date) -> bool:
    """Whether a reply of the model states a value that is not the one held.

    Args:
        reply: without what was thought before it.
        facts: of the person, in every state.
        kind: of the vault.
        today: the day it is.
    """
    held = [fact for fact in facts if fact.state in CURRENT_STATES]
    if not held:
        return False
    text = reply[:_MOST]
    for pattern, word in _TO_ONESELF:
        text = pattern.sub(word, text)
    stated = extract(text, speaker=PERSON, vault=kind, said_on=today, known=held)
    known = KnownSubjects.of(held)
    return any(_is_otherwise(one, held, known, today) for one in stated if one.category in _COMPARED)


def _is_otherwise(one: FactCandidate, held: Sequence[Fact], known: KnownSubjects, today: date) -> bool:
    if one.status is not FactStatus.CURRENT:
        return False
    owner = known.names.get(one.value.casefold()) if one.category is Category.NAME else None
    if owner is not None and owner != one.subject:
        return True  # the cat's name for the daughter
    return reconcile(one, held, today).outcome in (Outcome.SUPERSEDE, Outcome.CONFLICT)
