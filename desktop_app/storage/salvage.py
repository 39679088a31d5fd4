"""Reading what can still be read of a damaged database into a new one.

Every page carries its own seal, so a damaged page gives an error and never wrong words. Rows are read from both
ends of a table until a page fails, and the gap between is halved until only what lies on damaged pages is left out.
Word indexes are made anew from the messages; vectors are left to be embedded again.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import apsw

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import VaultError
from desktop_app.storage import audit
from desktop_app.storage.connection import open_connection, row, rows, translated, value
from desktop_app.storage.files import create_private_file, make_private_directory
from desktop_app.storage.keyfile import VaultKeys
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.rescued_rows import RescueWords, mend_references
from desktop_app.storage.restore import put_in_place
from desktop_app.storage.schema import migrate
from desktop_app.storage.word_indexes import rebuild_word_indexes

T = TypeVar("T")
_Row: TypeAlias = tuple[Any, ...]

DAMAGED_PREFIX = "damaged-"
_SIDE_FILES = ("", "-wal")
_BLOCK = 4096
# Where nothing tells how far a table reached, so many numbers after its last readable row are tried.
_BEYOND = 20_000
# Made by the migration of the new database.
_NOT_COPIED = frozenset({"schema_migration", "sqlite_sequence"})


@dataclass(frozen=True, slots=True)
class SalvageReport:
    """What a repair saved.

    Args:
        messages: read.
        messages_lost: that could not be read; None where it cannot be known how many there were.
        facts: read.
        facts_lost: likewise.
        turns_placed: turns whose place was lost, put where their messages can be read.
        rows_lost: of all other tables together, as far as it is known.
        damaged_copy: the folder that holds the damaged files as they were.
    """

    messages: int
    messages_lost: int | None
    facts: int
    facts_lost: int | None
    turns_placed: int
    rows_lost: int
    damaged_copy: Path


def keep_files(database: Path, stamp: str, prefix: str = DAMAGED_PREFIX) -> Path:
    """Copy the files of a database into a folder beside it, what cannot be read of them as zeros. Returns the folder.

    Raises:
        VaultError: ``disk_full`` or ``vault_io_failed``.
    """
    folder = database.parent / f"{prefix}{stamp}"
    try:
        make_private_directory(folder)
        for suffix in _SIDE_FILES:
            source = database.with_name(database.name + suffix)
            if source.exists():
                _copy_readable(source, folder / source.name)
    except OSError as error:
        code = "disk_full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "vault_io_failed"
        raise VaultError(code, path=str(folder)) from None
    return folder


def salvage(database: Path, folder: Path, keys: VaultKeys, words: RescueWords, *, now_ms: int) -> SalvageReport:
    """Let a database be what can be read of its damaged copy.

    Args:
        database: the vault's; nobody has it open, the caller holds the vault's lock.
        folder: made by `keep_files`.
        keys: of the vault.
        words: what is written where something is missing.
        now_ms: Unix time in milliseconds.

    Raises:
        VaultError: ``vault_beyond_repair``: nothing can be read at all; ``disk_full``. The database is as it was.
    """
    return rebuild(
        database,
        folder,
        keys,
        lambda repaired, damaged, staged: _fill(repaired, staged, damaged, keys, words, folder, now_ms),
    )


def rebuild(
    database: Path,
    folder: Path,
    keys: VaultKeys,
    fill: Callable[[apsw.Connection, apsw.Connection, Path], tuple[T, VaultKeys]],
) -> T:
    """Put a new database, filled from the kept copy of an old one, in the old one's place.

    Args:
        database: the vault's; nobody has it open.
        folder: holds the copy, made by `keep_files`.
        keys: of the vault.
        fill: gets the new database, still empty, the copy, and the new one's path; returns what to report, and the
            keys as they are to be saved.

    Raises:
        VaultError: ``vault_beyond_repair``: the copy cannot be read at all; what ``fill`` raises. The database is as
            it was.
    """
    staged = database.with_name(database.name + ".repaired")
    for leftover in database.parent.glob(staged.name + "*"):
        leftover.unlink()
    try:
        old = open_connection(folder / database.name, keys.data_key, read_only=True)
    except VaultError:
        raise VaultError("vault_beyond_repair", path=str(database)) from None
    try:
        os.close(create_private_file(staged))
        new = open_connection(staged, keys.data_key, create=True)
        try:
            with translated(staged, new):
                report, keys = fill(new, old, staged)
        finally:
            new.close()
    except BaseException:
        for leftover in database.parent.glob(staged.name + "*"):
            leftover.unlink()
        raise
    finally:
        old.close()
    put_in_place(staged, database, keys)
    return report


def _fill(
    repaired: apsw.Connection,
    staged: Path,
    damaged: apsw.Connection,
    keys: VaultKeys,
    words: RescueWords,
    folder: Path,
    now_ms: int,
) -> tuple[SalvageReport, VaultKeys]:
    migrate(repaired, staged, now_ms=now_ms, before=lambda: None)
    repaired.execute("PRAGMA foreign_keys=OFF")
    repaired.execute("BEGIN IMMEDIATE")
    with triggers_off(repaired):
        counts = {table: _copy_table(repaired, damaged, table) for table in ordinary_tables(repaired)}
        if not counts["message"][0] and not counts["person"][0]:
            raise VaultError("vault_beyond_repair", path=str(staged))
        continue_numbers(repaired, damaged)
        _require_vault_row(repaired, keys, now_ms)
        placed = mend_references(repaired, words, now_ms)
    db = Repositories(repaired, keys.derive(audit.KEY_PURPOSE), lambda: keys.audit)
    repaired.execute("UPDATE chunk SET embedding_fingerprint = '' WHERE embedding_fingerprint <> ''")
    rebuild_word_indexes(db)
    lost = {table: None if total is None else max(0, total - kept) for table, (kept, total) in counts.items()}
    others = sum(many or 0 for table, many in lost.items() if table not in ("message", "fact"))
    detail = f'{{"messages":{counts["message"][0]},"turns_placed":{placed}}}'
    db.audit.append("program", "vault.repaired", "vault", detail, now_ms)
    repaired.execute("COMMIT")
    repaired.execute("PRAGMA foreign_keys=ON")
    sound = row(repaired, "PRAGMA foreign_key_check") is None and value(repaired, "PRAGMA integrity_check(1)") == "ok"
    if not sound:
        raise VaultError("vault_beyond_repair", path=str(staged))
    report = SalvageReport(
        counts["message"][0], lost["message"], counts["fact"][0], lost["fact"], placed, others, folder
    )
    return report, keys.with_audit(db.audit.head())


@contextmanager
def triggers_off(connection: apsw.Connection) -> Iterator[None]:
    """Copy rows without the triggers that keep hands off them, such as off the sentences of a confirmed note."""
    triggers = rows(connection, "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    for name, _ in triggers:
        connection.execute(f'DROP TRIGGER "{name}"')
    yield
    for _, sql in triggers:
        connection.execute(sql)


def ordinary_tables(connection: apsw.Connection) -> list[str]:
    """Ordinary tables; what belongs to the word indexes and the vectors is made anew."""
    found = rows(
        connection,
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'chunk_vec*'"
        " ORDER BY name",
    )
    return [name for (name,) in found if name not in _NOT_COPIED and not name.startswith("sqlite_")]


def _copy_table(repaired: apsw.Connection, damaged: apsw.Connection, table: str) -> tuple[int, int | None]:
    """Returns how many rows were read, and how many there were, None where no index tells."""
    try:
        old = {name for (name,) in damaged.execute("SELECT name FROM pragma_table_info(?)", (table,))}
    except apsw.Error:
        old = set()
    columns = [name for (name,) in rows(repaired, "SELECT name FROM pragma_table_info(?)", (table,)) if name in old]
    if not columns:
        return 0, None
    names = ", ".join(f'"{name}"' for name in columns)
    places = ", ".join("?" * len(columns))
    (without_rowid,) = row(repaired, "SELECT wr FROM pragma_table_list WHERE name = ?", (table,)) or (0,)
    kept = 0
    found = _scan_ends(damaged, table, names) if without_rowid else _scan_rowids(damaged, table, names)
    for fields in found:
        repaired.execute(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({places})", fields)
        kept += repaired.changes()
    return kept, _count(damaged, table)


def _count(damaged: apsw.Connection, table: str) -> int | None:
    try:
        return int(value(damaged, f"SELECT count(*) FROM {table}"))
    except apsw.Error:
        return None


def _scan_ends(damaged: apsw.Connection, table: str, names: str) -> Iterator[_Row]:
    """Rows of a table without numbers: from the front until a page fails, then from the back."""
    keys = [name for (name,) in damaged.execute("SELECT name FROM pragma_table_info(?) WHERE pk ORDER BY pk", (table,))]
    if (yield from _until_failure(damaged, f"SELECT {names} FROM {table}", ())):
        return
    backwards = ", ".join(f'"{key}" DESC' for key in keys)
    yield from _until_failure(damaged, f"SELECT {names} FROM {table} ORDER BY {backwards}", ())


def _scan_rowids(damaged: apsw.Connection, table: str, names: str) -> Iterator[_Row]:
    """Rows of a table with numbers, by halving what fails."""
    waiting: list[tuple[int, int | None]] = [(1, None)]  # all numbers the program gives out are positive
    while waiting:
        low, high = waiting.pop()
        last = yield from _forwards(damaged, table, names, low, high)
        if last is None:
            continue
        low = max(low, last + 1)
        if high is None:
            high = _reach(damaged, table, low)
        first = yield from _backwards(damaged, table, names, low, high)
        high = min(high, first - 1)
        # Both ends of what is left fail by themselves.
        low, high = low + 1, high - 1
        if low <= high:
            middle = (low + high) // 2
            waiting += [(low, middle), (middle + 1, high)]


def _forwards(
    damaged: apsw.Connection, table: str, names: str, low: int, high: int | None
) -> Generator[_Row, None, int | None]:
    """Yields rows; returns the last number that was read before a failure, None where there was none."""
    sql = f"SELECT rowid, {names} FROM {table} WHERE rowid >= ? AND rowid <= ? ORDER BY rowid"
    last = low - 1
    try:
        for number, *fields in damaged.execute(sql, (low, (1 << 62) if high is None else high)):
            last = number
            yield tuple(fields)
    except apsw.Error:
        return last
    return None


def _backwards(damaged: apsw.Connection, table: str, names: str, low: int, high: int) -> Generator[_Row, None, int]:
    """Yields rows; returns the first number that was read, ``high + 1`` where none was."""
    sql = f"SELECT rowid, {names} FROM {table} WHERE rowid >= ? AND rowid <= ? ORDER BY rowid DESC"
    first = high + 1
    with contextlib.suppress(apsw.Error):
        for number, *fields in damaged.execute(sql, (low, high)):
            first = number
            yield tuple(fields)
    return first


def _until_failure(damaged: apsw.Connection, sql: str, bindings: tuple[Any, ...]) -> Generator[_Row, None, bool]:
    """Yields rows; returns whether all were read."""
    try:
        yield from damaged.execute(sql, bindings)
    except apsw.Error:
        return False
    return True


def _reach(damaged: apsw.Connection, table: str, low: int) -> int:
    """The largest number a table can have had: by an index, by the numbers given out, by those of other tables."""
    for sql in (
        f"SELECT max(+rowid) FROM {table}",
        f"SELECT seq FROM sqlite_sequence WHERE name = '{table}'",
        f"SELECT min(2 * max(seq), {low + _BEYOND}) FROM sqlite_sequence",
    ):
        with contextlib.suppress(apsw.Error):
            found = value(damaged, sql)
            if found is not None:
                return max(int(found), low)
    return low + _BEYOND


def continue_numbers(repaired: apsw.Connection, damaged: apsw.Connection) -> None:
    """Numbers that were given out are never given out again."""
    with contextlib.suppress(apsw.Error):
        for name, seq in damaged.execute("SELECT name, seq FROM sqlite_sequence").fetchall():
            repaired.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (seq, name))


def _require_vault_row(repaired: apsw.Connection, keys: VaultKeys, now_ms: int) -> None:
    if value(repaired, "SELECT count(*) FROM vault"):
        return
    clinical = value(repaired, "SELECT EXISTS (SELECT 1 FROM person WHERE record_number <> '')")
    kind = VaultKind.CLINICAL if clinical else VaultKind.PERSONAL
    repaired.execute(
        "INSERT INTO vault (one, vault_id, kind, created_at_ms) VALUES (1, ?, ?, ?)",
        (keys.vault_id, kind.value, now_ms),
    )


def _copy_readable(source: Path, target: Path) -> None:
    """A block that the disk does not give back is copied as zeros."""
    with source.open("rb", buffering=0) as read, os.fdopen(create_private_file(target), "wb") as written:
        size = os.fstat(read.fileno()).st_size
        for start in range(0, size, _BLOCK):
            length = min(_BLOCK, size - start)
            try:
                read.seek(start)
                block = read.read(length)
            except OSError:
                block = b""
            written.write(block.ljust(length, b"\x00"))
        written.flush()
        os.fsync(written.fileno())
