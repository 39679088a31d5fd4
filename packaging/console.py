"""How the set-up talks: one line per step, and a log for everything the tools say."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TextIO

# pip repeats this for every package on machines with several indexes; it tells a reader nothing.
NOISE = ("is ignored: it is neither a file nor a directory", "Running pip as the 'root' user")
_SHOWN_LINES = 25


class SetupError(Exception):
    """The set-up cannot go on.

    Attributes:
        cure: what the person at the keyboard can do about it, "" if nothing is known.
    """

    def __init__(self, problem: str, cure: str = "") -> None:
        super().__init__(problem)
        self.cure = cure


class Console:
    """Prints steps and progress; keeps the output of tools in a log file."""

    def __init__(self, log_file: Path, stream: TextIO | None = None) -> None:
        if stream is None and isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # a terminal of another encoding must not end the set-up
        self._stream = stream or sys.stdout
        self._is_terminal = self._stream.isatty()
        self._log_file = log_file
        self._progress_shown_at = 0.0
        self._progress_open = False

    def say(self, text: str) -> None:
        """One line for the reader."""
        if self._progress_open:
            self._stream.write("\n")
            self._progress_open = False
        self._stream.write(f"{text}\n")
        self._stream.flush()

    def progress(self, label: str, done: int, total: int, unit: str = "MB") -> None:
        """Shows how far a long step is; at most four times a second, every ten seconds in a log, and its end.

        Args:
            label: what is going on.
            done: how much is done so far, in `unit`.
            total: how much it is in all, 0 if not known.
            unit: what is counted.
        """
        interval_s = 0.25 if self._is_terminal else 10.0
        now = time.monotonic()
        if now - self._progress_shown_at < interval_s and not 0 < total <= done:
            return
        self._progress_shown_at = now
        amount = f"{done * 100 // total:3d} %  {done} of {total} {unit}" if total else f"{done} {unit}"
        text = f"  {label}  {amount}"
        if self._is_terminal:
            self._stream.write(f"\r{text:<78}")
            self._progress_open = True
        else:
            self._stream.write(f"{text}\n")
        self._stream.flush()

    def run(
        self,
        command: Sequence[str | Path],
        problem: str,
        *,
        cure: str = "",
        environment: Mapping[str, str] | None = None,
        directory: Path | None = None,
        on_line: Callable[[str], None] | None = None,
    ) -> None:
        """Runs a tool, its output going to the log file.

        Args:
            command: program and arguments.
            problem: what to say when it fails; the end of its output is shown under it.
            cure: what to do then.
            environment: variables on top of the present ones.
            directory: where to run it; here if not given.
            on_line: called with each line of output, e.g. for progress.

        Raises:
            SetupError: if the tool cannot be started or ends with another status than 0.
        """
        self._log_file.parent.mkdir(parents=True, exist_ok=True)
        tail: list[str] = []
        with self._log_file.open("a", encoding="utf-8") as log:
            log.write(f"\n$ {' '.join(str(part) for part in command)}\n")
            try:
                process = subprocess.Popen(
                    [str(part) for part in command],
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    stdin=subprocess.DEVNULL,
                    text=True,
                    encoding="utf-8",
                    errors="replace",
                    env={**os.environ, **(environment or {})},
                    cwd=directory,
                )
            except OSError as error:
                raise SetupError(f"{problem}: {error}", cure) from error
            assert process.stdout is not None
            for line in process.stdout:
                log.write(line)
                if any(noise in line for noise in NOISE):
                    continue
                tail = [*tail[-_SHOWN_LINES:], line.rstrip()]
                if on_line:
                    on_line(line)
            status = process.wait()
        if status != 0:
            for line in tail:
                self.say(f"    {line}")
            raise SetupError(f"{problem} (status {status}, all of it in {self._log_file})", cure)


def cache_directory() -> Path:
    """The user's cache folder for this program: wheels that were built, downloads under way."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "retrace"
