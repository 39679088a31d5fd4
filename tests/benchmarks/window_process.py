"""A process with one window, measured from inside: the program's, or a bare one with the same looks.

Arguments: ``bare STYLE_FILE``, ``start VAULT STYLE_FILE`` or ``open VAULT SHORT_SESSION LONG_SESSION ROUNDS``.
Prints one line of JSON. Times are of the monotonic clock, which all processes of a machine share.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

if TYPE_CHECKING:
    from desktop_app.composition import Program
    from desktop_app.ui.main_window import MainWindow

PATIENCE_S = 120.0
# What a start would wait for.
_HEAVY = ("torch", "sentence_transformers", "transformers", "llama_cpp", "numpy")


class _FirstPaint(QObject):
    """Notes what was imported when a widget was painted first; None before that."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.heavy: list[str] | None = None
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See the paint go by."""
        if event.type() == QEvent.Type.Paint and self.heavy is None:
            self.heavy = [name for name in _HEAVY if name in sys.modules]
        return super().eventFilter(watched, event)


def _until(condition: Callable[[], bool]) -> None:
    give_up_at = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < give_up_at, "the window did not get there"
        QCoreApplication.processEvents()
        time.sleep(0.0005)


def _takes_input(edit: QWidget, text: Callable[[], str], painted: _FirstPaint) -> float:
    """Type until it shows; when it did."""
    _until(lambda: painted.heavy is not None)
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QCoreApplication.postEvent(edit, QKeyEvent(kind, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a"))
    _until(lambda: text() == "a")
    edit.repaint()
    return time.monotonic()


def _memory_mb() -> float:
    import psutil

    return float(psutil.Process().memory_full_info().uss) / 1e6


def bare(style_file: Path) -> dict[str, object]:
    """A list, a QTextBrowser and a line edit."""
    application = QApplication(["bare"])
    application.setStyle("Fusion")
    application.setStyleSheet(style_file.read_text(encoding="utf-8"))
    window = QMainWindow()
    central = QWidget()
    row = QHBoxLayout(central)
    column = QVBoxLayout()
    edit, browser = QLineEdit(), QTextBrowser()
    row.addWidget(QListWidget())
    row.addLayout(column)
    column.addWidget(browser)
    column.addWidget(edit)
    window.setCentralWidget(central)
    window.resize(1280, 800)
    painted = _FirstPaint(browser.viewport())
    window.show()
    ready_at = _takes_input(edit, edit.text, painted)
    return {"ready_at": ready_at, "memory_mb": _memory_mb()}


@contextmanager
def _window(vault: Path) -> Iterator[tuple[Program, MainWindow]]:
    """The program as `desktop.run` opens it, in English, without its models."""
    from desktop_app.composition import Program, open_or_create
    from desktop_app.domain.conversation import VaultKind
    from desktop_app.engine.scripted import scripted_chat_engine, scripted_embedder
    from desktop_app.support.paths import DataPaths
    from desktop_app.ui.application import make_application, prepare_environment
    from desktop_app.ui.preferences import PreferenceStore
    from desktop_app.ui.shell import build_window

    prepare_environment()
    application = make_application(["retrace"])
    preferences = PreferenceStore(None)
    preferences.update(language="en", welcomed=True)
    program = Program(
        open_or_create(vault, VaultKind.PERSONAL),
        DataPaths(vault.parent),
        language=lambda: "en",
        engine=scripted_chat_engine(),
        embedder=scripted_embedder(),
    )
    try:
        window = build_window(application, program.services, preferences, program.scratch)
        window.resize(1280, 800)
        yield program, window
        window.close()
    finally:
        program.close()


def start(vault: Path, style_file: Path) -> dict[str, object]:
    """The program's window over a vault, until it takes input and shows its sessions."""
    gc.disable()  # as the program does
    with _window(vault) as (program, window):
        painted = _FirstPaint(window.transcript)
        window.show()
        program.start()
        gc.freeze()
        gc.enable()
        ready_at = _takes_input(window.composer.edit, window.composer.text, painted)
        style_file.write_text(QApplication.instance().styleSheet(), encoding="utf-8")  # type: ignore[union-attr]
        _until(lambda: window.session_id is not None)
        return {
            "ready_at": ready_at,
            "sessions_shown_at": time.monotonic(),
            "heavy": painted.heavy,
            "torch": "torch" in sys.modules,
            "memory_mb": _memory_mb(),
        }


def open_sessions(vault: Path, short: int, long: int, rounds: int) -> dict[str, object]:
    """Open a short and a long session in turns. Milliseconds of each, and the memory with the long one open."""
    times: dict[int, list[float]] = {short: [], long: []}
    with _window(vault) as (program, window):
        window.show()
        person = program.services.people.list()[0].id
        _until(lambda: bool(window.transcript.turn_ids()))
        for round_ in range(rounds + 1):
            for session in (short, long):
                began = time.perf_counter()
                window.open_session(person, session)
                _until(lambda session=session: _shows(window, session))  # type: ignore[misc]
                window.transcript.repaint()
                if round_:  # the first fills caches
                    times[session].append((time.perf_counter() - began) * 1000)
        return {"short_ms": times[short], "long_ms": times[long], "memory_mb": _memory_mb()}


def _shows(window: MainWindow, session: int) -> bool:
    return window.transcript.session_id == session and bool(window.transcript.turn_ids())


def main() -> None:
    """Does what the first argument names."""
    name, *rest = sys.argv[1:]
    if name == "bare":
        result = bare(Path(rest[0]))
    elif name == "start":
        result = start(Path(rest[0]), Path(rest[1]))
    else:
        result = open_sessions(Path(rest[0]), *map(int, rest[1:]))
    print(json.dumps(result))
