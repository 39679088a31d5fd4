"""Dates that a text names, absolute or relative, in Chinese and English.

``resolve`` turns "last Tuesday", 上个月, 10月8日 or 2024-05-01 into ranges of days, as seen from
the day the text was said. Recall uses it for the dates a question asks about, facts use it to
anchor what was said. `grounding.dates` reads dates as they are named, without a day to see them from.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import TypeAlias

from desktop_app.domain.calendar_words import MONTH, MONTHS, WEEKDAYS_EN, WEEKDAYS_ZH
from desktop_app.domain.numerals import values_of
from desktop_app.domain.patterns import Pattern


class Toward(StrEnum):
    """Which occurrence a date without a year (or a bare weekday) means."""

    PAST = "past"  # the last one, today included: questions about what was
    NEAREST = "nearest"  # the one closest to the day it was said
    FUTURE = "future"  # the next one, today included: plans


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date in a text: characters ``start:end`` mean the days ``first`` to ``last``, both included."""

    start: int
    end: int
    first: date
    last: date
    vague: bool = False  # 最近, "a few days ago": the range is only where to look

    @property
    def is_day(self) -> bool:
        """Whether it names one day."""
        return self.first == self.last and not self.vague


_VAGUE = Pattern(r"最近|近来|近期|几|前些|前两天|这两天|^半|recently|lately|the other day|\b(?:few|several|couple)\b")

_Range: TypeAlias = tuple[date, date]
_Reader: TypeAlias = Callable[[re.Match[str], date, Toward], _Range | None]

_NUMBER = "(?:[0-9]{1,3}|[一二两三四五六七八九十]{1,3}|半|几)"
_ENGLISH_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "couple of": 2, "a couple of": 2, "three": 3, "few": 3, "a few": 3,
    "several": 4, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12,
}  # fmt: skip
_ENGLISH_NUMBER = "(?:[0-9]{1,3}|" + "|".join(sorted(_ENGLISH_NUMBERS, key=len, reverse=True)) + ")"
_WEEKDAY = "(?P<weekday>" + "|".join(WEEKDAYS_EN) + ")"
# "may" and "march" are everyday words: alone they count only where a preposition makes them months.
_DAY = "(?P<day>[0-3]?[0-9])(?:st|nd|rd|th)?"
_YEAR = "(?P<year>(?:19|20)[0-9]{2})"
_SEASONS = {"春": 3, "夏": 6, "秋": 9, "冬": 12, "spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}
_CHINESE_WEEKDAY = "(?P<weekday>[一二三四五六日天末])"
_ASCII_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
_CHINESE_DIGIT = "[一二三四五六七八九]"
_CHINESE_DAY = rf"(?P<day>3[01]|[12]\d|0?[1-9]|三十一?|二十{_CHINESE_DIGIT}?|十{_CHINESE_DIGIT}?|{_CHINESE_DIGIT})"
_NOT_IN_NUMBER = r"(?<![0-9./-])"


def resolve(text: str, said_on: date, toward: Toward = Toward.NEAREST) -> list[DateMention]:
    """The dates a text names, in order and without overlap.

    Args:
        text: in any language; Chinese and English dates are understood.
        said_on: the day it was said.
        toward: what a date without a year or a bare weekday means.

    Returns:
        Mentions with ranges of days. "Last week" is Monday to Sunday of the week before,
        "three months ago" the whole month, "a few days ago" the week before.
    """
    lowered = text.translate(_ASCII_LOWER)  # str.lower() can change the length, and with it the places
    found: list[DateMention] = []
    taken: list[tuple[int, int]] = []
    for pattern, reader in _PATTERNS:
        for match in pattern.finditer(lowered):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            try:
                days = reader(match, said_on, toward)
            except (ValueError, OverflowError):  # 31 February, or a year the calendar does not know
                continue
            if days is not None:
                taken.append(match.span())
                vague = _VAGUE.search(match.group()) is not None
                found.append(DateMention(match.start(), match.end(), *days, vague))
    return sorted(found, key=lambda mention: mention.start)


# --- numbers and ranges


def _chinese_number(word: str) -> int:
    """The value of a number, the greater of 两三; of 几 that of a few. Raises ValueError where it is none."""
    if word == "几":
        return 3
    values = values_of(word)
    if not values:
        raise ValueError(word)
    return int(values[-1])


def _month(year: int, month: int) -> _Range:
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def _day(day: date) -> _Range:
    return day, day


def _week(day: date) -> _Range:
    monday = day - timedelta(days=day.weekday())
    return monday, monday + timedelta(days=6)


def _year(year: int) -> _Range:
    return date(year, 1, 1), date(year, 12, 31)


def _season(year: int, word: str) -> _Range:
    start = _SEASONS[word]
    return _month(year, start)[0], _month(year, start + 2)[1]


def _pick(candidates: Iterator[_Range], said_on: date, toward: Toward) -> _Range | None:
    """The occurrence that is meant, of those around the day."""
    ranges = list(candidates)
    if toward is Toward.PAST:
        fitting = [days for days in ranges if days[0] <= said_on]
    elif toward is Toward.FUTURE:
        fitting = [days for days in ranges if days[1] >= said_on]
    else:
        fitting = ranges
    return min(fitting, key=lambda days: _distance(days, said_on), default=None)


def _distance(days: _Range, said_on: date) -> int:
    if days[0] <= said_on <= days[1]:
        return 0
    return min(abs((days[0] - said_on).days), abs((days[1] - said_on).days))


def _yearless(make: Callable[[int], _Range], said_on: date, toward: Toward) -> _Range | None:
    def around() -> Iterator[_Range]:
        for year in range(said_on.year - 4, said_on.year + 5):  # 29 February needs the reach
            try:
                yield make(year)
            except ValueError:
                continue

    return _pick(around(), said_on, toward)


def _shifted(unit: str, number: int, half: bool, sign: int, said_on: date) -> _Range:
    """``number`` units before (sign -1) or after the day."""
    if unit in ("天", "日", "day"):
        return _day(said_on + timedelta(days=sign * number))
    if unit in ("周", "星期", "礼拜", "week"):
        return _week(said_on + timedelta(weeks=sign * number))
    if unit in ("月", "month"):
        if half:
            middle = said_on + timedelta(days=sign * 15)
            return middle - timedelta(days=3), middle + timedelta(days=3)
        return _month(said_on.year, said_on.month + sign * number)
    return _month(said_on.year, said_on.month + sign * 6) if half else _year(said_on.year + sign * number)


# --- readers, one a pattern


def _read_full(match: re.Match[str], said_on: date, toward: Toward) -> _Range | None:
    del said_on, toward
    return _day(date(int(match["year"]), int(match["month"]), int(match["day"])))


def _read_slashed(match: re.Match[str], said_on: date, toward: Toward) -> _Range | None:
    del said_on, toward
    first, second = int(match["first"]), int(match["second"])
    month, day = (second, first) if first > 12 else (first, second)
    return _day(date(int(match["year"]), month, day))


def _read_chinese_date(match: re.Match[str], said_on: date, toward: Toward) -> _Range | None:
    month, day = _chinese_number(match["month"]), match["day"]
    word, year = match["relative"], match["year"]

    def make(year: int) -> _Range:
        return _day(date(year, month, _chinese_number(day))) if day else _month(year, month)

    if not 1 <= month <= 12:
        return None
    if year:
        return make(int(year))
    if word:
        return make(said_on.year + {"去": -1, "前": -2, "今": 0, "明": 1, "后": 2}[word[0]])
    return _yearless(make, said_on, toward)


def _read_chinese_year(match: re.Match[str], said_on: date, toward: Toward) -> _Range | None:
    del toward
    word = match["relative"]
    offsets = {"去": -1, "前": -2, "今": 0, "明": 1, "后": 2}
    year = said_on.year + offsets[word[0]] if word else int(match["year"])
    season, part = match["season"], match["part"]
    if season:
        return _season(year, season)
    if part == "初":
        return _month(year, 1)[0], _month(year, 3)[1]
    if part == "底":
        return _month(year, 11)[0], _month(year, 12)[1]
    return _year(year)


def _read_chinese_month(match: re.Match[str], said_on: date, toward: Toward) -> _Range | None:
    del toward
    first, last = _month(said_on.year, said_on.month + _step(match["step"]))
    if match["day"]:
        return _day(first.replace(day=_chinese_number(match["day"])))
    if match["part"]:
        bounds = {"初": (1, 10), "上旬": (1, 10), "中": (11, 20), "中旬": (11, 20), "下旬": (21, 31), "底": (21, 31)}
        start, end = bounds[match["part"]]
        return first.replace(day=start), first.replace(day=min(end, last.day))
    return first, last


def _read_chinese_week(match: re.Match[str], said_on: date, toward: Toward) -> _Range | None:
    step, weekday = match["step"], match["weekday"]
    if not step:
        return _pick_weekday(_chinese_weekday(weekday), said_on, toward)
    monday, sunday = _week(said_on + timedelta(weeks=_step(step)))
    if not weekday:
        return monday, sunday
    if weekday == "末":
        return monday + timedelta(days=5), sunday
    return _day(monday + timedelta(days=_chinese_weekday(weekday)))


def _step(word: str) -> int:
    """上 -1, 上上 -2, 下 1, 下下 2, 这 and 本 0."""
    return word.count("下") - word.count("上")


def _chinese_weekday(char: str) -> int:
    return 5 if char == "末" else WEEKDAYS_ZH[char]


def _pick_weekday(weekday: int, said_on: date, toward: Toward) -> _Range | None:
    monday = _week(said_on)[0]
    days = (_day(monday + timedelta(days=weekday, weeks=week)) for week in (-1, 0, 1))
    return _pick(iter(days), said_on, toward)


def _read_chinese_word(match: re.Match[str], said_on: date, toward: Toward) -> _Range | None:
    del toward
    word = match[0]
    if word in ("最近", "近来", "近期"):
        return said_on - timedelta(days=30), said_on
    if word in ("前几天", "前些天", "前两天"):
        return said_on - timedelta(days=7), said_on - timedelta(days=2)
    if word in ("这几天", "这两天"):
        return said_on - timedelta(days=3), said_on
    offsets = {"大前": -3, "大后": 3, "前": -2, "昨": -1, "今": 0, "当": 0, "明": 1, "后": 2}
    key = word[:2] if word[:2] in offsets else word[0]
    return _day(said_on + timedelta(days=offsets[key]))


def _read_chinese_ago(match: re.Match[str], said_on: date, toward: Toward) -> _Range | None:
    del toward
    word, sign = match["number"], -1 if match["way"] in ("前", "之前", "以前") else 1
    if word == "几":
        return _vague(match["unit"], sign, said_on)
    half = word == "半"
    return _shifted(match["unit"], 0 if half else _chinese_number(word), half, sign, said_on)


def _vague(unit: str, sign: int, said_on: date) -> _Range:
    """几天前 is 2 to 9 of them."""
    days = {"天": 1, "日": 1, "周": 7, "星期": 7, "礼拜": 7, "月": 30, "年": 365}[unit]
    near, far = said_on + timedelta(days=sign * 2 * days), said_on + timedelta(days=sign * 9 * days)
    return min(near, far), max(near, far)


def _read_day_of_month(match: re.Match[str], said_on: date, toward: Toward) -> _Range | None:
    day = _chinese_number(match["day"])

    def around() -> Iterator[_Range]:
        for step in (-2, -1, 0, 1, 2):
            first, last = _month(said_on.year, said_on.month + step)
            if 1 <= day <= last.day:
                yield _day(first.replace(day=day))

    return _pick(around(), said_on, toward)


def _read_english_date(match: re.Match[str], said_on: date, toward: Toward) -> _Range | None:
    month, day, year = MONTHS[match["month"]], match["day"], match["year"]

    def make(year: int) -> _Range:
        return _day(date(year, month, int(day))) if day else _month(year, month)

    return make(int(year)) if year else _yearless(make, said_on, toward)


def _read_english_month(match: re.Match[str], said_on: date, toward: Toward) -> _Range | None:
    month, year, step = MONTHS[match["month"]], match["year"], match["step"]
    if year:
        return _month(int(year), month)
    if step == "last":
        toward = Toward.PAST
    elif step == "next":
        toward = Toward.FUTURE
    return _yearless(lambda year: _month(year, month), said_on, toward)


def _read_english_step(match: re.Match[str], said_on: date, toward: Toward) -> _Range | None:
    del toward
    step = {"last": -1, "past": -1, "previous": -1, "this": 0, "next": 1, "coming": 1}[match["step"]]
    unit = match["unit"]
    if unit == "week":
        return _week(said_on + timedelta(weeks=step))
    if unit == "weekend":
        sunday = _week(said_on + timedelta(weeks=step))[1]
        return sunday - timedelta(days=1), sunday
    if unit == "month":
        return _month(said_on.year, said_on.month + step)
    if unit == "year":
        return _year(said_on.year + step)
    if unit == "night":
        return _day(said_on + timedelta(days=step))
    return _season(said_on.year + step, unit)


def _read_english_weekday(match: re.Match[str], said_on: date, toward: Toward) -> _Range | None:
    weekday, step = WEEKDAYS_EN[match["weekday"]], match["step"]
    if step in ("last", "past", "previous"):  # the last one before today
        return _day(said_on - timedelta(days=(said_on.weekday() - weekday - 1) % 7 + 1))
    if step in ("next", "coming"):
        return _day(said_on + timedelta(days=(weekday - said_on.weekday() - 1) % 7 + 1))
    if step == "this":
        return _day(_week(said_on)[0] + timedelta(days=weekday))
    return _pick_weekday(weekday, said_on, toward)


def _read_english_word(match: re.Match[str], said_on: date, toward: Toward) -> _Range | None:
    del toward
    word = match[0]
    if word in ("recently", "lately"):
        return said_on - timedelta(days=30), said_on
    if "the other day" in word:
        return said_on - timedelta(days=7), said_on - timedelta(days=2)
    offsets = {"before yesterday": -2, "after tomorrow": 2, "yesterday": -1, "tomorrow": 1}
    offset = next((days for ending, days in offsets.items() if word.endswith(ending)), 0)
    return _day(said_on + timedelta(days=offset))


def _read_english_ago(match: re.Match[str], said_on: date, toward: Toward) -> _Range | None:
    del toward
    word = match["number"] or match["later"]
    unit = match["unit"] or match["later_unit"]
    unit = {"wk": "week", "mo": "month", "yr": "year"}.get(unit, unit)
    sign = -1 if match["number"] else 1
    if word in ("few", "a few", "several"):
        return _vague({"day": "天", "week": "周", "month": "月", "year": "年"}[unit], sign, said_on)
    return _shifted(unit, int(word) if word.isdecimal() else _ENGLISH_NUMBERS[word], False, sign, said_on)


def _read_year(match: re.Match[str], said_on: date, toward: Toward) -> _Range | None:
    del said_on, toward
    return _year(int(match["year"]))


_STEP = "(?P<step>last|past|previous|this|next|coming)"
# Earlier patterns win over later ones where they overlap.
_PATTERNS: tuple[tuple[Pattern, _Reader], ...] = tuple(
    (Pattern(pattern), reader)
    for pattern, reader in (
        (rf"{_NOT_IN_NUMBER}{_YEAR}(?P<sign>[-/.])(?P<month>[01]?\d)(?P=sign)(?P<day>[0-3]?\d)(?![0-9])", _read_full),
        (rf"{_NOT_IN_NUMBER}(?P<first>[0-3]?\d)/(?P<second>[0-3]?\d)/{_YEAR}(?![0-9])", _read_slashed),
        (
            rf"(?:(?:(?P<relative>[去前今明后]年)|{_YEAR} ?年) ?(?:的)?)?"
            r"(?<![0-9一二三四五六七八九十个])(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九]) ?月"
            rf"(?: ?{_CHINESE_DAY} ?[日号]|份)?",
            _read_chinese_date,
        ),
        (
            rf"(?:(?P<relative>(?<![\d一二两三四五六七八九十几半])(?:去|前|今|明|后)年)|{_YEAR} ?年)"
            r"(?:的)?(?:(?P<season>[春夏秋冬])[天季]?|(?P<part>初|底))?",
            _read_chinese_year,
        ),
        (
            r"(?P<step>上上|上|下下|下|这|本)个?月(?:的)?"
            rf"(?:{_CHINESE_DAY} ?[日号]"
            r"|(?P<part>上旬|中旬|下旬|初|底|中))?",
            _read_chinese_month,
        ),
        (rf"(?P<step>上上|上|下下|下|这|本)(?:一)?个?(?:周|星期|礼拜)(?:{_CHINESE_WEEKDAY})?", _read_chinese_week),
        (rf"(?P<step>)(?<![每一二两三四五六七八九十\d])(?:周|星期|礼拜){_CHINESE_WEEKDAY}", _read_chinese_week),
        (
            rf"(?P<number>{_NUMBER}) ?(?:个)?(?P<unit>天|日|周|星期|礼拜|月|年)(?P<way>之前|以前|之后|以后|前|后)",
            _read_chinese_ago,
        ),
        (
            "前几天|前些天|前两天|这几天|这两天|大前天|大后天|(?:今|昨|明)(?:天|日|早|晚|晨|夜)|前天|前晚"
            "|后天(?!性)|最近|近来|近期",
            _read_chinese_word,
        ),
        (
            r"(?<![0-9一二三四五六七八九十第])(?P<day>3[01]|[12]\d|[1-9]) ?号(?![线楼院室房门车机码球床])",
            _read_day_of_month,
        ),
        (rf"\b(?:on |the )*{_DAY} (?:of )?{MONTH},? ?{_YEAR}?(?![0-9])", _read_english_date),
        (rf"\b{MONTH} (?:the )?{_DAY}(?![0-9:])(?:,? {_YEAR}\b)?", _read_english_date),
        (rf"\b(?P<step>)(?:of )?{MONTH},? {_YEAR}\b", _read_english_month),
        (r"\b(?:on|by|before|until) the (?P<day>3[01]|[12]\d|[1-9])(?:st|nd|rd|th)\b", _read_day_of_month),
        (
            r"\b(?:in|during|since|until|by|(?:early|late|mid)(?: in)?|(?P<step>last|this|next))"
            rf" {MONTH}(?P<year>)(?! \d)",
            _read_english_month,
        ),
        (rf"\b{_STEP} (?P<unit>weekend|week|month|year|night|spring|summer|fall|autumn|winter)\b", _read_english_step),
        (rf"\b(?:on )?(?:{_STEP} )?{_WEEKDAY}\b", _read_english_weekday),
        (
            r"\b(?:the day before yesterday|the day after tomorrow|yesterday|tomorrow|today|tonight"
            r"|this (?:morning|afternoon|evening)|the other day|recently|lately)\b",
            _read_english_word,
        ),
        (
            rf"\b(?:(?P<number>{_ENGLISH_NUMBER}) (?P<unit>day|week|wk|month|mo|year|yr)s? (?:ago|earlier|before)"
            rf"|in (?P<later>{_ENGLISH_NUMBER}) (?P<later_unit>day|week|wk|month|mo|year|yr)s?(?: time)?)\b",
            _read_english_ago,
        ),
        (rf"\b(?:in|during|since|of|year) {_YEAR}\b", _read_year),
    )
)
