from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from desktop_app.domain.errors import VaultError
from desktop_app.storage.connection import open_connection, rows, value
from desktop_app.storage.schema import APPLICATION_ID, Migration, migrate, shipped_migrations

FIRST = Migration(
    1, "first", "CREATE TABLE schema_migration (number, name, applied_at_ms); CREATE TABLE a (id INTEGER PRIMARY KEY)"
)
SECOND = Migration(2, "second", "ALTER TABLE a ADD COLUMN b TEXT; INSERT INTO a (b) VALUES ('x')")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some.db"


@pytest.fixture
def connection(path: Path) -> Iterator[apsw.Connection]:
    opened = open_connection(path, secrets.token_bytes(32), create=True)
    yield opened
    opened.close()


def run(connection: apsw.Connection, path: Path, *migrations: Migration) -> list[str]:
    """Migrate; returns "backup" once for each time a backup was asked for."""
    asked: list[str] = []
    migrate(connection, path, now_ms=7, before=lambda: asked.append("backup"), migrations=migrations)
    return asked


def test_each_migration_runs_once_and_is_recorded(connection: apsw.Connection, path: Path) -> None:
    assert run(connection, path, FIRST) == []  # nothing to back up yet
    assert run(connection, path, FIRST, SECOND) == ["backup"]
    assert run(connection, path, FIRST, SECOND) == []
    assert rows(connection, "SELECT * FROM schema_migration") == [(1, "first", 7), (2, "second", 7)]
    assert value(connection, "PRAGMA user_version") == 2
    assert value(connection, "PRAGMA application_id") == APPLICATION_ID
    assert value(connection, "SELECT count(*) FROM a") == 1


def test_a_failing_migration_leaves_the_old_schema(connection: apsw.Connection, path: Path) -> None:
    run(connection, path, FIRST)
    broken = Migration(3, "broken", "CREATE TABLE c (d); INSERT INTO no_such_table VALUES (1)")
    with pytest.raises(apsw.SQLError):
        run(connection, path, FIRST, SECOND, broken)
    assert value(connection, "PRAGMA user_version") == 1
    assert rows(connection, "SELECT name FROM sqlite_schema WHERE name = 'c'") == []
    assert [row[1] for row in rows(connection, "PRAGMA table_info(a)")] == ["id"]
    assert value(connection, "PRAGMA foreign_keys") == 1
    assert not connection.in_transaction


def test_a_migration_that_leaves_a_dangling_reference_is_refused(connection: apsw.Connection, path: Path) -> None:
    run(connection, path, FIRST)
    dangling = Migration(2, "dangling", "CREATE TABLE b (a INTEGER REFERENCES a (id)); INSERT INTO b VALUES (99)")
    with pytest.raises(VaultError) as raised:
        run(connection, path, FIRST, dangling)
    assert raised.value.code == "vault_damaged"
    assert value(connection, "PRAGMA user_version") == 1


def test_a_failing_backup_stops_the_migration(connection: apsw.Connection, path: Path) -> None:
    run(connection, path, FIRST)

    def fail() -> None:
        raise VaultError("disk_full")

    with pytest.raises(VaultError):
        migrate(connection, path, now_ms=7, before=fail, migrations=(FIRST, SECOND))
    assert value(connection, "PRAGMA user_version") == 1


def test_a_newer_schema_is_refused(connection: apsw.Connection, path: Path) -> None:
    run(connection, path, FIRST, SECOND)
    with pytest.raises(VaultError) as raised:
        run(connection, path, FIRST)
    assert raised.value.code == "vault_newer"
    assert raised.value.facts["version"] == 2


def test_another_application_s_file_is_refused(connection: apsw.Connection, path: Path) -> None:
    connection.execute("PRAGMA application_id = 5; PRAGMA user_version = 1")
    with pytest.raises(VaultError) as raised:
        run(connection, path, FIRST)
    assert raised.value.code == "vault_damaged"


def test_shipped_migrations_are_numbered_without_gaps() -> None:
    assert [migration.number for migration in shipped_migrations()] == list(range(1, len(shipped_migrations()) + 1))


def test_every_foreign_key_can_be_followed_backwards_by_an_index(connection: apsw.Connection, path: Path) -> None:
    """Else each delete of a parent would read the whole child table."""
    migrate(connection, path, now_ms=1, before=lambda: None)
    tables = [name for (name,) in rows(connection, "SELECT name FROM pragma_table_list WHERE type = 'table'")]
    missing = []
    for table in tables:
        leading = {
            value(connection, "SELECT name FROM pragma_index_info(?) WHERE seqno = 0", (index[1],))
            for index in rows(connection, f"PRAGMA index_list({table})")
        }
        leading |= {column[1] for column in rows(connection, f"PRAGMA table_info({table})") if column[5] == 1}
        missing += [
            f"{table}.{key[3]}"
            for key in rows(connection, f"PRAGMA foreign_key_list({table})")
            if key[3] not in leading
        ]
    # Models are never deleted.
    assert sorted(missing) == ["generation.model_id", "message_tokens.model_id"]


def test_no_foreign_key_or_trigger_touches_the_vector_table() -> None:
    sql = "".join(migration.sql for migration in shipped_migrations())
    assert not re.search(r"REFERENCES\s+chunk_vec", sql)
    assert "CREATE TRIGGER" not in re.sub(
        r"CREATE TRIGGER (audit_log_\w+|person_shares_no_patient|note_sentence_\w+)", "", sql
    )
