"""Text at twice its size: the window and every dialog fit the screen, and no text in them is cut."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QFileDialog, QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.events import SummaryChanged
from desktop_app.services.facade import Services
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.memory_panel.tab import SUMMARY
from desktop_app.ui.widgets.basics import ElidedLabel
from tests.ui.vault_window import vault_window

SCREEN = QRect(0, 0, 1280, 800)
TWICE_PX = 28
_SLACK = 2  # px, for rounding
_DIALOGS = (
    "palette", "search", "models", "backups", "export", "settings", "personas", "prompts",
    "shortcuts", "guide", "new_person", "test_memory", "hygiene", "protection", "privacy", "audit", "erase",
    "export_record", "about",
)  # fmt: skip
_SHOTS = os.environ.get("RETRACE_SHOTS", "")  # a folder to leave pictures in, for looking at them


@pytest.fixture(params=["en", "zh"])
def opened(
    request: pytest.FixtureRequest, qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MainWindow]:
    monkeypatch.setattr(QScreen, "availableGeometry", lambda _: SCREEN)

    def talk(services: Services) -> None:
        session = services.sessions.create(1, "膝盖疼")
        services.chat.give(session.id, "我跑步后膝盖疼，对青霉素过敏。", "person", "好的。")

    people = ("王芳", "李明")
    with vault_window(
        qtbot, qapp, tmp_path, kind=VaultKind.CLINICAL, language=request.param, people=people, prepare=talk
    ) as (window, services):
        qtbot.waitUntil(lambda: window.session_id is not None)
        services.bus.publish(SummaryChanged(window.session_id or 0, 1))  # brings its tab
        qtbot.waitUntil(window.memory_panel.pages[SUMMARY].is_there)
        window._themes.set_body_px(TWICE_PX)
        window.resize(SCREEN.size())
        qtbot.wait(50)
        yield window


def cut_texts(root: QWidget) -> list[str]:
    """Texts that have less room than they need; what is elided on purpose shows itself whole elsewhere."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisibleTo(root) or isinstance(widget, ElidedLabel) or not widget.visibleRegion().boundingRect():
            continue
        if isinstance(widget, QLabel) and widget.text():
            needed = widget.heightForWidth(widget.width()) if widget.wordWrap() else widget.sizeHint().height()
            narrow = not widget.wordWrap() and widget.sizeHint().width() > widget.width() + _SLACK
            if narrow or needed > widget.height() + _SLACK:
                found.append(f"{type(widget).__name__} {widget.size().toTuple()}: {widget.text()[:60]}")
        elif (
            isinstance(widget, QAbstractButton)
            and widget.text()
            and widget.sizeHint().width() > widget.width() + _SLACK
        ):
            found.append(f"{type(widget).__name__} {widget.size().toTuple()}: {widget.text()[:60]}")
    return found


def sideways(root: QWidget) -> list[str]:
    """Scroll areas whose content is wider than they show."""
    return [
        f"{type(area.widget()).__name__} needs {area.widget().minimumSizeHint().width()} of {area.viewport().width()}"
        for area in root.findChildren(QScrollArea)
        if area.isVisibleTo(root) and area.widget().minimumSizeHint().width() > area.viewport().width() + _SLACK
    ]


def open_dialogs() -> list[QDialog]:
    return [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]


def shot(widget: QWidget, name: str) -> None:
    if _SHOTS:
        widget.grab().save(str(Path(_SHOTS) / f"{name}.png"))


def test_the_window_fits_the_screen_and_cuts_no_text(opened: MainWindow, qtbot: QtBot) -> None:
    language = opened.locale().name()[:2]
    shot(opened, f"window_{language}")
    problems = [*cut_texts(opened), *sideways(opened)]
    for key in opened.memory_panel.pages:
        opened.memory_panel.show_tab(key)
        assert opened.memory_panel.tabs.current_key() == key
        qtbot.wait(20)
        if key == "map":  # it is read once the tab is looked at
            qtbot.waitUntil(lambda: bool(opened.memory_panel.map.text.text()))
        shot(opened, f"tab_{key}_{language}")
        problems += [f"{key}: {one}" for one in (*cut_texts(opened.memory_panel), *sideways(opened.memory_panel))]
    page = opened.memory_panel.timeline
    for view in page.view_buttons:
        opened.memory_panel.show_tab("timeline")
        page.show_view(view)
        qtbot.wait(20)
        shot(opened, f"timeline_{view}_{language}")
        problems += [f"timeline, {view}: {one}" for one in (*cut_texts(page), *sideways(page))]
    opened.memory_panel.show_tab("context")
    opened.memory_panel.open_what_if()
    qtbot.wait(50)
    shot(opened, f"what_if_{language}")
    assert opened.size() == SCREEN.size()
    problems += [f"what if: {one}" for one in cut_texts(opened.memory_panel.what_if)]
    assert not problems, "\n".join(problems)
    assert opened.minimumSizeHint().width() <= SCREEN.width()
    assert opened.minimumSizeHint().height() <= SCREEN.height()


@pytest.mark.slow
def test_every_dialog_fits_the_screen_and_cuts_no_text(opened: MainWindow, qtbot: QtBot) -> None:
    problems = []
    for name in _DIALOGS:
        opened._actions[name].trigger()
        for _ in range(100):  # some are read from the vault first
            if open_dialogs():
                break
            qtbot.wait(20)
        qtbot.wait(30)
        shown = open_dialogs()
        if len(shown) != 1:
            problems.append(f"{name}: {len(shown)} dialogs")
        for dialog in shown:
            if not isinstance(dialog, QFileDialog):
                for _ in range(100):  # what comes from the vault meanwhile is laid out anew
                    if not (*cut_texts(dialog), *sideways(dialog)):
                        break
                    qtbot.wait(20)
                shot(dialog, f"{name}_{opened.locale().name()[:2]}_{dialog.width()}x{dialog.height()}")
                if SCREEN.size().expandedTo(dialog.size()) != SCREEN.size():
                    problems.append(f"{name}: {dialog.size().toTuple()}")
                problems += [f"{name}: {one}" for one in (*cut_texts(dialog), *sideways(dialog))]
            qtbot.keyClick(dialog, Qt.Key.Key_Escape)
            dialog.close()
        qtbot.wait(10)
    assert not problems, "\n".join(problems)
