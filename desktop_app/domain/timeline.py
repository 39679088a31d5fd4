"""A session over its turns: the figures of every prompt, and what happened between two of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from desktop_app.domain.conversation import FinishReason
from desktop_app.domain.ledger import Ledger, Section


# Named tuples: a session has ten thousand of them, and a frozen data class takes six times as long to make.
class PromptFigures(NamedTuple):
    """What a prompt consisted of. ``sections`` are tokens in the order of `Section`.

    ``clip_mark`` changes with the set of turns left out, ``summary_mark`` with the summary.
    """

    sections: tuple[int, ...]
    context_limit: int
    reserved: int
    reused_tokens: int
    computed_tokens: int
    model_id: int
    model: str
    clipped_turns: int
    clip_mark: int
    summary_mark: int
    broke_prefix: str

    @property
    def tokens(self) -> int:
        """Tokens of the whole prompt."""
        return sum(self.sections)

    def of(self, section: Section) -> int:
        """Tokens of a section."""
        return self.sections[_PLACES[section]]


class TurnFigures(NamedTuple):
    """A turn of a branch. ``prompt`` is None where none was built (recorded, given or refused).

    ``from_memory``: the program answered it, without the model.
    """

    turn_id: int
    ordinal: int
    at_ms: int
    finish_reason: FinishReason | None
    prompt: PromptFigures | None = None
    from_memory: bool = False


class EventKind(StrEnum):
    """What a prompt did that the one before had not."""

    CLIP = "clip"
    SUMMARY = "summary"
    PREFIX = "prefix"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class TimelineEvent:
    """Something that happened at the turn with index ``position`` of the timeline.

    ``detail`` is, for a prefix break, the section that broke it; for a model change, the new model's
    name. ``turns`` is, for a clip, how many more turns are left out than before (fewer: negative).
    """

    kind: EventKind
    position: int
    detail: str = ""
    turns: int = 0


class Window(NamedTuple):
    """The window in force from the turn with index ``position`` on: its size, and what a prompt may take of it."""

    position: int
    limit: int  # tokens
    budget: int  # tokens


@dataclass(frozen=True, slots=True)
class Series:
    """A whole branch, with what its pictures need; made away from whoever paints.

    Attributes:
        turns: oldest first.
        events: what happened along them, oldest first.
        tokens: of each turn's prompt, 0 where it had none.
        windows: each window in force, from its first turn on.
    """

    turns: tuple[TurnFigures, ...] = ()
    events: tuple[TimelineEvent, ...] = ()
    tokens: tuple[int, ...] = ()
    windows: tuple[Window, ...] = ()

    @classmethod
    def of(cls, turns: Sequence[TurnFigures]) -> Series:
        """The series of a branch."""
        tokens = tuple(sum(turn.prompt.sections) if turn.prompt is not None else 0 for turn in turns)
        return cls(tuple(turns), timeline_events(turns), tokens, tuple(_windows(turns)))


def _windows(turns: Sequence[TurnFigures]) -> Iterator[Window]:
    last: tuple[int, int] | None = None
    for position, turn in enumerate(turns):
        if turn.prompt is None:
            continue
        limit, reserved = turn.prompt.context_limit, turn.prompt.reserved
        if last != (limit, limit - reserved):
            last = (limit, limit - reserved)
            yield Window(position, *last)


_PLACES = {section: place for place, section in enumerate(Section)}


def clip_mark(ledger: Ledger) -> int:
    """A number that stands for the set of turns a ledger left out; 0 for none."""
    return _mark(str(turn.turn_id) for turn in ledger.clipped)


def summary_mark(ledger: Ledger) -> int:
    """A number that stands for the summary in a prompt; 0 for none. Made of ids, never of words."""
    return _mark(f"{piece.source} {piece.tokens}" for piece in ledger.pieces if piece.section is Section.SUMMARY)


def _mark(parts: Iterable[str]) -> int:
    joined = "\n".join(parts)
    digest = hashlib.blake2b(joined.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True) if joined else 0


def timeline_events(turns: Sequence[TurnFigures]) -> tuple[TimelineEvent, ...]:
    """What happened along a branch, oldest first. Turns without a prompt are passed over."""
    return tuple(_events(turns))


def _events(turns: Sequence[TurnFigures]) -> Iterator[TimelineEvent]:
    before: PromptFigures | None = None
    for position, turn in enumerate(turns):
        prompt = turn.prompt
        if prompt is None:
            continue
        if (before.clip_mark if before else 0) != prompt.clip_mark:
            turns_more = prompt.clipped_turns - (before.clipped_turns if before else 0)
            yield TimelineEvent(EventKind.CLIP, position, turns=turns_more)
        if (before.summary_mark if before else 0) != prompt.summary_mark:
            yield TimelineEvent(EventKind.SUMMARY, position)
        if prompt.broke_prefix:
            yield TimelineEvent(EventKind.PREFIX, position, prompt.broke_prefix)
        if before is not None and before.model_id != prompt.model_id:
            yield TimelineEvent(EventKind.MODEL, position, prompt.model)
        before = prompt
