"""Commands to the memory and questions to the record, typed into the real window over a real vault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import MEMORY, PERSON, FinishReason, Turn, VaultKind
from desktop_app.domain.memory import Category, FactState
from desktop_app.domain.settings import FactMode
from desktop_app.services.facade import Services
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.message_edit import MessageEdit
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.settings.dialog import SettingsDialog
from desktop_app.ui.shell import build_window
from tests.scripted_program import scripted_program


class Scene:
    """The window over a program, and what a person does in it."""

    def __init__(self, window: MainWindow, services: Services, qtbot: QtBot) -> None:
        self.window = window
        self.services = services
        self.qtbot = qtbot

    @property
    def edit(self) -> MessageEdit:
        return self.window.composer.findChild(MessageEdit)

    def turns(self) -> tuple[Turn, ...]:
        return self.services.sessions.page(self.window.session_id or 0).turns

    def press(
        self, text: str, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier, *, turns: int | None = None
    ) -> Turn:
        """Write a text, press Enter, and wait for its turn."""
        before = len(self.turns()) if turns is None else turns
        self.edit.setFocus()
        self.window.composer.set_text(text)
        self.qtbot.keyClick(self.edit, Qt.Key.Key_Return, modifiers)
        self.qtbot.waitUntil(lambda: len(self.turns()) > before and self.turns()[-1].finish_reason is not None)
        self.qtbot.waitUntil(lambda: self.window.conversation._outbox.is_idle)
        return self.turns()[-1]

    def held(self) -> list[tuple[Category, str]]:
        facts = self.services.memory.facts(self.window.person_id or 0)
        return [(fact.category, fact.value) for fact in facts if fact.state is FactState.ACTIVE]

    def button(self, name: str) -> QPushButton:
        def shown() -> list[QPushButton]:
            return [b for b in self.window.findChildren(QPushButton) if b.isVisible() and b.accessibleName() == name]

        self.qtbot.waitUntil(lambda: len(shown()) == 1)
        return shown()[0]

    def click(self, name: str) -> None:
        self.qtbot.mouseClick(self.button(name), Qt.MouseButton.LeftButton)

    def until(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition)


Open = Callable[..., Scene]


@pytest.fixture
def open_scene(qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens the window; without ``load`` there is no model."""
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    ends: list[Callable[[], None]] = []

    def make(*, load: bool = False, kind: VaultKind = VaultKind.PERSONAL, language: str = "en") -> Scene:
        context = scripted_program(tmp_path, load=load, kind=kind)
        services = context.__enter__()
        services.sessions.create(services.people.create("Ann").id, "Knee")
        preferences = PreferenceStore(None)
        preferences.update(language=language, welcomed=True)
        window = build_window(qapp, services, preferences)
        window.resize(1280, 800)
        window.show()
        qtbot.waitUntil(lambda: window.session_id is not None)

        def end() -> None:
            window.close()
            context.__exit__(None, None, None)
            window.deleteLater()

        ends.append(end)
        return Scene(window, services, qtbot)

    yield make
    for end in ends:
        end()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.setStyleSheet("")


def test_remember_without_a_model_is_stored_shown_and_undone(open_scene: Open) -> None:
    scene = open_scene()
    turn = scene.press("Remember that I'm allergic to penicillin")

    assert turn.finish_reason is FinishReason.GIVEN
    assert turn.reply is not None
    assert turn.reply.speaker == MEMORY
    assert scene.held() == [(Category.ALLERGY, "penicillin")]
    scene.until(lambda: "without the model" in scene.window.transcript.browser.toPlainText())
    scene.until(lambda: scene.window.memory_notice.isVisible())
    assert scene.window.memory_notice.accessibleName() == "Remembered: penicillin"

    scene.press("What do you know about me?")  # the way back stays
    scene.click("Undo: Remembered: penicillin")
    scene.until(lambda: scene.held() == [])
    scene.until(lambda: scene.window.memory_notice.accessibleName().startswith("Undone"))
    scene.click("Close")
    assert not scene.window.memory_notice.isVisible()
    assert scene.edit.hasFocus()


def test_the_composer_says_that_no_model_is_asked(open_scene: Open) -> None:
    scene = open_scene()
    scene.window.composer.set_text("What do you know about me?")
    scene.until(lambda: scene.window.composer._preview.text() == "answered from memory, without the model")
    assert scene.window.composer._send.isEnabled()
    scene.window.composer.set_text("Who was Kant?")
    scene.until(lambda: not scene.window.composer._send.isEnabled())


def test_enter_during_preedit_gives_no_command_and_after_it_exactly_one(open_scene: Open, qtbot: QtBot) -> None:
    scene = open_scene(language="zh")
    scene.edit.setFocus()
    scene.window.composer.set_text("请记住我对青霉素")
    QApplication.sendEvent(scene.edit, QInputMethodEvent("guomin", []))
    shift = Qt.KeyboardModifier.ShiftModifier
    for modifiers in (
        Qt.KeyboardModifier.NoModifier,
        Qt.KeyboardModifier.ControlModifier,
        Qt.KeyboardModifier.ControlModifier | shift,
    ):
        qtbot.keyClick(scene.edit, Qt.Key.Key_Return, modifiers)
    qtbot.wait(30)
    assert scene.turns() == ()
    commit = QInputMethodEvent("", [])
    commit.setCommitString("过敏")
    QApplication.sendEvent(scene.edit, commit)
    qtbot.keyClick(scene.edit, Qt.Key.Key_Return)
    scene.until(lambda: len(scene.turns()) == 1)
    assert scene.turns()[0].question.text == "请记住我对青霉素过敏"
    scene.until(lambda: scene.held() == [(Category.ALLERGY, "青霉素")])


def test_several_matches_are_chosen_from_by_keyboard_and_undone(open_scene: Open, qtbot: QtBot) -> None:
    scene = open_scene()
    scene.press("Remember that I take aspirin and metoprolol")
    scene.press("Forget what I said about my medication")
    notice = scene.window.memory_notice
    scene.until(lambda: notice.accessibleName() == "Which of these is to be forgotten?")
    assert len(scene.held()) == 2
    choice = scene.button("Forget: metoprolol")
    assert "take aspirin and metoprolol" in choice.accessibleDescription()
    choice.setFocus()
    qtbot.keyClick(choice, Qt.Key.Key_Space)
    scene.until(lambda: scene.held() == [(Category.MEDICATION, "aspirin")])
    scene.until(
        lambda: notice.accessibleName().startswith("Forgotten: metoprolol. The conversation still has the words")
    )
    assert scene.edit.hasFocus()  # on Undo, the next space that is typed would take it back
    qtbot.keyClicks(scene.edit, "Hello there")
    assert scene.edit.toPlainText() == "Hello there"
    assert len(scene.held()) == 1
    scene.click(f"Undo: {notice.accessibleName()}")
    scene.until(lambda: len(scene.held()) == 2)


def test_keeping_all_forgets_nothing(open_scene: Open) -> None:
    scene = open_scene()
    scene.press("Remember that I take aspirin and metoprolol")
    scene.press("Forget everything you know about me")
    scene.until(lambda: scene.window.memory_notice.accessibleName().startswith("Which"))
    scene.click("Keep all")
    assert len(scene.held()) == 2
    assert not scene.window.memory_notice.isVisible()


def test_the_transcript_tells_what_was_chosen_and_what_was_undone(open_scene: Open, tmp_path: Path) -> None:
    scene = open_scene()
    scene.press("Remember that I take aspirin and metoprolol")
    scene.press("Forget everything you know about me")
    transcript = scene.window.transcript.browser
    scene.until(lambda: "Nothing is forgotten until it is chosen" in transcript.toPlainText())
    assert "Forgotten:" not in transcript.toPlainText()
    scene.click("Forget all of these")
    scene.until(lambda: "Forgotten:" in transcript.toPlainText())
    assert scene.held() == []
    scene.until(lambda: scene.window.memory_notice.accessibleName().startswith("Forgotten"))
    undo = next(b for b in scene.window.memory_notice.findChildren(QPushButton) if b.text() == "Undo")
    scene.qtbot.mouseClick(undo, Qt.MouseButton.LeftButton)
    scene.until(lambda: "Undone: everything is as it was before." in transcript.toPlainText())
    assert len(scene.held()) == 2


def test_what_was_done_belongs_to_its_session(open_scene: Open, qtbot: QtBot) -> None:
    scene = open_scene()
    scene.press("Remember that I smoke")
    scene.until(lambda: scene.window.memory_notice.isVisible())
    first = scene.window.session_id
    person = scene.window.person_id
    assert first is not None
    assert person is not None
    scene.window.open_session(person, scene.services.sessions.create(person, "Other").id)
    assert not scene.window.memory_notice.isVisible()
    scene.window.open_session(person, first)
    assert scene.window.memory_notice.isVisible()


def test_a_link_of_an_answer_leads_to_where_it_was_said(open_scene: Open) -> None:
    scene = open_scene()
    scene.press("Remember that I smoke")
    first = scene.window.session_id
    person = scene.window.person_id
    assert person is not None
    scene.window.open_session(person, scene.services.sessions.create(person, "Other").id)
    turn = scene.press("What do you know about me?", turns=0)
    assert turn.reply is not None
    link = f"turn:{first}/{scene.services.memory.facts(person)[0].turn_id}"
    assert f"({link})" in turn.reply.text
    browser = scene.window.transcript.browser
    scene.until(lambda: link in browser.toHtml())
    browser.link_activated.emit(link)
    scene.until(lambda: scene.window.session_id == first)
    assert browser.framed_turn == int(link.rpartition("/")[2]), "for a moment it is seen which turn is meant"


def test_what_was_done_leaves_by_itself_unless_somebody_is_at_it(
    open_scene: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_app.ui.memory_notice.UNDO_LASTS_MS", 2_000)
    monkeypatch.setattr("desktop_app.ui.memory_notice.LASTS_MS", 80)
    scene = open_scene()
    notice = scene.window.memory_notice
    scene.press("Remember that I live in Lisbon")
    qtbot.waitUntil(notice.isVisible)
    notice._undo.setFocus()
    notice._on_time_over()
    assert notice.isVisible(), "the keyboard is in it"
    scene.window.focus_composer()
    qtbot.waitUntil(lambda: not notice.isVisible())
    assert scene.held() == [(Category.RESIDENCE, "Lisbon")]


def test_a_link_that_the_model_wrote_leads_nowhere(open_scene: Open) -> None:
    scene = open_scene(load=True)
    scene.press("@@say see [this](turn:1/1)")
    browser = scene.window.transcript.browser
    scene.until(lambda: "turn:1/1" in browser.toHtml())
    assert 'href="address:turn:1/1"' in browser.toHtml()
    assert 'href="turn:1/1"' not in browser.toHtml()


def test_the_record_is_asked_by_key_and_by_button_without_a_model(open_scene: Open) -> None:
    scene = open_scene()
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    scene.press("The roof was repaired in May by Mr Stone", control)
    assert scene.services.consolidation.wait()
    turn = scene.press("Who repaired the roof?", control | shift)
    assert turn.reply is not None
    assert turn.reply.speaker == MEMORY
    assert "“The roof was repaired in May by Mr Stone”" in turn.reply.text

    scene.window.composer.set_text("How far away is the moon?")
    scene.click("Ask the record, without the model")
    scene.until(lambda: len(scene.turns()) == 3 and scene.turns()[-1].finish_reason is not None)
    reply = scene.turns()[-1].reply
    assert reply is not None
    assert reply.text == "There is nothing in the record about this."


def test_a_near_miss_goes_to_the_model(open_scene: Open) -> None:
    scene = open_scene(load=True)
    turn = scene.press("What do you know about penicillin?")
    assert turn.finish_reason is FinishReason.STOP
    assert scene.services.records.record(turn.id)["prompt_tokens"]


def test_a_command_during_a_reply_waits_its_turn(open_scene: Open) -> None:
    scene = open_scene(load=True)
    scene.window.composer.set_text("@@tokens 30")
    scene.window.composer.send()
    scene.window.composer.set_text("Remember that I smoke")
    scene.window.composer.send()
    scene.until(lambda: len(scene.turns()) == 2 and scene.turns()[-1].finish_reason is FinishReason.GIVEN)
    assert scene.held() == [(Category.HABIT, "smoke")]
    assert scene.turns()[0].question.speaker == PERSON


def test_proposed_facts_are_announced_quietly_and_found_in_the_facts_tab(open_scene: Open) -> None:
    scene = open_scene()
    person = scene.window.person_id
    assert person is not None
    scene.services.people.set_memory(person, FactMode.ASK, False)
    scene.press("I smoke.", Qt.KeyboardModifier.ControlModifier)
    assert scene.services.consolidation.wait()
    notice = scene.window.proposal_notice
    scene.until(lambda: notice.isVisible())
    assert notice.accessibleName().startswith("1 fact found waits")
    scene.click("Look at the facts that wait")
    assert scene.window.memory_panel.tabs.current_key() == "facts"
    scene.until(lambda: "to confirm" in scene.window.memory_panel.pages["facts"].browser.toPlainText())
    scene.click("Confirm facts later")
    assert not notice.isVisible()
    scene.services.memory.confirm(scene.services.memory.facts(person)[0].id)
    scene.until(lambda: not notice.waiting(notice._facts))


def test_the_mode_of_the_vault_and_of_the_person_and_the_scope_are_settings(open_scene: Open) -> None:
    scene = open_scene()
    scene.until(lambda: bool(scene.window._people))
    scene.window.dialogs.settings()
    [dialog] = scene.window.findChildren(SettingsDialog)
    boxes = {box.accessibleName(): box for box in dialog.findChildren(QComboBox)}
    boxes["Facts found in what is said"].setCurrentIndex(1)
    boxes["For Ann"].setCurrentIndex(3)
    boxes["Facts of Ann are used"].setCurrentIndex(1)
    dialog.accept()
    scene.until(lambda: scene.services.settings.get().fact_mode is FactMode.ASK)
    person = scene.window.person_id or 0
    scene.until(lambda: scene.services.people.get(person).fact_mode == "off")
    assert scene.services.people.get(person).shares_facts


def test_patients_have_no_scope_to_choose(open_scene: Open) -> None:
    scene = open_scene(kind=VaultKind.CLINICAL)
    scene.until(lambda: bool(scene.window._people))
    scene.window.dialogs.settings()
    [dialog] = scene.window.findChildren(SettingsDialog)
    names = [box.accessibleName() for box in dialog.findChildren(QComboBox)]
    assert "For Ann" in names
    assert "Facts of Ann are used" not in names
    dialog.reject()
