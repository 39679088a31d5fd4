"""The session list in the real window: groups, filter, rename, pin, delete with undo."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QLabel, QListView, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import Session
from desktop_app.domain.errors import UserError
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.sessions.deletion import PendingDeletions
from desktop_app.ui.sessions.model import Heading, grouped
from desktop_app.ui.widgets.line_edit import LineEdit
from tests.ui.conftest import OpenWindow
from tests.ui.window_fakes import FakeProgram


def _three(program: FakeProgram) -> None:
    program.sessions.add(1, "Knee after running", turns=3)
    program.sessions.add(1, "Kitchen budget", turns=1, days_ago=2)
    program.sessions.add(1, "Statins", turns=1, days_ago=4)
    program.sessions.add(2, "Chapter one", turns=9)


def _list(window: MainWindow) -> QListView:
    return window.sessions.findChild(QListView)


def _undo(window: MainWindow) -> QPushButton:
    return next(b for b in window.sessions.findChildren(QPushButton) if b.text() == "Undo")


def _answer(qtbot: QtBot, text: str) -> None:
    def box() -> QuestionDialog | None:
        return next(
            (w for w in QApplication.topLevelWidgets() if isinstance(w, QuestionDialog) and w.isVisible()), None
        )

    qtbot.waitUntil(lambda: box() is not None)
    shown = box()
    assert shown.question.textFormat() == Qt.TextFormat.PlainText
    qtbot.mouseClick(next(b for b in shown.findChildren(QPushButton) if b.text() == text), Qt.MouseButton.LeftButton)


def _at(day: date, hour: int, number: int, *, pinned: bool = False) -> Session:
    at_ms = int(datetime(day.year, day.month, day.day, hour).timestamp() * 1000)
    return Session(number, 1, f"s{number}", at_ms, at_ms, pinned, False, 1)


def test_sessions_stand_under_pinned_today_day_and_month(qapp: QApplication) -> None:
    today = date(2026, 11, 29)
    sessions = [
        _at(date(2026, 11, 29), 9, 1),
        _at(date(2026, 11, 29), 10, 2),
        _at(date(2026, 11, 12), 8, 3),
        _at(date(2026, 10, 8), 8, 4),
        _at(date(2025, 10, 8), 8, 5),
        _at(date(2026, 1, 1), 8, 6, pinned=True),
    ]
    rows = [row.text if isinstance(row, Heading) else row.id for row in grouped(sessions, today)]
    assert rows == ["Pinned", 6, "Today", 2, 1, "12 Nov", 3, "Oct", 4, "Oct 2025", 5]


def test_only_the_sessions_of_the_person_are_listed(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window(prepare=_three)
    assert window.sessions.titles == ("Knee after running", "Kitchen budget", "Statins")
    window.open_person(2)
    qtbot.waitUntil(lambda: window.sessions.titles == ("Chapter one",))
    assert window.session_id == 4


def test_the_filter_narrows_the_list_and_keeps_the_open_session(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window(prepare=_three)
    field = window.sessions.findChild(LineEdit)
    for text, titles in (
        ("BUDGET", ("Kitchen budget",)),
        ("(", ()),
        ("", ("Knee after running", "Kitchen budget", "Statins")),
    ):
        field.setText(text)
        assert window.sessions.titles == titles
        assert window.session_id == 1


def test_f2_renames_and_enter_of_an_input_method_does_not_end_it(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window(prepare=_three)
    qtbot.keyClick(_list(window), Qt.Key.Key_F2)
    editor = _list(window).findChild(LineEdit)
    editor.selectAll()
    QApplication.sendEvent(editor, QInputMethodEvent("xigai", []))
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.wait(20)
    assert program.sessions.all[1].title == "Knee after running"
    assert editor.isVisible()
    commit = QInputMethodEvent()
    commit.setCommitString("膝盖")
    QApplication.sendEvent(editor, commit)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: program.sessions.all[1].title == "膝盖")
    qtbot.waitUntil(lambda: "膝盖" in window.sessions.titles)


def test_delete_asks_first_and_keeps_on_no(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window(prepare=_three)
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
        qtbot.keyClick(_list(window), key)
        _answer(qtbot, "Keep")
        assert len(window.sessions.titles) == 3
    assert program.sessions.deleted == []


def test_delete_can_be_undone_and_nothing_was_deleted_by_then(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window(prepare=_three)
    qtbot.keyClick(_list(window), Qt.Key.Key_Delete)
    _answer(qtbot, "Delete")
    assert window.sessions.titles == ("Kitchen budget", "Statins")
    assert window.session_id == 2
    qtbot.mouseClick(_undo(window), Qt.MouseButton.LeftButton)
    assert window.sessions.titles == ("Knee after running", "Kitchen budget", "Statins")
    assert program.sessions.deleted == []


def test_a_second_deletion_and_closing_carry_out_the_pending_ones(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window(prepare=_three)
    for _ in range(2):
        qtbot.keyClick(_list(window), Qt.Key.Key_Delete)
        _answer(qtbot, "Delete")
    qtbot.waitUntil(lambda: program.sessions.deleted == [1])
    window.close()
    assert program.sessions.deleted == [1, 2]


def test_a_deletion_that_fails_shows_the_session_again(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window(prepare=_three)
    program.sessions.fail_delete = UserError("disk_full")
    qtbot.keyClick(_list(window), Qt.Key.Key_Delete)
    _answer(qtbot, "Delete")
    window.sessions._deletions.flush()
    qtbot.waitUntil(lambda: window.notices.error is not None)
    assert "Knee after running" in window.sessions.titles


def test_the_undo_time_runs_out(qapp: QApplication, qtbot: QtBot) -> None:
    carried_out: list[tuple[int, str]] = []
    owner = QObject()
    deletions = PendingDeletions(lambda *deletion: carried_out.append(deletion), undo_ms=30, parent=owner)
    deletions.add(7, reason="mistake")
    assert (deletions.undoable, deletions.hidden, carried_out) == ((7,), frozenset({7}), [])
    qtbot.waitUntil(lambda: carried_out == [(7, "mistake")])
    assert (deletions.undoable, deletions.hidden) == ((), frozenset({7}))


def test_new_session_is_made_once_and_takes_the_focus(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window(prepare=_three)
    window.sessions.create_session()
    qtbot.waitUntil(lambda: window.session_id == 5)
    window.sessions.create_session()
    qtbot.wait(60)
    assert len(program.sessions.all) == 5
    assert window.sessions.titles[0] == "New session"


def test_a_pinned_session_goes_to_the_top(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window(prepare=_three)
    program.sessions.set_pinned(3, True)
    qtbot.waitUntil(lambda: window.sessions.titles[0] == "Statins")
    assert window.session_id == 1


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_person_without_sessions_sees_what_to_do(open_window: OpenWindow, qtbot: QtBot, language: str) -> None:
    window, _ = open_window(language=language, prepare=lambda program: None)
    words = {"en": "No sessions yet. Write below, and one begins.", "zh": "还没有会话"}
    qtbot.waitUntil(lambda: window.sessions._empty.text().startswith(words[language]))  # once they were read
    assert window.sessions._empty.isVisible()


def test_nothing_is_claimed_before_the_sessions_are_read(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window(prepare=_three)
    window.sessions.show_person(2)
    QApplication.sendEvent(window.sessions, QEvent(QEvent.Type.LanguageChange))
    texts = [label.text() for label in window.sessions.findChildren(QLabel)]
    assert not any("No sessions yet" in text for text in texts)
    qtbot.waitUntil(lambda: window.sessions.titles == ("Chapter one",))
