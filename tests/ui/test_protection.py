"""Setting, changing and being asked for a passphrase, through the real widgets over a real vault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QInputMethodEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_app import desktop
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import VaultError
from desktop_app.domain.vault_keys import KeySlotKind
from desktop_app.services.facade import Services
from desktop_app.storage import keyfile
from desktop_app.storage.store import Store
from desktop_app.ui.dialogs.protection import PassphraseDialog, ProtectionDialog, RecoveryCodeDialog
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.dialogs.unlock import UnlockDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.preferences import PreferenceStore
from tests.scripted_program import scripted_program
from tests.ui.vault_window import vault_window

GOOD = "lantern gravel otter sky"
OTHER = "纸鸢在河边慢慢飞走了"

Opened = Callable[..., tuple[MainWindow, Services]]


@pytest.fixture
def opened(qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    with ExitStack() as windows:

        def make(kind: VaultKind = VaultKind.PERSONAL, *, welcomed: bool = True) -> tuple[MainWindow, Services]:
            return windows.enter_context(
                vault_window(qtbot, qapp, tmp_path, kind=kind, people=("Me",), welcomed=welcomed, load=False)
            )

        yield make


def _button(root: QWidget, text: str) -> QPushButton:
    return next(each for each in root.findChildren(QPushButton) if each.text() == text and each.isVisible())


def _shown(qtbot: QtBot, parent: QWidget, kind: type[QWidget]) -> QWidget:
    qtbot.waitUntil(lambda: any(each.isVisible() for each in parent.findChildren(kind)))
    return next(each for each in parent.findChildren(kind) if each.isVisible())


def _set_passphrase(qtbot: QtBot, window: MainWindow, passphrase: str, again: str | None = None) -> PassphraseDialog:
    dialog = _shown(qtbot, window, ProtectionDialog)
    qtbot.mouseClick(dialog._set, Qt.MouseButton.LeftButton)  # type: ignore[attr-defined]
    asked = _shown(qtbot, window, PassphraseDialog)
    assert isinstance(asked, PassphraseDialog)
    for field, text in ((asked.secret, passphrase), (asked.again, again or passphrase)):
        assert field.field.echoMode() == QLineEdit.EchoMode.Password
        event = QInputMethodEvent()
        event.setCommitString(text)
        QApplication.sendEvent(field.field, event)
    qtbot.mouseClick(asked.accept_button, Qt.MouseButton.LeftButton)
    return asked


def test_an_open_vault_says_so_and_is_protected_from_there(qtbot: QtBot, opened: Opened, tmp_path: Path) -> None:
    window, services = opened()
    mark = window.status_bar._encrypted
    assert mark.text() == "encrypted, no passphrase"
    qtbot.mouseClick(mark, Qt.MouseButton.LeftButton)
    _set_passphrase(qtbot, window, GOOD)
    shown = _shown(qtbot, window, RecoveryCodeDialog)
    assert isinstance(shown, RecoveryCodeDialog)
    code = shown.shown.text().replace("\n", "-")
    assert mark.text() == "encrypted"
    assert not shown.accept_button.isEnabled()
    qtbot.keyClick(shown, Qt.Key.Key_Escape)
    assert shown.isVisible()  # not before it is written down
    shown._written.click()
    qtbot.mouseClick(shown.accept_button, Qt.MouseButton.LeftButton)
    assert [slot.kind for slot in services.vault_keys.slots()] == [KeySlotKind.PASSPHRASE, KeySlotKind.RECOVERY]
    for secret in (GOOD, code):
        assert len(keyfile.load(tmp_path / "vault", secret).data_key) == 32
    with pytest.raises(VaultError):
        keyfile.load(tmp_path / "vault")


def test_a_weak_or_mistyped_passphrase_is_refused_in_the_dialog(qtbot: QtBot, opened: Opened) -> None:
    window, services = opened()
    window.dialogs.protection()
    asked = _set_passphrase(qtbot, window, GOOD, GOOD + "x")
    assert asked.told.text() == "The two are not the same."
    asked.close()
    asked = _set_passphrase(qtbot, window, "12345678")
    qtbot.waitUntil(lambda: asked.told.text().startswith("This passphrase is too easily guessed."))
    assert asked.isVisible()
    assert not services.vault_keys.protected


def test_protection_is_taken_away_after_a_question(qtbot: QtBot, opened: Opened) -> None:
    window, services = opened()
    services.vault_keys.set_passphrase("", GOOD)
    window.dialogs.protection()
    dialog = _shown(qtbot, window, ProtectionDialog)
    qtbot.mouseClick(_button(dialog, "Take the protection away…"), Qt.MouseButton.LeftButton)
    box = _shown(qtbot, window, QuestionDialog)
    qtbot.mouseClick(_button(box, "Take it away"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not services.vault_keys.protected)
    qtbot.waitUntil(lambda: window.status_bar._encrypted.text() == "encrypted, no passphrase")


def test_the_last_passphrase_is_not_removed(qtbot: QtBot, opened: Opened) -> None:
    window, services = opened()
    services.vault_keys.set_passphrase("Ann", GOOD)
    window.dialogs.protection()
    dialog = _shown(qtbot, window, ProtectionDialog)
    qtbot.mouseClick(_button(dialog, "Remove"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog._told.text().startswith("Nothing else would open"))  # type: ignore[attr-defined]
    assert services.vault_keys.protected


def test_a_clinical_vault_offers_no_way_back(qtbot: QtBot, opened: Opened) -> None:
    window, services = opened(VaultKind.CLINICAL)
    services.vault_keys.set_passphrase("Dr Wu", GOOD)
    window.dialogs.protection()
    dialog = _shown(qtbot, window, ProtectionDialog)
    assert not dialog._unprotect.isVisible()  # type: ignore[attr-defined]


def test_the_first_run_offers_a_passphrase(qtbot: QtBot, opened: Opened) -> None:
    window, _ = opened(welcomed=False)
    qtbot.mouseClick(_button(window, "Set a passphrase…"), Qt.MouseButton.LeftButton)
    _shown(qtbot, window, ProtectionDialog)


def test_a_copied_code_leaves_the_clipboard(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_app.ui.dialogs.protection.CLIPBOARD_MS", 20)
    dialog = RecoveryCodeDialog("AAAA-BBBB-CCCC-DDDD")
    qtbot.addWidget(dialog)
    dialog._copy.click()
    assert QGuiApplication.clipboard().text() == "AAAA-BBBB-CCCC-DDDD"
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == "")


def _protected_vault(directory: Path) -> None:
    with scripted_program(directory, load=False) as services:
        services.people.create("Me")
        services.vault_keys.set_passphrase("", GOOD)


def test_the_vault_opens_with_its_passphrase_after_a_wrong_one(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_app.ui.dialogs.unlock._FIRST_WAIT_MS", 10)
    _protected_vault(tmp_path)
    told: list[str] = []

    def dialog() -> UnlockDialog:
        return next(each for each in QApplication.topLevelWidgets() if isinstance(each, UnlockDialog))

    def wrong() -> None:
        qtbot.keyClicks(dialog().secret.field, "not it")
        qtbot.keyClick(dialog().secret.field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: dialog().told.text() != "")
        told.append(dialog().told.text())
        qtbot.waitUntil(dialog().accept_button.isEnabled)
        dialog().secret.clear()
        qtbot.keyClicks(dialog().secret.field, GOOD)
        qtbot.keyClick(dialog().secret.field, Qt.Key.Key_Return)

    QTimer.singleShot(0, wrong)
    store = desktop.ask_and_open(tmp_path / "vault")
    assert isinstance(store, Store)
    assert [person.name for person in store.read(lambda db: db.people.list())] == ["Me"]
    store.close()
    assert told[0].startswith("This does not open the vault.")


def test_giving_up_opens_and_changes_nothing(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    _protected_vault(tmp_path)
    before = {path.name: path.read_bytes() for path in (tmp_path / "vault").iterdir() if path.is_file()}

    def give_up() -> None:
        next(each for each in QApplication.topLevelWidgets() if isinstance(each, UnlockDialog)).reject()

    QTimer.singleShot(0, give_up)
    assert desktop.ask_and_open(tmp_path / "vault") is None
    QTimer.singleShot(0, give_up)
    assert desktop._open(qapp, tmp_path / "vault", PreferenceStore(None)) == 0  # leaving is no failure
    assert {path.name: path.read_bytes() for path in (tmp_path / "vault").iterdir() if path.is_file()} == before
