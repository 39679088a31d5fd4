"""One switch, the kind of the vault, puts all clinical defaults in force: seen through the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.domain.audit import AuditFilter
from desktop_app.domain.conversation import VaultKind
from desktop_app.services.facade import Services
from desktop_app.ui.dialogs.export import ExchangeExportDialog
from desktop_app.ui.dialogs.protection import PassphraseDialog, ProtectionDialog, RecoveryCodeDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.privacy.guard import PrivacyGuard
from tests.ui.vault_window import vault_window

GOOD = "lantern gravel otter sky"

Opened = tuple[MainWindow, Services]


@pytest.fixture(params=[VaultKind.CLINICAL, VaultKind.PERSONAL])
def opened(
    request: pytest.FixtureRequest,
    qtbot: QtBot,
    qapp: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Opened]:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    with vault_window(qtbot, qapp, tmp_path, kind=request.param, people=("Wilhelmina",), load=False) as scene:
        yield scene


def test_the_kind_of_the_vault_is_the_one_switch(qtbot: QtBot, opened: Opened) -> None:
    window, services = opened
    clinical = services.vault_kind is VaultKind.CLINICAL
    settings = services.settings.get()
    guard = window.findChild(PrivacyGuard)
    assert guard is not None
    minutes = [watch._timer.interval() // 60_000 for watch in (guard._cover_watch, guard._lock_watch)]
    assert minutes == ([1, 15] if clinical else [0, 0])
    assert settings.privacy.clipboard_history is not clinical
    assert settings.context.denoise is not clinical
    window.exchange.export()
    qtbot.waitUntil(lambda: bool(window.findChildren(ExchangeExportDialog)))
    (dialog,) = window.findChildren(ExchangeExportDialog)
    assert dialog.deidentify.isChecked() is clinical
    dialog.close()
    qtbot.waitUntil(lambda: bool(services.audit.entries(AuditFilter())))  # what was looked at is on record


def test_nobody_works_in_a_clinical_vault_without_a_passphrase(qtbot: QtBot, opened: Opened) -> None:
    window, services = opened
    window.dialogs.require_passphrase()
    if services.vault_kind is VaultKind.PERSONAL:
        assert not window.findChildren(ProtectionDialog)
        return
    (dialog,) = window.findChildren(ProtectionDialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert not dialog.accept_button.isEnabled()
    assert "passphrase" in dialog._said.text()
    qtbot.mouseClick(dialog._set, Qt.MouseButton.LeftButton)
    (asked,) = dialog.findChildren(PassphraseDialog)
    for field in (asked.secret, asked.again):
        qtbot.keyClicks(field.field, GOOD)
    asked.accept()
    qtbot.waitUntil(lambda: services.vault_keys.protected, timeout=20_000)
    qtbot.waitUntil(lambda: bool(dialog.findChildren(RecoveryCodeDialog)), timeout=20_000)
    qtbot.waitUntil(dialog.accept_button.isEnabled)
    assert not dialog.cancel_button.isVisible()
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert window.isVisible()


def test_who_will_not_set_one_quits(qtbot: QtBot, opened: Opened) -> None:
    window, services = opened
    window.dialogs.require_passphrase()
    if services.vault_kind is VaultKind.CLINICAL:
        (dialog,) = window.findChildren(ProtectionDialog)
        qtbot.mouseClick(dialog.cancel_button, Qt.MouseButton.LeftButton)
        assert not window.isVisible()
        assert not window.locked
