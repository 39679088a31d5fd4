"""Backups by themselves: when, where, how many, and what is said where one fails."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from desktop_app.composition import open_or_create
from desktop_app.domain.backups import BackupReason
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError, VaultError
from desktop_app.domain.events import BackupsChanged, Event, Notice
from desktop_app.services.backups import BackupService
from desktop_app.services.bus import EventBus
from desktop_app.services.self_check import SelfCheck
from desktop_app.services.settings import SettingsService
from desktop_app.services.tasks import Tasks
from desktop_app.services.vault_keys import VaultKeyService
from desktop_app.storage import keyfile
from desktop_app.storage.connection import value
from desktop_app.storage.integrity import IntegrityReport
from desktop_app.storage.schema import shipped_migrations
from desktop_app.storage.store import Store
from tests.scripted_program import CHEAP, Clock
from tests.storage.storage_helpers import new_session, say

GOOD_REPORT = IntegrityReport("ok", 0, 0, 0, 0, 0)
GOOD = "lantern gravel otter sky"
HALF_HOUR_MS = 30 * 60_000


@dataclass
class Vault:
    """A vault with its backups, and what they announced."""

    store: Store
    backups: BackupService
    settings: SettingsService
    keys: VaultKeyService
    clock: Clock
    heard: list[Event]

    def said(self) -> list[str]:
        return [event.error.code for event in self.heard if isinstance(event, Notice)]

    def reasons(self) -> list[BackupReason]:
        return [one.reason for one in self.store.backups()]


@pytest.fixture
def tasks() -> Iterator[Tasks]:
    made = Tasks()
    yield made
    made.close()


@pytest.fixture
def vault(tmp_path: Path, tasks: Tasks) -> Iterator[Vault]:
    opened = make(tmp_path, tasks)
    yield opened
    opened.store.close()


def make(tmp_path: Path, tasks: Tasks, clock: Clock | None = None) -> Vault:
    clock = clock or Clock()
    store = open_or_create(tmp_path / "vault", VaultKind.PERSONAL, clock)
    bus = EventBus()
    heard: list[Event] = []
    bus.subscribe(heard.append)
    settings = SettingsService(store, bus)
    backups = BackupService(store, settings, SelfCheck(store, bus, clock), tasks, bus, clock)
    return Vault(store, backups, settings, VaultKeyService(store, bus, clock, CHEAP), clock, heard)


def test_a_backup_is_made_where_something_changed_and_only_there(vault: Vault) -> None:
    vault.store.write(new_session)
    vault.backups._tick()
    vault.clock.now_ms += HALF_HOUR_MS
    vault.backups._tick()
    assert vault.reasons() == [BackupReason.AUTOMATIC]
    vault.store.write(new_session)
    vault.clock.now_ms += HALF_HOUR_MS
    vault.backups._tick()
    assert vault.reasons() == [BackupReason.AUTOMATIC] * 2
    state = [event.state for event in vault.heard if isinstance(event, BackupsChanged)][-1]
    assert state.last == vault.store.backups()[0]
    assert abs(state.last.made_at_ms - vault.clock.now_ms) < 2000


def test_at_the_end_only_what_changed_and_only_where_the_window_ran(vault: Vault) -> None:
    vault.store.write(new_session)
    vault.backups.at_exit()
    assert vault.reasons() == []  # a command without a window
    vault.backups._started = True
    vault.backups.at_exit()
    vault.backups.at_exit()
    assert vault.reasons() == [BackupReason.AT_EXIT]


def test_the_next_run_knows_whether_the_last_one_left_changes(tmp_path: Path, tasks: Tasks) -> None:
    clock = Clock(int(time.time() * 1000))
    first = make(tmp_path, tasks, clock)
    first.store.write(new_session)
    first.backups.back_up_now()
    first.store.close()
    second = make(tmp_path, tasks, clock)
    assert not second.backups._due()
    second.store.write(new_session)
    os.utime(tmp_path / "vault" / "vault.db-wal")
    second.store.close()
    # The run ended without a backup: what it left is newer than the last one.
    database = tmp_path / "vault" / "vault.db"
    os.utime(database, (database.stat().st_atime, database.stat().st_mtime + 5))
    third = make(tmp_path, tasks, clock)
    assert third.backups._due()
    third.store.close()


def test_a_clock_that_was_set_back_does_not_keep_a_backup_from_being_made(tmp_path: Path, tasks: Tasks) -> None:
    """F21: the newest backup seems to be of tomorrow."""
    vault = make(tmp_path, tasks)
    vault.backups.back_up_now()
    vault.store.close()
    vault = make(tmp_path, tasks, Clock(vault.clock.now_ms - 86_400_000))
    assert vault.backups._due()
    vault.store.close()


def test_the_second_place_gets_the_protected_key_and_never_the_open_one(vault: Vault, tmp_path: Path) -> None:
    drive = tmp_path / "drive"
    drive.mkdir()
    vault.backups.set_second_place(str(drive))
    vault.backups.back_up_now()
    assert vault.backups.state().keyless_copies
    (folder,) = drive.iterdir()
    assert [path.name for path in folder.iterdir()] == [vault.store.backups()[0].path.name]
    open_key = vault.store._keys.data_key.hex().encode()
    vault.keys.set_passphrase("", GOOD)
    vault.backups.refresh_keys()
    vault.clock.now_ms += 1000
    vault.backups.back_up_now()
    assert not vault.backups.state().keyless_copies
    assert keyfile.load(folder, GOOD).data_key == vault.store._keys.data_key
    with pytest.raises(VaultError) as raised:
        keyfile.load(folder)
    assert raised.value.code == "vault_locked"
    assert open_key not in b"".join(path.read_bytes() for path in folder.iterdir())
    if os.name == "posix":
        assert folder.stat().st_mode & 0o777 == 0o700
        assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}


def test_a_passphrase_that_was_changed_no_longer_opens_the_backups(vault: Vault, tmp_path: Path) -> None:
    drive = tmp_path / "drive"
    drive.mkdir()
    vault.backups.set_second_place(str(drive))
    vault.keys.set_passphrase("", GOOD)
    vault.backups.back_up_now()
    vault.keys.set_passphrase("", GOOD + " two")
    vault.backups.refresh_keys()
    (folder,) = drive.iterdir()
    for place in (folder, tmp_path / "vault" / "backups"):
        with pytest.raises(VaultError) as raised:
            keyfile.load(place, GOOD)
        assert raised.value.code == "vault_wrong_passphrase"
        assert keyfile.load(place, GOOD + " two").data_key == vault.store._keys.data_key


def test_a_drive_that_was_pulled_is_said_once_and_the_vault_is_backed_up_anyway(vault: Vault, tmp_path: Path) -> None:
    drive = tmp_path / "drive"
    drive.mkdir()
    vault.backups.set_second_place(str(drive))
    drive.rmdir()
    for _ in range(2):
        vault.store.write(new_session)
        vault.clock.now_ms += HALF_HOUR_MS
        vault.backups._tick()
    assert vault.reasons() == [BackupReason.AUTOMATIC] * 2
    assert vault.backups.state().second_error == "backup_place_missing"
    with pytest.raises(UserError) as raised:
        vault.backups.back_up_now()
    assert raised.value.code == "backup_place_missing"
    drive.mkdir()
    vault.clock.now_ms += 1000
    vault.backups.back_up_now()
    assert vault.backups.state().second_error == ""
    assert [one.elsewhere for one in vault.backups.list()].count(True) == 1


def test_the_vaults_own_folder_is_no_second_place(vault: Vault, tmp_path: Path) -> None:
    for folder, code in (
        (tmp_path / "vault" / "backups", "backup_place_inside"),
        (tmp_path / "x", "backup_place_missing"),
    ):
        if code.endswith("inside"):
            folder.mkdir()
        with pytest.raises(UserError) as raised:
            vault.backups.set_second_place(str(folder))
        assert raised.value.code == code
    assert vault.backups.state().second_place == ""


def test_a_full_disk_is_said_and_shown(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise VaultError("disk_full", path="x")

    monkeypatch.setattr("desktop_app.storage.store.make_backup", full)
    vault.store.write(new_session)
    vault.backups._tick()
    assert vault.said() == ["disk_full"]
    assert vault.backups.state().error == "disk_full"
    monkeypatch.undo()
    vault.backups._tick()
    assert vault.backups.state().error == ""


def test_old_ones_are_thinned_but_not_right_after_a_restore(tmp_path: Path, tasks: Tasks) -> None:
    vault = make(tmp_path, tasks)
    for _ in range(14):
        vault.clock.now_ms += HALF_HOUR_MS
        vault.backups.back_up_now()
    kept = len(vault.store.backups())
    assert 10 <= kept <= 12  # ten, and what the days before keep
    vault.store.replace_with(vault.store.backups()[-1].path)
    vault = make(tmp_path, tasks, vault.clock)
    for _ in range(5):
        vault.clock.now_ms += HALF_HOUR_MS
        vault.backups.back_up_now()
    assert len(vault.store.backups()) == kept + 1 + 5  # the safety copy and five more
    vault.store.close()
    vault = make(tmp_path, tasks, vault.clock)
    vault.clock.now_ms += HALF_HOUR_MS
    vault.backups.back_up_now()
    assert len(vault.store.backups()) <= kept + 2
    vault.store.close()


def test_the_list_has_turns_and_says_what_cannot_be_read(vault: Vault) -> None:
    session_id = vault.store.write(new_session)
    vault.store.write(lambda db: [say(db, session_id, "x") for _ in range(3)])
    vault.backups.back_up_now()
    (one,) = vault.backups.list()
    assert (one.turns, one.schema, one.reason) == (3, shipped_migrations()[-1].number, BackupReason.BY_HAND)
    assert one.file_bytes == one.path.stat().st_size
    one.path.write_bytes(one.path.read_bytes()[:5000])
    assert vault.backups.list()[0].turns is None


def test_the_weekly_look_mends_words_and_refuses_to_back_up_a_damaged_vault(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    session_id = vault.store.write(new_session)
    vault.store.write(lambda db: say(db, session_id, "金属鱼钩"))
    vault.store.write(lambda db: db.connection.execute("INSERT INTO message_fts (message_fts) VALUES ('delete-all')"))
    assert vault.store.read(lambda db: db.search.search(None, "鱼钩", 5)) == []
    vault.backups.back_up_now()
    assert vault.said() == ["words_rebuilt"]
    assert len(vault.store.read(lambda db: db.search.search(None, "鱼钩", 5))) == 1
    looked = []
    monkeypatch.setattr(
        "desktop_app.services.self_check.check", lambda store: looked.append(1) or replace(GOOD_REPORT, integrity="bad")
    )
    vault.clock.now_ms += 6 * 86_400_000
    vault.backups.back_up_now()
    assert looked == []
    vault.clock.now_ms += 2 * 86_400_000
    with pytest.raises(VaultError) as raised:
        vault.backups.back_up_now()
    assert (raised.value.code, looked) == ("vault_damaged", [1])
    assert len(vault.store.backups()) == 2
    assert vault.store.read(lambda db: value(db.connection, "SELECT count(*) FROM turn")) == 1


def test_a_backup_that_the_end_could_not_make_is_told_at_the_next_start_and_made_then(
    tmp_path: Path, tasks: Tasks, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make(tmp_path, tasks)
    first.backups.start()
    first.store.write(new_session)

    def full(*_: object, **__: object) -> Path:
        raise VaultError("vault_disk_full", path=str(tmp_path))

    monkeypatch.setattr(Store, "backup", full)
    first.backups.at_exit()
    first.store.close()
    monkeypatch.undo()
    monkeypatch.setattr("desktop_app.services.backups._CATCH_UP_S", 0.05)
    again = make(tmp_path, tasks)
    assert again.backups.state().error == "vault_disk_full"
    again.backups.start()
    give_up_at = time.monotonic() + 10
    while not again.reasons() and time.monotonic() < give_up_at:
        time.sleep(0.02)
    assert again.reasons() == [BackupReason.AUTOMATIC]
    again.backups._tasks.submit("background", lambda: None).result(10)
    assert again.backups.state().error == ""
    again.store.close()
    third = make(tmp_path, tasks)
    assert third.backups.state().error == ""
    third.store.close()
