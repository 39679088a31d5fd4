"""The clock the services are given; the domain itself never asks for the time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

# Returns Unix time in milliseconds.
Clock: TypeAlias = Callable[[], int]
