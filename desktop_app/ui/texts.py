"""Numbers, dates and names as the window writes them, in the language in force."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from desktop_app.domain.conversation import (
    ASSISTANT,
    CLINICIAN,
    DOCUMENT,
    FAMILY_PREFIX,
    MEMORY,
    PERSON,
    Person,
    VaultKind,
)
from desktop_app.domain.patients import age_on

_CHINESE_STOPS: Final = ("。", "！", "？", "；", "：")
_MONTHS: Final = (
    QT_TRANSLATE_NOOP("Dates", "Jan"),
    QT_TRANSLATE_NOOP("Dates", "Feb"),
    QT_TRANSLATE_NOOP("Dates", "Mar"),
    QT_TRANSLATE_NOOP("Dates", "Apr"),
    QT_TRANSLATE_NOOP("Dates", "May"),
    QT_TRANSLATE_NOOP("Dates", "Jun"),
    QT_TRANSLATE_NOOP("Dates", "Jul"),
    QT_TRANSLATE_NOOP("Dates", "Aug"),
    QT_TRANSLATE_NOOP("Dates", "Sep"),
    QT_TRANSLATE_NOOP("Dates", "Oct"),
    QT_TRANSLATE_NOOP("Dates", "Nov"),
    QT_TRANSLATE_NOOP("Dates", "Dec"),
)


def translate(context: str, text: str) -> str:
    """A text in the language in force. Extraction knows this name: pass literals."""
    return QCoreApplication.translate(context, text)


def qt_length(text: str) -> int:
    """The length of a text as Qt counts places in it: a character beyond the first 65,536, as an emoji, is two."""
    return len(text) + sum(character > "\uffff" for character in text)


def counted(count: int, one: str, several: str) -> str:
    """What is said of so many: ``one`` where it is a single one, else ``several`` with its ``{count}``."""
    return one if count == 1 else several.replace("{count}", format_number(count))


def sentences(*parts: str) -> str:
    """Sentences one behind the other, the empty ones left out; a Chinese stop is gap enough."""
    joined = ""
    for part in parts:
        joined += f" {part}" if joined and part and not joined.endswith(_CHINESE_STOPS) else part
    return joined


def format_number(value: int) -> str:
    """An integer with thousands separated: 3,204."""
    return f"{value:,}"


def format_rate(value: float) -> str:
    """A rate or a duration with one decimal: 9.6."""
    return f"{value:.1f}"


def local_time(at_ms: int) -> datetime:
    """A stored time (Unix ms) in this machine's zone."""
    return datetime.fromtimestamp(at_ms / 1000).astimezone()


def format_clock(at_ms: int) -> str:
    """The time of day: 10:42."""
    return f"{local_time(at_ms):%H:%M}"


def format_date(day: date, today: date) -> str:
    """A day in one form: 今天, 10月8日, 2024年10月8日; Today, 8 Oct, 8 Oct 2024."""
    if day == today:
        return translate("Dates", "Today")
    pattern = (
        translate("Dates", "{day} {month}") if day.year == today.year else translate("Dates", "{day} {month} {year}")
    )
    return pattern.format(day=day.day, month=translate("Dates", str(_MONTHS[day.month - 1])), year=day.year)


def format_day(at_ms: int, today: date) -> str:
    """The day of a stored time, see `format_date`."""
    return format_date(local_time(at_ms).date(), today)


def format_month(day: date, today: date) -> str:
    """The month of a day: 10月, 2024年10月; Oct, Oct 2024."""
    month = translate("Dates", str(_MONTHS[day.month - 1]))
    if day.year == today.year:
        return translate("Dates", "{month}").format(month=month)
    return translate("Dates", "{month} {year}").format(month=month, year=day.year)


def format_year(day: date) -> str:
    """The year of a day: 2024年; 2024."""
    return translate("Dates", "{year}").format(year=day.year)


def format_moment(at_ms: int, today: date) -> str:
    """When something was said: 10:42 today, else the day and the time."""
    clock = format_clock(at_ms)
    return clock if local_time(at_ms).date() == today else f"{format_day(at_ms, today)} {clock}"


def speaker_name(speaker: str, kind: VaultKind) -> str:
    """Who said something, as captions call them."""
    if speaker.startswith(FAMILY_PREFIX):
        word = speaker.removeprefix(FAMILY_PREFIX)
        return word[:1].upper() + word[1:]
    names = {
        PERSON: translate("Speakers", "Patient") if kind is VaultKind.CLINICAL else translate("Speakers", "You"),
        CLINICIAN: translate("Speakers", "Clinician"),
        DOCUMENT: translate("Speakers", "Document"),
        ASSISTANT: translate("Speakers", "Assistant"),
        MEMORY: translate("Speakers", "Memory"),
    }
    return names.get(speaker, speaker)


def sex_name(sex: str) -> str:
    """A sex in the language in force, "" where it is not known."""
    names = {"male": translate("People", "male"), "female": translate("People", "female")}
    return {**names, "other": translate("People", "other sex")}.get(sex, sex)


def person_identifiers(person: Person, kind: VaultKind, today: date) -> tuple[str, str]:
    """What tells a person apart beside the name: (sex and age, record number); "space" in a personal vault."""
    if kind is VaultKind.PERSONAL:
        return "", translate("People", "space")
    age = age_on(person.birth_date, today)
    described = [
        sex_name(person.sex),
        translate("People", "{age} y").format(age=age) if age is not None else "",
    ]
    record = translate("People", "no. {number}").format(number=person.record_number) if person.record_number else ""
    return " ".join(part for part in described if part), record


def section_name(section: str) -> str:
    """A section of the prompt as gauge, lists and messages call it."""
    names = {
        "system": translate("Sections", "System"),
        "facts": translate("Sections", "Facts"),
        "summary": translate("Sections", "Summary"),
        "history": translate("Sections", "History"),
        "recalled": translate("Sections", "Recalled"),
        "question": translate("Sections", "Question"),
        "attachments": translate("Sections", "Attachments"),
        "template": translate("Sections", "Template"),
        "reply_reserve": translate("Sections", "Reply reserve"),
        "free": translate("Sections", "Free"),
    }
    return names.get(section, section)


def product_name() -> str:
    """The name of the program: Retrace, 溯忆."""
    return translate("Product", "Retrace")


def product_statement() -> str:
    """What the program is and is not, said wherever clinical work is touched."""
    return translate(
        "Product",
        "A tool for recording and remembering. It does not diagnose, prescribe or advise on drugs; "
        "a clinician checks and answers for what is used. It is not the legal record.",
    )


def short_statement() -> str:
    """The same in one line, for where it always stands."""
    return translate(
        "Product",
        "Records and remembers; does not diagnose, prescribe or advise on drugs. "
        "The clinician checks and answers. Not the legal record.",
    )


def shortened(text: str, characters: int) -> str:
    """The beginning of a text in one line of at most so many characters."""
    line = " ".join(text.split())
    return line if len(line) <= characters else line[: characters - 1].rstrip() + "…"
