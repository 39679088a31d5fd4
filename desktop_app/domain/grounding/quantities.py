"""Numbers of a text with their units, and which of them state something.

For checking a reply against its prompt: every number, ranges and pairs too, in the smallest measure of its unit.
Facts are read by `extraction.quantities`, which takes fewer numbers and converts none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from desktop_app.domain.extraction.lexicon import alternation
from desktop_app.domain.numerals import ARABIC, CHINESE, ENGLISH, is_arabic, values_of
from desktop_app.domain.patterns import Pattern

# Spellings of a unit: what it measures, and how many of the smallest one it is.
_UNITS: dict[str, tuple[str, float]] = {}


def _unit(dimension: str, factor: float, names: str) -> None:
    _UNITS.update({name.replace("_", " "): (dimension, factor) for name in names.split()})


_unit("mass", 1, "mg 毫克 milligrams milligram mgs")
_unit("mass", 1000, "g 克 grams gram")
_unit("mass", 0.001, "mcg ug μg µg 微克 micrograms microgram")
_unit("mass", 1e6, "kg 公斤 千克 kgs kilograms kilogram kilos kilo")
_unit("mass", 5e5, "斤")
_unit("mass", 453_592, "lb lbs pounds pound")
_unit("volume", 1, "ml 毫升 milliliters millilitres cc")
_unit("volume", 1000, "l 升 liters litres")
_unit("iu", 1, "iu 单位 units unit 国际单位")
_unit("piece", 1, "片 粒 颗 丸 支 袋 包 滴 喷 吸 贴 揿 枚 tablets tablet tabs tab pills pill capsules capsule caps cap "
      "puffs puff drops drop sprays patches")  # fmt: skip
_unit("percent", 1, "% percent 个百分点")
_unit("pressure", 1, "mmhg mm_hg 毫米汞柱")
_unit("mmol/l", 1, "mmol/l mmol 毫摩尔/升 毫摩尔每升 毫摩尔 毫摩")
_unit("mg/dl", 1, "mg/dl")
_unit("umol/l", 1, "μmol/l umol/l 微摩尔/升")
_unit("g/l", 1, "g/l")
_unit("rate", 1, "bpm 次/分 次/分钟 次每分 次每分钟 beats_per_minute beats/min /min 下/分 次/min")
_unit("age", 1, "岁 周岁 years_old year_old yo -year-old years_of_age")
_unit("times", 1, "次 回 times time 遍")
_unit("clock", 1, "秒 秒钟 seconds second")
_unit("clock", 60, "分钟 minutes minute mins min -minute")
_unit("clock", 3600, "小时 个小时 钟头 个钟头 hours hour hrs -hour h")
_unit("days", 1, "天 日 days day -day")
_unit("days", 7, "周 星期 个星期 礼拜 个礼拜 weeks week wks -week")
_unit("months", 1, "个月 月 months month -month")
_unit("months", 12, "年 years year yrs -year")
_unit("temperature", 1, "℃ °c 度 摄氏度 degrees °f ℉ 华氏度 °")
_unit("length", 1, "cm 厘米 公分 centimeters centimetres")
_unit("length", 0.1, "mm 毫米 millimeters")
_unit("length", 100, "m 米 meters metres")
_unit("length", 1e5, "km 公里 千米 kilometers kilometres")
_unit("length", 160_934, "miles mile 英里")
_unit("length", 30.48, "feet foot ft 英尺")
_unit("length", 2.54, "inches inch 英寸")
_unit("money", 1, "元 块 块钱 yuan rmb 人民币")
_unit("dollars", 1, "美元 dollars usd")
_unit("energy", 1, "千卡 大卡 kcal calories")
_unit("cups", 1, "杯 cups cup glasses glass")
_unit("steps", 1, "步 steps")
_unit("cigarettes", 1, "根 cigarettes")
_unit("beats", 1, "下 beats")

_JOIN = r"(?:\s?(?:-|–|—|~|〜|/|至|到|over|to|and|or|或者?)\s?)"
_NUMBER = rf"(?:{ARABIC}|{CHINESE}|{ENGLISH})"
_FREQUENCIES = {
    "qd": 1, "bid": 2, "tid": 3, "qid": 4, "once daily": 1, "once a day": 1, "twice daily": 2, "twice a day": 2,
    "thrice daily": 3, "once a week": 1, "once weekly": 1, "twice a week": 2, "twice weekly": 2, "q.d.": 1,
    "b.i.d.": 2, "t.i.d.": 3, "q12h": 2, "q8h": 3, "q6h": 4,
}  # fmt: skip
_FREQUENCY = Pattern(rf"(?<![a-z])(?:{alternation(_FREQUENCIES)})(?![a-z])")
_CLOCK = Pattern(
    r"(?<![0-9.:/])(?P<hour>[01]?[0-9]|2[0-4])"
    r"(?::(?P<minute>[0-5][0-9])(?![0-9:])(?: ?[ap]\.?m\.?)?| ?(?P<half>[ap]\.?m\b\.?))"
    rf"|(?:早上|早晨|上午|中午|下午|傍晚|晚上|凌晨|夜里|夜间|早|晚) ?(?P<zh>{ARABIC}|[一二两三四五六七八九十]+) ?点"
    r"(?:钟|(?P<part>半)|(?P<zhm>[0-5]?[0-9]|[一二三四五]?十[一二三四五六七八九]?) ?分)?"
    rf"|(?<![0-9.])(?P<bare>{ARABIC}) ?点(?:钟|(?P<barepart>半))"
)
_AND_A_HALF = Pattern(rf"(?P<number>{ARABIC}|{CHINESE})个?半(?P<unit>小时|钟头|月|年|天|星期|片)")
_PERCENT_OF = Pattern(rf"百分之(?P<number>{ARABIC}|{CHINESE})")


@cache
def _pattern() -> Pattern:
    names = sorted(_UNITS, key=len, reverse=True)
    latin = "|".join(re.escape(name) + r"(?![a-z])" for name in names if name[-1].isascii() and name[-1].isalpha())
    others = "|".join(re.escape(name) for name in names if not (name[-1].isascii() and name[-1].isalpha()))
    return Pattern(
        rf"(?P<number>{_NUMBER})(?P<scale> ?(?:万|千(?!克|米|卡)|亿|million|thousand|k(?![a-z])))?"
        rf"(?P<unit>\s?(?:{latin}|{others}))?"
    )


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number, or both ends of a range or a pair, with what it counts.

    Attributes:
        start: of the number in the text.
        end: behind its unit.
        values: in the unit's smallest measure, `raw` as written.
        raw: as written, without the unit.
        dimension: what the unit measures, "" without one.
        in_words: whether it is written in words.
    """

    start: int
    end: int
    values: tuple[float, ...]
    raw: tuple[float, ...]
    dimension: str = ""
    in_words: bool = False


def quantities(text: str) -> list[Quantity]:
    """All numbers of a normalised text, ranges and pairs as one."""
    found = [*_special(text)]
    taken = bytearray(len(text))
    for one in found:
        taken[one.start : one.end] = b"\x01" * (one.end - one.start)
    singles: list[Quantity] = []
    for match in _pattern().finditer(text):
        if any(taken[match.start() : match.end()]):
            continue
        single = _read(match)
        if single is not None:
            singles.append(single)
    return sorted([*found, *_joined(text, singles)], key=lambda one: one.start)


def _special(text: str) -> list[Quantity]:
    found: list[Quantity] = []
    for match in _FREQUENCY.finditer(text):
        count = float(_FREQUENCIES[match.group()])
        found.append(Quantity(*match.span(), (count,), (count,), "times"))
    for match in _PERCENT_OF.finditer(text):
        values = values_of(match["number"])
        if values:
            found.append(Quantity(*match.span(), values, values, "percent"))
    for match in _AND_A_HALF.finditer(text):
        dimension, factor = _UNITS[f"个{match['unit']}" if match["unit"] == "月" else match["unit"]]
        values = tuple(value + 0.5 for value in values_of(match["number"]))
        if values:
            found.append(Quantity(*match.span(), _scaled(values, factor), values, dimension, True))
    for match in _CLOCK.finditer(text):
        hour = values_of(match["hour"] or match["zh"] or match["bare"])
        minutes = values_of(match["minute"] or match["zhm"] or "0")
        if not hour or not minutes or hour[0] > 24:
            continue
        minute = 30.0 if match["part"] or match["barepart"] else minutes[0]
        # Twelve hours apart is the same: 8 pm and 20:00, and 8 without either.
        found.append(Quantity(*match.span(), (hour[0] % 12 * 60 + minute,), hour, "time"))
    return found


_SCALES = {"万": 1e4, "千": 1e3, "亿": 1e8, "million": 1e6, "thousand": 1e3, "k": 1e3}


def _read(match: re.Match[str]) -> Quantity | None:
    word = match["number"]
    values = values_of(word)
    if not values:
        return None
    if match["scale"]:
        values = tuple(value * _SCALES[match["scale"].strip()] for value in values)
    name = (match["unit"] or "").strip()
    dimension, factor = _UNITS.get(name, ("", 1.0))
    return Quantity(*match.span(), _scaled(values, factor), values, dimension, not is_arabic(word))


def _scaled(values: tuple[float, ...], factor: float) -> tuple[float, ...]:
    return tuple(round(value * factor, 6) for value in values)


_JOINED = Pattern(_JOIN)
_PAIR = Pattern(r"\s?(?:/|over)\s?")


def _joined(text: str, singles: list[Quantity]) -> list[Quantity]:
    """Ranges (5-10 mg, 120到130) and pairs (150/95) made one; the first takes the unit of the second."""
    result: list[Quantity] = []
    for one in singles:
        before = result[-1] if result else None
        if before is not None and len(before.values) == 1 and len(one.values) == 1 and before.end < one.start:
            gap = text[before.end : one.start]
            between = "and" in gap and "between" not in text[max(0, before.start - 12) : before.start]
            if _JOINED.fullmatch(gap) and not between and before.dimension in ("", one.dimension):
                factor = one.values[0] / one.raw[0] if one.raw[0] else 1.0
                first = before.values if before.dimension else _scaled(before.raw, factor)
                dimension = "pressure" if _PAIR.fullmatch(gap) and not one.dimension else one.dimension
                result[-1] = Quantity(
                    before.start, one.end, first + one.values, before.raw + one.raw, dimension, one.in_words
                )
                continue
        result.append(one)
    return result
