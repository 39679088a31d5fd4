"""A fact of a document as the program holds facts: to be put into the same words, or to become one of a vault."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.domain.memory import Fact, OwnCategory
from desktop_app.services.exchange.schema import FactDoc


def held_fact(document: FactDoc) -> Fact:
    """The fact a document tells of. Its place in the vault is unknown: the ids of what it rests on are 0."""
    source = document.sources[0] if document.sources else None
    return Fact(
        id=document.id,
        person_id=0,
        subject=document.subject,
        category=document.category,
        attribute=document.attribute,
        value=document.value,
        unit=document.unit,
        polarity=document.polarity,
        status=document.status,
        state=document.state,
        speaker=document.speaker,
        confidence=document.confidence,
        observed_at_ms=document.observed_at_ms,
        valid_from=document.valid_from,
        valid_to=document.valid_to,
        recorded_at_ms=document.recorded_at_ms,
        retracted_at_ms=document.retracted_at_ms,
        superseded_by=document.superseded_by,
        pinned=document.pinned,
        quote=source.quote if source else "",
        session_id=0,
        turn_id=0,
        message_id=0,
        start=source.start if source else 0,
        end=source.end if source else 0,
        extractor=source.extractor if source else "",
        doubt=document.doubt,
        by_hand=document.by_hand,
        source_count=len(document.sources),
        own_category=OwnCategory(0, document.own_category, 0) if document.own_category else None,
    )


def new_fact(document: FactDoc, person_id: int, own_category: OwnCategory | None = None) -> Fact:
    """The fact a document tells of, as one that a person of this vault is given; what it rests on is added to it."""
    return replace(
        held_fact(document),
        id=0,
        person_id=person_id,
        superseded_by=None,
        quote="",
        start=0,
        end=0,
        extractor="",
        source_count=1,
        own_category=own_category,
    )
