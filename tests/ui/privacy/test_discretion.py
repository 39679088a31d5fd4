"""A patient beside me: no other name shows anywhere, until it is taken back; and the clipboard keeps no history."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.services.facade import Services
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.privacy.audit_dialog import AuditDialog
from desktop_app.ui.privacy.clipboard import ClipboardGuard, is_marked
from desktop_app.ui.search.dialog import SearchDialog
from tests.ui.conftest import OpenWindow
from tests.ui.vault_window import vault_window
from tests.ui.window_fakes import FakeProgram

SHOWN, OTHER = "Wilhelmina", "Balthazar"

Opened = tuple[MainWindow, Services]


def _say(services: Services) -> None:
    for person in services.people.list():
        session = services.sessions.create(person.id, "visit")
        services.chat.record(session.id, f"the knee of {person.name}", PERSON)


@pytest.fixture
def opened(qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    with vault_window(
        qtbot, qapp, tmp_path, kind=VaultKind.CLINICAL, people=(SHOWN, OTHER), prepare=_say, load=False
    ) as (window, services):
        qtbot.waitUntil(lambda: window.session_id is not None)
        yield window, services


def menu_texts(window: MainWindow) -> list[str]:
    window.top_bar._fill_person_menu()
    return [action.text() for action in window.top_bar._person_menu.actions()]


def labels(root: QWidget) -> str:
    return "\n".join(one.text() for one in root.findChildren(QLabel) if one.isVisible())


def test_one_key_hides_every_other_name_and_shows_them_again(qtbot: QtBot, opened: Opened) -> None:
    window, services = opened
    qtbot.waitUntil(lambda: any(OTHER in text for text in menu_texts(window)))
    qtbot.keyClick(window, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: not any(OTHER in text for text in menu_texts(window)))
    assert any(SHOWN in text for text in menu_texts(window))
    assert "patient beside me" in labels(window.top_bar)
    assert "patient beside me" in window.top_bar._person_chip.accessibleName()
    assert [person.name for person in services.people.list()] == [SHOWN]
    assert [entry.person.name for entry in services.patients.list(date.today())] == [SHOWN]
    qtbot.waitUntil(lambda: [person.name for person in window.sessions._others] == [SHOWN])
    qtbot.keyClick(window, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: any(OTHER in text for text in menu_texts(window)))
    assert "beside" not in labels(window.top_bar)


def test_a_search_over_everybody_finds_the_shown_patient_alone(qtbot: QtBot, opened: Opened) -> None:
    window, services = opened
    assert len(services.search.find(None, "knee")) == 2
    window.toggle_beside()
    window.dialogs.search()
    (dialog,) = window.findChildren(SearchDialog)
    dialog._everybody.setChecked(True)
    qtbot.keyClicks(dialog.field, "knee")
    qtbot.waitUntil(lambda: dialog._model.rowCount() == 1)
    found = dialog._model.found(dialog._model.index(0))
    assert found is not None
    assert found.person.name == SHOWN
    dialog.close()


def test_the_log_of_what_was_done_offers_no_other_name(qtbot: QtBot, opened: Opened) -> None:
    window, services = opened
    window.toggle_beside()
    dialog = AuditDialog(services, window.bridge)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: dialog.person.count() == 2)
    assert all(OTHER not in dialog.person.itemText(row) for row in range(dialog.person.count()))


def test_a_patient_made_meanwhile_becomes_the_one_who_is_named(qtbot: QtBot, opened: Opened) -> None:
    window, services = opened
    window.toggle_beside()
    new = services.people.create("Ottilie")
    window.open_person(new.id)
    qtbot.waitUntil(lambda: [person.name for person in window._people] == ["Ottilie"])
    assert not any(SHOWN in text for text in menu_texts(window))


def test_it_is_still_so_after_the_program_was_locked(open_window: OpenWindow, qtbot: QtBot) -> None:
    def prepare(program: FakeProgram) -> None:
        for _ in range(2):
            program.people.create(OTHER)
        program.sessions.add(1, "Knee", turns=3)

    window, program = open_window(VaultKind.CLINICAL, prepare=prepare, person_id=1, beside=True)
    assert [person.id for person in window._people] == [1]
    assert not any(OTHER in text for text in menu_texts(window))
    window.close()
    assert window._preferences.get().beside
    assert program.people.only == 1


def test_what_is_copied_in_a_clinical_vault_asks_to_be_left_out_of_histories(qtbot: QtBot, opened: Opened) -> None:
    window, services = opened
    clipboard = QGuiApplication.clipboard()
    (built,) = window.findChildren(ClipboardGuard)
    built.deleteLater()
    ours = [True]  # without a display nobody owns the clipboard
    guard = ClipboardGuard(clipboard, services, window, lambda: ours[0])
    assert guard.parent() is window
    clipboard.setText("said in confidence")
    assert is_marked(clipboard.mimeData())
    assert clipboard.text() == "said in confidence"
    rich = QMimeData()
    rich.setHtml("<b>150/95</b>")
    rich.setText("150/95")
    clipboard.setMimeData(rich)
    assert is_marked(clipboard.mimeData())
    assert (clipboard.mimeData().html(), clipboard.text()) == ("<b>150/95</b>", "150/95")
    ours[0] = False
    clipboard.setText("put there by another program")
    assert not is_marked(clipboard.mimeData())
    ours[0] = True
    settings = services.settings.get()
    services.settings.update(replace(settings, privacy=replace(settings.privacy, clipboard_history=True)))
    clipboard.setText("a recipe")
    assert not is_marked(clipboard.mimeData())
