"""Corrections: 不是青霉素，是头孢; "not 87, 78"; "no wait, it's cephalexin"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from desktop_app.domain.extraction.lexicon import Kind, concept_of
from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.extraction.quantity_corrections import (
    WITH_QUANTITY,
    apply_quantity_corrections,
    correct_elliptically,
)
from desktop_app.domain.extraction.reading import Reading
from desktop_app.domain.memory import HELD_STATES, SELF, Category, Fact, FactCandidate, FactStatus, Polarity
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.pressure_pairs import half_of
from desktop_app.domain.validity import series_key_of

_NOT_BUT_ZH = Pattern(
    r"(?<!是)不是(?:对)?(?P<old>[^,。;!?\n]{1,16}?)(?:过敏)?\s?[,、]?\s?(?:我?(?:刚才)?(?:记|说|讲|搞|弄|写|打|"
    r"看)错了?[,、]\s?)?(?:而是|应该是|"
    r"是)(?:对)?(?P<new>[^,。;!?\n]{1,24})"
)
_BUT_NOT_ZH = Pattern(r"是(?:对)?(?P<new>[^,。;!?\n不]{1,20}?)\s?[,、]?\s?(?:而)?不是(?:对)?(?P<old>[^,。;!?\n]{1,16})")
_NOT_BUT_EN = Pattern(
    r"\b(?:not|isn't|wasn't)(?: allergic)?(?: to)? (?P<old>[^,.;!?\n]{1,30}?)(?:,|;| -|\.\.\.)?\s(?:but|"
    r"it's|it is|i meant|i mean|rather|it was|"
    r"make that)(?: actually)?(?: allergic)?(?: to)? (?P<new>[^,.;!?\n]{1,40})"
)
_BUT_NOT_EN = Pattern(
    r"\b(?:i meant|i mean|it's|it is|is|was|it was|to|weigh|am|"
    r"i'm)\s(?P<new>[^,.;!?\n]{1,30}?),?\s(?:and )?not (?:to )?(?P<old>[^,.;!?\n]{1,30})"
)
_WAIT = Pattern(
    r"(?:\bno,? wait|\bwait,? no|\bactually,? no|\bsorry,|\bscratch that|\bcorrection:?|"
    r"\bi meant|\bi mean|\bmake that|\boops|不对|说错了|讲错了|记错了|打错了|写错了|更正(?:一下)?|纠正(?:一下)?|"
    r"应该说|口误)[^\w\u4e00-\u9fff]{0,4}(?:我(?:刚才)?(?:说|讲|记|打)错了[,，]?)?\s?(?:it's|it is|"
    r"it was|i mean(?:t)?|make that|should be|是|应该是|其实是|i said|"
    r"actually)*\s?(?P<new>[^,.。;!?\n]{1,30})"
)
_OPENS_CORRECTION = Pattern(
    r"^\s*(?:不对|不是|错了|说错了|讲错了|记错了|更正|纠正|哦不|啊不|等等|no,|no wait|wait|actually|sorry|"
    r"correction|oops|i meant|i misspoke|scratch that)"
)
_MARK = Pattern(r"(?:过敏|的|了|吧|啊|哦|岁)$")
_WITH_DENIAL = (Category.ALLERGY, Category.CONDITION)
_SINGLE_VALUES = (
    Category.NAME,
    Category.AGE,
    Category.SEX,
    Category.BLOOD_TYPE,
    Category.RESIDENCE,
    Category.OCCUPATION,
    Category.CONTACT,
)
_NOT_CLAUSE = Pattern(
    r"(?:而|并|可)?不(?:是(?:对|叫|姓|教|住在?|在|做|当|个)?|叫|姓|教)(?P<old>[^,。;!?\n]{1,16})"
    r"|(?:and |definitely )?not (?:in |to |at |an? |the |called )?(?P<old_en>[^,.;!?\n]{1,30})"
)
_JUST_DENIED = Pattern(
    r"(?<!是)(?:不是|并非|不叫|不姓|不住在?|没有?住在|不在)(?:一名|一个|一位|个|名|位|做|当)?\s?$|"
    r"\b(?:not|isn't|wasn't|aren't|never)(?: yet| in| an?| the| called)*\s?$"
)
_MISTAKEN = Pattern(
    r"[记说讲搞弄写打看填输录量测]错|有误|勘误|修正|更正|纠正|订正|口误|笔误|"
    r"\b(?:i was wrong|i got (?:it|that) wrong|my mistake|my bad|"
    r"correction|corrected|amended|"
    r"misspoke|mistyped|(?:wrong(?:ly)?|incorrect(?:ly)?|mistake|error)\b[^!?;]{0,16} should (?:be|read|have)|"
    r"misremembered|typo|i made a mistake|scratch that)\b"
)


def apply_corrections(reading: Reading, recent: Sequence[Fact]) -> None:
    """Let the corrected value stand, deny the one taken back where it matters, and drop it elsewhere."""
    apply_quantity_corrections(reading, recent)
    for pattern in (_NOT_BUT_ZH, _BUT_NOT_ZH, _NOT_BUT_EN, _BUT_NOT_EN):
        for match in pattern.finditer(reading.norm):
            _replace(reading, match.span("old"), match.span("new"))
    for match in _WAIT.finditer(reading.norm):
        _replace_last(reading, match.start(), *match.span("new"))
    _not_the_other(reading)
    _without_denied(reading)
    if not reading.candidates and not correct_elliptically(reading, recent) and _OPENS_CORRECTION.match(reading.norm):
        _elliptical(reading, recent)
    if _MISTAKEN.search(reading.norm):
        _instead_of_recent(reading, recent)


def _not_the_other(reading: Reading) -> None:
    """我叫陈慧，不是陈惠; "I live in Leeds, not York": a clause takes back a value in favour of the one before it."""
    for before, view in pairwise(reading.views):
        match = _NOT_CLAUSE.fullmatch(view.text)
        if match is None or before.clause.sentence != view.clause.sentence or view.clause.opener not in (",", " "):
            continue
        said = [
            one
            for one in reading.candidates
            if before.start <= one.start < before.clause.end and one.polarity is Polarity.AFFIRMED and not one.retracts
        ]
        if not said:
            continue
        group = "old" if match["old"] else "old_en"
        start, end = view.place(match, group)
        inside = any(start <= one.start < end for one in reading.candidates)
        if inside or said[-1].category in _SINGLE_VALUES:
            _replace(reading, (start, end), (said[-1].start, said[-1].end))


def _without_denied(reading: Reading) -> None:
    """Drop single values and quantities that are named only to be denied: 我不是四十二岁."""
    for one in list(reading.candidates):
        if one.category not in _SINGLE_VALUES and one.category not in WITH_QUANTITY:
            continue
        if one.status is FactStatus.PAST:
            continue  # 不住在…了: it was true once
        view = reading.view_at(one.start)
        before = reading.norm[view.start if view else 0 : one.start]
        if one.polarity is Polarity.AFFIRMED and _JUST_DENIED.search(before):
            reading.candidates.remove(one)


def _instead_of_recent(reading: Reading, recent: Sequence[Fact]) -> None:
    """记错了，高压是148: who owns to a mistake means the value said last of the same thing."""
    for one in _owned(reading):
        if one.retracts or one.polarity is Polarity.NEGATED or one.status is FactStatus.PAST:
            continue
        if one.category not in _SINGLE_VALUES and one.category not in WITH_QUANTITY:
            continue
        told = [
            fact
            for fact in recent
            if fact.category is one.category
            and fact.subject == one.subject
            and fact.state in HELD_STATES
            and fact.polarity is Polarity.AFFIRMED
        ]
        same = [fact for fact in told if _is_of_same_thing(one, fact)] or [f for f in told if _are_beats(one, f)]
        meant = next((fact for fact in same if fact.value != one.value), None)
        if meant is not None:
            name = meant.attribute if _are_beats(one, meant) else one.attribute
            _swap(reading, one, replace(one, retracts=meant.value, attribute=name))


def _is_of_same_thing(one: FactCandidate, fact: Fact) -> bool:
    same = series_key_of(fact) == series_key_of(one)
    return same or half_of(one, fact) is not None


def _are_beats(one: FactCandidate, fact: Fact) -> bool:
    """Whether a pulse and a heart rate are meant: who corrects the one may have noted it as the other."""
    names = {concept_of(Kind.MEASURE, normalise(each.attribute)) for each in (one, fact)}
    return one.category is Category.MEASUREMENT and names == {"heart rate", "pulse"}


def _owned(reading: Reading) -> list[FactCandidate]:
    """What the owned mistakes are about: the facts of their sentence, else of the next, else of the one before.

    氨氯地平改为10mg。刚才血压记错了，应为152/88: the dose that was taken until now was none.
    """
    found: list[FactCandidate] = []
    for match in _MISTAKEN.finditer(reading.norm):
        view = reading.view_at(match.start()) or reading.view_at(match.end() - 1)
        if view is None:
            continue
        at = view.clause.sentence
        for sentence in (at, at + 1, at - 1):
            inside = [one for one in reading.candidates if _sentence_of(reading, one) == sentence]
            if inside:
                found += inside
                break
    return list(dict.fromkeys(found))


def _sentence_of(reading: Reading, one: FactCandidate) -> int | None:
    view = reading.view_at(one.start)
    return view.clause.sentence if view is not None else None


def _value_span(reading: Reading, start: int, end: int) -> tuple[int, int]:
    """The span without words that belong to the statement around a value."""
    while start < end and reading.norm[start] in " \"'“”对":
        start += 1
    while True:
        tail = _MARK.search(reading.norm[start:end].rstrip())
        if not tail or tail.start() == 0:
            return start, start + len(reading.norm[start:end].rstrip())
        end = start + tail.start()


def _replace(reading: Reading, old: tuple[int, int], new: tuple[int, int]) -> None:
    successor = next(
        (one for one in reading.candidates if new[0] <= one.start < new[1] and one.polarity is Polarity.AFFIRMED), None
    )
    start, end = _value_span(reading, *old)
    if re.fullmatch(r"[我你他她]们?|me|him|her|you", reading.norm[start:end]):
        return
    inside = [one for one in reading.candidates if start <= one.start < end]
    if successor is None:
        successor = _moved(reading, inside, *new)
    if successor is None:
        return
    if successor in inside or start >= end or (successor.retracts and successor.category in WITH_QUANTITY):
        return
    view = reading.view_at(start)
    if view is None or not reading.says(view, start):
        return
    value = reading.text[start:end]
    if successor.category in _WITH_DENIAL:
        if not inside:
            mention = next((one for one in view.mentions if one.start < end and start < one.end), None)
            if mention is None and end - start > 12:
                return
            if mention is not None:
                start, end = max(start, mention.start), min(end, mention.end)
            reading.add(
                successor.category,
                start,
                end,
                subjects=(successor.subject,),
                attribute=reading.norm[start:end],
                negated=True,
                retracts=reading.text[start:end],
            )
        else:
            for one in inside:
                if one.category is successor.category:
                    _swap(
                        reading,
                        one,
                        replace(one, polarity=Polarity.NEGATED, status=FactStatus.CURRENT, retracts=one.value),
                    )
        value = reading.text[start:end]
    else:
        for one in inside:
            if one.category is successor.category:
                value = one.value
                reading.candidates.remove(one)
    _swap(reading, successor, replace(successor, retracts=value))


def _moved(reading: Reading, inside: list[FactCandidate], start: int, end: int) -> FactCandidate | None:
    """我吃的不是A，是B: B takes the place of A where it is the same kind of thing."""
    start, end = _value_span(reading, start, end)
    if not inside or not _fits(reading, inside[-1].category, start, end):
        return None
    old = inside[-1]
    reading.add(
        old.category, start, end, subjects=(old.subject,), attribute=reading.norm[start:end] if old.attribute else ""
    )
    return next((one for one in reading.candidates if one.start == start and one is not old), None)


def _swap(reading: Reading, old: FactCandidate, new: FactCandidate) -> None:
    reading.candidates[reading.candidates.index(old)] = new


def _replace_last(reading: Reading, mark: int, start: int, end: int) -> None:
    """… amoxicillin, no wait, it's cephalexin: what follows the mark replaces the last value before it."""
    before = [one for one in reading.candidates if one.end <= mark and one.polarity is Polarity.AFFIRMED]
    after = [one for one in reading.candidates if start <= one.start < end]
    if not before:
        return
    last = max(before, key=lambda one: one.end)
    if after:
        successor = after[0]
        same = [one for one in before if one.category is successor.category and one.subject == successor.subject]
        if not same:
            return
        last = max(same, key=lambda one: one.end)
        if last.value.lower() == successor.value.lower():
            return
        _swap(reading, successor, replace(successor, retracts=last.value))
    else:
        begin, stop = _value_span(reading, start, end)
        view = reading.view_at(begin)
        if view is None or stop - begin > 24 or not _fits(reading, last.category, begin, stop):
            return
        reading.add(
            last.category,
            begin,
            stop,
            subjects=(last.subject,),
            attribute=reading.norm[begin:stop] if last.attribute else "",
            retracts=last.value,
        )
    if last.category in _WITH_DENIAL:
        _swap(reading, last, replace(last, polarity=Polarity.NEGATED, retracts=last.value))
    else:
        reading.candidates.remove(last)


def _fits(reading: Reading, category: Category, start: int, end: int) -> bool:
    view = reading.view_at(start)
    kinds = {one.kind for one in view.mentions if start <= one.start < end} if view else set()
    if category in (Category.ALLERGY, Category.MEDICATION):
        return Kind.DRUG in kinds or (
            category is Category.ALLERGY and not any(kind.is_condition for kind in kinds) and end - start <= 16
        )
    if category is Category.CONDITION:
        return any(kind.is_condition for kind in kinds)
    if category is Category.AGE:
        return reading.norm[start:end].strip("岁 ").isdigit()
    return not kinds and category in (Category.NAME, Category.RESIDENCE, Category.OCCUPATION)


def _elliptical(reading: Reading, recent: Sequence[Fact]) -> None:
    """A message that only corrects (不对，是头孢): it speaks of the newest fact that its value fits."""
    pieces = re.search(
        r"(?:不是(?P<old>[^,。;!?\n是]{1,16})[,、]\s?)?(?:应该是|其实是|是|it's|it is|i meant|should be|"
        r"make it|make that|i mean)\s?(?P<new>[^,。;!?\n]{1,24})",
        reading.norm,
    )
    if not pieces:
        return
    start, end = _value_span(reading, *pieces.span("new"))
    if pieces["old"]:
        named = pieces["old"].strip()
        recent = [fact for fact in recent if named in fact.value.lower() or fact.value.lower() in named] or list(recent)
    for fact in recent:
        if fact.subject == SELF and fact.polarity is Polarity.AFFIRMED and _fits(reading, fact.category, start, end):
            attribute = reading.norm[start:end] if fact.attribute else ""
            reading.add(
                fact.category,
                start,
                end,
                subjects=(fact.subject,),
                attribute=attribute,
                retracts=fact.value,
                confidence=0.8,
            )
            return
