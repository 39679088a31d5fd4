"""Backups of a vault: what they are, and which may go when there are many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from pathlib import Path

RECENT, DAILY, WEEKLY = 10, 7, 4
SAFETY_DAYS = 30


class BackupReason(StrEnum):
    """Why a backup was made; stands in its file's name."""

    AUTOMATIC = "automatic"
    AT_EXIT = "exit"
    BY_HAND = "manual"
    BEFORE_RESTORE = "before-restore"
    BEFORE_MIGRATION = "before-migration"


_SAFETY = frozenset({BackupReason.BEFORE_RESTORE, BackupReason.BEFORE_MIGRATION})


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy of a vault.

    Args:
        path: its file.
        made_at_ms: Unix time in milliseconds, whole seconds.
        reason: why; one this version does not know is read as `BackupReason.BY_HAND` and never thinned for its age.
        file_bytes: its size.
        schema: number of the schema it was written with.
        elsewhere: it lies in the second place.
        turns: how many turns it holds; None where nobody looked or it could not be read.
    """

    path: Path
    made_at_ms: int
    reason: BackupReason
    file_bytes: int
    schema: int
    elsewhere: bool = False
    turns: int | None = None


@dataclass(frozen=True, slots=True)
class BackupState:
    """How the backups stand.

    Args:
        last: the newest beside the vault, None while there is none.
        second_place: the folder of the second place, "" where none is chosen.
        second_last_ms: when the newest copy there was made; 0 where there is none or the place is not there.
        error: code of what kept the last try from succeeding, "" if it did.
        second_error: likewise for the second place.
        keyless_copies: copies in the second place come without a key, because the vault has no passphrase.
    """

    last: Backup | None = None
    second_place: str = ""
    second_last_ms: int = 0
    error: str = ""
    second_error: str = ""
    keyless_copies: bool = False


def superfluous(backups: Iterable[Backup], now_ms: int) -> list[Backup]:
    """Those that may be deleted.

    Kept are the newest `RECENT`, the newest of each of the last `DAILY` days and of each of the last `WEEKLY` weeks
    that have one, and what was copied before something risky for `SAFETY_DAYS` days. Days are UTC.

    Args:
        backups: of one place, in any order.
        now_ms: Unix time in milliseconds.
    """
    newest_first = sorted(backups, key=lambda one: one.made_at_ms, reverse=True)
    ordinary = [one for one in newest_first if one.reason not in _SAFETY]
    kept = set(ordinary[:RECENT])
    kept |= _newest_of_each(ordinary, DAILY, weekly=False) | _newest_of_each(ordinary, WEEKLY, weekly=True)
    oldest_safety_ms = now_ms - int(timedelta(days=SAFETY_DAYS).total_seconds()) * 1000
    kept |= {one for one in newest_first if one.reason in _SAFETY and one.made_at_ms >= oldest_safety_ms}
    return [one for one in newest_first if one not in kept]


def _newest_of_each(newest_first: Sequence[Backup], spans: int, *, weekly: bool) -> set[Backup]:
    found: dict[date, Backup] = {}
    for one in newest_first:
        day = datetime.fromtimestamp(one.made_at_ms / 1000, UTC).date()
        found.setdefault(day - timedelta(days=day.weekday()) if weekly else day, one)
    return set(list(found.values())[:spans])
