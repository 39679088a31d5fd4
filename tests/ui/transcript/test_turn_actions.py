"""Turns edited, asked again, continued, switched, copied and deleted through the real window over a real vault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QMouseEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.domain.certificates import ErasedKind
from desktop_app.domain.conversation import FinishReason, Turn
from desktop_app.domain.events import TurnFinished
from desktop_app.services.facade import Services
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.privacy.erase_dialog import EraseDialog
from desktop_app.ui.shell import build_window
from tests.scripted_program import Heard, scripted_program
from tests.ui.vault_window import vault_window

ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
LONG = " ".join(f"w{number}" for number in range(60))


@dataclass
class Scene:
    qtbot: QtBot
    services: Services
    window: MainWindow
    session: int

    def turns(self) -> tuple[Turn, ...]:
        return self.services.sessions.page(self.session).turns

    def text(self) -> str:
        return self.window.transcript.browser.toPlainText()

    def shows(self, *texts: str) -> None:
        self.qtbot.waitUntil(lambda: all(text in self.text() for text in texts), timeout=20_000)
        self.qtbot.waitUntil(lambda: "answering" not in self.text())

    def menu(self, turn_id: int) -> dict[str, object]:
        """The context menu of a turn: its entries by their words."""
        browser = self.window.transcript.browser
        menu = QMenu(browser)
        browser.extend_menu(menu, browser.rows.first_block(browser.rows.index_of(turn_id)))
        return {action.text(): action for action in menu.actions() if action.text()}

    def at(self, turn_id: int) -> None:
        """Put the text cursor on a turn, and the focus into the transcript."""
        browser = self.window.transcript.browser
        browser.setTextCursor(QTextCursor(browser.rows.first_block(browser.rows.index_of(turn_id))))
        browser.setFocus()

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.qtbot.keyClick(self.window.transcript.browser, key, modifier)

    def follow(self, link: str) -> None:
        self.window.transcript._follow_link(link)


@pytest.fixture
def scene(qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    replies = ("First reply.", "Second reply.", "Third reply.", "Fourth reply.")
    with scripted_program(tmp_path, context_length=2048, reserve=40, replies=replies) as services:
        session = services.sessions.create(services.people.create("Me").id, "Roses").id
        services.chat.send(session, "I live in Lisbon.", "person")
        services.chat.send(session, "What blooms in June?", "person")
        preferences = PreferenceStore(None)
        preferences.update(language="en", welcomed=True)
        window = build_window(qapp, services, preferences)
        window.resize(1280, 800)
        window.show()
        scene = Scene(qtbot, services, window, session)
        scene.shows("First reply.", "Second reply.")
        yield scene
        window.close()
        shiboken6.delete(window)
        qapp.setStyleSheet("")


def test_a_message_is_edited_in_its_card_and_the_versions_are_switched(scene: Scene) -> None:
    _first, second = scene.turns()
    editor = scene.window.turn_actions.editor
    scene.at(second.id)

    scene.key(Qt.Key.Key_F2)

    assert editor.isVisible()
    assert editor.edit.toPlainText() == "What blooms in June?"
    composing = QInputMethodEvent("wu yue", [])
    QApplication.sendEvent(editor.edit, composing)
    scene.qtbot.keyClick(editor.edit, Qt.Key.Key_Return)
    assert len(scene.turns()) == 2, "this Enter chose a candidate"
    QApplication.sendEvent(editor.edit, QInputMethodEvent())
    editor.edit.setPlainText("What blooms in May?")
    scene.qtbot.keyClick(editor.edit, Qt.Key.Key_Return)

    scene.shows("What blooms in May?", "Third reply.", "2 / 2")
    assert "June" not in scene.text()
    assert not editor.isVisible()
    new = scene.turns()[-1]
    assert scene.window.transcript.versions(new.id) == (second.id, new.id)

    scene.at(new.id)
    scene.key(Qt.Key.Key_Left, ALT)
    scene.shows("What blooms in June?", "Second reply.", "1 / 2")
    assert "May" not in scene.text()
    scene.follow(f"version:newer/{second.id}")
    scene.shows("What blooms in May?", "2 / 2")
    assert {"Show the version before"} <= scene.menu(new.id).keys()
    assert "Show the version after" not in scene.menu(new.id)


def test_an_edit_that_was_left_is_there_the_next_time(scene: Scene) -> None:
    _, second = scene.turns()
    actions = scene.window.turn_actions
    actions.run("edit", second.id)
    actions.editor.edit.setPlainText("half a thought")
    scene.qtbot.keyClick(actions.editor.edit, Qt.Key.Key_Escape)
    assert not actions.editor.isVisible()

    actions.run("edit", second.id)

    assert actions.editor.edit.toPlainText() == "half a thought"
    assert len(scene.turns()) == 2


def test_an_edit_that_cannot_be_sent_stays_in_its_card(scene: Scene) -> None:
    _, second = scene.turns()
    actions = scene.window.turn_actions
    actions.run("edit", second.id)
    actions.editor.edit.setPlainText("word " * 3000)
    actions.editor.send_button.click()

    scene.qtbot.waitUntil(lambda: scene.window.notices.error is not None, timeout=10_000)

    assert scene.window.notices.error is not None
    assert scene.window.notices.error.code == "message_too_large"
    assert actions.editor.isVisible()
    assert actions.editor.send_button.isEnabled()
    assert [turn.id for turn in scene.turns()][-1] == second.id


def test_regenerating_by_key_asks_the_same_beside_it_and_the_menu_says_what_it_costs(scene: Scene) -> None:
    _, second = scene.turns()
    browser = scene.window.transcript.browser
    menu = QMenu(browser)
    browser.extend_menu(menu, browser.rows.first_block(browser.rows.index_of(second.id)))
    again = next(action for action in menu.actions() if action.text().startswith("Regenerate"))
    scene.qtbot.waitUntil(lambda: "reads" in again.text())
    scene.at(second.id)

    scene.key(Qt.Key.Key_R, CTRL)

    scene.shows("Third reply.", "2 / 2")
    assert [turn.question.text for turn in scene.turns()] == ["I live in Lisbon.", "What blooms in June?"]


def test_a_reply_that_was_cut_off_offers_to_go_on(scene: Scene) -> None:
    services = scene.services
    services.chat.send(scene.session, "@@tokens 60", "person")
    scene.shows("Continue")
    cut = scene.turns()[-1]
    assert cut.finish_reason is FinishReason.LENGTH
    assert "Continue the reply" in scene.menu(cut.id)

    scene.follow(f"reply:continue/{cut.id}")

    scene.qtbot.waitUntil(lambda: scene.turns()[-1].finish_reason is FinishReason.STOP, timeout=10_000)
    assert cut.reply is not None
    scene.shows("word word", "reply.")
    whole = scene.turns()[-1]
    assert whole.id == cut.id
    assert whole.reply is not None
    assert whole.reply.text.startswith(cut.reply.text)
    scene.qtbot.waitUntil(lambda: "Continue" not in scene.text())


def test_delete_asks_then_can_be_undone_and_is_carried_out_before_the_next_message(scene: Scene) -> None:
    first, second = scene.turns()
    assert scene.services.consolidation.wait(20)
    person = scene.services.people.list()[0].id
    facts = scene.services.memory.facts(person)
    assert [fact.value for fact in facts] == ["Lisbon"]
    actions = scene.window.turn_actions
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
        scene.at(first.id)
        scene.key(key)
    assert len(scene.turns()) == 2, "no key deletes anything here"

    def delete(answer: str) -> None:
        actions.run("delete", first.id)
        (box,) = scene.window.transcript.findChildren(QuestionDialog)
        next(button for button in box.findChildren(QPushButton) if button.text() == answer).click()
        scene.qtbot.waitUntil(lambda: not scene.window.transcript.findChildren(QuestionDialog))

    delete("Keep")
    assert not actions.undo.isVisible()
    delete("Delete")
    assert actions.undo.isVisible()
    assert "Lisbon" not in scene.text()
    actions.undo.undo_button.click()
    assert "Lisbon" in scene.text()
    assert scene.turns() == (first, second), "text and place"
    assert scene.services.memory.facts(person) == facts, "with their links"

    delete("Delete")
    scene.window.composer.set_text("And in July?")
    scene.qtbot.keyClick(scene.window.composer._edit, Qt.Key.Key_Return)
    scene.shows("And in July?", "Third reply.")
    assert [turn.question.text for turn in scene.turns()] == ["What blooms in June?", "And in July?"]
    ledger = scene.services.context.ledger(scene.turns()[-1].id)
    assert ledger is not None
    assert not any("Lisbon" in piece.text for piece in ledger.pieces)
    assert scene.services.memory.facts(person) == []


def test_copying_as_markdown_takes_the_selected_messages_whole(scene: Scene) -> None:
    first, _second = scene.turns()
    scene.at(first.id)
    scene.key(Qt.Key.Key_C, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert QGuiApplication.clipboard().text() == "**You**\n\nI live in Lisbon.\n\n**Assistant**\n\nFirst reply.\n"

    scene.window.transcript.browser.selectAll()
    scene.key(Qt.Key.Key_C, CTRL | Qt.KeyboardModifier.ShiftModifier)
    copied = QGuiApplication.clipboard().text()
    assert copied.index("First reply.") < copied.index("What blooms in June?") < copied.index("Second reply.")


def test_the_bar_follows_the_pointer_and_has_names(scene: Scene) -> None:
    _, second = scene.turns()
    bar = scene.window.turn_actions.bar
    browser = scene.window.transcript.browser
    block = browser.rows.first_block(browser.rows.index_of(second.id))
    where = browser.cursorRect(QTextCursor(block)).center() + QPoint(30, 0)
    assert not bar.isVisible()

    QApplication.sendEvent(browser.viewport(), _move(browser.viewport(), where))

    assert bar.isVisible()
    assert bar.turn_id == second.id
    assert {name for name, button in bar.buttons.items() if button.isVisible()} == {"copy", "edit", "again", "more"}
    assert all(button.accessibleName() for button in bar.buttons.values())
    scene.qtbot.waitUntil(lambda: "reads" in bar.buttons["again"].toolTip())
    bar.buttons["copy"].click()
    assert QGuiApplication.clipboard().text() == "What blooms in June?\n\nSecond reply."
    bar.buttons["edit"].click()
    assert scene.window.turn_actions.editor.turn_id == second.id


def test_a_hit_on_another_version_is_opened_there(scene: Scene) -> None:
    _, second = scene.turns()
    scene.services.chat.edit(second.id, "What blooms in May?")
    scene.shows("What blooms in May?")
    person = scene.services.people.list()[0].id

    scene.window._open_found(person, scene.session, second.id)

    scene.shows("What blooms in June?", "Second reply.")
    assert scene.turns()[-1].id == second.id


def test_a_turn_is_pinned_from_its_menu(scene: Scene) -> None:
    first, _ = scene.turns()
    scene.window.turn_actions.run("pin", first.id)
    scene.shows("pinned")
    assert scene.turns()[0].pinned
    assert "Unpin" in scene.menu(first.id)


def test_any_turn_is_erased_with_a_certificate_from_its_menu(scene: Scene) -> None:
    first, second = scene.turns()
    scene.menu(first.id)["Erase with certificate …"].trigger()  # type: ignore[attr-defined]
    (dialog,) = scene.window.findChildren(EraseDialog)
    assert dialog.turn.isChecked()
    assert dialog.turn.text() == "Turn 1: the message and its reply"
    dialog.sure.setChecked(True)
    scene.qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    scene.qtbot.waitUntil(lambda: dialog.certificate is not None, timeout=20_000)
    assert dialog.certificate is not None
    assert dialog.certificate.kind is ErasedKind.TURN
    assert dialog.certificate.verification.rows_left == 0
    # The reply stands in the file that tells the scripted model what to say, and the search finds even that.
    assert dialog.certificate.verification.remnants == ("smollm-scripted.json",)
    assert [turn.id for turn in scene.turns()] == [second.id]
    scene.qtbot.waitUntil(lambda: "Lisbon" not in scene.text() and "What blooms in June?" in scene.text())


def test_a_stop_ends_one_reply_and_not_the_ones_that_are_asked_for_after_it(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    script = {"tokens_per_second": 40, "replies": (LONG, "In May.", "In May again.")}
    with vault_window(qtbot, qapp, tmp_path, people=("Me",), context_length=2048, **script) as (window, services):

        def newest() -> Turn | None:
            turns = services.sessions.page(window.session_id).turns if window.session_id is not None else ()
            return turns[-1] if turns else None

        def ends(count: int) -> Turn:
            qtbot.waitUntil(lambda: sum(isinstance(each, TurnFinished) for each in heard.events) == count, timeout=9000)
            qtbot.waitUntil(lambda: window.transcript.turn_ids() != ())
            turn = newest()
            assert turn is not None
            qtbot.waitUntil(lambda: "again" in window.turn_actions._offered(turn.id))
            return turn

        heard = Heard(services)
        window.composer.set_text("What blooms in June?")
        window.composer.send()
        qtbot.waitUntil(lambda: "w1" in window.transcript.browser.toPlainText(), timeout=9000)
        window.conversation.stop()
        stopped = ends(1)
        assert stopped.finish_reason is FinishReason.CANCELLED

        window.turn_actions.run("edit", stopped.id)
        window.turn_actions.editor.edit.setPlainText("What blooms in May?")
        window.turn_actions.editor.send_button.click()
        edited = ends(2)
        assert edited.question.text == "What blooms in May?"
        assert edited.finish_reason is FinishReason.STOP, "nobody stopped this one"

        window.turn_actions.run("again", edited.id)
        assert ends(3).finish_reason is FinishReason.STOP


def _move(viewport: object, where: QPoint) -> QMouseEvent:
    return QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(where),
        QPointF(viewport.mapToGlobal(where)),  # type: ignore[attr-defined]
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )


@pytest.mark.parametrize("place", ["transcript", "composer", "sessions", "undo"])
def test_the_keys_for_undo_bring_a_deleted_message_back(scene: Scene, place: str) -> None:
    first, second = scene.turns()
    window, actions = scene.window, scene.window.turn_actions
    scene.at(first.id)
    actions.run("delete", first.id)
    (box,) = window.transcript.findChildren(QuestionDialog)
    next(button for button in box.findChildren(QPushButton) if button.text() == "Delete").click()
    scene.qtbot.waitUntil(lambda: "Lisbon" not in scene.text())
    focused = {
        "transcript": window.transcript.browser,
        "composer": window.composer.edit,
        "sessions": window.sessions.list,
        "undo": actions.undo.undo_button,
    }[place]
    focused.setFocus()
    if place == "composer":  # what was typed is undone first
        scene.qtbot.keyClicks(focused, "ab")
        scene.qtbot.keyClick(focused, Qt.Key.Key_Z, CTRL)
        assert window.composer.text() == ""
        assert "Lisbon" not in scene.text()
    scene.qtbot.keyClick(focused, Qt.Key.Key_Z, CTRL)
    assert "Lisbon" in scene.text()
    assert not actions.undo.isVisible()
    assert scene.turns() == (first, second)
    if place in ("transcript", "undo"):
        assert window.transcript.browser.hasFocus()
        assert window.transcript.browser.marked_turn == first.id
