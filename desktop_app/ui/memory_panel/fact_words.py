"""Facts in words: what a category is called, how a fact reads, since when it holds."""

from __future__ import annotations

from datetime import date

from desktop_app.domain.conversation import FAMILY_PREFIX, VaultKind
from desktop_app.domain.fact_lines import named_value
from desktop_app.domain.memory import SELF, Category, Fact, FactState, FactStatus, Polarity
from desktop_app.domain.validity import age_today, effective_status
from desktop_app.ui.texts import format_date, local_time, speaker_name, translate
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


def fact_value(fact: Fact, today: date) -> str:
    """A fact as it is named: attribute, value and unit, each once; an age as of today."""
    return named_value(fact, age_today(fact, today) or fact.value)


def whose(fact: Fact) -> str:
    """Whom a fact is about, as it stands before the fact; "" for the person's own."""
    return "" if fact.subject == SELF else f"{fact.subject} ·"


def fact_name(fact: Fact, today: date) -> str:
    """A fact as it is named, with whose it is where it is not the person's own: 妈妈 · 青霉素."""
    return f"{whose(fact)} {fact_value(fact, today)}".lstrip()


def fact_title(fact: Fact, today: date) -> tuple[Phrase, ...]:
    """The line that says a fact, with whose it is and what qualifies it set apart."""
    value = fact_value(fact, today)
    if fact.polarity is Polarity.NEGATED:
        value = translate("Facts", "denied: {value}").format(value=value)
    qualifier = {
        FactStatus.PAST: translate("Facts", "stopped")
        if fact.category is Category.MEDICATION
        else translate("Facts", "past"),
        FactStatus.SUSPECTED: translate("Facts", "suspected"),
    }.get(effective_status(fact, today), "")
    state = state_name(fact.state)
    phrases = (
        Phrase(whose(fact), strong=True),
        Phrase(value),
        Phrase(qualifier, strong=True),
        Phrase(state, strong=True),
    )
    return tuple(phrase for phrase in phrases if phrase.text)


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


def as_said_on(fact: Fact, today: date) -> str:
    """A choice between statements: the one of that day."""
    return translate("Facts", "as on {day}").format(day=_inside(local_time(fact.observed_at_ms).date(), today))


def said_by(speaker: str, kind: VaultKind) -> str:
    """Who said something, inside a sentence: a family word as it was chosen, the others not capitalised."""
    name = speaker_name(speaker, kind)
    name = speaker.removeprefix(FAMILY_PREFIX) if speaker.startswith(FAMILY_PREFIX) else name[:1].lower() + name[1:]
    return translate("Facts", "said by {speaker}").format(speaker=name)


def _inside(day: date, today: date) -> str:
    """A day inside a sentence, where English does not capitalise today."""
    return translate("Facts", "today") if day == today else format_date(day, today)


def holds_since(fact: Fact, today: date) -> str:
    """Since when a fact holds, or when it was measured or ended. An age that has grown is of today."""
    if age_today(fact, today):
        return translate("Facts", "as of today")
    day = local_time(fact.observed_at_ms).date()
    if fact.valid_from:
        try:
            day = date.fromisoformat(fact.valid_from)
        except ValueError:
            return fact.valid_from
    dated = fact.category in (Category.AGE, Category.MEASUREMENT, Category.PROCEDURE, Category.PLAN)
    if dated or fact.status is FactStatus.PAST or fact.state in (FactState.SUPERSEDED, FactState.RETRACTED):
        return format_date(day, today)
    return translate("Facts", "since {day}").format(day=_inside(day, today))


def quoted(text: str) -> str:
    """Words in the quotation marks of the language."""
    return translate("Facts", "“{words}”").format(words=text)
