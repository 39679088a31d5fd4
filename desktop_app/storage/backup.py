"""Copies of a database made while it is in use, encrypted with the same key and verified."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
from datetime import UTC, datetime
from pathlib import Path

import apsw

from desktop_app.domain.backups import Backup, BackupReason
from desktop_app.domain.errors import VaultError
from desktop_app.domain.patterns import Pattern
from desktop_app.storage import keyfile
from desktop_app.storage.connection import open_connection, require_encryption, translated, value
from desktop_app.storage.files import create_private_file, make_private_directory, replace_durably, write_atomically
from desktop_app.storage.keyfile import VaultKeys

BACKUP_DIRECTORY = "backups"
PLACE_PREFIX = "retrace-backups-"
_COUNTED = ("person", "session", "turn", "message", "fact", "audit_log")
_NAME = Pattern(r"\w+-(\d{8}-\d{6})-v(\d+)-([a-z-]+)(?:\.\d+)?\.db")
_TIME = "%Y%m%d-%H%M%S"
_PIECE = 1 << 20  # bytes read at a time


def make_backup(connection: apsw.Connection, path: Path, key: bytes, *, now_ms: int, reason: str) -> Path:
    """Copy an open database into ``backups`` beside it.

    Args:
        connection: the open database; in a reading transaction the copy holds exactly what that one sees.
        path: of the database.
        key: its data key, the copy's too.
        now_ms: Unix time in milliseconds, for the name.
        reason: for the name, see `domain.backups.BackupReason`.

    Returns:
        The copy. It bears this name only once it was opened, checked and counted.

    Raises:
        VaultError: ``disk_full``, ``vault_io_failed``, or ``vault_damaged`` where the copy is not sound.
    """
    directory = path.parent / BACKUP_DIRECTORY
    make_private_directory(directory)
    stamp = datetime.fromtimestamp(now_ms / 1000, UTC).strftime(_TIME)
    version = value(connection, "PRAGMA user_version")
    name = f"{path.stem}-{stamp}-v{version}-{reason}"
    partial = directory / f"{name}.partial"
    _remove_partial(directory)
    os.close(create_private_file(partial))
    try:
        _copy(connection, partial, key)
        _verify(connection, partial, key)
    except BaseException:
        _remove_partial(directory)
        raise
    target = _free_name(directory, name)
    replace_durably(partial, target)
    return target


def backups_in(directory: Path, *, elsewhere: bool = False) -> list[Backup]:
    """The backups in a folder, the newest first; anything else there is passed over.

    Args:
        directory: need not exist.
        elsewhere: whether it is the second place.
    """
    found = []
    with contextlib.suppress(OSError):
        for path in directory.iterdir():
            match = _NAME.fullmatch(path.name)
            if match is None:
                continue
            stamp, version, reason = match.groups()
            try:
                made_at_ms = int(datetime.strptime(stamp, _TIME).replace(tzinfo=UTC).timestamp()) * 1000
                file_bytes = path.stat().st_size
            except (ValueError, OSError):
                continue
            known = BackupReason(reason) if reason in set(BackupReason) else BackupReason.BY_HAND
            found.append(Backup(path, made_at_ms, known, file_bytes, int(version), elsewhere))
    return sorted(found, key=lambda one: (one.made_at_ms, one.path.name), reverse=True)


def turns_in(path: Path, key: bytes) -> int | None:
    """How many turns a backup holds, None where it cannot be read."""
    try:
        connection = open_connection(path, key, read_only=True)
    except (VaultError, OSError):
        return None
    try:
        with translated(path, connection):
            return int(value(connection, "SELECT count(*) FROM turn"))
    except VaultError:
        return None
    finally:
        connection.close()


def folder_in(place: Path, keys: VaultKeys) -> Path:
    """Where the copies of a vault lie in a second place."""
    return place / f"{PLACE_PREFIX}{keys.vault_id[:8]}"


def copy_elsewhere(backup: Path, place: Path, keys: VaultKeys) -> Path:
    """Copy a backup to a second place, with the key file as far as that may leave the machine.

    What opens the vault without a secret stays here: whoever finds the drive must not be able to read it.

    Args:
        backup: made by `make_backup`.
        place: a folder that is there, e.g. a plugged-in drive.
        keys: of the vault.

    Returns:
        The copy, read back and found to be the same.

    Raises:
        VaultError: ``backup_place_missing``, ``backup_place_full`` or ``backup_place_failed``.
    """
    if not place.is_dir():
        raise VaultError("backup_place_missing", path=str(place))
    folder = folder_in(place, keys)
    partial = folder / f"{backup.stem}.partial"
    try:
        make_private_directory(folder)
        _remove_partial(folder)
        digest = copy_privately(backup, partial)
        if _digest(partial) != digest:
            raise VaultError("backup_place_failed", path=str(place))
        write_key_file(folder, keys)
        replace_durably(partial, folder / backup.name)
    except OSError as error:
        with contextlib.suppress(OSError):
            _remove_partial(folder)
        full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        raise VaultError("backup_place_full" if full else "backup_place_failed", path=str(place)) from None
    return folder / backup.name


def write_key_file(folder: Path, keys: VaultKeys) -> None:
    """Put the protected slots of the key file beside backups, or nothing where there are none. Raises OSError."""
    path = folder / keyfile.KEY_FILE
    data = keyfile.encode_protected(keys)
    if data is None:
        path.unlink(missing_ok=True)
    elif not path.exists() or path.read_bytes() != data:
        write_atomically(path, data)


def _copy(connection: apsw.Connection, partial: Path, key: bytes) -> None:
    copy = open_connection(partial, key, create=True)
    try:
        with translated(partial, copy):
            copy.execute("PRAGMA journal_mode=DELETE").fetchall()
            backup = copy.backup("main", connection, "main")
            try:
                backup.step(-1)
                backup.finish()
            except BaseException:
                backup.close(True)  # its own exit would fail on top of the failure
                raise
            copy.execute("PRAGMA journal_mode=DELETE").fetchall()
    finally:
        copy.close()


def _verify(connection: apsw.Connection, partial: Path, key: bytes) -> None:
    require_encryption(partial)
    copy = open_connection(partial, key, read_only=True)
    try:
        with translated(partial, copy):
            sound = value(copy, "PRAGMA quick_check(1)") == "ok"
            same = all(
                value(copy, f"SELECT count(*) FROM {table}") == value(connection, f"SELECT count(*) FROM {table}")
                for table in _COUNTED
            )
    finally:
        copy.close()
    if not (sound and same):
        raise VaultError("vault_damaged", path=str(partial))


def _remove_partial(directory: Path) -> None:
    for leftover in directory.glob("*.partial*"):
        leftover.unlink()


def _free_name(directory: Path, name: str) -> Path:
    """Two within a second must not overwrite each other."""
    target, count = directory / f"{name}.db", 1
    while target.exists():
        count += 1
        target = directory / f"{name}.{count}.db"
    return target


def copy_privately(source: Path, target: Path) -> bytes:
    """Copy a file to one that only its owner may read, on the disk on return. Returns its SHA-256. Raises OSError."""
    digest = hashlib.sha256()
    with source.open("rb") as read, os.fdopen(create_private_file(target), "wb") as written:
        while piece := read.read(_PIECE):
            digest.update(piece)
            written.write(piece)
        written.flush()
        os.fsync(written.fileno())
    return digest.digest()


def _digest(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()
