"""The patient page as cards: what must not be overlooked first, each item with its date and the words it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from desktop_app.domain.conflicts import Conflict, conflicts_of
from desktop_app.domain.conversation import Session, VaultKind
from desktop_app.domain.memory import HELD_STATES, SELF, Category, Fact, FactState, Polarity
from desktop_app.domain.notes.note import Note
from desktop_app.ui.memory_panel.cards import Card, Line, Role, Tone, group_heading, message, striped
from desktop_app.ui.memory_panel.fact_chart import SeriesChart
from desktop_app.ui.memory_panel.fact_filter import Standing, standing_of
from desktop_app.ui.memory_panel.fact_series import Series, series_of
from desktop_app.ui.memory_panel.fact_words import (
    category_name,
    fact_title,
    holds_since,
    quoted,
    source_words,
    standing_words,
)
from desktop_app.ui.memory_panel.links import turn_link
from desktop_app.ui.sessions.model import session_title
from desktop_app.ui.texts import format_day, format_moment, format_number, translate
from desktop_app.ui.transcript.captions import Phrase
from desktop_app.ui.transcript.display_text import printable

VISIT = "visit:open"
_READINGS_SHOWN = 6  # of a series, beside its chart
# What has a place of its own on the page; everything else stands together at the end.
_PLACED = (Category.ALLERGY, Category.MEDICATION, Category.CONDITION, Category.PROCEDURE, Category.MEASUREMENT)


@dataclass(frozen=True, slots=True)
class PatientRecord:
    """What the page shows of a patient."""

    facts: tuple[Fact, ...]
    visits: tuple[Session, ...]
    notes: tuple[Note, ...] = ()  # confirmed


def first_column(record: PatientRecord, today: date) -> list[Card]:
    """Allergies, contradictions, drugs, conditions, procedures, plans."""
    own = [fact for fact in record.facts if fact.subject == SELF and fact.state in HELD_STATES]
    cards = _safety(own, conflicts_of(record.facts), today)
    drugs = [fact for fact in own if fact.category is Category.MEDICATION]
    denied = [fact for fact in drugs if fact.polarity is Polarity.NEGATED]  # never taken, so not stopped either
    stopped = [fact for fact in drugs if fact not in denied and _is_over(fact, today)]
    current = [fact for fact in drugs if fact not in denied and fact not in stopped]
    cards += _group(translate("PatientPage", "Current medication"), current, today, say_none=True)
    cards += _group(translate("PatientPage", "Stopped medication"), stopped, today)
    cards += _group(translate("PatientPage", "Not taken"), denied, today)
    for category in (Category.CONDITION, Category.PROCEDURE):
        members = [fact for fact in own if fact.category is category]
        cards += _group(category_name(category), members, today, say_none=True)
    plans = [fact for fact in own if fact.category is Category.PLAN]
    open_plans = sorted(
        (fact for fact in plans if not _is_over(fact, today)), key=lambda fact: fact.valid_from or "9999"
    )
    cards += _group(translate("PatientPage", "Plans due"), open_plans, today, say_none=True)
    return cards


def second_column(record: PatientRecord, today: date) -> list[Card]:
    """Measurements over time, the family, everything else, the confirmed notes, the visits."""
    held = [fact for fact in record.facts if fact.state in HELD_STATES]
    own = [fact for fact in held if fact.subject == SELF]
    cards = _measurements([fact for fact in own if fact.category is Category.MEASUREMENT], today)
    cards += _group(translate("PatientPage", "Family"), [f for f in held if f.subject != SELF], today, say_none=True)
    others = [fact for fact in own if fact.category not in (*_PLACED, Category.PLAN)]
    cards += _group(translate("PatientPage", "Also recorded"), others, today)
    cards.append(group_heading(translate("PatientPage", "Confirmed notes")))
    cards += striped([_note(note, today) for note in record.notes])
    if not record.notes:
        cards.append(message(translate("PatientPage", "None recorded.")))
    cards.append(group_heading(translate("PatientPage", "Visits")))
    cards += striped([_visit(visit, today) for visit in record.visits])
    if not record.visits:
        cards.append(message(translate("PatientPage", "Nothing was recorded yet.")))
    return cards


def _safety(own: Sequence[Fact], conflicts: Sequence[Conflict], today: date) -> list[Card]:
    allergies = [fact for fact in own if fact.category is Category.ALLERGY]
    known = [fact for fact in allergies if fact.polarity is Polarity.AFFIRMED]
    heading = group_heading(category_name(Category.ALLERGY))
    if known:
        lines = tuple(line for fact in known for line in _lines(fact, today, Role.WARNING))
        cards = [heading, Card(lines, Tone.WARNING)]
        denied = [fact for fact in allergies if fact not in known]
        cards += [_card(fact, today) for fact in denied]
    elif allergies:
        cards = [heading, *(_card(fact, today) for fact in allergies)]
    else:
        cards = [heading, message(translate("PatientPage", "No allergy is recorded. That is not the same as none."))]
    if conflicts:
        cards.append(group_heading(translate("PatientPage", "Open contradictions")))
        cards += [_conflict(conflict, today) for conflict in conflicts]
    return cards


def _conflict(conflict: Conflict, today: date) -> Card:
    lines = [line for fact in conflict.facts for line in _lines(fact, today, Role.TITLE)]
    return Card(tuple(lines), Tone.WARNING)


def _group(title: str, facts: Sequence[Fact], today: date, *, say_none: bool = False) -> list[Card]:
    if facts:
        return [group_heading(title), *striped([_card(fact, today) for fact in facts])]
    return [group_heading(title), message(translate("PatientPage", "None recorded."))] if say_none else []


def _card(fact: Fact, today: date) -> Card:
    return Card(tuple(_lines(fact, today, Role.TITLE)))


def _lines(fact: Fact, today: date, role: Role) -> Iterable[Line]:
    """What a fact says, with its date; then the words it rests on, which lead to where they were said."""
    yield Line(fact_title(fact, today, VaultKind.CLINICAL), role, right=holds_since(fact, today))
    link = turn_link(fact.turn_id, fact.session_id) if fact.turn_id else ""
    words = [Phrase(quoted(fact.quote))] if fact.quote else []
    yield Line((*words, Phrase(source_words(fact, VaultKind.CLINICAL, today), link)))


def _is_over(fact: Fact, today: date) -> bool:
    return fact.polarity is Polarity.NEGATED or standing_of(fact, today) is Standing.PAST


def _measurements(facts: Sequence[Fact], today: date) -> list[Card]:
    cards = [group_heading(category_name(Category.MEASUREMENT))]
    left = list(facts)
    for series in series_of(facts):
        members = {fact.id: fact for fact in left if fact.id in series.fact_ids}
        left = [fact for fact in left if fact.id not in series.fact_ids]
        cards.append(_series(series, members, today))
    cards += striped([_card(fact, today) for fact in left])
    if not facts:
        cards.append(message(translate("PatientPage", "None recorded.")))
    return cards


def _series(series: Series, facts: dict[int, Fact], today: date) -> Card:
    name = f"{series.name} · {series.unit}" if series.unit else series.name
    lines = [
        Line((Phrase(name),), Role.TITLE, right=series.readings[-1].figures),
        Line((), picture=SeriesChart(series, today)),
    ]
    for reading in reversed(series.readings[-_READINGS_SHOWN:]):
        fact = facts[reading.fact_id]
        at_ms = int(reading.at.timestamp() * 1000)
        when = format_moment(at_ms, today) if reading.timed else format_day(at_ms, today)
        phrase = Phrase(when, turn_link(fact.turn_id, fact.session_id) if fact.turn_id else "")
        doubt = () if fact.state is FactState.ACTIVE else (Phrase(standing_words(fact, today), strong=True),)
        lines.append(Line((phrase, *doubt), right=f"{reading.figures} {series.unit}".rstrip()))
    if len(series.readings) > _READINGS_SHOWN:
        earlier = translate("PatientPage", "and {count} earlier readings in the chart").format(
            count=format_number(len(series.readings) - _READINGS_SHOWN)
        )
        lines.append(Line((Phrase(earlier),)))
    return Card(tuple(lines))


def _note(note: Note, today: date) -> Card:
    checked = translate("PatientPage", "checked by {name}").format(name=note.confirmed_by)
    phrase = Phrase(printable(note.title), f"{VISIT}/{note.session_id}")
    when = format_moment(note.confirmed_at_ms or 0, today)
    return Card((Line((phrase,), Role.BODY, right=when), Line((Phrase(printable(checked)),))))


def _visit(visit: Session, today: date) -> Card:
    turns = translate("PatientPage", "messages: {count}").format(count=format_number(visit.turn_count))
    phrase = Phrase(session_title(visit), f"{VISIT}/{visit.id}")
    return Card((Line((phrase,), Role.BODY, right=format_moment(visit.created_at_ms, today)), Line((Phrase(turns),))))
