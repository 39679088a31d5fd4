"""The last error that nobody caught, without a word of what was said: types, places in the program, versions."""

from __future__ import annotations

import contextlib
import faulthandler
import platform
import sys
import threading
import traceback
from datetime import datetime
from pathlib import Path
from types import TracebackType

from desktop_app import __version__

ERROR_FILE = "crash.txt"
_FATAL_FILE = "fatal.txt"  # written by the interpreter as the process dies
_OFFERED_FILE = "crash-offered.txt"


class CrashLog:
    """Two small files in the log folder; an error that was offered to be looked at is not offered again."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def write(self, kind: type[BaseException], trace: TracebackType | None) -> None:
        """Note an error. Its message stays out: it may quote what was said, or a path with a name in it."""
        lines = [
            f"Retrace {__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}",
            datetime.now().isoformat(timespec="seconds"),
            kind.__name__,
            *(f"  {Path(f.filename).name}:{f.lineno} {f.name}" for f in traceback.extract_tb(trace)),
        ]
        with contextlib.suppress(OSError):  # a log that cannot be written must not be a second error
            self._directory.mkdir(parents=True, exist_ok=True)
            (self._directory / ERROR_FILE).write_text("\n".join(lines) + "\n", encoding="utf-8")

    def watch(self) -> None:
        """From now on note what ends the process or a thread; call `unread` before."""

        def in_thread(caught: threading.ExceptHookArgs) -> None:
            if caught.exc_type is not SystemExit:
                self.write(caught.exc_type, caught.exc_traceback)

        threading.excepthook = in_thread
        with contextlib.suppress(OSError):
            self._directory.mkdir(parents=True, exist_ok=True)
            # It stays open for as long as the process lives: the interpreter writes into it while it dies.
            self._fatal = (self._directory / _FATAL_FILE).open("w", encoding="utf-8")
            faulthandler.enable(self._fatal, all_threads=True)

    def stop_watching(self) -> None:
        """Let the process end in peace."""
        if faulthandler.is_enabled():
            faulthandler.disable()
        threading.excepthook = threading.__excepthook__
        fatal = getattr(self, "_fatal", None)
        if fatal is not None:
            fatal.close()

    def unread(self) -> str:
        """What an earlier run noted and nobody has been offered yet, "" for nothing; it counts as offered then."""
        found = [self._text(ERROR_FILE), _without_paths(self._text(_FATAL_FILE))]
        text = "\n".join(part for part in found if part.strip())
        if text:
            with contextlib.suppress(OSError):
                (self._directory / _OFFERED_FILE).write_text(text, encoding="utf-8")
                for name in (ERROR_FILE, _FATAL_FILE):
                    (self._directory / name).unlink(missing_ok=True)
        return text

    def delete(self) -> None:
        """Delete what was offered."""
        with contextlib.suppress(OSError):
            (self._directory / _OFFERED_FILE).unlink(missing_ok=True)

    @property
    def path(self) -> Path:
        """Where what was offered lies until it is deleted."""
        return self._directory / _OFFERED_FILE

    def _text(self, name: str) -> str:
        try:
            return (self._directory / name).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""


def _without_paths(text: str) -> str:
    """Frames as the interpreter writes them, `File "/home/…/x.py", line 3 in f`, without the folders."""
    lines = []
    for line in text.splitlines():
        before, quote, rest = line.partition('File "')
        path, end, after = rest.partition('"')
        lines.append(f"{before}{quote}{Path(path).name}{end}{after}" if quote and end else line)
    return "\n".join(lines) + "\n" if lines else ""


def installed(crashes: CrashLog) -> None:
    """Note the errors of this process that nobody catches, and hand them on."""
    before = sys.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            crashes.write(kind, trace)
        before(kind, error, trace)

    sys.excepthook = hook
