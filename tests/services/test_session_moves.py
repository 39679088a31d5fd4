"""Copying, moving and filing sessions: what is remembered goes along, and is remembered once."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.domain.conversation import PersonState, TitledBy
from desktop_app.domain.errors import UserError
from desktop_app.domain.memory import FactState
from desktop_app.services.facade import Services
from desktop_app.storage.integrity import check
from tests.scripted_program import scripted_program

PENICILLIN = "我对青霉素过敏。"


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    with scripted_program(tmp_path) as program:
        yield program


def _said(services: Services, person_id: int, *texts: str) -> int:
    session = services.sessions.create(person_id)
    for text in texts:
        services.chat.give(session.id, text, "person", "好的。")
    assert services.consolidation.wait()
    return session.id


def _values(services: Services, person_id: int) -> list[str]:
    return [fact.value for fact in services.memory.facts(person_id) if fact.state is FactState.ACTIVE]


def _chunk_people(services: Services) -> list[tuple[int, int]]:
    store = services.sessions._store
    return store.read(  # type: ignore[no-any-return]
        lambda db: db.connection.execute(
            "SELECT c.person_id, v.person_id FROM chunk AS c JOIN chunk_vec AS v ON v.chunk_id = c.id ORDER BY c.id"
        ).fetchall()
    )


def _recalled(services: Services, person_id: int, question: str, exclude: frozenset[int] = frozenset()) -> list[str]:
    retrieval = services.memory_test._retrieval
    found = retrieval.search(person_id, question, session_id=None, exclude_turns=exclude, now_ms=1_790_000_100_000)
    return [hit.text for hit in found.hits]


def test_a_moved_session_is_remembered_by_the_other_person_alone(services: Services) -> None:
    one, other = services.people.create("One").id, services.people.create("Other").id
    session_id = _said(services, one, PENICILLIN, "那只猫叫团团。")
    assert "青霉素" in "".join(_values(services, one))
    assert _recalled(services, one, "那只猫叫团团。")

    services.sessions.move([session_id], other)
    # At once, before any memory work: nothing is left with the first, words and vectors are with the second.
    assert _values(services, one) == []
    assert _recalled(services, one, "那只猫叫团团。") == []
    assert any("团团" in text for text in _recalled(services, other, "那只猫叫团团。"))
    assert set(_chunk_people(services)) == {(other, other)}

    assert services.consolidation.wait()
    assert "青霉素" in "".join(_values(services, other))
    assert services.sessions.list(one) == ()
    store = services.sessions._store
    assert store.read(lambda db: db.audit.verify()) is None
    moved = store.read(lambda db: db.connection.execute("SELECT subject, detail FROM audit_log").fetchall())
    assert (f"session:{session_id}", f'{{"from": {one}, "to": {other}}}') in moved
    assert check(store).integrity == "ok"


def test_a_fact_said_elsewhere_too_stays_with_the_first_person(services: Services) -> None:
    one, other = services.people.create("One").id, services.people.create("Other").id
    _said(services, one, PENICILLIN)
    session_id = _said(services, one, PENICILLIN)
    services.sessions.move([session_id], other)
    assert services.consolidation.wait()
    for person_id in (one, other):
        assert "青霉素" in "".join(_values(services, person_id))
        (fact,) = [f for f in services.memory.facts(person_id) if "青霉素" in f.value]
        assert fact.source_count == 1


def test_a_moved_session_keeps_no_prompt_of_the_person_it_leaves(services: Services) -> None:
    one, other = services.people.create("One").id, services.people.create("Other").id
    _said(services, one, PENICILLIN)
    session = services.sessions.create(one)
    turn = services.chat.send(session.id, "我能吃阿莫西林吗？", "person")
    assert services.context.ledger(turn.id) is not None
    services.sessions.move([session.id], other)
    assert services.context.ledger(turn.id) is None
    assert services.chat.send(session.id, "那么头孢呢？", "person").reply is not None


def test_nothing_moves_to_or_from_a_restricted_person(services: Services) -> None:
    one, other = services.people.create("One").id, services.people.create("Other").id
    first, second = _said(services, one, "你好，我叫张伟。"), _said(services, one, PENICILLIN)
    services.sessions._store.write(lambda db: db.people.set_state(other, PersonState.RESTRICTED))
    with pytest.raises(UserError) as refused:
        services.sessions.move([first, second], other)
    assert refused.value.code == "person_restricted"
    assert {session.id for session in services.sessions.list(one)} == {first, second}


def test_a_copy_is_remembered_once_and_takes_over_when_the_first_goes(services: Services) -> None:
    person = services.people.create("One").id
    session_id = _said(services, person, PENICILLIN, "那只猫叫团团。")
    copy = services.sessions.duplicate(session_id, "Copy")
    assert services.consolidation.wait()
    turns = services.sessions.page(copy.id).turns
    assert [turn.question.text for turn in turns] == [PENICILLIN, "那只猫叫团团。"]
    assert (copy.turn_count, copy.titled_by) == (2, TitledBy.USER)
    store = services.sessions._store
    assert store.read(lambda db: db.chunks.of_turn(turns[0].id)) == []
    (fact,) = [f for f in services.memory.facts(person) if "青霉素" in f.value]
    assert fact.source_count == 1
    # What the copy's prompt holds is not recalled a second time from where it was copied.
    assert _recalled(services, person, "那只猫叫团团。")
    assert _recalled(services, person, "那只猫叫团团。", frozenset(turn.id for turn in turns)) == []

    # Saying more in the copy indexes that, not what was copied.
    services.chat.give(copy.id, "团团三岁了。", "person", "真好。")
    assert services.consolidation.wait()
    assert store.read(lambda db: db.chunks.of_turn(turns[1].id)) == []

    services.sessions.delete(session_id)
    assert services.consolidation.wait()
    assert any("青霉素" in value for value in _values(services, person))
    assert any("团团" in text for text in _recalled(services, person, "那只猫叫团团。"))
    assert store.read(lambda db: db.chunks.of_turn(turns[0].id)) != []
    assert check(store).integrity == "ok"


def test_deleting_the_copy_leaves_the_first_as_it_was(services: Services) -> None:
    person = services.people.create("One").id
    session_id = _said(services, person, PENICILLIN)
    copy = services.sessions.duplicate(session_id, "Copy")
    services.sessions.delete(copy.id)
    (fact,) = [f for f in services.memory.facts(person) if "青霉素" in f.value]
    assert (fact.state, fact.session_id, fact.source_count) == (FactState.ACTIVE, session_id, 1)


def test_folders_hold_sessions_and_leave_them(services: Services) -> None:
    person = services.people.create("One").id
    first, second = services.sessions.create(person, "a").id, services.sessions.create(person, "b").id
    novel = services.folders.put_into_new([first, second], person, "  The   novel ")
    assert novel.name == "The novel"
    assert {s.folder_id for s in services.sessions.list(person)} == {novel.id}
    services.folders.put([second], None)
    letters = services.folders.put_into_new([second], person, "Letters")
    services.folders.rename(letters, "The novel")  # one of that name is there: they become one
    assert [folder.name for folder in services.folders.list(person)] == ["The novel"]
    assert {s.folder_id for s in services.sessions.list(person)} == {novel.id}
    services.folders.set_folded(novel, True)
    assert services.folders.list(person)[0].folded
    services.folders.delete(novel)
    assert {s.folder_id for s in services.sessions.list(person)} == {None}


def test_archiving_keeps_everything(services: Services) -> None:
    person = services.people.create("One").id
    session_id = _said(services, person, PENICILLIN)
    services.sessions.set_archived([session_id], True)
    assert services.sessions.get(session_id).archived
    assert _values(services, person)
    services.sessions.set_archived([session_id], False)
    assert not services.sessions.get(session_id).archived


@pytest.mark.parametrize("whole", [True, False])
def test_what_moved_is_read_for_facts_without_anybody_asking(services: Services, whole: bool) -> None:
    one, other = services.people.create("One").id, services.people.create("Other").id
    session_id = services.sessions.create(one).id
    turn = services.chat.give(session_id, PENICILLIN, "person", "好的。")
    assert services.consolidation.wait()
    if whole:
        services.sessions.move([session_id], other)
    else:
        services.sessions.move_turns([turn.id], other)
    end = time.monotonic() + 10
    while not _values(services, other) and time.monotonic() < end:
        time.sleep(0.02)
    assert _values(services, other) == ["青霉素"]
