"""The window goes on while the program works: nothing waits on its thread, and it draws at a bounded rate."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import FinishReason, Turn
from desktop_app.domain.ledger import Overflow
from desktop_app.services.facade import Services
from desktop_app.storage.store import Store
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from tests.scripted_program import scripted_program
from tests.ui.conftest import OpenWindow
from tests.ui.fakes import make_turn
from tests.ui.window_fakes import FakeProgram

LONGEST_GAP_S = 5.0  # of a machine that does much else; by itself a gap is a few milliseconds


class Heartbeat(QObject):
    """Beats every 50 ms as long as the event loop turns."""

    def __init__(self) -> None:
        super().__init__()
        self.longest_s = 0.0
        self.beats = 0
        self._last = time.monotonic()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._beat)
        self._timer.start(50)

    def _beat(self) -> None:
        now = time.monotonic()
        self.longest_s = max(self.longest_s, now - self._last)
        self.beats += 1
        self._last = now


@dataclass
class Scene:
    qtbot: QtBot
    window: MainWindow
    services: Services
    session: int
    on_window_thread: list[str] = field(default_factory=list)  # work on the vault that the window waited for

    def say(self, text: str) -> Turn:
        """Send a message from the composer and wait for the end of its reply."""
        before = len(self.turns())
        self.window.composer.set_text(text)
        self.qtbot.keyClick(self.window.composer._edit, Qt.Key.Key_Return)

        def ended() -> bool:
            turns = self.turns()
            return len(turns) > before and turns[-1].finish_reason is not None

        self.qtbot.waitUntil(ended, timeout=40_000)
        return self.turns()[-1]

    def turns(self) -> tuple[Turn, ...]:
        return self.services.sessions.page(self.session).turns


@pytest.fixture
def scene(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Scene]:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    with scripted_program(tmp_path, **request.param) as services:
        session = services.sessions.create(services.people.create("Me").id, "Talk").id
        preferences = PreferenceStore(None)
        preferences.update(language="en", welcomed=True)
        window = build_window(qapp, services, preferences)
        window.show()
        qtbot.waitUntil(lambda: window.session_id == session)
        yield Scene(qtbot, window, services, session)
        window.close()
        shiboken6.delete(window)
        qapp.setStyleSheet("")


def _watch_the_vault(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Note whoever reads or writes the vault on the window's thread."""
    window_thread = threading.current_thread()
    asking = threading.local()
    for name in ("read", "write"):
        real: Callable[..., Any] = getattr(Store, name)

        def watched(self: Store, *args: Any, _real: Callable[..., Any] = real, _name: str = name, **named: Any) -> Any:
            if threading.current_thread() is window_thread and not getattr(asking, "test", False):
                scene.on_window_thread.append(_name)
            return _real(self, *args, **named)

        monkeypatch.setattr(Store, name, watched)
    turns = scene.turns

    def by_the_test() -> tuple[Turn, ...]:
        asking.test = True
        try:
            return turns()
        finally:
            asking.test = False

    monkeypatch.setattr(scene, "turns", by_the_test)


@pytest.mark.parametrize(
    "scene", [{"context_length": 512, "reserve": 32, "prompt_tokens_per_second": 6000.0}], indirect=True
)
def test_the_window_never_waits_while_a_model_loads_reads_writes_and_turns_leave(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _watch_the_vault(scene, monkeypatch)
    heart = Heartbeat()

    scene.window.bridge.run("turn", scene.services.models.load, tmp_path / "smollm-scripted.json")
    for number in range(5):
        scene.say(f"@@say A sentence of some length, to fill the window of the model: {'word ' * 60}{number}")

    assert scene.on_window_thread == [], "nothing asks the vault where the window draws"
    newest = scene.services.context.ledger(scene.turns()[-1].id)
    assert newest is not None
    assert newest.overflow is Overflow.CLIPPED
    assert heart.beats > 5
    assert heart.longest_s < LONGEST_GAP_S


@pytest.mark.parametrize(
    "scene", [{"context_length": 8192, "reserve": 3050, "tokens_per_second": 4000.0}], indirect=True
)
def test_thousands_of_tokens_are_drawn_at_a_bounded_rate(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = scene.window.transcript.browser
    drawn: list[str] = []
    append = browser.append
    monkeypatch.setattr(browser, "append", lambda text: (drawn.append(text), append(text)))
    heart = Heartbeat()
    began = time.monotonic()

    turn = scene.say("@@tokens 3000")

    seconds = time.monotonic() - began
    assert turn.finish_reason is FinishReason.STOP
    assert turn.reply is not None
    assert turn.reply.text.split() == ["word"] * 3000
    assert len(drawn) <= 30 * seconds + 2
    assert heart.longest_s < LONGEST_GAP_S
    scene.qtbot.waitUntil(lambda: browser.toPlainText().count("word") >= 3000)


@pytest.mark.parametrize("scene", [{"tokens_per_second": 60.0}], indirect=True)
def test_characters_that_arrive_in_halves_are_never_drawn_broken(scene: Scene) -> None:
    shown: list[str] = []
    browser = scene.window.transcript.browser
    browser.document().contentsChanged.connect(lambda: shown.append(browser.toPlainText()))

    turn = scene.say("@@say 门诊 👩‍👩‍👧 ok 复诊")

    assert turn.reply is not None
    assert turn.reply.text == "门诊 👩‍👩‍👧 ok 复诊"
    assert len(shown) > 3
    assert not any("\ufffd" in text for text in shown)
    scene.qtbot.waitUntil(lambda: browser.toPlainText().count("门诊 👩‍👩‍👧 ok 复诊") == 2)


def test_a_key_is_drawn_at_once_in_a_session_of_two_thousand_turns(open_window: OpenWindow, qtbot: QtBot) -> None:
    def two_thousand(program: FakeProgram) -> None:
        session = program.sessions.add(1, "Long", turns=2000)
        program.sessions.turns[session.id] = [make_turn(n, f"question {n}", f"answer {n}") for n in range(2000)]

    window, _ = open_window(prepare=two_thousand)
    qtbot.waitUntil(lambda: bool(window.transcript.turn_ids()))
    took = []
    for _ in range(11):
        began = time.perf_counter()
        qtbot.keyClick(window.composer._edit, Qt.Key.Key_A)
        window.composer._edit.viewport().repaint()
        took.append(time.perf_counter() - began)
    assert window.composer.text() == "a" * 11
    assert sorted(took)[5] < 0.05
