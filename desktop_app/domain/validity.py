"""What a new fact does to those already held, and what time does to a fact.

Each category has a cardinality: sets (a second drug never replaces the first), series
(measurements), and single values (a name, a residence). The same attribute said again is seen
again when it is identical and supersedes the old one when it changed; what contradicts an
allergy, a drug or a disease is kept beside it as a conflict until somebody settles it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from enum import StrEnum

from desktop_app.domain.extraction.dosing import amounts, how_often, with_held_dose
from desktop_app.domain.extraction.drug_classes import are_related
from desktop_app.domain.extraction.lexicon import Kind, concept_of, find_mentions, is_general_allergen
from desktop_app.domain.extraction.normal import is_han, normalise
from desktop_app.domain.extraction.quantities import quantities, says_quantity
from desktop_app.domain.memory import HELD_STATES, Category, Fact, FactCandidate, FactState, FactStatus, Polarity
from desktop_app.domain.numerals import values_of
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.pressure_pairs import takes_back_half
from desktop_app.domain.prompt_words import DenialCode


class Cardinality(StrEnum):
    """How many facts of a category hold at the same time."""

    SET = "set"  # one for each attribute
    SERIES = "series"  # any number for each attribute, ordered by time
    SINGLE = "single"


CARDINALITY: dict[Category, Cardinality] = {
    Category.NAME: Cardinality.SINGLE,
    Category.AGE: Cardinality.SINGLE,
    Category.SEX: Cardinality.SINGLE,
    Category.BLOOD_TYPE: Cardinality.SINGLE,
    Category.RESIDENCE: Cardinality.SINGLE,
    Category.OCCUPATION: Cardinality.SINGLE,
    Category.MEASUREMENT: Cardinality.SERIES,
    Category.CONTACT: Cardinality.SET,
    Category.ALLERGY: Cardinality.SET,
    Category.MEDICATION: Cardinality.SET,
    Category.CONDITION: Cardinality.SET,
    Category.PROCEDURE: Cardinality.SET,
    Category.HABIT: Cardinality.SET,
    Category.PLAN: Cardinality.SET,
    Category.GOAL: Cardinality.SET,
    Category.PREFERENCE: Cardinality.SET,
    Category.BUSINESS_PARAMETER: Cardinality.SET,
    Category.OTHER: Cardinality.SET,
}


class Outcome(StrEnum):
    """What becomes of a candidate."""

    ADD = "add"
    SEEN_AGAIN = "seen_again"  # note the words with the fact that says it already
    SUPERSEDE = "supersede"  # add it; the facts named end
    CONFLICT = "conflict"  # add it; it and the facts named are unresolved
    FORGOTTEN = "forgotten"  # a tombstone forbids it
    NO_MATTER = "no_matter"  # would only have been kept against something, and nothing speaks against it


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome and the facts it concerns.

    ``fact_ids``: the fact seen again, those superseded, those in conflict. ``retracted``: facts
    that the same words correct away, whatever the outcome. ``ended_on``: ISO date on which the
    superseded facts stop to hold, "" if the words do not tell.
    """

    outcome: Outcome
    fact_ids: tuple[int, ...] = ()
    retracted: tuple[int, ...] = ()
    ended_on: str = ""


_WITH_QUANTITY = frozenset({Category.AGE, Category.MEASUREMENT, Category.MEDICATION})
_WEIGHTY = frozenset({Category.ALLERGY, Category.MEDICATION, Category.CONDITION})
_CONDITION_KINDS = (Kind.CHRONIC, Kind.ACUTE, Kind.SYMPTOM)
_FOLDS = Pattern(r"[\s.,，。、·'\"“”()（）-]+")
_DRUG_SCOPE = Pattern(r"药|drug|medic|nkda")
_FOOD_SCOPE = Pattern(r"食|food|nkfa")
_HOURS = Pattern(r"[\d一二两三四五六七八九十]{1,3}(?:点(?:半|[一三]刻|\d{1,2})?|:\d{2}|\s?[ap]\.?m\b)")
_NUMBERS = Pattern(r"\d+(?:\.\d+)?")


def _fold(text: str) -> str:
    return _FOLDS.sub("", unicodedata.normalize("NFKC", text).casefold())


def series_key(category: Category, attribute: str, value: str) -> str:
    """What makes two facts of a category speak of the same thing, in any of the two languages.

    Args:
        category: of the fact.
        attribute: its attribute.
        value: its value, which stands in where there is no attribute.

    Returns:
        血压 and BP give the same key, 心率 another; 青霉素 and penicillin give the same key.
    """
    if CARDINALITY[category] is Cardinality.SINGLE:
        return _fold(attribute)
    name = normalise(attribute or value).strip()
    if category is Category.MEASUREMENT:
        return concept_of(Kind.MEASURE, name)
    if category in (Category.ALLERGY, Category.MEDICATION):
        return _fold(concept_of(Kind.DRUG, name))
    if category is Category.CONDITION:
        for kind in _CONDITION_KINDS:
            concept = concept_of(kind, name)
            if concept != name:
                return _fold(concept)
    if category is Category.PROCEDURE:
        return _fold(concept_of(Kind.PROCEDURE, name))
    if category is Category.HABIT:
        return {"吸烟": "smoking", "饮酒": "alcohol"}.get(name, _fold(name))
    if category is Category.OTHER and name in ("marital status", "婚姻"):
        return "maritalstatus"
    if category is Category.OTHER:
        return _fold(value)
    if category is Category.CONTACT:
        return _fold(value)
    return _fold(name)


def series_key_of(one: Fact | FactCandidate) -> str:
    """What a fact or a candidate speaks of, within its category: see `series_key`."""
    return series_key(one.category, one.attribute, one.value)


def reconcile(candidate: FactCandidate, existing: Sequence[Fact], said_on: date) -> Decision:
    """Decide what a candidate does to the facts of the same person.

    Args:
        candidate: the new fact.
        existing: the person's facts in every state; forgotten ones are the tombstones.
        said_on: the day the new words were said.
    """
    key = series_key_of(candidate)
    related = [
        fact
        for fact in existing
        if fact.category is candidate.category
        and _fold(fact.subject) == _fold(candidate.subject)
        and not _are_filed_apart(fact, candidate)
    ]
    same = [fact for fact in related if series_key_of(fact) == key]
    if any(fact.state is FactState.FORGOTTEN and _is_same_statement(fact, candidate) for fact in same):
        return Decision(Outcome.FORGOTTEN)
    held = [fact for fact in related if fact.state in HELD_STATES]
    corrected = [fact for fact in held if _is_corrected(fact, candidate)]
    if candidate.category is Category.MEASUREMENT:
        corrected = corrected[-1:] if candidate.valid_from == said_on.isoformat() else _on_day(corrected, candidate)
    retracted = tuple(fact.id for fact in corrected)
    held = [fact for fact in held if fact.id not in retracted]
    same = [fact for fact in same if fact.state in HELD_STATES and fact.id not in retracted]
    cardinality = CARDINALITY[candidate.category]
    if cardinality is Cardinality.SERIES:
        decision = _series(candidate, same, said_on)
    elif cardinality is Cardinality.SINGLE:
        decision = _single(candidate, same, said_on)
    else:
        decision = _set(candidate, same, held, said_on)
    if candidate.only_against and decision.outcome not in (Outcome.CONFLICT, Outcome.SEEN_AGAIN):
        return Decision(Outcome.NO_MATTER)
    return Decision(decision.outcome, decision.fact_ids, retracted, decision.ended_on)


def _on_day(corrected: Sequence[Fact], candidate: FactCandidate) -> list[Fact]:
    """Of the readings that a correction may mean those of its own day, else the last."""
    same = [fact for fact in corrected if fact.valid_from == candidate.valid_from]
    return list(same or corrected[-1:])


def as_of_corrected(
    candidate: FactCandidate, known: Sequence[Fact], decision: Decision, said_on: date
) -> FactCandidate:
    """A corrected reading at the time of the one it takes the place of, unless its own words name another.

    Args:
        candidate: the new fact.
        known: the person's facts.
        decision: what `reconcile` said of it.
        said_on: the day the new words were said.
    """
    replaced = next((fact for fact in known if fact.id in decision.retracted), None)
    if candidate.category is not Category.MEASUREMENT or replaced is None:
        return candidate
    if candidate.valid_from not in ("", said_on.isoformat()):
        return candidate
    day = replaced.valid_from or _observed(replaced).isoformat()
    return replace(candidate, valid_from=day, valid_to=replaced.valid_to)


def with_dose_held(candidate: FactCandidate, facts: Sequence[Fact], decision: Decision) -> FactCandidate:
    """The candidate; a drug of which only how often was changed takes along the dose that is held of it.

    Args:
        candidate: what a message says.
        facts: of the person.
        decision: what became of the candidate.
    """
    if candidate.category is not Category.MEDICATION or candidate.status is FactStatus.PAST:
        return candidate
    held = next((fact for fact in facts if fact.id in decision.fact_ids), None)
    return candidate if held is None else replace(candidate, value=with_held_dose(candidate.value, held.value))


def _are_filed_apart(fact: Fact, candidate: FactCandidate) -> bool:
    """Whether two facts that only people have ordered speak of different things: red hair is Anna's and Bert's."""
    filed = {fact.own_category.id if fact.own_category else None, candidate.own_category_id} - {None}
    if fact.category is not Category.OTHER or not filed:
        return False
    return len(filed) > 1 or _fold(fact.attribute) != _fold(candidate.attribute)


def _is_same_statement(fact: Fact, candidate: FactCandidate) -> bool:
    """Whether a tombstone forbids a candidate that has the same key."""
    if fact.polarity is not candidate.polarity:
        return False
    if CARDINALITY[fact.category] is Cardinality.SET and fact.category not in (
        Category.BUSINESS_PARAMETER,
        Category.OTHER,
    ):
        return True
    same_value = _fold(fact.value) == _fold(candidate.value)
    if fact.category is Category.MEASUREMENT:
        return same_value and (not fact.valid_from or fact.valid_from == candidate.valid_from)
    return same_value


def _is_corrected(fact: Fact, candidate: FactCandidate) -> bool:
    """Whether the candidate's words take a fact back."""
    if not candidate.retracts or fact.polarity is Polarity.NEGATED:
        return False
    taken_back, value = _fold(candidate.retracts), _fold(fact.value)
    if taken_back == value:
        return True
    if fact.category in _WITH_QUANTITY:
        taken = quantities(normalise(candidate.retracts))
        same_series = series_key_of(fact) == series_key_of(candidate)
        if taken and same_series and says_quantity(normalise(fact.value), taken):
            return True
        if takes_back_half(candidate, fact):
            return True
    return (
        series_key(fact.category, candidate.retracts, candidate.retracts) == series_key_of(fact)
        and CARDINALITY[fact.category] is not Cardinality.SINGLE
    )


def _series(candidate: FactCandidate, same: Sequence[Fact], said_on: date) -> Decision:
    day = candidate.valid_from or said_on.isoformat()
    for fact in same:
        if _fold(fact.value) == _fold(candidate.value) and (fact.valid_from or _observed(fact).isoformat()) == day:
            return Decision(Outcome.SEEN_AGAIN, (fact.id,))
    return Decision(Outcome.ADD)


def _single(candidate: FactCandidate, same: Sequence[Fact], said_on: date) -> Decision:
    if candidate.category is Category.NAME:
        same = [fact for fact in same if _same_script(fact.value, candidate.value)]  # 王芳 is Fiona at work
    current = [fact for fact in same if fact.status is not FactStatus.PAST and fact.polarity is Polarity.AFFIRMED]
    equal = [fact for fact in same if _says_the_same(fact, candidate, said_on)]
    if candidate.status is FactStatus.PAST or candidate.polarity is Polarity.NEGATED:
        again = [fact for fact in equal if fact.status is candidate.status and fact.polarity is candidate.polarity]
        if again:
            return Decision(Outcome.SEEN_AGAIN, (again[-1].id,))
        ended = tuple(fact.id for fact in equal if fact in current)
        return Decision(Outcome.SUPERSEDE, ended, ended_on=said_on.isoformat()) if ended else Decision(Outcome.ADD)
    again = [fact for fact in equal if fact in current]
    if again:
        return Decision(Outcome.SEEN_AGAIN, (again[-1].id,))
    against = [fact for fact in current if contradict(candidate, fact)]
    if against:
        return Decision(Outcome.CONFLICT, tuple(fact.id for fact in against))
    if current:
        return Decision(
            Outcome.SUPERSEDE,
            tuple(fact.id for fact in current),
            ended_on=candidate.valid_from or said_on.isoformat(),
        )
    return Decision(Outcome.ADD)


def _says_the_same(fact: Fact, candidate: FactCandidate, said_on: date) -> bool:
    if fact.category is Category.AGE and age_on(fact, said_on) is not None:
        return age_on(fact, said_on) == _years(candidate.value, said_on, said_on)
    if fact.category is Category.NAME and fact.status is not FactStatus.PAST:
        return _fold(candidate.value) in _fold(fact.value)  # I'm Tom, said by Tom Becker
    return _fold(fact.value) == _fold(candidate.value)


def _same_script(one: str, other: str) -> bool:
    return any(map(is_han, one)) == any(map(is_han, other))


def _set(candidate: FactCandidate, same: Sequence[Fact], held: Sequence[Fact], said_on: date) -> Decision:
    against = tuple(fact.id for fact in held if contradict(candidate, fact))
    if against:
        return Decision(Outcome.CONFLICT, against)
    agreeing = [fact for fact in same if fact.polarity is candidate.polarity]
    ended_on = said_on.isoformat()
    for fact in agreeing:
        if fact.status is candidate.status and not _changed(fact, candidate):
            return Decision(Outcome.SEEN_AGAIN, (fact.id,))
        if candidate.status is FactStatus.SUSPECTED and fact.status is FactStatus.CURRENT:
            return Decision(Outcome.SEEN_AGAIN, (fact.id,))
    if candidate.category is Category.PROCEDURE and candidate.status is FactStatus.PAST:
        # Done once and done again are two events.
        return Decision(Outcome.ADD)
    changed = [
        fact for fact in agreeing if fact.status is not FactStatus.PAST or candidate.status is FactStatus.CURRENT
    ]
    opposite = [fact for fact in same if fact.polarity is not candidate.polarity and fact.status is not FactStatus.PAST]
    ended = tuple(fact.id for fact in [*changed, *opposite])
    if ended:
        return Decision(Outcome.SUPERSEDE, ended, ended_on=ended_on)
    return Decision(Outcome.ADD)


def _changed(fact: Fact, candidate: FactCandidate) -> bool:
    """Whether the same attribute has got another value: a dose, a date, an amount."""
    if fact.category is Category.MEDICATION:
        new, often = amounts(candidate.value), how_often(candidate.value)
        return (bool(new) and new != amounts(fact.value)) or (bool(often) and often != how_often(fact.value))
    if fact.category is Category.PLAN:
        hours = _hours(candidate.value)
        if hours and hours != _hours(fact.value):
            return True
        return bool(candidate.valid_from or candidate.valid_to) and (candidate.valid_from, candidate.valid_to) != (
            fact.valid_from,
            fact.valid_to,
        )
    if fact.category is Category.BUSINESS_PARAMETER or (fact.category is Category.OTHER):
        return _fold(fact.value) != _fold(candidate.value)
    if fact.category is Category.CONDITION and _NUMBERS.search(candidate.value):
        return _fold(fact.value) != _fold(candidate.value)
    return False


def _hours(plan: str) -> list[str]:
    return _HOURS.findall(normalise(plan))


def contradict(one: FactCandidate | Fact, other: FactCandidate | Fact) -> bool:
    """Whether two statements about one person cannot both be true now: opposite ones of weight, or two names."""
    if one.category is Category.NAME and other.category is Category.NAME:
        return _names_differ(one, other)
    if one.category is not other.category or one.category not in _WEIGHTY or one.polarity is other.polarity:
        return False
    if _fold(one.subject) != _fold(other.subject) or FactStatus.PAST in (one.status, other.status):
        return False
    if one.category is Category.CONDITION and not _is_disease(one.attribute or one.value):
        return False
    keys = (series_key_of(each) for each in (one, other))
    if len(set(keys)) == 1:
        return True
    return one.category is Category.ALLERGY and (_denies_in_general(one, other) or _denies_its_class(one, other))


# Who asks to be called so, or took another name, contradicts nothing; nor does one in another script, or a longer one.
_RENAMED = Pattern(
    r"叫我|称呼|改名|改叫|改成|现在叫|不叫|小名|昵称|网名|英文名|曾用名|全名|真名|笔名|原名|"
    r"\b(?:call|calls|called|go(?:es)? by|nickname|changed|renamed|married name|"
    r"maiden|now|full name|real name|short for|middle)\b",
    re.IGNORECASE,
)


def _names_differ(one: FactCandidate | Fact, other: FactCandidate | Fact) -> bool:
    if _fold(one.subject) != _fold(other.subject) or _fold(one.attribute) != _fold(other.attribute):
        return False
    if one.polarity is Polarity.NEGATED or other.polarity is Polarity.NEGATED:
        return False
    if FactStatus.PAST in (one.status, other.status) or _RENAMED.search(one.quote) or _RENAMED.search(other.quote):
        return False
    first, second = _fold(one.value), _fold(other.value)
    return _same_script(first, second) and first not in second and second not in first


def _denies_in_general(one: FactCandidate | Fact, other: FactCandidate | Fact) -> bool:
    """Whether one of two opposite statements says "no known allergies" and the other names one it covers."""
    denied, specific = (one, other) if one.polarity is Polarity.NEGATED else (other, one)
    general = denied.value
    if not is_general_allergen(general) or is_general_allergen(specific.value):
        return False
    scope = general_scope(general)
    if scope is DenialCode.ALL:
        return True
    return _is_drug(specific.attribute or specific.value) is (scope is DenialCode.DRUGS)


def general_scope(allergen: str) -> DenialCode:
    """What an allergen at large reaches over: drugs (药物, NKDA), food, or everything."""
    scope = normalise(allergen)
    drugs, food = _DRUG_SCOPE.search(scope) is not None, _FOOD_SCOPE.search(scope) is not None
    if drugs is food:
        return DenialCode.ALL
    return DenialCode.DRUGS if drugs else DenialCode.FOOD


def _denies_its_class(one: FactCandidate | Fact, other: FactCandidate | Fact) -> bool:
    """Whether one speaks of a class of drugs and the other of a member: 头孢过敏, 吃过头孢克肟没事."""
    return are_related(one.attribute or one.value, other.attribute or other.value)


def _is_drug(name: str) -> bool:
    return any(mention.kind is Kind.DRUG for mention in find_mentions(normalise(name))) or name.endswith(("药", "素"))


def _is_disease(name: str) -> bool:
    """A disease contradicts its denial; a symptom comes and goes."""
    mentions = [one for one in find_mentions(normalise(name)) if one.kind.is_condition]
    return not mentions or mentions[0].kind is Kind.CHRONIC


# --- what time does to a fact


def effective_status(fact: Fact, today: date) -> FactStatus:
    """A fact's status on a day: a plan whose date has passed is past."""
    if fact.category is Category.PLAN and fact.status is FactStatus.CURRENT:
        end = fact.valid_to or fact.valid_from
        if end and end < today.isoformat():
            return FactStatus.PAST
    return fact.status


_YEARS_ZH = Pattern(r"(?P<n>[零〇一二三四五六七八九十两百]+)\s*(?:多|来)?(?:周)?岁")
_MONTHS_OLD = Pattern(r"(?P<n>\d+)\s*(?:个?半?月|months?)")
_WEEKS_OLD = Pattern(r"(?P<n>\d+)[ -]*(?:weeks?|days?)")
_BIRTH = Pattern(r"(?P<year>(?:19|20)\d\d)(?:[年./-](?P<month>\d{1,2}))?(?:[月./-](?P<day>\d{1,2}))?")


def _observed(fact: Fact) -> date:
    return datetime.fromtimestamp(fact.observed_at_ms / 1000, UTC).date()


def _elapsed_months(start: date, end: date) -> int:
    return (end.year - start.year) * 12 + end.month - start.month - (end.day < start.day)


def _years(value: str, anchor: date, today: date) -> int | None:
    text = normalise(value)
    birth = _BIRTH.search(text)
    if birth:
        try:
            born = date(int(birth["year"]), int(birth["month"] or 1), int(birth["day"] or 1))
        except ValueError:
            born = date(int(birth["year"]), 1, 1)
        return max(0, _elapsed_months(born, today) // 12)
    months = _MONTHS_OLD.search(text)
    if months and "岁" not in text:
        return max(0, (int(months["n"]) + _elapsed_months(anchor, today)) // 12)
    if _WEEKS_OLD.search(text):
        return max(0, _elapsed_months(anchor, today) // 12)
    chinese = _YEARS_ZH.search(text)
    number = _NUMBERS.search(text)
    if number:
        years = int(float(number.group()))
    elif chinese and (values := values_of(chinese["n"])):
        years = int(values[-1])
    else:
        return None
    return max(0, years + _elapsed_months(anchor, today) // 12)


def age_on(fact: Fact, today: date) -> int | None:
    """Years of age on a day, counted on from the day the age was said; None if the value tells none.

    A birthday in between is not known, so a whole year has to pass before the age grows.
    """
    if fact.category is not Category.AGE:
        return None
    anchor = date.fromisoformat(fact.valid_from) if fact.valid_from else _observed(fact)
    return _years(fact.value, anchor, today)


def age_today(fact: Fact, today: date) -> str:
    """An age as it reads on a later day, "" where the words said are still right by themselves.

    These are no ages that grow: a year of birth, what was denied, and an age that was past when it
    was said. The unit of the words stays: 岁 or none.
    """
    if fact.polarity is Polarity.NEGATED or fact.status is FactStatus.PAST or _BIRTH.search(normalise(fact.value)):
        return ""
    years, said = age_on(fact, today), age_on(fact, date.fromisoformat(fact.valid_from or _observed(fact).isoformat()))
    if years is None or said is None or years <= said:
        return ""
    return f"{years}岁" if any(map(is_han, fact.value)) else str(years)
