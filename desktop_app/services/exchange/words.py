"""The words around what was said in an export for people; the window gives them in its language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from desktop_app.domain.consent import Consent
from desktop_app.domain.conversation import ASSISTANT, CLINICIAN, DOCUMENT, FAMILY_PREFIX, MEMORY, PERSON
from desktop_app.domain.fact_lines import named_value
from desktop_app.domain.memory import SELF, Fact, FactState, FactStatus, Polarity
from desktop_app.domain.patients import Arrival
from desktop_app.services.exchange.schema import PersonDoc


def _speaker(speaker: str) -> str:
    names = {PERSON: "Person", CLINICIAN: "Clinician", DOCUMENT: "Document", ASSISTANT: "Assistant", MEMORY: "Memory"}
    return names.get(speaker, speaker.removeprefix(FAMILY_PREFIX))


def _name(person: PersonDoc) -> str:
    return person.name


def _moment(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000).strftime("%Y-%m-%d %H:%M")


def _consent(consent: Consent) -> str:
    return f"{consent.entry.basis}: {', '.join(consent.entry.uses)}"


def _fact(fact: Fact) -> str:
    value = named_value(fact, fact.value)
    marks = [fact.polarity is Polarity.NEGATED and "denied", fact.status is not FactStatus.CURRENT and fact.status]
    marks += [fact.state is not FactState.ACTIVE and fact.state, fact.subject != SELF and f"of {fact.subject}"]
    return " · ".join([value, *(str(mark) for mark in marks if mark)])


@dataclass(frozen=True, slots=True)
class ExportWords:
    """Headings and labels.

    Attributes:
        language: of the document, for HTML.
        fact: what is said or denied, with whose it is and what is held of it.
        speaker: the name of a speaker.
        moment: a time for people.
        statement: what the program is not, at the head of what leaves a clinical vault.
        person: who it is about, with what tells them apart.
        consent: everything written down of a consent.
        arrival: a place on the list of a day.
    """

    language: str = "en"
    title: str = "Conversations"
    exported: str = "Exported {time}"
    not_encrypted: str = "This file is not encrypted. Whoever has it can read it."
    deidentified: str = "Identifying details were replaced as far as they were recognised. It is not anonymous."
    untitled: str = "Untitled"
    facts: str = "Facts"
    summary: str = "Summary"
    pinned: str = "pinned"
    recorded: str = "recorded only"
    another_version: str = "another version"
    stopped: str = "stopped before its end"
    not_finished: str = "not finished"
    empty: str = "nothing was written"
    attachment: str = "Attachment: {name}"
    context: str = "Context: {tokens} tokens; {kept} earlier turns, {clipped} left out, {recalled} recalled"
    statement: str = ""
    since: str = "since {day}"
    until: str = "until {day}"
    aside: str = "{text} ({more})"
    comma: str = ", "
    labelled: str = "{label}: {text}"
    category: Callable[[str], str] = field(default=str)
    fact: Callable[[Fact], str] = field(default=_fact)
    speaker: Callable[[str], str] = field(default=_speaker)
    moment: Callable[[int], str] = field(default=_moment)
    person: Callable[[PersonDoc], str] = field(default=_name)
    consents: str = "Consent and retention"
    arrivals: str = "On the lists of days"
    keep_until: str = "To be kept until {day}."
    consent: Callable[[Consent], str] = field(default=_consent)
    arrival: Callable[[Arrival], str] = field(default=str)
