"""A damaged vault at the start of the program: restored, repaired, or left alone (F6, E5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app import desktop
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError, VaultError
from desktop_app.services.bus import EventBus
from desktop_app.services.vault_keys import VaultKeyService
from desktop_app.storage.store import Store
from desktop_app.ui.backups.rescue_dialog import RescueDialog
from desktop_app.ui.dialogs.unlock import UnlockDialog
from tests.scripted_program import CHEAP, Clock
from tests.storage.storage_helpers import new_session, say

GOOD = "lantern gravel otter sky"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """Forty turns in the last backup, two more since; a page that holds only some of the forty is damaged."""
    clock = Clock()
    store = Store.create(tmp_path / "vault", VaultKind.PERSONAL, clock)
    session_id = store.write(new_session)
    store.write(lambda db: [say(db, session_id, f"question {n} {'x' * 300}") for n in range(40)])
    store.backup("automatic")
    store.write(lambda db: [say(db, session_id, f"later {n}") for n in range(2)])
    page = store.read(
        lambda db: db.connection.execute(
            "SELECT pageno FROM dbstat WHERE name = 'message' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 2"
        ).fetchone()[0]
    )
    store.close()
    damage(tmp_path / "vault", page)
    return tmp_path / "vault"


def damage(vault: Path, page: int) -> None:
    data = bytearray((vault / "vault.db").read_bytes())
    data[(page - 1) * 4096 + 900] ^= 1
    (vault / "vault.db").write_bytes(data)


@pytest.fixture
def meet(qapp: QApplication) -> Iterator[Callable[[type, Callable[[object], bool]], None]]:
    """Drives a dialog that is executed: the step runs again until it says that it is done."""
    timers: list[QTimer] = []

    def make(kind: type, step: Callable[[object], bool]) -> None:
        timer = QTimer()

        def look() -> None:
            for widget in QApplication.topLevelWidgets():
                if isinstance(widget, kind) and widget.isVisible() and step(widget):
                    timer.stop()

        timer.timeout.connect(look)
        timer.start(20)
        timers.append(timer)

    yield make
    for timer in timers:
        timer.stop()


def error_of(vault: Path) -> VaultError:
    with pytest.raises(VaultError) as raised:
        Store.open(vault, Clock())
    return raised.value


def click(qtbot: QtBot, widget: object) -> bool:
    if not widget.isEnabled():  # type: ignore[attr-defined]
        return False
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)  # type: ignore[call-overload]
    return True


def count(store: Store, words: str) -> int:
    turns = store.read(lambda db: db.turns.branch(1))
    return sum(turn.question.text.startswith(words) for turn in turns)


def test_the_newest_good_backup_is_chosen_and_restored(qtbot: QtBot, vault: Path, meet: Callable[..., None]) -> None:
    (vault / "backups" / "vault-20990101-000000-v1-automatic.db").write_bytes(b"newer, and no backup")
    error = error_of(vault)
    assert error.code == "vault_damaged"

    def restore(dialog: RescueDialog) -> bool:
        if dialog.table.rowCount() < 2:
            return False
        assert "damaged" in dialog._said.text()
        assert [dialog.table.item(row, 2).text() for row in (0, 1)] == ["–", "40"]
        assert dialog.table.selected() == dialog._rescue.backups()[1]
        dialog.table.selectRow(0)
        assert not dialog.restore_button.isEnabled()  # it cannot be read
        dialog.table.selectRow(1)
        return click(qtbot, dialog.restore_button)

    meet(RescueDialog, restore)
    store = desktop.rescue_and_open(vault, error)
    assert store is not None
    assert (count(store, "question"), count(store, "later")) == (40, 0)
    store.close()
    assert len(list(vault.glob("damaged-*/vault.db"))) == 1


def test_a_repair_says_what_is_lost_and_keeps_what_was_said_since(
    qtbot: QtBot, vault: Path, meet: Callable[..., None]
) -> None:
    seen: list[str] = []

    def repair(dialog: RescueDialog) -> bool:
        return click(qtbot, dialog.repair_button)

    def read(dialog: RescueDialog) -> bool:
        if not dialog.accept_button.isVisible():
            return False
        seen.append(dialog._said.text())
        assert not dialog.table.isVisible()
        return click(qtbot, dialog.accept_button)

    meet(RescueDialog, repair)
    meet(RescueDialog, read)
    store = desktop.rescue_and_open(vault, error_of(vault))
    assert store is not None
    lost = count(store, "(This could not be read any more.)")
    assert 0 < lost < 20
    assert (count(store, "question"), count(store, "later")) == (40 - lost, 2)
    lines = dict(line.split(": ", 1) for line in seen[0].splitlines() if ": " in line)
    assert int(lines["Messages saved"]) + int(lines["Messages lost"]) == 84
    assert lines["The damaged files are kept in the vault's folder"].startswith("damaged-")
    store.close()


def test_whoever_quits_finds_everything_as_it_was(qtbot: QtBot, vault: Path, meet: Callable[..., None]) -> None:
    before = {path: path.read_bytes() for path in vault.rglob("*.*") if path.suffix != ".ballast"}
    meet(RescueDialog, lambda dialog: click(qtbot, dialog.cancel_button))
    assert desktop.rescue_and_open(vault, error_of(vault)) is None
    assert {path: path.read_bytes() for path in vault.rglob("*.*") if path.suffix != ".ballast"} == before


def test_what_cannot_be_repaired_is_said_and_a_backup_elsewhere_helps(
    qtbot: QtBot, vault: Path, tmp_path: Path, meet: Callable[..., None]
) -> None:
    (vault / "backups").rename(tmp_path / "drive")
    (vault / "vault.db").write_bytes(bytes(20_000))
    steps: list[str] = []

    def go(dialog: RescueDialog) -> bool:
        if not steps and click(qtbot, dialog.repair_button):
            steps.append("repair")
        elif steps == ["repair"] and "Nothing in the vault's file can be read any more" in dialog.told.text():
            dialog._choose_folder = lambda: str(tmp_path / "drive")
            steps.append("look")
            click(qtbot, dialog.elsewhere)
        elif steps == ["repair", "look"] and dialog.table.rowCount():
            assert dialog.table.item(0, 4).text() == "second place"
            return click(qtbot, dialog.restore_button)
        return False

    meet(RescueDialog, go)
    store = desktop.rescue_and_open(vault, error_of(vault))
    assert store is not None
    assert count(store, "question") == 40
    store.close()


@pytest.mark.parametrize("emptied", [False, True])
def test_a_protected_vault_asks_for_its_passphrase_once(
    qtbot: QtBot, tmp_path: Path, meet: Callable[..., None], emptied: bool
) -> None:
    clock = Clock()
    store = Store.create(tmp_path / "vault", VaultKind.CLINICAL, clock)
    session_id = store.write(new_session)
    store.write(lambda db: [say(db, session_id, f"question {n}") for n in range(40)])
    VaultKeyService(store, EventBus(), clock, CHEAP).set_passphrase("", GOOD)
    store.backup("automatic")
    store.close()
    if emptied:
        (tmp_path / "vault" / "vault.db").write_bytes(b"")
    else:
        damage(tmp_path / "vault", 9)
    asked: list[object] = []

    def unlock(dialog: UnlockDialog) -> bool:
        asked.append(dialog)
        dialog.secret.field.setText(GOOD)
        return click(qtbot, dialog.accept_button)

    def restore(dialog: RescueDialog) -> bool:
        return dialog.table.selected() is not None and click(qtbot, dialog.restore_button)

    meet(UnlockDialog, unlock)
    meet(RescueDialog, restore)
    if emptied:
        opened = desktop.rescue_and_open(tmp_path / "vault", VaultError("vault_empty_file", path="x"))
    else:
        opened = desktop.ask_and_open(tmp_path / "vault")
    assert opened is not None
    assert count(opened, "question") == 40
    assert len(asked) == 1
    opened.close()


def test_a_vault_without_its_key_is_only_named(tmp_path: Path, vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[UserError] = []
    monkeypatch.setattr(desktop, "show_fatal", told.append)
    error = error_of(vault)
    for name in ("vault.keys", "vault.keys.previous"):
        (vault / name).unlink()
    assert desktop.rescue_and_open(vault, error) is None
    assert told == [error]
