"""A backup takes the place of the vault, whatever lies beside it (F10, E11, E12)."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.domain.backups import BackupReason
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import VaultError
from desktop_app.storage import keyfile, restore
from desktop_app.storage.connection import rows
from desktop_app.storage.integrity import check
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.restore import RESTORED_MARK
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import Clockwork, index_chunk, new_session, say, start_child

VECTOR = b"\x00\x00\x80?" + bytes(12)
# Everything a person would miss; the audit log goes on by the restore itself.
_KEPT = ("person", "session", "turn", "message", "fact", "chunk", "setting", "ledger", "summary", "consolidation_job")

Make = Callable[[], Store]


def texts(store: Store, session_id: int) -> list[str]:
    return [turn.question.text for turn in store.read(lambda db: db.turns.branch(session_id))]


def content(store: Store) -> dict[str, list[tuple[object, ...]]]:
    def read(db: Repositories) -> dict[str, list[tuple[object, ...]]]:
        found = {table: rows(db.connection, f"SELECT * FROM {table}") for table in _KEPT}
        if db.chunks.vector_dimensions():
            found["vectors"] = rows(db.connection, "SELECT chunk_id, person_id, embedding FROM chunk_vec")
        return found

    return store.read(read)


def test_what_is_restored_is_what_was_backed_up_and_the_rest_is_a_backup_too(make_store: Make, directory: Path) -> None:
    store = make_store()
    session_id = store.write(new_session)
    store.write(lambda db: say(db, session_id, "before"))
    copy = store.backup(BackupReason.BY_HAND)
    store.write(lambda db: say(db, session_id, "after"))
    safety = store.replace_with(copy)
    store = make_store()
    assert texts(store, session_id) == ["before"]
    assert store.missing_actions == 0
    last = store.read(lambda db: rows(db.connection, "SELECT action, detail FROM audit_log ORDER BY seq DESC LIMIT 1"))
    assert last[0][0] == "vault.restored"
    assert store.read(lambda db: db.audit.verify()) is None
    assert (directory / "backups" / RESTORED_MARK).exists()
    store.replace_with(safety)
    assert texts(make_store(), session_id) == ["before", "after"]


def test_a_journal_of_the_old_database_is_not_applied_to_the_restored_one(make_store: Make, directory: Path) -> None:
    """F10: an older database beside a newer journal has lost rows, and once its tree."""
    store = make_store()
    session_id = store.write(new_session)
    store.write(lambda db: [say(db, session_id, f"word {n}") for n in range(40)])
    copy = store.backup(BackupReason.BY_HAND)
    store.close()
    child = start_child(
        """
        import os, sys
        from pathlib import Path
        from desktop_app.storage.store import Store
        store = Store.open(Path(sys.argv[1]), lambda: 1)
        store._writer._settle = lambda: None
        turns = store.read(lambda db: db.turns.branch(int(sys.argv[2])))
        for turn in turns[::-1][:30]:
            store.write(lambda db: db.turns.delete(turn.id))
        print("deleted", flush=True)
        os.kill(os.getpid(), 9)
        """,
        directory,
        session_id,
    )
    assert child.communicate()[0].strip() == "deleted"
    assert (directory / "vault.db-wal").stat().st_size > 0
    keys = keyfile.load(directory)
    restore.restore(directory / "vault.db", copy, keys, now_ms=5)
    assert not (directory / "vault.db-wal").exists()
    store = make_store()
    assert len(texts(store, session_id)) == 40
    assert check(store).integrity == "ok"


@pytest.mark.parametrize("fault", ["flipped", "cut", "empty", "text", "foreign", "newer", "missing"])
def test_a_backup_that_is_none_leaves_the_vault_as_it_was(
    make_store: Make, directory: Path, tmp_path: Path, clock: Clockwork, fault: str
) -> None:
    store = make_store()
    session_id = store.write(new_session)
    store.write(lambda db: [say(db, session_id, f"word {n}") for n in range(30)])
    copy = store.backup(BackupReason.BY_HAND)
    data = bytearray(copy.read_bytes())
    if fault == "flipped":
        data[len(data) // 2] ^= 1
    elif fault == "cut":
        del data[len(data) // 2 :]
    elif fault == "empty":
        data.clear()
    elif fault == "text":
        data[:] = b"not a backup " * 1000
    if fault == "foreign":
        other = Store.create(tmp_path / "other", VaultKind.PERSONAL, clock)
        shutil.copy(other.backup(BackupReason.BY_HAND), copy)
        other.close()
    elif fault == "newer":
        from desktop_app.storage.connection import open_connection

        connection = open_connection(copy, store._keys.data_key)
        connection.execute("PRAGMA user_version=99")
        connection.close()
    elif fault == "missing":
        copy.unlink()
    else:
        copy.write_bytes(data)
    with pytest.raises(VaultError) as raised:
        store.replace_with(copy)
    expected = {"newer": "vault_newer", "missing": "vault_io_failed"}.get(fault, "backup_unusable")
    assert raised.value.code == expected
    store = make_store()
    assert len(texts(store, session_id)) == 30
    assert not list(directory.glob("*.restoring*"))


def test_a_kill_between_any_two_steps_leaves_the_old_or_the_new(make_store: Make, directory: Path) -> None:
    store = make_store()
    session_id = store.write(new_session)
    store.write(lambda db: say(db, session_id, "before"))
    copy = store.backup(BackupReason.BY_HAND)
    store.write(lambda db: say(db, session_id, "after"))
    store.close()
    seen = set()
    for step in ("copy_privately", "_check", "sync_directory", "replace_durably", "keyfile.save"):
        child = start_child(
            """
            import os, sys
            from pathlib import Path
            from desktop_app.storage import keyfile, restore
            directory, backup, step = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
            owner = keyfile if "." in step else restore
            name = step.rpartition(".")[2]
            done = getattr(owner, name)
            def die(*arguments, **named):
                done(*arguments, **named)
                os.kill(os.getpid(), 9)
            setattr(owner, name, die)
            restore.restore(directory / "vault.db", backup, keyfile.load(directory), now_ms=5)
            """,
            directory,
            copy,
            step,
        )
        assert child.wait() == -9
        store = make_store()
        seen.add(tuple(texts(store, session_id)))
        assert check(store).integrity == "ok"
        store.close()
    assert seen == {("before", "after"), ("before",)}


_words = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=40)


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(_words, _words), min_size=1, max_size=6), _words)
def test_the_round_trip_gives_back_everything(
    tmp_path_factory: pytest.TempPathFactory, talk: list[tuple[str, str]], setting: str
) -> None:
    """E12: back up, lose everything, restore: messages, facts, vectors, settings are equal."""
    directory = tmp_path_factory.mktemp("round") / "vault"
    clock = Clockwork()
    store = Store.create(directory, VaultKind.PERSONAL, clock)

    def fill(db: Repositories) -> None:
        session_id = new_session(db)
        db.chunks.ensure_vector_table(4, "f")
        for question, reply in talk:
            turn = say(db, session_id, question, reply)
            index_chunk(db, turn, 1, question, VECTOR)
        db.settings.put("x", json.dumps(setting))

    store.write(fill)
    before = content(store)
    copy = store.backup(BackupReason.BY_HAND)
    store.write(lambda db: db.people.delete(1))
    store.replace_with(copy)
    store = Store.open(directory, clock)
    assert content(store) == before
    assert check(store).integrity == "ok"
    store.close()


def test_a_crafted_database_is_not_even_opened(make_store: Make, tmp_path: Path) -> None:
    """T26: views and triggers of somebody else's file never run: without this vault's key nothing is opened."""
    crafted = tmp_path / "crafted.db"
    connection = apsw.Connection(str(crafted))
    connection.execute(
        "CREATE TABLE vault (vault_id TEXT); CREATE TABLE audit_log (seq INTEGER PRIMARY KEY, mac BLOB);"
        "CREATE TRIGGER t AFTER INSERT ON audit_log BEGIN SELECT load_extension('/tmp/evil'); END;"
        "CREATE VIEW turn AS SELECT writefile('/tmp/evil', 'x') AS id"
    )
    connection.close()
    store = make_store()
    session_id = store.write(new_session)
    with pytest.raises(VaultError) as raised:
        store.replace_with(crafted)
    assert raised.value.code == "backup_unusable"
    assert make_store().read(lambda db: db.sessions.get(session_id).id) == session_id


def test_an_older_copy_put_in_by_hand_is_noticed(make_store: Make, directory: Path) -> None:
    """T22: not by a restore, so nobody said that it should be so."""
    store = make_store()
    store.write(lambda db: db.audit.append("user", "a", "", "", 1))
    copy = store.backup(BackupReason.BY_HAND)
    store.write(lambda db: [db.audit.append("user", "b", "", "", 2) for _ in range(3)])
    store.close()
    shutil.copy(copy, directory / "vault.db")
    assert make_store().missing_actions == 3
