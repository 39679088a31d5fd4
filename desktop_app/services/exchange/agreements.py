"""Consents and the lists of days on their way into an export and out of one."""

from __future__ import annotations

from desktop_app.domain.consent import Consent, ConsentEntry
from desktop_app.services.exchange.schema import ArrivalDoc, ConsentDoc
from desktop_app.storage.repositories import Repositories


def consent_documents(db: Repositories, person_id: int) -> tuple[ConsentDoc, ...]:
    """Everything a person agreed to, the oldest first, what was withdrawn too."""
    return tuple(
        ConsentDoc(
            consent.entry.basis,
            consent.entry.uses,
            consent.entry.form,
            consent.entry.given_on,
            consent.entry.recorded_by,
            consent.recorded_at_ms,
            consent.entry.given_by,
            consent.entry.relation,
            consent.entry.note,
            consent.withdrawn_at_ms,
            consent.withdrawn_by,
        )
        for consent in db.consents.list(person_id)
    )


def arrival_documents(db: Repositories, person_id: int) -> tuple[ArrivalDoc, ...]:
    """A person's places on the lists of days, by day."""
    return tuple(ArrivalDoc(day, state, at_ms) for day, state, at_ms in db.arrivals.of_person(person_id))


def consent_of(document: ConsentDoc, person_id: int) -> Consent:
    """A consent as it is stored here, without an id yet."""
    entry = ConsentEntry(
        document.basis,
        document.uses,
        document.form,
        document.given_on,
        document.recorded_by,
        document.given_by,
        document.relation,
        document.note,
    )
    return Consent(0, person_id, entry, document.recorded_at_ms, document.withdrawn_at_ms, document.withdrawn_by)
