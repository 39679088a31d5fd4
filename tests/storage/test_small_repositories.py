from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from desktop_app.domain.jobs import FailedJob, Job
from desktop_app.domain.memory import Quote
from desktop_app.storage.connection import rows
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import model, new_session, say


def test_jobs_wait_fail_and_leave(store: Store) -> None:
    session_id = store.write(new_session)
    first, second = (store.write(lambda db: say(db, session_id, "x")).id for _ in range(2))
    store.write(lambda db: db.jobs.add(second, ("embed",)))
    store.write(lambda db: db.jobs.add(first, ("extract", "embed")))
    store.write(lambda db: db.jobs.add(first, ("embed",)))  # twice is once
    embed, extract = Job(first, "embed", 0, queued=2), Job(first, "extract", 0, queued=1)
    due = [embed, extract, Job(second, "embed", 0, queued=1)]
    assert store.read(lambda db: db.jobs.due(100, 10)) == due
    assert store.read(lambda db: db.jobs.due(100, 1)) == due[:1]
    store.write(lambda db: db.jobs.fail(embed, "engine_crashed", 500))
    assert store.read(lambda db: db.jobs.due(499, 10)) == due[1:]
    assert store.read(lambda db: db.jobs.due(500, 1)) == [replace(embed, attempts=1)]
    assert store.read(lambda db: db.jobs.failed()) == [FailedJob(first, "embed", 1, "engine_crashed", 500, "first", 0)]
    assert store.read(lambda db: db.jobs.counts()) == (3, 1)
    store.write(lambda db: db.jobs.postpone(extract, 700))  # which is no failure
    assert store.read(lambda db: db.jobs.due(699, 10)) == [replace(embed, attempts=1), due[2]]
    assert store.read(lambda db: db.jobs.due(700, 10))[1:] == due[1:]
    store.write(lambda db: db.jobs.done(embed))
    store.write(lambda db: db.turns.delete(second))
    assert store.read(lambda db: db.jobs.due(999, 10)) == [extract]


def test_a_job_asked_for_while_it_is_done_is_done_again(store: Store) -> None:
    turn_id = store.write(lambda db: say(db, new_session(db), "x")).id
    store.write(lambda db: db.jobs.add(turn_id, ("embed",)))
    (under_way,) = store.read(lambda db: db.jobs.due(1, 9))
    store.write(lambda db: db.jobs.add(turn_id, ("embed",)))
    store.write(lambda db: db.jobs.postpone(under_way, 700))
    store.write(lambda db: db.jobs.fail(under_way, "engine_crashed", 700))
    store.write(lambda db: db.jobs.done(under_way))
    (again,) = store.read(lambda db: db.jobs.due(1, 9))
    assert again == replace(under_way, queued=2)
    store.write(lambda db: db.jobs.done(again))
    assert store.read(lambda db: db.jobs.counts()) == (0, 0)


def test_what_failed_can_be_tried_at_once(store: Store) -> None:
    turn_id = store.write(lambda db: say(db, new_session(db), "x")).id
    store.write(lambda db: db.jobs.add(turn_id, ("embed", "summarise")))
    embed, summarise = store.read(lambda db: db.jobs.due(1, 9))
    store.write(lambda db: db.jobs.fail(embed, "engine_crashed", 700))
    store.write(lambda db: db.jobs.postpone(summarise, 700))
    store.write(lambda db: db.jobs.retry())
    assert store.read(lambda db: db.jobs.due(1, 9)) == [replace(embed, attempts=1)]


def test_a_model_is_its_hash(store: Store) -> None:
    first = store.write(lambda db: db.models.upsert(model()))
    moved = replace(model(), path=Path("elsewhere.gguf"), name="Renamed")
    assert store.write(lambda db: db.models.upsert(moved)) == first
    assert store.write(lambda db: db.models.upsert(model("cd" * 32))) != first
    assert store.read(lambda db: rows(db.connection, "SELECT path, name FROM model WHERE id = ?", (first,))) == [
        ("elsewhere.gguf", "Renamed")
    ]


def test_token_counts_are_by_message_and_model(store: Store) -> None:
    session_id = store.write(new_session)
    turn = store.write(lambda db: say(db, session_id, "one two"))
    assert turn.reply is not None
    ids = [turn.question.id, turn.reply.id, 999]
    a, b = (store.write(lambda db, s=s: db.models.upsert(model(s * 32))) for s in ("aa", "bb"))  # type: ignore[misc]
    store.write(lambda db: db.models.put_tokens(a, {ids[0]: 2, ids[1]: 5, 999: 1}))
    store.write(lambda db: db.models.put_tokens(b, {ids[0]: 3}))
    store.write(lambda db: db.models.put_tokens(a, {ids[0]: 4}))
    assert store.read(lambda db: db.models.tokens(a, ids)) == {ids[0]: 4, ids[1]: 5}
    assert store.read(lambda db: db.models.tokens(b, ids)) == {ids[0]: 3}
    assert store.read(lambda db: db.models.tokens(b, [])) == {}


def test_settings(store: Store) -> None:
    assert store.read(lambda db: db.settings.get("theme")) is None
    store.write(lambda db: db.settings.put("theme", '"dark"'))
    store.write(lambda db: db.settings.put("theme", '"light"'))
    store.write(lambda db: db.settings.put("a", "1"))
    assert store.read(lambda db: db.settings.get("theme")) == '"light"'
    assert store.read(lambda db: db.settings.all()) == {"a": "1", "theme": '"light"'}


def test_segments_of_summaries(store: Store) -> None:
    session_id = store.write(new_session)
    turns = [store.write(lambda db: say(db, session_id, "x")).id for _ in range(4)]
    quote = Quote(turns[2], "family:妈妈", "2026-07-01", "每天“5”毫克")
    assert store.read(lambda db: db.summaries.list(session_id)) == []
    second = store.write(
        lambda db: db.summaries.add(session_id, "normal", "新摘要", covers=turns[1:3], quotes=[quote], now_ms=1)
    )
    first = store.write(lambda db: db.summaries.add(session_id, "brief", "old", covers=turns[:1], now_ms=2))
    assert (second.covered, second.stale, second.is_empty) == ((turns[1], turns[2]), False, False)
    assert store.read(lambda db: db.summaries.list(session_id)) == [first, second]
    assert store.read(lambda db: db.summaries.uncovered(session_id, [*turns, 999])) == turns[3:]
    store.write(lambda db: db.summaries.mark_stale(session_id))
    stale = [replace(first, stale=True), replace(second, stale=True)]
    assert store.read(lambda db: db.summaries.list(session_id)) == stale
    assert store.read(lambda db: db.summaries.uncovered(session_id, turns)) == turns


def test_a_segment_counts_only_where_all_its_turns_were_said(store: Store) -> None:
    session_id = store.write(new_session)
    root, other = (store.write(lambda db: say(db, session_id, "x")).id for _ in range(2))
    store.write(lambda db: db.summaries.add(session_id, "normal", "s", covers=[root, other], now_ms=1))
    store.write(lambda db: db.sessions.set_head(session_id, root, 2))
    assert store.read(lambda db: db.summaries.uncovered(session_id, [root, other])) == [root]
    store.write(lambda db: db.sessions.set_head(session_id, other, 3))
    assert store.read(lambda db: db.summaries.uncovered(session_id, [root, other])) == []
