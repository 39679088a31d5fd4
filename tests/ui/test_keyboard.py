"""The keyboard alone: what has the focus shows it, and answers to the keys that people expect."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextTable
from PySide6.QtWidgets import QApplication, QMenu, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.services.facade import Services
from desktop_app.ui.actions import palette_commands
from desktop_app.ui.help.guide import GuideDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.widgets.basics import button
from tests.ui.vault_window import shown_dialog, vault_window

TWICE_PX, USUAL_PX = 28, 14


@pytest.fixture
def opened(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[tuple[MainWindow, Services]]:
    def talk(services: Services) -> None:
        session = services.sessions.create(1, "The tower")
        for text in ("The keeper has a bad knee.", "The lamp is out."):
            services.chat.give(session.id, text, "person", "So it is.")

    with vault_window(qtbot, qapp, tmp_path, people=("The Salt Lantern", "Me"), prepare=talk) as (window, services):
        qtbot.waitUntil(lambda: len(window.transcript.turn_ids()) == 2)
        window.activateWindow()
        yield window, services


@pytest.mark.slow
def test_text_at_twice_its_size_never_widens_the_window(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    window.composer.set_text("Who keeps the lamp?")
    window.composer.set_busy(True)  # most stands in the composer now
    window.notices.show_error(UserError("embedding_failed"))
    window.find_bar.open_bar()
    for width in (1280, 1024):
        window.resize(width, 800)
        window._themes.set_body_px(TWICE_PX)
        qtbot.wait(50)
        assert window.width() == width
        assert window.minimumSizeHint().width() <= width
        controls = [w for w in window.top_bar.findChildren(QWidget) if w.isVisible()]
        assert all(w.mapTo(window, w.rect().bottomRight()).x() < width for w in controls)
        assert window.top_bar._person_name.text().startswith("The")
        window._themes.set_body_px(USUAL_PX)
        qtbot.wait(20)
        assert window.width() == width
    window.resize(1280, 800)
    assert window.top_bar._person_name.text() == "The Salt Lantern"
    assert window.top_bar._model_state.isVisible()
    assert window.top_bar._search.text() == "Search"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
@pytest.mark.parametrize("kind", ["link", "small", ""])
def test_a_button_acts_on_enter_as_on_the_space_bar(qtbot: QtBot, key: Qt.Key, kind: str) -> None:
    made = button(kind)
    qtbot.addWidget(made)
    made.show()
    pressed: list[bool] = []
    made.clicked.connect(lambda: pressed.append(True))
    keypad = Qt.KeyboardModifier.KeypadModifier if key == Qt.Key.Key_Enter else Qt.KeyboardModifier.NoModifier
    qtbot.keyClick(made, key, keypad)
    assert pressed == [True]
    made.setEnabled(False)
    qtbot.keyClick(made, key, keypad)
    assert pressed == [True]


def test_enter_undoes_the_deletion_of_a_session(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    panel = window.sessions
    panel._deletions.add(window.session_id or 0)
    assert panel.titles == ()
    panel._undo.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(panel._undo, Qt.Key.Key_Return)
    assert panel.titles == ("The tower",)


def test_the_list_of_shortcuts_scrolls_by_keys(qtbot: QtBot, opened: tuple[MainWindow, Services]) -> None:
    window, _ = opened
    window._actions["shortcuts"].trigger()
    dialog = shown_dialog(qtbot)
    dialog.resize(dialog.width(), 300)
    area = dialog.findChild(QScrollArea)
    assert area is not None
    assert dialog.focusWidget() is area
    assert area.accessibleName()
    bar = area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    places = []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_Home):
        qtbot.keyClick(area, key)
        places.append(bar.value())
    assert 0 < places[0] < places[1] < places[2] == bar.maximum() > places[3] > places[4] == 0
    dialog.close()


def test_shift_f10_opens_the_menu_the_menu_key_opens(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    for region, entry in ((window.sessions.list, "Pin to the top"), (window.transcript.browser, "Edit and resend")):
        region.setFocus(Qt.FocusReason.ShortcutFocusReason)
        qtbot.keyClick(region, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
        qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        assert entry in [action.text().partition("\t")[0] for action in menu.actions()]
        menu.close()


def test_the_message_that_keys_act_on_is_marked(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    page = window.transcript.browser
    window.focus_transcript()
    assert page.marked_turn == window.turn_actions.current_turn() != 0
    qtbot.keyClick(page, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert page.marked_turn == window.transcript.turn_ids()[0] == window.turn_actions.current_turn()
    window.focus_composer()
    assert page.marked_turn == 0


def test_the_actions_on_a_message_are_in_the_palette(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    names = {command.name for command in palette_commands(VaultKind.PERSONAL)}
    assert {"edit_turn", "again", "pin_turn", "delete_turn", "context_menu"} <= names <= window._actions.keys()
    window._actions["pin_turn"].trigger()
    qtbot.waitUntil(lambda: any(turn.pinned for turn in window.transcript._turns))


def test_hiding_the_memory_panel_brings_the_focus_to_the_composer(opened: tuple[MainWindow, Services]) -> None:
    window, _ = opened
    window.focus_memory()
    window.toggle_memory()
    assert window.composer.edit.hasFocus()


def test_the_guide_shows_its_tables(qtbot: QtBot) -> None:
    dialog = GuideDialog()
    qtbot.addWidget(dialog)
    number = next(n for n, page in enumerate(dialog._pages) if "|---|" in page.markdown)
    dialog._list.setCurrentRow(number)
    document = dialog._page.document()
    assert any(isinstance(frame, QTextTable) for frame in document.rootFrame().childFrames())
    assert "|---|" not in document.toPlainText()
