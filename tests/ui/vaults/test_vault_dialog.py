"""Choosing a vault by keyboard and mouse: at the start, and from the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app import desktop
from desktop_app.domain.conversation import VaultKind
from desktop_app.services.bus import EventBus
from desktop_app.services.tasks import Tasks
from desktop_app.services.vault_shelf import VaultShelf
from desktop_app.storage.store import Store
from desktop_app.support.known_vaults import KnownVaults
from desktop_app.ui.application import Translations
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.theme import ThemeManager, ThemeName
from desktop_app.ui.vaults.dialog import VaultDialog
from desktop_app.ui.vaults.new_dialog import NewVaultDialog
from tests.scripted_program import Clock
from tests.ui.conftest import OpenWindow

Speak = Callable[[str], Translations]
Make = Callable[..., VaultDialog]


@pytest.fixture
def shelf(tmp_path: Path) -> VaultShelf:
    made = VaultShelf(KnownVaults(tmp_path / "vaults.json"), tmp_path / "vaults", Clock())
    made.create("personal", VaultKind.PERSONAL)
    made.create("Practice", VaultKind.CLINICAL)
    return made


@pytest.fixture
def bridge(qapp: QApplication) -> Iterator[EventBridge]:
    tasks = Tasks()
    made = EventBridge(EventBus(), tasks)
    yield made
    made.close()
    tasks.close()


@pytest.fixture
def make(qtbot: QtBot, qapp: QApplication, shelf: VaultShelf, bridge: EventBridge, speak: Speak) -> Iterator[Make]:
    themes: list[ThemeManager] = []

    def open_dialog(
        current: Path | None = None, language: str = "en", theme: ThemeName = ThemeName.LIGHT
    ) -> VaultDialog:
        speak(language)
        themes.append(ThemeManager(qapp, theme))
        dialog = VaultDialog(shelf, bridge, themes[-1].theme, current)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitUntil(lambda: dialog.list.chosen is not None)
        return dialog

    yield open_dialog
    for each in themes:
        each.deleteLater()
    qapp.setStyleSheet("")


def test_arrows_and_enter_open_the_second_one(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    dialog = make()
    assert dialog.list.hasFocus()
    assert dialog.list.chosen is not None
    assert dialog.list.chosen.name == "personal"
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert dialog.chosen == tmp_path / "vaults" / "Practice"
    assert not dialog.isVisible()


def test_letters_find_and_a_double_click_opens(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    dialog = make()
    qtbot.keyClicks(dialog.list, "pr")
    assert dialog.list.chosen is not None
    assert dialog.list.chosen.name == "Practice"
    place = dialog.list.visualRect(dialog.list.model().index(0, 0)).center()
    qtbot.mouseClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert dialog.chosen == tmp_path / "vaults" / "personal"


def test_escape_opens_nothing(qtbot: QtBot, make: Make) -> None:
    dialog = make()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.chosen is None
    assert not dialog.isVisible()


def test_the_open_one_is_marked_and_cannot_be_opened_again(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    dialog = make(tmp_path / "vaults" / "personal")
    assert dialog.list.chosen is not None
    assert dialog.list.chosen.name == "Practice"  # what one came for
    qtbot.keyClick(dialog.list, Qt.Key.Key_Up)
    assert not dialog.accept_button.isEnabled()
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert dialog.isVisible()
    text = dialog.list.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert text == f"Personal, open now, {tmp_path / 'vaults' / 'personal'}"


@pytest.mark.parametrize("kind", VaultKind)
def test_a_new_one_is_made_and_opened(qtbot: QtBot, make: Make, tmp_path: Path, kind: VaultKind) -> None:
    dialog = make()
    qtbot.mouseClick(dialog.new, Qt.MouseButton.LeftButton)
    (asked,) = dialog.findChildren(NewVaultDialog)
    assert not asked.accept_button.isEnabled()
    qtbot.keyClicks(asked.name, "practice")
    qtbot.mouseClick(asked.clinical if kind is VaultKind.CLINICAL else asked.personal, Qt.MouseButton.LeftButton)
    qtbot.keyClick(asked.name, Qt.Key.Key_Return)
    qtbot.waitUntil(asked.told.isVisible)
    assert "already" in asked.told.text()
    asked.name.setText("诊室")
    qtbot.keyClick(asked.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert dialog.chosen == tmp_path / "vaults" / "诊室"
    store = Store.open(dialog.chosen, Clock())
    assert store.kind is kind
    store.close()


def test_another_folder_is_taken_in_or_refused_with_words(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    dialog = make()
    dialog.take(tmp_path)
    qtbot.waitUntil(dialog.told.isVisible)
    assert "no vault in this folder" in dialog.told.text()
    Store.create(tmp_path / "old", VaultKind.PERSONAL, Clock()).close()
    dialog.take(tmp_path / "old")
    qtbot.waitUntil(lambda: dialog.list.chosen is not None and dialog.list.chosen.name == "old")
    assert not dialog.told.isVisible()
    (tmp_path / "old").rename(tmp_path / "elsewhere")
    dialog._reload(tmp_path / "old")
    qtbot.waitUntil(dialog.leave_out.isVisible)
    assert not dialog.accept_button.isEnabled()
    qtbot.mouseClick(dialog.leave_out, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.list.model().rowCount() == 2)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_everything_is_reached_by_tab_and_has_a_name(qtbot: QtBot, make: Make, language: str) -> None:
    dialog = make(language=language)
    seen = set()
    for _ in range(12):
        seen.add(QApplication.focusWidget())
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    for control in (dialog.list, dialog.new, dialog.another, dialog.accept_button, dialog.cancel_button):
        assert control in seen
        name = QAccessible.queryAccessibleInterface(control).text(QAccessible.Text.Name)
        assert name
        assert name.rstrip("…").isascii() == (language == "en")


def test_the_window_ends_for_the_vault_that_is_chosen(
    open_window: OpenWindow, qtbot: QtBot, shelf: VaultShelf, tmp_path: Path
) -> None:
    window, _ = open_window()
    window.vaults_requested.connect(lambda: desktop.offer_vaults(window, shelf, tmp_path / "vaults" / "personal"))
    qtbot.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: bool(window.findChildren(VaultDialog)))
    (dialog,) = window.findChildren(VaultDialog)
    qtbot.waitUntil(lambda: dialog.list.chosen is not None)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not window.isVisible())
    assert window.next_vault == tmp_path / "vaults" / "Practice"


def test_the_next_process_is_told_which_vault() -> None:
    vault = Path("/v/Practice")
    for given in ([], ["--vault", "/x"], ["--vault=/x"]):
        assert desktop.naming_vault(["-m", "desktop_app", *given], vault) == [
            "-m",
            "desktop_app",
            "--vault",
            str(vault),
        ]


def test_the_start_asks_where_there_are_several(
    qapp: QApplication, qtbot: QtBot, shelf: VaultShelf, tmp_path: Path
) -> None:
    def choose() -> None:
        found = [one for one in QApplication.topLevelWidgets() if isinstance(one, VaultDialog) and one.isVisible()]
        if not found or found[0].list.chosen is None:
            QTimer.singleShot(20, choose)
            return
        qtbot.keyClick(found[0].list, Qt.Key.Key_Down)
        qtbot.keyClick(found[0].list, Qt.Key.Key_Return)

    QTimer.singleShot(20, choose)
    assert desktop._ask_which(qapp, PreferenceStore(None), shelf) == tmp_path / "vaults" / "Practice"
