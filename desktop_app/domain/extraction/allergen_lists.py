"""The substances in the words around an allergy, one by one, and how each is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator

from desktop_app.domain.extraction.clause_subjects import NOBODY
from desktop_app.domain.extraction.reading import Reading
from desktop_app.domain.memory import Category, FactStatus
from desktop_app.domain.patterns import Pattern

# Before what is denied besides what was named.
_NO_OTHER = Pattern(r"(?:其[他它余]|别的|另外的|\bother|\belse)[^，,。；;！!]*$")
_ITEM_SPLIT = Pattern(
    r"\s*(?:[、,/&+]|\band\b|\bor\b|\bnor\b|\bplus\b|\bas well as\b|和|及|与|跟|还有|以及|或者?|还|"
    r"\()\s*"
)
_ITEM_HEAD = Pattern(
    r"^(?:(?:我|他|她|也|都|是|就是|包括|有|既往|患者|其|某些|一些|一种|所有|各种|对|于|是对|的|"
    r"又|还|只|不|主要|像|目前|已知|"
    r"吃|任何)+(?=..)|(?:(?:(?:a|one|two|some)\s+)?(?:small |tiny |little )?(?:bites?|sips?|bits?|"
    r"pieces?|handfuls?|spoonfuls?|mouthfuls?|slices?)\s+of|both|all|the|some|certain|also|maybe|any|most|many|a|an|my|"
    r"his|"
    r"her|our|eating|either|every|even|i think|things like|like|such as|known|to|is|"
    r"are)\s+)+"
)
_ITEM_TAIL = Pattern(
    r"(?:\s[-–—]\s.*$|(?:这(?:类|种|些)|那种|之类|等等?|类药(?=物)|什么的|都|也)$|\s+(?:too|either|as well|"
    r"since|but|so|which|that|because|when|after|for|with|at|in|for years|though|though|now|"
    r"however|it|this|these|anymore|any more|if|causing|causes|on|during|who|"
    r"medications?(?= ))\b.*$)"
)
_NOT_ITEM = Pattern(
    r"^(?:but|though|although|just|only|except|mostly|i|my|he|she|we|it|she's|he's|i'm|don't|please|"
    r"takes?|taking|has|have|is|am|was|can|could|"
    r"should|what|which|use|uses|on|never|not|currently|works?|lives?|drinks?|smokes?|had|denies|got|"
    r"do|does|also (?:take|have)|things?|something|anything|everything|nothing|some|too much|too many|(?:a|one|two|"
    r"just) (?:bites?|sips?|little|bit|taste|few|mouthfuls?|tablets?|pills?|doses?)(?! of)|"
    r"rash|hives|itching|anaphylaxis|swelling|gi upset|"
    r"nausea|vomiting|"
    r"no wait|很|非常|特别|严重|very|so|really|actually|sorry|no,|wait|everyone|people|him|her|them|me|you|that|"
    r"this|both|meds|pmh\w*|fhx|shx|unknown|not sure)\b|^(?:我|他|她|每天|吃|能|可以|怎么|所以|"
    r"但|请|现在|住|今年|皮疹|休克|不详|不确定|是不是|起疹|会|曾|从|因|你|您|患|否认|有)"
)
# A clause of its own: Anna has three of them.
_SAYS = Pattern(r"so\b|\w+(?:'s)?(?: \w+){0,2} (?:has|have|is|are|was|were|does|loves?|hates?|likes?)\b")
NOTHING_LISTED = Pattern(r"^\s*(?:无|没有|否认|none|nil|no|n/a|unknown|不详|\(-\)|-|nkda|nka|none known|no known)\s*$")


def listed_items(reading: Reading, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The items of a list, without the words around them; ends at the first that is none."""
    at = start
    text = reading.norm
    edges = [match.span() for match in _ITEM_SPLIT.finditer(text, start, end)]
    for left, right in [*edges, (end, end)]:
        begin, stop = at, left
        at = right
        while begin < stop and text[begin] in " \"'“”:":
            begin += 1
        body = text[begin:stop]
        head = _ITEM_HEAD.match(body)
        if head and head.end() < len(body):
            begin += head.end()
            body = text[begin:stop]
        tail = _ITEM_TAIL.search(body)
        if tail:
            stop = begin + tail.start()
            body = text[begin:stop]
        if not body.strip(" )"):
            continue
        paren = body.find(")")
        if paren >= 0:
            continue
        if _NOT_ITEM.match(body) or _SAYS.match(body) or len(body) > 40 or len(body.split()) > 5:
            if right < end and text[left:right].strip() == "(":
                continue
            return
        yield begin, stop
        if tail:
            return


def keep_allergy(
    reading: Reading, start: int, end: int, *, anchor: int, negated: bool, suspected: bool = False
) -> bool:
    """Keep what stands at ``start:end`` as something reacted to, or not.

    Args:
        reading: the message.
        start: of the substance.
        end: of the substance.
        anchor: where the words begin that tell of the reaction; whom they are about counts.
        negated: whether the reaction is denied.
        suspected: whether it is only supposed.

    Returns:
        Whether the words are of somebody whose facts are kept.
    """
    view = reading.view_at(anchor) or reading.view_at(start)
    if view is None or not reading.says(view, start if view.clause.start <= start < view.clause.end else anchor):
        return False
    item_view = reading.view_at(start)
    if item_view is not None and not reading.says(item_view, start):
        return False
    if negated and _NO_OTHER.search(reading.norm, max(0, start - 12), end):
        return False  # nothing that is named is denied
    subjects = view.subjects.at(max(anchor, start if item_view is view else anchor) - view.start)
    past = (
        not negated
        and reading.past(view, start, end, lasting=True)
        and bool(
            re.search(
                r"以前|小时候?|曾|好了|不过敏了|不再|used to|as a (?:child|kid)|outgrew|grew out|former", view.text
            )
        )
    )
    status = FactStatus.PAST if past else FactStatus.SUSPECTED if suspected else FactStatus.CURRENT
    value = reading.norm[start:end].strip()
    attribute = re.sub(r"(?:类药物|类药|类|药物|药|制剂)$", "", value) if len(value) > 3 else value
    reading.add(
        Category.ALLERGY, start, end, subjects=subjects, attribute=attribute or value, negated=negated, status=status
    )
    return subjects != (NOBODY,)
