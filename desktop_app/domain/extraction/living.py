"""Where somebody lives, what he works, with whom he lives."""

from __future__ import annotations

from desktop_app.domain.extraction.clause_subjects import NOBODY
from desktop_app.domain.extraction.occupations import read_occupation
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.extraction.residence import read_residence
from desktop_app.domain.memory import Category
from desktop_app.domain.patterns import Pattern

_OTHER = Pattern(
    r"(?P<a>已婚已育|已婚未育|未婚未育|已婚|未婚|离异|离婚了?|丧偶|单身)(?![夫妻妈爸])|(?:我|他|她|家里|"
    r"我们|家)(?:现在|一共)?(?P<b>有(?:[一二两三四五六1-9])(?:个|对)(?:孩子|儿子|女儿|小孩|娃|"
    r"双胞胎|哥哥|姐姐|弟弟|妹妹|孙子|孙女|兄弟|姐妹))|(?P<c>(?:养了|养着|"
    r"有)[一二两三四1-9]只(?:[\u4e00-\u9fff]{0,4})?(?:狗|猫|兔子|鹦鹉|乌龟|仓鼠))|"
    r"\b(?:i'm|i am|is|am|he's|she's)\s(?:now |recently |happily |still )?(?P<d>married|divorced|"
    r"widowed|single|separated|engaged)\b(?! to my work)|\b(?:i|we|he|she)(?:\s(?:have got|has got|have|has)|"
    r"'ve got|'s got|"
    r"\s've got)\s(?P<e>(?:one|two|three|four|five|six|\d|a|an|no)\s(?:\w+\s)?(?:kids?|children|sons?|"
    r"daughters?|brothers?|sisters?|siblings?|grandchildren|cats?|dogs?|twins|boys?|girls?|rabbits?|"
    r"parrots?))\b"
)


def extract_living(reading: Reading) -> None:
    """Find residence, occupation and family status."""
    for view in reading.views:
        if not view.clause.hypothetical:
            read_residence(reading, view)
            read_occupation(reading, view)
            _other(reading, view)


def _other(reading: Reading, view: View) -> None:
    for match in _OTHER.finditer(view.text):
        group = next(name for name, value in match.groupdict().items() if value)
        start, end = view.place(match, group)
        if reading.is_open(view, start, end) and view.subjects.at(match.start(group)) != (NOBODY,):
            if group == "a" and match["a"] == "单身" and not view.subjects.names_somebody and not reading.clinical:
                continue
            attribute = "marital status" if group in ("a", "d") else "family" if group in ("b", "e") else "pets"
            if group == "a" and view.han:
                attribute = "婚姻"
            elif view.han and group in ("b", "c"):
                attribute = "家庭" if group == "b" else "宠物"
            reading.add(Category.OTHER, start, end, attribute=attribute)
