from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_app.domain.errors import VaultError
from desktop_app.storage import backup, schema
from desktop_app.storage.connection import open_connection, rows, value
from desktop_app.storage.schema import Migration, shipped_migrations
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import Clockwork, new_session, say, start_child

NEWEST = shipped_migrations()[-1].number


def test_a_backup_holds_what_was_committed_and_needs_the_key(store: Store, directory: Path) -> None:
    session_id = store.write(new_session)
    store.write(lambda db: [say(db, session_id, f"words {n}") for n in range(50)])
    copy = store.backup("daily")
    assert copy.parent == directory / "backups"
    assert copy.name.endswith(f"-v{NEWEST}-daily.db")
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]
    opened = open_connection(copy, store._keys.data_key, read_only=True)
    assert value(opened, "SELECT count(*) FROM turn") == 50
    assert value(opened, "PRAGMA integrity_check") == "ok"
    opened.close()
    with pytest.raises(VaultError) as raised:
        open_connection(copy, bytes(32), read_only=True)
    assert raised.value.code == "vault_wrong_key"


def test_a_backup_opens_in_the_place_of_the_vault(make_store: Callable[[], Store], directory: Path) -> None:
    store = make_store()
    session_id = store.write(new_session)
    store.write(lambda db: say(db, session_id, "before"))
    copy = store.backup("daily")
    store.write(lambda db: say(db, session_id, "after"))
    store.close()
    for name in ("vault.db-wal", "vault.db-shm"):
        (directory / name).unlink(missing_ok=True)
    copy.replace(directory / "vault.db")
    turns = make_store().read(lambda db: db.turns.branch(session_id))
    assert [turn.question.text for turn in turns] == ["before"]


def test_a_backup_while_others_read_and_write(store: Store) -> None:
    stop = threading.Event()

    def read() -> None:
        while not stop.is_set():
            store.read(lambda db: db.people.list())

    thread = threading.Thread(target=read)
    thread.start()
    for _ in range(3):
        store.write(new_session)
        store.backup("x")
    stop.set()
    thread.join()


def test_an_unsound_copy_is_thrown_away(store: Store, directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy_as_ever = backup._copy

    def copy_less(connection: object, partial: Path, key: bytes) -> None:
        copy_as_ever(connection, partial, key)  # type: ignore[arg-type]
        opened = open_connection(partial, key)
        opened.execute("DELETE FROM session")
        opened.close()

    store.write(new_session)
    monkeypatch.setattr(backup, "_copy", copy_less)
    with pytest.raises(VaultError) as raised:
        store.backup("x")
    assert raised.value.code == "vault_damaged"
    assert list((directory / "backups").iterdir()) == []
    assert len(store.read(lambda db: db.sessions.list(1))) == 1


def test_a_half_backup_of_a_killed_process_is_removed(store: Store, directory: Path) -> None:
    (directory / "backups").mkdir()
    (directory / "backups" / "vault-x.partial").write_bytes(b"half")
    (directory / "backups" / "vault-x.partial-journal").write_bytes(b"half")
    copy = store.backup("x")
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]


NEXT = Migration(NEWEST + 1, "more", "CREATE TABLE more (a); INSERT INTO more VALUES (1)")


def test_a_migration_is_preceded_by_a_backup_of_the_old_schema(
    make_store: Callable[[], Store], directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make_store()
    session_id = store.write(new_session)
    store.close()
    migrations = (*shipped_migrations(), NEXT)
    monkeypatch.setattr(schema, "shipped_migrations", lambda: migrations)
    store = make_store()
    assert store.read(lambda db: rows(db.connection, "SELECT a FROM more")) == [(1,)]
    assert store.read(lambda db: db.sessions.get(session_id).id) == session_id
    (copy,) = (directory / "backups").iterdir()
    assert copy.name.endswith(f"-v{NEWEST}-before-migration.db")
    old = open_connection(copy, store._keys.data_key, read_only=True)
    assert value(old, "PRAGMA user_version") == NEWEST
    old.close()


def test_a_kill_in_the_middle_of_a_migration_leaves_the_old_version(
    make_store: Callable[[], Store], directory: Path, clock: Clockwork
) -> None:
    store = make_store()
    session_id = store.write(new_session)
    store.close()
    child = start_child(
        """
        import sys, time
        from pathlib import Path
        from desktop_app.storage import schema
        from desktop_app.storage.store import Store
        migrations = schema.shipped_migrations()
        more = schema.Migration(migrations[-1].number + 1, "more", "CREATE TABLE more (a)")
        migrations = (*migrations, more)
        schema.shipped_migrations = lambda: migrations
        def hang(connection, path):
            print("inside", flush=True)
            time.sleep(60)
        schema._require_whole = hang
        Store.open(Path(sys.argv[1]), lambda: 1)
        """,
        directory,
    )
    assert child.stdout is not None
    assert child.stdout.readline().strip() == "inside"
    child.kill()
    child.communicate()
    store = make_store()
    assert store.read(lambda db: value(db.connection, "PRAGMA user_version")) == NEWEST
    assert store.read(lambda db: rows(db.connection, "SELECT 1 FROM sqlite_schema WHERE name = 'more'")) == []
    assert store.read(lambda db: db.sessions.get(session_id).id) == session_id
