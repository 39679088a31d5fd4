"""The scratch window: marked, alone with its session, gone when it is closed, closed with the vault's window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.composition import Program
from desktop_app.domain.errors import UserError
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.message_edit import MessageEdit
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.scratch import ScratchWindow, ScratchWindows
from desktop_app.ui.shell import build_window
from tests.test_scratch import CANARY, make_program, vault_text


class Scene:
    def __init__(self, window: MainWindow, program: Program, qtbot: QtBot) -> None:
        self.window, self.program, self.qtbot = window, program, qtbot
        self.windows: ScratchWindows = window.findChild(ScratchWindows)

    def open(self) -> ScratchWindow:
        self.window._actions["scratch"].trigger()
        self.qtbot.waitUntil(lambda: len(self.windows.windows) == 1)
        scratch = self.windows.windows[0]
        self.qtbot.waitUntil(lambda: scratch.person_id is not None)
        return scratch

    def say(self, scratch: ScratchWindow, text: str) -> None:
        edit = scratch.composer.findChild(MessageEdit)
        scratch.composer.set_text(text)
        self.qtbot.keyClick(edit, Qt.Key.Key_Return)
        sessions = scratch._services.sessions

        def answered() -> bool:
            return scratch.session_id is not None and any(
                turn.reply and turn.finish_reason for turn in sessions.page(scratch.session_id).turns
            )

        self.qtbot.waitUntil(answered)


@pytest.fixture
def scene(qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    program = make_program(tmp_path)
    program.services.people.create("Me")
    preferences = PreferenceStore(None)
    preferences.update(language="en", welcomed=True)
    window = build_window(qapp, program.services, preferences, program.scratch)
    window.resize(1280, 800)
    window.show()
    qtbot.waitUntil(lambda: window.person_id is not None)
    yield Scene(window, program, qtbot)
    window.close()
    window.deleteLater()
    program.close()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.setStyleSheet("")


def test_what_is_said_there_is_answered_and_kept_nowhere(scene: Scene, qtbot: QtBot, tmp_path: Path) -> None:
    scratch = scene.open()
    shown = [label.text() for label in scratch.findChildren(QLabel) if label.isVisible()]
    assert any("nothing is kept" in text for text in shown)
    assert not scratch.sessions.isVisible()
    scene.say(scratch, f"My secret word is {CANARY}.")
    end = next(b for b in scratch.findChildren(QPushButton) if b.text() == "Close and forget")
    qtbot.mouseClick(end, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: scene.windows.windows == ())
    assert scene.window.isVisible()
    assert CANARY not in vault_text(scene.program._store)
    assert not any(CANARY.encode() in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert scene.program._scratches == []


def test_what_is_typed_before_it_is_there_goes_nowhere(scene: Scene, qtbot: QtBot) -> None:
    scene.window.focus_composer()
    scene.window._actions["scratch"].trigger()
    scene.window._actions["scratch"].trigger()  # impatiently
    qtbot.keyClicks(scene.window.composer.edit, "my secret word")
    assert scene.window.composer.text() == ""
    qtbot.waitUntil(lambda: bool(scene.windows.windows))
    qtbot.waitUntil(scene.window.isEnabled)
    assert len(scene.windows.windows) == 1
    assert scene.window.focusWidget() is scene.window.composer.edit
    qtbot.keyClicks(scene.window.composer.edit, "for the vault")
    assert scene.window.composer.text() == "for the vault"


def test_a_scratch_that_cannot_begin_gives_the_window_back(
    scene: Scene, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: str) -> None:
        raise UserError("disk_full", path="")

    monkeypatch.setattr(scene.windows, "_begin", fail)
    scene.window._actions["scratch"].trigger()
    qtbot.waitUntil(scene.window.isEnabled)
    assert scene.windows.windows == ()
    assert scene.window.notices.error is not None
    assert scene.window.notices.error.code == "disk_full"


def test_it_covers_and_closes_with_the_window_of_the_vault(scene: Scene, qtbot: QtBot) -> None:
    scratch = scene.open()
    scene.window.cover.cover()
    assert scratch.cover.is_covered
    scene.window.cover.uncover()
    assert not scratch.cover.is_covered
    for name in ("new_session", "settings", "scratch"):
        assert not scratch._actions[name].isEnabled()
    scene.window.close()
    assert scene.windows.windows == ()
    assert scene.program._scratches == []


def test_covering_the_vault_covers_it_too_and_brings_both_back(scene: Scene, qtbot: QtBot) -> None:
    scratch = scene.open()
    scene.say(scratch, f"@@say {CANARY}")
    scene.window.cover.cover()
    assert scene.window.isVisible()
    assert scene.window.cover.is_covered
    assert scratch.cover.is_covered
    assert not scratch.isVisible()
    scene.window.cover.uncover()
    assert scratch.isVisible()
    assert not scratch.cover.is_covered
    assert not scene.window.cover.is_covered


@pytest.mark.parametrize("where", ["vault", "scratch"])
def test_locking_from_either_window_ends_both_for_good(scene: Scene, qtbot: QtBot, where: str) -> None:
    scene.program.services.vault_keys.set_passphrase("", "lantern gravel otter sky")
    scratch = scene.open()
    scene.say(scratch, f"@@say {CANARY}")
    target = scene.window if where == "vault" else scratch
    target.activateWindow()
    qtbot.keyClick(target, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert scene.window.locked
    assert not scene.window.isVisible()
    assert scene.windows.windows == ()
    scene.window.show()  # as a second start would have it
    scene.window.cover.uncover()
    assert scene.window.cover.is_covered


def test_what_was_closed_under_the_cover_is_not_missed(scene: Scene, qtbot: QtBot) -> None:
    scratch = scene.open()
    scene.window.cover.cover()
    scratch.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    scene.window.cover.uncover()
    assert not scene.window.cover.is_covered
