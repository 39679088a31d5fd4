"""Hygiene through its real dialog, over a real vault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.domain.memory import FactState
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.hygiene import DUPLICATES, FACTS, SUMMARIES, WORK, HygieneDialog
from desktop_app.ui.dialogs.memory_work import MemoryWorkDialog
from desktop_app.ui.dialogs.question import QuestionDialog
from tests.scripted_program import scripted_program

SAID = "Our beehives stand behind the old barn near the orchard."


class Scene:
    def __init__(self, qtbot: QtBot, services: Services, person: int, sessions: tuple[int, int]) -> None:
        self.qtbot = qtbot
        self.services = services
        self.person = person
        self.sessions = sessions
        self.bridge = EventBridge(services.bus, services.tasks)
        self.dialog = HygieneDialog(services, self.bridge, person)
        self.dialog.show()
        self.wait(lambda: self.texts(FACTS) and self.dialog.sizes.rowCount())

    def wait(self, condition: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(condition()), timeout=8000)

    def texts(self, key: int) -> list[str]:
        shown = self.dialog.lists[key]
        return [shown.item(row).text() for row in range(shown.count())]

    def choose(self, key: int, row: int = 0) -> None:
        self.dialog.tabs.setCurrentIndex(key)
        self.dialog.lists[key].setCurrentRow(row)


@pytest.fixture
def scene(qtbot: QtBot, tmp_path: Path) -> Iterator[Scene]:
    with scripted_program(tmp_path) as services:
        person = services.people.create("Ann").id
        first, second = (services.sessions.create(person, title).id for title in ("The bees", "Again"))
        services.chat.record(first, SAID, "person")
        services.chat.record(first, "I am allergic to naproxen.", "person")
        services.chat.record(second, SAID, "person")
        assert services.consolidation.wait(60)
        made = Scene(qtbot, services, person, (first, second))
        yield made
        made.bridge.close()
        if shiboken6.isValid(made.dialog):
            shiboken6.delete(made.dialog)


def test_repeated_turns_are_recalled_once_until_that_is_undone(scene: Scene) -> None:
    dialog = scene.dialog
    assert scene.texts(DUPLICATES)[0].startswith(f"{SAID}\nsaid 2 times: The bees, turn 1, ")
    assert dialog.tabs.tabText(DUPLICATES) == "Said twice 1"
    assert not dialog.leave_out.isEnabled()
    scene.choose(DUPLICATES)
    dialog.leave_out.click()
    scene.wait(lambda: scene.texts(DUPLICATES) == [])
    assert dialog.state.text() == "1 turn is recalled no longer."
    third = scene.services.sessions.create(scene.person, "Third").id
    recalled = scene.services.context.preview(third, "Where do our beehives stand?", "person").recalled
    assert [snippet.session_id for snippet in recalled if snippet.text == SAID] == [scene.sessions[1]]
    dialog.undo.click()
    scene.wait(lambda: scene.texts(DUPLICATES))
    assert not dialog.undo.isVisible()


def test_older_repetitions_are_deleted_only_after_a_question(scene: Scene) -> None:
    scene.choose(DUPLICATES)
    scene.dialog.delete.click()
    scene.wait(lambda: scene.dialog.findChild(QuestionDialog))
    box = scene.dialog.findChild(QuestionDialog)
    keep, delete = (next(b for b in box.findChildren(QPushButton) if b.text() == text) for text in ("Keep", "Delete"))
    assert box.cancel_button is keep
    assert keep.isDefault()
    keep.click()
    assert len(scene.services.sessions.page(scene.sessions[0]).turns) == 2
    scene.dialog.delete.click()
    scene.wait(lambda: any(b.isVisible() for b in scene.dialog.findChildren(QuestionDialog)))
    box = next(b for b in scene.dialog.findChildren(QuestionDialog) if b.isVisible())
    delete = next(b for b in box.findChildren(QPushButton) if b.text() == "Delete")
    delete.click()
    scene.wait(lambda: scene.texts(DUPLICATES) == [])
    assert len(scene.services.sessions.page(scene.sessions[0]).turns) == 1
    assert len(scene.services.sessions.page(scene.sessions[1]).turns) == 1


def test_an_unused_fact_is_retracted_and_held_again(scene: Scene) -> None:
    assert "naproxen" in scene.texts(FACTS)[0]
    fact = scene.services.memory.facts(scene.person)[0]
    scene.choose(FACTS)
    scene.dialog.retract.click()
    scene.wait(lambda: scene.texts(FACTS) == [])
    assert scene.services.memory.facts(scene.person)[0].state is FactState.RETRACTED
    scene.dialog.undo.click()
    scene.wait(lambda: scene.texts(FACTS))
    assert scene.services.memory.facts(scene.person)[0].state is fact.state


def test_a_fact_is_in_use_once_a_prompt_has_carried_it(scene: Scene) -> None:
    scene.services.chat.send(scene.sessions[1], "Which drugs am I allergic to?", "person")
    scene.wait(lambda: scene.texts(FACTS) == [])


def test_a_stale_summary_is_made_anew(scene: Scene) -> None:
    store = scene.services.hygiene._store
    turn = scene.services.sessions.page(scene.sessions[0]).turns[0].id

    def stale(db) -> None:  # type: ignore[no-untyped-def]
        db.summaries.add(scene.sessions[0], "normal", "Bees.", covers=[turn], now_ms=1)
        db.summaries.mark_stale(scene.sessions[0])

    store.write(stale)
    scene.dialog._read()
    scene.wait(lambda: scene.texts(SUMMARIES) == ["The bees\nsegments out of date: 1"])
    scene.choose(SUMMARIES)
    scene.dialog.rebuild.click()
    scene.wait(lambda: scene.dialog.state.text().startswith("The summaries are made anew"))


def test_sizes_add_up_and_memory_work_is_one_press_away(scene: Scene) -> None:
    sizes = scene.dialog.sizes
    rows = {sizes.item(row, 0).text(): sizes.item(row, 1).text() for row in range(sizes.rowCount())}
    assert (rows["Turns and sessions"], rows["Memories"], rows["Facts"]) == ("3", "3", "1")
    assert rows["Vectors"] == rows["Word indexes"] == "3"
    store = scene.services.hygiene._store
    pages = store.read(
        lambda db: [
            db.connection.execute(f"PRAGMA {name}").fetchall()[0][0]
            for name in ("page_count", "page_size", "freelist_count")
        ]
    )
    total = sum(layer.bytes for layer in scene.services.hygiene.layers())
    assert total == (pages[0] - pages[2]) * pages[1]
    scene.dialog.tabs.setCurrentIndex(WORK)
    assert scene.dialog.notes[WORK].text().startswith("Memory work: 0 steps waiting")
    scene.dialog.work.click()
    work = scene.dialog.findChild(MemoryWorkDialog)
    assert work is not None
    work.close()


def test_a_finding_leads_to_the_conversation(scene: Scene, qtbot: QtBot) -> None:
    scene.choose(DUPLICATES)
    newest = scene.services.sessions.page(scene.sessions[1]).turns[0].id
    with qtbot.waitSignal(scene.dialog.source_requested) as went:
        qtbot.mouseClick(scene.dialog.go[0], Qt.MouseButton.LeftButton)
    assert went.args == [scene.sessions[1], newest]
