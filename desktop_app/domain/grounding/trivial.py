"""Numbers of a reply that order, count or name its own words and state nothing."""

from __future__ import annotations

import re

from desktop_app.domain.grounding.quantities import Quantity
from desktop_app.domain.patterns import Pattern

_MARKER = Pattern(r"(?:^|\n)[ \t>*#+-]*[(\[]?$")
_MARKER_END = Pattern(r"[ \t]*(?:[)\]、]|\.(?![0-9])|[:：](?=\s|[*]|[\u4e00-\u9fff]))|\ufe0f?\u20e3")
_ORDINAL_BEFORE = Pattern(
    r"(?:第 ?|步骤 ?|方案 ?|选项 ?|阶段 ?|问题 ?|要点 ?|表 ?|图 ?|附录 ?|注 ?|#|"
    r"(?<![a-z])(?:steps?|points?|options?|parts?|items?|no\.|numbers?|types?|grades?|stages?|phases?|class|levels?|"
    r"questions?|tables?|figures?|sections?|chapters?|tips?|reasons?|rules?|versions?|top) )$"
)
_ORDINAL_AFTER = Pattern(r"(?:st|nd|rd|th)(?![a-z])|-?(?:型|期|级|類|类|号|线|代|维)|年代")
_COUNTED = Pattern(
    r"\s?(?:个(?!月|小时|星期|礼拜|半月|钟头|百分点|单位)|种|点(?![钟半0-9])|条|项|件|类|位|名|句|段|组|份|对|大|方面|部分|"
    r"步(?!数)|者|样|处|番|道|只|张|则|"
    r"(?:other |more |main |key |simple |important |possible |different |of (?:these|them|your|the) |common |current )*"
    r"(?:things?|points?|ways?|steps?(?![ -]+(?:a|per))|options?|reasons?|items?|questions?|parts?|kinds?|types?|"
    r"medications?|medicines?|drugs?|facts?|conditions?|tips?|ideas?|areas?|topics?|people|persons?|groups?|factors?|"
    r"choices?|aspects?|sentences?|records?|notes?|messages?|results?|readings?|values?|symptoms?|allergies|allergy|"
    r"appointments?|of (?:them|these|those|the|your))(?![a-z]))"
)
_SMALL = 20
_CALLED = Pattern(
    r"(?:拨打|拨|致电|打|call|dial|急救电话|急救|ring|hotline)[ :“\"'*]*(?:急救电话|急救|热线)?[ :“\"'*]*$"
)
_NAME_BEFORE = Pattern(r"[a-z][-/]?$|[a-z]_$")


def is_trivial(text: str, one: Quantity) -> bool:
    """Whether a number of a reply is a list marker, an ordinal, a count of what follows, or part of a name.

    Args:
        text: the reply, normalised.
        one: the number in it.
    """
    before, after = text[max(0, one.start - 24) : one.start], text[one.end : one.end + 40]
    bare = not one.dimension
    if bare and _is_marker(text, one):
        return True
    if _ORDINAL_BEFORE.search(before) or (bare and _ORDINAL_AFTER.match(after)):
        return True
    if _NAME_BEFORE.search(before) or (bare and re.match(r"-?[a-z]|_", after)):
        return True  # HbA1c, B12, COVID-19, 3D
    if bare and max(one.raw) <= _SMALL and _COUNTED.match(after):
        return True
    if one.dimension == "steps" and max(one.raw) <= _SMALL:
        return True
    if bare and _CALLED.search(before) and max(one.raw) < 1000:
        return True
    if bare and text[one.start : one.end].replace(" ", "") == "24/7":
        return True
    return one.in_words and _is_idiom(text, one)


def _is_marker(text: str, one: Quantity) -> bool:
    before, after = text[max(0, one.start - 40) : one.start], text[one.end : one.end + 3]
    return bool(_MARKER.search(before) and _MARKER_END.match(after)) or (
        before.endswith("(") and after.startswith(")") and max(one.raw) <= _SMALL
    )


_EACH = Pattern(r"(?:每[天日周月年晚早]|一[天日周]|日|daily|a day|per day|every day)[^,。;.\n]{0,4}$")


_SPANS = frozenset({"clock", "days", "months"})


def _is_idiom(text: str, one: Quantity) -> bool:
    """Words such as 一天, 一下, one day, three (of something named right there)."""
    word = text[one.start : one.end]
    if not one.dimension:
        return max(one.raw) < _SMALL or re.fullmatch(r"[十百千万半]+", word) is not None
    if one.raw == (0.5,) and one.dimension in _SPANS:
        return True  # 提前半小时, half an hour
    if one.raw == (1.0,):
        if one.dimension == "times":
            return not _EACH.search(text[max(0, one.start - 8) : one.start])
        return one.dimension not in ("mass", "volume", "iu") and not (
            one.dimension == "piece" and _EACH.search(text[max(0, one.start - 8) : one.start])
        )
    return one.dimension in ("temperature", "beats", "length") and re.match(r"[十百千万]", word) is not None
