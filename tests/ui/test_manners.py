"""Starting twice, replies nobody sees, and a memory that is not in its place."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMainWindow, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app import desktop
from desktop_app.composition import open_or_create
from desktop_app.domain.conversation import VaultKind
from desktop_app.support import raise_request
from desktop_app.support.known_vaults import KnownVaults
from desktop_app.ui.dialogs.missing_vault import MissingVaultDialog
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.raising import RaiseWatcher
from desktop_app.ui.reply_notices import ReplyNotices
from tests.ui.conftest import OpenWindow, Speak

CANARY = "zinnoberfisch"


def test_a_second_start_brings_the_first_window_forward(qtbot: QtBot, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    store = open_or_create(vault, VaultKind.PERSONAL)
    window = QMainWindow()
    qtbot.addWidget(window)
    window.showMinimized()
    RaiseWatcher(vault, window)
    answers: list[bool] = []
    second = threading.Thread(target=lambda: answers.append(desktop.hand_over(vault, 10)))
    second.start()
    qtbot.waitUntil(lambda: bool(answers))
    second.join()
    assert answers == [True]
    assert not window.isMinimized()
    assert not raise_request.is_waiting(vault)
    store.close()


def test_a_second_start_says_so_and_ends_well(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(desktop, "hand_over", lambda vault: True)
    assert desktop.run(tmp_path / "vault") == 0
    assert "already open" in capsys.readouterr().out


def test_who_has_no_window_is_not_waited_for_long(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    assert not desktop.hand_over(vault)  # nobody has it
    store = open_or_create(vault, VaultKind.PERSONAL)
    assert not desktop.hand_over(vault, 0.2)
    assert not raise_request.is_waiting(vault)  # a request nobody took does not raise a later window
    store.close()
    assert not desktop.hand_over(vault)


def test_a_finished_reply_is_told_without_its_words(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    watched, told = [True], []
    notices = ReplyNotices(window, window.bridge, lambda: watched[0])
    notices._tell = told.append  # type: ignore[method-assign]
    program.chat.send(1, CANARY, "person")
    qtbot.wait(50)
    assert told == []
    watched[0] = False
    program.chat.send(1, CANARY, "person")
    qtbot.waitUntil(lambda: told == ["The reply is finished."])


def test_a_vault_that_is_gone_is_not_made_anew_in_silence(
    qapp: QApplication, speak: Speak, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    speak("en")
    known = KnownVaults(tmp_path / "config" / "vaults.json")
    vault = tmp_path / "data" / "personal"
    place = desktop._place_of(qapp, vault, PreferenceStore(None), known)
    assert place == vault  # the first start ever
    known.add(vault)
    assert desktop._place_of(qapp, vault, PreferenceStore(None), known) is None
    assert "Nothing new was created" in capsys.readouterr().err
    assert not vault.exists()
    open_or_create(vault, VaultKind.PERSONAL).close()
    assert desktop._place_of(qapp, vault, PreferenceStore(None), known) == vault


def test_the_question_offers_to_look_and_to_begin_anew(speak: Speak, qtbot: QtBot, tmp_path: Path) -> None:
    speak("en")
    moved = tmp_path / "moved"
    dialog = MissingVaultDialog(tmp_path / "gone", lambda folder: folder == moved, "en")
    qtbot.addWidget(dialog)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    dialog.show()
    dialog.take(tmp_path)
    assert dialog.isVisible()
    assert dialog.chosen is None
    dialog.take(moved)
    assert (dialog.chosen, dialog.begins_anew) == (moved, False)
    chosen: list[str] = []
    dialog.language_chosen.connect(chosen.append)
    qtbot.mouseClick(next(b for b in dialog.findChildren(QPushButton) if b.text() == "中文"), Qt.MouseButton.LeftButton)
    assert chosen == ["zh"]
    speak("zh")
    qtbot.waitUntil(lambda: dialog.windowTitle() == "记忆库不在原处")
    dialog.show()
    qtbot.mouseClick(dialog._anew, Qt.MouseButton.LeftButton)
    assert (dialog.chosen, dialog.begins_anew) == (tmp_path / "gone", True)


def test_an_unreadable_list_of_vaults_keeps_nobody_from_starting(tmp_path: Path) -> None:
    file = tmp_path / "vaults.json"
    file.write_text("{broken", encoding="utf-8")
    known = KnownVaults(file)
    assert not known.has(tmp_path)
    known.add(tmp_path)
    assert KnownVaults(file).has(tmp_path)
    known.forget(tmp_path)
    assert not KnownVaults(file).has(tmp_path)
