from __future__ import annotations

import pytest

from desktop_app.domain.conversation import Person, PersonState, TitledBy
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import new_session, say


def test_people(store: Store) -> None:
    wang = store.write(lambda db: db.people.add("王芳", "f", "1956-03-01", "A-17", now_ms=1))
    assert wang == Person(1, "王芳", "f", "1956-03-01", "A-17", PersonState.ACTIVE)
    namesake = store.write(lambda db: db.people.add("王芳", now_ms=2))
    store.write(lambda db: db.people.add("王芳芳", now_ms=2))
    assert store.read(lambda db: db.people.get(1)) == wang
    assert store.read(lambda db: db.people.find("王芳")) == [wang, namesake]
    assert [person.id for person in store.read(lambda db: db.people.list())] == [1, 2, 3]
    store.write(lambda db: db.people.set_state(1, PersonState.RESTRICTED))
    assert store.read(lambda db: db.people.get(1)).state is PersonState.RESTRICTED
    with pytest.raises(KeyError):
        store.read(lambda db: db.people.get(99))


def test_sessions_are_listed_by_pin_use_and_age(store: Store) -> None:
    person = store.write(lambda db: db.people.add("王芳", now_ms=1))
    a, b, c, d = (store.write(lambda db, t=t: db.sessions.add(person.id, t, now_ms=10)) for t in "abcd")  # type: ignore[misc]
    store.write(lambda db: db.sessions.set_pinned(a.id, True))
    store.write(lambda db: say(db, b.id, "used", now_ms=50))
    # c and d were used at the same time: the later one first.
    assert [session.id for session in store.read(lambda db: db.sessions.list(person.id))] == [a.id, b.id, d.id, c.id]
    assert store.read(lambda db: db.sessions.list(99)) == []


def test_what_a_session_keeps(store: Store) -> None:
    session_id = store.write(lambda db: new_session(db, title="old"))
    store.write(lambda db: db.sessions.rename(session_id, "新名字", TitledBy.USER))
    store.write(lambda db: db.sessions.set_archived(session_id, True))
    store.write(lambda db: db.sessions.set_draft(session_id, "half a thought"))
    session = store.read(lambda db: db.sessions.get(session_id))
    assert (session.title, session.archived, session.pinned, session.turn_count) == ("新名字", True, False, 0)
    assert store.read(lambda db: db.sessions.draft(session_id)) == "half a thought"
    with pytest.raises(KeyError):
        store.read(lambda db: db.sessions.get(99))
