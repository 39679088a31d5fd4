"""Facts in words: what a category is called, how a fact reads, since when it holds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from desktop_app.domain.conversation import FAMILY_PREFIX, VaultKind
from desktop_app.domain.extraction.lexicon import is_general_allergen
from desktop_app.domain.fact_lines import denial_code, named_value, period
from desktop_app.domain.memory import (
    OF_A_DAY,
    SELF,
    Category,
    Doubt,
    Fact,
    FactState,
    FactStatus,
    OwnCategory,
    Polarity,
)
from desktop_app.domain.prompt_words import DenialCode
from desktop_app.domain.validity import age_today, general_scope
from desktop_app.ui.memory_panel.fact_filter import Origin, Standing, is_corrected, standing_of
from desktop_app.ui.memory_panel.fact_groups import key_of
from desktop_app.ui.texts import (
    format_date,
    format_moment,
    format_month,
    format_year,
    local_time,
    speaker_name,
    translate,
)
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


def group_name(fact: Fact) -> str:
    """What the group is called in which a fact stands."""
    return fact.own_category.name if fact.own_category else category_name(fact.category)


def group_rank(fact: Fact) -> tuple[int, int]:
    """What orders groups: a space's own in their order, then those that ship."""
    return (0, fact.own_category.position) if fact.own_category else (1, CATEGORY_ORDER.index(fact.category))


def group_choices(own: Sequence[OwnCategory]) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Names and keys of the groups to choose from: a space's own, and those that ship."""
    return (
        [(category.name, key_of(Category.OTHER, category.id)) for category in own],
        [(category_name(category), category.value) for category in CATEGORY_ORDER],
    )


def fact_value(fact: Fact, today: date) -> str:
    """A fact as it is named: attribute, value and unit, each once; an age as of today."""
    return named_value(fact, age_today(fact, today) or fact.value)


def whose(fact: Fact) -> str:
    """Whom a fact is about, as it stands before the fact; "" for the person's own."""
    return "" if fact.subject == SELF else f"{_subject_name(fact.subject)} ·"


def _subject_name(subject: str) -> str:
    """A member of the family in the language in force; what else somebody is called stays as it was said."""
    return {
        "mother": translate("Speakers", "mother"),
        "father": translate("Speakers", "father"),
        "wife": translate("Speakers", "wife"),
        "husband": translate("Speakers", "husband"),
        "son": translate("Speakers", "son"),
        "daughter": translate("Speakers", "daughter"),
        "brother": translate("Speakers", "brother"),
        "sister": translate("Speakers", "sister"),
        "grandmother": translate("Speakers", "grandmother"),
        "grandfather": translate("Speakers", "grandfather"),
        "friend": translate("Speakers", "friend"),
    }.get(subject, subject)


def with_words_left(done: str, forgotten: Sequence[Fact]) -> str:
    """What was done to facts that were forgotten, and that a conversation they rest on says them still."""
    if not any(fact.turn_id for fact in forgotten):
        return done
    left = translate("Facts", "The conversation still has the words; delete its turn to take them out of it too.")
    return translate("Facts", "{done}. {left}").format(done=done, left=left)


def fact_name(fact: Fact, today: date, kind: VaultKind = VaultKind.PERSONAL) -> str:
    """A fact as it is named, with whose it is where it is not the person's own (妈妈 · 青霉素); a denial as one."""
    return f"{whose(fact)} {_as_held(fact, fact_value(fact, today), kind)}".lstrip()


def fact_title(
    fact: Fact, today: date, kind: VaultKind = VaultKind.PERSONAL, instead: Fact | None = None
) -> tuple[Phrase, ...]:
    """The line that says a fact, with whose it is and what is held of it set apart.

    Args:
        fact: the fact.
        today: the day it is.
        kind: of the vault: a denial reads otherwise in a consulting room.
        instead: what it was corrected to, where that is known.
    """
    value = _as_held(fact, fact_value(fact, today), kind)
    standing = standing_of(fact, today)
    held = "" if standing is Standing.CURRENT else standing_words(fact, today)
    if instead is not None and is_corrected(fact):
        same = (instead.subject, instead.attribute) == (fact.subject, fact.attribute)
        right = f"{instead.value} {instead.unit}".rstrip() if same else fact_name(instead, today, kind)
        held = translate("Facts", "corrected to {fact}").format(fact=right)
    phrases = (Phrase(whose(fact), strong=True), Phrase(value), Phrase(held, strong=True))
    return tuple(phrase for phrase in phrases if phrase.text)


def fact_in_words(fact: Fact, today: date, kind: VaultKind = VaultKind.PERSONAL) -> str:
    """A fact in one line outside of the window: as it was said or denied, whose it is, what is held of it."""
    said = f"{whose(fact)} {_as_held(fact, named_value(fact, fact.value), kind)}".lstrip()
    standing = standing_of(fact, today)
    if standing is Standing.DOUBT:
        return translate("Safety", "{value} (unresolved)").format(value=said)
    return said if standing is Standing.CURRENT else f"{said} · {standing_words(fact, today)}"


def claim(fact: Fact, today: date) -> str:
    """What a fact claims in a few words, to be told from its opposite: 青霉素过敏, 无药物过敏."""
    value = fact_value(fact, today)
    denied = fact.polarity is Polarity.NEGATED
    if fact.category is Category.MEDICATION and denied:
        return f"{whose(fact)} {translate('Facts', 'not taking {value}').format(value=value)}".lstrip()
    if fact.category is not Category.ALLERGY:
        return fact_name(fact, today)
    if not denied:
        said = translate("Facts", "allergic to {value}").format(value=value)
    elif is_general_allergen(fact.value):
        scope = general_scope(fact.value)
        said = {
            DenialCode.DRUGS: translate("Facts", "no drug allergies"),
            DenialCode.FOOD: translate("Facts", "no food allergies"),
            DenialCode.ALL: translate("Facts", "no allergies"),
        }[scope]
    else:
        said = translate("Facts", "not allergic to {value}").format(value=value)
    return f"{whose(fact)} {said}".lstrip()


def _as_held(fact: Fact, value: str, kind: VaultKind) -> str:
    """A value, denied where the words deny it."""
    if fact.polarity is not Polarity.NEGATED:
        return value
    code = denial_code(fact)
    if code is not None:
        return {
            DenialCode.DRUGS: translate("Facts", "no known drug allergies ({value})"),
            DenialCode.FOOD: translate("Facts", "no known food allergies ({value})"),
            DenialCode.ALL: translate("Facts", "no known allergies ({value})"),
        }[code].format(value=fact.value)
    if kind is VaultKind.CLINICAL:
        return translate("Facts", "denied: {value}").format(value=value)
    if fact.category is Category.HABIT and _denies_the_verb(fact):
        return translate("Facts", "does not {value}").format(value=value)
    plainly = {
        Category.ALLERGY: translate("Facts", "not allergic to {value}"),
        Category.MEDICATION: translate("Facts", "not taking {value}"),
        Category.PREFERENCE: translate("Facts", "rather not {value}"),
    }
    return plainly.get(fact.category, translate("Facts", "no {value}")).format(value=value)


def _denies_the_verb(fact: Fact) -> bool:
    """Whether the words deny the value as something done: 不喝酒, "don't smoke", but not "no alcohol"."""
    before, found, _ = fact.quote.casefold().partition(fact.value.casefold())
    return bool(found) and before.rstrip().endswith(("不", "n't", "n’t", "not", "never"))


def standing_words(fact: Fact, today: date) -> str:
    """What is held of a fact, in a word or two."""
    if is_corrected(fact):
        return translate("Facts", "corrected")
    standing = standing_of(fact, today)
    if standing is Standing.PAST and fact.category is Category.MEDICATION:
        return translate("Facts", "stopped")
    if standing is Standing.DOUBT and fact.doubt is Doubt.TO_ASK:
        return translate("Facts", "to be asked")
    return standing_name(standing)


def standing_name(standing: Standing) -> str:
    """What it is called that something is held of a fact."""
    return {
        Standing.ALL: translate("Facts", "all states"),
        Standing.CURRENT: translate("Facts", "current"),
        Standing.PAST: translate("Facts", "past"),
        Standing.SUSPECTED: translate("Facts", "suspected"),
        Standing.WAITING: translate("Facts", "to confirm"),
        Standing.DOUBT: translate("Facts", "in doubt"),
        Standing.REPLACED: translate("Facts", "replaced"),
        Standing.RETRACTED: translate("Facts", "retracted"),
        Standing.ELSEWHERE: translate("Facts", "said in another version"),
    }[standing]


def origin_name(origin: Origin) -> str:
    """What a source of facts is called."""
    return {
        Origin.ALL: translate("Facts", "all sources"),
        Origin.SAID: translate("Facts", "said"),
        Origin.HAND: translate("Facts", "by hand"),
        Origin.PROPOSED: translate("Facts", "proposed"),
    }[origin]


def source_words(fact: Fact, kind: VaultKind, today: date) -> str:
    """Who said a fact and when, or by whose hand it is there."""
    speaker = _speaker_inside(fact.speaker, kind)
    if fact.by_hand:
        when = format_moment(fact.recorded_at_ms, today)
        return translate("Facts", "entered by {speaker}, {when}").format(speaker=speaker, when=when)
    return translate("Facts", "{speaker}, {when}").format(
        speaker=speaker_name(fact.speaker, kind), when=format_moment(fact.observed_at_ms, today)
    )


def said_on(fact: Fact, today: date) -> str:
    """The day the words were said."""
    return format_date(local_time(fact.observed_at_ms).date(), today)


def _speaker_inside(speaker: str, kind: VaultKind) -> str:
    """Who said something, inside a sentence: a family word as it was chosen, the others not capitalised."""
    if speaker.startswith(FAMILY_PREFIX):
        return speaker.removeprefix(FAMILY_PREFIX)
    name = speaker_name(speaker, kind)
    return name[:1].lower() + name[1:]


def _inside(day: date, today: date) -> str:
    """A day inside a sentence, where English does not capitalise today."""
    return translate("Facts", "today") if day == today else format_date(day, today)


def holds_since(fact: Fact, today: date) -> str:
    """Since when and until when a fact holds, or when it was measured. An age that has grown is of today."""
    if age_today(fact, today):
        return translate("Facts", "as of today")
    known = _iso_day(fact.valid_from)
    day = known or local_time(fact.observed_at_ms).date()
    end = _iso_day(fact.valid_to)
    when = fact.category in (Category.MEASUREMENT, Category.PROCEDURE, Category.PLAN) or fact.status is FactStatus.PAST
    if when and known and end and end > known:
        return _span_of_days(known, end, today)
    dated = fact.category in OF_A_DAY
    if end is not None and not dated:
        if known is None or known == end:
            return translate("Facts", "until {day}").format(day=_inside(end, today))
        return translate("Facts", "{day} – {end}").format(day=format_date(day, today), end=_inside(end, today))
    if known and known != today and known.day == 1 and not dated and fact.status is FactStatus.PAST:
        return _beginning(known, today)
    if dated or fact.status is FactStatus.PAST or fact.state in (FactState.SUPERSEDED, FactState.RETRACTED):
        return format_date(day, today)
    if known is None:  # when it was said tells nothing of when it began
        return translate("Facts", "noted {day}").format(day=_inside(day, today))
    return translate("Facts", "since {day}").format(day=_beginning(known, today))


def _span_of_days(first: date, last: date, today: date) -> str:
    """Days as precisely as they were said: a whole year or month by its name."""
    words = period(first.isoformat(), last.isoformat())
    if len(words) == len("2025"):
        return format_year(first)
    if len(words) == len("2025-03"):
        return format_month(first, today)
    return translate("Facts", "{day} – {end}").format(day=format_date(first, today), end=_inside(last, today))


def _beginning(day: date, today: date) -> str:
    """A day from which something holds; the first of a month or year stands for it, and says no more."""
    if day == today or day.day > 1:
        return _inside(day, today)
    return format_year(day) if day.month == 1 else format_month(day, today)


def _iso_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def quoted(text: str) -> str:
    """Words in the quotation marks of the language."""
    return translate("Facts", "“{words}”").format(words=text)
