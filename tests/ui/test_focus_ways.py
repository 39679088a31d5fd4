"""Where the keyboard focus goes after something was done, and the short ways to other places."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QListWidget, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.memory import Category
from desktop_app.services.facade import Services
from desktop_app.ui.dialogs.fact import FactDialog
from desktop_app.ui.dialogs.person import PersonDialog
from desktop_app.ui.help.guide import GuideDialog
from desktop_app.ui.help.palette import PaletteDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.search.dialog import SearchDialog
from desktop_app.ui.widgets.line_edit import LineEdit
from tests.ui.vault_window import vault_window

CONTROL = Qt.KeyboardModifier.ControlModifier


def _talk(services: Services) -> None:
    for person in services.people.list():
        for number in range(2):
            session = services.sessions.create(person.id, f"{person.name} {number}")
            services.chat.give(session.id, f"The lamp is out {number}.", "person", "So it is.")


@pytest.fixture
def opened(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[MainWindow, Services]]:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    with vault_window(qtbot, qapp, tmp_path, people=("Me", "The salt lantern"), prepare=_talk) as (window, services):
        qtbot.waitUntil(lambda: len(window.transcript.turn_ids()) == 1)
        window.activateWindow()
        yield window, services


def test_after_a_new_space_one_goes_on_writing(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    window.focus_memory()
    window._actions["new_person"].trigger()
    dialog = window.findChild(PersonDialog)
    dialog.findChildren(LineEdit)[0].setText("A third book")
    before = window.person_id
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: window.person_id != before)
    assert window.focusWidget() is window.composer.edit


def test_a_hit_of_the_search_has_the_focus(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    window.focus_memory()
    window._actions["search"].trigger()
    dialog = window.findChild(SearchDialog)
    dialog.field.setText("lamp")
    qtbot.waitUntil(lambda: dialog.results.model().rowCount() == 2)
    qtbot.keyClick(dialog.field, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    page = window.transcript.browser
    qtbot.waitUntil(lambda: page.framed_turn in window.transcript.turn_ids())
    qtbot.waitUntil(lambda: window.focusWidget() is page)
    qtbot.waitUntil(lambda: page.marked_turn == page.framed_turn)  # what keys act on is what is framed


def test_after_files_were_chosen_one_goes_on_writing(
    opened: tuple[MainWindow, Services], qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, _ = opened
    bar = window.conversation.attachments
    (tmp_path / "notes.txt").write_text("The engine burns peat.")
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(tmp_path / "notes.txt")], ""))
    bar.add_button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(bar.add_button, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: len(bar.attachments) == 1)
    assert window.focusWidget() is window.composer.edit
    bar.findChild(QPushButton).click()
    assert bar.attachments == ()
    assert window.focusWidget() is window.composer.edit


@pytest.mark.parametrize("by_keys", [True, False])
def test_an_undone_deletion_leads_back_to_what_is_back(
    opened: tuple[MainWindow, Services], qtbot: QtBot, by_keys: bool
) -> None:
    window, _ = opened
    panel, deleted = window.sessions, window.session_id
    panel.focus_list()
    panel._deletions.add(deleted or 0)
    qtbot.waitUntil(lambda: window.session_id != deleted)
    if by_keys:
        qtbot.keyClick(panel.list, Qt.Key.Key_Z, CONTROL)
    else:
        panel._undo.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.keyClick(panel._undo, Qt.Key.Key_Space)
    assert window.focusWidget() is panel.list
    assert window.session_id == deleted


def test_another_space_is_two_keys_away(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, services = opened
    qtbot.keyClick(window, Qt.Key.Key_P, CONTROL)
    dialog = window.findChild(PaletteDialog)
    assert dialog.names == ["Go to The salt lantern"]
    qtbot.keyClick(dialog.findChild(LineEdit), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.person_id == services.people.list()[1].id)
    assert window.focusWidget() is window.composer.edit


def test_shift_f10_opens_the_menu_inside_a_dialog(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    window._actions["search"].trigger()
    dialog = window.findChild(SearchDialog)
    dialog.field.setText("lamp")
    qtbot.waitUntil(lambda: dialog.results.model().rowCount() == 2)
    asked: list[bool] = []
    dialog.results.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    dialog.results.customContextMenuRequested.connect(lambda _: asked.append(True))
    dialog.results.setFocus()
    qtbot.keyClick(dialog.results, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    assert asked == [True]


def test_a_followed_source_leaves_a_way_back(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, services = opened
    first, second = services.sessions.list(window.person_id or 0)[:2]
    (there,) = services.sessions.page(first.id if window.session_id == second.id else second.id).turns
    began = window.session_id
    here = window.turn_actions.current_turn()
    window.transcript.source_requested.emit(there.session_id, there.id)
    qtbot.waitUntil(lambda: window.transcript.turn_ids() == [there.id])
    assert window.way_back.isVisible()
    qtbot.mouseClick(window.way_back.back_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.transcript.turn_ids() == [here])
    assert window.session_id == began
    assert not window.way_back.isVisible()


def test_all_commands_know_the_spaces_and_say_when_they_know_nothing(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, _ = opened
    qtbot.keyClick(window, Qt.Key.Key_P, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    dialog = window.findChild(PaletteDialog)
    field = dialog.findChild(LineEdit)
    field.setText("salt")
    assert dialog.names == ["Go to The salt lantern"]
    field.setText("help")
    assert any(name.startswith("Guide") for name in dialog.names)
    assert not dialog._nothing.isVisible()
    field.setText("zzz")
    assert dialog.names == []
    assert dialog._nothing.isVisible()
    assert "Ctrl+K" in field.accessibleDescription()
    dialog.reject()


def test_while_somebody_sits_beside_no_other_name_shows(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    window.toggle_beside()
    assert window._places() == []
    window.toggle_beside()
    assert len(window._places()) == 1


def test_the_commands_for_what_if_and_a_new_fact(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    window._actions["what_if"].trigger()
    assert window.memory_panel.what_if.is_open
    assert window.memory_panel.what_if.isAncestorOf(window.focusWidget())
    window._actions["add_fact"].trigger()
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not None)
    QApplication.activeModalWidget().close()  # type: ignore[union-attr]


def test_patients_are_no_commands(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    with vault_window(qtbot, qapp, tmp_path, kind=VaultKind.CLINICAL, load=False) as (window, _):
        assert window._places() == []


def test_a_new_fact_begins_at_its_first_field_with_an_example_of_its_kind(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    dialog = FactDialog(None, group=Category.OTHER.value)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.focusWidget() is dialog.category
    assert "aspirin" not in dialog.attribute.placeholderText()
    dialog.category.setCurrentIndex(dialog.category.findData(Category.MEDICATION.value))
    assert "aspirin" in dialog.attribute.placeholderText()


def test_the_guide_shows_its_titles_whole_at_twice_the_size(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    window._themes.set_body_px(28)
    dialog = GuideDialog(window)
    dialog.show()
    titles = dialog.findChild(QListWidget)
    assert titles.viewport().width() >= titles.sizeHintForColumn(0)


def test_what_stands_by_the_speaker_keeps_its_order_however_wide_the_window_is(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, _ = opened
    composer = window.composer
    row = composer._beside_row
    window._themes.set_body_px(28)
    shown = [widget for widget in composer._beside_speaker if not widget.isHidden()]
    for width in (900, 300, 340, 380, 420, 300, 700, 200):
        composer.setFixedWidth(width)
        qtbot.wait(10)
        places = [row.indexOf(widget) for widget in shown if row.indexOf(widget) >= 0]
        assert places == sorted(places), width
    assert len(places) > 1


def test_an_empty_session_of_a_space_speaks_of_the_space(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    window.sessions.create_session()
    qtbot.waitUntil(lambda: "in this space only" in window.transcript._empty.text())
