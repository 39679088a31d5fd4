"""Erasing a whole vault: its keys first, so that whatever remains of it anywhere can be read by nobody."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from desktop_app.domain.certificates import Certificate, ErasedKind, Verification
from desktop_app.domain.errors import VaultError
from desktop_app.storage.backup import BACKUP_DIRECTORY
from desktop_app.storage.files import sync_directory
from desktop_app.storage.keyfile import KEY_FILE, PREVIOUS_KEY_FILE, exists
from desktop_app.storage.lock import VaultLock
from desktop_app.storage.store import DATABASE_FILE, LOCK_FILE


def erase_vault(directory: Path, now_ms: int) -> Certificate:
    """Destroy a vault's keys, then delete its files and its backups beside it.

    It needs no passphrase: whoever can write the folder can delete it.

    Args:
        directory: of the vault; what else lies there stays, and so does the folder then.
        now_ms: Unix time in milliseconds, for the certificate.

    Raises:
        VaultError: ``vault_missing``; ``vault_in_use``, nothing was erased.
        OSError: a file could not be written or deleted; calling it again goes on.
    """
    if not (directory / DATABASE_FILE).exists() and not exists(directory):
        raise VaultError("vault_missing", path=str(directory))
    lock = VaultLock(directory / LOCK_FILE)
    try:
        files = list(_files(directory))
        size = sum(path.stat().st_size for path in files)
        for path in sorted(files, key=lambda path: path.name not in (KEY_FILE, PREVIOUS_KEY_FILE)):
            if path.name in (KEY_FILE, PREVIOUS_KEY_FILE):
                _overwrite(path)
            path.unlink()
            sync_directory(path.parent)
    finally:
        lock.release()
    (directory / LOCK_FILE).unlink(missing_ok=True)
    for folder in (directory / BACKUP_DIRECTORY, directory):
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
    left = tuple(path.name for path in _files(directory)) if directory.is_dir() else ()
    found = Verification(file_bytes=size, files=len(files), remnants=left)
    backups = sum(path.parent.name == BACKUP_DIRECTORY and path.suffix == ".db" for path in files)
    return Certificate(ErasedKind.VAULT, 0, "", now_ms, 0, 0, 0, True, backups, False, found)


def _files(directory: Path) -> Iterator[Path]:
    """What belongs to the vault: everything named after it, and all in its backups folder."""
    yield from (path for path in directory.glob("vault.*") if path.is_file() and path.name != LOCK_FILE)
    yield from (path for path in (directory / BACKUP_DIRECTORY).glob("*") if path.is_file())


def _overwrite(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(bytes(path.stat().st_size))
        file.flush()
        os.fsync(file.fileno())
