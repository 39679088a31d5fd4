"""On what a patient's words are kept and used: a consent or another lawful basis, and when it ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from desktop_app.domain.conversation import Person, PersonState
from desktop_app.domain.settings import Settings


class Basis(StrEnum):
    """Why the words may be kept."""

    CONSENT = "consent"
    CARE = "care"  # needed to treat the patient
    LAW = "law"  # a law asks for the record


class Use(StrEnum):
    """What was agreed to."""

    KEEP = "keep"  # recorded and remembered on this machine
    PROMPT = "prompt"  # put before the language model on this machine
    HAND_OUT = "hand_out"  # exported or printed for somebody else


class Form(StrEnum):
    """How it was given."""

    WRITTEN = "written"
    SPOKEN = "spoken"
    ELECTRONIC = "electronic"


class ErasureReason(StrEnum):
    """Why a record is erased before the end of its period."""

    REQUEST = "request"  # the patient, or who stands for them, asked for it
    MISTAKE = "mistake"  # it was entered for the wrong person or twice
    ORDER = "order"  # a court or an authority ordered it
    ELSEWHERE = "elsewhere"  # it is kept in another system for the whole period


@dataclass(frozen=True, slots=True)
class ConsentEntry:
    """What is written down when somebody agrees. ``given_by`` names the guardian, "" for the patient."""

    basis: Basis
    uses: tuple[Use, ...]
    form: Form
    given_on: str  # ISO 8601 date
    recorded_by: str
    given_by: str = ""
    relation: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Consent:
    """An entry as stored, and its end."""

    id: int
    person_id: int
    entry: ConsentEntry
    recorded_at_ms: int
    withdrawn_at_ms: int | None = None
    withdrawn_by: str = ""  # as `ConsentEntry.given_by`

    @property
    def stands(self) -> bool:
        """Whether it was not withdrawn."""
        return self.withdrawn_at_ms is None


def standing_uses(consents: Iterable[Consent]) -> frozenset[Use]:
    """Everything that may be done on what was not withdrawn."""
    return frozenset(use for consent in consents if consent.stands for use in consent.entry.uses)


def refusal(person: Person, settings: Settings) -> str | None:
    """The code of the error that says why nothing of a person may be put before a model, None where it may."""
    if person.state is PersonState.RESTRICTED:
        return "person_restricted"
    if settings.clinical.require_basis and not person.has_basis:
        return "basis_missing"
    return None
