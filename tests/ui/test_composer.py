"""The composer in the real window: Enter and its relatives, input methods, waiting messages, drafts, paste."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QImage, QInputMethodEvent
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import EngineChanged, EngineState
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.message_edit import MessageEdit, plain
from tests.ui.conftest import OpenWindow
from tests.ui.window_fakes import MODEL, FakeProgram


def _edit(window: MainWindow) -> MessageEdit:
    return window.composer.findChild(MessageEdit)


def _button(window: MainWindow, text: str) -> QPushButton:
    return next(b for b in window.composer.findChildren(QPushButton) if b.text() == text)


def _compose(edit: MessageEdit, preedit: str, commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(edit, event)


def test_enter_sends_and_clears(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    qtbot.keyClicks(_edit(window), "hello")
    qtbot.keyClick(_edit(window), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(program.chat.sent) == 1)
    assert program.chat.sent == [(window.session_id, "hello", PERSON)]
    assert window.composer.text() == ""


def test_shift_enter_breaks_the_line(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    qtbot.keyClicks(_edit(window), "one")
    qtbot.keyClick(_edit(window), Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(_edit(window), "two")
    assert window.composer.text() == "one\ntwo"
    qtbot.keyClick(_edit(window), Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    qtbot.waitUntil(lambda: len(program.chat.sent) == 1)
    assert program.chat.sent[0][1] == "one\ntwo"


def test_ctrl_enter_records_without_a_reply(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window(VaultKind.CLINICAL)
    qtbot.keyClicks(_edit(window), "BP 142/88")
    qtbot.keyClick(_edit(window), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(program.chat.recorded) == 1)
    assert program.chat.recorded == [(window.session_id, "BP 142/88", CLINICIAN)]
    assert program.chat.sent == []


def test_enter_while_composing_is_not_sent_and_after_it_exactly_once(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    edit = _edit(window)
    _compose(edit, "toutong")
    for modifier in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier):
        qtbot.keyClick(edit, Qt.Key.Key_Return, modifier)
    _compose(edit, "", "头痛")
    qtbot.wait(30)
    assert program.chat.sent == []
    assert program.chat.recorded == []
    assert window.composer.text() == "头痛"
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(program.chat.sent) == 1)
    qtbot.wait(30)
    assert [text for _, text, _ in program.chat.sent] == ["头痛"]


def test_blank_text_is_never_sent(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    window.composer.set_text(" \n\t ")
    qtbot.keyClick(_edit(window), Qt.Key.Key_Return)
    qtbot.wait(30)
    assert program.chat.sent == []


def test_enter_during_a_reply_waits_visibly_and_is_sent_after_it(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    program.chat.gate.clear()
    window.composer.set_text("first")
    window.composer.send()
    qtbot.waitUntil(lambda: len(program.chat.sent) == 1)
    qtbot.waitUntil(lambda: _button(window, "Stop").isVisible())
    for text in ("second", "third"):
        window.composer.set_text(text)
        qtbot.keyClick(_edit(window), Qt.Key.Key_Return)
    assert window.composer.queued == ("second", "third")
    assert window.composer.text() == ""
    assert [text for _, text, _ in program.chat.sent] == ["first"]
    program.chat.gate.set()
    qtbot.waitUntil(lambda: len(program.chat.sent) == 3)
    assert [text for _, text, _ in program.chat.sent] == ["first", "second", "third"]
    qtbot.waitUntil(lambda: window.composer.queued == ())


def test_a_waiting_message_can_be_taken_back(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    program.chat.gate.clear()
    for text in ("first", "second"):
        window.composer.set_text(text)
        window.composer.send()
    qtbot.waitUntil(lambda: window.composer.queued == ("second",))
    qtbot.mouseClick(_button(window, "Take back"), Qt.MouseButton.LeftButton)
    assert window.composer.queued == ()
    assert window.composer.text() == "second"
    program.chat.gate.set()
    qtbot.wait(50)
    assert [text for _, text, _ in program.chat.sent] == ["first"]


def test_stop_ends_the_reply(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    program.chat.gate.clear()
    window.composer.set_text("first")
    window.composer.send()
    qtbot.waitUntil(lambda: _button(window, "Stop").isVisible())
    qtbot.mouseClick(_button(window, "Stop"), Qt.MouseButton.LeftButton)
    assert program.chat.stops == 1
    qtbot.waitUntil(lambda: any(b.text() == "Send" for b in window.composer.findChildren(QPushButton)))


def test_a_refused_message_comes_back_into_the_composer(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    program.chat.fail = UserError("disk_full")
    window.composer.set_text("do not lose me")
    window.composer.send()
    qtbot.waitUntil(lambda: window.last_error is not None)
    assert window.composer.text() == "do not lose me"
    assert window.last_error is not None
    assert window.last_error.code == "disk_full"
    assert window.notices.error is window.last_error
    program.chat.fail = None
    window.composer.send()
    qtbot.waitUntil(lambda: len(program.chat.sent) == 1)
    assert window.last_error is None


def test_the_preview_says_what_sending_would_do(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    program.context.clipped = 1
    began = time.monotonic()
    qtbot.keyClicks(_edit(window), "hello")
    labels = window.composer.findChildren(type(window.composer._preview))
    qtbot.waitUntil(lambda: any("3,376 tokens" in label.text() for label in labels))
    assert time.monotonic() - began < 1.5
    assert window.composer._preview.text() == "would send 3,376 tokens; 1 turn would leave"
    program.context.clipped = 2
    program.context.exact = False
    qtbot.keyClicks(_edit(window), "!")
    qtbot.waitUntil(lambda: "2 turns would leave" in window.composer._preview.text())
    assert window.composer._preview.text() == "would send about 3,377 tokens; 2 turns would leave"
    window.composer.set_text("")
    qtbot.waitUntil(lambda: window.composer._preview.text() == "")


def test_the_preview_is_debounced_and_asks_for_the_newest_text(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    qtbot.wait(250)
    program.context.previews.clear()
    qtbot.keyClicks(_edit(window), "a fairly long message")
    qtbot.waitUntil(lambda: len(program.context.previews) > 0)
    qtbot.wait(250)
    assert [text for _, text, _ in program.context.previews] == ["a fairly long message"]


def test_a_message_that_is_too_large_is_blocked_with_the_numbers(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    window.composer.set_text("x" * 20_001)
    qtbot.waitUntil(lambda: window.composer._problem.isVisible())
    problem = window.composer._problem.text()
    for part in ("Question", "20,001", "20,000", "4,096", "512", "Shorten"):
        assert part in problem
    assert not _button(window, "Send").isEnabled()
    qtbot.keyClick(_edit(window), Qt.Key.Key_Return)
    qtbot.wait(30)
    assert program.chat.sent == []
    assert len(window.composer.text()) == 20_001
    assert window.last_error is not None
    assert window.last_error.code == "message_too_large"
    window.composer.set_text("short")
    qtbot.waitUntil(lambda: _button(window, "Send").isEnabled())


def test_without_a_model_sending_is_refused_with_the_reason_and_recording_works(
    open_window: OpenWindow, qtbot: QtBot
) -> None:
    window, program = open_window(state=EngineState.FAILED)
    window.composer.set_text("hello")
    qtbot.waitUntil(lambda: "No model is loaded." in window.composer._problem.text())
    window.composer.send()
    assert window.last_error is not None
    assert window.last_error.code == "model_not_loaded"
    assert window.composer.text() == "hello"
    window.composer.record()
    qtbot.waitUntil(lambda: len(program.chat.recorded) == 1)


def test_while_the_model_is_loading_messages_wait(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window(state=EngineState.LOADING)
    window.composer.set_text("hello")
    window.composer.send()
    assert window.composer.queued == ("hello",)
    program.models.set_state(EngineChanged(EngineState.READY, MODEL))
    qtbot.waitUntil(lambda: len(program.chat.sent) == 1)


def _two_sessions(program: FakeProgram) -> None:
    program.sessions.add(1, "newer", turns=1)
    program.sessions.add(1, "older", turns=1, days_ago=1)


def test_each_session_keeps_its_draft_and_undo_never_reaches_another_ones(
    open_window: OpenWindow, qtbot: QtBot
) -> None:
    window, program = open_window(prepare=_two_sessions)
    first, second = 1, 2
    assert window.session_id == first
    qtbot.keyClicks(_edit(window), "draft of the first")
    window.open_session(1, second)
    assert window.composer.text() == ""
    _edit(window).undo()
    assert window.composer.text() == ""
    qtbot.keyClicks(_edit(window), "other")
    window.open_session(1, first)
    assert window.composer.text() == "draft of the first"
    qtbot.waitUntil(lambda: program.sessions.drafts == {first: "draft of the first", second: "other"}, timeout=4000)


def test_a_stored_draft_is_shown_when_the_session_opens(open_window: OpenWindow, qtbot: QtBot) -> None:
    def prepare(program: FakeProgram) -> None:
        _two_sessions(program)
        program.sessions.drafts[1] = "从前写了一半"

    window, _ = open_window(prepare=prepare)
    qtbot.waitUntil(lambda: window.composer.text() == "从前写了一半")


def test_closing_keeps_the_draft_and_what_was_waiting(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    program.chat.gate.clear()
    for text in ("first", "waiting"):
        window.composer.set_text(text)
        window.composer.send()
    qtbot.waitUntil(lambda: len(program.chat.sent) == 1)
    qtbot.wait(30)
    qtbot.keyClicks(_edit(window), "half a thou")
    window.close()
    assert program.sessions.drafts[1] == "waiting\n\nhalf a thou"


def test_the_first_message_of_a_person_opens_a_session(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window(prepare=lambda program: None)
    assert window.session_id is None
    for text in ("hello", "and more"):
        window.composer.set_text(text)
        window.composer.send()
    qtbot.waitUntil(lambda: len(program.chat.sent) == 2)
    assert [session for session, _, _ in program.chat.sent] == [1, 1]
    qtbot.waitUntil(lambda: window.session_id == 1)


def test_paste_takes_text_only(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window()
    html = '<p>say <b>this</b><img src="file:///etc/passwd"></p>'
    both = QMimeData()
    both.setHtml(html)
    both.setText("say this")
    both.setImageData(QImage(4, 4, QImage.Format.Format_RGB32))
    only_html = QMimeData()
    only_html.setHtml(html)
    for source in (both, only_html):
        window.composer.set_text("")
        _edit(window).insertFromMimeData(source)
        assert window.composer.text() == "say this"
    only_image = QMimeData()
    only_image.setImageData(QImage(4, 4, QImage.Format.Format_RGB32))
    assert not _edit(window).canInsertFromMimeData(only_image)


@pytest.mark.parametrize(
    ("raw", "kept"),
    [("a\0b", "ab"), ("a\ud800b", "a\ufffdb"), ("a\ufffcb", "ab"), ("a\r\nb\rc", "a\nb\nc"), ("👩‍⚕️", "👩‍⚕️")],
)
def test_only_whole_characters_are_stored(raw: str, kept: str) -> None:
    assert plain(raw) == kept


def test_the_field_grows_with_the_text_up_to_ten_lines(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window()
    edit = _edit(window)
    least = edit.height()
    window.composer.set_text("line\n" * 5)
    qtbot.waitUntil(lambda: edit.height() > least)
    window.composer.set_text("line\n" * 40)
    qtbot.waitUntil(lambda: edit.height() == edit.sizeHint().height())
    assert edit.height() < 12 * edit.fontMetrics().lineSpacing()


def test_pasting_a_megabyte_keeps_the_window_alive(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    program.context.largest = 2_000_000
    source = QMimeData()
    source.setText("今天血压 142/88，继续服药。\n" * 40_000)
    began = time.thread_time()
    _edit(window).insertFromMimeData(source)
    assert time.thread_time() - began < 1.0
    qtbot.waitUntil(lambda: "tokens" in window.composer._preview.text())


def test_the_speaker_is_chosen_beside_the_composer(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window(VaultKind.CLINICAL, language="zh")
    assert _button(window, "医师").accessibleName() == "说话人：医师"
    window.composer._speaker_menu.aboutToShow.emit()
    texts = [action.text() for action in window.composer._speaker_menu.actions()]
    assert texts == ["医师", "患者", "家属", "文档"]
    window.composer._speaker_menu.actions()[1].trigger()
    window.composer.set_text("我没有药物过敏。")
    window.composer.send()
    qtbot.waitUntil(lambda: len(program.chat.sent) == 1)
    assert program.chat.sent[0][2] == PERSON
