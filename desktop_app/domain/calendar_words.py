"""The words of the calendar in Chinese and English, lower-cased: months and days of the week."""

from __future__ import annotations

import calendar
from typing import Final

MONTHS: Final = {
    name: number
    for number in range(1, 13)
    for name in (calendar.month_name[number].lower(), calendar.month_abbr[number].lower())
} | {"sept": 9}
# The name of a month, with the dot of its abbreviation, as the group ``month``.
MONTH: Final = "(?P<month>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b\.?"
# Of the week, 0 for Monday.
WEEKDAYS_EN: Final = {calendar.day_name[number].lower(): number for number in range(7)}
WEEKDAYS_ZH: Final = {char: number for number, char in enumerate("一二三四五六日")} | {"天": 6}
