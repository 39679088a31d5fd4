from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest

from desktop_app.domain.conversation import FinishReason, MessageStatus, VaultKind
from desktop_app.domain.errors import VaultError
from desktop_app.storage import readers, writer
from desktop_app.storage import store as store_module
from desktop_app.storage.connection import rows
from desktop_app.storage.integrity import check
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import Clockwork, bytes_of, new_session, say, start_child


def code_of_opening(directory: Path, clock: Clockwork) -> str:
    with pytest.raises(VaultError) as raised:
        Store.open(directory, clock)
    return raised.value.code


def files_of(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir() if path.is_file()}


# --- creating and opening


def test_a_vault_is_created_opened_and_remembers(make_store: Callable[[], Store]) -> None:
    store = make_store()
    assert (store.kind, store.read_only, store.interrupted, store.missing_actions) == (VaultKind.CLINICAL, False, (), 0)
    session_id = store.write(new_session)
    store.write(lambda db: say(db, session_id, "头痛三天"))
    store.close()
    again = make_store()
    assert [turn.question.text for turn in again.read(lambda db: db.turns.branch(session_id))] == ["头痛三天"]
    assert again.kind is VaultKind.CLINICAL


def test_creating_over_a_vault_is_refused(make_store: Callable[[], Store], directory: Path, clock: Clockwork) -> None:
    store = make_store()
    store.close()
    before = files_of(directory)
    with pytest.raises(FileExistsError):
        Store.create(directory, VaultKind.PERSONAL, clock)
    (directory / "vault.db").rename(directory / "moved away")
    with pytest.raises(FileExistsError):  # the keys of a vault that is elsewhere are worth as much
        Store.create(directory, VaultKind.PERSONAL, clock)
    (directory / "moved away").rename(directory / "vault.db")
    assert files_of(directory) == before


def test_what_an_interrupted_creation_left_is_no_obstacle(directory: Path, clock: Clockwork) -> None:
    directory.mkdir()
    (directory / "vault.db.new").write_bytes(b"half")
    (directory / "vault.db.new-wal").write_bytes(b"half")
    Store.create(directory, VaultKind.PERSONAL, clock).close()
    assert not list(directory.glob("*.new*"))


def test_opening_nothing_makes_nothing(tmp_path: Path, clock: Clockwork) -> None:
    assert code_of_opening(tmp_path / "absent", clock) == "vault_missing"
    assert code_of_opening(tmp_path, clock) == "vault_missing"
    assert list(tmp_path.iterdir()) == []


def test_files_are_private(make_store: Callable[[], Store], directory: Path) -> None:
    before = os.umask(0o022)
    try:
        store = make_store()
        store.write(new_session)
        store.backup("test")
    finally:
        os.umask(before)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in [directory, *directory.rglob("*")]}
    assert {"vault.db", "vault.db-wal", "vault.db-shm", "vault.keys", "vault.lock", "vault.ballast"} <= set(modes)
    assert {name for name, mode in modes.items() if mode == 0o700} == {directory.name, "backups"}
    assert {mode for name, mode in modes.items() if name not in (directory.name, "backups")} == {0o600}


def _lose_keys(directory: Path, _other: Path) -> None:
    for path in directory.glob("vault.keys*"):
        path.unlink()


def _empty_database(directory: Path, _other: Path) -> None:
    os.truncate(directory / "vault.db", 0)


def _cut_database(directory: Path, _other: Path) -> None:
    os.truncate(directory / "vault.db", (directory / "vault.db").stat().st_size // 2)


def _cut_inside_first_page(directory: Path, _other: Path) -> None:
    os.truncate(directory / "vault.db", 1000)


def _zero_first_page(directory: Path, _other: Path) -> None:
    _overwrite(directory / "vault.db", 0, bytes(4096))


def _spoil_first_page(directory: Path, _other: Path) -> None:
    _overwrite(directory / "vault.db", 2000, b"\x55" * 64)


def _plaintext(directory: Path, _other: Path) -> None:
    (directory / "vault.db").unlink()
    plain = apsw.Connection(str(directory / "vault.db"))
    plain.execute("CREATE TABLE t (a)")
    plain.close()


def _keys_of_another_vault(directory: Path, other: Path) -> None:
    for path in other.glob("vault.keys*"):
        (directory / path.name).write_bytes(path.read_bytes())


def _another_key_in_the_file(directory: Path, _other: Path) -> None:
    for path in directory.glob("vault.keys*"):
        text = path.read_text()
        at = text.index('"key": "') + 8
        path.write_text(text[:at] + "ab" * 32 + text[at + 64 :])


def _garbage_keys(directory: Path, _other: Path) -> None:
    for path in directory.glob("vault.keys*"):
        path.write_bytes(b"garbage")


def _empty_keys(directory: Path, _other: Path) -> None:
    for path in directory.glob("vault.keys*"):
        path.write_bytes(b"")


def _overwrite(path: Path, offset: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(data)


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (_lose_keys, "vault_key_missing"),
        (_garbage_keys, "vault_key_damaged"),
        (_empty_keys, "vault_key_damaged"),
        (_another_key_in_the_file, "vault_wrong_key"),
        (_keys_of_another_vault, "vault_key_mismatch"),
        (_empty_database, "vault_empty_file"),
        (_cut_database, "vault_damaged"),
        (_cut_inside_first_page, "vault_damaged"),
        (_zero_first_page, "vault_damaged"),
        (_spoil_first_page, "vault_damaged"),
        (_plaintext, "not_encrypted"),
    ],
)
def test_what_is_wrong_has_a_code_and_nothing_is_made(
    make_store: Callable[[], Store],
    directory: Path,
    tmp_path: Path,
    clock: Clockwork,
    spoil: Callable[[Path, Path], None],
    code: str,
) -> None:
    make_store().close()
    other = tmp_path / "other"
    Store.create(other, VaultKind.PERSONAL, clock).close()
    spoil(directory, other)
    before = files_of(directory)
    assert code_of_opening(directory, clock) == code
    after = files_of(directory)
    assert {name for name in after if not name.endswith(("-wal", "-shm"))} == set(before)
    assert {name: data for name, data in after.items() if name in before} == before
    assert code_of_opening(directory, clock) == code  # the lock was let go of


def test_a_newer_vault_is_refused(make_store: Callable[[], Store], directory: Path, clock: Clockwork) -> None:
    store = make_store()
    store.write(lambda db: db.connection.execute("PRAGMA user_version = 9999").fetchall())
    store.close()
    assert code_of_opening(directory, clock) == "vault_newer"


def test_a_vault_with_the_id_of_another_is_refused(
    make_store: Callable[[], Store], directory: Path, clock: Clockwork
) -> None:
    store = make_store()
    store.write(lambda db: db.connection.execute("UPDATE vault SET vault_id = 'x'").fetchall())
    store.close()
    assert code_of_opening(directory, clock) == "vault_key_mismatch"


# --- one process at a time


def test_a_second_opener_is_refused_until_the_first_closes(
    make_store: Callable[[], Store], directory: Path, clock: Clockwork
) -> None:
    store = make_store()
    assert code_of_opening(directory, clock) == "vault_in_use"
    child = start_child(
        """
        import sys
        from pathlib import Path
        from desktop_app.domain.errors import VaultError
        from desktop_app.storage.store import Store
        try:
            Store.open(Path(sys.argv[1]), lambda: 1)
        except VaultError as error:
            print(error.code)
        """,
        directory,
    )
    assert child.communicate()[0].strip() == "vault_in_use"
    store.close()
    make_store().close()


# --- writing and reading


def test_a_write_is_all_or_nothing_and_its_error_comes_back(store: Store) -> None:
    def work(db: Repositories) -> None:
        db.people.add("half", now_ms=1)
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        store.write(work)
    assert store.read(lambda db: db.people.list()) == []
    store.write(lambda db: db.people.add("whole", now_ms=1))
    assert [person.name for person in store.read(lambda db: db.people.list())] == ["whole"]


def test_a_write_within_a_write_is_refused_rather_than_waiting_for_ever(store: Store) -> None:
    with pytest.raises(RuntimeError, match="inside a write"):
        store.write(lambda _db: store.write(lambda db: db.people.list()))


def test_a_broken_reference_fails_the_write_not_the_vault(store: Store) -> None:
    with pytest.raises(apsw.ConstraintError):
        store.write(lambda db: db.sessions.add(99, "nobody's", now_ms=1))
    session_id = store.write(new_session)
    with pytest.raises(apsw.ConstraintError):  # deferred: found at the commit
        store.write(lambda db: db.sessions.set_head(session_id, 12345, 1))
    assert store.read(lambda db: db.sessions.head(session_id)) is None


def test_writes_of_many_threads_all_arrive(store: Store) -> None:
    def many(number: int) -> None:
        for name in (f"{number}-{i}" for i in range(20)):
            store.write(lambda db, name=name: db.people.add(name, now_ms=1))  # type: ignore[misc]

    threads = [threading.Thread(target=many, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    names = [person.name for person in store.read(lambda db: db.people.list())]
    assert len(set(names)) == 100
    assert [name for name in names if name.startswith("3-")] == [f"3-{i}" for i in range(20)]


def test_a_read_sees_one_state_while_others_write(store: Store) -> None:
    def work(db: Repositories) -> tuple[int, int]:
        before = len(db.people.list())
        thread = threading.Thread(target=lambda: store.write(lambda w: w.people.add("later", now_ms=1)))
        thread.start()
        thread.join()
        return before, len(db.people.list())

    assert store.read(work) == (0, 0)
    assert store.read(work) == (1, 1)


def test_a_read_cannot_write(store: Store) -> None:
    with pytest.raises(VaultError) as raised:
        store.read(lambda db: db.people.add("x", now_ms=1))
    assert raised.value.code == "vault_read_only"


def test_readers_are_shared_bounded_and_may_nest(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = 0
    open_connection = store_module.open_connection

    def counting(*args: Any, **options: Any) -> apsw.Connection:
        nonlocal opened
        opened += 1
        return open_connection(*args, **options)

    monkeypatch.setattr(store_module, "open_connection", counting)
    for _ in range(20):
        thread = threading.Thread(target=lambda: store.read(lambda db: db.people.list()))
        thread.start()
        thread.join()
    assert opened == 1
    assert store.read(lambda _db: store.read(lambda inner: inner.people.list())) == []
    assert opened == 2
    assert store.read(lambda db: db.people.list(), recall=True) == []
    assert opened == 3


def test_recall_has_the_large_page_cache(store: Store) -> None:
    def cache(db: Repositories) -> object:
        return db.connection.execute("PRAGMA cache_size").fetchall()

    assert store.read(cache) == [(-4 * 1024,)]
    assert store.read(cache, recall=True) == [(-64 * 1024,)]


# --- closing


def open_descriptors() -> int:
    """How many files this process has open, 0 where the system does not say."""
    listing = Path("/proc/self/fd")
    return len(list(listing.iterdir())) if listing.is_dir() else 0


def test_close_finishes_what_is_queued_and_leaves_nothing_open(make_store: Callable[[], Store]) -> None:
    make_store().close()
    descriptors = open_descriptors()
    store = make_store()
    threads = [threading.Thread(target=lambda: store.write(lambda db: db.people.add("x", now_ms=1))) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store.read(lambda db: db.people.list())
    store.read(lambda db: db.people.list(), recall=True)
    store.close()
    store.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "store-writer"]
    assert open_descriptors() == descriptors
    with pytest.raises(RuntimeError, match="closed"):
        store.read(lambda db: db.people.list())
    with pytest.raises(RuntimeError, match="closed"):
        store.write(lambda db: db.people.list())
    assert len(make_store().read(lambda db: db.people.list())) == 10


def test_close_waits_for_a_reader_and_ends_one_that_takes_too_long(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readers, "_PATIENCE_S", 0.05)
    reading = threading.Event()
    ended: list[type[BaseException]] = []

    def endless(db: Repositories) -> None:
        reading.set()
        db.connection.execute(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
        ).fetchall()

    def run() -> None:
        try:
            store.read(endless)
        except apsw.InterruptError as error:
            ended.append(type(error))

    thread = threading.Thread(target=run)
    thread.start()
    reading.wait()
    store.close()
    thread.join()
    assert ended == [apsw.InterruptError]


def test_a_hundred_openings_leave_no_thread_and_no_file_open(make_store: Callable[[], Store]) -> None:
    make_store().close()
    threads = threading.active_count()
    for _ in range(100):
        make_store().close()
    assert threading.active_count() == threads


# --- what the disk holds


def test_nothing_is_in_plain_text(make_store: Callable[[], Store], directory: Path) -> None:
    store = make_store()
    session_id = store.write(new_session)
    chinese, english = "患者对青霉素过敏且否认手术史", "unmistakable canary sentence"
    store.write(lambda db: say(db, session_id, chinese, english))
    store.write(lambda db: db.sessions.set_draft(session_id, chinese + english))
    store.write(lambda db: db.settings.put("prompt", english))
    store.backup("test")
    while_open = bytes_of(directory)
    store.checkpoint()
    store.close()
    for found in (while_open, bytes_of(directory)):
        for words in (chinese, "青霉素", english, "canary", "王芳"):
            assert words.encode("utf-8") not in found
            assert words.encode("utf-16-le") not in found
        assert b"CREATE TABLE" not in found


def test_the_journal_is_emptied_after_a_burst_of_writes(
    make_store: Callable[[], Store], directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_IDLE_S", 0.01)
    store = make_store()
    settled = threading.Event()
    checkpoint = store._checkpoint

    def noticing() -> bool:
        done = checkpoint()
        settled.set()
        return done

    store._checkpoint = noticing  # type: ignore[method-assign]
    store.write(new_session)
    assert settled.wait(10)
    assert (directory / "vault.db-wal").stat().st_size == 0


def test_a_checkpoint_tells_when_a_reader_was_in_the_way(store: Store, directory: Path) -> None:
    store.write(new_session)

    def work(db: Repositories) -> tuple[bool, int]:
        db.people.list()
        store.write(lambda w: w.people.add("x", now_ms=1))
        return store.checkpoint(), (directory / "vault.db-wal").stat().st_size

    done, size = store.read(work)
    assert not done
    assert size > 0
    assert store.checkpoint()
    assert (directory / "vault.db-wal").stat().st_size == 0


# --- after a death


WRITE_FOR_EVER = """
    import sys
    from pathlib import Path
    from tests.storage.storage_helpers import new_session, say
    from desktop_app.storage.store import Store
    store = Store.open(Path(sys.argv[1]), lambda: 1)
    session = store.write(new_session)
    while True:
        turn = store.write(lambda db: say(db, session, "一句话 words"))
        store.write(lambda db: db.audit.append("person", "turn.asked", f"turn:{turn.id}", "", 1))
        print(turn.id, flush=True)
"""


def test_nothing_acknowledged_is_lost_by_kill(make_store: Callable[[], Store], directory: Path) -> None:
    make_store().close()
    for lines in (1, 7, 25):
        child = start_child(WRITE_FOR_EVER, directory)
        assert child.stdout is not None
        acknowledged = [int(child.stdout.readline()) for _ in range(lines)]
        child.kill()
        acknowledged += [int(line) for line in child.stdout.read().split()]
        child.wait()
        store = make_store()  # the lock died with its holder
        stored = set(store.read(lambda db: db.turns.all_ids()))
        assert set(acknowledged) <= stored
        assert check(store).integrity == "ok"
        assert store.read(lambda db: db.audit.verify()) is None
        assert store.missing_actions == 0
        store.close()


def test_a_half_written_reply_is_kept_and_marked(make_store: Callable[[], Store], directory: Path) -> None:
    make_store().close()
    child = start_child(
        """
        import sys, time
        from pathlib import Path
        from tests.storage.storage_helpers import new_session
        from desktop_app.storage.store import Store
        store = Store.open(Path(sys.argv[1]), lambda: 1)
        session = store.write(new_session)
        turn = store.write(lambda db: db.turns.add(session, None, "问题", "person", now_ms=1))
        store.write(lambda db: db.turns.begin_reply(turn.id, now_ms=1))
        store.write(lambda db: db.turns.save_reply(turn.id, "半个回答"))
        unanswered = store.write(lambda db: db.turns.add(session, turn.id, "第二个", "person", now_ms=1))
        print("written", flush=True)
        time.sleep(60)
        """,
        directory,
    )
    assert child.stdout is not None
    child.stdout.readline()
    child.kill()
    child.communicate()
    store = make_store()
    first, second = store.read(lambda db: db.turns.branch(1))
    assert store.interrupted == (first.id, second.id)
    jobs = store.read(lambda db: {(job.turn_id, job.kind) for job in db.jobs.due(2**53, 10)})
    assert jobs == {(turn.id, kind) for turn in (first, second) for kind in ("embed", "extract")}
    assert first.reply is not None
    assert second.reply is not None
    assert (first.reply.text, second.reply.text) == ("半个回答", "")
    assert {first.reply.status, second.reply.status} == {MessageStatus.INTERRUPTED}
    assert {first.finish_reason, second.finish_reason} == {FinishReason.INTERRUPTED}
    assert [hit.message.id for hit in store.read(lambda db: db.search.search(None, "半个", 5))] == [first.reply.id]
    store.close()
    assert make_store().interrupted == ()


def test_a_lost_journal_is_noticed(
    make_store: Callable[[], Store], directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make_store()
    store.write(lambda db: db.audit.append("person", "one", "", "", 1))
    store.close()
    before = (directory / "vault.db").read_bytes()
    store = make_store()
    for name in ("two", "three"):
        store.write(lambda db, name=name: db.audit.append("person", name, "", "", 1))  # type: ignore[misc]
    store.close()
    (directory / "vault.db").write_bytes(before)  # as if the journal with both had been deleted
    store = make_store()
    assert store.missing_actions == 2
    entries = store.read(lambda db: rows(db.connection, "SELECT action, detail FROM audit_log"))
    assert [action for action, _detail in entries] == ["one", "vault.actions_missing"]
    assert '"missing":2' in entries[1][1]
    assert store.read(lambda db: db.audit.verify()) is None
    store.close()
    assert make_store().missing_actions == 0
