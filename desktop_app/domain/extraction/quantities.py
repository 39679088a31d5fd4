"""Quantities: a number with its unit, in digits or in words: 5毫克, 四十二岁, 138/88, forty-two years old.

For facts: whether two sayings speak of the same quantity, so a unit keeps its name and nothing is converted.
What a reply may claim is read by `grounding.quantities`, where 1 g is 1,000 mg and a range is one quantity.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from desktop_app.domain.numerals import values_of
from desktop_app.domain.patterns import Pattern

# One name for each unit, whatever it is called. A longer name stands before one it begins with.
_UNITS = {
    "age": "周岁|岁|years? old|year-old|yrs? old|y/o|yo|y\\.o\\.",
    "mcg": "微克|μg|µg|mcg|ug",
    "mg": "毫克|mg|milligrams?",
    "mmol": "mmol/l|毫摩尔每升|毫摩尔|mmol",
    "mmhg": "毫米汞柱|mmhg",
    "ml": "毫升|ml|millilit(?:er|re)s?",
    "kg": "公斤|千克|kg|kilos?|kilograms?",
    "jin": "斤",
    "lb": "磅|lbs?|pounds?",
    "g": "克|grams?|g",
    "cm": "厘米|公分|cm",
    "metre": "米|met(?:er|re)s?",
    "percent": "%|percent",
    "degree": "摄氏度|度|℃|°c|°f|degrees",
    "rate": "次/分钟|次/分|次每分钟|bpm|beats per minute|/min",
    "unit": "单位|iu|units?",
    "piece": "片|粒|颗|丸|tablets?|tabs?|pills?|capsules?|caps",
    "drop": "滴|drops?",
    "puff": "喷|揿|吸|puffs?|sprays?",
    "pack": "袋|支|包|贴",
}
DOSE_UNITS = frozenset({"mg", "mcg", "g", "ml", "unit", "piece", "drop", "puff", "pack"})
_ONES = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
}
_TENS = {
    word: value * 10
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
}
_WORDS_EN = "|".join(sorted([*_ONES, *_TENS, "hundred", "half"], key=len, reverse=True))
_NUMBER_EN = rf"(?<![a-z])(?:{_WORDS_EN})(?:(?:[ -]| and )(?:{_WORDS_EN}))*(?![a-z])"
_NUMBER_ZH = "[零〇一二两三四五六七八九十百半点]+"
_DIGITS = r"(?<![\d.])\d{1,5}(?:\.\d+)?(?:\s?/\s?\d{1,3}(?:\.\d+)?)?(?![\d])"
_UNIT = "|".join(f"(?P<{name}>(?:{words})(?:(?<=[\u4e00-\u9fff])|(?![a-z])))" for name, words in _UNITS.items())
_QUANTITY = Pattern(rf"(?P<number>{_DIGITS}|{_NUMBER_ZH}|{_NUMBER_EN})(?:[\s-]?(?:{_UNIT}))?")
# What may follow a number without a unit; 138元 and 三年 are quantities of another kind.
_ENDS = Pattern(
    r"\s*(?:$|[,.;:!?。、)]|了|吧|啊|哦|呢|哈|而|不是|改|有误|更正|纠正|订正|修正|应|[记说写看录填输打量测]?错|\b(?:and|but|not|it|i|to|instead|rather|now|then)\b)"
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity at ``start:end`` of a text.

    Attributes:
        numbers: its value; two of a blood pressure.
        unit: a name of its own for each unit, "" where none is said.
        start: of the number.
        end: of the unit, or of the number.
    """

    numbers: tuple[float, ...]
    unit: str
    start: int
    end: int

    def equals(self, other: Quantity) -> bool:
        """Whether both say the same, as far as both say a unit."""
        return self.numbers == other.numbers and self.is_like(other)

    def is_like(self, other: Quantity) -> bool:
        """Whether one can stand for the other: the same unit, or one of them without."""
        return self.unit == other.unit or not (self.unit and other.unit)


def quantities(text: str) -> list[Quantity]:
    """The quantities of a normalised text, in order.

    A number in words that has no unit counts only from ten on: 一 and "one" are everyday words.
    """
    found = []
    for match in _QUANTITY.finditer(text):
        unit = next((name for name in _UNITS if match[name]), "")
        numbers = _values(match["number"])
        if not numbers or (not unit and not _ENDS.match(text, match.end())):
            continue
        if not unit and not match["number"][0].isdigit() and numbers[0] < 10:
            continue
        found.append(Quantity(numbers, unit, match.start(), match.end()))
    return found


def says_quantity(text: str, wanted: Iterable[Quantity]) -> bool:
    """Whether a text says one of the quantities."""
    own = quantities(text)
    return any(one.equals(other) for one in wanted for other in own)


def _values(word: str) -> tuple[float, ...]:
    if word[0].isdigit():
        return tuple(float(part) for part in re.split(r"\s?/\s?", word))
    if not word.isascii():
        values = values_of(word)
        return values if len(values) == 1 else ()  # 两三: about so many is no quantity
    value = _english(word)
    return () if value is None else (value,)


def _english(word: str) -> float | None:
    total = 0
    for part in re.split(r"[ -]", word):
        if part == "half":
            return 0.5 if word == "half" else None
        if part == "hundred":
            total = max(total, 1) * 100
        elif part != "and":
            total += _ONES.get(part, _TENS.get(part, 0))
    return float(total)
