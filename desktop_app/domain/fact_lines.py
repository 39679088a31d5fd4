"""Which facts stand in a prompt, in which order, and how a fact is written there."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from desktop_app.domain.clock import day_of
from desktop_app.domain.extraction.dosing import as_taken
from desktop_app.domain.extraction.lexicon import Kind, concept_of, find_mentions
from desktop_app.domain.extraction.normal import is_han, normalise
from desktop_app.domain.memory import CURRENT_STATES, SELF, Category, Fact, FactState, FactStatus, Polarity
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.prompt_words import DenialCode, PromptWords
from desktop_app.domain.validity import age_today, effective_status

TermsOf: TypeAlias = Callable[[str], frozenset[str]]

# The order inside the block; what a reply may hurt somebody by not knowing comes first.
_ORDER = (
    Category.ALLERGY,
    Category.MEDICATION,
    Category.CONDITION,
    Category.NAME,
    Category.AGE,
    Category.SEX,
    Category.BLOOD_TYPE,
    Category.OCCUPATION,
    Category.RESIDENCE,
    Category.PREFERENCE,
    Category.HABIT,
    Category.GOAL,
    Category.PROCEDURE,
    Category.MEASUREMENT,
    Category.BUSINESS_PARAMETER,
    Category.CONTACT,
    Category.OTHER,
    Category.PLAN,
)
_RANK = {category: rank for rank, category in enumerate(_ORDER)}

_COPULA = Pattern(r"(?P<copula>\s*(?:是|为|:|=|\bis\b|\bwas\b|\bof\b)?\s*)(?=\d|[一二两三四五六七八九十])")

_ISO_DAY = len("2025-03-03")

# Values that are only true together with the day they were said.
_DATED = frozenset({Category.MEASUREMENT, Category.AGE, Category.PLAN, Category.PROCEDURE})

# Their attribute only tells one from another; the value says it in its own words.
_SAY_ALL = frozenset({Category.PLAN, Category.GOAL, Category.PREFERENCE, Category.HABIT})


def is_safety_fact(fact: Fact) -> bool:
    """Whether a fact goes into every prompt whatever the facts' budget is."""
    return fact.state is FactState.CONFLICT or (
        fact.category is Category.ALLERGY and fact.polarity is Polarity.AFFIRMED and fact.subject == SELF
    )


def standing_order(facts: Iterable[Fact]) -> list[Fact]:
    """Current facts in the order in which the standing block takes them.

    Safety facts, then pinned ones, then by category, those that people set up themselves first; the newest
    first within a category. Plans are left to the block before the question, because they turn into the past
    by themselves, unless they are pinned.
    """
    current = [
        fact for fact in facts if fact.state in CURRENT_STATES and (fact.pinned or fact.category is not Category.PLAN)
    ]
    return sorted(
        current,
        key=lambda fact: (
            not is_safety_fact(fact),
            not fact.pinned,
            fact.subject != SELF,
            *_place(fact),
            -fact.observed_at_ms,
            fact.id,
        ),
    )


def _place(fact: Fact) -> tuple[int, int]:
    return (-1, fact.own_category.position) if fact.own_category else (_RANK[fact.category], 0)


def period(first: str, last: str) -> str:
    """Days from the first to the last as precise as they were said: a whole year or month by its name alone.

    Args:
        first: ISO date, or the year or month that is left of one.
        last: the same, "" for the same day.
    """
    if not last or last == first:
        return first
    if len(first) < _ISO_DAY or len(last) < _ISO_DAY:
        return f"{first} – {last}"
    begin, end = datetime.date.fromisoformat(first), datetime.date.fromisoformat(last)
    after = end + datetime.timedelta(days=1)
    if begin.day == 1 and after.day == 1 and begin.year == end.year:
        if begin.month == end.month:
            return first[:7]
        if begin.month == 1 and after.month == 1:
            return first[:4]
    return f"{first} – {last}"


def _said_on(fact: Fact) -> str:
    if fact.valid_from and fact.category in (Category.MEASUREMENT, Category.PROCEDURE, Category.PLAN):
        return period(fact.valid_from, fact.valid_to if fact.state in CURRENT_STATES else "")
    if fact.valid_from:
        return fact.valid_from
    return day_of(fact.observed_at_ms).isoformat()


def named_value(fact: Fact, value: str) -> str:
    """A value with the attribute and the unit of its fact, each once.

    Args:
        fact: the fact.
        value: its value as it is to be shown; an age may have grown.

    A drug whose dose was changed is shown with what is taken now; the sentence stays its quote.
    """
    if fact.category is Category.MEDICATION:
        value = as_taken(value)
    if fact.unit and not _names_unit(value, fact.unit):
        # Latin units keep a space, Chinese ones and signs do not.
        value += f" {fact.unit}" if fact.unit[0].isascii() and fact.unit[0].isalpha() else fact.unit
    value = _without_copula(fact, value)
    if fact.attribute and fact.category not in _SAY_ALL and fact.attribute.casefold() not in value.casefold():
        # What has no shape of its own is told apart from what is said of it: eyes: sea green.
        colon = "：" if is_han(fact.attribute[-1]) else ": "
        apart = colon if fact.category is Category.OTHER else " "
        value = f"{fact.attribute}{apart}{value}"
    return value


def _without_copula(fact: Fact, value: str) -> str:
    """A reading by the name it is filed under, a dose beside its drug: 收缩压 148, not 收缩压 高压是148."""
    if not fact.attribute or fact.category not in (Category.MEASUREMENT, Category.MEDICATION):
        return value
    plain, end = normalise(value), 0
    if plain.startswith(normalise(fact.attribute)):
        end = len(fact.attribute)
    elif fact.category is Category.MEASUREMENT:
        name = next((one for one in find_mentions(plain) if one.kind is Kind.MEASURE and one.start == 0), None)
        if name is not None and concept_of(Kind.MEASURE, normalise(fact.attribute)) == name.concept:
            end = name.end
    rest = _COPULA.match(plain, end) if end else None
    if rest is None or (plain.startswith(normalise(fact.attribute)) and not rest["copula"].strip(" :=")):
        return value
    return f"{fact.attribute} {value[rest.end() :]}"


def _names_unit(value: str, unit: str) -> bool:
    """Whether a value says its unit itself, wherever: "50 mg every morning". The g of mg is none."""
    return re.search(rf"(?<![a-z]){re.escape(unit.casefold())}(?![a-z])", value.casefold()) is not None


def denial_code(fact: Fact) -> DenialCode | None:
    """The denial that a fact abbreviates: NKDA denies by itself, and "no NKDA" would read as its opposite."""
    if fact.category is not Category.ALLERGY or fact.polarity is not Polarity.NEGATED:
        return None
    name = fact.value.strip().casefold()
    return DenialCode(name) if name in {code.value for code in DenialCode} else None


def fact_line(fact: Fact, words: PromptWords, today: str = "") -> str:
    """A fact in one line, without a bullet, e.g. ``过敏：青霉素``.

    Args:
        fact: the fact.
        words: the language.
        today: ISO date; where given, an age is that of the day and a plan whose date has passed is
            written as past. Without it an age stands as it was said, with the day it was said.
    """
    day = datetime.date.fromisoformat(today) if today else None
    grown = age_today(fact, day) if day else ""
    value = (grown or fact.value).replace("\n", " ")
    if not _labelled(fact):
        value = named_value(fact, value)
    code = denial_code(fact)
    if code is not None:
        value = words.denial_codes[code].format(value=value)
    elif fact.polarity is Polarity.NEGATED:
        denial = words.not_done if fact.category is Category.HABIT else words.negated
        value = denial.format(value=value)
    label = _label(fact, words)
    status = effective_status(fact, day) if day else fact.status
    if status is FactStatus.PAST:
        label = words.bracketed.format(label=label, mark=words.past)
    elif status is FactStatus.SUSPECTED:
        label = words.bracketed.format(label=label, mark=words.suspected)
    if fact.subject != SELF:
        label = words.belonging.format(subject=fact.subject, label=label)
    line = f"{label}{words.colon}{value}"
    if fact.category in _DATED:
        line += words.on_date.format(date=today if grown else _said_on(fact))
    if fact.state is FactState.CONFLICT:
        mark = words.unresolved_allergy if fact.category is Category.ALLERGY else words.unresolved
        line = mark.format(line=line)
    return line


def _labelled(fact: Fact) -> bool:
    """Whether its attribute says better what it is than its category, which is none: 宠物, "marital status"."""
    return fact.category is Category.OTHER and fact.own_category is None and bool(fact.attribute)


def _label(fact: Fact, words: PromptWords) -> str:
    """What a fact is filed under, and what it was found as where that says more: an allergy stays one."""
    if _labelled(fact):
        return fact.attribute
    if fact.own_category is None:
        return words.categories[fact.category]
    if fact.category is Category.OTHER:
        return fact.own_category.name
    return f"{fact.own_category.name} · {words.categories[fact.category]}"


def relevant_facts(facts: Sequence[Fact], question_terms: frozenset[str], terms_of: TermsOf) -> list[Fact]:
    """Current facts that share words with a question, the best match first, the newest first among equals."""
    scored: list[tuple[float, int, int, Fact]] = []
    for fact in facts:
        if fact.state not in CURRENT_STATES:
            continue
        filed = fact.own_category.name if fact.own_category else ""
        own = terms_of(f"{fact.attribute} {fact.value} {fact.quote} {fact.subject} {filed}")
        shared = len(own & question_terms)
        if shared:
            scored.append((-shared / (len(own) ** 0.5), -fact.observed_at_ms, fact.id, fact))
    scored.sort(key=lambda row: row[:3])
    return [row[3] for row in scored]
