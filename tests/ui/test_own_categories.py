"""A space's own categories through the window: set up, filled, filtered, dissolved; the space itself renamed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.fact_changes import FactEntry
from desktop_app.domain.memory import Category
from desktop_app.services.facade import Services
from desktop_app.ui.dialogs.fact import FactDialog
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.dialogs.space import SpaceDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.memory_panel.facts_tab import FactsTab
from tests.ui.vault_window import shown_dialog, vault_window


def _prepare(services: Services) -> None:
    novel = services.people.list()[0]
    for value, attribute in (("red hair", "Anna"), ("a harbour town", "Quillon"), ("a limp", "Bert")):
        services.fact_editing.add(novel.id, FactEntry(Category.OTHER, value, attribute))
    services.fact_editing.add(novel.id, FactEntry(Category.ALLERGY, "penicillin"))


class Scene:
    """The window over a space with a few facts, and what a person does in it."""

    def __init__(self, qtbot: QtBot, window: MainWindow, services: Services) -> None:
        self.qtbot, self.window, self.services = qtbot, window, services
        assert window.person_id is not None
        self.person: int = window.person_id
        window.memory_panel.show_tab("facts")
        self.wait(lambda: "red hair" in self.text())

    @property
    def tab(self) -> FactsTab:
        return self.window.memory_panel.facts

    def wait(self, done: object) -> None:
        self.qtbot.waitUntil(done, timeout=5000)

    def text(self) -> str:
        return self.tab.browser.toPlainText().replace("\u2060", "").replace("\u00a0", " ").replace("\u2002", " ")

    def click(self, widget: object) -> None:
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)

    def dialog(self) -> SpaceDialog:
        self.window._actions["space"].trigger()
        found = shown_dialog(self.qtbot)
        assert isinstance(found, SpaceDialog)
        return found

    def names(self, dialog: SpaceDialog) -> list[str]:
        return [dialog.list.item(row).text().split("   ")[0] for row in range(dialog.list.count())]

    def set_up(self, dialog: SpaceDialog, *names: str) -> None:
        for name in names:
            count = dialog.list.count()
            self.qtbot.keyClicks(dialog.category, name)
            self.qtbot.keyClick(dialog.category, Qt.Key.Key_Return)
            self.wait(lambda count=count: dialog.list.count() == count + 1)

    def close(self, dialog: SpaceDialog) -> None:
        self.click(dialog.accept_button)
        self.wait(lambda: QApplication.activeModalWidget() is None)

    def select(self, *values: str) -> None:
        if not self.tab.toolbar.select.isChecked():
            self.click(self.tab.toolbar.select)
        for fact in self.services.memory.facts(self.person):
            if fact.value in values:
                self.tab.browser.link_activated.emit(f"fact:select/{fact.id}")

    def move_to(self, words: str) -> None:
        self.tab.selection.menu.aboutToShow.emit()
        next(action for action in self.tab.selection.menu.actions() if action.text() == words).trigger()

    def headings(self, *of: str) -> list[str]:
        """Of these headings, those that are shown, from above."""
        lines = self.text().splitlines()
        return [line for line in lines if line in of]


@pytest.fixture
def scene(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Scene]:
    with vault_window(qtbot, qapp, tmp_path, people=("The novel", "Me"), prepare=_prepare) as (window, services):
        yield Scene(qtbot, window, services)


def test_categories_are_added_renamed_ordered_and_dissolved(scene: Scene) -> None:
    dialog = scene.dialog()
    assert not dialog.add.isEnabled()
    scene.set_up(dialog, "Characters", "Places", "Plot decisions")
    assert dialog.isVisible()  # Enter added; it did not close
    scene.qtbot.keyClicks(dialog.category, "places")
    assert not dialog.add.isEnabled()  # there is one of this name
    dialog.category.clear()

    dialog.list.setCurrentRow(2)
    assert dialog.category.text() == "Plot decisions"
    scene.click(dialog.up)
    scene.wait(lambda: scene.names(dialog) == ["Characters", "Plot decisions", "Places"])
    assert dialog.list.currentRow() == 1  # it stays chosen
    dialog.category.setText("Plot")
    scene.click(dialog.rename)
    scene.wait(lambda: scene.names(dialog) == ["Characters", "Plot", "Places"])
    scene.click(dialog.delete)  # nothing is in it: nothing to ask
    scene.wait(lambda: scene.names(dialog) == ["Characters", "Places"])
    assert "“Plot” is gone" in dialog.said.text()
    scene.close(dialog)
    assert [one.name for one in scene.services.own_categories.list(scene.person)] == ["Characters", "Places"]


def test_a_composed_name_is_added_and_the_space_renamed(scene: Scene) -> None:
    dialog = scene.dialog()
    dialog.category.setFocus()
    QApplication.sendEvent(dialog.category, QInputMethodEvent("renwu", []))
    scene.qtbot.keyClick(dialog.category, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert dialog.list.count() == 0
    event = QInputMethodEvent()
    event.setCommitString("人物")
    QApplication.sendEvent(dialog.category, event)
    scene.qtbot.keyClick(dialog.category, Qt.Key.Key_Return)
    scene.wait(lambda: scene.names(dialog) == ["人物"])

    dialog.name.setText("")
    assert not dialog.accept_button.isEnabled()
    dialog.name.setText("The second novel")
    scene.close(dialog)
    scene.wait(lambda: scene.window.top_bar._person_chip.accessibleName() == "Person: The second novel, space")
    assert scene.services.people.get(scene.person).name == "The second novel"


def test_selected_facts_move_and_stand_under_their_heading_first(scene: Scene) -> None:
    dialog = scene.dialog()
    scene.set_up(dialog, "Characters", "Places")
    scene.close(dialog)
    scene.wait(lambda: scene.tab.toolbar.group.findText("Places") > 0)
    scene.select("red hair", "a limp", "penicillin")
    scene.move_to("Characters")
    scene.wait(lambda: scene.headings("Characters", "Allergies", "Other") == ["Characters", "Other"])
    assert scene.tab.undo_bar.words.full_text() == "Moved to Characters: 3"
    group = scene.text().partition("Characters")[2].partition("Other")[0]
    assert all(value in group for value in ("Anna: red hair", "Bert: a limp", "penicillin", "Allergies"))

    scene.tab.undo_last()
    scene.wait(lambda: scene.headings("Characters", "Allergies", "Other") == ["Allergies", "Other"])
    scene.select("a harbour town")
    scene.move_to("Places")
    scene.wait(lambda: scene.headings("Places") == ["Places"])
    scene.select("a harbour town")
    scene.move_to("Out of the own categories")
    scene.wait(lambda: scene.headings("Places") == [])


def test_facts_are_filtered_by_category(scene: Scene) -> None:
    dialog = scene.dialog()
    scene.set_up(dialog, "Characters")
    scene.close(dialog)
    scene.wait(lambda: scene.tab.toolbar.group.findText("Characters") > 0)
    scene.select("red hair")
    scene.move_to("Characters")
    scene.wait(lambda: "Characters" in scene.text())
    group = scene.tab.toolbar.group
    assert group.itemText(0) == "All categories"
    group.setCurrentIndex(group.findText("Characters"))
    scene.wait(lambda: "a limp" not in scene.text())
    assert "red hair" in scene.text()
    group.setCurrentIndex(group.findText("Allergies"))
    scene.wait(lambda: "penicillin" in scene.text() and "red hair" not in scene.text())
    group.setCurrentIndex(0)
    scene.tab.toolbar.search.setText("characters")  # a heading is words to be found as well
    scene.wait(lambda: "red hair" in scene.text() and "a limp" not in scene.text())
    scene.tab.toolbar.search.clear()

    # A category that goes is wanted no more.
    group.setCurrentIndex(group.findText("Characters"))
    (category,) = scene.services.own_categories.list(scene.person)
    scene.services.own_categories.delete(category.id)
    scene.wait(lambda: "a limp" in scene.text() and group.currentIndex() == 0)


def test_a_fact_is_entered_into_an_own_category_and_moved_by_editing(scene: Scene) -> None:
    dialog = scene.dialog()
    scene.set_up(dialog, "Characters", "Places")
    scene.close(dialog)
    scene.wait(lambda: scene.tab.toolbar.group.findText("Places") > 0)
    scene.click(scene.tab.toolbar.add)
    entry = shown_dialog(scene.qtbot)
    assert isinstance(entry, FactDialog)
    assert entry.category.currentText() == "Characters"  # a space that has its own is asked for these first
    assert entry.category.findText("Medication") > 0
    scene.qtbot.keyClicks(entry.attribute, "Carl")
    scene.qtbot.keyClicks(entry.value, "the lighthouse keeper")
    scene.click(entry.accept_button)
    scene.wait(lambda: "Carl: the lighthouse keeper" in scene.text())
    assert scene.headings("Characters", "Other") == ["Characters", "Other"]

    fact = next(one for one in scene.services.memory.facts(scene.person) if one.attribute == "Carl")
    scene.tab.edit_fact(fact)
    entry = shown_dialog(scene.qtbot)
    assert isinstance(entry, FactDialog)
    assert entry.category.currentText() == "Characters"
    entry.category.setCurrentIndex(entry.category.findText("Places"))
    scene.click(entry.accept_button)
    scene.wait(lambda: scene.headings("Characters", "Places") == ["Places"])
    again = next(one for one in scene.services.memory.facts(scene.person) if one.attribute == "Carl")
    assert again.id == fact.id  # the same fact: it was not corrected


def test_dissolving_says_how_many_facts_go_back(scene: Scene) -> None:
    dialog = scene.dialog()
    scene.set_up(dialog, "Characters")
    scene.close(dialog)
    scene.wait(lambda: scene.tab.toolbar.group.findText("Characters") > 0)
    scene.select("red hair", "penicillin")
    scene.move_to("Characters")
    scene.wait(lambda: scene.headings("Characters", "Allergies") == ["Characters"])

    scene.tab.selection.menu.aboutToShow.emit()
    scene.move_to("Set up own categories…")
    dialog = shown_dialog(scene.qtbot)
    assert isinstance(dialog, SpaceDialog)
    scene.wait(lambda: dialog.list.count() == 1)
    assert dialog.list.item(0).data(Qt.ItemDataRole.AccessibleTextRole) == "Characters, facts: 2"
    dialog.list.setCurrentRow(0)
    for button, left in (("Keep", 1), ("Delete", 0)):
        scene.click(dialog.delete)
        box = _asked(scene, button)
        assert "2" in box
        scene.wait(lambda left=left: dialog.list.count() == left)
    assert dialog.said.text().endswith("they were found under: 2.")
    scene.close(dialog)
    scene.wait(lambda: scene.headings("Characters", "Allergies", "Other") == ["Allergies", "Other"])


def _asked(scene: Scene, button: str) -> str:
    """Answer the question over the dialog; its explanation."""
    scene.wait(lambda: isinstance(QApplication.activeModalWidget(), QuestionDialog))
    box = QApplication.activeModalWidget()
    words = box.told.text()
    scene.click(next(one for one in box.findChildren(QPushButton) if one.text() == button))
    scene.wait(lambda: not isinstance(QApplication.activeModalWidget(), QuestionDialog))
    return words


def test_patients_have_no_own_categories(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    with vault_window(qtbot, qapp, tmp_path, kind=VaultKind.CLINICAL, people=("李建国",)) as (window, _):
        window.memory_panel.show_tab("facts")
        tab = window.memory_panel.facts
        qtbot.mouseClick(tab.toolbar.select, Qt.MouseButton.LeftButton)
        assert tab.selection.isVisible()
        assert not tab.selection.move_button.isVisible()
        assert "space" not in window._actions


def test_enter_on_the_name_of_a_category_there_is_says_so(scene: Scene) -> None:
    dialog = scene.dialog()
    scene.set_up(dialog, "Characters")
    scene.qtbot.keyClicks(dialog.category, "characters")
    scene.qtbot.keyClick(dialog.category, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert "category" in dialog.said.text()
    assert dialog.said.isVisible()
    dialog.list.setCurrentRow(0)  # its own name stands in the field now
    scene.qtbot.keyClick(dialog.category, Qt.Key.Key_Return)
    assert dialog.isVisible()
    dialog.category.clear()
    scene.qtbot.keyClick(dialog.category, Qt.Key.Key_Return)  # with nothing to add Enter closes, as everywhere
    scene.wait(lambda: QApplication.activeModalWidget() is None)
    assert [category.name for category in scene.services.own_categories.list(scene.person)] == ["Characters"]


def test_the_menu_of_a_fact_has_its_actions(scene: Scene) -> None:
    browser = scene.tab.browser
    browser.take_focus()

    def choose(words: str) -> set[str]:
        scene.window._actions["context_menu"].trigger()
        scene.wait(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        offered = {action.text(): action for action in menu.actions()}
        words_offered = set(offered)
        offered[words].trigger()
        menu.close()
        return words_offered

    first = browser.textCursor().block().userState()
    card = next(link.link for link in browser.cards[first].links if link.link.startswith("fact:manage"))
    fact = next(one for one in scene.services.memory.facts(scene.person) if card == f"fact:manage/{one.id}")
    offered = choose("Pin to every prompt")
    assert {"Actions", "Edit", "Retract", "Forget", "Delete", "Pin to every prompt"} <= offered
    scene.wait(lambda: scene.services.memory.dossier(fact.id).fact.pinned)
    choose("Edit")
    dialog = shown_dialog(scene.qtbot)
    assert isinstance(dialog, FactDialog)
    assert dialog.value.text() == fact.value
    dialog.reject()


def test_naming_the_person_of_a_note_touches_no_reply(scene: Scene) -> None:
    fact = next(one for one in scene.services.memory.facts(scene.person) if one.value == "a limp")
    scene.tab.edit_fact(fact)
    dialog = shown_dialog(scene.qtbot)
    assert isinstance(dialog, FactDialog)
    dialog.subject.setText("Bert the miller")
    dialog.accept_button.click()
    scene.wait(lambda: "Bert the miller" in scene.text())
    facts = [one for one in scene.services.memory.facts(scene.person) if one.value == "a limp"]
    assert [(one.id, one.subject) for one in facts] == [(fact.id, "Bert the miller")]
    assert "rested on" not in scene.text()
    assert "No longer held" not in scene.text()
    assert scene.tab.undo_bar.isVisible()
    scene.tab.undo_last()
    scene.wait(lambda: "Bert the miller" not in scene.text())
