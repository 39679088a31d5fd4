"""A damaged vault: found at the door, never taken for a new one, and read as far as it can be (F6, F7, F8, E5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import VaultError
from desktop_app.services.rescue import RESCUABLE, VaultRescue
from desktop_app.storage.connection import open_connection, rows, value
from desktop_app.storage.integrity import check
from desktop_app.storage.rescued_rows import RescueWords, mend_references
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import Clockwork, index_chunk, new_session, say

PAGE = 4096
WORDS = RescueWords("recovered", "recovered session", "(lost)")
TURNS = 400

Make = Callable[[], Store]


def fill(store: Store) -> int:
    session_id = store.write(new_session)

    def work(db: object) -> None:
        for number in range(TURNS):
            turn = say(db, session_id, f"question {number} {'x' * 60}", f"reply {number} {'y' * 200}")  # type: ignore[arg-type]
            index_chunk(db, turn, 1, f"question {number}")  # type: ignore[arg-type]

    store.write(work)
    return session_id


def pages_of(directory: Path, table: str) -> list[int]:
    """The leaf pages of a table, from 1."""
    from desktop_app.storage import keyfile

    connection = open_connection(directory / "vault.db", keyfile.load(directory).data_key, read_only=True)
    found = rows(connection, "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno", (table,))
    connection.close()
    return [page for (page,) in found]


def spoil(database: Path, page: int) -> None:
    with database.open("r+b") as file:
        file.seek((page - 1) * PAGE + 1000)
        byte = file.read(1)
        file.seek(-1, 1)
        file.write(bytes([byte[0] ^ 1]))


def refused(make_store: Make) -> VaultError:
    with pytest.raises(VaultError) as raised:
        make_store()
    return raised.value


def questions(store: Store, session_id: int) -> list[str]:
    return [turn.question.text.split(" x")[0] for turn in store.read(lambda db: db.turns.branch(session_id))]


@pytest.mark.parametrize("which", ["first", "middle", "last", "two"])
def test_a_flipped_byte_is_found_at_unlock_and_costs_one_page(
    make_store: Make, directory: Path, clock: Clockwork, which: str
) -> None:
    store = make_store()
    session_id = fill(store)
    store.close()
    leaves = pages_of(directory, "message")
    assert len(leaves) > 20
    chosen = {
        "first": leaves[:1],
        "middle": leaves[10:11],
        "last": leaves[-1:],
        "two": [leaves[4], leaves[15]],
    }[which]
    for page in chosen:
        spoil(directory / "vault.db", page)
    before = (directory / "vault.db").read_bytes()
    error = refused(make_store)
    assert error.code == "vault_damaged"
    assert (directory / "vault.db").read_bytes() == before
    report = VaultRescue(directory, error, clock).repair(WORDS)
    assert (report.damaged_copy / "vault.db").read_bytes() == before
    assert report.messages + (report.messages_lost or 0) == 2 * TURNS
    assert 0 < (report.messages_lost or 0) < 26 * len(chosen)
    store = make_store()
    said = questions(store, session_id)
    assert len(said) == TURNS  # a lost question keeps its place
    read = [(number, text) for number, text in enumerate(said) if text != WORDS.lost]
    assert all(text == f"question {number}" for number, text in read)
    assert len(said) - len(read) <= (report.messages_lost or 0)
    found = check(store)
    assert found.integrity == "ok"
    assert found.indexed_messages == found.messages
    assert len(store.read(lambda db: db.search.search(1, "question 200", 5))) == 1
    assert store.missing_actions == 0
    last = store.read(lambda db: rows(db.connection, "SELECT action FROM audit_log ORDER BY seq DESC LIMIT 1"))
    assert last == [("vault.repaired",)]


@pytest.mark.parametrize("table", ["turn", "session", "person", "chunk", "vault"])
def test_messages_survive_whatever_else_is_lost(
    make_store: Make, directory: Path, clock: Clockwork, table: str
) -> None:
    store = make_store()
    fill(store)
    store.close()
    leaves = pages_of(directory, table)
    for page in leaves:
        spoil(directory / "vault.db", page)
    if not leaves:  # the root is the only page
        from desktop_app.storage import keyfile

        connection = open_connection(directory / "vault.db", keyfile.load(directory).data_key, read_only=True)
        root = value(connection, "SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,))
        connection.close()
        spoil(directory / "vault.db", root)
    report = VaultRescue(directory, refused(make_store), clock).repair(WORDS)
    assert (report.messages, report.messages_lost) == (2 * TURNS, 0)
    store = make_store()
    assert check(store).integrity == "ok"
    (session,) = store.read(lambda db: db.sessions.list(1))
    assert questions(store, session.id) == [f"question {number}" for number in range(TURNS)]
    assert report.turns_placed == (TURNS if table == "turn" else 0)
    person = store.read(lambda db: db.people.get(1))
    assert person.name == ("recovered 1" if table == "person" else "王芳")


def _cut(database: Path) -> None:
    database.write_bytes(database.read_bytes()[: 7 * PAGE + 100])


def _no_first_page(database: Path) -> None:
    data = bytearray(database.read_bytes())
    data[:PAGE] = bytes(PAGE)
    database.write_bytes(data)


def _garbage(database: Path) -> None:
    database.write_bytes(b"\x01garbage\x02" * 5000)


def _empty(database: Path) -> None:
    database.write_bytes(b"")


@pytest.mark.parametrize("fault", [_cut, _no_first_page, _garbage, _empty, Path.unlink])
def test_no_damage_makes_a_new_vault_and_a_backup_helps(
    make_store: Make, directory: Path, clock: Clockwork, fault: Callable[[Path], object]
) -> None:
    """F7, F8: cut, without its first page, overwritten, emptied, gone."""
    store = make_store()
    session_id = fill(store)
    copy = store.backup("manual")
    store.close()
    database = directory / "vault.db"
    fault(database)
    before = database.read_bytes() if database.exists() else None
    with pytest.raises(VaultError) as raised:
        Store.open(directory, clock)
    assert raised.value.code in RESCUABLE
    with pytest.raises(FileExistsError):
        Store.create(directory, VaultKind.PERSONAL, clock)
    assert (database.read_bytes() if database.exists() else None) == before
    rescue = VaultRescue(directory, raised.value, clock)
    assert [(one.path, one.turns) for one in rescue.backups()] == [(copy, TURNS)]
    if rescue.can_repair:
        with pytest.raises(VaultError) as raised:
            rescue.repair(WORDS)
        assert raised.value.code == "vault_beyond_repair"
        assert database.read_bytes() == before
    rescue.restore(copy)
    store = Store.open(directory, clock)
    assert len(questions(store, session_id)) == TURNS
    store.close()
    kept = [path.read_bytes() for path in directory.glob("damaged-*/vault.db")]
    assert kept == [before] * len(kept)
    assert bool(kept) == (before is not None)


@pytest.fixture
def memory() -> Iterator[apsw.Connection]:
    from desktop_app.storage.schema import shipped_migrations

    connection = apsw.Connection(":memory:")
    connection.execute(shipped_migrations()[0].sql)
    yield connection
    connection.close()


def test_what_belongs_to_nobody_known_comes_to_nobody_else(memory: apsw.Connection) -> None:
    """Two people; the turns of one lost their rows, their session and every chunk that would tell whose they were."""
    memory.execute(
        "INSERT INTO person (id, name, created_at_ms) VALUES (1, 'Ann', 1);"
        "INSERT INTO session (id, person_id, title, created_at_ms, updated_at_ms) VALUES (1, 1, 's', 1, 1);"
        "INSERT INTO turn (id, session_id, ordinal, finish_reason, created_at_ms) VALUES (1, 1, 0, 'recorded', 1);"
        "INSERT INTO message VALUES (1, 1, 'user', 'person', 'of Ann', 'complete', 1);"
        "INSERT INTO message VALUES (3, 2, 'user', 'person', 'of whom?', 'complete', 2);"
        "INSERT INTO message VALUES (5, 3, 'user', 'person', 'and this', 'complete', 3);"
    )
    assert mend_references(memory, WORDS, 9) == 2
    owners = rows(
        memory,
        "SELECT p.name, m.text, t.ordinal FROM message AS m JOIN turn AS t ON t.id = m.turn_id"
        " JOIN session AS s ON s.id = t.session_id JOIN person AS p ON p.id = s.person_id ORDER BY m.id",
    )
    assert owners == [("Ann", "of Ann", 0), ("recovered", "of whom?", 0), ("recovered", "and this", 1)]
    assert memory.execute("PRAGMA foreign_key_check").fetchall() == []
