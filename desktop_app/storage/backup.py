"""Copies of a database made while it is in use, encrypted with the same key and verified."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import apsw

from desktop_app.domain.errors import VaultError
from desktop_app.storage.connection import open_connection, require_encryption, translated, value
from desktop_app.storage.files import create_private_file, make_private_directory, replace_durably

BACKUP_DIRECTORY = "backups"
_COUNTED = ("person", "session", "turn", "message", "fact", "audit_log")


def make_backup(connection: apsw.Connection, path: Path, key: bytes, *, now_ms: int, reason: str) -> Path:
    """Copy an open database into ``backups`` beside it.

    Args:
        connection: the open database, outside a transaction.
        path: of the database.
        key: its data key, the copy's too.
        now_ms: Unix time in milliseconds, for the name.
        reason: for the name, e.g. "migration".

    Returns:
        The copy. It bears this name only once it was opened, checked and counted.

    Raises:
        VaultError: ``disk_full``, ``vault_io_failed``, or ``vault_damaged`` where the copy is not sound.
    """
    directory = path.parent / BACKUP_DIRECTORY
    make_private_directory(directory)
    stamp = datetime.fromtimestamp(now_ms / 1000, UTC).strftime("%Y%m%d-%H%M%S")
    version = value(connection, "PRAGMA user_version")
    target = directory / f"{path.stem}-{stamp}-v{version}-{reason}.db"
    partial = target.with_suffix(".partial")
    for leftover in directory.glob("*.partial*"):
        leftover.unlink()
    os.close(create_private_file(partial))
    try:
        _copy(connection, partial, key)
        _verify(connection, partial, key)
    except BaseException:
        for leftover in directory.glob("*.partial*"):
            leftover.unlink()
        raise
    replace_durably(partial, target)
    return target


def _copy(connection: apsw.Connection, partial: Path, key: bytes) -> None:
    copy = open_connection(partial, key, create=True)
    try:
        with translated(partial, copy):
            copy.execute("PRAGMA journal_mode=DELETE").fetchall()
            with copy.backup("main", connection, "main") as backup:
                backup.step(-1)
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
