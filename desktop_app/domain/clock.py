"""The clock the services are given; the domain itself never asks for the time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import TypeAlias

# Returns Unix time in milliseconds.
Clock: TypeAlias = Callable[[], int]


def day_of(at_ms: int) -> date:
    """The day of a moment (Unix time in milliseconds) where this machine is."""
    return datetime.fromtimestamp(at_ms / 1000).date()
