"""P12 and P14: the window over a session of ten thousand turns, with a scripted model."""

from __future__ import annotations

import gc
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from desktop_app.domain.certificates import ErasedKind
from desktop_app.domain.events import Event, TurnFinished
from desktop_app.domain.ledger import Ledger
from desktop_app.services.exchange.collecting import Scope
from desktop_app.services.exchange.exporting import ExportFormat, ExportRequest
from desktop_app.ui.application import make_application
from desktop_app.ui.conversation import PREVIEW_AFTER_MS
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.memory_panel.tab import CONTEXT, TIMELINE
from desktop_app.ui.play.waiting import settle, wait_until
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from tests.benchmarks.long_session import LongSession, long_session
from tests.benchmarks.measure import Row

TURNS, SHORT_TURNS = 10_000, 2_000
TOKENS, SHORT_TOKENS = 10_000, 2_000  # of the streamed reply
TOKENS_A_SECOND = 200.0
BEAT_MS = 5
P99_MS, MOST_MS = 16.0, 100.0
PREVIEW_MS, TIMELINE_MS = 150.0, 300.0
ROUNDS = 7
WAIT_MS = 180_000
_WINDOW, _RESERVE = 32_768, 10_100  # tokens; room for the reply


class Heartbeat(QObject):
    """Notes how far the beats of a fast timer are apart, in milliseconds."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._beat)
        self._timer.start(BEAT_MS)

    def _beat(self) -> None:
        now = time.perf_counter()
        self.gaps.append((now - self._last) * 1000)
        self._last = now

    def take(self) -> list[float]:
        """The gaps since the last call."""
        taken, self.gaps = self.gaps, []
        return taken


@contextmanager
def _opened(directory: Path, turns: int, **script: Any) -> Iterator[tuple[MainWindow, LongSession]]:
    application = QApplication.instance() or make_application(sys.argv[:1])
    assert isinstance(application, QApplication)
    with long_session(directory, turns, **script) as session:
        preferences = PreferenceStore(None)
        preferences.update(welcomed=True, language="en")
        window = build_window(application, session.services, preferences)
        window.resize(1280, 800)
        window.show()
        wait_until(lambda: window.memory_panel.ledger is not None, WAIT_MS)
        settle(2_000)
        # As the program does once its window stands; what making the session left behind is gone first.
        gc.collect()
        gc.freeze()
        yield window, session
        gc.unfreeze()
        window.close()
        window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def longest_gap(*, short: bool) -> Row:
    """P12: how long the window's thread was away during everything that takes long."""
    turns, tokens = (SHORT_TURNS, SHORT_TOKENS) if short else (TURNS, TOKENS)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        with _opened(
            folder, turns, context_length=_WINDOW, reserve=_RESERVE,
            tokens_per_second=TOKENS_A_SECOND, prompt_tokens_per_second=2000.0,
        ) as (window, session):  # fmt: skip
            heart = Heartbeat()
            settle(2_000)
            idle = heart.take()  # what the machine itself lets through says what the figures are worth
            gaps: list[float] = []
            for name, work in _works(window, session, tokens, folder).items():
                work()
                there = heart.take()
                sys.stderr.write(f"  {name}: p99 {_p99(there):.1f} ms, longest {max(there):.1f} ms\n")
                gaps += there
    p99, most = _p99(gaps), max(gaps)
    what = f"longest gap of the window (p99 {p99:.1f}; idle {max(idle):.1f}; load {os.getloadavg()[0]:.1f})"
    return Row("P12", what, most, None, "ms", most / MOST_MS, 1.0, p99 <= P99_MS and most <= MOST_MS)


def _p99(gaps: list[float]) -> float:
    return statistics.quantiles(gaps, n=100)[98] if len(gaps) > 1 else max(gaps)


def _works(window: MainWindow, session: LongSession, tokens: int, folder: Path) -> dict[str, Callable[[], object]]:
    services = session.services
    model = folder / "smollm-scripted.json"

    def run(lane: str, work: Callable[..., object], *arguments: object) -> Any:
        future = services.tasks.submit(lane, work, *arguments)
        wait_until(future.done, WAIT_MS)
        return future.result(0)

    def reply() -> None:
        ended: list[Event] = []
        services.bus.subscribe(lambda event: ended.append(event) if isinstance(event, TurnFinished) else None)
        window.composer.set_text(f"@@tokens {tokens}")
        window.composer.send()
        wait_until(lambda: bool(ended), WAIT_MS)
        settle(1_000)

    def paste() -> None:
        window.composer.set_text("A line of a very long text that somebody pastes into the message.\n" * 15_000)
        settle(3_000)
        window.composer.set_text("")
        settle(500)

    def export() -> None:
        request = ExportRequest(folder / "all.json", Scope(session.person_id), ExportFormat.JSON)
        run("read", services.exports.export, request, services.exports.progress())

    def erase() -> None:
        newest = run("read", services.timeline.turns, session.session_id)[-1].turn_id
        run("background", services.erasure.erase, ErasedKind.TURN, newest)

    return {
        "load": lambda: run("turn", services.models.load, model),
        "reply": reply,
        "paste of 1 MB": paste,
        "export": export,
        "erase": erase,
    }


def preview(*, short: bool) -> Row:
    """P14: from the end of a pause in typing until the gauge shows what would be sent."""
    with (
        tempfile.TemporaryDirectory() as temporary,
        _opened(Path(temporary), SHORT_TURNS if short else TURNS) as (window, _),
    ):
        took: list[float] = []
        shown: list[Ledger | None] = []
        window.conversation.preview_changed.connect(shown.append)
        for number in range(ROUNDS + 1):
            shown.clear()
            window.composer.set_text(f"And what about the tomato bed and the number {number}?")
            began = time.perf_counter()
            wait_until(lambda: bool(shown), WAIT_MS)
            took.append((time.perf_counter() - began) * 1000 - PREVIEW_AFTER_MS)
        usual = statistics.median(took[1:])  # the first one fills the counts of the session
    what = f"gauge after a pause in typing (first {took[0]:.0f}; load {os.getloadavg()[0]:.1f})"
    return Row("P14", what, usual, None, "ms", usual / PREVIEW_MS, 1.0, usual <= PREVIEW_MS)


def timeline(*, short: bool) -> Row:
    """Opening the timeline of the long session: until its figures are painted."""
    with (
        tempfile.TemporaryDirectory() as temporary,
        _opened(Path(temporary), SHORT_TURNS if short else TURNS) as (window, session),
    ):
        took: list[float] = []
        page = window.memory_panel.timeline
        for _ in range(ROUNDS):
            window.memory_panel.show_tab(CONTEXT)
            page.show_session(session.session_id)
            settle(300)
            began = time.perf_counter()
            window.memory_panel.show_tab(TIMELINE)
            wait_until(lambda: page.turn is not None, WAIT_MS)
            page.repaint()
            took.append((time.perf_counter() - began) * 1000)
    usual = statistics.median(took)
    what = f"opening the timeline of {TURNS:,} turns (load {os.getloadavg()[0]:.1f})"
    return Row("P14 timeline", what, usual, None, "ms", usual / TIMELINE_MS, 1.0, usual <= TIMELINE_MS)
