"""The log of what was done, as it is looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One thing that was done: ids, figures and hashes, never what was said."""

    number: int
    at_ms: int
    actor: str
    action: str  # e.g. "turn.asked"
    subject: str  # e.g. "turn:12"
    detail: str  # JSON, or ""
    mac: str  # hex


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which entries are looked for; all that is given must hold. Times are Unix milliseconds."""

    action: str = ""  # begins with this, e.g. "turn."
    person_id: int | None = None
    since_ms: int = 0
    until_ms: int | None = None


EVERYTHING: Final = AuditFilter()


@dataclass(frozen=True, slots=True)
class AuditState:
    """Whether the log is what was written into it."""

    entries: int
    broken_at: int | None = None  # the first entry that was changed, moved or removed
    missing: int = 0  # entries at the end that were gone when the vault was opened
    replaced: bool = False  # when the vault was opened, another entry stood where the key file knows one
