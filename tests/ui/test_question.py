"""Questions look as every other dialog, and do nothing unless a choice is made."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.dialogs.question import QuestionDialog


@pytest.fixture
def behind(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    return window


def _asked(qtbot: QtBot, behind: QWidget, done: list[str]) -> QuestionDialog:
    dialog = QuestionDialog(behind, "Delete", "Delete <b>this</b>?", "It is gone then.", keep="Keep")
    dialog.offer("Delete", lambda: done.append("deleted"))
    dialog.open()
    qtbot.waitUntil(dialog.isVisible)
    return dialog


def test_enter_and_escape_keep_everything(qtbot: QtBot, behind: QWidget) -> None:
    done: list[str] = []
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        dialog = _asked(qtbot, behind, done)
        assert dialog.focusWidget() is dialog.cancel_button
        with qtbot.waitSignal(dialog.rejected):
            qtbot.keyClick(dialog, key)
    assert done == []


def test_a_choice_closes_it_and_is_carried_out_once(qtbot: QtBot, behind: QWidget) -> None:
    done: list[str] = []
    dialog = _asked(qtbot, behind, done)
    assert dialog.question.text() == "Delete <b>this</b>?"  # as it is, not as markup
    qtbot.keyClick(dialog, Qt.Key.Key_Tab)  # to the choice
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: done == ["deleted"])
