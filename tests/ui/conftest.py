"""One QApplication without a display, and the real window over a program in memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
import shiboken6
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.events import EngineState
from desktop_app.ui.application import Translations
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from desktop_app.ui.theme import ThemeName
from tests.ui.window_fakes import FakeProgram

Speak = Callable[[str], Translations]


@pytest.fixture
def speak(qapp: QApplication) -> Iterator[Speak]:
    """Puts a language in force until the end of the test."""
    installed: list[Translations] = []

    def put(language: str) -> Translations:
        installed.append(Translations(qapp, language))
        return installed[-1]

    yield put
    for translations in installed:
        shiboken6.delete(translations)


OpenWindow = Callable[..., tuple[MainWindow, FakeProgram]]


@pytest.fixture
def open_window(qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenWindow]:
    """Opens the window over a `FakeProgram`; ``prepare`` fills the program before the window reads it.

    Further arguments are preferences, such as what was open when the window was closed.
    """
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    opened: list[tuple[MainWindow, FakeProgram]] = []

    def make(
        kind: VaultKind = VaultKind.PERSONAL,
        *,
        state: EngineState = EngineState.READY,
        language: str = "en",
        theme: ThemeName = ThemeName.LIGHT,
        prepare: Callable[[FakeProgram], object] = lambda program: program.sessions.add(1, "Knee", turns=3),
        **place: int,
    ) -> tuple[MainWindow, FakeProgram]:
        program = FakeProgram(kind, state)
        prepare(program)
        preferences = PreferenceStore(None)
        preferences.update(language=language, theme=theme, welcomed=True, **place)
        window = build_window(qapp, program, preferences)
        opened.append((window, program))
        window.resize(1280, 800)
        window.show()
        qtbot.waitUntil(lambda: window.person_id is not None)
        if program.sessions.list(window.person_id):
            qtbot.waitUntil(lambda: window.session_id is not None)
        return window, program

    yield make
    for window, program in opened:
        window.close()
        program.close()
        window.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.processEvents()
    qapp.setStyleSheet("")
