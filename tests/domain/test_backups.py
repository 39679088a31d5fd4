from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.domain.backups import DAILY, RECENT, WEEKLY, Backup, BackupReason, superfluous

HOUR = 3_600_000
DAY = 24 * HOUR
NOON = 1_790_000_000_000 // DAY * DAY + 12 * HOUR  # of a Monday


def made(at_ms: int, reason: BackupReason = BackupReason.AUTOMATIC) -> Backup:
    return Backup(Path(f"{at_ms}-{reason}"), at_ms, reason, 1, 1)


def test_ten_recent_seven_daily_and_four_weekly_stay() -> None:
    every_half_hour = [made(NOON - n * HOUR // 2) for n in range(60 * 48)]  # two months
    gone = superfluous(every_half_hour, NOON)
    kept = sorted(({one.made_at_ms for one in every_half_hour} - {one.made_at_ms for one in gone}), reverse=True)
    days_ago = [(NOON - at_ms) / DAY for at_ms in kept]
    assert days_ago[:RECENT] == [n / 48 for n in range(RECENT)]
    midnights = [0.5 + n + 1 / 48 for n in range(6)]  # the last half hour of each of the six days before
    assert [round(ago, 3) for ago in days_ago[RECENT : RECENT + 6]] == [round(ago, 3) for ago in midnights]
    assert len(kept) == RECENT + (DAILY - 1) + (WEEKLY - 2)  # this week and the last are among the days
    assert days_ago[-1] > 14


def test_few_backups_all_stay_however_old() -> None:
    old = [made(NOON - n * 400 * DAY) for n in range(4)]
    assert superfluous(old, NOON) == []


def test_a_safety_copy_stays_thirty_days_and_takes_nobodys_place() -> None:
    safety = [made(NOON - n * DAY, BackupReason.BEFORE_RESTORE) for n in (1, 29, 31)]
    ordinary = [made(NOON - n * 60_000) for n in range(RECENT)]
    assert superfluous([*safety, *ordinary], NOON) == [safety[2]]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 100 * DAY), unique=True, max_size=80))
def test_thinning_keeps_the_newest_and_once_is_enough(ages: list[int]) -> None:
    backups = [made(NOON - age) for age in ages]
    gone = superfluous(backups, NOON)
    left = [one for one in backups if one not in gone]
    assert superfluous(left, NOON) == []
    assert len(left) >= min(len(backups), RECENT)
    assert len(left) <= RECENT + DAILY + WEEKLY
    if backups:
        assert max(backups, key=lambda one: one.made_at_ms) in left
