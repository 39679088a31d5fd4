"""Testing one's memory through the window of a real program: ask, look, try other settings, keep them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import PERSON
from desktop_app.domain.events import EmbedderChanged
from desktop_app.services.facade import Services
from desktop_app.services.memory_test import MemoryTest
from desktop_app.ui.dialogs.memory_test import MemoryTestDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from tests.scripted_program import scripted_program

SAID = (
    "My beehives stand behind the old barn near the creek.",
    "The cello teacher moved her lesson to Thursday evening.",
    "Our boiler lost pressure because a valve was leaking.",
)
Scene = tuple[MainWindow, Services]


@pytest.fixture
def scene(qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    """The window over a scripted program in which three things were said and indexed."""
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    monkeypatch.setattr("desktop_app.services.consolidation.IDLE_S", 60.0)  # facts would ask more than the tests count
    with scripted_program(tmp_path) as services:
        person = services.people.create("Ann")
        for text in SAID:
            session = services.sessions.create(person.id, text[:12])
            turn = services.chat.record(session.id, text, PERSON)
            services.consolidation._retrieval.index_turn(turn.id)
        preferences = PreferenceStore(None)
        preferences.update(language="en", welcomed=True)
        window = build_window(qapp, services, preferences)
        window.resize(1280, 800)
        window.show()
        qtbot.waitUntil(lambda: window.session_id is not None)
        yield window, services
        window.close()
        window.deleteLater()
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        qapp.setStyleSheet("")


def open_dialog(window: MainWindow, qtbot: QtBot) -> MemoryTestDialog:
    """By the menu, as a person does."""
    more = window.top_bar._memory_more
    menu = more.menu()
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if "Test my memory" in action.text()).trigger()
    (dialog,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, MemoryTestDialog) and w.isVisible())
    qtbot.waitUntil(lambda: dialog._report is not None)
    return dialog


def test_the_history_is_asked_at_once_and_each_question_shows_what_it_recalled(scene: Scene, qtbot: QtBot) -> None:
    window, _ = scene
    dialog = open_dialog(window, qtbot)
    assert dialog._list.count() == 3
    assert dialog._result.text().startswith("3 of 3 questions recall their memory.")
    assert "✓ recalled, rank 1" in dialog._list.item(0).text()
    dialog._list.setFocus()
    qtbot.keyClick(dialog._list, Qt.Key.Key_Down)
    question = dialog._list.item(1).text().splitlines()[1]
    shown = dialog._details.toPlainText()
    assert shown.startswith(question)
    assert "turn 1: score" in shown
    assert any(text in shown for text in SAID)
    assert not dialog.accept_button.isEnabled()  # nothing was changed


def test_what_was_missed_is_counted_by_its_reason(scene: Scene, qtbot: QtBot) -> None:
    window, _ = scene
    dialog = open_dialog(window, qtbot)
    dialog._minimum.setValue(1.0)
    dialog._run.click()
    qtbot.waitUntil(lambda: dialog._report is not None and dialog._report.tried.recall.minimum_score == 1.0)
    said = dialog._result.text()
    assert said.startswith("0 of 3 questions recall their memory. Missed: below the least similarity: 3.")
    assert "By their order alone, before anything is left out, 100% stand first" in said
    dialog.reject()


@pytest.mark.parametrize("body_px", [14, 28])
def test_nothing_moves_when_a_result_comes(
    scene: Scene, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, body_px: int
) -> None:
    monkeypatch.setattr(QScreen, "availableGeometry", lambda _: QRect(0, 0, 1280, 800))
    window, _ = scene
    window._themes.set_body_px(body_px)
    dialog = open_dialog(window, qtbot)
    qtbot.wait(30)

    def places() -> list[tuple[int, int]]:
        parts = (dialog._run, dialog._minimum, dialog._list, dialog._go, dialog.cancel_button, dialog.accept_button)
        return [part.mapTo(dialog, QPoint()).toTuple() for part in parts]

    before, size = places(), dialog.size()
    for minimum in (1.0, 0.0):
        dialog._minimum.setValue(minimum)
        qtbot.wait(10)
        assert "ask again" in dialog._compared.text()
        assert places() == before
        tried = dialog._report
        dialog._run.click()
        assert places() == before  # while it asks
        qtbot.waitUntil(lambda tried=tried: dialog._report is not tried)
        qtbot.wait(10)
        assert places() == before
        for words in (dialog._result, dialog._compared):
            assert words.height() >= words.heightForWidth(words.width())
    assert dialog.size() == size
    dialog.reject()


def test_it_waits_for_recall_by_meaning_and_says_so(
    scene: Scene, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, services = scene
    ready = services.models.embedder_state
    monkeypatch.setattr(type(services.models), "embedder_state", EmbedderChanged(False))
    window.dialogs.test_memory()
    (dialog,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, MemoryTestDialog) and w.isVisible())
    qtbot.waitUntil(lambda: dialog._result.text().startswith("Recall by meaning is being loaded"))
    assert dialog._report is None
    assert dialog._run.isEnabled()
    services.bus.publish(ready)
    qtbot.waitUntil(lambda: dialog._report is not None)
    assert not dialog._report.words_only
    dialog.reject()


def test_other_settings_are_tried_and_kept_only_when_asked(scene: Scene, qtbot: QtBot) -> None:
    window, services = scene
    before = services.settings.get()
    dialog = open_dialog(window, qtbot)
    dialog._budget.setValue(0)
    dialog._top_k.setValue(9)
    assert "ask again" in dialog._compared.text()
    assert not dialog.accept_button.isEnabled()  # not tried yet
    first = dialog._report
    qtbot.mouseClick(dialog._run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog._report is not first)
    assert dialog._result.text().startswith("0 of 3")
    assert "3 of 3 (-3)" in dialog._compared.text()
    assert "no room in the budget" in dialog._list.item(0).text()
    assert services.settings.get() == before
    assert dialog.accept_button.isEnabled()
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.settings.get() != before)
    kept = services.settings.get()
    assert (kept.recall.top_k, kept.context.recall_budget_tokens) == (9, 0)
    assert kept.reply == before.reply


def test_a_file_asks_its_own_questions_and_a_bad_one_is_named(scene: Scene, qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = scene
    dialog = open_dialog(window, qtbot)
    path = tmp_path / "mine.jsonl"
    path.write_text(json.dumps({"question": "Where are the beehives?", "expect": "old barn"}), encoding="utf-8")
    dialog.ask_file(path)
    qtbot.waitUntil(lambda: dialog._report is not None and dialog._report.scored == 1)
    assert dialog._list.count() == 1
    path.write_text("{}", encoding="utf-8")
    dialog.ask_file(path)
    qtbot.waitUntil(lambda: "could not be read" in dialog._result.text())
    assert "mine.jsonl, line 1" in dialog._result.text()
    assert dialog.isVisible()


def test_asking_can_be_stopped(scene: Scene, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window, _ = scene
    dialog = open_dialog(window, qtbot)
    asked = MemoryTest._asked

    def slowly(test: MemoryTest, text: str) -> object:
        dialog._progress._cancelled.wait(5)
        return asked(test, text)

    monkeypatch.setattr(MemoryTest, "_asked", slowly)
    qtbot.mouseClick(dialog._run, Qt.MouseButton.LeftButton)
    assert dialog._run.text() == "Stop"
    assert dialog._bar.isVisible()
    qtbot.mouseClick(dialog._run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not dialog._asking)
    assert dialog._run.text() == "Ask again"
    assert dialog._report is not None  # what was found before stays


def test_everything_is_reached_by_tab_and_named_in_both_languages(scene: Scene, qtbot: QtBot) -> None:
    window, _ = scene
    dialog = open_dialog(window, qtbot)
    fields = (dialog._source, dialog._run, dialog._top_k, dialog._minimum, dialog._meaning, dialog._budget)
    wanted: set[QWidget] = {*fields, dialog._list, dialog._details, dialog._go, dialog.cancel_button}
    reached: set[QWidget] = set()
    dialog._source.setFocus()
    for _ in range(20):
        focused = QApplication.focusWidget()
        assert focused is not None
        reached.add(focused)
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert wanted <= reached
    english = {widget.accessibleName() or widget.property("text") for widget in wanted}
    window.dialogs._translations.set_choice("zh")
    qtbot.waitUntil(lambda: dialog.windowTitle() == "测试记忆")
    chinese = {widget.accessibleName() or widget.property("text") for widget in wanted}
    assert not {"", None} & (english | chinese)
    assert not english & chinese
