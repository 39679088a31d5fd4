"""Killed at twenty random points of memory work: every turn is embedded, read and summed up exactly once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KILLS = 20
SEED = 20_260_311
LEFT_BEHIND = ("chunks", "vectors", "facts", "sources", "summaries", "audit", "words")


@pytest.mark.slow
def test_every_turn_is_done_exactly_once_however_often_the_work_is_killed(tmp_path: Path) -> None:
    nursery = Path(__file__).with_name("consolidation_nursery.py")
    ended = subprocess.run(
        [sys.executable, str(nursery), str(tmp_path), str(SEED), str(KILLS)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert ended.returncode == 0, ended.stderr
    whole, *killed = json.loads(ended.stdout)

    turns = {turn_id for turn_id, *_ in whole["chunks"]}
    assert turns == set(range(1, 8))
    assert len(whole["vectors"]) == len(whole["chunks"]) == whole["words"]
    assert {message_id for _, message_id, *_ in whole["sources"]} == {2 * turn_id - 1 for turn_id in turns}
    assert sorted(turn_id for coverage, *_ in whole["summaries"] for turn_id in json.loads(coverage)) == [*range(1, 5)]
    assert len(killed) == KILLS
    assert len({report["point"] for report in killed}) == KILLS
    for report in killed:
        assert report["jobs"] == [], report["point"]
        assert report["integrity"] == "ok", report["point"]
        assert report["audit_broken_at"] is None, report["point"]
        for name in LEFT_BEHIND:
            assert report[name] == whole[name], (report["point"], name)
    # The kills were spread over the work, from nearly everything left to do to nearly nothing.
    done = [report["point"] / whole["steps"] for report in killed]
    assert min(done) < 0.2
    assert max(done) > 0.8
