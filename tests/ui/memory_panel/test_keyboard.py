"""The panel by keyboard alone: where the focus is, that it is seen, and the order in which Tab goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.memory import Fact, FactState
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.fact import FactDialog
from desktop_app.ui.memory_panel.cards import CardBrowser
from desktop_app.ui.memory_panel.kept_place import place_of
from desktop_app.ui.memory_panel.panel import TABS, MemoryPanel
from desktop_app.ui.theme import ThemeManager
from tests.scripted_program import Clock, scripted_program

DAY_MS = 86_400_000
TOLD = ("我在吃氨氯地平5mg。", "我对磺胺过敏。", "我对虾过敏。", "我不抽烟。")


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock(int(time.time() * 1000) - 60 * DAY_MS)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[Services]:
    directory: Path = tmp_path_factory.mktemp("keyboard")
    with scripted_program(directory, kind=VaultKind.CLINICAL, clock=clock, context_length=2048) as services:
        yield services


@dataclass
class Scene:
    services: Services
    panel: MemoryPanel
    qtbot: QtBot
    person: int

    @property
    def browser(self) -> CardBrowser:
        return self.panel.facts.browser

    def wait(self, done: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(done()), timeout=8000)

    def at(self) -> str:
        """The link that has the mark of the focus."""
        place = place_of(self.browser.document(), self.browser.textCursor())
        return place.anchors[place.at].link if place is not None else ""

    def go_to(self, link: str) -> None:
        """Press Tab until the focus is at a link."""
        for _ in range(60):
            if self.at() == link:
                return
            self.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        raise AssertionError(f"{link} is not reached")

    def enter(self, link: str) -> None:
        self.go_to(link)
        self.qtbot.keyClick(self.browser, Qt.Key.Key_Return)

    def facts(self) -> list[Fact]:
        return sorted(self.services.memory.facts(self.person), key=lambda fact: fact.id)

    def is_seen(self, link: str) -> bool:
        """Whether a link that has the focus stands within the view."""
        assert self.at() == link
        return self.browser.viewport().rect().contains(self.browser.cursorRect())


@pytest.fixture
def scene(program: Services, clock: Clock, themes: ThemeManager, qtbot: QtBot) -> Iterator[Scene]:
    person = program.people.create(f"person {clock()}")
    session = program.sessions.create(person.id, "s")
    for text in TOLD:
        program.chat.give(session.id, text, "person", "好的")
        clock.now_ms += 3 * DAY_MS
    assert program.consolidation.wait(20)
    bridge = EventBridge(program.bus, program.tasks)
    panel = MemoryPanel(program, bridge, themes, VaultKind.CLINICAL)
    panel.resize(380, 900)
    panel.show()
    qtbot.waitExposed(panel)
    panel.activateWindow()
    panel.show_session(person.id, session.id)
    panel.show_tab("facts")
    made = Scene(program, panel, qtbot, person.id)
    made.wait(lambda: len(panel.facts._facts) >= len(TOLD))
    panel.facts.toolbar.add.setFocus()
    yield made
    panel.finish()
    bridge.close()
    shiboken6.delete(panel)


def first(scene: Scene) -> Fact:
    """The first fact that is listed."""
    links = [phrase.link for card in scene.browser.cards for line in card.lines for phrase in line.phrases]
    wanted = int(next(link for link in links if link.startswith("fact:manage/")).partition("/")[2])
    return next(fact for fact in scene.facts() if fact.id == wanted)


def test_the_focus_stays_where_a_link_opened_something(scene: Scene) -> None:
    fact = first(scene)
    scene.enter(f"fact:manage/{fact.id}")
    scene.wait(lambda: fact.id in scene.panel.facts._shown.looks)  # written again when its history is read
    assert scene.at() == f"fact:manage/{fact.id}"
    assert scene.browser.hasFocus()
    scene.qtbot.keyClick(scene.browser, Qt.Key.Key_Tab)
    assert scene.at() == f"fact:edit/{fact.id}"


def test_a_pinned_fact_keeps_the_focus_on_what_takes_it_back(scene: Scene) -> None:
    fact = first(scene)
    scene.enter(f"fact:manage/{fact.id}")
    scene.enter(f"fact:pin/{fact.id}")
    scene.wait(lambda: scene.at() == f"fact:unpin/{fact.id}")
    scene.qtbot.keyClick(scene.browser, Qt.Key.Key_Return)
    scene.wait(lambda: scene.at() == f"fact:pin/{fact.id}")


def test_after_a_retraction_the_focus_is_at_the_next_fact_and_undoing_leads_back(scene: Scene) -> None:
    fact = first(scene)
    scene.enter(f"fact:manage/{fact.id}")
    scene.enter(f"fact:retract/{fact.id}")
    scene.wait(lambda: scene.panel.facts.undo_bar.isVisible())
    scene.wait(lambda: any(one.state is FactState.RETRACTED for one in scene.facts()))
    scene.wait(lambda: scene.at() and not scene.at().endswith(f"/{fact.id}"))
    assert scene.browser.hasFocus()
    assert scene.is_seen(scene.at())
    neighbour = scene.at()
    scene.panel.facts.undo_bar.undo.setFocus(Qt.FocusReason.TabFocusReason)
    scene.qtbot.keyClick(scene.panel.facts.undo_bar.undo, Qt.Key.Key_Space)
    assert scene.browser.hasFocus()
    assert scene.at() == neighbour
    scene.wait(lambda: all(one.state is not FactState.RETRACTED for one in scene.facts()))


def test_a_fact_that_was_corrected_keeps_the_focus(scene: Scene) -> None:
    fact = first(scene)
    scene.enter(f"fact:manage/{fact.id}")
    scene.enter(f"fact:edit/{fact.id}")

    def dialogs() -> list[FactDialog]:
        return [one for one in QApplication.topLevelWidgets() if isinstance(one, FactDialog) and one.isVisible()]

    scene.wait(dialogs)
    (dialog,) = dialogs()
    dialog.value.setText(f"{fact.value} 2")
    dialog.accept_button.click()
    scene.wait(lambda: len(scene.facts()) > len(TOLD) and not dialogs())
    new = scene.facts()[-1]
    scene.wait(lambda: scene.at() == f"fact:manage/{new.id}")


def test_what_a_link_opens_at_the_lower_edge_is_seen(scene: Scene) -> None:
    scene.panel.resize(380, 560)
    links = [phrase.link for card in scene.browser.cards for line in card.lines for phrase in line.phrases]
    last_link = [link for link in links if link.startswith("fact:manage/")][-1]
    last = next(fact for fact in scene.facts() if last_link == f"fact:manage/{fact.id}")
    scene.enter(last_link)
    scene.wait(lambda: last.id in scene.panel.facts._shown.looks)
    assert scene.is_seen(last_link)
    assert _is_card_seen(scene.browser)
    scene.enter(f"fact:pin/{last.id}")
    scene.wait(lambda: scene.panel.facts.undo_bar.isVisible() and scene.at() == f"fact:unpin/{last.id}")
    QApplication.processEvents()
    assert scene.is_seen(f"fact:unpin/{last.id}")  # the notice below has taken room


def _is_card_seen(browser: CardBrowser) -> bool:
    """Whether all lines of the card with the focus are within the view, as far as they fit."""
    serial = browser.textCursor().block().userState()
    layout, block = browser.document().documentLayout(), browser.document().begin()
    rects = []
    while block.isValid():
        if block.userState() == serial:
            rects.append(layout.blockBoundingRect(block))
        block = block.next()
    top, height = browser.verticalScrollBar().value(), browser.viewport().height()
    if rects[-1].bottom() - rects[0].top() > height:
        return rects[0].top() >= top  # more than fits: from its beginning
    return rects[0].top() >= top and rects[-1].bottom() <= top + height


def test_settling_goes_to_the_contradiction_whose_choices_stand_in_order(scene: Scene) -> None:
    session = scene.panel._session
    assert session is not None
    scene.services.chat.give(session, "我对虾不过敏。", "person", "好的")
    assert scene.services.consolidation.wait(20)
    inbox = scene.panel.facts.inbox
    scene.wait(inbox.isVisible)
    conflict = inbox.conflict
    assert conflict is not None
    scene.enter(f"fact:settle/{conflict.newer[-1].id}")
    assert QApplication.focusWidget() is inbox.older.statements[0].source  # no choice: no key pressed by habit settles
    buttons = [button for button in inbox.choices.values() if button.isEnabled()]
    for _ in range(2):  # over both sources
        scene.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    for button in buttons:
        assert QApplication.focusWidget() is button
        scene.qtbot.keyClick(button, Qt.Key.Key_Tab)
    places = [button.mapTo(inbox, QPoint()) for button in buttons]
    assert places == sorted(places, key=lambda at: (at.y(), at.x()))
    buttons[0].setFocus()
    scene.qtbot.keyClick(buttons[0], Qt.Key.Key_Space)
    scene.wait(inbox.isHidden)
    assert scene.browser.hasFocus()
    assert scene.at()


@pytest.mark.parametrize("key", [tab.key for tab in TABS if tab.key not in ("summary", "map")])
def test_tab_goes_through_every_page_as_it_is_read(scene: Scene, key: str) -> None:
    scene.panel.show_tab(key)
    scene.panel.facts.toolbar.filters.setChecked(True)
    QApplication.processEvents()
    scene.panel.setFocus()
    scene.wait(lambda: scene.panel.tabs.hasFocus())
    stops: list[QWidget] = []
    widget: QWidget = scene.panel.tabs
    while (widget := widget.nextInFocusChain()) is not scene.panel.tabs:
        takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
        if takes and widget.isVisible() and widget.isEnabled() and scene.panel.isAncestorOf(widget):
            stops.append(widget)
    page = scene.panel.pages[key]
    inside = [stop for stop in stops if page.isAncestorOf(stop)]
    assert inside
    assert stops[: len(inside)] == inside  # the content comes before the foot, and before the head again
    tops = [_reading_place(stop, scene.panel) for stop in stops if stop not in (scene.panel.header.legend,)]
    assert tops == sorted(tops), [(type(stop).__name__, stop.accessibleName()) for stop in stops]


def _reading_place(widget: QWidget, panel: QWidget) -> tuple[int, int]:
    """Its line, by its middle, and its place in the line."""
    at = widget.mapTo(panel, QPoint(0, widget.height() // 2 if widget.height() < 60 else 0))
    return at.y() // 12, at.x()


def test_arrows_home_and_end_reach_every_tab(scene: Scene, themes: ThemeManager) -> None:
    themes.set_body_px(28)
    strip = scene.panel.tabs
    keys = [str(strip.tabData(index)) for index in range(strip.count())]
    assert strip.hidden
    strip.setFocus()
    scene.qtbot.keyClick(strip, Qt.Key.Key_Home)
    reached = [strip.current_key()]
    for _ in keys[1:]:
        scene.qtbot.keyClick(strip, Qt.Key.Key_Right)
        reached.append(strip.current_key())
        assert strip.currentIndex() not in strip.hidden
    assert reached == keys
    scene.qtbot.keyClick(strip, Qt.Key.Key_Right)
    assert strip.current_key() == keys[-1]
    scene.qtbot.keyClick(strip, Qt.Key.Key_Left)
    assert strip.current_key() == keys[-2]
    scene.qtbot.keyClick(strip, Qt.Key.Key_End)
    assert strip.current_key() == keys[-1]


@pytest.mark.parametrize("view", ["changes", "prompt"])
def test_in_a_low_timeline_one_thing_scrolls_and_the_focus_is_seen(
    scene: Scene, themes: ThemeManager, view: str
) -> None:
    scene.services.chat.send(scene.panel._session or 0, "磺胺能吃吗？", "person")
    themes.set_body_px(28)
    scene.panel.resize(407, 662)
    scene.panel.show_tab("timeline")
    page = scene.panel.timeline
    scene.wait(lambda: page.past is not None)
    page.show_view(view)
    QApplication.processEvents()
    area = page.parentWidget().parentWidget()
    assert isinstance(area, QScrollArea)
    cards = {"changes": page.changes, "prompt": page.prompt}[view]
    assert area.verticalScrollBar().maximum() > 0
    assert cards.verticalScrollBar().maximum() == 0
    scene.panel.tabs.setFocus()
    seen = 0
    for _ in range(40):
        scene.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        QApplication.processEvents()
        focus = QApplication.focusWidget()
        if not page.isAncestorOf(focus):
            if focus is not scene.panel.tabs.more:
                break
            continue
        place = focus.cursorRect() if isinstance(focus, CardBrowser) else focus.rect()
        top = focus.mapTo(area.viewport(), place.topLeft()).y()
        assert top >= 0
        assert top + place.height() <= area.viewport().height()
        seen += 1
    assert seen >= 5


@pytest.mark.parametrize("body_px", [14, 28])
def test_large_text_leaves_the_page_whole_lines_and_folds_the_head(
    scene: Scene, themes: ThemeManager, body_px: int
) -> None:
    themes.set_body_px(body_px)
    scene.panel.resize(407, 662)
    QApplication.processEvents()
    panel, toolbar = scene.panel, scene.panel.facts.toolbar
    scene.wait(lambda: toolbar.height() >= toolbar.sizeHint().height())
    assert panel.header.is_folded is (body_px == 28)
    assert panel.header.legend.isVisible() is (body_px == 14)
    assert panel.header.gauge.isVisible()
    for part in (toolbar.search, toolbar.filters, toolbar.select, toolbar.add):
        assert part.height() >= part.minimumSizeHint().height()
        assert part.mapTo(toolbar, QPoint(part.width(), 0)).x() <= toolbar.width()
    assert scene.browser.height() >= 2 * themes.theme.px(19)
    scene.qtbot.mouseClick(panel.footer.what_if, Qt.MouseButton.LeftButton)
    scene.wait(lambda: panel.what_if.is_open)
    QApplication.processEvents()
    assert panel.what_if.height() >= panel.what_if.heightForWidth(panel.what_if.width())
    assert panel.footer.isVisible() is (body_px == 14)
    panel.what_if.close_button.click()
    assert panel.footer.isVisible()
