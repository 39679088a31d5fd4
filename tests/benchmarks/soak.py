"""P15: a long dialogue through the window over the scripted model: memory, handles and time by turn."""

from __future__ import annotations

import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
from PySide6.QtCore import QCoreApplication

from desktop_app.domain.events import Event, TurnFinished
from desktop_app.ui.application import make_application, prepare_environment
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from tests.benchmarks.dialogue import dialogue
from tests.benchmarks.measure import Row, compared, growth_exponent
from tests.scripted_program import scripted_program

FULL_TURNS, SHORT_TURNS = (100, 300, 1_000), (100, 150, 200)
LIMIT = 1.05
SLOWDOWN = 0.25  # exponent of a turn's time over its number
_LAST = 40  # turns before a look whose median time counts
_TIMEOUT_S = 3_000.0
_TURN_TIMEOUT_S = 60.0
_WINDOW, _RESERVE = 2048, 256
_ROOT = Path(__file__).parents[2]
# Not by "-m": the model processes would import all of this again.
_CHILD = "from tests.benchmarks.soak import main; main()"


def played(folder: Path, looks: list[int]) -> list[dict[str, Any]]:
    """Play to the last of these turns; what there is to see at each."""
    prepare_environment()
    application = make_application(["retrace"])
    preferences = PreferenceStore(None)
    preferences.update(language="en", welcomed=True)
    replies = [exchange.reply for exchange in dialogue(50, seed=3)]
    with scripted_program(folder, context_length=_WINDOW, reserve=_RESERVE, replies=replies) as services:
        services.sessions.create(services.people.create("Me").id, "Long")
        window = build_window(application, services, preferences)
        window.resize(1280, 800)
        window.show()
        _until(lambda: window.session_id is not None)
        ended = 0

        def listen(event: Event) -> None:
            nonlocal ended
            ended += isinstance(event, TurnFinished)

        services.bus.subscribe(listen)
        times: list[float] = []
        seen: list[dict[str, Any]] = []
        for number, exchange in enumerate(dialogue(looks[-1]), start=1):
            began = time.perf_counter()
            window.composer.set_text(f"{exchange.question} ({number})")
            window.composer.send()
            _until(lambda number=number: ended == number)  # type: ignore[misc]
            times.append((time.perf_counter() - began) * 1000)
            if number in looks:
                assert services.consolidation.wait(_TURN_TIMEOUT_S)
                seen.append(_look(number, times))
        window.close()
    return seen


def _until(condition: Callable[[], bool]) -> None:
    give_up_at = time.monotonic() + _TURN_TIMEOUT_S
    while not condition():
        assert time.monotonic() < give_up_at, "the turn did not end"
        QCoreApplication.processEvents()
        time.sleep(0.001)


def _look(number: int, times: list[float]) -> dict[str, Any]:
    QCoreApplication.processEvents()
    gc.collect()
    here = psutil.Process()
    processes = [here, *sorted(here.children(recursive=True), key=lambda process: process.pid)]
    return {
        "turn": number,
        "ms": statistics.median(times[-_LAST:]),
        "mb": [process.memory_full_info().uss / 1e6 for process in processes],
        "files": [process.num_fds() for process in processes],
        "threads": [process.num_threads() for process in processes],
    }


def soaking(*, short: bool) -> Row:
    """Memory at the end against that after a hundred turns, of the process that grew most."""
    looks = SHORT_TURNS if short else FULL_TURNS
    with tempfile.TemporaryDirectory() as temporary:
        ended = subprocess.run(
            [sys.executable, "-c", _CHILD, temporary, *map(str, looks)],
            cwd=_ROOT,
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
            stdout=subprocess.PIPE,
            timeout=_TIMEOUT_S,
            check=True,
        )
    seen: list[dict[str, Any]] = json.loads(ended.stdout.splitlines()[-1])
    first, last = seen[0], seen[-1]
    before, after = max(zip(first["mb"], last["mb"], strict=True), key=lambda pair: pair[1] / pair[0])
    more_files, more_threads = (sum(last[name]) - sum(first[name]) for name in ("files", "threads"))
    sizes = [(look["turn"], look["ms"]) for look in seen]
    what = (
        f"{last['turn']:,} turns, memory ({last['ms']:.0f} ms a turn, {more_files:+} files, {more_threads:+} threads)"
    )
    row = compared("P15", what, after, before, unit="MB", limit=LIMIT)
    slowdown = growth_exponent(sizes)
    flat = more_files <= 0 and more_threads <= 0 and slowdown <= SLOWDOWN
    return replace(row, ok=bool(row.ok) and flat, sizes=sizes, exponent=slowdown)


def main() -> None:
    """Plays, for `soaking`."""
    folder, *looks = sys.argv[1:]
    print(json.dumps(played(Path(folder), [int(look) for look in looks])))
