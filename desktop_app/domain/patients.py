"""Patients as they are looked up: by name, by the letters of their pinyin, by number; who comes today stands first."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from desktop_app.domain.conversation import Person
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.pinyin import initials
from desktop_app.domain.script_variants import simplified


class Arrival(StrEnum):
    """Where a patient is on the list of a day."""

    EXPECTED = "expected"
    ARRIVED = "arrived"
    SEEN = "seen"


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A plan of a patient's whose day has come."""

    person_id: int
    fact_id: int
    words: str


@dataclass(frozen=True, slots=True)
class PatientEntry:
    """A patient with what the list shows beside the identifiers."""

    person: Person
    arrival: Arrival | None = None  # today
    due: tuple[FollowUp, ...] = ()
    last_visit_ms: int = 0  # when something was last said with them, 0 for never
    namesakes: int = 0  # how many others have the same name


_BIRTH_DATE = Pattern(r"\s*(\d{4})(?:(\d\d)(\d\d)|\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?)\s*")
_QUERY = Pattern(r"(?P<words>.*?)\s*(?P<number>\d*)\s*", re.DOTALL)
_CHINESE = Pattern(r"[\u3400-\u9fff]")
_ORDER = {Arrival.ARRIVED: 0, Arrival.EXPECTED: 1, None: 2, Arrival.SEEN: 3}


def birth_date_of(typed: str) -> date | None:
    """A birth date as people type one: 1971-09-25, 19710925, 1971/9/25, 1971年9月25日. None where it is no day."""
    match = _BIRTH_DATE.fullmatch(unicodedata.normalize("NFKC", typed))
    if match is None:
        return None
    try:
        return date(*(int(part) for part in match.groups() if part))
    except ValueError:
        return None


def age_on(birth_date: str, today: date) -> int | None:
    """Full years of age on a day, None where the birth date is unknown."""
    try:
        born = date.fromisoformat(birth_date)
    except ValueError:
        return None
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def folded(name: str) -> str:
    """A name for comparing: one script of Chinese, no case, no spaces."""
    return "".join(simplified(name).casefold().split())


@dataclass(frozen=True, slots=True)
class _Key:
    name: str
    letters: str  # the commonest initials
    others: tuple[str, ...]  # per character every initial, where a character has several; else empty
    number: str
    digits: str


class PatientIndex:
    """Finds patients by a few keys: characters of the name, initials, digits of the record number, or both.

    ``ljg`` finds 李建国 and ``l07`` whoever begins with L and has a record number that ends in 07.
    """

    def __init__(self, entries: Iterable[PatientEntry]) -> None:
        entries = tuple(entries)
        names = Counter(folded(entry.person.name) for entry in entries)
        self.entries = tuple(
            replace(entry, namesakes=names[folded(entry.person.name)] - 1) if entry.person.name else entry
            for entry in entries
        )
        self._keys = tuple(_key(entry.person) for entry in self.entries)

    def leaving_out(self, people: Collection[int]) -> PatientIndex:
        """The same without some people, whose namesakes are still told as such."""
        kept = [at for at, entry in enumerate(self.entries) if entry.person.id not in people]
        fewer = PatientIndex(())
        fewer.entries = tuple(self.entries[at] for at in kept)
        fewer._keys = tuple(self._keys[at] for at in kept)
        return fewer

    def find(self, query: str, limit: int) -> list[PatientEntry]:
        """The best matches, those of today first among equals; without a query `today`."""
        query = query.strip()
        if not query:
            return self.today(limit)
        found = _QUERY.fullmatch(query)
        assert found is not None  # it matches everything
        words, number = folded(found["words"]), found["number"]
        whole = folded(query)
        ranked = []
        for entry, key in zip(self.entries, self._keys, strict=True):
            rank = _rank(key, words, number, whole)
            if rank is not None:
                ranked.append((rank, entry))
        ranked.sort(key=lambda pair: (pair[0] > 1, *_by_day(pair[1])[:2], pair[0], *_by_day(pair[1])[2:]))
        return [entry for _, entry in ranked[:limit]]

    def today(self, limit: int) -> list[PatientEntry]:
        """Who has arrived, is expected or due, who was seen today, then those who were here last."""
        return sorted(self.entries, key=_by_day)[:limit]


def _by_day(entry: PatientEntry) -> tuple[bool, int, int, int]:
    on_the_list = entry.arrival is not None or bool(entry.due)
    return (not on_the_list, _ORDER[entry.arrival], -entry.last_visit_ms, entry.person.id)


def _key(person: Person) -> _Key:
    letters = initials(person.name)
    number = person.record_number.casefold()
    several = any(len(one) > 1 for one in letters)
    digits = "".join(filter(str.isdigit, number))
    return _Key(folded(person.name), "".join(one[0] for one in letters), letters if several else (), number, digits)


def _rank(key: _Key, words: str, number: str, whole: str) -> int | None:
    """How well a patient matches, 0 best; None where not at all."""
    if key.number and key.number == whole:
        return 0
    if number and not key.digits.endswith(number):
        return 4 if whole in key.number and whole else None
    if not words:
        return 1
    if _CHINESE.search(words):
        return 0 if key.name == words else 1 if key.name.startswith(words) else 2 if words in key.name else None
    if key.letters.startswith(words) or _reads(key.others, words):
        return 0 if len(key.letters) == len(words) else 1
    if key.name.startswith(words) or (words and whole in key.number):
        return 1
    return 3 if words in key.name else None


def _reads(letters: Sequence[str], words: str) -> bool:
    return len(letters) >= len(words) and all(one in some for one, some in zip(words, letters, strict=False))
