"""The Facts tab: conflicts first, then what is believed, by category, each with the words it rests on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from desktop_app.domain.conflicts import Conflict, conflicts_of
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.memory import SELF, Category, Fact, FactState, Polarity
from desktop_app.ui.memory_panel.cards import Card, Line, Role, Tone, group_heading, message, striped
from desktop_app.ui.memory_panel.fact_words import (
    CATEGORY_ORDER,
    as_said_on,
    category_name,
    fact_title,
    fact_value,
    holds_since,
    quoted,
    said_by,
    said_on,
    whose,
)
from desktop_app.ui.texts import speaker_name, translate
from desktop_app.ui.transcript.captions import Phrase

# Names of links; the panel knows what they do.
SOURCE = "source:open"
MANAGE = "fact:manage"
CONFIRM = "fact:confirm"
SETTLE = "fact:settle"
RETRACT = "fact:retract"
FORGET = "fact:forget"
PIN = "fact:pin"
UNPIN = "fact:unpin"
UNDO = "fact:undo"
_ENDED = (FactState.SUPERSEDED, FactState.RETRACTED)


@dataclass(frozen=True, slots=True)
class FactsShown:
    """What the tab depends on besides the facts."""

    kind: VaultKind
    today: date
    full: bool
    managed: Collection[int] = ()  # facts whose actions are open
    in_prompt: Collection[int] = ()
    undo: str = ""  # what can be undone, in words


def fact_cards(facts: Sequence[Fact], shown: FactsShown) -> list[Card]:
    """The cards of the tab."""
    cards: list[Card] = []
    if shown.undo:
        undo = Phrase(translate("Facts", "undo"), UNDO)
        cards.append(Card((Line((Phrase(shown.undo), undo), Role.BODY),), Tone.TINTED))
    cards += [_conflict_card(conflict, shown) for conflict in conflicts_of(facts)]
    current = [fact for fact in facts if fact.state in (FactState.ACTIVE, FactState.PROPOSED)]
    for category in CATEGORY_ORDER:
        members = [fact for fact in current if fact.category is category]
        if members:
            cards.append(group_heading(category_name(category)))
            cards += striped([_fact_card(fact, shown) for fact in sorted(members, key=_order)])
    ended = [fact for fact in facts if fact.state in _ENDED]
    if ended:
        cards.append(group_heading(translate("Facts", "No longer held")))
        cards += striped([_fact_card(fact, shown) for fact in sorted(ended, key=_order)])
    if not facts:
        cards.append(
            message(translate("Facts", "Nothing is known yet. Facts appear here with the words they rest on."))
        )
    return cards


def _order(fact: Fact) -> tuple[bool, str, str, int]:
    """The person's own facts stand before those about others, which keep together by whom they are about."""
    subject = "" if fact.subject == SELF else fact.subject
    return bool(subject), subject, fact.attribute or fact.value, fact.observed_at_ms


def _fact_card(fact: Fact, shown: FactsShown) -> Card:
    lines = [Line(fact_title(fact, shown.today), Role.TITLE, right=holds_since(fact, shown.today))]
    source = Phrase(translate("Facts", "source"), f"{SOURCE}/{fact.session_id}/{fact.turn_id}")
    manage = Phrase(translate("Facts", "actions"), f"{MANAGE}/{fact.id}")
    words: list[Phrase] = [Phrase(quoted(fact.quote))] if fact.quote else []
    confirm = [Phrase(translate("Facts", "confirm"), f"{CONFIRM}/{fact.id}")] if _doubtful(fact) else []
    lines.append(Line((*words, source, *confirm, manage)))
    if shown.full:
        lines.append(Line(_background(fact, shown)))
    if fact.id in shown.managed:
        lines.append(Line(_actions(fact)))
    return Card(tuple(lines))


def _doubtful(fact: Fact) -> bool:
    return fact.state in (FactState.PROPOSED, FactState.CONFLICT)


def _background(fact: Fact, shown: FactsShown) -> tuple[Phrase, ...]:
    phrases = [
        Phrase(said_by(fact.speaker, shown.kind)),
        Phrase(translate("Facts", "confidence {value}").format(value=f"{fact.confidence:.2f}")),
    ]
    if fact.id in shown.in_prompt:
        phrases.append(Phrase(translate("Facts", "in this prompt")))
    if fact.pinned:
        phrases.append(Phrase(translate("Facts", "pinned")))
    return tuple(phrases)


def _actions(fact: Fact) -> tuple[Phrase, ...]:
    pin = (
        Phrase(translate("Facts", "unpin"), f"{UNPIN}/{fact.id}")
        if fact.pinned
        else Phrase(translate("Facts", "pin to every prompt"), f"{PIN}/{fact.id}")
    )
    retract = [] if fact.state in _ENDED else [Phrase(translate("Facts", "retract"), f"{RETRACT}/{fact.id}")]
    return (*retract, Phrase(translate("Facts", "forget"), f"{FORGET}/{fact.id}"), pin)


def _conflict_card(conflict: Conflict, shown: FactsShown) -> Card:
    title = Phrase(translate("Facts", "To settle"), strong=True)
    first = conflict.facts[0]
    about = [Phrase(whose(first))] if whose(first) else []
    matter = Phrase(first.attribute or fact_value(first, shown.today))
    lines = [Line((title, *about, Phrase(category_name(first.category)), matter), Role.WARNING)]
    for fact in conflict.facts:
        source = Phrase(translate("Facts", "source"), f"{SOURCE}/{fact.session_id}/{fact.turn_id}")
        lines.append(Line((Phrase(quoted(fact.quote)),), Role.BODY, gap=4))
        when = Phrase(said_on(fact, shown.today))
        lines.append(Line((when, Phrase(speaker_name(fact.speaker, shown.kind)), source)))
    choices = [
        Phrase(as_said_on(fact, shown.today), f"{SETTLE}/{fact.id}")
        for fact in (conflict.older[-1], conflict.newer[-1])
    ]
    lines.append(Line(tuple(choices), Role.BODY, gap=6))
    return Card(tuple(lines), Tone.WARNING)


def allergies(facts: Sequence[Fact]) -> list[Fact]:
    """The person's own allergies to reckon with: an unresolved one counts as one."""
    return [
        fact
        for fact in facts
        if fact.category is Category.ALLERGY
        and fact.subject == SELF
        and fact.state in (FactState.ACTIVE, FactState.PROPOSED, FactState.CONFLICT)
        and fact.polarity is Polarity.AFFIRMED
    ]
