"""Putting a backup in the place of a vault that nobody has open, or only reading what it holds."""

from __future__ import annotations

from pathlib import Path

import apsw

from desktop_app.domain.errors import VaultError
from desktop_app.storage import audit, keyfile
from desktop_app.storage.audit import AuditRepository
from desktop_app.storage.backup import BACKUP_DIRECTORY, copy_privately
from desktop_app.storage.connection import (
    check_header,
    open_connection,
    open_memory_connection,
    read_header,
    translated,
    value,
)
from desktop_app.storage.files import make_private_directory, replace_durably, sync_directory, write_atomically
from desktop_app.storage.keyfile import AuditHead, VaultKeys
from desktop_app.storage.schema import APPLICATION_ID, migrate, shipped_migrations

RESTORED_MARK = "restored"  # in the backup folder: good copies must not be thinned out while one looks around
_JOURNALS = ("-wal", "-shm", "-journal")


def restore(database: Path, backup: Path, keys: VaultKeys, *, now_ms: int) -> None:
    """Let a database be what a backup holds.

    The copy is made and checked beside the database before anything is touched. A journal of the old database next
    to the new one would be applied to it, so the journals go first.

    Args:
        database: the vault's; nobody has it open, the caller holds the vault's lock and has a copy of it.
        backup: of the same vault; its file stays as it is.
        keys: of the vault; saved with where the audit chain stands now.
        now_ms: Unix time in milliseconds.

    Raises:
        VaultError: ``backup_unusable`` (facts: path), ``vault_newer``, ``disk_full`` or ``vault_io_failed``; the
            database is what it was.
    """
    staged = database.with_name(database.name + ".restoring")
    try:
        _remove(staged)
        copy_privately(backup, staged)
        head = _check(staged, backup, keys, now_ms)
    except OSError as error:
        _remove(staged)
        raise VaultError("vault_io_failed", path=str(error.filename or backup)) from None
    except BaseException:
        _remove(staged)
        raise
    put_in_place(staged, database, keys.with_audit(head))
    directory = database.parent / BACKUP_DIRECTORY
    make_private_directory(directory)
    write_atomically(directory / RESTORED_MARK, b"")


def in_memory(backup: Path, keys: VaultKeys, *, now_ms: int) -> apsw.Connection:
    """What a backup holds as a database in RAM, brought to the schema of today; no file is written.

    Args:
        backup: of the vault that the keys are of.
        keys: of the vault.
        now_ms: Unix time in milliseconds.

    Raises:
        VaultError: ``backup_unusable`` (facts: path), ``vault_newer``, ``vault_unreleased``.
    """
    connection = open_memory_connection()
    try:
        with translated(backup, connection):
            connection.deserialize("main", _pages(backup, keys))
            migrate(connection, backup, now_ms=now_ms, before=lambda: None)
            if value(connection, "SELECT vault_id FROM vault") != keys.vault_id:
                raise VaultError("backup_unusable", path=str(backup))
    except (VaultError, OSError) as error:
        connection.close()
        if isinstance(error, VaultError) and error.code in ("vault_newer", "vault_unreleased"):
            raise
        raise VaultError("backup_unusable", path=str(backup)) from None
    except BaseException:
        connection.close()
        raise
    return connection


def _pages(backup: Path, keys: VaultKeys) -> bytes:
    """The pages of a sound backup, decrypted."""
    source = open_connection(backup, keys.data_key, read_only=True)
    try:
        with translated(backup, source):
            if value(source, "PRAGMA quick_check(1)") != "ok":
                raise VaultError("backup_unusable", path=str(backup))
            return source.serialize("main")
    finally:
        source.close()


def put_in_place(staged: Path, database: Path, keys: VaultKeys) -> None:
    """Rename a checked database over the vault's, without the old one's journals, and let the key file follow.

    A kill in between leaves the old database or the new one; the key file of the new one at worst reports actions
    missing.

    Raises:
        VaultError: ``vault_io_failed``.
    """
    try:
        for suffix in _JOURNALS:
            database.with_name(database.name + suffix).unlink(missing_ok=True)
        sync_directory(database.parent)
        replace_durably(staged, database)
        keyfile.save(database.parent, keys.with_database(read_header(database)))
    except OSError:
        raise VaultError("vault_io_failed", path=str(database)) from None


def _check(staged: Path, backup: Path, keys: VaultKeys, now_ms: int) -> AuditHead:
    """Whether it is a sound backup of this vault; notes in its audit chain that it was restored."""
    try:
        check_header(staged)
        connection = open_connection(staged, keys.data_key)
    except VaultError as error:
        if error.code in ("disk_full", "vault_io_failed"):
            raise
        raise VaultError("backup_unusable", path=str(backup)) from None
    try:
        with translated(staged, connection):
            version = int(value(connection, "PRAGMA user_version"))
            newest = shipped_migrations()[-1].number
            if version > newest:
                raise VaultError("vault_newer", path=str(backup), version=version, newest=newest)
            sound = (
                value(connection, "PRAGMA quick_check(1)") == "ok"
                and value(connection, "PRAGMA application_id") == APPLICATION_ID
                and value(connection, "SELECT vault_id FROM vault") == keys.vault_id
            )
            if not sound:
                raise VaultError("backup_unusable", path=str(backup))
            log = AuditRepository(connection, keys.derive(audit.KEY_PURPOSE), lambda: keys.audit)
            log.append("user", "vault.restored", "vault", f'{{"missing":{log.missing()}}}', now_ms)
            head = log.head()
    except VaultError as error:
        if error.code != "vault_damaged":
            raise
        raise VaultError("backup_unusable", path=str(backup)) from None
    finally:
        connection.close()
    return head


def _remove(staged: Path) -> None:
    for suffix in ("", *_JOURNALS):
        staged.with_name(staged.name + suffix).unlink(missing_ok=True)
