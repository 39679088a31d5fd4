"""Patients in words."""

from __future__ import annotations

from datetime import date

from desktop_app.domain.consent import Basis, Consent, ErasureReason, Form, Use
from desktop_app.domain.conversation import Person, VaultKind
from desktop_app.domain.patients import Arrival
from desktop_app.ui.texts import format_moment, person_identifiers, translate
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


def arrival_name(arrival: Arrival) -> str:
    """Where a patient is today, in a word or two."""
    return {
        Arrival.EXPECTED: translate("Patients", "expected"),
        Arrival.ARRIVED: translate("Patients", "here"),
        Arrival.SEEN: translate("Patients", "seen"),
    }[arrival]


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


def consent_line(consent: Consent, today: date) -> str:
    """Everything that was written down of a consent, and its end."""
    entry, patient = consent.entry, translate("Consent", "the patient")
    by = entry.given_by or patient
    if entry.relation:
        by = translate("Consent", "{name} ({relation})").format(name=by, relation=entry.relation)
    words = translate("Consent", "{basis}: {uses}. Given {form} on {day} by {by}, written down by {recorder}.").format(
        basis=basis_name(entry.basis),
        uses=translate("Consent", ", ").join(use_name(use) for use in entry.uses),
        form=form_name(entry.form),
        day=entry.given_on,
        by=by,
        recorder=entry.recorded_by,
    )
    if entry.note:
        words += f" {entry.note}"
    if consent.withdrawn_at_ms is not None:
        words += " " + translate("Consent", "Withdrawn {when} by {by}.").format(
            when=format_moment(consent.withdrawn_at_ms, today), by=consent.withdrawn_by or patient
        )
    return printable(words)


def reason_name(reason: ErasureReason) -> str:
    """Why a record is erased before the end of its period."""
    return {
        ErasureReason.REQUEST: translate("Consent", "The patient or who stands for them asked for it"),
        ErasureReason.MISTAKE: translate("Consent", "It was entered for the wrong person or twice"),
        ErasureReason.ORDER: translate("Consent", "A court or an authority ordered it"),
        ErasureReason.ELSEWHERE: translate("Consent", "It is kept elsewhere for the whole period"),
    }[reason]
