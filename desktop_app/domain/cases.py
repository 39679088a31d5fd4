"""Cases: what somebody expects of a turn's prompt and reply, to be looked at again after a change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from desktop_app.domain.errors import UserError
from desktop_app.domain.why_not import Trace


class ExpectationKind(StrEnum):
    """What is expected."""

    IN_PROMPT = "in_prompt"  # a turn, in the history or recalled
    NOT_IN_PROMPT = "not_in_prompt"
    RECALLED_CONTAINS = "recalled_contains"  # one recalled snippet holds the text
    REPLY_CONTAINS = "reply_contains"


OF_TURNS = (ExpectationKind.IN_PROMPT, ExpectationKind.NOT_IN_PROMPT)


@dataclass(frozen=True, slots=True)
class Expectation:
    """One thing expected: of a turn by its id, or of a text, compared without regard to case."""

    kind: ExpectationKind
    turn_id: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """Expectations of one turn. ``id`` is 0 before it is stored."""

    id: int
    turn_id: int
    name: str
    expectations: tuple[Expectation, ...]
    created_at_ms: int = 0


@dataclass(frozen=True, slots=True)
class TurnPlace:
    """Where a turn stands, as people name it; ``ordinal`` from 0."""

    session_id: int
    session_title: str
    ordinal: int
    question: str


@dataclass(frozen=True, slots=True)
class CaseBook:
    """A person's cases with the places of all turns they speak of; a turn that is gone has none."""

    cases: tuple[Case, ...]
    places: Mapping[int, TurnPlace]


@dataclass(frozen=True, slots=True)
class CaseDraft:
    """A turn of which a case is to be made: its place, and what its own prompt suggests to expect."""

    turn_id: int
    place: TurnPlace
    suggestions: tuple[Expectation, ...]
    places: Mapping[int, TurnPlace]
    branch: tuple[int, ...]  # the turns of its session before it, oldest first


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of an expectation. ``passed`` is None where no reply was asked for.

    ``trace`` says why a turn is not in the prompt.
    """

    expectation: Expectation
    passed: bool | None
    trace: Trace | None = None


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What became of a case. ``tokens`` of its prompt; ``error`` where none could be built or answered."""

    case: Case
    checked: tuple[Checked, ...]
    tokens: int = 0
    error: UserError | None = None

    @property
    def passed(self) -> bool:
        """Whether nothing that was looked at is otherwise than expected."""
        return self.error is None and all(one.passed is not False for one in self.checked)
