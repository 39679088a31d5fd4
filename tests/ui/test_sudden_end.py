"""What was sent and is no turn of the vault yet survives a kill; a model that is gone is told."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.domain.events import EngineState
from desktop_app.services.facade import Services
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from tests.scripted_program import scripted_program

Open = Callable[..., tuple[MainWindow, Services]]


@pytest.fixture
def open_window(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Open]:
    with ExitStack() as stack:

        def make(**script: Any) -> tuple[MainWindow, Services]:
            services = stack.enter_context(scripted_program(tmp_path, **script))
            services.sessions.create(services.people.create("Me").id, "Talk")
            preferences = PreferenceStore(None)
            preferences.update(welcomed=True, language="en")
            window = build_window(qapp, services, preferences)
            window.show()
            stack.callback(qapp.setStyleSheet, "")
            stack.callback(qapp.sendPostedEvents, None, QEvent.Type.DeferredDelete)
            stack.callback(window.deleteLater)
            stack.callback(window.close)
            qtbot.waitUntil(lambda: window.session_id is not None)
            return window, services

        yield make


def _send(window: MainWindow, qtbot: QtBot, text: str) -> None:
    window.composer.set_text(text)
    qtbot.keyClick(window.composer.edit, Qt.Key.Key_Return)


def test_a_message_that_waits_is_a_draft_until_it_is_a_turn(open_window: Open, qtbot: QtBot) -> None:
    window, services = open_window(tokens_per_second=20.0)
    session = window.session_id
    assert session is not None
    _send(window, qtbot, "@@tokens 400")
    qtbot.waitUntil(lambda: services.sessions.page(session).turns != (), timeout=10_000)
    _send(window, qtbot, "keep me please")
    window.composer.set_text("and this")
    qtbot.waitUntil(lambda: services.sessions.draft(session) == "keep me please\n\nand this", timeout=10_000)
    assert window.composer.text() == "and this"
    window.conversation.stop()
    qtbot.waitUntil(lambda: len(services.sessions.page(session).turns) == 2, timeout=10_000)
    qtbot.waitUntil(lambda: services.sessions.draft(session) == "and this", timeout=10_000)


def test_what_is_written_for_a_new_session_goes_there(
    open_window: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, services = open_window()
    old, person = window.session_id, window.person_id
    assert old is not None
    assert person is not None
    create = services.sessions.create

    def slowly(person_id: int, title: str = "") -> Any:
        time.sleep(0.4)
        return create(person_id, title)

    monkeypatch.setattr(services.sessions, "create", slowly)
    _send(window, qtbot, "hello there")
    qtbot.waitUntil(lambda: len(services.sessions.page(old).turns) == 1, timeout=10_000)
    qtbot.waitUntil(lambda: window.sessions._current() is not None and window.sessions._current().turn_count == 1)
    window._actions["new_session"].trigger()
    window._actions["new_session"].trigger()
    _send(window, qtbot, "for the new one")
    qtbot.waitUntil(lambda: window.session_id not in (None, old), timeout=10_000)
    new = window.session_id
    assert new is not None
    qtbot.waitUntil(lambda: [t.question.text for t in services.sessions.page(new).turns] == ["for the new one"])
    assert len(services.sessions.page(old).turns) == 1
    assert len(services.sessions.list(person)) == 2


def test_a_model_whose_file_and_process_are_gone_is_told(open_window: Open, qtbot: QtBot, tmp_path: Path) -> None:
    window, services = open_window()
    session = window.session_id
    assert session is not None
    _send(window, qtbot, "hello")
    qtbot.waitUntil(lambda: len(services.sessions.page(session).turns) == 1, timeout=10_000)
    qtbot.waitUntil(lambda: services.sessions.page(session).turns[0].finish_reason is not None, timeout=10_000)
    (tmp_path / "smollm-scripted.json").unlink()
    os.kill(services.models._engine.pid, signal.SIGKILL)  # type: ignore[attr-defined]
    time.sleep(0.3)
    _send(window, qtbot, "are you there?")
    qtbot.waitUntil(lambda: window.notices.error is not None, timeout=10_000)
    assert window.notices.error is not None
    assert window.notices.error.code == "model_missing"
    assert window.composer.text() == "are you there?"
    said = ["are you there?"]
    while not window.composer.refusal and len(said) < 6:  # until it is not started again
        said.append(f"and now? {len(said)}")
        _send(window, qtbot, said[-1])
        qtbot.waitUntil(lambda: window.conversation.is_idle, timeout=10_000)
    qtbot.waitUntil(lambda: window.composer.refusal.startswith("No model is loaded."))
    assert window.top_bar.model_text.endswith("failed")
    kept = {turn.question.text for turn in services.sessions.page(session).turns} | {window.composer.text()}
    assert said[-1] in kept


def test_a_model_that_was_lost_meanwhile_is_told(
    open_window: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, services = open_window()
    monkeypatch.setattr(type(services.models._engine), "model", property(lambda engine: None))
    assert services.models.state.state is EngineState.READY
    _send(window, qtbot, "are you there?")
    qtbot.waitUntil(lambda: window.notices.error is not None, timeout=10_000)
    assert window.notices.error is not None
    assert window.notices.error.code == "engine_gave_up"
    assert window.composer.text() == "are you there?"
    qtbot.waitUntil(lambda: window.composer.refusal.startswith("No model is loaded."))
