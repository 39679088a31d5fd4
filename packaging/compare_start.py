"""Compares the start of the packaged program with that of the program from its sources.

    xvfb-run -a .venv/bin/python packaging/compare_start.py [FOLDER] [--rounds N]

Both start in turns, each over a data folder of its own: the command that asks for nothing but the version, and the
window up to its first picture, which is told by looking at the screen. The packaged window may not be later; the time
of the version is told for what it shows: a tenth of a second of the packaged start itself. The best of each counts:
what else the machine does only adds to it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtGui import QGuiApplication, QImage

PROJECT = Path(__file__).resolve().parents[1]
PACKAGED = PROJECT / "dist" / "retrace" / "retrace"
ROUNDS = 7
# The bests of two programs that are equally fast differ by this much.
ALLOWED = 1.1
_PATIENCE_S = 60.0


def main(arguments: Sequence[str]) -> int:
    """Measures and prints; returns 0, or 1 where the packaged program's window is later."""
    parser = argparse.ArgumentParser(description="Compares the packaged program's start with that from the sources.")
    parser.add_argument("program", type=Path, nargs="?", default=PACKAGED, help="the packaged program")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args(arguments)
    commands = {"packaged": [str(options.program.absolute())], "from sources": [sys.executable, "-m", "desktop_app"]}
    application = QGuiApplication(["compare_start"])
    slower = 0
    with tempfile.TemporaryDirectory() as temporary:
        data = {name: Path(temporary) / name for name in commands}
        for what, seconds, judged in (
            ("--version", version_s, False),
            ("first picture of the window", picture_s, True),
        ):
            took = in_turns(commands, data, seconds, options.rounds)
            packaged, sources = (min(took[name]) for name in commands)
            holds = packaged <= sources * ALLOWED
            slower += judged and not holds
            mark = "✓" if holds else "✗" if judged else "•"
            sys.stdout.write(
                f"{mark} {what}: packaged {packaged:.2f} s, from sources {sources:.2f} s (best of {options.rounds})\n"
            )
            sys.stdout.flush()
    del application
    return 1 if slower else 0


def in_turns(
    commands: dict[str, list[str]],
    data: dict[str, Path],
    seconds: Callable[[list[str], Path], float],
    rounds: int,
) -> dict[str, list[float]]:
    """Measures each command in turns, the first time for nothing: it fills caches and makes the vault."""
    took: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, command in commands.items():
            value = seconds(command, data[name])
            if turn:
                took[name].append(value)
    return took


def version_s(command: list[str], data: Path) -> float:
    """The seconds the command takes to say its version."""
    begun = time.monotonic()
    subprocess.run([*command, "--version"], cwd=PROJECT, env=_environment(data), check=True, capture_output=True)
    return time.monotonic() - begun


def picture_s(command: list[str], data: Path) -> float:
    """The seconds from the start to the first picture of the window on an empty screen."""
    assert not _anything_shown(), "the screen is not empty"
    begun = time.monotonic()
    with subprocess.Popen(command, cwd=PROJECT, env=_environment(data)) as process:
        try:
            while not _anything_shown():
                assert process.poll() is None, "the program ended before it showed anything"
                assert time.monotonic() - begun < _PATIENCE_S, "the program showed nothing"
                time.sleep(0.005)
            took = time.monotonic() - begun
        finally:
            process.terminate()
    while _anything_shown():
        time.sleep(0.005)
    return took


def _environment(data: Path) -> dict[str, str]:
    return {**os.environ, "RETRACE_DATA": str(data)}


def _anything_shown() -> bool:
    """Whether the middle of the screen is anything but black."""
    screen = QGuiApplication.primaryScreen()
    size = screen.size()
    picture = screen.grabWindow(0, size.width() // 4, size.height() // 4, size.width() // 2, size.height() // 2)
    grey = picture.toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    return any(bytes(grey.constBits()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
