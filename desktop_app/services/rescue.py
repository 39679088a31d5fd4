"""Getting a vault back that does not open: from a backup, from what can still be read of it, or from older tables."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from desktop_app.domain.backups import Backup
from desktop_app.domain.clock import Clock
from desktop_app.domain.errors import VaultError
from desktop_app.storage import keyfile
from desktop_app.storage.backup import BACKUP_DIRECTORY, backups_in, folder_in, turns_in
from desktop_app.storage.bringing_over import EARLIER_PREFIX, BringOverReport, bring_over
from desktop_app.storage.lock import VaultLock
from desktop_app.storage.rescued_rows import RescueWords
from desktop_app.storage.restore import restore
from desktop_app.storage.salvage import DAMAGED_PREFIX, SalvageReport, keep_files, salvage
from desktop_app.storage.store import DATABASE_FILE, LOCK_FILE

# A sound vault of a trial version, from before its tables were settled.
UNRELEASED: Final = "vault_unreleased"
# What is wrong with the database's file, and not with its key.
RESCUABLE: Final = frozenset(
    {
        UNRELEASED,
        "vault_damaged",
        "vault_empty_file",
        "vault_missing",
        "vault_key_mismatch",
        "vault_io_failed",
        "not_encrypted",
    }
)


class VaultRescue:
    """A vault that does not open, with the keys that open its backups. Calls block.

    Before anything is changed, the files are copied as they are into a folder ``damaged-…`` or ``earlier-…`` of the
    vault.

    Args:
        directory: of the vault.
        error: why it does not open; its code is one of `RESCUABLE`.
        clock: the time.
        secret: the passphrase or recovery code of a vault that has one.

    Raises:
        VaultError: the key file does not open either, see `keyfile.load`.
    """

    def __init__(self, directory: Path, error: VaultError, clock: Clock, secret: str | None = None) -> None:
        self.directory = directory
        self.error = error
        self.secret = secret
        self._clock = clock
        self._keys = keyfile.load(directory, secret)
        self._database = directory / DATABASE_FILE

    @property
    def can_repair(self) -> bool:
        """Whether there is a file to read from."""
        return self._database.exists() and self._database.stat().st_size > 0

    def backups(self, place: Path | None = None) -> tuple[Backup, ...]:
        """The backups of this vault with their turns, the newest first.

        Args:
            place: look there, or in the folder of this vault in there; beside the vault if not given.
        """
        if place is None:
            found = backups_in(self.directory / BACKUP_DIRECTORY)
        else:
            found = backups_in(folder_in(place, self._keys), elsewhere=True) or backups_in(place, elsewhere=True)
        return tuple(replace(one, turns=turns_in(one.path, self._keys.data_key)) for one in found)

    def restore(self, backup: Path) -> None:
        """Put a backup in the place of the vault. Raises VaultError; the vault is as it was then."""
        lock = VaultLock(self.directory / LOCK_FILE)
        try:
            self._keep()
            restore(self._database, backup, self._keys, now_ms=self._clock())
        finally:
            lock.release()

    def repair(self, words: RescueWords) -> SalvageReport:
        """Let the vault be what can be read of it. Raises VaultError; the vault is as it was then.

        Args:
            words: what is written where something is missing.
        """
        lock = VaultLock(self.directory / LOCK_FILE)
        try:
            return salvage(self._database, self._keep(), self._keys, words, now_ms=self._clock())
        finally:
            lock.release()

    def bring_over(self) -> BringOverReport:
        """Let a sound vault of older tables be one of this version's. Raises VaultError; the vault stays as it is."""
        lock = VaultLock(self.directory / LOCK_FILE)
        try:
            return bring_over(self._database, self._keep(EARLIER_PREFIX), self._keys, now_ms=self._clock())
        finally:
            lock.release()

    def _keep(self, prefix: str = DAMAGED_PREFIX) -> Path:
        stamp = datetime.fromtimestamp(self._clock() / 1000, UTC).strftime("%Y%m%d-%H%M%S")
        return keep_files(self._database, stamp, prefix)
