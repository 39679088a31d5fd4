"""Folders, archive, copies, moves and several sessions at once, in the real window over a real vault."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import VaultKind
from desktop_app.services.facade import Services
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.sessions.list_view import SessionList
from desktop_app.ui.sessions.model import FolderHeading, Heading, SessionListModel
from desktop_app.ui.widgets.line_edit import LineEdit
from tests.ui.vault_window import answer, shown_dialog, vault_window


class Scene:
    def __init__(self, window: MainWindow, services: Services, qtbot: QtBot) -> None:
        self.window, self.services, self.qtbot = window, services, qtbot
        self.list: SessionList = window.sessions.findChild(SessionList)
        self.model: SessionListModel = window.sessions.findChild(SessionListModel)

    def add(self, title: str, *texts: str) -> int:
        session = self.services.sessions.create(1, title)
        for text in texts:
            self.services.chat.give(session.id, text, "person", "Good.")
        self.qtbot.waitUntil(lambda: title in self.window.sessions.titles)
        return session.id

    def rows(self) -> list[str]:
        """Folders and sessions, without the headings of days."""
        indexes = [self.model.index(row) for row in range(self.model.rowCount())]
        return [self.model.data(index) for index in indexes if not isinstance(self.model.row(index), Heading)]

    def mark(self, *session_ids: int) -> None:
        selection = self.list.selectionModel()
        selection.setCurrentIndex(self.model.index_of(session_ids[0]), selection.SelectionFlag.ClearAndSelect)
        for session_id in session_ids[1:]:
            selection.select(self.model.index_of(session_id), selection.SelectionFlag.Select)

    def menu(self, session_id: int) -> QMenu:
        index = self.model.index_of(session_id)
        self.list.customContextMenuRequested.emit(self.list.visualRect(index).center())
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        return menu

    def choose(self, session_id: int, *path: str) -> None:
        menu = self.menu(session_id)
        for name in path:
            action = next(a for a in menu.actions() if a.text().split("\t")[0] == name)
            if action.menu() is None:
                action.trigger()
            else:
                menu = action.menu()
        top = QApplication.activePopupWidget()
        if top is not None:
            top.close()

    def folder_row(self) -> QPoint:
        row = next(r for r in range(self.model.rowCount()) if isinstance(self.model._rows[r], FolderHeading))
        return self.list.visualRect(self.model.index(row)).center()

    def button(self, text: str) -> QPushButton:
        return next(b for b in self.window.sessions.findChildren(QPushButton) if b.text() == text)


@pytest.fixture
def scene(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Scene]:
    with vault_window(qtbot, qapp, tmp_path) as (window, services):
        yield Scene(window, services, qtbot)


def test_a_session_goes_into_a_new_folder_that_folds_and_dissolves(scene: Scene, qtbot: QtBot) -> None:
    knee, novel = scene.add("Knee"), scene.add("Chapter one")
    scene.choose(novel, "Put into a folder", "New folder…")
    dialog = shown_dialog(qtbot)
    field = dialog.findChild(LineEdit)
    field.setText("The novel")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: scene.rows() == ["The novel  1", "Chapter one", "Knee"])

    scene.window.open_session(1, novel)
    qtbot.mouseClick(scene.list.viewport(), Qt.MouseButton.LeftButton, pos=scene.folder_row())
    qtbot.waitUntil(lambda: scene.rows() == ["The novel  1", "Knee"])
    assert scene.window.session_id == novel  # folding closes nothing
    # What is looked for is found in a folded folder too.
    scene.window.sessions.findChild(LineEdit).setText("chapter")
    assert scene.rows() == ["The novel  1", "Chapter one"]
    scene.window.sessions.findChild(LineEdit).clear()

    scene.list.setFocus()
    scene.list.setCurrentIndex(scene.list.indexAt(scene.folder_row()))
    qtbot.keyClick(scene.list, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: "Chapter one" in scene.rows())
    scene.list.setCurrentIndex(scene.list.indexAt(scene.folder_row()))
    qtbot.keyClick(scene.list, Qt.Key.Key_F2)
    editor = scene.list.viewport().findChild(LineEdit)
    assert editor.text() == "The novel"
    editor.setText("小说")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "小说  1" in scene.rows())

    scene.list.setCurrentIndex(scene.list.indexAt(scene.folder_row()))
    qtbot.keyClick(scene.list, Qt.Key.Key_Delete)
    answer(qtbot, "Dissolve")
    qtbot.waitUntil(lambda: scene.rows() == ["Chapter one", "Knee"])
    assert {session.id for session in scene.services.sessions.list(1)} == {knee, novel}


def test_the_archive_puts_away_and_gives_back(scene: Scene, qtbot: QtBot) -> None:
    first, second = scene.add("First"), scene.add("Second")
    scene.window.open_session(1, second)
    scene.choose(second, "Archive")
    qtbot.waitUntil(lambda: scene.window.sessions.titles == ("First",))
    qtbot.waitUntil(lambda: scene.window.session_id == first)
    qtbot.mouseClick(scene.button("Archived: 1"), Qt.MouseButton.LeftButton)
    assert scene.window.sessions.titles == ("Second",)
    scene.choose(second, "Fetch back from the archive")
    qtbot.waitUntil(lambda: scene.window.sessions.titles == ())
    qtbot.mouseClick(scene.button("Back to the sessions"), Qt.MouseButton.LeftButton)
    assert set(scene.window.sessions.titles) == {"First", "Second"}
    # What is found in the archive is shown in it.
    scene.services.sessions.set_archived([second], True)
    qtbot.waitUntil(lambda: scene.window.sessions.titles == ("First",))
    scene.window.open_session(1, second)
    qtbot.waitUntil(lambda: scene.window.sessions.titles == ("Second",))


def test_a_duplicate_opens_with_the_same_turns(scene: Scene, qtbot: QtBot) -> None:
    session_id = scene.add("Knee", "My knee hurts.", "Since Monday.")
    scene.choose(session_id, "Duplicate")
    qtbot.waitUntil(lambda: "Knee (copy)" in scene.window.sessions.titles)
    qtbot.waitUntil(lambda: scene.window.session_id not in (None, session_id))
    turns = scene.services.sessions.page(scene.window.session_id or 0).turns
    assert [turn.question.text for turn in turns] == ["My knee hurts.", "Since Monday."]


def test_several_sessions_are_deleted_together_and_come_back_together(scene: Scene, qtbot: QtBot) -> None:
    ids = [scene.add(title) for title in ("A", "B", "C")]
    scene.list.setFocus()
    scene.mark(ids[0], ids[1])
    qtbot.keyClick(scene.list, Qt.Key.Key_Delete)
    box = answer(qtbot, "Delete")
    assert "2" in box.question.text()
    qtbot.waitUntil(lambda: scene.window.sessions.titles == ("C",))
    assert len(scene.services.sessions.list(1)) == 3  # nothing is gone yet
    qtbot.mouseClick(scene.button("Undo"), Qt.MouseButton.LeftButton)
    assert set(scene.window.sessions.titles) == {"A", "B", "C"}
    scene.mark(ids[0], ids[2])
    qtbot.keyClick(scene.list, Qt.Key.Key_Backspace)
    answer(qtbot, "Delete")
    qtbot.waitUntil(lambda: scene.window.sessions.titles == ("B",))
    scene.window.sessions._deletions.flush()
    qtbot.waitUntil(lambda: [session.id for session in scene.services.sessions.list(1)] == [ids[1]])


def test_what_is_marked_stays_marked_when_the_list_changes_meanwhile(scene: Scene, qtbot: QtBot) -> None:
    ids = [scene.add(title) for title in ("A", "B", "C")]
    scene.list.setFocus()
    scene.mark(ids[0], ids[1])
    scene.add("D", "It rains.")
    assert {session.id for session in scene.list.chosen()} == {ids[0], ids[1]}
    assert scene.model.session(scene.list.currentIndex()).id == ids[0]
    qtbot.keyClick(scene.list, Qt.Key.Key_Delete)
    assert "2" in answer(qtbot, "Delete").question.text()
    qtbot.waitUntil(lambda: set(scene.window.sessions.titles) == {"C", "D"})


def test_a_session_made_by_its_keys_is_marked_alone(scene: Scene, qtbot: QtBot) -> None:
    session_id = scene.add("Knee", "My knee hurts.")
    scene.window.open_session(1, session_id)
    qtbot.waitUntil(lambda: scene.window.session_id == session_id)
    qtbot.keyPress(scene.window, Qt.Key.Key_Control)
    qtbot.keyPress(scene.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: scene.window.session_id not in (None, session_id))
    assert len(scene.list.chosen()) == 1
    qtbot.keyRelease(scene.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyRelease(scene.window, Qt.Key.Key_Control)


def test_delete_and_backspace_in_the_transcript_delete_nothing(scene: Scene, qtbot: QtBot) -> None:
    session_id = scene.add("Knee", "My knee hurts.")
    scene.window.open_session(1, session_id)
    qtbot.waitUntil(lambda: scene.window.session_id == session_id)
    for key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
        for modifiers in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier):
            scene.window.focus_transcript()
            qtbot.keyClick(scene.window.transcript.browser, key, modifiers)
    qtbot.wait(20)
    assert len(scene.services.sessions.page(session_id).turns) == 1
    assert scene.window.sessions.titles == ("Knee",)
    assert not [w for w in QApplication.topLevelWidgets() if w.isModal() and w.isVisible()]


def test_a_session_moves_to_another_space(scene: Scene, qtbot: QtBot) -> None:
    session_id = scene.add("Chapter one", "Her name is Lin.")
    scene.choose(session_id, "Move to another space", "The novel")
    qtbot.waitUntil(lambda: scene.window.sessions.titles == ())
    assert [session.id for session in scene.services.sessions.list(2)] == [session_id]


def test_moving_to_another_patient_asks_first(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    with vault_window(qtbot, qapp, tmp_path, kind=VaultKind.CLINICAL, people=("王芳", "李明")) as (window, services):
        scene = Scene(window, services, qtbot)
        session_id = scene.add("Visit", "头痛三天。")
        scene.choose(session_id, "Move to another patient", "李明")
        box = answer(qtbot, "Cancel")
        assert "李明" in box.question.text()
        assert "Visit" in box.question.text()
        qtbot.wait(20)
        assert services.sessions.get(session_id).person_id == 1
        scene.choose(session_id, "Move to another patient", "李明")
        answer(qtbot, "Move")
        qtbot.waitUntil(lambda: services.sessions.get(session_id).person_id == 2)


def test_a_pinned_session_stands_in_its_folder_and_says_so(scene: Scene, qtbot: QtBot) -> None:
    knee, novel, other = scene.add("Knee"), scene.add("Chapter one"), scene.add("Chapter two")
    scene.services.folders.put_into_new([knee, novel], 1, "The novel")
    scene.services.sessions.set_pinned(knee, True)
    scene.services.sessions.set_pinned(other, True)
    qtbot.waitUntil(lambda: scene.rows() == ["Chapter two", "The novel  2", "Knee", "Chapter one"])
    model = scene.model
    assert model.details(model.session(model.index_of(knee))).endswith("pinned")
    assert "pinned" not in model.details(model.session(model.index_of(other)))  # its heading says it
    assert "pinned" not in model.details(model.session(model.index_of(novel)))


def test_who_folds_a_folder_by_keyboard_stays_at_it(scene: Scene, qtbot: QtBot) -> None:
    scene.add("Knee")
    novel = scene.add("Chapter one")
    folder = scene.services.folders.put_into_new([novel], 1, "The novel")
    qtbot.waitUntil(lambda: scene.rows() == ["The novel  1", "Chapter one", "Knee"])
    scene.window.sessions.focus_list()
    scene.list.setCurrentIndex(scene.list.indexAt(scene.folder_row()))
    for wanted in (False, True, False):  # one key after the other, without looking for the folder again
        qtbot.keyClick(scene.list, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda wanted=wanted: ("Chapter one" in scene.rows()) is wanted)
        at = scene.model.folder(scene.list.currentIndex())
        assert at is not None
        assert at.id == folder.id
        assert scene.list.hasFocus()
