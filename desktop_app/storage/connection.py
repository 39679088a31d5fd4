"""The one place that opens and keys a database connection.

``PRAGMA key`` fails open: an empty key or a build without a cipher writes plaintext, and a key of the
wrong length is taken for a passphrase. So the length is checked before, the file's header after.
"""

from __future__ import annotations

import errno
import importlib.util
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import apsw

from desktop_app.domain.errors import VaultError
from desktop_app.storage.keyfile import KEY_BYTES

CIPHER = "chacha20"
PLAINTEXT_HEADER = b"SQLite format 3\x00"
SALT_BYTES = 16  # at the start of an encrypted file
SMALL_CACHE_KIB = 4 * 1024
# For searching memories: decrypting the pages of the word index anew makes it several times slower.
LARGE_CACHE_KIB = 64 * 1024
_STATEMENTS = 256  # prepared statements kept by a connection
_BUSY_MS = 200  # nobody else writes; only a checkpoint may meet a reader
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_CODES: dict[type[apsw.Error], str] = {
    apsw.FullError: "disk_full",
    apsw.NotADBError: "vault_wrong_key",
    apsw.CorruptError: "vault_damaged",
    apsw.CantOpenError: "vault_read_only",
    apsw.ReadOnlyError: "vault_read_only",
}


def open_connection(
    path: Path, key: bytes, *, read_only: bool = False, create: bool = False, cache_kib: int = SMALL_CACHE_KIB
) -> apsw.Connection:
    """Open a database with its key and the program's settings; never without encryption.

    Args:
        path: of the database file.
        key: 32 bytes.
        read_only: open for reading.
        create: the file is new or empty; otherwise it must be there and encrypted.
        cache_kib: upper bound of the page cache in KiB.

    Raises:
        VaultError: ``vault_missing``, ``vault_empty_file``, ``not_encrypted``, ``vault_key_damaged``
            (length), ``vault_wrong_key`` (it does not open with this key) or ``vault_damaged``.
    """
    if len(key) != KEY_BYTES:
        raise VaultError("vault_key_damaged", path=str(path))
    if not create:
        check_header(path)
    flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE
    if create:
        flags |= apsw.SQLITE_OPEN_CREATE
    with translated(path):
        connection = apsw.Connection(str(path), flags=flags, statementcachesize=_STATEMENTS)
    try:
        with translated(path):
            _apply_key(connection, path, key)
            _configure(connection, read_only, cache_kib)
    except BaseException:
        connection.close()
        raise
    return connection


def open_memory_connection() -> apsw.Connection:
    """A database in RAM alone, with the program's settings."""
    connection = apsw.Connection(":memory:", statementcachesize=_STATEMENTS)
    _configure(connection, False, SMALL_CACHE_KIB)
    return connection


def read_header(path: Path) -> bytes:
    """The first 16 bytes: the salt of an encrypted file.

    Raises:
        VaultError: ``vault_missing`` or ``vault_empty_file``.
    """
    try:
        with path.open("rb") as file:
            header = file.read(SALT_BYTES)
    except FileNotFoundError:
        raise VaultError("vault_missing", path=str(path)) from None
    if not header:
        # SQLite would take it for a healthy, empty database.
        raise VaultError("vault_empty_file", path=str(path))
    return header


def check_header(path: Path) -> None:
    """Refuse a file that is missing, empty or not encrypted. Raises VaultError."""
    if read_header(path) == PLAINTEXT_HEADER:
        raise VaultError("not_encrypted", path=str(path))


def require_encryption(path: Path) -> None:
    """Refuse a file that opens without a key. Raises VaultError ``not_encrypted``."""
    check_header(path)
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    except apsw.NotADBError:
        return
    finally:
        connection.close()
    raise VaultError("not_encrypted", path=str(path))


@contextmanager
def translated(path: Path, connection: apsw.Connection | None = None) -> Iterator[None]:
    """Turn SQLite's errors about the file into VaultError; other errors pass.

    Args:
        path: of the database, a fact of the error.
        connection: where given, its system error tells a full disk from a broken one.
    """
    try:
        yield
    except apsw.Error as error:
        code = _code(error, connection)
        if code is None:
            raise
        raise VaultError(code, path=str(path)) from error


def rows(connection: apsw.Connection, sql: str, bindings: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """All rows of a statement."""
    found: list[tuple[Any, ...]] = connection.execute(sql, bindings).fetchall()
    return found


def row(connection: apsw.Connection, sql: str, bindings: Sequence[Any] = ()) -> tuple[Any, ...] | None:
    """The first row of a statement, None if there is none."""
    found: tuple[Any, ...] | None = connection.execute(sql, bindings).fetchone()
    return found


def value(connection: apsw.Connection, sql: str, bindings: Sequence[Any] = ()) -> Any:
    """The first column of the first row, None without a row."""
    first = row(connection, sql, bindings)
    return first[0] if first else None


def _code(error: apsw.Error, connection: apsw.Connection | None) -> str | None:
    if isinstance(error, apsw.IOError):
        full = connection is not None and connection.system_errno in _FULL
        return "disk_full" if full else "vault_io_failed"
    return next((code for kind, code in _CODES.items() if isinstance(error, kind)), None)


def _apply_key(connection: apsw.Connection, path: Path, key: bytes) -> None:
    try:
        connection.execute(f"PRAGMA cipher='{CIPHER}'", can_cache=False).fetchall()
        connection.execute(f"PRAGMA key='raw:{key.hex()}'", can_cache=False).fetchall()
        active = value(connection, "PRAGMA cipher")
    except apsw.Error:
        # The statement, and so the key, may stand in the error's text: it must not travel on.
        active = None
    if active != CIPHER:
        raise VaultError("not_encrypted", path=str(path)) from None
    connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()


def _configure(connection: apsw.Connection, read_only: bool, cache_kib: int) -> None:
    connection.enable_load_extension(True)
    connection.load_extension(_vector_extension())
    connection.enable_load_extension(False)
    connection.set_busy_timeout(_BUSY_MS)
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    if not read_only:
        connection.execute("PRAGMA journal_mode=WAL").fetchall()
    connection.execute(
        f"PRAGMA synchronous=FULL; PRAGMA cache_size=-{cache_kib}; PRAGMA temp_store=MEMORY;"
        " PRAGMA secure_delete=ON; PRAGMA foreign_keys=ON"
    ).fetchall()


@cache
def _vector_extension() -> str:
    # The package itself would import numpy, which nothing needs before the first paint.
    spec = importlib.util.find_spec("sqlite_vec")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("sqlite_vec")
    return str(Path(spec.origin).with_name("vec0"))
