"""An open vault: one writer thread, read-only connections for everybody else."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeAlias, TypeVar

import apsw

from desktop_app.domain.backups import Backup, BackupReason
from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import VaultError
from desktop_app.storage import audit, keyfile
from desktop_app.storage.backup import (
    BACKUP_DIRECTORY,
    backups_in,
    copy_elsewhere,
    folder_in,
    make_backup,
    turns_in,
    write_key_file,
)
from desktop_app.storage.ballast import Ballast
from desktop_app.storage.connection import (
    LARGE_CACHE_KIB,
    check_header,
    open_connection,
    read_header,
    require_encryption,
    rows,
    translated,
)
from desktop_app.storage.files import create_private_file, make_private_directory, replace_durably
from desktop_app.storage.key_slots import Slot
from desktop_app.storage.keyfile import AuditHead, VaultKeys
from desktop_app.storage.lock import VaultLock
from desktop_app.storage.page_check import pages_hold
from desktop_app.storage.readers import ReaderPool
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.resident_vectors import ResidentVectors
from desktop_app.storage.restore import in_memory, restore
from desktop_app.storage.schema import migrate
from desktop_app.storage.writer import WriterThread

T = TypeVar("T")
SlotChange: TypeAlias = Callable[[VaultKeys], Sequence[Slot]]

DATABASE_FILE = "vault.db"
LOCK_FILE = "vault.lock"
_READERS = 8


class _Lock(Protocol):
    def release(self) -> None: ...


class _Ballast(Protocol):
    def load(self) -> bool: ...

    def load_again(self) -> bool: ...

    def free(self) -> None: ...


class Store:
    """A vault that this process has open. Made by `create` and `open`, ended by `close`.

    Attributes:
        directory: of the vault's files.
        kind: what the vault is for.
        is_kept: whether what is written is still there at the next start.
        read_only: nothing more is written but what frees space, because the disk is full; the first write after
            there is room again ends it.
        resident_vectors: of the people searched last, in RAM.
        interrupted: turns a dead process had left open, ended when this store was opened.
        changes: how many rows were changed since this store was opened.
        missing_actions: audit entries that the key file knows of and the database lost.
        replaced_actions: the key file knows another chain than the database has.
    """

    is_kept = True

    directory: Path
    kind: VaultKind
    read_only: bool
    resident_vectors: ResidentVectors
    interrupted: tuple[int, ...]
    missing_actions: int
    replaced_actions: bool
    changes: int

    @classmethod
    def create(cls, directory: Path, kind: VaultKind, clock: Clock) -> Store:
        """Make a new vault in a directory that has none, and open it.

        Raises:
            FileExistsError: there is a vault, or the keys of one, which are never written over.
            VaultError: ``vault_in_use``, ``vault_read_only``, ``disk_full``.
        """
        make_private_directory(directory)
        lock = VaultLock(directory / LOCK_FILE)
        try:
            database = directory / DATABASE_FILE
            if database.exists() or keyfile.exists(directory):
                raise FileExistsError(str(directory))
            keys = _create_database(directory, kind, clock())
            return cls(directory, clock, lock, keys)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def open(cls, directory: Path, clock: Clock, secret: str | None = None) -> Store:
        """Open a vault; never creates one.

        Args:
            directory: of the vault's files.
            clock: the time.
            secret: the passphrase or recovery code of a vault that has one.

        Raises:
            VaultError: by its code, see `errors.VaultError`; nothing was changed.
        """
        check_header(directory / DATABASE_FILE)
        keys = keyfile.load(directory, secret)
        lock = VaultLock(directory / LOCK_FILE)
        try:
            return cls(directory, clock, lock, keys, unlocked=secret is not None)
        except BaseException:
            lock.release()
            raise

    def __init__(self, directory: Path, clock: Clock, lock: _Lock, keys: VaultKeys, *, unlocked: bool = False) -> None:
        """Use `create` or `open`."""
        self.directory = directory
        self.read_only = False
        self.changes = 0
        self._clock = clock
        self._lock = lock
        self._path = directory / DATABASE_FILE
        self._keys = keys
        self._unlocked = unlocked  # by somebody who knew a secret
        self._audit_key = self._keys.derive(audit.KEY_PURPOSE)
        self._ballast = self._make_ballast()
        self._backing_up = threading.Lock()
        self.resident_vectors = ResidentVectors()
        self._connection = self._open_connection()
        try:
            self._prepare()
        except BaseException:
            self._connection.close()
            raise
        self._readers = ReaderPool(self._open_reader, _READERS)
        self._recall_readers = ReaderPool(self._open_recall_reader, 1)
        self._writer = WriterThread(self._settle)

    def write(self, work: Callable[[Repositories], T], *, frees_space: bool = False) -> T:
        """Run ``work`` on the writer thread in a transaction; returns once it is on the disk.

        Args:
            work: gets the repositories; may be run by no other means. If it raises, nothing of it is
                kept and the same is raised here.
            frees_space: also run it while the vault is read-only: it deletes.

        Raises:
            VaultError: ``disk_full``, ``vault_io_failed`` or ``vault_damaged``; nothing of it is kept.
        """
        return self._writer.call(lambda: self._transaction(work, frees_space))

    def read(self, work: Callable[[Repositories], T], *, recall: bool = False) -> T:
        """Run ``work`` on this thread over one unchanging view of the vault.

        Args:
            work: gets the repositories; writing through them raises.
            recall: use the one connection with a large page cache. For searching memories: over a cold
                cache it is several times slower.

        Raises:
            VaultError: ``vault_io_failed`` or ``vault_damaged``.
        """
        pool = self._recall_readers if recall else self._readers
        with pool.lend() as repositories, translated(self._path, repositories.connection):
            repositories.connection.execute("BEGIN")
            try:
                return work(repositories)
            finally:
                if repositories.connection.in_transaction:
                    repositories.connection.execute("ROLLBACK")

    def checkpoint(self) -> bool:
        """Move what was committed from the journal into the database and empty the journal.

        Happens by itself half a second after the last write; call it where deleted text must be gone
        now. Returns False if a reader was in the way.
        """
        return self._writer.call(self._checkpoint)

    def backup(self, reason: str) -> Path:
        """A verified, encrypted copy in ``backups``, of one moment; writing goes on meanwhile. Raises VaultError."""
        with self._backing_up:
            return self.read(
                lambda db: make_backup(
                    db.connection, self._path, self._keys.data_key, now_ms=self._clock(), reason=reason
                )
            )

    def changed_since(self, backup: Backup) -> bool:
        """Whether the vault's files may hold more than a backup that an earlier run made."""
        journal = self._path.with_name(self._path.name + "-wal")
        newest = max(path.stat().st_mtime for path in (self._path, journal) if path.exists() and path.stat().st_size)
        return newest > backup.path.stat().st_mtime or backup.made_at_ms > self._clock()

    def backups(self) -> list[Backup]:
        """The backups beside the vault, the newest first."""
        return backups_in(self.directory / BACKUP_DIRECTORY)

    def backups_elsewhere(self, place: Path) -> list[Backup]:
        """The copies of this vault in a second place, the newest first; none where it is not there."""
        return backups_in(folder_in(place, self._keys), elsewhere=True)

    def turns_in(self, backup: Path) -> int | None:
        """How many turns a backup holds, None where it cannot be read."""
        return turns_in(backup, self._keys.data_key)

    def in_backup(self, path: Path, work: Callable[[apsw.Connection], T]) -> T:
        """Run ``work`` over a backup of this vault, opened for reading. Raises VaultError."""
        connection = open_connection(path, self._keys.data_key, read_only=True)
        try:
            with translated(path, connection):
                return work(connection)
        finally:
            connection.close()

    def read_backup(self, path: Path, work: Callable[[Repositories], T]) -> T:
        """Run ``work`` over everything a backup of this vault holds, in RAM and by the schema of today.

        Raises:
            VaultError: ``backup_unusable`` (facts: path), ``vault_newer`` or ``vault_unreleased``.
        """
        connection = in_memory(path, self._keys, now_ms=self._clock())
        try:
            return work(Repositories(connection, self._audit_key, self._audit_mirror))
        finally:
            connection.close()

    @property
    def vault_id(self) -> str:
        """The vault's own random id."""
        return self._keys.vault_id

    def copy_elsewhere(self, backup: Path, place: Path) -> Path:
        """Copy a backup to a second place, see `backup.copy_elsewhere`. Raises VaultError."""
        with self._backing_up:
            return copy_elsewhere(backup, place, self._keys)

    def write_key_files(self, place: Path | None) -> None:
        """Let the key files beside backups follow what opens the vault now. Raises OSError."""
        folders = [self.directory / BACKUP_DIRECTORY, *([folder_in(place, self._keys)] if place else [])]
        for folder in folders:
            if folder.is_dir():
                write_key_file(folder, self._keys)

    def replace_with(self, backup: Path) -> Path:
        """Close the vault and let it be what a backup holds; what it is now becomes a backup first.

        Args:
            backup: of this vault.

        Returns:
            The copy of what it was.

        Raises:
            VaultError: see `restore.restore`; the vault is closed, and what it was.
        """
        try:
            safety = self.backup(BackupReason.BEFORE_RESTORE)
            self._close_files()
            restore(self._path, backup, self._keys, now_ms=self._clock())
        finally:
            self.close()
        return safety

    @property
    def key_slots(self) -> tuple[Slot, ...]:
        """What opens the vault."""
        return self._keys.slots

    def change_key_slots(self, change: SlotChange, action: str) -> None:
        """Put other slots in the place of those there are; the data key stays what it is.

        Args:
            change: gets the keys, returns the slots; runs on the writer thread.
            action: what is written into the audit chain, e.g. ``keys.passphrase_set``.

        Raises:
            VaultError: ``disk_full`` or ``vault_io_failed``; the slots are what they were.
        """

        def work() -> None:
            slots = change(self._keys)
            self._transaction(lambda db: db.audit.append("user", action, "vault", "", self._clock()), False)
            keys = self._keys.with_slots(slots).with_audit(self._repositories.audit.head())
            try:
                keyfile.replace_generations(self.directory, keys)
            except OSError:
                raise VaultError("vault_io_failed", path=str(self.directory)) from None
            self._keys = keys

        self._writer.call(work)

    def close(self) -> None:
        """Finish what is queued and close everything. A second call does nothing."""
        self._close_files()
        self._lock.release()

    def _close_files(self) -> None:
        self._writer.close()
        self._readers.close()
        self._recall_readers.close()
        self.resident_vectors.clear()
        self._connection.close()

    def _open_connection(self) -> apsw.Connection:
        return _open_with(self._path, self._keys)

    def _make_ballast(self) -> _Ballast:
        return Ballast(self.directory)

    def _prepare(self) -> None:
        with translated(self._path, self._connection):
            if not pages_hold(self._connection):
                raise VaultError("vault_damaged", path=str(self._path))
            migrate(self._connection, self._path, now_ms=self._clock(), before=self._backup_before_migration)
            ((vault_id, kind),) = rows(self._connection, "SELECT vault_id, kind FROM vault")
            if vault_id != self._keys.vault_id:
                raise VaultError("vault_key_mismatch", path=str(self._path))
            self.kind = VaultKind(kind)
            self._repositories = Repositories(self._connection, self._audit_key, self._audit_mirror)
            self.resident_vectors.start(self._connection)
            self._ballast.load()
            self.interrupted, self.missing_actions = self._transaction(self._recover, True)
            self._settle()

    def _recover(self, db: Repositories) -> tuple[tuple[int, ...], int]:
        now_ms = self._clock()
        missing = db.audit.missing()
        self.replaced_actions = db.audit.replaced()
        if self._unlocked:
            db.audit.append("user", "vault.unlocked", "vault", "", now_ms)
        if missing:
            # The key file will follow the shorter chain from here on; that it was longer stays on record.
            detail = f'{{"missing":{missing},"head":"{self._keys.audit.mac.hex()}"}}'
            db.audit.append("program", "vault.actions_missing", "", detail, now_ms)
        if self.replaced_actions:
            detail = f'{{"entry":{self._keys.audit.entries},"head":"{self._keys.audit.mac.hex()}"}}'
            db.audit.append("program", "vault.actions_replaced", "", detail, now_ms)
        interrupted = tuple(db.turns.mark_interrupted(now_ms))
        for turn_id in interrupted:  # the process that died could not queue it
            db.jobs.add_reading(turn_id)
        return interrupted, missing

    def _transaction(self, work: Callable[[Repositories], T], frees_space: bool) -> T:
        if self.read_only and not frees_space:
            self.read_only = not self._ballast.load_again()  # space may have been freed since
        if self.read_only and not frees_space:
            raise VaultError("disk_full", path=str(self._path))
        try:
            with translated(self._path, self._connection):
                self._connection.execute("BEGIN IMMEDIATE")
                try:
                    result = work(self._repositories)
                    generation = self._repositories.vector_changes.count(self._connection)
                    self._connection.execute("COMMIT")
                    self.changes = self._connection.total_changes()
                except BaseException:
                    self._repositories.vector_changes.take()
                    # On a full disk SQLite has rolled back by itself.
                    if self._connection.in_transaction:
                        self._connection.execute("ROLLBACK")
                    raise
                if generation is not None:
                    self.resident_vectors.committed(generation, self._repositories.vector_changes.take())
                return result
        except VaultError as error:
            if error.code == "disk_full":
                self._disk_is_full()
            raise

    def _disk_is_full(self) -> None:
        self.read_only = True
        self._ballast.free()

    def _settle(self) -> None:
        """The housekeeping between bursts of writes."""
        try:
            self._mirror_audit()
            self._checkpoint()
        except OSError:
            self._disk_is_full()  # the key file could not be written; the old one stands
        except VaultError as error:
            # Nothing is lost, the journal holds it, and the next write meets the same fault.
            if error.code == "disk_full":
                self._disk_is_full()

    def _mirror_audit(self) -> None:
        """Note in the key file where the chain stands, so that a lost journal is noticed."""
        head = self._repositories.audit.head()
        if head != self._keys.audit:
            self._keys = self._keys.with_audit(head)
            keyfile.save(self.directory, self._keys)

    def _checkpoint(self) -> bool:
        try:
            with translated(self._path, self._connection):
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.BusyError:
            return False
        return True

    def _backup_before_migration(self) -> None:
        make_backup(
            self._connection,
            self._path,
            self._keys.data_key,
            now_ms=self._clock(),
            reason=BackupReason.BEFORE_MIGRATION,
        )

    def _open_reader(self) -> Repositories:
        connection = open_connection(self._path, self._keys.data_key, read_only=True)
        return Repositories(connection, self._audit_key, self._audit_mirror, self.resident_vectors)

    def _open_recall_reader(self) -> Repositories:
        db = self._open_reader()
        db.connection.execute(f"PRAGMA cache_size=-{LARGE_CACHE_KIB}").fetchall()
        return db

    def _audit_mirror(self) -> AuditHead:
        return self._keys.audit


def _create_database(directory: Path, kind: VaultKind, now_ms: int) -> VaultKeys:
    """Build the database under another name; its last rename makes the vault exist."""
    unfinished = directory / (DATABASE_FILE + ".new")
    for leftover in directory.glob(unfinished.name + "*"):
        leftover.unlink()
    os.close(create_private_file(unfinished))
    keys = VaultKeys.generate()
    connection = open_connection(unfinished, keys.data_key, create=True)
    try:
        with translated(unfinished, connection):
            migrate(connection, unfinished, now_ms=now_ms, before=lambda: None)
            connection.execute(
                "INSERT INTO vault (one, vault_id, kind, created_at_ms) VALUES (1, ?, ?, ?)",
                (keys.vault_id, kind.value, now_ms),
            )
    finally:
        connection.close()
    require_encryption(unfinished)
    keys = keys.with_database(read_header(unfinished))
    keyfile.save(directory, keys)
    replace_durably(unfinished, directory / DATABASE_FILE)
    return keys


def _open_with(path: Path, keys: VaultKeys) -> apsw.Connection:
    """Open the database with its keys; where that fails, say whether the key or the file is wrong."""
    try:
        connection = open_connection(path, keys.data_key)
    except VaultError as error:
        if error.code != "vault_wrong_key":
            raise
        raise VaultError(_why_not(read_header(path), keys), path=str(path)) from None
    with contextlib.suppress(OSError):  # a file system without modes
        path.chmod(0o600)
    return connection


def _why_not(header: bytes, keys: VaultKeys) -> str:
    if keyfile.key_check(keys.data_key) != keys.key_check:
        return "vault_wrong_key"
    if not any(header) or header == keys.database_salt:
        return "vault_damaged"
    return "vault_key_mismatch"
