"""Contradictions between facts of weight: which facts belong to one, and how it can be settled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from desktop_app.domain.memory import Doubt, Fact, FactState
from desktop_app.domain.validity import contradict


class Settlement(StrEnum):
    """What a person decides about a contradiction."""

    KEEP_NEW = "keep_new"  # as said last
    KEEP_OLD = "keep_old"  # as said before
    KEEP_BOTH = "keep_both"  # both stay in doubt, and nobody is asked again
    ASK = "ask"  # stays open, to be asked


@dataclass(frozen=True, slots=True)
class Conflict:
    """Facts that cannot all be true now; oldest words first.

    There are two sides, what was said last with all that goes with it, and what it contradicts:
    "no known allergies" stands alone against every allergy, one name against the others.
    """

    facts: tuple[Fact, ...]

    @property
    def newer(self) -> tuple[Fact, ...]:
        """The side that was spoken for last, oldest words first."""
        return tuple(fact for fact in self.facts if not contradict(fact, self.facts[-1]))

    @property
    def older(self) -> tuple[Fact, ...]:
        """The other side."""
        return tuple(fact for fact in self.facts if contradict(fact, self.facts[-1]))

    @property
    def doubt(self) -> Doubt:
        """How it was left; a fact that came later opens it again."""
        found = {fact.doubt for fact in self.facts}
        return found.pop() if len(found) == 1 else Doubt.OPEN


def conflicts_of(facts: Iterable[Fact]) -> list[Conflict]:
    """The open contradictions among a person's facts, in the order in which they arose."""
    left = sorted((fact for fact in facts if fact.state is FactState.CONFLICT), key=_said)
    found = []
    while left:
        members, left = [left[0]], left[1:]
        for member in members:  # grows while it is read
            members += [fact for fact in left if contradict(member, fact)]
            left = [fact for fact in left if fact not in members]
        if len(members) > 1:
            found.append(Conflict(tuple(sorted(members, key=_said))))
    return sorted(found, key=lambda conflict: _said(conflict.facts[-1]))


def unopposed(facts: Iterable[Fact]) -> list[Fact]:
    """Facts that stand as contradicted and that nothing among ``facts`` contradicts any more."""
    doubtful = [fact for fact in facts if fact.state is FactState.CONFLICT]
    return [fact for fact in doubtful if not any(contradict(fact, other) for other in doubtful)]


def replaced_by(fact: Fact, kept: Iterable[Fact]) -> Fact | None:
    """The later statement among ``kept`` that a fact gave way to; None if it was wrong from the beginning."""
    later = [other for other in kept if contradict(fact, other) and _said(other) > _said(fact)]
    return max(later, key=_said, default=None)


def _said(fact: Fact) -> tuple[int, int]:
    return fact.observed_at_ms, fact.id
