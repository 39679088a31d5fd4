from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QDesktopServices,
    QGuiApplication,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import FinishReason, MessageStatus
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed, PromptRead, ReplyDelta, TurnAdded, TurnFinished, TurnStarted
from desktop_app.domain.ledger import ClipReason, RecalledSnippet
from desktop_app.ui.dialogs.address import AddressDialog
from desktop_app.ui.theme import ThemeName
from desktop_app.ui.transcript.browser import SafeBrowser
from desktop_app.ui.transcript.rows import Presence
from desktop_app.ui.transcript.view import FIRST_PAGE
from tests.ui.fakes import BASE_MS, make_ledger, make_turn
from tests.ui.transcript.conftest import Scene


def fill(scene: Scene, count: int, reply: str = "An answer that takes a line or two of the page. " * 4) -> None:
    turns = [make_turn(i, f"question {i}", f"{reply}{i}") for i in range(count)]
    scene.services.sessions.turns[1] = turns
    if turns:
        scene.services.context.ledgers[turns[-1].id] = make_ledger(range(count - 1))
        scene.services.context.sessions[1] = turns[-1].id


def settle(scene: Scene) -> None:
    for _ in range(4):
        QApplication.processEvents()


def open_session(scene: Scene) -> None:
    scene.view.show_session(1)
    settle(scene)


def begin_reply(scene: Scene, text: str = "") -> int:
    turns = scene.services.sessions.turns.setdefault(1, [])
    turn = make_turn(len(turns), "go on", text, status=MessageStatus.STREAMING, finish=None)
    turns.append(turn)
    scene.services.bus.publish(TurnAdded(1, turn.id))
    scene.services.bus.publish(TurnStarted(1, turn.id, make_ledger(range(turn.ordinal))))
    settle(scene)
    return turn.id


def end_reply(scene: Scene, turn_id: int, text: str, finish: FinishReason = FinishReason.STOP, **others: Any) -> None:
    turns = scene.services.sessions.turns[1]
    turns[-1] = make_turn(turns[-1].ordinal, "go on", text, finish=finish)
    ledger = make_ledger(range(turns[-1].ordinal))
    scene.services.bus.publish(TurnFinished(1, turn_id, finish, ledger, **others))
    settle(scene)


def stream(scene: Scene, turn_id: int, text: str) -> None:
    scene.services.bus.publish(ReplyDelta(1, turn_id, text))
    settle(scene)
    scene.view._flush()


def shown(scene: Scene) -> str:
    return scene.view.browser.toPlainText()


def wheel_up(scene: Scene, notches: int = 1) -> None:
    viewport = scene.view.browser.viewport()
    where = QPointF(viewport.rect().center())
    event = QWheelEvent(
        where,
        QPointF(viewport.mapToGlobal(where.toPoint())),
        QPoint(0, 0),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, event)
    settle(scene)


def first_line(scene: Scene) -> tuple[str, int]:
    """The text at the top of the page with its distance from the top, in pixels."""
    browser = scene.view.browser
    cursor = browser.cursorForPosition(QPoint(40, 60))
    return cursor.block().text(), browser.cursorRect(QTextCursor(cursor.block())).top()


def test_a_session_opens_at_its_end(scene: Scene) -> None:
    fill(scene, 100)
    open_session(scene)
    bar = scene.view.browser.verticalScrollBar()
    assert len(scene.view.turn_ids()) == FIRST_PAGE
    assert bar.value() == bar.maximum() > 0
    assert "question 99" in shown(scene)


def test_scrolling_up_reads_more_and_keeps_the_place(scene: Scene) -> None:
    fill(scene, 300)
    open_session(scene)
    bar = scene.view.browser.verticalScrollBar()
    bar.setValue(700)
    settle(scene)
    before = first_line(scene)
    scene.view._load_earlier()
    settle(scene)
    assert len(scene.view.turn_ids()) > FIRST_PAGE
    assert first_line(scene) == before


def test_the_stream_is_followed_only_at_the_end(scene: Scene) -> None:
    fill(scene, 20)
    open_session(scene)
    turn_id = begin_reply(scene)
    bar = scene.view.browser.verticalScrollBar()
    stream(scene, turn_id, "line\n\n" * 30)
    assert bar.value() == bar.maximum()
    wheel_up(scene)
    assert bar.value() < bar.maximum()
    place, value = first_line(scene), bar.value()
    for _ in range(20):
        stream(scene, turn_id, "another paragraph of words\n\n")
    assert (first_line(scene), bar.value()) == (place, value)
    end_reply(scene, turn_id, "line\n\n" * 30 + "another paragraph of words\n\n" * 20)
    assert (first_line(scene), bar.value()) == (place, value)
    scene.view.browser.to_end.click()
    assert bar.value() == bar.maximum()


def test_the_button_to_the_end_is_whole_in_larger_text(scene: Scene) -> None:
    fill(scene, 20)
    open_session(scene)
    button = scene.view.browser.to_end
    for body_px in (14, 20, 28):
        scene.themes.set_body_px(body_px)
        QApplication.processEvents()
        scene.view.browser.follow()
        wheel_up(scene)
        assert button.isVisible()
        assert button.width() >= button.sizeHint().width()
        assert button.geometry().right() < scene.view.browser.width()


def test_redraws_are_bounded(scene: Scene, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(scene, 2)
    open_session(scene)
    turn_id = begin_reply(scene)
    redraws: list[str] = []
    append: Callable[[str], None] = scene.view.browser.append

    def counted(text: str) -> None:
        redraws.append(text)
        append(text)

    monkeypatch.setattr(scene.view.browser, "append", counted)
    began = time.monotonic()
    for _ in range(100):
        scene.services.bus.publish(ReplyDelta(1, turn_id, "w "))
        qtbot.wait(2)
    qtbot.wait(60)
    assert "".join(redraws) == "w " * 100
    assert len(redraws) <= 30 * (time.monotonic() - began) + 1


def test_a_flush_costs_the_same_in_a_long_conversation(scene: Scene) -> None:
    written = []
    for count in (5, 500):
        fill(scene, count)
        open_session(scene)
        while scene.view.turn_ids() and scene.view._turns[0].ordinal > 0:
            scene.view._load_earlier()
            settle(scene)
        turn_id = begin_reply(scene)
        stream(scene, turn_id, "A paragraph.\n\nAn open")
        before = scene.view.browser.rows.blocks_written
        for _ in range(50):
            stream(scene, turn_id, " word")
        written.append(scene.view.browser.rows.blocks_written - before)
    assert written[0] == written[1] == 50


def test_a_finished_reply_keeps_its_blocks(scene: Scene) -> None:
    fill(scene, 3)
    open_session(scene)
    turn_id = begin_reply(scene)
    stream(scene, turn_id, "One.\n\n- two\n- three")
    before = scene.view.browser.rows.blocks_written
    end_reply(scene, turn_id, "One.\n\n- two\n- three")
    # Only captions are written again.
    assert scene.view.browser.rows.blocks_written - before <= 2
    assert not scene.view.browser.rows.rows[-1].open


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a screen reader is told, in order."""
    words: list[str] = []

    def hear(event: QAccessibleEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            words.append(event.message())

    monkeypatch.setattr("desktop_app.ui.transcript.view.QAccessible.updateAccessibility", hear)
    return words


def test_a_finished_reply_is_read_out_once_without_its_marks(scene: Scene, heard: list[str]) -> None:
    fill(scene, 1)
    open_session(scene)
    turn_id = begin_reply(scene)
    stream(scene, turn_id, "<think>Hm, ibuprofen?</think>It is **not**")
    assert heard == []
    end_reply(scene, turn_id, "<think>Hm, ibuprofen?</think>It is **not** known.\n\n- rest\n- water")
    settle(scene)
    (said,) = heard
    assert said.strip().startswith("It is not known.")
    assert "rest" in said
    assert "water" in said
    assert "ibuprofen" not in said
    scene.services.bus.publish(Changed("pins", sessions=frozenset({1})))
    settle(scene)
    assert len(heard) == 1


def test_a_reply_that_fails_is_said_and_one_that_nobody_sees_is_not(scene: Scene, heard: list[str]) -> None:
    open_session(scene)
    turn_id = begin_reply(scene)
    end_reply(scene, turn_id, "", FinishReason.FAILED, error=UserError("disk_full"))
    assert len(heard) == 1
    assert "disk" in heard.pop().lower()
    turn_id = begin_reply(scene)
    scene.view.hide()
    end_reply(scene, turn_id, "A secret.")
    scene.view.show()
    settle(scene)
    assert heard == []


def test_another_ledger_does_not_rewrite_the_open_reply(scene: Scene) -> None:
    fill(scene, 3)
    open_session(scene)
    turn_id = begin_reply(scene)
    stream(scene, turn_id, "paragraph\n\n" * 40)
    scene.services.bus.publish(ReplyDelta(1, turn_id, "pending"))
    settle(scene)
    before = scene.view.browser.rows.blocks_written
    scene.view.set_ledger(make_ledger([1, 2], [(0, ClipReason.SMALL_TALK)]))
    settle(scene)
    assert "pending" in shown(scene)
    assert "not in this prompt" in shown(scene)
    # The captions and dimmed words of the first turn, and the tail of the reply.
    assert scene.view.browser.rows.blocks_written - before <= 5


def test_a_session_reopened_while_answering_shows_the_live_text(scene: Scene) -> None:
    fill(scene, 3)
    open_session(scene)
    turn_id = begin_reply(scene, "sav")
    stream(scene, turn_id, "saved and then more")
    scene.view.show_session(None)
    scene.services.bus.publish(ReplyDelta(1, turn_id, " while away"))
    settle(scene)
    open_session(scene)
    stream(scene, turn_id, " and back")
    assert "saved and then more while away and back" in shown(scene)


def test_progress_of_reading_gives_way_to_the_reply(scene: Scene) -> None:
    fill(scene, 1)
    open_session(scene)
    turn_id = begin_reply(scene)
    scene.services.bus.publish(PromptRead(turn_id, 1200, 3000))
    settle(scene)
    assert "reading 1,200 of 3,000" in shown(scene)
    stream(scene, turn_id, "Here it is")
    assert "reading" not in shown(scene)
    assert "Here it is" in shown(scene)


def test_folding_and_marks(scene: Scene) -> None:
    fill(scene, 6)
    talk = ClipReason.SMALL_TALK
    ledger = make_ledger([4], [(0, ClipReason.SUMMARISED), (1, talk), (2, talk), (3, ClipReason.DUPLICATE)])
    scene.services.context.ledgers[105] = ledger
    open_session(scene)
    assert "covered by the summary" in shown(scene)
    assert "3 turns not in this prompt: small talk 2, duplicate 1" in shown(scene)
    assert "question 2" not in shown(scene)
    assert scene.view._presence_of(105) is Presence.IN_PROMPT
    scene.view.browser.anchorClicked.emit(QUrl("fold:show/101"))
    assert "question 2" in shown(scene)
    assert "not in this prompt: small talk, value 0.06" in shown(scene)
    scene.view.browser.anchorClicked.emit(QUrl("fold:hide/101"))
    assert "question 2" not in shown(scene)
    scene.view.scroll_to_turn(102)
    assert "question 2" in shown(scene)


def test_scroll_to_a_turn_far_back(scene: Scene) -> None:
    fill(scene, 300)
    open_session(scene)
    scene.view.scroll_to_turn(110)
    settle(scene)
    browser = scene.view.browser
    assert browser.textCursor().block().text().startswith("You")
    assert browser.rows.index_at(browser.textCursor().block()) == browser.rows.index_of(110)
    assert browser.viewport().rect().contains(browser.cursorRect().center())


def test_captions_lead_to_the_panel(scene: Scene, qtbot: QtBot) -> None:
    fill(scene, 2)
    snippet = RecalledSnippet(1, 2, "Earlier", 900, 1, BASE_MS, "text", 0.7, 0.5, 0.6)
    scene.services.context.ledgers[101] = make_ledger([0], recalled=[snippet], fact_ids=[1, 2])
    open_session(scene)
    assert "2 facts" in shown(scene)
    assert "1 recalled" in shown(scene)
    with qtbot.waitSignal(scene.view.panel_tab_requested) as asked:
        scene.view.browser.anchorClicked.emit(QUrl("panel:recalled/101"))
    assert asked.args == ["recalled"]


def test_nothing_is_loaded_and_no_link_is_followed(scene: Scene, tmp_path: Any, monkeypatch: Any) -> None:
    picture = tmp_path / "red.png"
    picture.write_bytes(b"not a picture")
    asked: list[object] = []
    monkeypatch.setattr(SafeBrowser, "loadResource", lambda _self, *arguments: asked.append(arguments))
    hostile = f"![x]({picture.as_uri()}) ![y](//host/z.png) ![z](http://example.org/a.png) [l](http://example.org)"
    scene.services.sessions.turns[1] = [make_turn(0, f"<img src='{picture.as_uri()}'> {hostile}", hostile)]
    open_session(scene)
    scene.view.grab()
    browser = scene.view.browser
    assert asked == []
    assert "\ufffc" not in shown(scene)
    assert f"<img src='{picture.as_uri()}'>" in shown(scene)
    before = browser.source()
    browser.anchorClicked.emit(QUrl("address:http://example.org"))
    assert browser.source() == before
    assert not browser.openLinks()
    for dialog in scene.view.window().findChildren(AddressDialog):
        dialog.reject()


def test_an_address_is_shown_whole_and_only_copied(scene: Scene, monkeypatch: Any) -> None:
    """Nothing of it is opened; letters that only look alike show as what the network would read."""
    opened: list[object] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url))
    QGuiApplication.clipboard().clear()
    address = "https://ex\u0430mple.org/a?b=c" + "d" * 300
    scene.services.sessions.turns[1] = [make_turn(0, "Where?", f"[here]({address})")]
    open_session(scene)

    scene.view.browser.anchorClicked.emit(QUrl(f"address:{address}"))

    (dialog,) = scene.view.window().findChildren(AddressDialog)
    assert dialog.text.toPlainText() == address
    assert "xn--" in dialog._host.text()
    assert QGuiApplication.clipboard().text() == ""
    dialog.accept_button.click()
    assert QGuiApplication.clipboard().text() == address
    assert opened == []


def test_a_reply_is_left_at_its_first_line_where_that_is_wanted(scene: Scene) -> None:
    fill(scene, 20)
    open_session(scene)
    browser, bar = scene.view.browser, scene.view.browser.verticalScrollBar()
    browser.stop_at_reply_top = True
    turn_id = begin_reply(scene)
    stream(scene, turn_id, "one line\n\n")
    assert bar.value() == bar.maximum(), "followed until then"

    stream(scene, turn_id, "another line\n\n" * 60)

    assert bar.value() < bar.maximum()
    top = browser.cursorForPosition(QPoint(40, 4)).block()
    assert "answering" in top.text() or "answering" in top.next().text()
    place = bar.value()
    stream(scene, turn_id, "another line\n\n" * 20)
    assert bar.value() == place
    browser.to_end.click()
    stream(scene, turn_id, "another line\n\n" * 20)
    assert bar.value() == bar.maximum(), "who asks for the end stays there"


def test_a_thought_is_folded_while_it_is_written_and_after(scene: Scene) -> None:
    fill(scene, 1)
    open_session(scene)
    turn_id = begin_reply(scene)
    stream(scene, turn_id, "<thi")
    assert "<thi" not in shown(scene)
    stream(scene, turn_id, "nk>He means the ")
    stream(scene, turn_id, "kettle.</th")
    assert "Thinking" in shown(scene)
    assert "kettle" not in shown(scene)
    stream(scene, turn_id, "ink>\n\nIt is ")
    stream(scene, turn_id, "here.")
    assert "It is here." in shown(scene)
    assert "Thinking" not in shown(scene)
    end_reply(scene, turn_id, "<think>He means the kettle.</think>\n\nIt is here.")
    assert "It is here." in shown(scene)
    assert "kettle" not in shown(scene)

    scene.view._follow_link(f"thought:fold/{turn_id}")
    assert "He means the kettle." in shown(scene)
    scene.view._follow_link(f"thought:fold/{turn_id}")
    assert "kettle" not in shown(scene)


def test_the_versions_of_a_message_are_switched_by_link(scene: Scene) -> None:
    fill(scene, 3)
    middle = scene.services.sessions.turns[1][1]
    scene.services.branches.siblings[middle.id] = (7, middle.id, 9)
    open_session(scene)
    assert "2 / 3" in shown(scene)
    scene.view._follow_link(f"version:older/{middle.id}")
    scene.view._follow_link(f"version:newer/{middle.id}")
    assert scene.services.branches.shown == [7, 9]


def test_selection_across_messages_copies_plain_text(scene: Scene) -> None:
    scene.services.sessions.turns[1] = [make_turn(0, "first\nsecond line", "A **bold** reply.\n\n```py\nx = 1\n```")]
    open_session(scene)
    browser = scene.view.browser
    browser.selectAll()
    browser.copy()
    text = QGuiApplication.clipboard().text()
    assert "first\nsecond line" in text
    assert "A bold reply.\nx = 1" in text
    assert "copy" not in text
    assert not QGuiApplication.clipboard().mimeData().hasHtml()


def test_code_is_copied_exactly(scene: Scene) -> None:
    scene.services.sessions.turns[1] = [make_turn(0, "q", "```\none\n```\n\n```py\ndef f():\n    return 2\n```")]
    open_session(scene)
    scene.view.browser.anchorClicked.emit(QUrl("code:copy/100/1"))
    assert QGuiApplication.clipboard().text() == "def f():\n    return 2"


@pytest.mark.parametrize(
    ("finish", "words"),
    [
        (FinishReason.CANCELLED, "Stopped. What was written is kept."),
        (FinishReason.INTERRUPTED, "Interrupted"),
        (FinishReason.FAILED, "could not finish"),
    ],
)
def test_endings_are_said(scene: Scene, finish: FinishReason, words: str) -> None:
    fill(scene, 1)
    open_session(scene)
    turn_id = begin_reply(scene)
    stream(scene, turn_id, "partial text")
    end_reply(scene, turn_id, "partial text", finish)
    assert "partial text" in shown(scene)
    assert words in shown(scene)


@pytest.mark.parametrize(
    ("finish", "words"),
    [
        (FinishReason.CANCELLED, "Stopped before anything was written."),
        (FinishReason.INTERRUPTED, "Interrupted before anything was written"),
    ],
)
def test_an_ending_before_any_text_claims_no_text(scene: Scene, finish: FinishReason, words: str) -> None:
    fill(scene, 1)
    open_session(scene)
    turn_id = begin_reply(scene)
    end_reply(scene, turn_id, "", finish)
    assert words in shown(scene)
    assert "is kept" not in shown(scene)


def test_a_known_error_is_said_in_its_own_words(scene: Scene) -> None:
    fill(scene, 1)
    open_session(scene)
    turn_id = begin_reply(scene)
    end_reply(scene, turn_id, "", FinishReason.FAILED, error=UserError("engine_crashed"))
    assert "engine_crashed" not in shown(scene)
    assert "could not finish" not in shown(scene)


def test_clearing_empties_and_says_so(scene: Scene) -> None:
    fill(scene, 5)
    open_session(scene)
    scene.services.sessions.turns[1] = []
    scene.services.context.sessions.clear()
    scene.services.bus.publish(Changed("sessions.clear", sessions=frozenset({1})))
    settle(scene)
    assert scene.view.turn_ids() == []
    assert scene.view._empty.isVisible()
    assert "Nothing said yet" in scene.view._empty.text()


def test_themes_and_sizes_rewrite_the_page(scene: Scene) -> None:
    fill(scene, 5)
    open_session(scene)
    text = shown(scene)
    for name in (ThemeName.DARK, ThemeName.CONTRAST, ThemeName.LIGHT):
        scene.themes.set_choice(name)
        scene.view.grab()
        assert shown(scene) == text
    scene.themes.set_body_px(20)
    assert shown(scene) == text
    assert scene.view.browser.rows.first_block(0).charFormat().font().pixelSize() > 14


def test_the_measure_is_limited_and_centred(scene: Scene) -> None:
    fill(scene, 5)
    open_session(scene)
    scene.view.resize(1500, 700)
    settle(scene)
    viewport = scene.view.browser.viewport()
    assert 600 <= viewport.width() <= 720
    left = viewport.mapTo(scene.view, QPoint(0, 0)).x()
    assert abs(left - (1500 - left - viewport.width())) <= 2
    scene.view.resize(420, 700)
    settle(scene)
    assert viewport.width() <= 420 - 32


def test_accessible_names(scene: Scene) -> None:
    assert scene.view.browser.accessibleName() == "Conversation"
    assert scene.view.browser.to_end.accessibleName()


def test_a_turn_that_is_out_leads_to_its_card_by_caption_menu_and_gutter(scene: Scene, qtbot: QtBot) -> None:
    fill(scene, 4)
    scene.services.context.ledgers[103] = make_ledger([0, 2], [(1, ClipReason.OLDEST)])
    open_session(scene)
    browser = scene.view.browser
    with qtbot.waitSignal(scene.view.clipped_requested) as asked:
        browser.anchorClicked.emit(QUrl("panel:clipped/101"))
    assert asked.args == [101]
    menu = QMenu()
    scene.view.browser.turn_menu_requested.emit(menu, 101)
    words = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert words == [
        "Why is it not here?",
        "Show in the timeline",
        "Save as case…",
        "Show among what was left out",
    ]
    with qtbot.waitSignal(scene.view.case_requested) as case:
        menu.actions()[3].trigger()
    assert case.args == [101]
    with qtbot.waitSignal(scene.view.why_requested) as why:
        menu.actions()[1].trigger()
    assert why.args == [101]
    scene.view.scroll_to_turn(101)
    settle(scene)
    top = browser.cursorRect(browser.textCursor()).center()
    with qtbot.waitSignal(scene.view.clipped_requested) as pressed:
        QTest.mouseClick(browser.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2, top.y()))
    assert pressed.args == [101]


def test_of_a_turn_in_the_prompt_it_is_asked_too_and_its_gutter_leads_nowhere(scene: Scene, qtbot: QtBot) -> None:
    fill(scene, 2)
    open_session(scene)
    menu = QMenu()
    scene.view.browser.turn_menu_requested.emit(menu, 100)
    words = [action.text() for action in menu.actions() if action.text()]
    assert words == ["Why is it not here?", "Show in the timeline", "Save as case…"]  # the answer says that it is
    with qtbot.waitSignal(scene.view.timeline_requested) as then:
        menu.actions()[-2].trigger()
    assert then.args == [100]
    with qtbot.assertNotEmitted(scene.view.clipped_requested):
        scene.view.browser.gutter_pressed.emit(100)


def test_no_word_is_cut_where_the_column_was_narrowed_while_nobody_saw_it(scene: Scene) -> None:
    fill(scene, 30, "A line of the page that wraps at another word when there is a little less room for it. " * 6)
    open_session(scene)
    browser = scene.view.browser
    for width in (700, 640, 1200):
        scene.view.hide()
        scene.view.resize(width, 500)
        browser._fit_column()
        scene.view.show()
        settle(scene)
        assert browser.document().textWidth() == browser.viewport().width()
        assert browser.horizontalScrollBar().maximum() == 0


def test_a_page_that_just_fills_the_view_comes_to_rest(scene: Scene) -> None:
    """Room for the scroll bar is always kept: a bar that comes and goes would change what it comes for."""
    fill(scene, 2, "A line of the page that wraps at another word when there is a little less room for it. " * 6)
    open_session(scene)
    browser = scene.view.browser
    for width in range(620, 760, 7):
        scene.view.resize(width, 3000)
        settle(scene)
        columns = {browser.viewport().width()}
        frame = browser.document().rootFrame().frameFormat()
        just = round(browser.document().documentLayout().documentSize().height() - frame.topMargin())
        other = scene.view.height() - browser.viewport().height()  # what stands around the page
        for height in range(just + other - 12, just + other + 32, 3):
            scene.view.resize(width, height)
            settle(scene)
            columns.add(browser.viewport().width())
            assert browser.following
            assert browser.verticalScrollBar().value() == browser.verticalScrollBar().maximum()
        assert len(columns) == 1
