"""The Facts tab over a real vault: contradictions, filters, several at once, by hand, history, uses."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.conflicts import Settlement
from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.fact_changes import FactEntry
from desktop_app.domain.memory import Category, Fact, FactState
from desktop_app.services.facade import Services
from desktop_app.ui.application import Translations
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.fact import FactDialog
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.memory_panel.facts_tab import FactsTab
from desktop_app.ui.memory_panel.panel import MemoryPanel
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.transcript.view import TranscriptView
from tests.scripted_program import Clock, scripted_program

DAY_MS = 86_400_000
ACTIVE, CONFLICT = FactState.ACTIVE, FactState.CONFLICT


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock(int(time.time() * 1000) - 60 * DAY_MS)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[Services]:
    """One vault for all tests: each has a person of its own."""
    directory: Path = tmp_path_factory.mktemp("facts")
    with scripted_program(directory, kind=VaultKind.CLINICAL, clock=clock, context_length=4096) as services:
        yield services


@dataclass
class Scene:
    """A person with a session in the panel."""

    services: Services
    clock: Clock
    panel: MemoryPanel
    qtbot: QtBot
    person: int
    session: int

    @property
    def tab(self) -> FactsTab:
        return self.panel.facts

    def tell(self, *texts: str, days: int = 3, speaker: str = PERSON) -> None:
        """Say things, some days apart, and wait for their facts."""
        for text in texts:
            self.services.chat.give(self.session, text, speaker, "好的")
            self.clock.now_ms += days * DAY_MS
        assert self.services.consolidation.wait(20)

    def show(self) -> None:
        self.panel.show_session(self.person, self.session)
        self.panel.show_tab("facts")
        self.wait(lambda: len(self.tab._facts) == len(self.services.memory.facts(self.person)))

    def wait(self, done: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(done()), timeout=8000)

    def text(self) -> str:
        return self.tab.browser.toPlainText().replace("\u2060", "").replace("\u00a0", " ").replace("\u2002", " ")

    def facts(self, category: Category | None = None) -> list[Fact]:
        found = sorted(self.services.memory.facts(self.person), key=lambda fact: fact.id)
        return [fact for fact in found if category in (None, fact.category)]

    def states(self) -> list[tuple[str, FactState]]:
        return [(fact.value, fact.state) for fact in self.facts()]

    def press(self, link: str) -> None:
        """Press a link that is shown."""
        shown = [phrase.link for card in self.tab.browser.cards for line in card.lines for phrase in line.phrases]
        assert link in shown, shown
        self.tab.browser.link_activated.emit(link)

    def dialog(self) -> FactDialog:
        def shown() -> list[FactDialog]:
            return [w for w in QApplication.topLevelWidgets() if isinstance(w, FactDialog) and w.isVisible()]

        self.wait(shown)
        return shown()[0]


@pytest.fixture
def scene(program: Services, clock: Clock, themes: ThemeManager, qtbot: QtBot) -> Iterator[Scene]:
    person = program.people.create(f"person {clock()}")
    session = program.sessions.create(person.id, "s")
    bridge = EventBridge(program.bus, program.tasks)
    panel = MemoryPanel(program, bridge, themes, VaultKind.CLINICAL)
    panel.resize(380, 900)
    panel.show()
    yield Scene(program, clock, panel, qtbot, person.id, session.id)
    panel.finish()
    bridge.close()
    shiboken6.delete(panel)


# --- contradictions


@pytest.fixture
def doubted(scene: Scene) -> Scene:
    """Allergic, and nine days later not."""
    scene.tell("我对青霉素过敏。", days=9)
    scene.tell("我对青霉素不过敏。")
    scene.show()
    scene.wait(lambda: scene.tab.inbox.isVisible())
    return scene


def test_both_sides_stand_beside_each_other_with_day_and_source(doubted: Scene) -> None:
    inbox = doubted.tab.inbox
    old, new = doubted.facts()
    assert inbox.title.text() == "To settle · Allergies: 青霉素"
    before, after = inbox.older.statements[0], inbox.newer.statements[0]
    assert before.quote.text() == f"“{old.quote}”"
    assert after.quote.text() == f"“{new.quote}”"
    assert before.said.text().startswith("Patient, ")
    assert before.said.text() != after.said.text()
    assert inbox.older.x() < inbox.newer.x()
    assert inbox.older.y() == inbox.newer.y()
    with doubted.qtbot.waitSignal(doubted.panel.source_requested) as source:
        after.source.click()
    assert source.args == [doubted.session, new.turn_id]


def test_every_statement_stands_under_who_made_it_and_the_choices_say_what_is_held(scene: Scene) -> None:
    scene.tell("青霉素过敏史。", speaker=CLINICIAN)
    scene.tell("我没有药物过敏。")
    scene.tell("他对青霉素过敏。", speaker="family:son")
    scene.show()
    inbox = scene.tab.inbox
    scene.wait(lambda: inbox.isVisible() and len(scene.facts()) == 3)
    by_speaker = {fact.speaker: fact for fact in scene.facts()}
    sides = (inbox.older.statements, inbox.newer.statements)
    shown = [[each for each in side if each.isVisible()] for side in sides]
    assert [[each.quote.text() for each in side] for side in shown] == [
        ["“我没有药物过敏”"],
        ["“青霉素过敏史”", "“他对青霉素过敏”"],
    ]
    assert [[each.said.text().split(",")[0] for each in side] for side in shown] == [["Patient"], ["Clinician", "Son"]]
    for each, speaker in zip(shown[1], (CLINICIAN, "family:son"), strict=True):
        with scene.qtbot.waitSignal(scene.panel.source_requested) as source:
            each.source.click()
        assert source.args == [scene.session, by_speaker[speaker].turn_id]
    left, right = (inbox.choices[each].text() for each in (Settlement.KEEP_OLD, Settlement.KEEP_NEW))
    assert left.startswith("hold “no drug allergies”\n(Patient, ")
    assert right.startswith("hold “allergic to 青霉素”\n(Clinician, ")
    assert "Son, " in right
    inbox.choices[Settlement.KEEP_NEW].click()
    scene.wait(inbox.isHidden)
    assert scene.panel.safety.allergies.text() == "Allergy 青霉素"


def test_opening_the_contradictions_leaves_the_focus_where_no_key_settles_one(doubted: Scene) -> None:
    doubted.panel.safety.conflicts.click()
    focus = doubted.panel.window().focusWidget()
    assert focus is doubted.tab.inbox.older.statements[0].source
    assert focus not in doubted.tab.inbox.choices.values()


@pytest.mark.parametrize(
    ("decision", "states", "left"),
    [
        (Settlement.KEEP_NEW, [FactState.SUPERSEDED, ACTIVE], False),
        (Settlement.KEEP_OLD, [ACTIVE, FactState.RETRACTED], False),
        (Settlement.KEEP_BOTH, [CONFLICT, CONFLICT], False),
        (Settlement.ASK, [CONFLICT, CONFLICT], True),
    ],
)
def test_a_contradiction_is_decided_and_the_decision_undone(
    doubted: Scene, decision: Settlement, states: list[FactState], left: bool
) -> None:
    tab = doubted.tab
    doubted.qtbot.mouseClick(tab.inbox.choices[decision], Qt.MouseButton.LeftButton)
    doubted.wait(lambda: tab.undo_bar.isVisible() and tab.inbox.isVisible() is left)
    assert [fact.state for fact in doubted.facts()] == states
    if left:
        doubted.wait(lambda: tab.inbox.title.text().startswith("To be asked"))
        assert not tab.inbox.choices[Settlement.ASK].isEnabled()
    # The strip speaks of an allergy for as long as it is not denied for good.
    assert ("青霉素" in doubted.panel.safety.allergies.text()) is (decision is not Settlement.KEEP_NEW)
    tab.undo_bar.undo.click()
    doubted.wait(lambda: tab.inbox.isVisible() and tab.inbox.title.text().startswith("To settle"))
    assert [fact.state for fact in doubted.facts()] == [CONFLICT, CONFLICT]


def test_what_was_left_in_doubt_can_be_settled_after_all(doubted: Scene) -> None:
    tab = doubted.tab
    tab.inbox.choices[Settlement.KEEP_BOTH].click()
    doubted.wait(tab.inbox.isHidden)
    old, _ = doubted.facts()
    assert "青霉素 in doubt" in doubted.text()
    doubted.press(f"fact:settle/{old.id}")
    doubted.wait(tab.inbox.isVisible)
    tab.inbox.choices[Settlement.KEEP_OLD].click()
    doubted.wait(lambda: doubted.facts()[0].state is ACTIVE)


def test_in_a_low_panel_the_contradiction_folds_and_the_strip_opens_it(doubted: Scene) -> None:
    doubted.panel.resize(380, 640)
    doubted.wait(lambda: not doubted.tab.inbox.is_open)
    assert doubted.tab.inbox.title.isVisible()
    doubted.panel.safety.conflicts.click()
    assert doubted.tab.inbox.older.isVisible()


# --- finding


def test_facts_are_found_by_words_source_and_state(scene: Scene) -> None:
    scene.tell("我在吃氨氯地平5mg。我对磺胺过敏。")
    scene.services.fact_editing.add(scene.person, FactEntry(Category.OCCUPATION, "teacher"))
    drug = scene.facts(Category.MEDICATION)[0]
    scene.services.memory.retract(drug.id)
    scene.show()
    toolbar = scene.tab.toolbar
    assert all(word in scene.text() for word in ("氨氯地平", "磺胺", "teacher"))
    scene.qtbot.keyClicks(toolbar.search, "TEACH")
    scene.wait(lambda: "磺胺" not in scene.text())
    assert "teacher" in scene.text()
    toolbar.search.clear()
    toolbar.origin.setCurrentIndex(toolbar.origin.findData("hand"))
    assert "teacher" in scene.text()
    assert "磺胺" not in scene.text()
    toolbar.origin.setCurrentIndex(toolbar.origin.findData("proposed"))
    assert "No fact is like that" in scene.text()
    toolbar.origin.setCurrentIndex(toolbar.origin.findData("said"))
    toolbar.standing.setCurrentIndex(toolbar.standing.findData("retracted"))
    assert "氨氯地平" in scene.text()
    assert "磺胺" not in scene.text()


# --- several at once


def test_selected_facts_are_deleted_after_ten_seconds_unless_it_is_undone(scene: Scene) -> None:
    scene.tell("我在吃氨氯地平5mg。我对磺胺过敏。我不抽烟。")
    scene.show()
    tab, before = scene.tab, scene.facts()
    scene.qtbot.mouseClick(tab.toolbar.select, Qt.MouseButton.LeftButton)
    scene.press(f"fact:select/{before[0].id}")
    scene.press(f"fact:select/{before[1].id}")
    assert tab.selection.count.text() == "2 selected"
    assert scene.text().count("☑ selected") == 2
    tab.selection.buttons["delete"].click()
    assert scene.text().count("☐ select") == len(before) - 2
    assert tab.undo_bar.words.full_text() == "2 facts deleted"
    assert scene.facts() == before  # still in the vault
    tab.undo_bar.undo.click()
    assert scene.text().count("☐ select") == len(before)
    tab.selection.buttons["all"].click()
    tab.selection.buttons["delete"].click()
    tab.undo_bar.timer.timeout.emit()  # ten seconds are over
    scene.wait(lambda: scene.facts() == [])


def test_a_deletion_that_waits_is_carried_out_when_the_window_closes(scene: Scene) -> None:
    scene.tell("我对磺胺过敏。")
    scene.show()
    (fact,) = scene.facts()
    scene.press(f"fact:manage/{fact.id}")
    scene.press(f"fact:delete/{fact.id}")
    assert scene.facts() == [fact]
    scene.panel.finish()
    assert scene.facts() == []


@pytest.mark.parametrize(
    ("action", "state", "words"),
    [
        ("retract", FactState.RETRACTED, "2 facts retracted"),
        ("forget", None, "2 facts forgotten"),
    ],
)
def test_selected_facts_are_retracted_or_forgotten_and_ctrl_z_undoes_it(
    scene: Scene, action: str, state: FactState | None, words: str
) -> None:
    scene.tell("我在吃氨氯地平5mg。我对磺胺过敏。")
    scene.show()
    tab, before = scene.tab, scene.facts()
    tab.toolbar.select.click()
    tab.selection.buttons["all"].click()
    tab.selection.buttons[action].click()
    scene.wait(lambda: tab.undo_bar.isVisible())
    assert tab.undo_bar.words.full_text().startswith(words)
    assert [fact.state for fact in scene.facts()] == ([state] * 2 if state else [])
    tab.browser.setFocus()
    scene.qtbot.keyClick(tab.browser, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    scene.wait(lambda: scene.facts() == before)


def test_two_facts_are_made_one_that_lists_the_words_of_both(scene: Scene) -> None:
    scene.tell("我对磺胺过敏。", "我对虾过敏。")
    scene.show()
    tab = scene.tab
    first, second = scene.facts()
    tab.toolbar.select.click()
    scene.press(f"fact:select/{second.id}")
    assert not tab.selection.buttons["merge"].isEnabled()
    scene.press(f"fact:select/{first.id}")
    tab.selection.buttons["merge"].click()
    # Two allergens: nothing is merged before it is said what would vanish.
    (asked,) = tab.findChildren(QuestionDialog)
    assert "磺胺" in asked.question.text()
    assert "虾" in asked.question.text()
    assert [fact.source_count for fact in scene.facts()] == [1, 1]
    (merge,) = [each for each in asked.findChildren(QPushButton) if each.text() == "Merge"]
    merge.click()
    scene.wait(lambda: tab.undo_bar.isVisible())
    assert scene.facts()[1].source_count == 2
    tab.toolbar.select.click()
    scene.wait(lambda: "said 2 times" in scene.text())
    scene.press(f"fact:manage/{second.id}")
    scene.wait(lambda: "took in" in scene.text())
    assert all(f"“{fact.quote}”" in scene.text().partition("Said")[2] for fact in (first, second))


# --- by hand


def test_a_fact_is_entered_and_corrected_by_hand(scene: Scene) -> None:
    scene.show()
    scene.qtbot.mouseClick(scene.tab.toolbar.add, Qt.MouseButton.LeftButton)
    dialog = scene.dialog()
    assert not dialog.accept_button.isEnabled()
    scene.qtbot.keyClicks(dialog.attribute, "aspirin")
    scene.qtbot.keyClicks(dialog.value, "aspirin 100 mg")
    scene.qtbot.keyClicks(dialog.since, "2026-13-01")
    assert not dialog.accept_button.isEnabled()
    dialog.since.setText("2026-01-05")
    dialog.accept_button.click()
    scene.wait(lambda: "aspirin 100 mg" in scene.text())
    (fact,) = scene.facts()
    assert (fact.by_hand, fact.speaker, fact.valid_from) == (True, "clinician", "2026-01-05")
    assert "entered by clinician" in scene.text()
    assert scene.panel.safety.drugs.text() == "Medication aspirin 100 mg"

    scene.press(f"fact:manage/{fact.id}")
    scene.press(f"fact:edit/{fact.id}")
    dialog = scene.dialog()
    assert dialog.value.text() == "aspirin 100 mg"
    dialog.value.setText("aspirin 75 mg")
    dialog.accept_button.click()
    scene.wait(lambda: "aspirin 75 mg" in scene.text())
    assert "aspirin 100 mg replaced" in scene.text()  # the original stays as history
    new = scene.facts()[-1]
    scene.press(f"fact:manage/{new.id}")
    scene.wait(lambda: "corrected to aspirin 75 mg" in scene.text())
    assert "by hand" in scene.text().partition("History")[2]
    scene.tab.undo_last()
    scene.wait(lambda: scene.states() == [("aspirin 100 mg", ACTIVE)])


# --- measurements


def test_measurements_are_a_chart_with_a_table_twin(scene: Scene) -> None:
    scene.tell("血压150/95。", "血压142/90。", "血压138/86。", "我体重72公斤。")
    scene.show()
    (picture,) = [line.picture for card in scene.tab.browser.cards for line in card.lines if line.picture]
    assert "3 readings" in scene.text()
    assert "each with its words" in scene.text()
    assert "“血压142/90”" not in scene.text()  # on demand
    newest = max(scene.facts(Category.MEASUREMENT)[:3], key=lambda fact: fact.observed_at_ms)
    scene.press(f"series:table/{newest.id}")
    table = [line for line in scene.text().splitlines() if line.endswith("mmHg")]
    assert [row.split("\t")[1] for row in table if "\t" in row] == [
        "150/95 mmHg", "142/90 mmHg", "138/86 mmHg",
    ]  # fmt: skip
    scene.press(f"series:each/{newest.id}")
    assert all(f"“{fact.quote}”" in scene.text() for fact in scene.facts(Category.MEASUREMENT))
    image = QImage(340, picture.height, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    picture.draw(painter, scene.tab.browser._theme, 340)
    painter.end()
    left = image.copy(QRectF(40, 0, 100, picture.height).toRect())
    assert any(left.pixelColor(x, y).lightness() < 90 for x in range(0, 100, 2) for y in range(left.height()))


# --- what rested on it


def test_replies_that_rested_on_a_corrected_fact_are_listed_to_be_asked_again(scene: Scene) -> None:
    scene.tell("我对磺胺过敏。")
    (fact,) = scene.facts()
    asked = scene.services.chat.send(scene.session, "今天吃什么好？", "person")
    assert fact.id in scene.services.context.ledger(asked.id).fact_ids  # type: ignore[union-attr]
    scene.show()
    scene.press(f"fact:manage/{fact.id}")
    scene.wait(lambda: "今天吃什么好？" in scene.text().partition("Used in")[2])
    price = scene.services.prices.of_fact(scene.session, replace(fact, state=FactState.RETRACTED))
    assert price.tokens > 0
    assert f"{price.tokens} tokens" in scene.text().partition("A change costs")[2]
    assert "ask again" not in scene.text()
    scene.press(f"fact:retract/{fact.id}")
    scene.wait(lambda: "1 reply rested on it" in scene.text())
    with scene.qtbot.waitSignal(scene.panel.ask_again_requested) as again:
        scene.press(f"reply:again/{scene.session}/{asked.id}")
    assert again.args == [scene.session, asked.id]
    assert "rested on it" not in scene.text()  # asked, so it waits no longer
    scene.tab.undo_last()
    scene.wait(lambda: scene.facts() == [fact])


def test_the_transcript_marks_such_a_reply_and_asks_it_again(scene: Scene, themes: ThemeManager) -> None:
    scene.tell("我对磺胺过敏。")
    (fact,) = scene.facts()
    asked = scene.services.chat.send(scene.session, "磺胺能吃吗？", "person")
    bridge = EventBridge(scene.services.bus, scene.services.tasks)
    view = TranscriptView(scene.services, bridge, themes)
    view.resize(600, 600)
    view.show()
    view.show_session(scene.session)
    marked = "a fact it used was corrected since"
    scene.wait(lambda: "磺胺能吃吗？" in view.browser.toPlainText() and "1 fact" in view.browser.toPlainText())
    assert marked not in view.browser.toPlainText()

    before = scene.services.memory.retract(fact.id)
    scene.wait(lambda: marked in view.browser.toPlainText())
    with scene.qtbot.waitSignal(view.ask_again_requested) as again:
        view.browser.link_activated.emit(f"reply:again/{asked.id}")
    assert again.args == [asked.id]
    new = scene.services.chat.ask_again(asked.id)
    assert (new.parent_id, new.question.text) == (asked.parent_id, "磺胺能吃吗？")
    scene.wait(lambda: new.id in view.turn_ids() and asked.id not in view.turn_ids())
    scene.wait(lambda: marked not in view.browser.toPlainText())
    scene.services.memory.undo(before)
    bridge.close()
    shiboken6.delete(view)


def test_a_reply_whose_fact_was_forgotten_says_so(scene: Scene, themes: ThemeManager) -> None:
    scene.tell("我对磺胺过敏。")
    (fact,) = scene.facts()
    scene.services.chat.send(scene.session, "磺胺能吃吗？", "person")
    bridge = EventBridge(scene.services.bus, scene.services.tasks)
    view = TranscriptView(scene.services, bridge, themes)
    view.resize(600, 600)
    view.show()
    view.show_session(scene.session)
    scene.wait(lambda: "1 fact" in view.browser.toPlainText())
    scene.services.memory.forget(fact.id)
    scene.wait(lambda: "a fact it used was forgotten since" in view.browser.toPlainText())
    assert "corrected since" not in view.browser.toPlainText()
    bridge.close()
    shiboken6.delete(view)


def test_no_english_stays_in_the_facts_in_chinese(scene: Scene, qapp: QApplication) -> None:
    scene.tell("我对磺胺过敏。")
    (allergy,) = scene.facts()
    scene.services.chat.send(scene.session, "磺胺能吃吗？", "person")
    entry = FactEntry(Category.CONDITION, "哮喘", "哮喘", subject="daughter")
    scene.services.fact_editing.add(scene.person, entry)
    scene.show()
    scene.press(f"fact:manage/{allergy.id}")
    scene.wait(lambda: "forget" in scene.text())
    scene.press(f"fact:forget/{allergy.id}")
    scene.wait(lambda: "Forgotten: " in scene.text() and "daughter" in scene.text())
    translations = Translations(qapp, "zh")
    try:
        scene.wait(lambda: "女儿" in scene.text())
        words = scene.text()
        assert "已忘掉：" in words
        assert "对话里还有原话；删除那一轮才会一并去掉。" in words
        assert not re.findall(r"[A-Za-z]{3,}", words)
    finally:
        translations.set_choice("en")
    scene.wait(lambda: "daughter" in scene.text())


# --- figures, names, many


def test_the_simple_view_hides_figures(scene: Scene) -> None:
    scene.tell("我对磺胺过敏。")
    scene.show()
    assert "confidence" in scene.text()
    scene.panel.set_full(False)
    assert "confidence" not in scene.text()
    scene.panel.set_full(True)


def test_everything_that_takes_the_focus_has_a_name(doubted: Scene) -> None:
    doubted.tab.toolbar.filters.click()
    doubted.tab.toolbar.select.click()
    nameless = [
        widget
        for widget in doubted.tab.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible() and not widget.accessibleName()
    ]
    assert nameless == []


def test_a_thousand_facts_are_shown_at_once(scene: Scene) -> None:
    for number in range(3):
        scene.services.fact_editing.add(scene.person, FactEntry(Category.OTHER, f"note {number}"))
    scene.show()
    (model,) = [fact for fact in scene.facts() if fact.value == "note 0"]
    many = [replace(model, id=10_000 + n, value=f"note {n}", quote=f"words {n} " * 6) for n in range(1000)]
    times = []
    for _ in range(3):
        scene.tab._take(scene.person, [])
        began = time.thread_time()  # of this thread alone: others work on the machine as well
        scene.tab._take(scene.person, many)
        times.append(time.thread_time() - began)
    assert min(times) < 0.1
    assert "40 of 1,000 facts" in scene.text()
    scene.press("facts:more")
    assert "120 of 1,000 facts" in scene.text()
