from __future__ import annotations

import random

import pytest

from desktop_app.domain.conversation import (
    ASSISTANT,
    CLINICIAN,
    PERSON,
    FinishReason,
    MessageStatus,
    Turn,
)
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import new_session, say


@pytest.fixture
def session_id(store: Store) -> int:
    return store.write(new_session)


def branch(store: Store, session_id: int, **window: int) -> list[str]:
    turns = store.read(lambda db: db.turns.branch(session_id, **window))
    return [turn.question.text for turn in turns]


def test_a_turn_from_question_to_answer(store: Store, session_id: int) -> None:
    asked = store.write(lambda db: db.turns.add(session_id, None, "血压多少", CLINICIAN, now_ms=10))
    assert (asked.ordinal, asked.parent_id, asked.reply, asked.finish_reason) == (0, None, None, None)
    assert (asked.question.speaker, asked.question.status) == (CLINICIAN, MessageStatus.COMPLETE)
    assert store.read(lambda db: db.sessions.head(session_id)) == asked.id
    begun = store.write(lambda db: db.turns.begin_reply(asked.id, now_ms=11))
    assert (begun.role, begun.speaker, begun.text, begun.status) == (
        "assistant", ASSISTANT, "", MessageStatus.STREAMING,
    )  # fmt: skip
    store.write(lambda db: db.turns.save_reply(asked.id, "150"))
    saved = store.read(lambda db: db.turns.get(asked.id)).reply
    assert saved is not None
    assert (saved.text, saved.status) == ("150", MessageStatus.STREAMING)
    store.write(lambda db: db.turns.finish(asked.id, "150/95", MessageStatus.COMPLETE, FinishReason.STOP))
    done = store.read(lambda db: db.turns.get(asked.id))
    assert done.reply is not None
    assert (done.reply.id, done.reply.text, done.reply.status) == (begun.id, "150/95", MessageStatus.COMPLETE)
    assert done.finish_reason is FinishReason.STOP
    assert done.question == asked.question


def test_a_cancelled_reply_keeps_what_was_saved(store: Store, session_id: int) -> None:
    turn = store.write(lambda db: db.turns.add(session_id, None, "q", PERSON, now_ms=1))
    store.write(lambda db: db.turns.begin_reply(turn.id, now_ms=1))
    store.write(lambda db: db.turns.save_reply(turn.id, "half"))
    store.write(lambda db: db.turns.finish(turn.id, None, MessageStatus.CANCELLED, FinishReason.CANCELLED))
    reply = store.read(lambda db: db.turns.get(turn.id)).reply
    assert reply is not None
    assert (reply.text, reply.status) == ("half", MessageStatus.CANCELLED)


def test_a_late_save_does_not_touch_a_finished_reply(store: Store, session_id: int) -> None:
    turn = store.write(lambda db: say(db, session_id, "q", "the whole reply"))
    store.write(lambda db: db.turns.save_reply(turn.id, "the who"))
    assert store.read(lambda db: db.turns.get(turn.id)) == turn
    with pytest.raises(ValueError, match="not open"):
        store.write(lambda db: db.turns.finish(turn.id, "other", MessageStatus.COMPLETE, FinishReason.STOP))
    assert store.read(lambda db: db.turns.get(turn.id)) == turn


def test_a_recorded_turn_has_no_reply(store: Store, session_id: int) -> None:
    turn = store.write(lambda db: say(db, session_id, "note", None))
    assert (turn.reply, turn.finish_reason) == (None, FinishReason.RECORDED)


def test_parents_are_of_the_same_session(store: Store, session_id: int) -> None:
    other = store.write(lambda db: new_session(db, "李雷"))
    turn = store.write(lambda db: say(db, other, "elsewhere"))
    with pytest.raises(KeyError):
        store.write(lambda db: db.turns.add(session_id, turn.id, "here", PERSON, now_ms=1))
    with pytest.raises(KeyError):
        store.read(lambda db: db.turns.get(999))


@pytest.mark.parametrize("text", ["", " ", "a\x00b", "🧑‍⚕️ 头痛\n\t", "x" * 1_000_000, "\ufffe\u202e"])
def test_texts_come_back_as_they_were(store: Store, session_id: int, text: str) -> None:
    turn = store.write(lambda db: say(db, session_id, text, text))
    stored = store.read(lambda db: db.turns.get(turn.id))
    assert stored.reply is not None
    assert (stored.question.text, stored.reply.text) == (text, text)


def test_pages_of_a_branch(store: Store, session_id: int) -> None:
    store.write(lambda db: [say(db, session_id, str(i)) for i in range(10)])
    assert branch(store, session_id) == [str(i) for i in range(10)]
    assert branch(store, session_id, limit=3) == ["7", "8", "9"]
    assert branch(store, session_id, before_ordinal=7, limit=3) == ["4", "5", "6"]
    assert branch(store, session_id, before_ordinal=2, limit=5) == ["0", "1"]
    assert branch(store, session_id, before_ordinal=99, limit=1) == ["9"]
    assert branch(store, session_id, before_ordinal=0) == []
    assert branch(store, session_id, limit=0) == []
    assert store.read(lambda db: db.turns.count(session_id)) == 10
    assert store.read(lambda db: db.sessions.get(session_id).turn_count) == 10


def test_an_empty_session(store: Store, session_id: int) -> None:
    assert branch(store, session_id) == []
    assert store.read(lambda db: db.turns.count(session_id)) == 0
    assert store.read(lambda db: db.ledgers.latest(session_id)) is None


def test_siblings_and_switching_between_branches(store: Store, session_id: int) -> None:
    def work(db: Repositories) -> tuple[Turn, Turn, Turn]:
        root = say(db, session_id, "root")
        say(db, session_id, "old 1")
        old = say(db, session_id, "old 2")
        new = say(db, session_id, "new 1", parent=root.id)
        return root, old, new

    root, old, new = store.write(work)
    assert branch(store, session_id) == ["root", "new 1"]
    assert branch(store, session_id, before_ordinal=2, limit=1) == ["new 1"]
    store.write(lambda db: db.sessions.set_head(session_id, old.id, 9))
    assert branch(store, session_id) == ["root", "old 1", "old 2"]
    assert branch(store, session_id, before_ordinal=2, limit=1) == ["old 1"]  # two turns have this ordinal
    assert store.read(lambda db: db.turns.siblings(new.id)) == [old.parent_id, new.id]
    assert store.read(lambda db: db.turns.siblings(root.id)) == [root.id]
    assert store.read(lambda db: db.turns.ids(session_id)) == [1, 2, 3, 4]


def assert_contiguous(db: Repositories, session_id: int) -> None:
    """Every turn's ordinal is its depth, whatever branch it is on."""
    turns = {turn_id: db.turns.get(turn_id) for turn_id in db.turns.ids(session_id)}
    for turn in turns.values():
        depth, above = 0, turn
        while above.parent_id is not None:
            depth, above = depth + 1, turns[above.parent_id]
        assert turn.ordinal == depth


def test_deleting_in_the_middle_closes_the_gap(store: Store, session_id: int) -> None:
    turns = store.write(lambda db: [say(db, session_id, str(i)) for i in range(5)])
    store.write(lambda db: db.turns.delete(turns[2].id))
    assert branch(store, session_id) == ["0", "1", "3", "4"]
    assert [turn.ordinal for turn in store.read(lambda db: db.turns.branch(session_id))] == [0, 1, 2, 3]
    assert store.read(lambda db: db.turns.count(session_id)) == 4


def test_deleting_a_fork_keeps_both_its_branches(store: Store, session_id: int) -> None:
    def work(db: Repositories) -> tuple[int, int, int]:
        say(db, session_id, "root")
        fork = say(db, session_id, "fork")
        left = say(db, session_id, "left")
        right = say(db, session_id, "right", parent=fork.id)
        db.turns.delete(fork.id)
        return fork.id, left.id, right.id

    _fork, left, _right = store.write(work)
    assert branch(store, session_id) == ["root", "right"]
    store.write(lambda db: db.sessions.set_head(session_id, left, 9))
    assert branch(store, session_id) == ["root", "left"]
    store.read(lambda db: assert_contiguous(db, session_id))


def test_deleting_the_head_shows_the_turn_before(store: Store, session_id: int) -> None:
    turns = store.write(lambda db: [say(db, session_id, str(i)) for i in range(2)])
    store.write(lambda db: db.turns.delete(turns[1].id))
    assert branch(store, session_id) == ["0"]
    store.write(lambda db: db.turns.delete(turns[0].id))
    assert branch(store, session_id) == []
    assert store.read(lambda db: db.sessions.head(session_id)) is None


def test_deleting_the_only_turn_of_a_branch_shows_another_beginning(store: Store, session_id: int) -> None:
    store.write(lambda db: say(db, session_id, "first try"))
    second = store.write(lambda db: say(db, session_id, "second try", parent=None))
    store.write(lambda db: db.turns.delete(second.id))
    assert branch(store, session_id) == ["first try"]


def test_random_trees_stay_contiguous(store: Store, session_id: int) -> None:
    chance = random.Random(7)

    def work(db: Repositories) -> None:
        alive: list[int] = []
        for step in range(120):
            if alive and chance.random() < 0.3:
                db.turns.delete(alive.pop(chance.randrange(len(alive))))
            else:
                parent = chance.choice([None, *alive]) if alive else None
                alive.append(say(db, session_id, str(step), parent=parent).id)
            assert sorted(alive) == db.turns.ids(session_id)
            head = db.sessions.head(session_id)
            assert (head is None) == (not alive)
            ordinals = [turn.ordinal for turn in db.turns.branch(session_id)]
            assert ordinals == list(range(db.turns.count(session_id)))
        assert_contiguous(db, session_id)

    store.write(work)


def test_ids_of_deleted_turns_are_never_given_out_again(store: Store, session_id: int) -> None:
    first = store.write(lambda db: say(db, session_id, "a"))
    store.write(lambda db: db.turns.delete(first.id))
    assert store.write(lambda db: say(db, session_id, "b")).id > first.id


def test_a_page_costs_the_same_in_a_long_session(store: Store) -> None:
    """Counted in steps of SQLite's machine, not in time."""

    def steps(length: int) -> list[int]:
        session_id = store.write(new_session)
        store.write(lambda db: [say(db, session_id, str(i)) for i in range(length)])

        def count(db: Repositories) -> list[int]:
            counts = []
            for window in ({"limit": 20}, {"limit": 20, "before_ordinal": length // 2}):
                calls = 0

                def tick() -> bool:
                    nonlocal calls
                    calls += 1
                    return False

                db.connection.set_progress_handler(tick, 10)
                assert len(db.turns.branch(session_id, **window)) == 20
                db.turns.count(session_id)
                db.connection.set_progress_handler(None)
                counts.append(calls)
            return counts

        return store.read(count)

    short, long = steps(50), steps(1500)
    assert all(much <= little * 1.2 + 5 for little, much in zip(short, long, strict=True))


def test_pins(store: Store, session_id: int) -> None:
    turn = store.write(lambda db: say(db, session_id, "a"))
    store.write(lambda db: db.turns.set_pinned(turn.id, True))
    assert store.read(lambda db: db.turns.get(turn.id)).pinned
    store.write(lambda db: db.turns.set_pinned(turn.id, False))
    assert not store.read(lambda db: db.turns.get(turn.id)).pinned
