"""The words of exports and of what they replace, in the language in force."""

from __future__ import annotations

from datetime import date

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.deidentify import Identifier
from desktop_app.domain.memory import Category
from desktop_app.services.exchange.exporting import ExportFormat
from desktop_app.services.exchange.merging import Merged
from desktop_app.services.exchange.schema import PersonDoc
from desktop_app.services.exchange.words import ExportWords
from desktop_app.ui.memory_panel.fact_words import category_name, fact_in_words
from desktop_app.ui.patients.words import arrival_name, consent_line
from desktop_app.ui.texts import (
    format_number,
    local_time,
    product_statement,
    sentences,
    sex_name,
    speaker_name,
    translate,
)


def export_words(kind: VaultKind, language: str) -> ExportWords:
    """What stands around what was said."""
    categories = {category.value: category_name(category) for category in Category}
    return ExportWords(
        language=language,
        title=translate("Exchange", "Conversations"),
        exported=translate("Exchange", "Exported {time}"),
        not_encrypted=translate("Exchange", "This file is not encrypted. Whoever has it can read it."),
        deidentified=translate(
            "Exchange", "Identifying details were replaced as far as they were recognised. This is not anonymous."
        ),
        untitled=translate("Exchange", "Untitled"),
        facts=translate("Exchange", "Facts"),
        summary=translate("Exchange", "Summary"),
        pinned=translate("Exchange", "pinned"),
        recorded=translate("Exchange", "recorded only"),
        another_version=translate("Exchange", "another version"),
        stopped=translate("Exchange", "stopped before its end"),
        not_finished=translate("Exchange", "not finished"),
        empty=translate("Exchange", "nothing was written"),
        attachment=translate("Exchange", "Attachment: {name}"),
        context=translate(
            "Exchange", "Context: {tokens} tokens; earlier turns: {kept}, left out: {clipped}, recalled: {recalled}"
        ),
        since=translate("Exchange", "since {day}"),
        until=translate("Exchange", "until {day}"),
        aside=translate("Exchange", "{text} ({more})"),
        comma=translate("Exchange", ", "),
        labelled=translate("Exchange", "{label}: {text}"),
        category=lambda name: categories.get(name, name),
        fact=lambda fact: fact_in_words(fact, date.today(), kind),
        statement=product_statement() if kind is VaultKind.CLINICAL else "",
        person=_identified if kind is VaultKind.CLINICAL else lambda person: person.name,
        consents=translate("Exchange", "Consent and retention"),
        arrivals=translate("Exchange", "On the lists of days"),
        keep_until=translate("Exchange", "To be kept until {day}."),
        consent=lambda consent: consent_line(consent, date.today()),
        arrival=arrival_name,
        speaker=lambda speaker: speaker_name(speaker, kind),
        moment=lambda at_ms: f"{local_time(at_ms):%Y-%m-%d %H:%M}",
    )


def _identified(person: PersonDoc) -> str:
    """A patient with what tells them apart, as a heading."""
    record = translate("People", "no. {number}").format(number=person.record_number) if person.record_number else ""
    born = translate("Exchange", "born {day}").format(day=person.birth_date) if person.birth_date else ""
    return " · ".join(part for part in (person.name, sex_name(person.sex), born, record) if part)


def merged_words(merged: Merged) -> str:
    """What came of an import or a merge."""
    counts = {
        "people": format_number(merged.new_people),
        "sessions": format_number(merged.new_sessions),
        "turns": format_number(merged.new_turns),
        "facts": format_number(merged.new_facts),
    }
    said = [
        translate("Exchange", "Added: people {people}, sessions {sessions}, turns {turns}, facts {facts}.").format(
            **counts
        )
        if merged.new_people
        else translate("Exchange", "Added: sessions {sessions}, turns {turns}, facts {facts}.").format(**counts)
    ]
    if merged.known_turns or merged.known_facts:
        said.append(
            translate("Exchange", "Here already and left as they are: turns {turns}, facts {facts}.").format(
                turns=format_number(merged.known_turns), facts=format_number(merged.known_facts)
            )
        )
    if merged.left_restricted:
        said.append(
            translate("Exchange", "Restricted people passed over: {count}.").format(
                count=format_number(merged.left_restricted)
            )
        )
    if merged.left_erased:
        said.append(
            translate("Exchange", "Erased with a certificate and so not brought back: {count}.").format(
                count=format_number(merged.left_erased)
            )
        )
    return sentences(*said)


def identifier_labels() -> dict[Identifier, str]:
    """What stands in the place of an identifier."""
    return {
        Identifier.ID_NUMBER: translate("Exchange", "ID number"),
        Identifier.PHONE: translate("Exchange", "phone"),
        Identifier.BANK_CARD: translate("Exchange", "bank card"),
        Identifier.PASSPORT: translate("Exchange", "passport"),
        Identifier.RECORD_NUMBER: translate("Exchange", "record number"),
        Identifier.EMAIL: translate("Exchange", "e-mail"),
        Identifier.ACCOUNT: translate("Exchange", "account"),
        Identifier.ADDRESS: translate("Exchange", "address"),
        Identifier.DATE: translate("Exchange", "date"),
        Identifier.NAME: translate("Exchange", "name"),
        Identifier.LISTED: translate("Exchange", "left out"),
    }


def format_names() -> dict[ExportFormat, str]:
    """The kinds of files."""
    return {
        ExportFormat.JSON: translate("Exchange", "JSON: complete, can be imported again"),
        ExportFormat.MARKDOWN: translate("Exchange", "Markdown"),
        ExportFormat.HTML: translate("Exchange", "HTML: one page"),
        ExportFormat.PDF: translate("Exchange", "PDF"),
        ExportFormat.TEXT: translate("Exchange", "Plain text"),
        ExportFormat.CSV: translate("Exchange", "CSV: messages as a table"),
    }


def day_name(at_ms: int) -> str:
    """A day without its time."""
    day: date = local_time(at_ms).date()
    return day.isoformat()
