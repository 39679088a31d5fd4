"""Work on what was said that is done when nobody waits."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Job:
    """One kind of work on one turn: embed, extract, guess or summarise."""

    turn_id: int
    kind: str
    attempts: int  # that failed
    queued: int  # how often it was asked for


@dataclass(frozen=True, slots=True)
class FailedJob:
    """A job that failed and waits for another try."""

    turn_id: int
    kind: str
    attempts: int
    error: str  # a code, or the name of an exception's type
    next_try_ms: int
    session_title: str
    ordinal: int  # of the turn, from 0
