"""Whatever has the keyboard focus is seen to have it, in every theme; what is disabled is seen to be."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QListWidget,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_app.ui.theme import ThemeManager, ThemeName, make_theme
from desktop_app.ui.widgets.basics import button
from tests.ui.conftest import OpenWindow

THEMES = (ThemeName.LIGHT, ThemeName.DARK, ThemeName.CONTRAST)


def _button(kind: str) -> Callable[[], QWidget]:
    def make() -> QWidget:
        made = button(kind)
        made.setText("Press")
        return made

    return make


def _checkable(kind: type[QCheckBox] | type[QRadioButton]) -> Callable[[], QWidget]:
    return lambda: kind("All spaces")


def _list() -> QWidget:
    made = QListWidget()
    made.addItems(["One", "Two"])
    made.setCurrentRow(0)
    return made


def _table() -> QWidget:
    made = QTableWidget(1, 1)
    made.setItem(0, 0, QTableWidgetItem("One"))
    made.setCurrentCell(0, 0)
    return made


WIDGETS: dict[str, Callable[[], QWidget]] = {
    "button": _button(""),
    "primary": _button("primary"),
    "small": _button("small"),
    "link": _button("link"),
    "quiet": _button("quiet"),
    "plain button": lambda: QPushButton("Close"),
    "check box": _checkable(QCheckBox),
    "radio button": _checkable(QRadioButton),
    "field": lambda: QLineEdit("A name"),
    "number": QSpinBox,
    "choice": QComboBox,
    "text": QPlainTextEdit,
    "list": _list,
    "table": _table,
}


@pytest.fixture
def themes(qapp: QApplication) -> Iterator[ThemeManager]:
    yield ThemeManager(qapp, ThemeName.LIGHT)
    qapp.setStyleSheet("")


def _luminance(color: QColor) -> float:
    parts = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (color.redF(), color.greenF(), color.blueF())
    )
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def _changed(before: QImage, after: QImage, contrast: float = 2.0) -> int:
    """How many pixels are lighter or darker by a ratio of contrast, or have another hue altogether."""
    count = 0
    for y in range(before.height()):
        for x in range(before.width()):
            one, other = before.pixelColor(x, y), after.pixelColor(x, y)
            if one != other:
                light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
                apart = max(abs(one.red() - other.red()), abs(one.blue() - other.blue()))
                count += (light + 0.05) / (dark + 0.05) >= contrast or apart > 150
    return count


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", WIDGETS)
def test_the_focus_is_seen(qtbot: QtBot, themes: ThemeManager, theme: ThemeName, kind: str) -> None:
    themes.set_choice(theme)
    room, other, made = QWidget(), QLineEdit(), WIDGETS[kind]()
    room.setProperty("surface", "background")
    room.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    qtbot.addWidget(room)
    layout = QVBoxLayout(room)
    layout.addWidget(other)
    layout.addWidget(made)
    room.resize(160, 160)
    room.show()
    room.activateWindow()
    other.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(other.hasFocus)
    before = room.grab(made.geometry()).toImage()
    height = made.sizeHint().height()
    made.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(made.hasFocus)
    after = room.grab(made.geometry()).toImage()
    # A line round a small widget has some 200 pixels; the hair-line of one pixel in another grey had none.
    assert _changed(before, after) >= 100
    if kind not in ("link", "list", "table", "text"):
        assert made.sizeHint().height() - height in (0, 1, 2)  # nothing jumps when one tabs through


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", ["button", "primary", "small", "field", "check box"])
def test_what_is_disabled_looks_disabled(qtbot: QtBot, themes: ThemeManager, theme: ThemeName, kind: str) -> None:
    themes.set_choice(theme)
    made = WIDGETS[kind]()
    qtbot.addWidget(made)
    made.resize(120, 40)
    made.show()
    before = made.grab().toImage()
    made.setEnabled(False)
    assert _changed(before, made.grab().toImage(), contrast=1.2) >= 30


def test_the_focused_row_of_the_sessions_differs_from_the_chosen_one(open_window: OpenWindow, qtbot: QtBot) -> None:
    for theme in THEMES:
        window, _ = open_window(theme=theme)
        window.activateWindow()
        window.focus_composer()
        rows = window.sessions.list
        before = rows.grab().toImage()
        window.sessions.focus_list()
        qtbot.waitUntil(rows.hasFocus)
        assert _changed(before, rows.grab().toImage()) >= 300, theme


def test_the_default_button_of_a_question_shows_the_focus(qtbot: QtBot, themes: ThemeManager) -> None:
    themes.set_choice(ThemeName.CONTRAST)
    box = QMessageBox()
    qtbot.addWidget(box)
    keep = box.addButton("Keep", QMessageBox.ButtonRole.RejectRole)
    box.addButton("Delete", QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(keep)
    box.show()
    box.activateWindow()
    qtbot.waitUntil(keep.hasFocus)
    focus = make_theme(ThemeName.CONTRAST).color("focus")
    image = keep.grab().toImage()
    assert image.pixelColor(image.width() // 2, 6) == focus
