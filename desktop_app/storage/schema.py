"""Brings a database to the newest schema: numbered SQL files, each in the one transaction.

The number alone does not prove a schema: before it was frozen, schema 1 was edited in place, and a foreign hand can add
a trigger. So what a database is made of is compared with what its number says.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import apsw

from desktop_app.domain.errors import VaultError
from desktop_app.domain.patterns import Pattern
from desktop_app.storage.connection import open_memory_connection, rows, value

APPLICATION_ID = 0x52545243  # "RTRC"
# Tables, indexes, triggers as they were created. Left out: SQLite's own, those of the word indexes (the library's), and
# the vector table, which the program makes with the embedding model's dimension.
_STATEMENTS = """
SELECT s.sql FROM sqlite_schema AS s
WHERE s.sql IS NOT NULL AND s.tbl_name NOT GLOB 'sqlite_*' AND s.tbl_name NOT GLOB 'chunk_vec*'
AND s.tbl_name NOT IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow')
ORDER BY s.type, s.name
"""
_COMMENT = Pattern(r"--[^\n]*")


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered file of ``storage/migrations``: ``0001_schema.sql`` has number 1, name schema."""

    number: int
    name: str
    sql: str


@cache
def shipped_migrations() -> tuple[Migration, ...]:
    """The migrations of this program in order."""
    folder = resources.files("desktop_app.storage") / "migrations"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
    return tuple(Migration(int(file.name[:4]), file.name[5:-4], file.read_text(encoding="utf-8")) for file in files)


def migrate(
    connection: apsw.Connection,
    path: Path,
    *,
    now_ms: int,
    before: Callable[[], None],
    migrations: tuple[Migration, ...] | None = None,
) -> bool:
    """Apply what is missing, all of it or nothing.

    Args:
        connection: read-write, outside a transaction.
        path: of the database, for errors.
        now_ms: Unix time in milliseconds.
        before: called once before a schema that holds data is changed: makes the backup.
        migrations: in order; the shipped ones if not given.

    Returns:
        Whether anything was applied.

    Raises:
        VaultError: ``vault_newer`` (facts: version, newest); ``vault_unreleased`` where its tables are not those
            of its number, see `bringing_over`; or ``vault_damaged`` where the file is not a vault or does not hold
            together after the change. The database is as before.
    """
    migrations = shipped_migrations() if migrations is None else migrations
    version = int(value(connection, "PRAGMA user_version"))
    application_id = int(value(connection, "PRAGMA application_id"))
    newest = migrations[-1].number
    if version > newest:
        raise VaultError("vault_newer", path=str(path), version=version, newest=newest)
    if application_id != (APPLICATION_ID if version else 0):
        raise VaultError("vault_damaged", path=str(path))
    if version and fingerprint(connection) != _fingerprint_of(migrations, version):
        raise VaultError("vault_unreleased", path=str(path))
    missing = [migration for migration in migrations if migration.number > version]
    if not missing:
        return False
    if version:
        before()
    # Rebuilding a table would cascade to the rows that refer to it; the check afterwards replaces this.
    connection.execute("PRAGMA foreign_keys=OFF")
    try:
        connection.execute("BEGIN IMMEDIATE")
        try:
            _apply(connection, missing, now_ms)
            _require_whole(connection, path)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    finally:
        connection.execute("PRAGMA foreign_keys=ON")
    return True


def fingerprint(connection: apsw.Connection) -> str:
    """SHA-256 (hex) of what a database is made of; comments and line breaks do not count."""
    digest = hashlib.sha256()
    for (sql,) in rows(connection, _STATEMENTS):
        digest.update(" ".join(_COMMENT.sub("", sql).split()).encode() + b"\x00")
    return digest.hexdigest()


@cache
def _fingerprint_of(migrations: tuple[Migration, ...], version: int) -> str:
    """What a database has that these migrations made, up to a number."""
    connection = open_memory_connection()
    try:
        _apply(connection, [migration for migration in migrations if migration.number <= version], 0)
        return fingerprint(connection)
    finally:
        connection.close()


def _apply(connection: apsw.Connection, missing: list[Migration], now_ms: int) -> None:
    for migration in missing:
        connection.execute(migration.sql, can_cache=False)
        connection.execute(
            "INSERT INTO schema_migration (number, name, applied_at_ms) VALUES (?, ?, ?)",
            (migration.number, migration.name, now_ms),
        )
    connection.execute(f"PRAGMA application_id={APPLICATION_ID}; PRAGMA user_version={missing[-1].number}")


def _require_whole(connection: apsw.Connection, path: Path) -> None:
    dangling = connection.execute("PRAGMA foreign_key_check").fetchone()
    if dangling is not None or value(connection, "PRAGMA integrity_check(1)") != "ok":
        raise VaultError("vault_damaged", path=str(path))
