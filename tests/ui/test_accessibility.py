"""One walk through the window: whatever can be operated is reached by Tab and has a name in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

import desktop_app.ui
from desktop_app.services.facade import Services
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.memory_panel.panel import CLIPPED, CONTEXT, FACTS, MAP, RECALLED, SUMMARY, TIMELINE
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from desktop_app.ui.theme import ThemeName
from tests.ui.memory_panel.vault_scene import remembering

OPERATED = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QTabBar,
)
_LETTERS = re.compile(r"[^\W\d_]")
_CHINESE = re.compile(r"[\u3400-\u9fff]")


def operated(window: MainWindow) -> list[QWidget]:
    """What is visible and can be operated by itself, without the parts inside such a widget."""
    found: list[QWidget] = []
    for widget in window.findChildren(QWidget):
        if not isinstance(widget, OPERATED) or isinstance(widget, QScrollBar) or not widget.isVisibleTo(window):
            continue
        if isinstance(widget.parentWidget(), OPERATED) or not widget.isEnabled():
            continue  # the field of a spin box, the list of a combo box, a button inside a browser
        found.append(widget)
    return found


def name_of(widget: QWidget) -> str:
    """The name a screen reader says."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name)


def reached_by_tab(window: MainWindow) -> set[QWidget]:
    """The widgets that Tab visits."""
    visited: set[QWidget] = set()
    widget = window.nextInFocusChain()
    while widget is not window and widget is not None:
        takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if takes and widget.isVisibleTo(window) and widget.isEnabled():
            visited.add(widget)
        widget = widget.nextInFocusChain()
    return visited


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    with remembering(tmp_path_factory.mktemp("vault"), context_length=512) as (services, _, session):
        for number in range(8):
            services.chat.send(session, f"Question {number}: how much is {number} mg and why does it matter?", "person")
        assert services.consolidation.wait(60)
        yield services


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_can_be_operated_is_reached_and_named(
    qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch, played: Services, language: str
) -> None:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    preferences = PreferenceStore(None)
    preferences.update(language=language, theme=ThemeName.LIGHT, welcomed=True)
    window = build_window(qapp, played, preferences)
    window.resize(1280, 800)
    window.show()
    qtbot.waitUntil(lambda: window.memory_panel.ledger is not None, timeout=8000)
    panel = window.memory_panel
    panel.what_if_button.click()
    window.composer.set_text("What about 5 mg?")
    problems: set[str] = set()
    for tab in (CONTEXT, CLIPPED, RECALLED, FACTS, SUMMARY, TIMELINE, MAP):
        panel.show_tab(tab)
        qtbot.wait(30)
        reached = reached_by_tab(window)
        widgets = operated(window)
        assert len(widgets) > 20
        for widget in widgets:
            kind, name = type(widget).__name__, name_of(widget)
            if widget not in reached:
                problems.add(f"{kind} {name!r} is not reached by Tab")
            if not _LETTERS.search(name):
                problems.add(f"{kind} {widget.objectName()!r} in {type(widget.parentWidget()).__name__} has no name")
            elif language == "zh" and not _CHINESE.search(name) and name != played.models.state.model.name:
                problems.add(f"{kind} {name!r} has no Chinese name")
    window.close()
    window.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.setStyleSheet("")
    assert not problems


def test_the_folded_panel_keeps_its_gauge_and_opens_at_a_section(
    qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch, played: Services
) -> None:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    preferences = PreferenceStore(None)
    preferences.update(language="en", theme=ThemeName.LIGHT, welcomed=True)
    window = build_window(qapp, played, preferences)
    window.resize(1280, 800)
    window.show()
    qtbot.waitUntil(lambda: window.memory_panel.ledger is not None, timeout=8000)
    folded, panel = window.folded_panel, window.memory_panel
    assert not folded.isVisible()
    window.toggle_memory()
    assert (folded.isVisible(), panel.isVisible()) == (True, False)
    shown = {segment.section: segment.tokens for segment, _ in folded.gauge.rectangles()}
    ledger = panel.ledger
    assert ledger is not None
    assert shown["history"] == ledger.sections["history"]
    assert sum(shown.values()) == ledger.context_limit
    rect = next(rect for segment, rect in folded.gauge.rectangles() if segment.section == "history")
    assert rect.height() > rect.width()
    qtbot.mouseClick(folded.gauge, Qt.MouseButton.LeftButton, pos=rect.center())
    assert (folded.isVisible(), panel.isVisible()) == (False, True)
    assert panel.tabs.current_key() == CONTEXT
    window.toggle_memory()
    folded.open_button.click()
    assert panel.isVisible()
    window.close()
    window.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.setStyleSheet("")


def test_nothing_moves_by_itself() -> None:
    """Reduced motion for everybody: no animation, and no bar without an end, which would run to and fro."""
    moving = re.compile(r"Q\w*Animation\b|QTimeLine|QMovie|setAnimated\(True|setRange\(0, 0\)|setMaximum\(0\)")
    sources = list(Path(desktop_app.ui.__file__).parent.rglob("*.py"))
    assert len(sources) > 100
    assert not [f"{path.name}: {found[0]}" for path in sources if (found := moving.search(path.read_text("utf-8")))]
