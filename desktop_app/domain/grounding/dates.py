"""Dates and weekdays a text names in so many words, in any usual spelling.

For comparing a reply with its prompt: only what is named counts, be it a month or a weekday alone. The days that
昨天 or "last Tuesday" mean are read by `domain.dates`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from desktop_app.domain.calendar_words import MONTH, MONTHS, WEEKDAYS_EN, WEEKDAYS_ZH
from desktop_app.domain.numerals import values_of
from desktop_app.domain.patterns import Pattern

_YEAR = r"(?P<year>(?:19|20)[0-9]{2})"
_ZH_YEAR = r"(?P<year>(?:19|20)[0-9]{2}|[一二][九零〇][零〇一二三四五六七八九]{2})"
_ZH_MONTH = r"(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
_ZH_DAY = r"(?P<day>3[01]|[12][0-9]|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])"
_MM, _DD = r"(?P<month>1[0-2]|0?[1-9])", r"(?P<day>3[01]|[12][0-9]|0?[1-9])"
_EN_DAY = r"(?P<day>3[01]|[12][0-9]|0?[1-9])(?:st|nd|rd|th)?"
_PATTERNS = tuple(
    Pattern(pattern)
    for pattern in (
        rf"(?<![0-9./-]){_YEAR}(?P<sign>[-/.]){_MM}(?P=sign){_DD}(?![0-9])",
        rf"(?<![0-9./-]){_MM}/{_DD}/{_YEAR}(?![0-9])",
        rf"(?<![0-9./-]){_DD}/{_MM}/{_YEAR}(?![0-9])",
        rf"(?<![0-9零〇一二三四五六七八九十])(?:{_ZH_YEAR} ?年 ?)?{_ZH_MONTH} ?月 ?{_ZH_DAY} ?[日号]",
        rf"(?<![0-9]){_ZH_YEAR} ?年 ?{_ZH_MONTH} ?月",
        rf"(?<![0-9]){_ZH_YEAR} ?年(?!代)",
        r"(?<![0-9零〇一二三四五六七八九十个])(?P<month>1[0-2]|0?[1-9]|十[一二]?|[二三四五六七八九]) ?月份?"
        r"(?![0-9一二三四五六七八九十经饼薪子亮球大])",
        rf"(?<![0-9./-])(?<![a-z]){_EN_DAY} (?:of )?{MONTH}(?:,? {_YEAR}(?![0-9]))?",
        rf"(?<![a-z]){MONTH} (?:the )?{_EN_DAY}(?![0-9:.%a-z])(?:,? {_YEAR}(?![0-9]))?",
        rf"(?<![a-z]){MONTH},? (?:of )?{_YEAR}(?![0-9])",
        rf"(?<![a-z])(?:in|since|until|by|during|last|this|next|early|late|mid)[ -]{MONTH}(?! [a-z])",
        rf"(?<![a-z])(?:in|since|until|by|during|of|year) {_YEAR}(?![0-9])",
    )
)
_WEEKDAYS_EN = {short: number for name, number in WEEKDAYS_EN.items() for short in (name, name[:3])}
_ZH_WEEKDAY = Pattern(
    r"(?<![0-9一二两三四五六七八九十每几])(?:每?周|星期|礼拜)(?P<day>[一二三四五六日天])(?![0-9一二三四五六七八九十次天])"
)
_EN_WEEKDAY = Pattern(r"(?<![a-z])(?P<day>" + "|".join(sorted(_WEEKDAYS_EN, key=len, reverse=True)) + r")s?(?![a-z])")


@dataclass(frozen=True, slots=True)
class NamedDate:
    """A date in a text, as far as it is named: a year, a month, a day, or a weekday (0 is Monday) alone."""

    start: int
    end: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None

    def stands_in(self, record: NamedDate) -> bool:
        """Whether a date of the record says all this one says; a year that the record leaves open may be any."""
        if self.weekday is not None:
            return self.weekday == record.known_weekday
        if record.weekday is not None:
            return False
        if self.year is not None and record.year is not None and self.year != record.year:
            return False
        if self.month is None:
            return record.year is not None
        return self.month == record.month and self.day in (None, record.day)

    @property
    def known_weekday(self) -> int | None:
        """The weekday, named or by the calendar."""
        if self.weekday is not None or self.year is None or self.month is None or self.day is None:
            return self.weekday
        try:
            return date(self.year, self.month, self.day).weekday()
        except ValueError:
            return None


def named_dates(text: str, *, short_weekdays: bool = False) -> list[NamedDate]:
    """The dates of a normalised text, in order and without overlap.

    Args:
        text: normalised.
        short_weekdays: whether "Mon" and "Sat" are weekdays too; "sat" and "sun" are words as well.
    """
    found: list[NamedDate] = []
    taken = bytearray(len(text))
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if any(taken[match.start() : match.end()]):
                continue
            start = min(match.start(name) for name, word in match.groupdict().items() if word)  # without "in"
            parts = {name: _number(word) for name, word in match.groupdict().items() if name != "sign" and word}
            taken[match.start() : match.end()] = b"\x01" * (match.end() - match.start())
            found.append(NamedDate(start, match.end(), parts.get("year"), parts.get("month"), parts.get("day")))
    for pattern, names in ((_ZH_WEEKDAY, WEEKDAYS_ZH), (_EN_WEEKDAY, _WEEKDAYS_EN)):
        for match in pattern.finditer(text):
            if len(match["day"]) == 3 and not short_weekdays:
                continue
            found.append(NamedDate(*match.span(), weekday=names[match["day"]]))
    return sorted(found, key=lambda one: one.start)


def _number(word: str) -> int | None:
    if word in MONTHS:
        return MONTHS[word]
    values = values_of(word)
    return int(values[0]) if values else None
