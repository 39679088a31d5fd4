"""Whom a text speaks of: the patients it names, or tells by record number, birth date, or a shared name with an age."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date

from desktop_app.domain.calendar_words import MONTHS
from desktop_app.domain.conversation import Person
from desktop_app.domain.patients import age_on, folded
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.script_variants import simplified

_CHINESE = Pattern(r"[\u3400-\u9fff]")
_NUMBER = Pattern(r"[a-z0-9]+(?:[-_/.][a-z0-9]+)*")
_PART = Pattern(r"[a-z0-9]+")
# A short number alone may be any reading; after one of these words it is a patient's.
_CALLED_A_NUMBER = Pattern(
    r"(?:(?:病历|病案|门诊|住院|就诊|登记|档案)号?码?|编号|(?:record|chart|file|patient)\s*(?:no\.?|number|id)?|mrn|no\.?|#)\s*[:为是]?\s*$"
)
_SURE_DIGITS = 5  # a number of so many digits stands for itself
_LOOK_BACK = 24  # characters before a number in which a word for it would stand
_DATE = Pattern(r"(?<!\d)(?P<y>(?:18|19|20)\d\d)(?P<gap>[-/.年]?)\s?(?P<m>\d{1,2})[-/.月]?\s?(?P<d>\d{1,2})(?!\d)")
_DAY_MONTH = Pattern(r"(?<!\d)(?P<d>\d{1,2})\s(?P<name>[a-z]{3})[a-z]*\.?,?\s(?P<y>(?:18|19|20)\d\d)(?!\d)")
_MONTH_DAY = Pattern(r"\b(?P<name>[a-z]{3})[a-z]*\.?\s(?P<d>\d{1,2}),?\s(?P<y>(?:18|19|20)\d\d)(?!\d)")
_AGE = Pattern(r"(?<![\d.])(?P<age>\d{1,3})\s?(?:岁|周岁|y\b|yo\b|years?\b|-year)")
_NEAR = 12  # characters behind a name in which an age is that of whoever is named


# A sex said of the patient: beside the word for a patient, or beside an age.
_SEX = Pattern(
    r"(?:患者|病人|病员)[,，:：]?\s?(?P<a>[男女])(?![儿婿友孩])|(?P<b>[男女])性?[,，]?\s?\d{1,3}\s?岁"
    r"|\d{1,3}\s?岁[,，]?的?(?P<c>[男女])(?:性|[,，。]|$)"
    r"|\d{1,3}[- ]?(?:years?|yrs?|y)?[-/ ]?(?:o|old)[- ](?P<d>male|man|gentleman|female|woman|lady)\b"
    r"|\b(?P<e>male|female) patient\b|\bpatient is (?:a )?(?P<f>male|man|female|woman)\b"
)
_MALE = frozenset(("男", "male", "man", "gentleman"))


def stated_sexes(text: str) -> set[str]:
    """Which sexes a text says of the patient: "male" and "female"; relatives are told of with other words."""
    found = (word for match in _SEX.finditer(_line(text)) for word in match.groups() if word)
    return {"male" if word in _MALE else "female" for word in found}


class PatientMentions:
    """Finds the patients a text speaks of.

    Args:
        people: everybody of the vault; a name of a single character is never looked for.
    """

    def __init__(self, people: Iterable[Person]) -> None:
        self._people = {person.id: person for person in people}
        self._names: dict[str, list[Person]] = {}
        self._numbers: dict[str, list[Person]] = {}
        self._born: dict[str, list[Person]] = {}
        for person in self._people.values():
            if len(name := _line(person.name)) > 1:
                self._names.setdefault(name, []).append(person)
            if number := _line(person.record_number):
                self._numbers.setdefault(number, []).append(person)
            if person.birth_date:
                self._born.setdefault(person.birth_date, []).append(person)
        self._lengths = sorted({len(name) for name in self._names}, reverse=True)

    def person(self, person_id: int) -> Person | None:
        """One of them."""
        return self._people.get(person_id)

    def others_in(self, text: str, person_id: int, today: date) -> list[Person]:
        """Everybody but one patient whom a text names or tells by what is theirs, in the order of the text.

        The name that patient shares with another says nothing; with the number, the birth date or the age of the
        other behind it, it does. A birth date that patient shares says nothing either. Of several of one name only
        the one is told whose number or birth date stands in the text too.

        Args:
            text: what is to go into the record of a patient.
            person_id: that patient; who is unknown shares nothing.
            today: for ages.
        """
        own, line = self._people.get(person_id), _line(text)
        named = list(self._named(line))
        told = [*self._numbered(line), *self._born_on(line, own)]
        if own is not None:
            told += _aged(line, named, own, today)
        settled = {folded(person.name) for person in (*told, *((own,) if own is not None else ()))}
        told += [person for _, person in named if folded(person.name) not in settled]
        return [person for person in dict.fromkeys(told) if person.id != person_id]

    def _named(self, line: str) -> Iterator[tuple[int, Person]]:
        """The people whose names stand in a line, with the end of the name; a name inside a longer one is not."""
        place = 0
        while place < len(line):
            name = next((line[place : place + n] for n in self._lengths if self._stands_at(line, place, n)), "")
            place += len(name) or 1
            for person in self._names.get(name, ()):
                yield place, person

    def _stands_at(self, line: str, place: int, length: int) -> bool:
        name = line[place : place + length]
        if len(name) < length or name not in self._names:
            return False
        before, after = line[place - 1 : place], line[place + length : place + length + 1]
        return not (_joins(before, name[0]) or _joins(name[-1], after))

    def _numbered(self, line: str) -> Iterator[Person]:
        for found in _NUMBER.finditer(line):
            whole = found[0]
            parts = [(whole, found.start())]
            if whole not in self._numbers:
                parts = [(part[0], found.start() + part.start()) for part in _PART.finditer(whole)]
            for number, start in parts:
                if number in self._numbers and _is_of_a_patient(number, line[max(0, start - _LOOK_BACK) : start]):
                    yield from self._numbers[number]

    def _born_on(self, line: str, own: Person | None) -> Iterator[Person]:
        for day in _days(line):
            if own is None or own.birth_date != day:
                yield from self._born.get(day, ())


def _aged(line: str, named: Iterable[tuple[int, Person]], own: Person, today: date) -> Iterator[Person]:
    """Namesakes of a patient whose age stands behind the name they share."""
    for end, person in named:
        age = _AGE.search(line, end, end + _NEAR)
        if folded(person.name) == folded(own.name) and age is not None:
            said, theirs, mine = int(age["age"]), age_on(person.birth_date, today), age_on(own.birth_date, today)
            if said == theirs and (mine is None or abs(said - mine) > 1):
                yield person


def _line(text: str) -> str:
    """A text for comparing: one script, one width of characters, no case, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", simplified(text)).casefold().split())


def _is_of_a_patient(number: str, before: str) -> bool:
    if not number.isdigit() or len(number) >= _SURE_DIGITS:
        return True
    return _CALLED_A_NUMBER.search(before) is not None


def _days(line: str) -> Iterator[str]:
    """Every day a line tells with its year, as ISO 8601."""
    for found in _DATE.finditer(line):
        if found["gap"] or len(found[0]) == len("19580312"):
            yield from _day(int(found["y"]), int(found["m"]), int(found["d"]))
    for pattern in (_DAY_MONTH, _MONTH_DAY):
        for found in pattern.finditer(line):
            if found["name"] in MONTHS:
                yield from _day(int(found["y"]), MONTHS[found["name"]], int(found["d"]))


def _day(year: int, month: int, day: int) -> Iterator[str]:
    with suppress(ValueError):  # no day of the calendar
        yield date(year, month, day).isoformat()


def _joins(left: str, right: str) -> bool:
    """Whether two characters are of one word in Latin letters; Chinese words have no borders."""
    return bool(left and right) and all(one.isalnum() and not _CHINESE.match(one) for one in (left, right))
