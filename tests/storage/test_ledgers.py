from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.domain.ledger import (
    ClippedTurn,
    ClipReason,
    DenoisedTurn,
    Ledger,
    Overflow,
    Piece,
    PieceKind,
    RecalledSnippet,
    Section,
)
from desktop_app.storage.connection import value
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import generation_of, ledger_of, new_session, say

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NUMBER = st.integers(0, 2**40)
SHARE = st.floats(0, 1, allow_nan=False)
SOURCE = st.one_of(
    st.just(""), st.builds(lambda k, n: f"{k}:{n}", st.sampled_from(["message", "fact", "chunk", "summary"]), NUMBER)
)
LEDGERS = st.builds(
    Ledger,
    context_limit=NUMBER,
    reserved=NUMBER,
    overflow=st.sampled_from(Overflow),
    pieces=st.lists(
        st.builds(Piece, st.sampled_from(PieceKind), st.sampled_from(Section), TEXT, st.integers(0, 9999), SOURCE)
    ).map(tuple),
    kept=st.lists(st.integers(0, 50)).map(tuple),
    clipped=st.lists(st.builds(ClippedTurn, NUMBER, NUMBER, st.sampled_from(ClipReason), SHARE, NUMBER)).map(tuple),
    denoised=st.lists(st.builds(DenoisedTurn, NUMBER, NUMBER, NUMBER)).map(tuple),
    recalled=st.lists(
        st.builds(RecalledSnippet, NUMBER, NUMBER, TEXT, NUMBER, NUMBER, NUMBER, TEXT, SHARE, SHARE, SHARE)
    ).map(tuple),
    fact_ids=st.lists(NUMBER).map(tuple),
    recall_note=st.sampled_from(["", "off", "failed", "nothing_relevant", "empty"]),
    broke_prefix=st.sampled_from(["", "history"]),
    counts_exact=st.booleans(),
    reused_tokens=st.integers(0, 999),
    computed_tokens=st.integers(0, 999),
    prefill_ms=st.floats(0, 9999),
)


def content(text: str, source: str = "", section: Section = Section.HISTORY) -> Piece:
    return Piece(PieceKind.CONTENT, section, text, len(text), source)


def template(text: str) -> Piece:
    return Piece(PieceKind.TEMPLATE, Section.TEMPLATE, text, 1)


def put(db: Repositories, turn_id: int, ledger: Ledger) -> None:
    db.ledgers.put(turn_id, ledger, generation_of(db, ledger))


@pytest.fixture
def session_id(store: Store) -> int:
    return store.write(new_session)


@given(ledger=LEDGERS)
@settings(
    deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=60
)
def test_a_ledger_comes_back_byte_for_byte(store: Store, ledger: Ledger) -> None:
    def work(db: Repositories) -> None:
        turn = say(db, new_session(db), "q")
        put(db, turn.id, ledger)
        again = db.ledgers.get(turn.id)
        assert again == ledger
        assert again is not None
        assert again.sha256 == ledger.sha256
        assert db.ledgers.is_whole(turn.id)

    store.write(work)


def test_a_generation_comes_back(store: Store, session_id: int) -> None:
    def work(db: Repositories) -> None:
        turn = say(db, session_id, "q")
        assert db.ledgers.generation(turn.id) is None
        ledger = ledger_of([content("x")])
        record = generation_of(db, ledger)
        db.ledgers.put(turn.id, ledger, record)
        assert db.ledgers.generation(turn.id) == record
        later = replace(record, reused_tokens=3, computed_tokens=4, reply_token_ids=())
        db.ledgers.put_generation(turn.id, later)
        assert db.ledgers.generation(turn.id) == later
        stored = db.ledgers.get(turn.id)
        assert stored is not None
        assert (stored.reused_tokens, stored.computed_tokens) == (3, 4)

    store.write(work)


def test_putting_again_replaces(store: Store, session_id: int) -> None:
    def work(db: Repositories) -> None:
        turn = say(db, session_id, "q")
        put(db, turn.id, ledger_of([content("planned")], fact_ids=(1,)))
        put(db, turn.id, ledger_of([content("sent")], fact_ids=(2,)))
        stored = db.ledgers.get(turn.id)
        assert stored is not None
        assert [piece.text for piece in stored.pieces] == ["sent"]
        assert (db.ledgers.used_in("fact:1"), db.ledgers.used_in("fact:2")) == ([], [turn.id])

    store.write(work)


def test_texts_and_clip_sets_are_stored_once(store: Store, session_id: int) -> None:
    """A long session grows by what is new in each prompt, not by the prompt."""

    def texts(db: Repositories) -> int:
        return int(value(db.connection, "SELECT count(*) FROM ledger_text"))

    clipped = tuple(ClippedTurn(n, n, ClipReason.OLDEST, 0.25, 30) for n in range(5000))

    def work(db: Repositories) -> None:
        history: list[Piece] = []
        for number in range(40):
            turn = say(db, session_id, f"question {number}")
            question = content(f"question {number}", f"message:{turn.question.id}", Section.QUESTION)
            before = texts(db)
            pieces = [*history, template("<|im_start|>user\n"), question, template("<|im_end|>\n")]
            put(db, turn.id, ledger_of(pieces, clipped=clipped))
            assert texts(db) - before == (1 if number else 4)  # two template texts and the clip set at first
            history = [*pieces]
        sizes = [size for (size,) in db.connection.execute("SELECT length(body) FROM ledger ORDER BY turn_id")]
        assert sizes[-1] < 1000  # 120 pieces
        stored = db.ledgers.get(turn.id)
        assert stored is not None
        assert stored.clipped == clipped
        assert len(stored.pieces) == 120

    store.write(work)


def test_a_known_prompt_is_put_with_few_statements(store: Store, session_id: int) -> None:
    """Counted, not timed: one look-up for each distinct text, nothing for repetitions."""

    def work(db: Repositories) -> int:
        pieces: list[Piece] = []
        for number in range(130):
            pieces += [template("<|im_start|>user\n"), content(f"text {number}", f"message:{number}")]
            pieces += [template("<|im_end|>\n")]
        turn = say(db, session_id, "q")
        put(db, turn.id, ledger_of(pieces))
        statements = 0

        def count(_cursor: object, _sql: object, _bindings: object) -> bool:
            nonlocal statements
            statements += 1
            return True

        db.connection.exec_trace = count
        put(db, turn.id, ledger_of(pieces))
        db.connection.exec_trace = None
        return statements

    assert store.write(work) <= 132 + 1 + 8


def test_the_latest_ledger_of_the_current_branch(store: Store, session_id: int) -> None:
    def work(db: Repositories) -> None:
        first = say(db, session_id, "asked")
        put(db, first.id, ledger_of([content("first")]))
        second = say(db, session_id, "asked again")
        put(db, second.id, ledger_of([content("second")]))
        say(db, session_id, "recorded only", None)
        latest = db.ledgers.latest(session_id)
        assert latest is not None
        assert (latest[0], latest[1].pieces[0].text) == (second.id, "second")
        db.sessions.set_head(session_id, first.id, 9)
        latest = db.ledgers.latest(session_id)
        assert latest is not None
        assert latest[0] == first.id
        assert db.ledgers.get(999) is None

    store.write(work)


def test_used_in_finds_the_prompts_of_a_fact_and_of_a_recalled_turn(store: Store, session_id: int) -> None:
    def work(db: Repositories) -> None:
        turns = [say(db, session_id, str(n)) for n in range(3)]
        snippet = RecalledSnippet(5, session_id, "title", turns[0].id, 0, 1, "words", 0.5, 0.5, 0.5)
        put(db, turns[1].id, ledger_of([], fact_ids=(7, 8)))
        put(db, turns[2].id, ledger_of([], fact_ids=(7,), recalled=(snippet, snippet)))
        assert db.ledgers.used_in("fact:7") == [turns[1].id, turns[2].id]
        assert db.ledgers.used_in("fact:8") == [turns[1].id]
        assert db.ledgers.used_in(f"turn:{turns[0].id}") == [turns[2].id]
        assert db.ledgers.used_in("fact:9") == []

    store.write(work)
