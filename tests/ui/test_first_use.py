"""What a person meets in the first minutes: keys, focus, hints, and the place where they left off."""

from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import FinishReason, VaultKind
from desktop_app.ui.actions import commands_of
from desktop_app.ui.dialogs.models import ModelsDialog
from desktop_app.ui.dialogs.shortcuts import ShortcutsDialog
from desktop_app.ui.dialogs.welcome import WelcomeDialog
from desktop_app.ui.first_space import follow_language
from desktop_app.ui.main_window import MainWindow
from tests.scripted_program import scripted_program
from tests.ui.conftest import OpenWindow
from tests.ui.vault_window import shown_dialog, vault_window
from tests.ui.window_fakes import MODEL, FakeProgram


def _no_sessions(program: FakeProgram) -> None:
    """A person who has said nothing yet."""


def _two_sessions(program: FakeProgram) -> None:
    for title, days_ago in (("Knee", 0), ("Lamps", 2)):
        session = program.sessions.add(1, title, days_ago=days_ago)
        program.sessions.append(session.id, f"about {title}", "person", "an answer", FinishReason.STOP)


def _middle(window: MainWindow) -> str:
    """What the transcript says in place of a conversation."""
    hint = window.transcript._empty
    return hint.text() if hint.isVisible() else ""


# --- keys


def test_no_key_is_held_by_two_actions(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window(VaultKind.CLINICAL)
    for menu in window.findChildren(QMenu):
        menu.aboutToShow.emit()  # they are filled when they open
    index = window.sessions._model.index_of(window.session_id)
    window.sessions._show_menu(window.sessions._list.visualRect(index).center())
    actions = window.findChildren(QAction)
    assert len(actions) > 20
    held = Counter(keys.toString() for action in actions for keys in action.shortcuts() if not keys.isEmpty())
    assert held["F1"] == 1
    assert [keys for keys, count in held.items() if count > 1] == []
    for menu in window.findChildren(QMenu):
        menu.close()


def test_f1_opens_the_shortcuts_also_after_the_help_menu_was_open(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window()
    window.activateWindow()
    window.top_bar._help_menu.popup(window.mapToGlobal(window.rect().center()))
    assert "Keyboard shortcuts\tF1" in [action.text() for action in window.top_bar._help_menu.actions()]
    window.top_bar._help_menu.close()
    qtbot.keyClick(window, Qt.Key.Key_F1)
    qtbot.waitUntil(lambda: bool(window.findChildren(ShortcutsDialog)))
    window.findChildren(ShortcutsDialog)[0].accept()


@pytest.mark.parametrize("place", ["transcript", "sessions"])
def test_typing_beside_the_composer_goes_into_it(open_window: OpenWindow, qtbot: QtBot, place: str) -> None:
    window, _ = open_window(prepare=_two_sessions)
    region = window.transcript.browser if place == "transcript" else window.sessions.list
    qtbot.waitUntil(lambda: window.transcript.browser.isVisible())
    for other in (Qt.Key.Key_Space, Qt.Key.Key_PageUp, Qt.Key.Key_Home):
        region.setFocus()
        qtbot.keyClick(region, other)
    qtbot.keyClick(region, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert window.composer.text() == ""
    assert region.hasFocus()
    qtbot.keyClick(region, "H", Qt.KeyboardModifier.ShiftModifier)
    assert window.composer._edit.hasFocus()
    qtbot.keyClick(window.composer._edit, "i")
    assert window.composer.text() == "Hi"


def test_typing_a_new_title_stays_in_its_field(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    window.sessions.rename_current()
    [field] = window.sessions.list.findChildren(QLineEdit)
    assert field.text() == "Knee"
    field.clear()
    qtbot.keyClicks(field, "Hip")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: program.sessions.all[1].title == "Hip")
    assert window.composer.text() == ""


def test_a_session_is_renamed_from_the_title_it_has(open_window: OpenWindow, qtbot: QtBot) -> None:
    title = "A title of its own that is longer than the list has room for, by far"
    window, _ = open_window(prepare=lambda program: program.sessions.add(1, title, turns=1))
    window.sessions.rename_current()
    [field] = window.sessions.list.findChildren(QLineEdit)
    assert field.text() == title


def test_a_session_without_a_title_is_named_from_nothing(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window(prepare=lambda program: program.sessions.add(1, "", turns=0))
    assert window.sessions.titles == ("New session",)
    window.sessions.rename_current()
    [field] = window.sessions.list.findChildren(QLineEdit)
    assert field.text() == ""


def test_after_stop_by_mouse_the_next_words_go_into_the_composer(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    program.chat.gate.clear()
    window.composer.set_text("first")
    window.composer.send()
    qtbot.waitUntil(lambda: window.composer._send.text() == "Stop")
    window.composer._send.setFocus()
    qtbot.mouseClick(window.composer._send, Qt.MouseButton.LeftButton)
    assert program.chat.stops == 1
    assert window.composer._edit.hasFocus()
    qtbot.waitUntil(lambda: window.composer._send.text() == "Send")
    assert window.composer._edit.hasFocus()


# --- looks


def test_the_speaker_menu_reads_in_the_direction_of_the_language(open_window: OpenWindow) -> None:
    window, _ = open_window(VaultKind.CLINICAL)
    menu = window.composer._speaker_menu
    menu.aboutToShow.emit()
    submenus = [action.menu() for action in menu.actions() if action.menu() is not None]
    assert len(submenus) == 1
    for shown in (menu, *submenus):
        assert shown.layoutDirection() is QApplication.layoutDirection()


def test_the_key_beside_send_does_not_look_like_a_button(open_window: OpenWindow) -> None:
    window, _ = open_window()
    [key] = [label for label in window.composer.findChildren(QLabel) if label.text() == "Enter"]
    assert key.property("role") == "caption"


def test_the_model_in_use_is_marked(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window()
    window.dialogs.models()
    [dialog] = window.findChildren(ModelsDialog)
    models = dialog._list
    qtbot.waitUntil(lambda: models.count() == 3)  # the last one is of no use
    names = [models.item(row).text().splitlines()[0] for row in range(2)]
    assert names == [f"{MODEL.name} (in use)", "Large-70B"]
    assert models.currentRow() == 0
    dialog.reject()


# --- hints


def test_a_person_without_sessions_is_told_one_thing(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window(prepare=_no_sessions)
    qtbot.waitUntil(lambda: _middle(window) == "Write below, and a session begins.")
    assert window.sessions._empty.text() == "No sessions yet. Write below, and one begins."
    window.composer.set_text("hello")
    window.composer.send()
    qtbot.waitUntil(lambda: window.transcript.browser.isVisible())


class _Held:
    """Lets calls of a function wait."""

    def __init__(self, function: Any) -> None:
        self._function = function
        self.gate = threading.Event()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.gate.wait(20)
        return self._function(*args, **kwargs)


def test_nothing_is_said_of_sessions_before_they_are_known(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window(VaultKind.CLINICAL, prepare=_two_sessions)
    listing = _Held(program.sessions.list)
    program.sessions.list = listing
    window.open_person(2)
    qtbot.wait(50)
    assert _middle(window) == ""
    listing.gate.set()
    qtbot.waitUntil(lambda: _middle(window) == "Write below, and a session begins.")


def test_nothing_is_said_of_a_session_before_its_turns_are_there(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window(prepare=_two_sessions)
    qtbot.waitUntil(lambda: window.transcript.browser.isVisible())
    page = _Held(program.sessions.page)
    program.sessions.page = page
    window.open_session(1, 2)
    assert _middle(window) == ""
    qtbot.wait(50)
    assert _middle(window) == ""
    page.gate.set()
    qtbot.waitUntil(lambda: window.transcript.turn_ids() == [2000])


# --- where they left off


def test_the_person_and_the_session_that_were_open_come_back(open_window: OpenWindow, qtbot: QtBot) -> None:
    def prepare(program: FakeProgram) -> None:
        program.sessions.add(1, "Knee")
        program.sessions.add(2, "Newest")
        program.sessions.add(2, "Lamps", days_ago=3)

    window, _ = open_window(VaultKind.CLINICAL, prepare=prepare)
    window.open_session(2, 3)
    qtbot.waitUntil(lambda: window.sessions.session_id == 3)
    window.close()
    left = window._preferences.get()
    assert (left.person_id, left.session_id) == (2, 3)

    again, _ = open_window(VaultKind.CLINICAL, prepare=prepare, person_id=2, session_id=3)
    assert (again.person_id, again.session_id) == (2, 3)


@pytest.mark.parametrize(("person_id", "session_id", "opened"), [(2, 99, (2, 2)), (99, 3, (1, 1)), (0, 0, (1, 1))])
def test_where_it_is_gone_the_newest_is_opened(
    open_window: OpenWindow, person_id: int, session_id: int, opened: tuple[int, int]
) -> None:
    def prepare(program: FakeProgram) -> None:
        program.sessions.add(1, "Knee")
        program.sessions.add(2, "Newest")
        program.sessions.add(2, "Lamps", days_ago=3)

    window, _ = open_window(VaultKind.CLINICAL, prepare=prepare, person_id=person_id, session_id=session_id)
    assert (window.person_id, window.session_id) == opened


# --- the first page, the screen and the size of the text


def test_the_first_page_offers_both_languages_and_the_first_space_follows(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    with vault_window(qtbot, qapp, tmp_path, people=("Me",), welcomed=False, load=False) as (window, services):
        dialog = shown_dialog(qtbot)
        assert isinstance(dialog, WelcomeDialog)
        assert {each.text() for each in dialog.language_buttons.values()} == {"中文", "English"}
        assert dialog.language_buttons["en"].isChecked()
        assert dialog._lines[-1].isVisible()
        assert (
            dialog._lines[-1].text()
            == "For work with patients make a clinical vault: Ctrl+Shift+O, “New…”, “Clinical”."
        )
        qtbot.mouseClick(dialog.language_buttons["zh"], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: dialog.heading.text() == "欢迎使用溯忆")
        qtbot.waitUntil(lambda: [person.name for person in services.people.list()] == ["我"])
        qtbot.waitUntil(lambda: window.top_bar._person_name.text() == "我")
        assert window.dialogs._preferences.get().language == "zh"
        dialog.accept()


def test_a_space_with_a_name_of_its_own_keeps_it(tmp_path: Path) -> None:
    with scripted_program(tmp_path, load=False) as services:
        services.people.create("陈静怡")
        follow_language(services, "en")
        assert [person.name for person in services.people.list()] == ["陈静怡"]


def test_a_window_larger_than_the_screen_is_made_to_fit_it(open_window: OpenWindow) -> None:
    window, _ = open_window()
    room = window.screen().availableGeometry()
    window.resize(room.width() + 300, room.height() + 200)
    window.fit_to_screen()
    frame = window.frameGeometry()
    assert (frame.top(), frame.left()) == (room.top(), room.left())
    assert frame.bottom() <= room.bottom(), "the line at the bottom shows"
    assert window.width() == max(room.width(), window.minimumSizeHint().width())


def test_several_steps_of_text_size_are_laid_out_once(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window()
    sizes: list[int] = []
    window.dialogs._themes.theme_changed.connect(lambda theme: sizes.append(theme.body_px))
    for _ in range(6):
        qtbot.keyClick(window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: sizes != [])
    assert sizes == [20]
    qtbot.keyClick(window, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: sizes == [20, 14])


def test_a_personal_window_offers_nothing_clinical(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window()
    menu = window.top_bar._memory_menu
    menu.aboutToShow.emit()
    words = [action.text() for action in menu.actions()] + [command.text for command in commands_of(VaultKind.PERSONAL)]
    for clinical in ("patient", "Notes and hand-outs", "note"):
        assert not [text for text in words if clinical in text]
    assert [text for text in words if text.startswith("Somebody beside me")]
