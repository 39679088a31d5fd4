"""The palette of commands: every one by its name, in either language, with the keyboard alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QDialog, QListWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import VaultKind
from desktop_app.ui.actions import commands_of, palette_commands
from desktop_app.ui.help.palette import PaletteDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.widgets.line_edit import LineEdit
from tests.ui.conftest import OpenWindow


def _palette(window: MainWindow, qtbot: QtBot) -> tuple[PaletteDialog, LineEdit]:
    qtbot.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: bool(window.findChildren(PaletteDialog)))
    dialog = window.findChild(PaletteDialog)
    return dialog, dialog.findChild(LineEdit)


def test_every_command_is_listed_with_its_keys(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window()
    dialog, _ = _palette(window, qtbot)
    commands = [name for name in dialog.names if not name.startswith("Go to The")]
    assert len(commands) == len(palette_commands(VaultKind.PERSONAL)) > len(commands_of(VaultKind.PERSONAL))
    assert "New session\u2003Ctrl+N" in dialog.names
    dialog.reject()


@pytest.mark.parametrize(
    ("language", "typed", "found"),
    [
        ("en", "memory panel go", ["Go to the memory panel\u2003Ctrl+4"]),
        ("en", "快捷键", ["Keyboard shortcuts\u2003F1"]),
        ("zh", "keyboard short", ["键盘快捷键\u2003F1"]),
        ("zh", "键盘快捷", ["键盘快捷键\u2003F1"]),
        ("en", "what if", ["What if: try other memory for the next message"]),
        ("en", "add fact", ["Add a fact"]),
        ("en", "password", ["Lock the program\u2003Ctrl+Shift+L", "Passphrase and recovery code"]),
        ("en", "no such thing", []),
    ],
)
def test_typing_finds_in_both_languages(
    open_window: OpenWindow, qtbot: QtBot, language: str, typed: str, found: list[str]
) -> None:
    window, _ = open_window(language=language)
    dialog, field = _palette(window, qtbot)
    field.setText(typed)
    assert dialog.names == found
    dialog.reject()


def test_at_twice_the_size_no_command_is_cut(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window()
    window._themes.set_body_px(28)
    dialog, _ = _palette(window, qtbot)
    shown = dialog.findChild(QListWidget)
    room = round(dialog.screen().availableGeometry().width() * 0.92)
    qtbot.waitUntil(lambda: shown.viewport().width() >= shown.sizeHintForColumn(0) or dialog.width() >= room)
    assert dialog.width() <= room
    dialog.reject()


def test_enter_gives_the_marked_command_but_not_while_an_input_method_composes(
    open_window: OpenWindow, qtbot: QtBot
) -> None:
    window, _ = open_window()
    dialog, field = _palette(window, qtbot)
    field.setText("text")
    listed = [name.split("\u2003")[0] for name in dialog.names]
    assert listed == ["Larger text", "Smaller text", "Text in its usual size"]
    before = window._themes.theme.body_px
    QApplication.sendEvent(field, QInputMethodEvent("da", []))
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert window._themes.theme.body_px == before
    QApplication.sendEvent(field, QInputMethodEvent())
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window._themes.theme.body_px == before - 1)
    qtbot.waitUntil(lambda: not [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()])
