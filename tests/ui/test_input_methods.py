"""Every field with an action on Enter: the Enter that confirms a candidate of an input method does nothing else."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QListView,
    QWidget,
)
from pytestqt.qtbot import QtBot

import desktop_app.ui
from desktop_app.domain.conversation import VaultKind
from desktop_app.services.facade import Services
from desktop_app.ui.dialogs.fact import FactDialog
from desktop_app.ui.dialogs.name import FolderNameDialog
from desktop_app.ui.dialogs.protection import PassphraseDialog
from desktop_app.ui.dialogs.space import SpaceDialog
from desktop_app.ui.dialogs.unlock import UnlockDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.widgets.line_edit import LineEdit
from tests.ui.vault_window import vault_window

_SOURCES = Path(desktop_app.ui.__file__).parent
_BY_COMMAND = ("search", "palette", "settings", "new_person", "protection", "models", "backups", "open_record")


def test_no_field_is_made_without_the_rule() -> None:
    """A plain QLineEdit hands the Enter of a candidate on to its dialog."""
    plain = [
        f"{path.relative_to(_SOURCES)}:{node.lineno}"
        for path in _SOURCES.rglob("*.py")
        if path.name != "line_edit.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "QLineEdit"
    ]
    assert plain == []


@pytest.fixture
def opened(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[tuple[MainWindow, Services]]:
    with vault_window(qtbot, qapp, tmp_path, kind=VaultKind.CLINICAL, people=("王芳", "李明")) as (window, services):
        session = services.sessions.create(1, "Visit")
        services.chat.give(session.id, "我对青霉素过敏。", "person", "好的。")
        qtbot.waitUntil(lambda: window.session_id == session.id)
        yield window, services


def _fields(root: QWidget) -> list[QLineEdit]:
    """The fields one can type into now; numbers are typed without an input method."""
    return [
        field
        for field in root.findChildren(QLineEdit)
        if field.isVisibleTo(root)
        and field.isEnabled()
        and not field.isReadOnly()
        and not isinstance(field.parent(), QAbstractSpinBox | QComboBox)
    ]


def _confirm_a_candidate(field: QLineEdit, qtbot: QtBot) -> list[str]:
    """Press Enter while something is composed. Returns what that set off."""
    happened: list[str] = []
    field.returnPressed.connect(lambda: happened.append("returnPressed"))
    field.setFocus()
    before = field.text()
    field.setText("")
    QApplication.sendEvent(field, QInputMethodEvent("xigai", []))
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.keyClick(field, Qt.Key.Key_Enter)
    commit = QInputMethodEvent()
    commit.setCommitString("膝盖")
    QApplication.sendEvent(field, commit)
    if "膝盖" not in field.text() and field.echoMode() == QLineEdit.EchoMode.Normal and field.maxLength() > 1:
        happened.append("the candidate was lost")
    field.setText(before)
    return happened


def _dialogs() -> list[QDialog]:
    return [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]


def test_the_enter_of_a_candidate_does_nothing_in_any_field(
    opened: tuple[MainWindow, Services], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, services = opened
    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getOpenFileName", lambda *_: ("", ""))
    seen: dict[str, int] = {}

    def walk(name: str, root: QWidget) -> None:
        fields = _fields(root)
        for field in fields:
            assert isinstance(field, LineEdit), (name, field)
            assert _confirm_a_candidate(field, qtbot) == [], (name, field.accessibleName())
            assert root.isVisible(), (name, field.accessibleName())
        seen[name] = len(fields)

    window._actions["find"].trigger()
    walk("window", window)
    qtbot.keyClick(window.sessions.findChild(QListView), Qt.Key.Key_F2)
    walk("rename", window.sessions.findChild(QListView).viewport())
    assert services.sessions.list(1)[0].title == "Visit"
    openers: dict[str, Callable[[], object]] = {name: window._actions[name].trigger for name in _BY_COMMAND}
    openers["folder"] = FolderNameDialog(window).open
    openers["unlock"] = UnlockDialog("vault", lambda secret, told: None, window).open
    openers["fact"] = FactDialog(None, parent=window).open
    openers["space"] = SpaceDialog(services, window._bridge, services.people.list()[0], window).open
    openers["passphrase"] = PassphraseDialog("", first=True, parent=window).open
    for name, open_dialog in openers.items():
        open_dialog()
        qtbot.wait(1)
        for dialog in _dialogs():
            walk(name, dialog)
            dialog.close()
        qtbot.waitUntil(lambda: not _dialogs())
    # The walk went where there is something to type into.
    for name in ("window", "rename", "search", "palette", "settings", "new_person", "folder", "unlock", "fact"):
        assert seen[name] > 0, name
