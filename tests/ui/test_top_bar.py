"""The bar at the top at any width and size of text: names are told or left away, never cut to nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import Person, VaultKind
from desktop_app.domain.events import EngineChanged, EngineState
from desktop_app.ui.theme import ThemeManager, ThemeName
from desktop_app.ui.top_bar import TopBar
from tests.ui.conftest import Speak
from tests.ui.window_fakes import MODEL

MODEL_NAME = "qwen2.5-coder-0.5b-instruct"
ANNA = Person(1, "Anna Katharina Lindqvist", "f", "1983-04-05", "2026-11023")
WANG = Person(2, "王芳", "f", "1983-04-05", "2026-11023")


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """As the real one, where the bar does not decide how narrow it may be."""
    window = QWidget()
    qtbot.addWidget(window)
    return window


def bar(window: QWidget, qapp: QApplication, px: int, person: Person) -> TopBar:
    themes = ThemeManager(qapp, ThemeName.LIGHT, px)
    shown = TopBar(VaultKind.CLINICAL, themes, lambda: date(2026, 11, 30), window)
    shown.set_people([person], person.id)
    shown.set_engine(EngineChanged(EngineState.READY, replace(MODEL, name=MODEL_NAME)))
    window.show()
    return shown


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("px", [14, 28])
@pytest.mark.parametrize("person", [ANNA, WANG], ids=["long", "short"])
def test_a_name_is_told_or_left_away(
    qtbot: QtBot, window: QWidget, qapp: QApplication, speak: Speak, px: int, person: Person, language: str
) -> None:
    speak(language)
    shown = bar(window, qapp, px, person)
    for width in range(100 * px, 36 * px, -20):
        shown.resize(width, shown.sizeHint().height())
        qtbot.wait(1)
        qapp.processEvents()
        name = shown._model_name.text()
        assert shown._model_chip.isVisible() == shown._dot.isVisible()
        if shown._model_chip.isVisible():
            assert name.startswith(MODEL_NAME[:7]), width
            assert name == MODEL_NAME or shown._model_chip.toolTip() == shown._model_chip.accessibleName()
        assert shown._person_name.text()[0] == person.name[0], width
        for part in shown.findChildren(QLabel) + shown.findChildren(QPushButton):
            if part.isVisible() and part.text():
                assert part.width() >= part.sizeHint().width() - 2, (width, part.text())
                assert part.mapTo(shown, part.rect().bottomRight()).x() < width, (width, part.text())


def test_what_gives_way_first_says_little(window: QWidget, qapp: QApplication) -> None:
    """At 200 % in a window of 1280 both names stand in full, and what is said of the patient."""
    shown = bar(window, qapp, 28, WANG)
    shown.resize(1280, shown.sizeHint().height())
    qapp.processEvents()
    assert shown._model_name.text()[:7] == MODEL_NAME[:7]
    assert (shown._described.isVisible(), shown._record.isVisible()) == (True, True)
    assert (shown._settings.text(), shown._settings.toolTip()) == ("", "Settings")
    assert not shown._settings.icon().isNull()
    shown.resize(2600, shown.height())
    qapp.processEvents()
    assert (shown._settings.text(), shown._settings.toolTip(), shown._help.text()) == ("Settings", "", "Help")
    assert shown._settings.icon().isNull()
    assert shown._model_name.text() == MODEL_NAME
