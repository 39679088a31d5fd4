"""The panel docked, floated in a window of its own, or folded, in the real window over a real vault."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import PERSON
from desktop_app.services.facade import Services
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.memory_panel.tab import TIMELINE
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from tests.ui.vault_window import vault_window

SHIFT = Qt.KeyboardModifier.ShiftModifier


def _say(services: Services) -> None:
    session = services.sessions.create(services.people.list()[0].id, "Bees")
    services.chat.send(session.id, "Where do the beehives stand?", PERSON)


@pytest.fixture
def opened(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[MainWindow, Services]]:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    with vault_window(qtbot, qapp, tmp_path, prepare=_say) as (window, services):
        qtbot.waitUntil(lambda: window.memory_panel.ledger is not None)
        yield window, services


def _own_windows() -> list[str]:
    return [each.windowTitle() for each in QApplication.topLevelWidgets() if each.isVisible() and each.isWindow()]


def test_a_key_floats_the_panel_and_the_same_key_puts_it_back(
    qtbot: QtBot, opened: tuple[MainWindow, Services]
) -> None:
    window, _ = opened
    panel, own = window.memory_panel, window.memory_place.own_window
    assert panel.window() is window
    wide = window.transcript.width()

    qtbot.keyClick(window, Qt.Key.Key_F9, SHIFT)

    assert panel.window() is own
    assert own.isVisible()
    assert panel.isVisible()
    assert not window.folded_panel.isVisible()
    qtbot.waitUntil(lambda: window.transcript.width() > wide)  # the conversation takes the room
    assert panel.footer.float_button.text() == "Back into the window"
    assert sorted(_own_windows()) == ["Memory · Retrace", window.windowTitle()]

    qtbot.keyClick(own, Qt.Key.Key_F9, SHIFT)

    assert panel.window() is window
    assert panel.isVisible()
    assert not own.isVisible()
    assert panel.footer.float_button.text() == "Own window"


def test_the_button_the_menu_and_closing_do_the_same(qtbot: QtBot, opened: tuple[MainWindow, Services]) -> None:
    window, _ = opened
    panel = window.memory_panel
    qtbot.mouseClick(panel.footer.float_button, Qt.MouseButton.LeftButton)
    assert window.memory_place.floats
    window.memory_place.own_window.close()
    assert (window.memory_place.floats, panel.isVisible(), panel.window()) == (False, True, window)
    menu: QMenu = window.top_bar._memory_menu
    menu.aboutToShow.emit()
    next(each for each in menu.actions() if each.text().endswith("\tShift+F9")).trigger()
    assert window.memory_place.floats


def test_a_floated_panel_follows_the_conversation_and_folds(qtbot: QtBot, opened: tuple[MainWindow, Services]) -> None:
    window, _ = opened
    window.memory_place.toggle_floating()
    panel = window.memory_panel
    before = panel.ledger
    window.composer.set_text("And who looks after them?")
    window.composer.send()
    qtbot.waitUntil(lambda: panel.ledger not in (None, before))
    window._show_tab(TIMELINE)
    assert panel.timeline.isVisible()
    qtbot.keyClick(window.memory_place.own_window, Qt.Key.Key_F9)
    assert not panel.isVisible()
    assert window.folded_panel.isVisible()
    window.folded_panel.open_button.click()
    assert panel.isVisible()
    assert panel.window() is window.memory_place.own_window
    window.resize(900, 700)
    assert panel.isVisible(), "a narrow window has nothing to do with it"


def test_cover_and_lock_hide_the_floated_panel(qtbot: QtBot, opened: tuple[MainWindow, Services]) -> None:
    window, services = opened
    window.memory_place.toggle_floating()
    own = window.memory_place.own_window
    qtbot.keyClick(own, Qt.Key.Key_F8)
    assert window.cover.is_covered
    assert not own.isVisible()
    for act in (window.memory_place.toggle_floating, window.memory_place.toggle, window.focus_memory):
        act()
    window.resize(1000, 700)
    window.resize(1280, 800)
    assert not own.isVisible(), "nothing brings it out from under the cover"
    qtbot.keyClick(window, Qt.Key.Key_F8)
    assert own.isVisible()
    services.vault_keys.set_passphrase("", "lantern gravel otter sky")
    qtbot.keyClick(own, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier | SHIFT)
    assert window.locked
    assert not own.isVisible()
    assert _own_windows() == []


def test_its_place_is_remembered(
    qtbot: QtBot, qapp: QApplication, opened: tuple[MainWindow, Services], tmp_path: Path
) -> None:
    window, services = opened
    window.close()
    preferences = PreferenceStore(tmp_path / "window.json")
    preferences.update(welcomed=True, language="en")
    place = QRect(60, 50, 480, 610)

    def again() -> MainWindow:
        following = build_window(qapp, services, PreferenceStore(tmp_path / "window.json"))
        following.resize(1280, 800)  # the screen of the tests is smaller than what was kept
        following.show()
        qtbot.waitUntil(lambda: following.memory_panel.ledger is not None)
        return following

    def end(ended: MainWindow) -> None:
        ended.close()
        ended.deleteLater()
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    first = again()
    first.memory_place.toggle_floating()
    first.memory_place.own_window.setGeometry(place)
    first.memory_panel.show_tab(TIMELINE)
    end(first)
    second = again()
    assert second.memory_place.floats
    assert second.memory_place.own_window.isVisible()
    assert second.memory_place.own_window.geometry() == place
    assert second.memory_panel.tabs.current_key() == TIMELINE, "the tab that was open is open again"
    second.memory_place.put_back()
    end(second)
    third = again()
    assert not third.memory_place.floats
    assert third.memory_panel.isVisible()
    end(third)


@pytest.mark.parametrize("language", ["zh"])
def test_its_words_in_chinese(qtbot: QtBot, qapp: QApplication, tmp_path: Path, language: str) -> None:
    with vault_window(qtbot, qapp, tmp_path, language=language, prepare=_say) as (window, _):
        button = window.memory_panel.footer.float_button
        assert button.accessibleName() == "单独窗口"
        button.click()
        assert button.accessibleName() == "放回主窗口"
        assert window.memory_place.own_window.windowTitle() == "记忆 – 溯忆"
