"""What a look through the memory finds."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.domain.memory import Fact


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """A turn with the beginning of what was said in it."""

    turn_id: int
    session_id: int
    session_title: str
    ordinal: int
    at_ms: int
    text: str  # message and reply


@dataclass(frozen=True, slots=True)
class Layer:
    """How large a layer of the whole vault is.

    ``name``: turns, chunks, vectors, words, facts, summaries, ledgers or other.
    """

    name: str
    rows: int
    bytes: int


@dataclass(frozen=True, slots=True)
class StaleSummary:
    """A session whose summary is to be made anew."""

    session_id: int
    title: str
    segments: int


@dataclass(frozen=True, slots=True)
class HygieneReport:
    """What was found with one person.

    Attributes:
        duplicates: groups of turns that say the same, oldest first; the last one of each is worth keeping.
        unused_facts: facts that no prompt has ever carried.
        stale: summaries that are out of date.
        waiting: steps of memory work of the whole vault that are still to be done.
        failed: how many of those have failed before.
    """

    duplicates: tuple[tuple[SaidTurn, ...], ...]
    unused_facts: tuple[Fact, ...]
    stale: tuple[StaleSummary, ...]
    waiting: int
    failed: int
