"""Measurements of the same thing as a series of readings in time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from desktop_app.domain.memory import HELD_STATES, Category, Fact, Polarity
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.validity import series_key_of
from desktop_app.ui.texts import local_time

_PAIR = Pattern(r"(\d+(?:\.\d+)?)\s*/\s*(\d+(?:\.\d+)?)")
_NUMBER = Pattern(r"\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Reading:
    """One measurement: one number, or two as in a blood pressure."""

    fact_id: int
    at: datetime  # of this machine's zone
    values: tuple[float, ...]
    timed: bool  # whether the time of day is known, not only the day

    @property
    def figures(self) -> str:
        """The numbers alone, without the words they were said with: 150/95."""
        return "/".join(f"{value:g}" for value in self.values)


@dataclass(frozen=True, slots=True)
class Series:
    """Readings of one thing, oldest first, all with as many numbers."""

    name: str
    unit: str
    readings: tuple[Reading, ...]

    @property
    def lines(self) -> int:
        """How many numbers a reading has."""
        return len(self.readings[0].values)

    @property
    def fact_ids(self) -> frozenset[int]:
        """The facts it is made of."""
        return frozenset(reading.fact_id for reading in self.readings)


def series_of(facts: Iterable[Fact]) -> list[Series]:
    """The series of two and more readings among facts, by name."""
    groups: dict[tuple[str, str, str, int], list[tuple[Fact, Reading]]] = {}
    for fact in facts:
        reading = _reading(fact)
        if reading is not None:
            key = series_key_of(fact)
            group = (fact.subject, key, _unit(fact).casefold(), len(reading.values))
            groups.setdefault(group, []).append((fact, reading))
    found = []
    for members in groups.values():
        if len(members) > 1:
            members.sort(key=lambda member: (member[1].at, member[0].id))
            newest = members[-1][0]
            name = newest.attribute if newest.subject == "self" else f"{newest.subject} · {newest.attribute}"
            found.append(Series(name, _unit(newest), tuple(reading for _, reading in members)))
    return sorted(found, key=lambda series: series.name)


def _unit(fact: Fact) -> str:
    # Nobody says the unit of a blood pressure.
    return fact.unit or ("mmHg" if _PAIR.search(fact.value) else "")


def _reading(fact: Fact) -> Reading | None:
    if fact.category is not Category.MEASUREMENT or fact.state not in HELD_STATES or not fact.attribute:
        return None
    if fact.polarity is Polarity.NEGATED:
        return None
    pair, number = _PAIR.search(fact.value), _NUMBER.search(fact.value)
    found = pair.groups() if pair is not None else (number[0],) if number is not None else ()
    if not found:
        return None
    values = tuple(float(each) for each in found)
    said_at = local_time(fact.observed_at_ms)
    day = _day(fact.valid_from)
    if day is None or day == said_at.date():
        return Reading(fact.id, said_at, values, timed=True)
    end = _day(fact.valid_to)
    if end is not None and end > day:
        day += (end - day) // 2  # in the middle of the days that were said
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=said_at.tzinfo)
    return Reading(fact.id, noon, values, timed=False)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
