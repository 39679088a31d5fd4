"""Bringing a vault whose tables are not those of a released schema into one that is.

While schema 1 was edited in place, vaults were written by trial versions of the program. Their rows are copied column
by column into a new database; what derives from them is made anew. Nothing is guessed and nothing is left out unsaid:
where a row does not fit, nothing is changed, and the files as they were are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import apsw

from desktop_app.domain.errors import VaultError
from desktop_app.storage import audit
from desktop_app.storage.connection import row, rows, value
from desktop_app.storage.keyfile import VaultKeys
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.salvage import continue_numbers, ordinary_tables, rebuild, triggers_off
from desktop_app.storage.schema import migrate
from desktop_app.storage.word_indexes import rebuild_word_indexes

EARLIER_PREFIX = "earlier-"
# Made anew from other tables where an older form of them lacks a column that must be filled.
_DERIVED = frozenset({"chunk", "ledger_figure", "map_plane", "message_tokens"})
# What an older form did not have reads as nothing; the types are those of STRICT tables.
_NOTHING = {"INTEGER": 0, "REAL": 0.0, "TEXT": "", "BLOB": b"", "ANY": ""}


@dataclass(frozen=True, slots=True)
class BringOverReport:
    """What was brought over.

    Args:
        messages: how many.
        facts: how many.
        left_behind: tables ("table") and columns ("table.column") that held something and have no place any more.
        kept_copy: the folder that holds the files as they were.
    """

    messages: int
    facts: int
    left_behind: tuple[str, ...]
    kept_copy: Path


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    type: str
    required: bool  # may not be empty and has no default


def bring_over(database: Path, folder: Path, keys: VaultKeys, *, now_ms: int) -> BringOverReport:
    """Let a vault be what it holds, in the tables of this version.

    Args:
        database: the vault's; nobody has it open, the caller holds the vault's lock.
        folder: made by `salvage.keep_files`.
        keys: of the vault.
        now_ms: Unix time in milliseconds.

    Raises:
        VaultError: ``vault_not_brought_over`` (facts: table) where rows do not fit, ``vault_damaged``, ``vault_newer``,
            ``disk_full``. The database is as it was.
    """
    return rebuild(
        database, folder, keys, lambda new, old, staged: _fill(new, old, staged, database, folder, keys, now_ms)
    )


def _fill(
    new: apsw.Connection,
    old: apsw.Connection,
    staged: Path,
    database: Path,
    folder: Path,
    keys: VaultKeys,
    now_ms: int,
) -> tuple[BringOverReport, VaultKeys]:
    if value(old, "PRAGMA integrity_check(1)") != "ok":
        raise VaultError("vault_damaged", path=str(database))
    migrate(new, staged, now_ms=now_ms, before=lambda: None)
    new.execute("PRAGMA foreign_keys=OFF")
    new.execute("BEGIN IMMEDIATE")
    new_tables, old_tables = ordinary_tables(new), ordinary_tables(old)
    with triggers_off(new):
        for table in new_tables:
            if table in old_tables:
                _copy(new, old, table, database)
    continue_numbers(new, old)
    db = Repositories(new, keys.derive(audit.KEY_PURPOSE), lambda: keys.audit)
    _make_anew(db)
    report = BringOverReport(
        messages=value(new, "SELECT count(*) FROM message"),
        facts=value(new, "SELECT count(*) FROM fact"),
        left_behind=tuple(_left_behind(new, old, new_tables, old_tables)),
        kept_copy=folder,
    )
    db.audit.append("program", "vault.brought_over", "vault", f'{{"messages":{report.messages}}}', now_ms)
    new.execute("COMMIT")
    new.execute("PRAGMA foreign_keys=ON")
    dangling = row(new, "PRAGMA foreign_key_check")
    if dangling is not None:
        raise VaultError("vault_not_brought_over", path=str(database), table=dangling[0])
    if value(new, "PRAGMA integrity_check(1)") != "ok":
        raise VaultError("vault_not_brought_over", path=str(database), table="")
    return report, keys.with_audit(db.audit.head())


def _copy(new: apsw.Connection, old: apsw.Connection, table: str, database: Path) -> None:
    """Copy all rows of a table, or none of one that is made anew where its older form lacks something."""
    there = {column.name for column in _columns(old, table)}
    taken = [column for column in _columns(new, table) if column.name in there]
    filled = [column for column in _columns(new, table) if column.name not in there and column.required]
    if not taken or (filled and table in _DERIVED):
        return
    names = ", ".join(f'"{column.name}"' for column in (*taken, *filled))
    places = ", ".join("?" * (len(taken) + len(filled)))
    rest = tuple(_NOTHING[column.type] for column in filled)
    read = old.execute("SELECT {} FROM {}".format(", ".join(f'"{column.name}"' for column in taken), table))
    try:
        new.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", ((*fields, *rest) for fields in read))
    except apsw.ConstraintError:
        raise VaultError("vault_not_brought_over", path=str(database), table=table) from None


def _columns(connection: apsw.Connection, table: str) -> list[_Column]:
    found = rows(
        connection, 'SELECT name, type, "notnull" AND dflt_value IS NULL AND NOT pk FROM pragma_table_info(?)', (table,)
    )
    return [_Column(name, kind, bool(required)) for name, kind, required in found]


def _make_anew(db: Repositories) -> None:
    """Words at once; chunks and vectors in idle time, as after a repair."""
    connection = db.connection
    connection.execute("UPDATE chunk SET embedding_fingerprint = '' WHERE embedding_fingerprint <> ''")
    connection.execute(
        "INSERT OR IGNORE INTO consolidation_job (turn_id, kind)"
        " SELECT id, 'embed' FROM turn WHERE id NOT IN (SELECT turn_id FROM chunk)"
    )
    rebuild_word_indexes(db)
    db.ledgers.complete_figures()


def _left_behind(new: apsw.Connection, old: apsw.Connection, new_tables: list[str], old_tables: list[str]) -> list[str]:
    """What held something: an empty table or a column in which nothing stands is not worth a word."""
    found = []
    for table in old_tables:
        if table not in new_tables:
            if value(old, f"SELECT EXISTS (SELECT 1 FROM {table})"):
                found.append(table)
            continue
        known = {column.name for column in _columns(new, table)}
        for column in _columns(old, table):
            said = f"\"{column.name}\" IS NOT NULL AND \"{column.name}\" NOT IN (0, '', x'')"
            if column.name not in known and value(old, f"SELECT EXISTS (SELECT 1 FROM {table} WHERE {said})"):
                found.append(f"{table}.{column.name}")
    return found
