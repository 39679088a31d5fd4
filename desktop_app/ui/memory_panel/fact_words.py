"""Facts in words: what a category is called, how a fact reads, since when it holds."""

from __future__ import annotations

from datetime import date

from desktop_app.domain.memory import Category, Fact, FactState, FactStatus, Polarity
from desktop_app.ui.texts import format_date, local_time, translate
from desktop_app.ui.transcript.captions import Phrase

# What a clinician looks for first stands first.
CATEGORY_ORDER: tuple[Category, ...] = (
    Category.ALLERGY,
    Category.MEDICATION,
    Category.CONDITION,
    Category.MEASUREMENT,
    Category.PROCEDURE,
    Category.NAME,
    Category.AGE,
    Category.SEX,
    Category.BLOOD_TYPE,
    Category.HABIT,
    Category.PLAN,
    Category.GOAL,
    Category.PREFERENCE,
    Category.OCCUPATION,
    Category.RESIDENCE,
    Category.CONTACT,
    Category.BUSINESS_PARAMETER,
    Category.OTHER,
)


def category_name(category: Category) -> str:
    """What a category is called."""
    return {
        Category.NAME: translate("Facts", "Name"),
        Category.AGE: translate("Facts", "Age"),
        Category.SEX: translate("Facts", "Sex"),
        Category.BLOOD_TYPE: translate("Facts", "Blood type"),
        Category.CONTACT: translate("Facts", "Contact"),
        Category.RESIDENCE: translate("Facts", "Home"),
        Category.OCCUPATION: translate("Facts", "Work"),
        Category.ALLERGY: translate("Facts", "Allergies"),
        Category.MEDICATION: translate("Facts", "Medication"),
        Category.CONDITION: translate("Facts", "Conditions"),
        Category.MEASUREMENT: translate("Facts", "Measurements"),
        Category.PROCEDURE: translate("Facts", "Procedures"),
        Category.HABIT: translate("Facts", "Habits"),
        Category.PLAN: translate("Facts", "Plans"),
        Category.GOAL: translate("Facts", "Goals"),
        Category.PREFERENCE: translate("Facts", "Preferences"),
        Category.BUSINESS_PARAMETER: translate("Facts", "Figures"),
        Category.OTHER: translate("Facts", "Other"),
    }[category]


def fact_value(fact: Fact) -> str:
    """A fact as it is named: attribute, value and unit, each once."""
    value = fact.value
    if fact.unit and not value.rstrip().endswith(fact.unit):
        # Latin units keep a space, Chinese ones and signs do not.
        value += f" {fact.unit}" if fact.unit[0].isascii() and fact.unit[0].isalpha() else fact.unit
    if fact.attribute and fact.attribute.casefold() not in value.casefold():
        value = f"{fact.attribute} {value}"
    return value


def fact_title(fact: Fact) -> tuple[Phrase, ...]:
    """The line that says a fact, with what qualifies it set apart."""
    value = fact_value(fact)
    if fact.polarity is Polarity.NEGATED:
        value = translate("Facts", "denied: {value}").format(value=value)
    qualifier = {
        FactStatus.PAST: translate("Facts", "stopped")
        if fact.category is Category.MEDICATION
        else translate("Facts", "past"),
        FactStatus.SUSPECTED: translate("Facts", "suspected"),
    }.get(fact.status, "")
    state = state_name(fact.state)
    return tuple(
        phrase for phrase in (Phrase(value), Phrase(qualifier, strong=True), Phrase(state, strong=True)) if phrase.text
    )


def state_name(state: FactState) -> str:
    """What the program holds of a fact, "" where it simply holds it."""
    return {
        FactState.PROPOSED: translate("Facts", "to confirm"),
        FactState.CONFLICT: translate("Facts", "unresolved"),
        FactState.SUPERSEDED: translate("Facts", "replaced"),
        FactState.RETRACTED: translate("Facts", "retracted"),
    }.get(state, "")


def said_on(fact: Fact, today: date) -> str:
    """The day the words were said."""
    return format_date(local_time(fact.observed_at_ms).date(), today)


def holds_since(fact: Fact, today: date) -> str:
    """Since when a fact holds, or when it was measured or ended."""
    day = local_time(fact.observed_at_ms).date()
    if fact.valid_from:
        try:
            day = date.fromisoformat(fact.valid_from)
        except ValueError:
            return fact.valid_from
    text = format_date(day, today)
    dated = fact.category in (Category.MEASUREMENT, Category.PROCEDURE, Category.PLAN)
    if dated or fact.status is FactStatus.PAST or fact.state in (FactState.SUPERSEDED, FactState.RETRACTED):
        return text
    return translate("Facts", "since {day}").format(day=text)


def quoted(text: str) -> str:
    """Words in the quotation marks of the language."""
    return translate("Facts", "“{words}”").format(words=text)
