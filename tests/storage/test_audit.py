from __future__ import annotations

from collections.abc import Callable

import apsw
import pytest

from desktop_app.domain.audit import EVERYTHING, AuditFilter
from desktop_app.storage.connection import rows
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store


@pytest.fixture
def chain(store: Store) -> Store:
    """A store with the entries 1 to 6, mirrored in the key file."""
    for number in range(1, 7):
        store.write(lambda db, n=number: db.audit.append("person", f"act {n}", f"turn:{n}", '{"n":1}', n))  # type: ignore[misc]
    store.write(lambda _db: None)
    store._writer.call(store._settle)
    return store


def position_after(chain: Store, *statements: str) -> int | None:
    """Where the chain breaks after someone with the key, but not the chain's, changed it."""

    def work(db: Repositories) -> int | None:
        db.connection.execute("DROP TRIGGER audit_log_no_update; DROP TRIGGER audit_log_no_delete")
        for statement in statements:
            db.connection.execute(statement)
        return db.audit.verify()

    return chain.write(work)


def test_an_untouched_chain_is_whole(chain: Store) -> None:
    assert chain.read(lambda db: db.audit.verify()) is None
    assert chain.read(lambda db: db.audit.head().entries) == 6
    assert chain.read(lambda db: rows(db.connection, "SELECT seq FROM audit_log")) == [(n,) for n in range(1, 7)]


@pytest.mark.parametrize(
    ("statement", "position"),
    [
        ("UPDATE audit_log SET action = 'other' WHERE seq = 3", 3),
        ("UPDATE audit_log SET detail = '' WHERE seq = 1", 1),
        ("UPDATE audit_log SET at_ms = 0 WHERE seq = 6", 6),
        ("UPDATE audit_log SET mac = zeroblob(32) WHERE seq = 4", 4),
        ("UPDATE audit_log SET actor = actor || subject, subject = '' WHERE seq = 2", 2),
        ("DELETE FROM audit_log WHERE seq = 1", 1),
        ("DELETE FROM audit_log WHERE seq = 4", 4),
        ("DELETE FROM audit_log WHERE seq >= 5", 5),  # found by what the key file remembers
        ("DELETE FROM audit_log", 1),
        ("INSERT INTO audit_log SELECT 7, at_ms, actor, action, subject, detail, mac FROM audit_log WHERE seq = 6", 7),
    ],
)
def test_tampering_is_found_where_it_was_done(chain: Store, statement: str, position: int) -> None:
    assert position_after(chain, statement) == position


def test_swapped_entries_are_found(chain: Store) -> None:
    swap = ("UPDATE audit_log SET seq = 99 WHERE seq = 2", "UPDATE audit_log SET seq = 2 WHERE seq = 3",
            "UPDATE audit_log SET seq = 3 WHERE seq = 99")  # fmt: skip
    assert position_after(chain, *swap) == 2


def test_a_chain_made_anew_without_its_key_is_found(chain: Store) -> None:
    from desktop_app.storage.audit import AuditRepository

    def work(db: Repositories) -> int | None:
        db.connection.execute("DROP TRIGGER audit_log_no_update; DROP TRIGGER audit_log_no_delete")
        db.connection.execute("DELETE FROM audit_log")
        forger = AuditRepository(db.connection, b"guess", lambda: db.audit.head())
        for number in range(1, 9):
            forger.append("person", f"nothing {number}", "", "", number)
        return db.audit.verify()

    assert chain.write(work) == 1


@pytest.mark.parametrize("statement", ["UPDATE audit_log SET action = ''", "DELETE FROM audit_log"])
def test_the_log_is_append_only(chain: Store, statement: str) -> None:
    with pytest.raises(apsw.ConstraintError, match="append-only"):
        chain.write(lambda db: db.connection.execute(statement))


def test_an_entry_is_kept_or_lost_with_its_action(chain: Store) -> None:
    def work(db: Repositories) -> None:
        db.audit.append("person", "never happened", "", "", 9)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        chain.write(work)
    assert chain.read(lambda db: db.audit.head().entries) == 6


def test_the_chain_goes_on_after_reopening(chain: Store, make_store: Callable[[], Store]) -> None:
    chain.close()
    store = make_store()
    store.write(lambda db: db.audit.append("person", "act 7", "", "", 7))
    assert store.read(lambda db: db.audit.verify()) is None
    store.close()
    again = make_store()
    assert again.read(lambda db: (db.audit.verify(), db.audit.head().entries)) == (None, 7)


def test_an_older_copy_that_was_gone_on_with_is_found(chain: Store, make_store: Callable[[], Store]) -> None:
    """The database is put back, more is done with it elsewhere, and its newer files come back to these keys."""
    keys = chain.directory / "vault.keys"
    chain.close()
    copy, old_keys = (chain.directory / "vault.db").read_bytes(), keys.read_bytes()
    first = make_store()
    first.write(lambda db: db.audit.append("person", "done here", "", "", 7))
    first.close()
    here = keys.read_bytes()
    (chain.directory / "vault.db").write_bytes(copy)
    keys.write_bytes(old_keys)
    elsewhere = make_store()
    assert not elsewhere.replaced_actions
    for number in range(7, 10):
        elsewhere.write(lambda db, n=number: db.audit.append("person", "done elsewhere", "", "", n))  # type: ignore[misc]
    elsewhere.close()
    keys.write_bytes(here)
    back = make_store()
    assert back.replaced_actions
    assert back.missing_actions == 0
    last = back.read(lambda db: db.audit.entries(EVERYTHING, 1))[0]
    assert last.action == "vault.actions_replaced"
    back.close()


def test_entries_are_found_by_action_time_and_person(store: Store) -> None:
    def work(db: Repositories) -> None:
        first, second = db.people.add("One", now_ms=1).id, db.people.add("Two", now_ms=1).id
        session = db.sessions.add(second, "t", now_ms=1).id
        turn = db.turns.add(session, None, "hello", "person", now_ms=1).id
        db.audit.append("user", "person.viewed", f"person:{first}", "", 10)
        db.audit.append("person", "turn.asked", f"turn:{turn}", "", 20)
        db.audit.append("user", "session.moved", f"session:{session}", "", 30)

    store.write(work)

    def found(**wanted: object) -> list[str]:
        return [entry.action for entry in store.read(lambda db: db.audit.entries(AuditFilter(**wanted), 9))]  # type: ignore[arg-type]

    assert found() == ["session.moved", "turn.asked", "person.viewed"]
    assert found(person_id=2) == ["session.moved", "turn.asked"]
    assert found(person_id=1) == ["person.viewed"]
    assert found(action="turn.") == ["turn.asked"]
    assert found(since_ms=20, until_ms=30) == ["turn.asked"]
    assert store.read(lambda db: len(db.audit.entries(EVERYTHING, 2))) == 2
