"""Which facts the tab lists: by words, by where they come from, by what is held of them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from desktop_app.domain.memory import Category, Fact, FactState, FactStatus
from desktop_app.domain.validity import effective_status
from desktop_app.ui.memory_panel.fact_groups import group_key


class Origin(StrEnum):
    """Where facts come from."""

    ALL = ""
    SAID = "said"
    HAND = "hand"
    PROPOSED = "proposed"  # found by the program, not confirmed by anybody


class Standing(StrEnum):
    """What is held of a fact today, as people say it."""

    ALL = ""
    CURRENT = "current"
    PAST = "past"
    SUSPECTED = "suspected"
    WAITING = "waiting"
    DOUBT = "doubt"
    REPLACED = "replaced"
    RETRACTED = "retracted"
    ELSEWHERE = "elsewhere"  # nobody retracted it: another version of the conversation says it


_OF_STATE = {
    FactState.PROPOSED: Standing.WAITING,
    FactState.CONFLICT: Standing.DOUBT,
    FactState.SUPERSEDED: Standing.REPLACED,
    FactState.RETRACTED: Standing.RETRACTED,
    FactState.FORGOTTEN: Standing.RETRACTED,
}
_OF_STATUS = {FactStatus.PAST: Standing.PAST, FactStatus.SUSPECTED: Standing.SUSPECTED}


def is_corrected(fact: Fact) -> bool:
    """Whether a fact was never so, and another says what is: somebody corrected it."""
    return fact.state is FactState.RETRACTED and fact.superseded_by is not None


def standing_of(fact: Fact, today: date) -> Standing:
    """What is held of a fact on a day; one whose validity is over is past."""
    if fact.state is not FactState.ACTIVE:
        if is_corrected(fact):
            return Standing.REPLACED
        return Standing.ELSEWHERE if fact.withdrawn else _OF_STATE[fact.state]
    happened = fact.category in (Category.MEASUREMENT, Category.PROCEDURE)  # its days are when it was
    if fact.valid_to and fact.valid_to < today.isoformat() and not happened:
        return Standing.PAST
    return _OF_STATUS.get(effective_status(fact, today), Standing.CURRENT)


@dataclass(frozen=True, slots=True)
class FactFilter:
    """What is wanted; empty fields want everything."""

    words: str = ""
    origin: Origin = Origin.ALL
    standing: Standing = Standing.ALL
    group: str = ""  # a key of `fact_groups`

    @property
    def is_empty(self) -> bool:
        """Whether everything is wanted."""
        return not (self.words.strip() or self.origin or self.standing or self.group)

    def chosen(self, facts: Iterable[Fact], today: date) -> list[Fact]:
        """The facts that are wanted, in their order."""
        terms = _folded(self.words).split()
        return [fact for fact in facts if self._admits(fact, today) and all(term in _text(fact) for term in terms)]

    def _admits(self, fact: Fact, today: date) -> bool:
        origin = Origin.PROPOSED if fact.state is FactState.PROPOSED else Origin.HAND if fact.by_hand else Origin.SAID
        return (
            (not self.origin or self.origin is origin)
            and (not self.standing or self.standing is standing_of(fact, today))
            and (not self.group or self.group == group_key(fact))
        )


NO_FILTER = FactFilter()


def _text(fact: Fact) -> str:
    filed = fact.own_category.name if fact.own_category else ""
    return _folded(f"{fact.subject} {fact.attribute} {fact.value} {fact.unit} {fact.quote} {filed}")


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
