"""Holidays as words of date: 国庆节, Christmas Eve."""

from __future__ import annotations

from datetime import date, timedelta

from desktop_app.domain.dates import DateMention
from desktop_app.domain.patterns import Pattern

# Those with a fixed day of the sun's calendar: month, day, and how many days they last.
_FIXED: tuple[tuple[str, str, int, int, int], ...] = (
    ("元旦", "new year's day", 1, 1, 1),
    ("情人节", "valentine's day", 2, 14, 1),
    ("妇女节|三八节", "", 3, 8, 1),
    ("五一|劳动节", "labour day|may day", 5, 1, 5),
    ("六一|儿童节", "", 6, 1, 1),
    ("国庆", "", 10, 1, 7),
    ("万圣节", "halloween", 10, 31, 1),
    ("双十一|双11", "", 11, 11, 1),
    ("平安夜", "christmas eve", 12, 24, 1),
    ("圣诞", "christmas(?! eve)(?: day)?|xmas", 12, 25, 1),
    ("跨年夜?", "new year's eve|nye", 12, 31, 1),
)
# These move with the moon or a weekday; they are words of date without a day.
_MOVING_ZH = "春节|除夕|大年三十|过年|元宵|清明|端午|七夕|中秋|重阳|腊八|小年|感恩节|复活节|暑假|寒假|黄金周"
_MOVING_EN = "easter|thanksgiving|passover|ramadan|eid|diwali|hanukkah|new year's|new year|the holidays"

HOLIDAY_ZH = (
    rf"(?:(?:{_MOVING_ZH}|{'|'.join(names for names, *_ in _FIXED)})(?:节)?(?:假期|期间|长假|小长假|"
    r"放假|那天|当天|那几天|的时候)?)"
)
HOLIDAY_EN = (
    r"(?:(?:at|on|over|for|this|next|by|before|until|after|during) )"
    rf"(?:{'|'.join(names for _, names, *_ in _FIXED if names)}|{_MOVING_EN})\b(?: (?:eve|day|break|holidays?|"
    rf"weekend))?"
)
_DAYS = tuple(
    (Pattern(rf"(?:{zh}{'|' + en if en else ''})"), month, day, length)
    for zh, en, month, day, length in sorted(_FIXED, key=lambda one: -len(one[1]))
)


def next_holiday(text: str, said_on: date) -> DateMention | None:
    """The first holiday with a fixed day that a clause names: its next occurrence, a running one included."""
    for pattern, month, day, length in _DAYS:
        match = pattern.search(text)
        if match is None:
            continue
        first = date(said_on.year, month, day)
        last = first + timedelta(days=length - 1)
        if last < said_on:
            first, last = first.replace(year=first.year + 1), last.replace(year=last.year + 1)
        return DateMention(match.start(), match.end(), first, last)
    return None
