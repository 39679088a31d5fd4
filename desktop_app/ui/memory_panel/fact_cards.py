"""The list of the Facts tab: what is held, by category, each fact with the words it rests on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby

from desktop_app.domain.conflicts import Conflict, conflicts_of
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.fact_changes import FactUse
from desktop_app.domain.memory import SELF, Category, Doubt, Fact, FactState, Polarity
from desktop_app.ui.memory_panel.cards import Card, Line, Role, Tone, group_heading, message, striped
from desktop_app.ui.memory_panel.fact_chart import SeriesChart
from desktop_app.ui.memory_panel.fact_details import FactLook, detail_lines, price_line, use_line
from desktop_app.ui.memory_panel.fact_filter import NO_FILTER, FactFilter
from desktop_app.ui.memory_panel.fact_groups import group_key
from desktop_app.ui.memory_panel.fact_series import Series, series_of
from desktop_app.ui.memory_panel.fact_words import (
    category_name,
    fact_title,
    group_name,
    group_rank,
    holds_since,
    quoted,
    source_words,
)
from desktop_app.ui.memory_panel.links import FACT, WHY, turn_link
from desktop_app.ui.texts import format_moment, format_number, sentences, translate
from desktop_app.ui.transcript.captions import Phrase

# Names of links; the tab knows what they do.
ABOUT_ONE = "fact:"  # how the links about one fact begin; each has its id
MANAGE = "fact:manage"
SELECT = "fact:select"
CONFIRM = "fact:confirm"
SETTLE = "fact:settle"
EDIT = "fact:edit"
RETRACT = "fact:retract"
FORGET = "fact:forget"
DELETE = "fact:delete"
PIN = "fact:pin"
UNPIN = "fact:unpin"
TABLE = "series:table"
EACH = "series:each"
MORE = "facts:more"
DISMISS = "facts:dismiss"
PAGE = 40  # facts written at once; more on demand, so that a thousand open as fast as ten

_ENDED = (FactState.SUPERSEDED, FactState.RETRACTED)


@dataclass(frozen=True, slots=True)
class FactsShown:
    """What the list depends on besides the facts.

    Attributes:
        kind: of the vault.
        today: the day it is.
        full: with figures.
        filter: which facts are wanted.
        managed: facts whose details are open.
        looks: what was read of these.
        in_prompt: facts of the prompt that is shown.
        selecting: whether facts are being selected, and which are, in order.
        tables: series shown as a table, by their place.
        each: series whose readings are listed one by one, by their place.
        count: how many facts are written at most.
        corrections: facts that others were corrected to, by id.
        affected: replies that rested on what was corrected or forgotten last, and what says what that was.
    """

    kind: VaultKind
    today: date
    full: bool
    filter: FactFilter = NO_FILTER
    managed: Collection[int] = ()
    looks: Mapping[int, FactLook] = field(default_factory=dict)
    in_prompt: Collection[int] = ()
    selecting: bool = False
    selected: Sequence[int] = ()
    tables: Collection[str] = ()
    each: Collection[str] = ()
    count: int = PAGE
    corrections: Mapping[int, Fact] = field(default_factory=dict)
    affected: tuple[Callable[[], str], tuple[FactUse, ...]] = (str, ())


def open_conflicts(facts: Sequence[Fact]) -> list[Conflict]:
    """Contradictions that wait for a decision; those to be asked come last."""
    waiting = [conflict for conflict in conflicts_of(facts) if conflict.doubt is not Doubt.LEFT]
    return sorted(waiting, key=lambda conflict: conflict.doubt is Doubt.TO_ASK)


def fact_cards(facts: Sequence[Fact], shown: FactsShown) -> list[Card]:
    """The cards of the list."""
    wanted = shown.filter.chosen(facts, shown.today)
    cards = _affected_cards(shown)
    if not facts:
        words = translate("Facts", "Nothing is known yet. Facts appear here with the words they rest on.")
        return [*cards, message(words)]
    if not wanted:
        return [*cards, message(translate("Facts", "No fact is like that. Change the search or the filters."))]
    ordered = listed(wanted)
    groups = _Groups(ordered[: shown.count], shown)
    cards += groups.cards()
    if len(ordered) > shown.count:
        words = translate("Facts", "{shown} of {count} facts").format(
            shown=format_number(shown.count), count=format_number(len(ordered))
        )
        cards.append(Card((Line((Phrase(words), Phrase(translate("Facts", "show more"), MORE))),), Tone.NONE))
    return cards


def listed(facts: Sequence[Fact]) -> list[Fact]:
    """Facts in the order of the list: held ones by category, then the ended ones."""
    return sorted(facts, key=lambda fact: (fact.state in _ENDED, group_rank(fact), _order(fact)))


def _order(fact: Fact) -> tuple[bool, str, str, int]:
    """The person's own facts stand before those about others, which keep together by whom they are about."""
    subject = "" if fact.subject == SELF else fact.subject
    return bool(subject), subject, fact.attribute or fact.value, fact.observed_at_ms


class _Groups:
    """Writes facts in their order under the headings of their categories."""

    def __init__(self, facts: Sequence[Fact], shown: FactsShown) -> None:
        self._facts = facts
        self._shown = shown

    def cards(self) -> list[Card]:
        cards: list[Card] = []
        held = [fact for fact in self._facts if fact.state not in _ENDED]
        for key, group in groupby(held, group_key):
            members = list(group)
            cards.append(group_heading(group_name(members[0])))
            cards += self._series(members) if key == Category.MEASUREMENT else self._plain(members)
        ended = [fact for fact in self._facts if fact.state in _ENDED]
        if ended:
            cards.append(group_heading(translate("Facts", "No longer held")))
            cards += self._plain(ended)
        return cards

    def _plain(self, facts: Sequence[Fact]) -> list[Card]:
        return striped([fact_card(fact, self._shown) for fact in facts])

    def _series(self, facts: Sequence[Fact]) -> list[Card]:
        """Readings of the same thing as one chart; the single facts on demand, and where they are looked for."""
        shown = self._shown
        single = shown.selecting or not shown.filter.is_empty
        cards: list[Card] = []
        left = list(facts)
        for series in series_of(facts):
            cards.append(_series_card(series, shown, single))
            members = [fact for fact in left if fact.id in series.fact_ids]
            left = [fact for fact in left if fact.id not in series.fact_ids]
            unusual = [fact for fact in members if fact.state is not FactState.ACTIVE or fact.id in shown.managed]
            cards += self._plain(members if single or _place(series) in shown.each else unusual)
        return cards + self._plain(left)


def _series_card(series: Series, shown: FactsShown, single: bool) -> Card:
    newest = series.readings[-1]
    place = _place(series)
    name = f"{series.name} · {series.unit}" if series.unit else series.name
    count = translate("Facts", "{count} readings").format(count=len(series.readings))
    is_table, is_each = place in shown.tables, place in shown.each
    links = [Phrase(translate("Facts", "hide table") if is_table else translate("Facts", "table"), f"{TABLE}/{place}")]
    if not single:
        words = translate("Facts", "hide each") if is_each else translate("Facts", "each with its words")
        links.append(Phrase(words, f"{EACH}/{place}"))
    lines = [
        Line((Phrase(name),), Role.TITLE, right=newest.figures),
        Line((), picture=SeriesChart(series, shown.today)),
        Line((Phrase(count), *links)),
    ]
    if is_table:
        for reading in series.readings:
            at_ms = int(reading.at.timestamp() * 1000)
            when = format_moment(at_ms, shown.today)
            value = f"{reading.figures} {series.unit}".rstrip()
            lines.append(Line((Phrase(when if reading.timed else when.rpartition(" ")[0] or when),), right=value))
    return Card(tuple(lines))


def _place(series: Series) -> str:
    """What a series is called in links: its newest fact."""
    return str(series.readings[-1].fact_id)


def fact_card(fact: Fact, shown: FactsShown) -> Card:
    """One fact: what it says, the words it rests on, whose they are, and what can be done."""
    instead = shown.corrections.get(fact.superseded_by or 0)
    lines = [Line(fact_title(fact, shown.today, shown.kind, instead), Role.TITLE, right=holds_since(fact, shown.today))]
    if fact.quote:
        lines.append(Line((Phrase(quoted(fact.quote)),)))
    confidence = translate("Facts", "confidence {value}").format(value=f"{fact.confidence:.2f}")
    said = (*_source(fact, shown), *_marks(fact, shown))
    lines.append(Line((*said, *_first_links(fact, shown)), right=confidence if shown.full else ""))
    if fact.id in shown.managed:
        look = shown.looks.get(fact.id)
        lines += (Line(_actions(fact, shown), gap=4), Line((Phrase(_what_they_do(fact)),)))
        if look is not None:
            lines += price_line(look, fact)
            lines += detail_lines(look, shown.kind, shown.today)
    return Card(tuple(lines))


def menu_of(card: Card, facts: Sequence[Fact], shown: FactsShown) -> tuple[Phrase, ...]:
    """What the menu of a card offers: of a fact all that can be done with it, unfolded or not."""
    numbers = {link.link.rpartition("/")[2] for link in card.links if link.link.startswith(ABOUT_ONE)}
    fact = next((fact for fact in facts if str(fact.id) in numbers), None)
    if fact is None or fact.id in shown.managed:
        return card.links
    offered = {phrase.link: phrase for phrase in (*card.links, *_actions(fact, shown))}
    return tuple(offered.values())


def _source(fact: Fact, shown: FactsShown) -> tuple[Phrase, ...]:
    words = source_words(fact, shown.kind, shown.today)
    link = turn_link(fact.turn_id, fact.session_id) if fact.turn_id else ""
    phrases = [Phrase(words, link if not fact.by_hand else "")]
    if fact.by_hand and link:
        phrases.append(Phrase(translate("Facts", "source"), link))
    if fact.source_count > 1:
        phrases.append(Phrase(translate("Facts", "said {count} times").format(count=fact.source_count)))
    return tuple(phrases)


def _first_links(fact: Fact, shown: FactsShown) -> tuple[Phrase, ...]:
    if shown.selecting:
        is_selected = fact.id in shown.selected
        words = translate("Facts", "☑ selected") if is_selected else translate("Facts", "☐ select")
        return (Phrase(words, f"{SELECT}/{fact.id}", strong=is_selected),)
    links = []
    if fact.state is FactState.PROPOSED:
        links.append(Phrase(translate("Facts", "confirm"), f"{CONFIRM}/{fact.id}"))
    elif fact.state is FactState.CONFLICT:
        links.append(Phrase(translate("Facts", "settle"), f"{SETTLE}/{fact.id}"))
    is_open = fact.id in shown.managed
    words = translate("Facts", "less") if is_open else translate("Facts", "actions")
    return (*links, Phrase(words, f"{MANAGE}/{fact.id}"))


def _marks(fact: Fact, shown: FactsShown) -> tuple[Phrase, ...]:
    marks = []
    if fact.own_category is not None and fact.category is not Category.OTHER:
        marks.append(Phrase(category_name(fact.category)))
    if fact.pinned:
        marks.append(Phrase(translate("Facts", "pinned")))
    if shown.full and fact.id in shown.in_prompt:
        marks.append(Phrase(translate("Facts", "in this prompt")))
    return tuple(marks)


def _actions(fact: Fact, shown: FactsShown) -> tuple[Phrase, ...]:
    links: list[tuple[str, str]] = []
    if fact.state is FactState.PROPOSED:
        links.append((translate("Facts", "confirm"), CONFIRM))
    if fact.state not in _ENDED:
        links.append((translate("Facts", "edit"), EDIT))
        links.append((translate("Facts", "retract"), RETRACT))
    links.append((translate("Facts", "forget"), FORGET))
    links.append((translate("Facts", "delete"), DELETE))
    if fact.state not in _ENDED:
        pin = (translate("Facts", "unpin"), UNPIN) if fact.pinned else (translate("Facts", "pin to every prompt"), PIN)
        links.append(pin)
    if fact.id not in shown.in_prompt:
        links.append((translate("Facts", "why not in the prompt?"), f"{WHY}/{FACT}"))
    return tuple(Phrase(words, f"{action}/{fact.id}") for words, action in links)


def _what_they_do(fact: Fact) -> str:
    """The ways of parting with a fact, told apart; none of them touches the conversation."""
    told = [
        translate("Facts", "Retract: it is wrong; its history stays.") if fact.state not in _ENDED else "",
        translate("Facts", "Forget: it is not used, nor learnt again."),
        translate("Facts", "Delete: it goes with its history and out of stored prompts."),
        translate("Facts", "What you said stays in the conversation; delete or erase the turn there."),
    ]
    return sentences(*told)


def _affected_cards(shown: FactsShown) -> list[Card]:
    """Replies that had what was corrected in their prompt, to be asked again."""
    say, uses = shown.affected
    answered = [use for use in uses if use.reply is not None]
    if not answered:
        return []
    count = (
        translate("Facts", "1 reply rested on it")
        if len(answered) == 1
        else translate("Facts", "{count} replies rested on it").format(count=len(answered))
    )
    dismiss = Phrase(translate("Facts", "dismiss"), DISMISS)
    lines = [Line((Phrase(say()),), Role.BODY), Line((Phrase(count, strong=True), dismiss))]
    lines += [use_line(use, shown.today, ask=True) for use in reversed(answered[-8:])]
    return [Card(tuple(lines), Tone.TINTED)]


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
