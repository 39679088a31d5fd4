"""Personas, saved prompts and sent messages through the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.domain.named_texts import NamedText
from desktop_app.services.facade import Services
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from desktop_app.ui.writing.named_texts_dialog import NamedTextsDialog
from tests.scripted_program import scripted_program


@pytest.fixture
def opened(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[MainWindow, Services]]:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    with scripted_program(tmp_path) as services:
        session = services.sessions.create(services.people.create("Ann").id, "Knee").id
        for text in ("first", "second", "first again", "second"):
            services.chat.send(session, text, "person")
        services.prompts.keep(NamedText("", "weekly", "Sum up the week of {{person}}."))
        services.prompts.keep(NamedText("", "纠错", "只指出错字。"))
        preferences = PreferenceStore(None)
        preferences.update(language="en", welcomed=True)
        window = build_window(qapp, services, preferences)
        window.resize(1280, 800)
        window.show()
        qtbot.waitUntil(lambda: window.session_id is not None)
        window.composer.edit.setFocus()
        yield window, services
        window.close()
    window.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.setStyleSheet("")


def test_a_persona_is_chosen_with_its_price_and_edited(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, services = opened
    button = window.writing.persona
    assert button.isVisible()
    assert button.text() == "No persona"
    qtbot.waitUntil(lambda: len(button._look.personas) == 3)
    button._fill_menu()
    plain = next(action for action in button._menu.actions() if action.text().startswith("Plain answers"))
    qtbot.waitUntil(lambda: "reads" in plain.text() and "tokens more" in plain.text())
    plain.trigger()
    qtbot.waitUntil(lambda: button.text() == "Plain answers")
    assert button.accessibleName() == "Persona: Plain answers"
    button.edit_requested.emit()
    [dialog] = window.findChildren(NamedTextsDialog)
    qtbot.waitUntil(lambda: dialog._list.count() == 3)
    assert dialog._text.isReadOnly()
    dialog._copy.click()
    qtbot.waitUntil(lambda: dialog._list.count() == 4)
    assert not dialog._text.isReadOnly()
    dialog._name.setText("Terse")
    dialog._text.setPlainText("One word, {{user}}.")
    dialog.accept()
    qtbot.waitUntil(lambda: services.personas.list()[-1].name == "Terse")
    assert services.personas.list()[-1].text == "One word, {{user}}."


def test_a_slash_lists_saved_prompts_and_enter_puts_one_in(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, services = opened
    edit, prompts = window.composer.edit, window.writing.prompts
    qtbot.keyClicks(edit, "/")
    qtbot.waitUntil(lambda: prompts.is_shown)
    assert prompts.list.count() == 3
    QApplication.sendEvent(edit, QInputMethodEvent("week", []))
    qtbot.keyClick(edit, Qt.Key.Key_Return)  # the input method's
    assert edit.toPlainText() == "/"
    commit = QInputMethodEvent()
    commit.setCommitString("week")
    QApplication.sendEvent(edit, commit)
    qtbot.waitUntil(lambda: prompts.list.count() == 2)
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: edit.toPlainText() == "Sum up the week of Ann.")
    assert not prompts.is_shown
    edit.undo()
    assert edit.toPlainText() == "/week"
    edit.clear()
    qtbot.keyClicks(edit, "/etc/hosts")
    qtbot.waitUntil(lambda: not prompts.is_shown)
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    session = window.session_id or 0
    qtbot.waitUntil(lambda: services.sessions.page(session).turns[-1].question.text == "/etc/hosts")


def test_escape_leaves_the_slash_and_the_last_line_leads_to_editing(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, _ = opened
    edit, prompts = window.composer.edit, window.writing.prompts
    qtbot.keyClicks(edit, "/")
    qtbot.waitUntil(lambda: prompts.is_shown)
    qtbot.keyClick(edit, Qt.Key.Key_Escape)
    assert not prompts.is_shown
    assert edit.toPlainText() == "/"
    edit.clear()
    qtbot.keyClicks(edit, "/")
    qtbot.waitUntil(lambda: prompts.is_shown)
    qtbot.keyClick(edit, Qt.Key.Key_Up)
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    [dialog] = window.findChildren(NamedTextsDialog)
    qtbot.waitUntil(lambda: dialog._list.count() == 2)
    dialog._delete.click()
    qtbot.waitUntil(lambda: dialog._list.count() == 1)
    new = next(one for one in dialog.findChildren(QPushButton) if one.text() == "New")
    new.click()
    qtbot.waitUntil(lambda: dialog._list.count() == 2)
    dialog.reject()


def test_arrows_bring_back_what_was_sent(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    edit = window.composer.edit
    seen = []
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down):
        qtbot.keyClick(edit, key)
        if not seen:
            qtbot.waitUntil(lambda: edit.toPlainText() == "second")
        seen.append(edit.toPlainText())
    assert seen == ["second", "first again", "first", "first", "first again"]
    qtbot.keyClicks(edit, "!")
    qtbot.keyClick(edit, Qt.Key.Key_Up)
    assert edit.toPlainText() == "first again!"  # no longer history
    edit.clear()
    qtbot.keyClick(edit, Qt.Key.Key_Down)
    assert edit.toPlainText() == ""


def test_own_personas_go_to_a_file_and_come_back_without_replacing(
    opened: tuple[MainWindow, Services], qtbot: QtBot, tmp_path: Path
) -> None:
    window, services = opened
    kept = services.personas.keep(NamedText("", "简短", "只用一句话，{{user}}。"))
    window.dialogs.personas()
    [dialog] = window.findChildren(NamedTextsDialog)
    qtbot.waitUntil(lambda: dialog._list.count() == 4)
    path = tmp_path / "personas.json"
    dialog.export_to(str(path))
    qtbot.waitUntil(lambda: dialog._said.text() == "Written to the file: 1.")
    assert "简短" in path.read_text(encoding="utf-8")
    dialog.import_from(str(path))
    qtbot.waitUntil(lambda: dialog._said.text() == "New from the file: 0.")
    services.personas.delete(kept.id)
    services.personas.keep(NamedText("", "简短", "别的话。"))  # of the same name, and not to be replaced
    dialog.import_from(str(path))
    qtbot.waitUntil(lambda: dialog._said.text() == "New from the file: 1.")
    assert [one.text for one in services.personas.list()[3:]] == ["别的话。", "只用一句话，{{user}}。"]
    qtbot.waitUntil(lambda: dialog._list.count() == 5)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"[]",
        b'{"format": "retrace-settings", "version": 1, "settings": {}}',
        b'{"format": "retrace-texts", "version": 1, "texts": [{"name": "a"}]}',
        b'{"format": "retrace-texts", "version": 1, "texts": [{"name": "a", "text": "b"}',
    ],
)
def test_an_odd_file_of_personas_is_refused_with_the_reason(
    opened: tuple[MainWindow, Services], qtbot: QtBot, tmp_path: Path, content: bytes
) -> None:
    window, services = opened
    before = services.personas.list()
    window.dialogs.personas()
    [dialog] = window.findChildren(NamedTextsDialog)
    path = tmp_path / "odd.json"
    path.write_bytes(content)
    dialog.import_from(str(path))
    qtbot.waitUntil(lambda: "odd.json" in dialog._said.text())
    assert "Nothing was changed" in dialog._said.text()
    assert services.personas.list() == before
