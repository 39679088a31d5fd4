"""The only session is deleted: its words leave the window with it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import VaultKind
from desktop_app.services.facade import Services
from desktop_app.ui.dialogs.question import QuestionDialog
from tests.ui.vault_window import vault_window


def talk(services: Services) -> None:
    services.chat.give(services.sessions.create(1, "Knee").id, "My knee hurts.", "person", "I see.")


def test_nothing_of_the_only_session_is_shown_once_it_is_deleted(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    with vault_window(qtbot, qapp, tmp_path, kind=VaultKind.PERSONAL, language="en", people=("Me",), prepare=talk) as (
        window,
        _,
    ):
        shown = window.transcript.browser
        qtbot.waitUntil(lambda: "My knee hurts." in shown.toPlainText())
        window.sessions.focus_list()
        focused = QApplication.focusWidget()
        assert focused is not None
        qtbot.keyClick(focused, Qt.Key.Key_Delete)
        qtbot.waitUntil(lambda: bool(window.findChildren(QuestionDialog)))
        (asked,) = window.findChildren(QuestionDialog)
        (delete,) = [each for each in asked.findChildren(QPushButton) if each.text() == "Delete"]
        delete.click()
        qtbot.waitUntil(lambda: window.session_id is None)
        assert shown.toPlainText() == ""
