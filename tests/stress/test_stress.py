"""The parts of the stress run, each for a few seconds."""

from __future__ import annotations

import sys

import pytest

from desktop_app.storage import ballast
from tests.stress import faults, full_disk, kills


@pytest.fixture(autouse=True)
def ballast_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ballast, "BALLAST_BYTES", ballast.BALLAST_BYTES)  # put back afterwards


def test_sixty_failing_writes_and_syncs_lose_nothing() -> None:
    report = faults.run(60, 11)
    assert report.wrong == []
    assert report.times == 60
    assert report.acknowledged > 10
    assert set(report.notes) == {"vault_io_failed"}


@pytest.mark.skipif(sys.platform == "win32", reason="neither mounts nor limits of this kind")
def test_a_full_disk_loses_nothing() -> None:
    report = full_disk.run(4, 11)
    assert report.wrong == []
    assert report.times == 4


@pytest.mark.slow
def test_a_killed_talk_loses_nothing() -> None:
    report = kills.run(2, 11)
    assert report.wrong == []
    assert report.acknowledged > 2
