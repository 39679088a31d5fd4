"""Patients in words."""

from __future__ import annotations

from datetime import date

from desktop_app.domain.consent import Basis, ErasureReason, Form, Use
from desktop_app.domain.conversation import Person, VaultKind
from desktop_app.ui.texts import person_identifiers, translate
from desktop_app.ui.transcript.display_text import printable


def identified(person: Person, today: date) -> str:
    """A patient's name with what tells them apart: 李建国 (男 68岁, 门诊号 20731)."""
    parts = [part for part in person_identifiers(person, VaultKind.CLINICAL, today) if part]
    name = printable(person.name)
    if not parts:
        return name
    return translate("Patients", "{name} ({identifiers})").format(
        name=name, identifiers=translate("Patients", ", ").join(parts)
    )


def use_name(use: Use) -> str:
    """What somebody agreed to."""
    return {
        Use.KEEP: translate("Consent", "recorded and remembered"),
        Use.PROMPT: translate("Consent", "put before the language model"),
        Use.HAND_OUT: translate("Consent", "exported or printed"),
    }[use]


def basis_name(basis: Basis) -> str:
    """Why words may be kept."""
    return {
        Basis.CONSENT: translate("Consent", "Consent"),
        Basis.CARE: translate("Consent", "Needed for the treatment"),
        Basis.LAW: translate("Consent", "Required by law"),
    }[basis]


def form_name(form: Form) -> str:
    """How it was given."""
    return {
        Form.WRITTEN: translate("Consent", "in writing"),
        Form.SPOKEN: translate("Consent", "spoken"),
        Form.ELECTRONIC: translate("Consent", "electronically"),
    }[form]


def reason_name(reason: ErasureReason) -> str:
    """Why a record is erased before the end of its period."""
    return {
        ErasureReason.REQUEST: translate("Consent", "The patient or who stands for them asked for it"),
        ErasureReason.MISTAKE: translate("Consent", "It was entered for the wrong person or twice"),
        ErasureReason.ORDER: translate("Consent", "A court or an authority ordered it"),
        ErasureReason.ELSEWHERE: translate("Consent", "It is kept elsewhere for the whole period"),
    }[reason]
