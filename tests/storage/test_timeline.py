"""A session's timeline is one query over stored figures, however long the session is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.domain.ledger import ClippedTurn, ClipReason, Ledger, Piece, PieceKind, Section
from desktop_app.domain.timeline import EventKind, timeline_events
from desktop_app.storage import ledgers as ledgers_module
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import generation_of, ledger_of, new_session, say


def piece(section: Section, tokens: int, source: str = "") -> Piece:
    return Piece(PieceKind.CONTENT, section, f"{section} {tokens}", tokens, source)


def clip(*turn_ids: int) -> tuple[ClippedTurn, ...]:
    return tuple(ClippedTurn(turn_id, turn_id, ClipReason.OLDEST, 0.1, 5) for turn_id in turn_ids)


def put(db: Repositories, session_id: int, parent: int | None, ledger: Ledger | None) -> int:
    turn = say(db, session_id, "q", parent=parent)
    if ledger is not None:
        db.ledgers.put(turn.id, ledger, generation_of(db, ledger))
    return turn.id


def test_the_figures_are_the_ledgers_own_and_follow_the_branch(store: Store) -> None:
    def work(db: Repositories) -> None:
        session_id = new_session(db)
        pieces = [piece(section, 10 + place) for place, section in enumerate(Section)]
        first = put(db, session_id, None, ledger_of(pieces, clipped=clip(7)))
        put(db, session_id, first, None)  # on another branch
        last = put(db, session_id, first, replace(ledger_of(pieces[:3]), broke_prefix="facts"))
        found = db.ledgers.timeline(session_id)
        assert [(turn.turn_id, turn.ordinal) for turn in found] == [(first, 0), (last, 1)]
        prompts = [turn.prompt for turn in found]
        assert [prompt and prompt.sections for prompt in prompts] == [tuple(range(10, 18)), (10, 11, 12, 0, 0, 0, 0, 0)]
        for turn in found:
            ledger = db.ledgers.get(turn.turn_id)
            assert ledger is not None
            assert turn.prompt is not None
            assert turn.prompt.tokens == ledger.prompt_tokens
            assert (turn.prompt.context_limit, turn.prompt.reserved) == (ledger.context_limit, ledger.reserved)
            assert turn.prompt.clipped_turns == len(ledger.clipped)
        assert prompts[1] is not None
        assert prompts[1].broke_prefix == "facts"

    store.write(work)


def test_one_query_and_no_ledger_is_decoded(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    session_id = store.write(new_session)

    def fill(db: Repositories) -> None:
        parent = None
        for number in range(40):
            parent = put(db, session_id, parent, ledger_of([piece(Section.HISTORY, number)]))

    store.write(fill)
    monkeypatch.setattr(ledgers_module, "StoredLedger", None)  # decoding would fail

    def read(db: Repositories) -> list[str]:
        asked: list[str] = []
        db.connection.exec_trace = lambda cursor, sql, bindings: asked.append(sql) or True
        assert len(db.ledgers.timeline(session_id)) == 40
        db.connection.exec_trace = None
        steps = [row[3] for row in db.connection.execute(f"EXPLAIN QUERY PLAN {asked[0]}", (session_id,))]
        # Every table by its key: nothing is read of other sessions.
        assert not [step for step in steps if step.startswith("SCAN") and "path" not in step.lower()]
        return asked

    assert len(store.read(read)) == 1


def test_events_are_what_a_prompt_did_that_the_one_before_had_not(store: Store) -> None:
    def work(db: Repositories) -> None:
        session_id = new_session(db)
        history = piece(Section.HISTORY, 9)
        summed, again = piece(Section.SUMMARY, 4, "summary:1"), piece(Section.SUMMARY, 4, "summary:2")
        steps = [
            ledger_of([history]),
            ledger_of([history], clipped=clip(1, 2)),
            None,  # recorded: nothing happened to the prompt
            ledger_of([summed, history], clipped=clip(1, 2, 3), broke_prefix="summary"),
            ledger_of([summed, history], clipped=clip(3, 2, 1)[::-1]),
            ledger_of([again, history], clipped=clip(1)),
        ]
        parent = None
        for ledger in steps:
            parent = put(db, session_id, parent, ledger)
        events = timeline_events(db.ledgers.timeline(session_id))
        assert [(event.position, event.kind, event.turns, event.detail) for event in events] == [
            (1, EventKind.CLIP, 2, ""),
            (3, EventKind.CLIP, 1, ""),
            (3, EventKind.SUMMARY, 0, ""),
            (3, EventKind.PREFIX, 0, "summary"),
            (5, EventKind.CLIP, -2, ""),
            (5, EventKind.SUMMARY, 0, ""),
        ]

    store.write(work)


def test_figures_leave_with_their_turn(store: Store) -> None:
    def work(db: Repositories) -> None:
        session_id = new_session(db)
        turn_id = put(db, session_id, None, ledger_of([piece(Section.HISTORY, 3)]))
        db.turns.delete(turn_id)
        assert list(db.connection.execute("SELECT count(*) FROM ledger_figure")) == [(0,)]
        assert db.ledgers.timeline(session_id) == []

    store.write(work)
