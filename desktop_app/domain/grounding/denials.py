"""What a text denies: a disease, a symptom or a drug somebody does not have or take, an allergy that is none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop_app.domain.extraction.lexicon import Kind, Mention, concept_of, is_general_allergen
from desktop_app.domain.extraction.scope import denial_of
from desktop_app.domain.patterns import Pattern

_CLAUSE = Pattern(r"[^。!?;\n,、:]+(?:、[^。!?;\n,:]*)*[?]?")
ALLERGY = "allergy"
ANY = "*"  # in the place of an allergen: allergies at large

_HAN_NAME = r"[\u4e00-\u9fffa-z]{1,10}?"
_SAID = r"(?:并|也|都|倒|均|并且|确实|应该|目前)*"
_NO_ZH = r"(?:不会|不是|不存在|不|没有|没|无|未)(?:发现|发生|出现|有|对|记录)?(?:什么|任何|明显|已知的?|其他)?"
_NO_ALLERGY = tuple(
    Pattern(pattern)
    for pattern in (
        rf"对(?P<name>{_HAN_NAME}){_SAID}(?:{_NO_ZH})过敏",
        rf"(?:没有|没|无|未见|否认|不存在)(?:对)?(?:任何|什么|已知的?|其他)?(?P<name>{_HAN_NAME})?(?:的)?过敏(?:史|反应|症|情况)?",
        rf"(?P<name>{_HAN_NAME})(?P<said>{_SAID})(?:{_NO_ZH})过敏",
        r"过敏(?:史|情况)?[:：] ?(?:无|没有|否认)(?P<name>[\u4e00-\u9fffa-z]{1,10})?",
        r"(?:not|n't|no longer|never) (?:\w+ ){0,2}?allergic to (?:any )?(?P<name>[a-z][a-z-]*(?: [a-z-]+)?)",
        r"(?<![a-z])(?:no|denies|without|deny|denied)(?: any| known| documented| recorded| reported| a| history of)*"
        r"(?P<name>(?: (?!any|known|to)[a-z-]+){0,2}?) allerg(?:y|ies)(?: to (?P<to>[a-z][a-z-]*))?",
        r"allerg(?:y|ies): ?(?:no|none|negative)(?: (?P<name>[a-z][a-z-]+))?",
        r"(?<![a-z])(?P<nkda>nkda|nka)(?![a-z])",
    )
)
_ALLERGY = tuple(
    Pattern(pattern)
    for pattern in (
        r"对(?P<name>[\u4e00-\u9fffa-z、和及]{1,24}?)(?:严重|轻度|明显|会|有|都|也|很|是)*过敏",
        r"过敏(?:史|源|原)?[:：] ?(?!无|没|否认)(?P<name>[\u4e00-\u9fffa-z]{1,10})",
        r"(?P<name>[\u4e00-\u9fff]{1,6})过敏",
        r"(?<!not )allergic to (?P<name>[a-z][a-z-]*(?: [a-z-]+)?)",
        r"(?P<name>[a-z][a-z-]+) allerg(?:y|ies)",
        r"allerg(?:y|ies)(?: to|:) ?(?!no\b|none)(?P<name>[a-z][a-z-]+)",
    )
)
_NAME_EDGE_ZH = Pattern(
    r"^(?:您|你|我|他|她|患者|病人|目前|现在|并|对|是|有|的|说|确认|明确|记录|也|都|就|其实|已知|那么|因为|由于|所以)+|"
    r"(?:类|药物|并|也|都|的|倒|均)+$"
)
_NAME_EDGE_EN = Pattern(
    r"^(?:known|any|the|a|an|your|drug|documented) |"
    r"(?: (?:and|or|but|so|according|at|in|as|which|drugs?))+$"
)

# A reply that advises, supposes, asks or speaks of the record itself denies nothing of the person.
_NO_STATEMENT = Pattern(
    r"不要|别(?!的|人)|勿|避免|不应|不宜|不可|不建议|不必|不用(?!药)|不需|无需|不得(?!了)|如果|如有|若(?!干)|假如|一旦|要是|"
    r"除非|是否|有无|有没有|以免|防止|预防|未必|不一定|不代表|不等于|不仅|不只|直到|即使|即便|建议|可能|也许|需要|请|应该|应当|"
    r"记录|资料|对话|提到|提及|提供|告诉|信息|不确定|不清楚|不知道|无法|确认|吗|"
    r"(?<!you )(?<!i )(?<!they )(?<![a-z])(?:don't|do not)(?![a-z])|"
    r"(?<![a-z])(?:avoid|should|shouldn't|if|unless|whether|can't|cannot|may|might|not necessarily|"
    r"not always|until|prevent|must|won't|will not|would|could|please|records?|mention(?:ed)?|notes?|conversation|"
    r"information|told|provided?|know|listed|unclear|sure|confirm|ask|check)(?![a-z])"
)
_CONDITIONS = frozenset({Kind.CHRONIC, Kind.ACUTE, Kind.SYMPTOM, Kind.DRUG, Kind.PROCEDURE})


@dataclass(frozen=True, slots=True)
class Said:
    """A disease, drug or allergen that a text affirms or denies.

    Attributes:
        start: of the words, the denial included.
        end: behind them.
        about: ALLERGY, or "" for having, taking or having undergone it.
        concept: of the lists, or the name itself; ANY for allergies at large.
        denied: whether it is denied.
        states: False where the clause advises, supposes or asks.
    """

    start: int
    end: int
    about: str
    concept: str
    denied: bool
    states: bool = True


_ABSENT = Pattern(
    r"(?:没有|没|未|不曾)(?:被|有|曾)?(?:提到|提及|记录|记载|说过?|说明|写|列|告诉|提供)|"
    r"(?:记录|资料|对话)(?:里|中)?(?:并)?(?:没有|未见|无)|"
    r"(?<![a-z])(?:not?|n't|never|nothing) (?:\w+ ){0,5}?(?:mention(?:ed)?|record(?:ed|s)?|listed?|said|told|noted?|"
    r"on record|stated?|information)(?![a-z])"
)


def speaks_of_absence(text: str, start: int, end: int) -> bool:
    """Whether a place stands in a sentence that says the record has nothing of it."""
    left = max(text.rfind(mark, 0, start) for mark in "。!?;\n") + 1
    right = min((place for mark in "。!?;\n" if (place := text.find(mark, end)) >= 0), default=len(text))
    return bool(_ABSENT.search(text, left, right))


_HYPHEN = Pattern(r"\s*-$")


def statements(text: str, mentions: Sequence[Mention]) -> list[Said]:
    """What a normalised text affirms and denies.

    Args:
        text: normalised.
        mentions: the names in it, in order.
    """
    found: list[Said] = []
    for match in _CLAUSE.finditer(text):
        clause, at = match.group(), match.start()
        states = not clause.endswith("?") and not _NO_STATEMENT.search(clause)
        allergies = list(_allergies(clause, at, states))
        found += allergies
        inside = [one for one in mentions if at <= one.start and one.end <= match.end() and one.kind in _CONDITIONS]
        spans = [(one.start - at, one.end - at) for one in inside]
        for one, (start, end) in zip(inside, spans, strict=True):
            if any(said.start < one.end and one.start < said.end for said in allergies):
                continue
            place = (start, start) if one.negated else denial_of(clause, start, end, spans)
            if place is not None and _HYPHEN.match(clause, *place) and clause[place[1] : place[1] + 1].isalnum():
                place = None  # ICD-10; a minus behind a finding denies it
            left, right = (start, end) if place is None else (min(start, place[0]), max(end, place[1]))
            found.append(Said(at + left, at + right, "", one.concept, place is not None, states))
    return found


def _allergies(clause: str, at: int, states: bool) -> Iterator[Said]:
    if "过敏" not in clause and "allerg" not in clause and "nk" not in clause:
        return
    taken: list[tuple[int, int]] = []
    for patterns, denied in ((_NO_ALLERGY, True), (_ALLERGY, False)):
        for pattern in patterns:
            for match in pattern.finditer(clause):
                if any(match.start() < right and left < match.end() for left, right in taken):
                    continue
                taken.append(match.span())
                parts = match.groupdict()
                name = (parts.get("to") or parts.get("name") or "").strip()
                for concept in _allergens(name):
                    yield Said(at + match.start(), at + match.end(), ALLERGY, concept, denied, states)


def _allergens(name: str) -> list[str]:
    """The allergens a name stands for; one of its own for allergies at large."""
    names = [word for part in re.split(r"、|和|及", name) if (word := _trimmed(part))]
    if not names or all(is_general_allergen(word) for word in names):
        return [ANY]
    return [concept_of(Kind.DRUG, word) for word in names]


def _trimmed(name: str) -> str:
    before = ""
    while name != before:
        before = name
        name = _NAME_EDGE_EN.sub("", _NAME_EDGE_ZH.sub("", name)).strip()
    return name
