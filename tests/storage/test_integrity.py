from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_app.domain.conversation import PERSON
from desktop_app.domain.errors import VaultError
from desktop_app.storage.connection import value
from desktop_app.storage.integrity import IntegrityReport, check
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import index_chunk, new_session, say


@pytest.fixture
def talk(store: Store) -> Store:
    def work(db: Repositories) -> None:
        db.chunks.ensure_vector_table(4, "f")
        session_id = new_session(db)
        vectors = [struct.pack("4f", 1, 0, 0, 0), None]
        for vector in vectors:
            index_chunk(db, say(db, session_id, "words"), 1, "words", vector)
        turn = db.turns.add(session_id, None, "unanswered", PERSON, now_ms=1)
        db.turns.begin_reply(turn.id, now_ms=1)

    store.write(work)
    return store


def test_a_sound_vault(talk: Store) -> None:
    assert check(talk) == IntegrityReport("ok", chunks=2, vectors=1, words=2, messages=5, indexed_messages=5)


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO message_fts (rowid, terms) VALUES (99, 'nobody said this')",
        "INSERT INTO message_fts (message_fts, rowid, terms) VALUES ('delete', 1, 'words')",
        "INSERT INTO chunk_fts (rowid, terms) VALUES (99, 'nobody said this')",
    ],
)
def test_words_that_do_not_match_what_was_said_are_noticed(talk: Store, statement: str) -> None:
    talk.write(lambda db: db.connection.execute(statement))
    assert check(talk).integrity != "ok"


def test_a_dangling_reference_is_named(talk: Store) -> None:
    talk._writer.call(
        lambda: talk._connection.execute(
            "PRAGMA foreign_keys=OFF; UPDATE chunk SET session_id = 77 WHERE id = 1; PRAGMA foreign_keys=ON"
        )
    )
    assert check(talk).integrity == "chunk row 1 refers to a missing session"


def test_a_flipped_byte_is_found(make_store: Callable[[], Store], directory: Path) -> None:
    store = make_store()
    session_id = store.write(new_session)
    store.write(lambda db: [say(db, session_id, f"long enough to fill pages {n}" * 20) for n in range(50)])
    page = store.read(lambda db: int(value(db.connection, "SELECT rootpage FROM sqlite_schema WHERE name = 'message'")))
    store.close()
    with (directory / "vault.db").open("r+b") as file:
        file.seek((page - 1) * 4096 + 100)
        byte = file.read(1)[0]
        file.seek(-1, 1)
        file.write(bytes([byte ^ 1]))
    with pytest.raises(VaultError) as raised:
        make_store()
    assert raised.value.code == "vault_damaged"
