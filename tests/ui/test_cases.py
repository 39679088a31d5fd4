"""Cases and replay through the real dialogs, over a real vault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.cases import Expectation, ExpectationKind
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.cases import CasesDialog
from desktop_app.ui.dialogs.save_case import SaveCaseDialog
from desktop_app.ui.theme import ThemeName, make_theme
from tests.ui.memory_panel.vault_scene import remembering

QUESTION = "Where do our beehives stand?"


@dataclass
class Scene:
    qtbot: QtBot
    services: Services
    bridge: EventBridge
    parent: QWidget
    person: int
    session: int
    asked: int

    def wait(self, condition: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(condition()), timeout=8000)

    def save(self) -> SaveCaseDialog:
        dialog = SaveCaseDialog(self.services.cases, self.bridge, self.asked, self.parent)
        dialog.show()
        self.wait(lambda: dialog.list.count())
        return dialog

    def open(self) -> CasesDialog:
        theme = make_theme(ThemeName.LIGHT)
        dialog = CasesDialog(self.services, self.bridge, theme, self.person, self.session, self.parent)
        dialog.show()
        self.wait(lambda: dialog.table.rowCount() == len(self.services.cases.book(self.person).cases))
        return dialog


@pytest.fixture
def scene(qtbot: QtBot, tmp_path: Path) -> Iterator[Scene]:
    with remembering(tmp_path) as (services, person, today):
        services.chat.send(today, "Good morning, how are you today?", "person")
        asked = services.chat.send(today, QUESTION, "person").id
        assert services.consolidation.wait(60)
        bridge = EventBridge(services.bus, services.tasks)
        parent = QWidget()
        parent.show()
        yield Scene(qtbot, services, bridge, parent, person, today, asked)
        bridge.close()
        shiboken6.delete(parent)


def row(dialog: CasesDialog, number: int = 0) -> list[str]:
    return [dialog.table.item(number, column).text() for column in range(3)]


def test_a_case_is_saved_from_a_turn_with_what_is_ticked_and_added(scene: Scene) -> None:
    dialog = scene.save()
    assert dialog.name.text() == QUESTION
    assert any("Our beehives stand" in dialog.list.item(n).text() for n in range(dialog.list.count()))
    for number in range(dialog.list.count()):
        if "Our beehives stand" not in dialog.list.item(number).text():
            dialog.list.item(number).setCheckState(Qt.CheckState.Unchecked)
    dialog.kind.setCurrentIndex(list(ExpectationKind).index(ExpectationKind.REPLY_CONTAINS))
    dialog.kind.activated.emit(dialog.kind.currentIndex())
    assert not dialog.add.isEnabled()
    dialog.text.setText("beehives")
    dialog.add.click()
    dialog.kind.setCurrentIndex(list(ExpectationKind).index(ExpectationKind.IN_PROMPT))
    dialog.kind.activated.emit(dialog.kind.currentIndex())
    assert "Good morning" in dialog.turn.currentText()
    dialog.add.click()
    dialog.accept_button.click()
    scene.wait(lambda: scene.services.cases.book(scene.person).cases)
    (case,) = scene.services.cases.book(scene.person).cases
    kinds = [one.kind for one in case.expectations]
    assert kinds == [ExpectationKind.IN_PROMPT, ExpectationKind.REPLY_CONTAINS, ExpectationKind.IN_PROMPT]


def test_nothing_ticked_is_no_case(scene: Scene) -> None:
    dialog = scene.save()
    for number in range(dialog.list.count()):
        dialog.list.item(number).setCheckState(Qt.CheckState.Unchecked)
    assert not dialog.accept_button.isEnabled()


def test_cases_pass_and_fail_with_the_reason_after_a_change(scene: Scene) -> None:
    bees = scene.services.cases.draft(scene.asked).suggestions[0]
    scene.services.cases.add(scene.asked, "Bees", [bees, Expectation(ExpectationKind.REPLY_CONTAINS, text="beehives")])
    dialog = scene.open()
    assert row(dialog) == ["Bees", "– not looked at", ""]
    dialog.run.click()
    scene.wait(lambda: row(dialog)[1] == "✓ passed")
    assert "– not looked at  reply contains “beehives”" in dialog.details.toPlainText()
    settings = scene.services.settings.get()
    scene.services.settings.update(replace(settings, recall=replace(settings.recall, minimum_score=1.0)))
    dialog.run_replies.click()
    scene.wait(lambda: row(dialog)[1] == "✗ failed")
    assert "not similar enough" in row(dialog)[2]
    assert "✓ passed  reply contains “beehives”" in dialog.details.toPlainText()
    assert dialog.state.text() == "0 passed, 1 failed."


def test_the_first_case_is_chosen_also_while_shift_is_held(scene: Scene) -> None:
    bees = scene.services.cases.draft(scene.asked).suggestions[0]
    scene.services.cases.add(scene.asked, "Bees", [bees])
    scene.qtbot.keyClick(scene.parent, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    dialog = scene.open()
    assert "Our beehives stand" in dialog.details.toPlainText()
    assert dialog.delete.isEnabled()
    scene.qtbot.keyClick(scene.parent, Qt.Key.Key_Left)


def test_deleted_cases_come_back_and_files_carry_them(scene: Scene, tmp_path: Path) -> None:
    bees = scene.services.cases.draft(scene.asked).suggestions[0]
    scene.services.cases.add(scene.asked, "Bees", [bees])
    dialog = scene.open()
    path = tmp_path / "cases.json"
    dialog.export_to(path)
    scene.wait(lambda: "cases.json" in dialog.state.text())
    dialog.delete.click()
    scene.wait(lambda: dialog.table.rowCount() == 0)
    assert dialog.state.text().startswith("No cases yet.")
    dialog.undo.click()
    scene.wait(lambda: dialog.table.rowCount() == 1)
    dialog.import_from(path)
    scene.wait(lambda: dialog.state.text() == "1 cases taken; 0 speak of turns that are not here.")
    assert dialog.table.rowCount() == 2
    with scene.qtbot.waitSignal(dialog.source_requested) as went:
        dialog.go.click()
    assert went.args == [scene.session, scene.asked]


def test_a_replay_shows_what_would_differ(scene: Scene) -> None:
    dialog = scene.open()
    view = dialog.replay
    view.run.click()
    scene.wait(lambda: view.table.rowCount() == 2)
    assert view.state.text().startswith("0 of 2 prompts would differ; ")
    view.form.top_k.setValue(0)
    view.run.click()
    scene.wait(lambda: not view.state.text().startswith("0 of 2"))
    assert view.table.item(1, 4).text().endswith(" → 0")
    assert " → " in view.table.item(1, 1).text()
