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
    QDialog,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

import desktop_app.ui
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.events import SummaryChanged
from desktop_app.services.facade import Services
from desktop_app.ui.actions import commands_of
from desktop_app.ui.memory_panel.tab import CONTEXT, SUMMARY
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from desktop_app.ui.theme import ThemeName
from tests.ui.memory_panel.vault_scene import remembering
from tests.ui.vault_window import vault_window

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


def operated(window: QWidget) -> list[QWidget]:
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
    """The name a screen reader says. Of a combo box Qt tells the chosen text in its place on some systems."""
    if isinstance(widget, QComboBox):
        return widget.accessibleName()
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name)


def reached_by_tab(window: QWidget) -> set[QWidget]:
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
    played.bus.publish(SummaryChanged(window.session_id or 0, 1))  # brings its tab
    qtbot.waitUntil(panel.pages[SUMMARY].is_there)
    panel.footer.what_if.click()
    window.composer.set_text("What about 5 mg?")
    problems: set[str] = set()
    for tab in panel.pages:
        panel.show_tab(tab)
        assert panel.tabs.current_key() == tab
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


# What opens no dialog of the program: it acts at once, leads elsewhere, or asks the system for a file.
_NO_DIALOG = {
    "new_session", "scratch", "clinician", "patient", "family", "find", "cover", "beside", "lock", "stop", "sessions",
    "transcript", "composer", "memory", "toggle_memory", "float_memory", "context_menu", "larger", "smaller",
    "usual_size", "open_record", "import", "quit",
    "vaults", "what_if",
}  # fmt: skip


def faults_of(window: QWidget, language: str, foreign: set[str]) -> set[str]:
    """What of a window cannot be reached by Tab, has no name, or in Chinese only a foreign one."""
    faults: set[str] = set()
    reached = reached_by_tab(window)
    for widget in operated(window):
        kind, name = f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}", name_of(widget)
        if widget not in reached:
            faults.add(f"{kind} {name!r} is not reached by Tab")
        if not _LETTERS.search(name):
            faults.add(f"{kind} {widget.objectName()!r} has no name")
        elif language == "zh" and not _CHINESE.search(name) and name not in foreign:
            faults.add(f"{kind} {name!r} has no Chinese name")
    return faults


@pytest.mark.parametrize(
    ("kind", "language"), [(VaultKind.PERSONAL, "en"), (VaultKind.PERSONAL, "zh"), (VaultKind.CLINICAL, "zh")]
)
def test_what_can_be_operated_in_every_dialog_is_reached_and_named(
    qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: VaultKind, language: str
) -> None:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)

    def prepare(services: Services) -> None:
        session = services.sessions.create(services.people.list()[0].id, "谈话")
        services.chat.record(session.id, "我对青霉素过敏。I take 5 mg of amlodipine.", "person")

    faults: dict[str, set[str]] = {}
    with vault_window(qtbot, qapp, tmp_path, kind=kind, language=language, people=("王芳",), prepare=prepare) as (
        window,
        services,
    ):
        qtbot.waitUntil(lambda: window.session_id is not None, timeout=8000)
        model = services.models.state.model
        foreign = {model.name if model else "", "English"}
        for command in commands_of(kind):
            if command.name in _NO_DIALOG:
                continue
            window._actions[command.name].trigger()
            qtbot.waitUntil(lambda: bool(_dialogs()), timeout=8000)
            qtbot.wait(50)
            for dialog in _dialogs():
                found = faults_of(dialog, language, foreign)
                if found:
                    faults[command.name] = found
                dialog.close()
            qtbot.waitUntil(lambda: not _dialogs(), timeout=8000)
        window.memory_place.toggle_floating()
        found = faults_of(window.memory_place.own_window, language, foreign)
        if found:
            faults["floated"] = found
    assert not faults


def _dialogs() -> list[QDialog]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible()]
