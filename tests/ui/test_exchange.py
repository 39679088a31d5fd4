"""Export and import through the real window over a real vault."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.services.exchange.collecting import Scope
from desktop_app.services.exchange.exporting import ExportFormat
from desktop_app.services.facade import Services
from desktop_app.ui.dialogs.export import ExchangeExportDialog
from desktop_app.ui.dialogs.import_ import ImportDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from tests.scripted_program import scripted_program

Open = Callable[[VaultKind], tuple[MainWindow, Services]]


@pytest.fixture
def open_vault(qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens the window over a vault with one person and two sessions."""
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    with ExitStack() as stack:

        def make(kind: VaultKind) -> tuple[MainWindow, Services]:
            services = stack.enter_context(scripted_program(tmp_path / "program", kind=kind, load=False))
            person = services.people.create("王小明")
            for title, text in (("复诊", "我叫王小明，电话13800138000，对青霉素过敏"), ("闲聊", "今天散步")):
                services.chat.record(services.sessions.create(person.id, title).id, text, PERSON)
            preferences = PreferenceStore(None)
            preferences.update(language="en", welcomed=True)
            window = build_window(qapp, services, preferences)
            stack.callback(qapp.setStyleSheet, "")
            stack.callback(qapp.sendPostedEvents, None, QEvent.Type.DeferredDelete)
            stack.callback(window.deleteLater)
            stack.callback(window.close)
            window.resize(1280, 800)
            window.show()
            qtbot.waitUntil(lambda: window.session_id is not None)
            return window, services

        yield make


def _export(qtbot: QtBot, window: MainWindow, path: Path) -> ExchangeExportDialog:
    qtbot.keyClick(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    (dialog,) = window.findChildren(ExchangeExportDialog)
    dialog._choose_file = lambda ending: str(path)
    return dialog


@pytest.mark.parametrize("format", [ExportFormat.JSON, ExportFormat.PDF, ExportFormat.MARKDOWN])
def test_an_export_is_written_and_said(qtbot: QtBot, open_vault: Open, tmp_path: Path, format: ExportFormat) -> None:
    window, _ = open_vault(VaultKind.PERSONAL)
    path = tmp_path / f"out.{format.value}"
    dialog = _export(qtbot, window, path)
    assert "not encrypted" in dialog._warning.text()
    assert dialog.accept_button.isEnabled()
    dialog.scope.setCurrentIndex(1)
    dialog.format.setCurrentIndex(dialog.format.findData(format.value))
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog._state.isVisible(), timeout=10_000)
    assert path.name in dialog._state.text()
    assert dialog._state.visibleRegion().boundingRect() == dialog._state.rect(), "nothing has to be scrolled to see it"
    data = path.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o600
    if format is ExportFormat.PDF:
        assert data.startswith(b"%PDF-")
    else:
        assert "青霉素" in data.decode()
    qtbot.mouseClick(dialog.cancel_button, Qt.MouseButton.LeftButton)


def test_a_clinical_export_is_deidentified_after_a_look(qtbot: QtBot, open_vault: Open, tmp_path: Path) -> None:
    window, _ = open_vault(VaultKind.CLINICAL)
    path = tmp_path / "out.txt"
    dialog = _export(qtbot, window, path)
    dialog.scope.setCurrentIndex(1)
    dialog.format.setCurrentIndex(dialog.format.findData("txt"))
    assert dialog.deidentify.isChecked()
    assert not dialog.accept_button.isEnabled()
    assert "not anonymous" in dialog._warning.text() or "Look at" in dialog._warning.text()
    dialog.listed.setText("散步")
    qtbot.mouseClick(dialog.preview_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.accept_button.isEnabled(), timeout=10_000)
    table = dialog.replacements.table
    shown = {table.item(row, 0).text(): table.item(row, 2).text() for row in range(table.rowCount())}
    assert shown == {"13800138000": "1", "王小明": "2", "散步": "1"}
    assert "13800138000" in dialog.replacements.before.text() + shown.__repr__()
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog._state.isVisible(), timeout=10_000)
    text = path.read_text(encoding="utf-8")
    assert not any(word in text for word in ("王小明", "13800138000", "散步"))
    assert "青霉素" in text
    dialog.listed.setText("别的")  # another choice has to be looked at again
    assert not dialog.accept_button.isEnabled()
    dialog.reject()


def test_cancel_ends_an_export(qtbot: QtBot, open_vault: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window, services = open_vault(VaultKind.PERSONAL)
    dialog = _export(qtbot, window, tmp_path / "out.json")
    progress = services.exports.progress()
    progress.cancel()
    monkeypatch.setattr(type(services.exports), "progress", lambda self: progress)
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog._state.text().startswith("Cancelled"), timeout=10_000)
    assert not (tmp_path / "out.json").exists()
    dialog.reject()


def _import(qtbot: QtBot, window: MainWindow, path: Path, monkeypatch: pytest.MonkeyPatch) -> ImportDialog:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (str(path), ""))
    qtbot.keyClick(window, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    (dialog,) = window.findChildren(ImportDialog)
    return dialog


def test_an_import_is_shown_first_and_leaves_the_open_session(
    qtbot: QtBot, open_vault: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, services = open_vault(VaultKind.PERSONAL)
    open_session = window.session_id
    window.composer.set_text("half a sentence")
    path = tmp_path / "talk.json"
    messages = [{"role": "user", "content": "I am allergic to latex"}, {"role": "assistant", "content": "Noted"}]
    path.write_text(json.dumps({"title": "Elsewhere", "messages": [*messages, {"role": "tool", "content": "x"}]}))
    dialog = _import(qtbot, window, path, monkeypatch)
    qtbot.waitUntil(lambda: dialog.accept_button.isVisible(), timeout=10_000)
    assert dialog._state.text() == "A list of messages: sessions 1, turns 1, facts 0."
    assert [dialog.table.item(0, column).text() for column in (0, 2)] == ["Elsewhere", "1"]
    assert dialog.into.currentText() == "王小明"
    assert len(services.sessions.list(window.person_id or 0)) == 2
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog._state.text().startswith("Added: sessions 1, turns 1"), timeout=10_000)
    qtbot.mouseClick(dialog.cancel_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(services.sessions.list(window.person_id or 0)) == 3)
    assert window.session_id == open_session
    assert window.composer.text() == "half a sentence"
    assert services.consolidation.wait()
    facts = services.exports.document(Scope(), services.exports.progress()).people[0].facts
    assert {fact.value for fact in facts} >= {"latex", "青霉素"}


def test_a_file_that_is_no_export_is_refused(
    qtbot: QtBot, open_vault: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, _ = open_vault(VaultKind.PERSONAL)
    path = tmp_path / "broken.json"
    path.write_text('{"format": "retrace-export", "people": [')
    dialog = _import(qtbot, window, path, monkeypatch)
    qtbot.waitUntil(lambda: "not whole JSON" in dialog._state.text(), timeout=10_000)
    assert not dialog.accept_button.isVisible()
    dialog.reject()
