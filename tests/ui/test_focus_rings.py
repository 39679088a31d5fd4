"""The focus is seen on links, round the message that is written, on the cover and in the conversation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.fact_changes import FactEntry
from desktop_app.domain.memory import Category
from desktop_app.services.facade import Services
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.texts import counted
from desktop_app.ui.theme import ThemeName
from desktop_app.ui.transcript.browser import SafeBrowser
from tests.ui.vault_window import vault_window

TAB, CONTROL = Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier


def _prepare(services: Services) -> None:
    person = services.people.list()[0]
    session = services.sessions.create(person.id, "Lamp")
    for number in range(6):
        services.chat.give(session.id, f"The lamp {number} is out.", "person", "```\nlamp()\n```")
    services.fact_editing.add(person.id, FactEntry(Category.OTHER, "red hair", "Anna"))


@pytest.fixture
def opened(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[tuple[MainWindow, Services]]:
    with vault_window(qtbot, qapp, tmp_path, prepare=_prepare) as (window, services):
        qtbot.waitUntil(lambda: len(window.transcript.turn_ids()) == 6)
        window.activateWindow()
        yield window, services


def _count(widget: QWidget, color: QColor, area: QRect) -> int:
    image = widget.grab(area).toImage()
    near = 0
    for y in range(image.height()):
        for x in range(image.width()):
            one = image.pixelColor(x, y)
            apart = (one.red() - color.red(), one.green() - color.green(), one.blue() - color.blue())
            near += max(map(abs, apart)) < 40
    return near


def _at_link(browser: SafeBrowser) -> tuple[int, int]:
    """How many pixels of the ring's colour there are about the link with the focus, and how long a ring of one is."""
    rects = browser.focused_link()
    assert rects
    area = rects[0].toAlignedRect().adjusted(-4, -4, 4, 4) & browser.viewport().rect()
    around = 2 * (rects[0].toRect().width() + rects[0].toRect().height())
    return _count(browser.viewport(), browser.ring_color(), area), around


@pytest.mark.parametrize("theme", [ThemeName.LIGHT, ThemeName.DARK, ThemeName.CONTRAST])
def test_a_link_with_the_focus_has_a_ring_of_two_pixels(
    opened: tuple[MainWindow, Services], qtbot: QtBot, theme: ThemeName
) -> None:
    window, _ = opened
    window.dialogs._themes.set_choice(theme)
    window.memory_panel.show_tab("facts")
    facts = window.memory_panel.facts.browser
    qtbot.waitUntil(lambda: "red hair" in facts.toPlainText())
    facts.take_focus()
    ring, around = _at_link(facts)
    assert ring >= around * 1.5, "a dotted line of one pixel has half of it"
    window.focus_composer()
    assert facts.focused_link() == [] or not facts.hasFocus()

    window.focus_transcript()
    page = window.transcript.browser
    qtbot.keyClick(page, TAB)
    ring, around = _at_link(page)
    assert ring >= around * 1.5


def test_tab_goes_through_the_links_of_one_message_and_on(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    page, turn_ids = window.transcript.browser, window.transcript.turn_ids()
    window.focus_transcript()
    last = page.marked_turn
    assert last == turn_ids[-1]
    value = page.verticalScrollBar().value()
    pressed = 0
    while page.hasFocus():
        qtbot.keyClick(page, TAB)
        pressed += 1
        if page.hasFocus():
            assert page.focused_link()
            assert page.marked_turn == last
        assert pressed < 8
    assert pressed >= 2, "its code can be copied"
    assert page.verticalScrollBar().value() == value
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert page.hasFocus()
    window.focus_transcript()
    qtbot.keyClick(page, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    qtbot.keyClick(page, TAB)
    assert page.focused_link()
    assert page.marked_turn == turn_ids[-2]
    qtbot.keyClick(page, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert not page.hasFocus()


def test_the_card_one_writes_in_shows_the_focus(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    composer, color = window.composer, window.theme.color("focus")
    window.sessions.focus_list()
    edge = QRect(0, 20, 4, composer.height() - 40)
    assert _count(composer, color, edge) == 0
    size = composer.sizeHint()
    window.focus_composer()
    assert _count(composer, color, edge) >= 2 * (edge.height() - 4)
    assert composer.sizeHint() == size  # nothing jumps
    window.sessions.focus_list()
    assert _count(composer, color, edge) == 0


def test_the_cover_shows_what_enter_does_and_gives_the_mark_back(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, _ = opened
    window.focus_transcript()
    marked = window.transcript.browser.marked_turn
    assert marked
    window.cover.cover()
    go_on = window.cover.currentWidget().go_on
    assert go_on.property("ringed") is True
    assert _count(go_on, window.theme.color("focus"), go_on.rect()) > 100
    qtbot.keyClick(window.cover.currentWidget(), Qt.Key.Key_Space)
    assert window.cover.is_covered  # what is typed on uncovers nothing
    qtbot.keyClick(window.cover.currentWidget(), Qt.Key.Key_Return)
    assert not window.cover.is_covered
    assert window.transcript.browser.hasFocus()
    assert window.transcript.browser.marked_turn == marked


def test_the_map_is_gone_through_as_it_stands(opened: tuple[MainWindow, Services]) -> None:
    window, _ = opened
    tab = window.memory_panel.map
    chain, one = [], tab.nextInFocusChain()
    while one is not tab and len(chain) < 200:
        chain.append(one)
        one = one.nextInFocusChain()
    order = [chain.index(widget) for widget in (*tab.view_buttons.values(), tab.facts, tab.canvas, tab.go_to)]
    assert order == sorted(order)


def test_the_way_back_goes_when_the_conversation_goes_on(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, services = opened
    first = window.transcript.turn_ids()[0]
    window.transcript.source_requested.emit(window.session_id, first)
    qtbot.waitUntil(window.way_back.isVisible)
    window.composer.set_text("And now?")
    window.composer.send()
    qtbot.waitUntil(lambda: not window.way_back.isVisible(), timeout=10_000)
    assert services.consolidation.wait(20)


@pytest.mark.parametrize(("language", "wide"), [("en", False), ("zh", True)])
def test_quotation_marks_are_as_wide_as_the_language_has_them(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, language: str, wide: bool
) -> None:
    with vault_window(qtbot, qapp, tmp_path, language=language) as (window, _):
        said = QLabel("“a”", window)
        said.ensurePolished()
        if "CJK" not in QFont(said.font()).families()[0]:
            pytest.skip("another family draws Latin texts here")
        mark = QFontMetricsF(said.font()).horizontalAdvance("“")
        assert (mark > 0.8 * said.font().pixelSize()) is wide
        other = "zh" if language == "en" else "en"
        window.dialogs._translations.set_choice(other)
        qapp.processEvents()
        mark = QFontMetricsF(said.font()).horizontalAdvance("“")
        assert (mark > 0.8 * said.font().pixelSize()) is not wide


def test_one_turn_is_no_turns() -> None:
    assert counted(1, "1 turn", "{count} turns") == "1 turn"
    assert counted(1200, "1 turn", "{count} turns") == "1,200 turns"
