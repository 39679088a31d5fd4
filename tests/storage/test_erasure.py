from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from desktop_app.domain.conversation import Turn, VaultKind
from desktop_app.domain.ledger import Piece, PieceKind, RecalledSnippet, Section
from desktop_app.domain.memory import FactState
from desktop_app.storage import connection, erasure
from desktop_app.storage import store as store_module
from desktop_app.storage.connection import rows, value
from desktop_app.storage.integrity import check
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import Clockwork, bytes_of, generation_of, index_chunk, ledger_of, new_session, say
from tests.storage.test_facts import ALLERGY, TEXT

VECTOR = struct.pack("4f", 1, 0, 0, 0)
# Tables whose rows depend on what was said; the others stay.
SAID = [
    "session", "turn", "message", "generation", "ledger", "prompt_use", "chunk", "fact", "fact_source", "fact_change",
    "summary", "consolidation_job", "message_tokens", "chunk_vec_rowids", "chunk_fts_docsize", "message_fts_docsize",
]  # fmt: skip


def live(db: Repositories, session_id: int, person_id: int, words: str) -> Turn:
    """A turn with everything that can be derived from one."""
    turn = say(db, session_id, TEXT + words, f"reply {words}")
    chunk_id = index_chunk(db, turn, person_id, words, VECTOR)
    db.jobs.add(turn.id, ("embed",))
    fact = db.facts.add(
        person_id,
        ALLERGY,
        message=turn.question,
        state=FactState.ACTIVE,
        observed_at_ms=1,
        now_ms=1,
    )
    pieces = [
        Piece(PieceKind.TEMPLATE, Section.TEMPLATE, "<|im_start|>"),
        Piece(PieceKind.CONTENT, Section.QUESTION, turn.question.text, 3, f"message:{turn.question.id}"),
        Piece(PieceKind.CONTENT, Section.FACTS, f"fact {words}", 3, f"fact:{fact.id}"),
        Piece(PieceKind.CONTENT, Section.RECALLED, f"chunk {words}", 3, f"chunk:{chunk_id}"),
    ]
    snippet = RecalledSnippet(chunk_id, session_id, "title", turn.id, 0, 1, f"chunk {words}", 1, 1, 1)
    ledger = ledger_of(pieces, recalled=(snippet,), fact_ids=(fact.id,))
    db.ledgers.put(turn.id, ledger, generation_of(db, ledger))
    db.summaries.add(session_id, "brief", f"summary {words}", covers=[turn.id], now_ms=1)
    model_id = value(db.connection, "SELECT max(id) FROM model")
    db.models.put_tokens(model_id, {turn.question.id: 3})
    return turn


def counts(db: Repositories) -> dict[str, int]:
    return {table: int(value(db.connection, f"SELECT count(*) FROM {table}")) for table in SAID}


@pytest.fixture
def lived(store: Store) -> Store:
    """Two people, two sessions of the first, two turns each."""

    def work(db: Repositories) -> None:
        db.chunks.ensure_vector_table(4, "f")
        first, second = new_session(db, "王芳"), new_session(db, "李雷")
        third = db.sessions.add(1, "another", now_ms=1).id
        for session_id, person_id in ((first, 1), (second, 2), (third, 1)):
            for n in range(2):
                live(db, session_id, person_id, f"w{session_id}{n}")

    store.write(work)
    return store


@pytest.mark.parametrize("cut_at_most", [100, 0])
@pytest.mark.parametrize(
    ("erase", "sessions_left", "turns_left", "chunks_left"),
    [
        (lambda db: db.turns.delete(1), 3, 5, 4),  # its neighbour carried its words as context
        (lambda db: db.turns.delete(2), 3, 5, 4),
        (lambda db: db.turns.delete_all(1), 3, 4, 4),
        (lambda db: db.sessions.delete(1), 2, 4, 4),
        (lambda db: db.people.delete(1), 1, 2, 2),
        (lambda db: (db.people.delete(1), db.people.delete(2)), 0, 0, 0),
    ],
)
def test_nothing_derived_outlives_what_was_said(
    lived: Store,
    monkeypatch: pytest.MonkeyPatch,
    cut_at_most: int,
    erase: Callable[[Repositories], object],
    sessions_left: int,
    turns_left: int,
    chunks_left: int,
) -> None:
    monkeypatch.setattr(erasure, "_CUT_AT_MOST", cut_at_most)
    full = lived.read(counts)
    assert full == {table: {"session": 3, "message": 12, "prompt_use": 12, "message_fts_docsize": 12}.get(table, 6)
                    for table in SAID}  # fmt: skip
    lived.write(erase)
    left = dict.fromkeys(SAID, turns_left) | {"session": sessions_left}
    left |= dict.fromkeys(("message", "prompt_use", "message_fts_docsize"), 2 * turns_left)
    left |= dict.fromkeys(("chunk", "chunk_vec_rowids", "chunk_fts_docsize"), chunks_left)
    assert lived.read(counts) == left
    report = check(lived)
    assert report.integrity == "ok"
    assert (report.chunks, report.vectors, report.words) == (chunks_left,) * 3
    assert lived.read(lambda db: db.audit.verify()) is None


def test_erased_words_are_found_no_more(lived: Store) -> None:
    def hits(db: Repositories) -> tuple[int, int, int]:
        return (
            len(db.search.search(None, "w10", 9)),
            len(db.chunks.by_terms(1, ["w10"], 9).bm25),
            len(db.chunks.nearest(1, VECTOR, 9)),
        )

    assert lived.read(hits) == (2, 1, 4)
    lived.write(lambda db: db.turns.delete(1))
    assert lived.read(hits) == (0, 0, 2)


def test_what_stood_around_an_erased_turn_is_indexed_again(store: Store) -> None:
    def work(db: Repositories) -> None:
        session_id = new_session(db)
        turns = [say(db, session_id, f"t{n}") for n in range(6)]
        for turn in turns:
            index_chunk(db, turn, 1, "words of all")
        db.turns.delete(turns[3].id)
        left = rows(db.connection, "SELECT turn_id FROM chunk ORDER BY 1")
        assert left == [(turns[n].id,) for n in (0, 1, 5)]
        assert [job.turn_id for job in db.jobs.due(9, 9)] == [turns[2].id, turns[4].id]

    store.write(work)


def test_an_erased_text_leaves_every_ledger_that_carried_it(store: Store) -> None:
    def work(db: Repositories) -> None:
        session_id = new_session(db)
        first, second, third = (say(db, session_id, text) for text in ("秘密", "later", "\n"))
        own_words = Piece(PieceKind.TEMPLATE, Section.TEMPLATE, "\n", 1)
        carried = Piece(PieceKind.CONTENT, Section.HISTORY, "秘密", 2, f"message:{first.question.id}")
        shared = Piece(PieceKind.CONTENT, Section.HISTORY, "好的", 2, f"message:{first.reply.id}")  # type: ignore[union-attr]
        also = Piece(PieceKind.CONTENT, Section.HISTORY, "好的", 2, f"message:{second.reply.id}")  # type: ignore[union-attr]
        newline = Piece(PieceKind.CONTENT, Section.HISTORY, "\n", 2, f"message:{third.question.id}")
        ledger = ledger_of([own_words, carried, shared, also, newline])
        db.ledgers.put(second.id, ledger, generation_of(db, ledger))
        assert db.ledgers.is_whole(second.id)
        db.turns.delete(first.id)
        db.turns.delete(third.id)
        left = db.ledgers.get(second.id)
        assert left is not None
        # What the program or another message said too stays; only the secret is gone.
        assert [piece.text for piece in left.pieces] == ["\n", "", "好的", "好的", "\n"]
        assert not db.ledgers.is_whole(second.id)
        assert value(db.connection, "SELECT count(*) FROM ledger_text WHERE body = ?", ("秘密".encode(),)) == 0

    store.write(work)


def test_a_recalled_text_is_erased_although_its_turn_was_indexed_anew(store: Store) -> None:
    def work(db: Repositories) -> None:
        session_id = new_session(db)
        source, user = say(db, session_id, "remember"), say(db, session_id, "asks")
        chunk_id = index_chunk(db, source, 1, "remember")
        snippet = RecalledSnippet(chunk_id, session_id, "title", source.id, 0, 1, "remember", 1, 1, 1)
        piece = Piece(PieceKind.CONTENT, Section.RECALLED, "[1] remember", 3, f"chunk:{chunk_id}")
        ledger = ledger_of([piece], recalled=(snippet,))
        db.ledgers.put(user.id, ledger, generation_of(db, ledger))
        db.chunks.remove_turn(source.id)
        index_chunk(db, source, 1, "remember")
        db.turns.delete(source.id)
        left = db.ledgers.get(user.id)
        assert left is not None
        assert (left.pieces[0].text, left.recalled[0].text) == ("", "")
        assert left.recalled[0].session_title == "title"  # the session is still there

    store.write(work)


def test_an_undone_erasure_is_undone_in_every_table(lived: Store) -> None:
    before = lived.read(counts)

    def work(db: Repositories) -> None:
        db.people.delete(1)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        lived.write(work)
    assert lived.read(counts) == before
    assert len(lived.read(lambda db: db.search.search(None, "w10", 9))) == 2


def test_erasing_much_costs_little_more_than_reading_it(store: Store) -> None:
    """Counted in steps of SQLite's machine: the work grows with what goes, not with its square."""

    def steps(turns: int) -> int:
        def work(db: Repositories) -> int:
            session_id = new_session(db)
            for n in range(turns):
                say(db, session_id, f"{TEXT} {n}")
            calls = 0

            def tick() -> bool:
                nonlocal calls
                calls += 1
                return False

            db.connection.set_progress_handler(tick, 100)
            db.sessions.delete(session_id)
            db.connection.set_progress_handler(None)
            return calls

        return store.write(work)

    assert steps(800) < 3 * steps(400)


# --- remnants, looked for in a vault without encryption


@pytest.fixture
def plain_store(monkeypatch: pytest.MonkeyPatch, directory: Path, clock: Clockwork) -> Iterator[Store]:
    def no_key(opened: apsw.Connection, _path: Path, _key: bytes) -> None:
        opened.execute("SELECT count(*) FROM sqlite_schema").fetchall()

    def no_check(_path: Path) -> None:
        pass

    monkeypatch.setattr(connection, "_apply_key", no_key)
    monkeypatch.setattr(connection, "check_header", no_check)
    monkeypatch.setattr(store_module, "check_header", no_check)
    monkeypatch.setattr(store_module, "require_encryption", no_check)
    store = Store.create(directory, VaultKind.PERSONAL, clock)
    yield store
    store.close()


@pytest.mark.parametrize("cut_at_most", [100, 0])
@pytest.mark.parametrize("erase", [lambda db: db.turns.delete(3), lambda db: db.sessions.delete(2)])
def test_erased_is_gone_from_the_file(
    plain_store: Store,
    directory: Path,
    monkeypatch: pytest.MonkeyPatch,
    cut_at_most: int,
    erase: Callable[[Repositories], object],
) -> None:
    monkeypatch.setattr(erasure, "_CUT_AT_MOST", cut_at_most)
    secret = "zyxcanary qwvmedicine 罕见病名称"

    def work(db: Repositories) -> None:
        db.chunks.ensure_vector_table(4, "f")
        kept, going = new_session(db, "kept"), db.sessions.add(1, "jkqtitle", now_ms=1).id
        live(db, kept, 1, "aaa ordinary words")
        live(db, kept, 1, "zzz more of them")
        live(db, going, 1, secret)

    plain_store.write(work)
    assert plain_store.checkpoint()
    remnants = ["yxcanary", "wvmedicine", "罕见病", "罕"]
    found = bytes_of(directory)
    assert all(word.encode() in found for word in remnants)
    plain_store.write(erase)
    assert plain_store.checkpoint()
    found = bytes_of(directory)
    assert [word for word in remnants if word.encode() in found] == []
    assert b"ordinary words" in found
    assert plain_store.read(lambda db: rows(db.connection, "PRAGMA integrity_check")) == [("ok",)]
