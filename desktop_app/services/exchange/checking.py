"""What the types of the format cannot say: ids that exist, trees without circles, places inside their texts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

import msgspec

from desktop_app.domain.conversation import ASSISTANT, MEMORY, FinishReason, MessageStatus, is_speaker
from desktop_app.domain.errors import UserError
from desktop_app.domain.own_categories import NAME_LIMIT, tidy
from desktop_app.domain.settings import Settings
from desktop_app.services.exchange.schema import ExportDoc, FactDoc, MessageDoc, NoteDoc, PersonDoc, SessionDoc, TurnDoc

_ANSWERS = (ASSISTANT, MEMORY)
_WITHOUT_REPLY = (FinishReason.RECORDED, FinishReason.REFUSED)


def check(document: ExportDoc) -> None:
    """Raise ``import_invalid`` with the place of the first contradiction."""
    try:
        msgspec.convert(document.settings, Settings | None)
    except msgspec.ValidationError:
        raise UserError("import_invalid", where="settings") from None
    for number, person in enumerate(document.people):
        _check_person(person, f"people[{number}]")


def _check_person(person: PersonDoc, where: str) -> None:
    _texts((person.name, person.sex, person.record_number), where)
    for number, consent in enumerate(person.consents):
        said = (consent.recorded_by, consent.given_by, consent.relation, consent.note, consent.withdrawn_by)
        _texts(said, f"{where}.consents[{number}]")
        _require(bool(consent.given_on), f"{where}.consents[{number}].given_on")
    for number, arrival in enumerate(person.arrivals):
        _require(_is_day(arrival.day), f"{where}.arrivals[{number}].day")
    _require(not person.keep_until or _is_day(person.keep_until), f"{where}.keep_until")
    for category in (*person.own_categories, *(fact.own_category for fact in person.facts if fact.own_category)):
        _require(0 < len(tidy(category)) <= NAME_LIMIT, f"{where}.own_categories")
    _unique((session.id for session in person.sessions), f"{where}.sessions")
    texts: dict[tuple[int, int, str], str] = {}
    for number, session in enumerate(person.sessions):
        _check_session(session, f"{where}.sessions[{number}]")
        for turn in session.turns:
            texts[session.id, turn.id, "user"] = turn.question.text
            if turn.reply is not None:
                texts[session.id, turn.id, "assistant"] = turn.reply.text
    for number, session in enumerate(person.sessions):
        for place, turn in enumerate(session.turns):
            original = turn.copy_of
            exists = original is None or (original.session, original.turn, "user") in texts
            _require(exists, f"{where}.sessions[{number}].turns[{place}].copy_of")
        for place, note in enumerate(session.notes):
            _check_note(note, texts, f"{where}.sessions[{number}].notes[{place}]")
    fact_ids = _unique((fact.id for fact in person.facts), f"{where}.facts")
    for number, fact in enumerate(person.facts):
        _check_fact(fact, fact_ids, texts, f"{where}.facts[{number}]")


def _check_session(session: SessionDoc, where: str) -> None:
    _texts((session.title, session.folder), where)
    known: set[int] = set()
    for number, turn in enumerate(session.turns):
        place = f"{where}.turns[{number}]"
        _require(turn.id not in known, place)
        _require(turn.parent is None or turn.parent in known, f"{place}.parent")  # so there is no circle
        known.add(turn.id)
        _check_turn(turn, place)
    _require(session.head is None or session.head in known, f"{where}.head")
    for number, summary in enumerate(session.summaries):
        place = f"{where}.summaries[{number}]"
        _texts((summary.text, *(quote.text for quote in summary.quotes)), place)
        _require(known.issuperset(summary.covers), f"{place}.covers")
        _require(known.issuperset(quote.turn for quote in summary.quotes), f"{place}.quotes")


def _check_note(note: NoteDoc, texts: dict[tuple[int, int, str], str], where: str) -> None:
    _require((note.confirmed_at_ms is None) is (not note.confirmed_by), where)
    _texts((note.title, note.drafted_by, note.confirmed_by), where)
    if note.confirmed_as is not None:
        _texts(msgspec.structs.astuple(note.confirmed_as), where)
    _texts((text for each in note.addenda for text in (each.author, each.text)), where)
    for section in note.sections:
        _texts((section.heading, *section.words), where)
        for sentence in section.sentences:
            _texts((sentence.text, *(change.before for change in sentence.changes)), where)
            known = all((place.session, place.turn, "user") in texts for place in sentence.sources)
            _require(known, f"{where}.sources")


def _check_turn(turn: TurnDoc, where: str) -> None:
    _check_message(turn.question, f"{where}.question", is_speaker(turn.question.speaker))
    if turn.reply is None:
        _require(turn.finish_reason in _WITHOUT_REPLY, f"{where}.reply")
    else:
        _check_message(turn.reply, f"{where}.reply", turn.reply.speaker in _ANSWERS)


def _check_message(message: MessageDoc, where: str, speaker_is_known: bool) -> None:
    _require(speaker_is_known, f"{where}.speaker")
    _require(message.status is not MessageStatus.STREAMING, f"{where}.status")
    _texts((message.text, *(text for each in message.attachments for text in (each.name, each.text))), where)


def _check_fact(fact: FactDoc, fact_ids: set[int], texts: dict[tuple[int, int, str], str], where: str) -> None:
    _texts((fact.subject, fact.attribute, fact.value, fact.unit, fact.speaker), where)
    _require(bool(fact.value) and 0 <= fact.confidence <= 1, where)
    _require(fact.superseded_by is None or fact.superseded_by in fact_ids, f"{where}.superseded_by")
    for number, source in enumerate(fact.sources):
        text = texts.get((source.session, source.turn, source.role))
        place = f"{where}.sources[{number}]"
        _require(text is not None and source.start <= source.end <= len(text), place)
        _require(text is not None and bool(source.quote) and source.quote in text, f"{place}.quote")
    for number, change in enumerate(fact.changes):
        _require(change.other is None or change.other in fact_ids, f"{where}.changes[{number}].other")


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _unique(ids: Iterable[int], where: str) -> set[int]:
    known: set[int] = set()
    for each in ids:
        _require(each not in known, where)
        known.add(each)
    return known


def _texts(texts: Iterable[str], where: str) -> None:
    _require(not any("\0" in text for text in texts), where)


def _require(holds: bool, where: str) -> None:
    if not holds:
        raise UserError("import_invalid", where=where)
