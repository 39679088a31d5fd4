from __future__ import annotations

import apsw
import pytest

from desktop_app.domain.certificates import ErasedKind
from desktop_app.domain.conversation import Turn
from desktop_app.domain.notes.note import (
    Addendum,
    ChangeOf,
    Note,
    NoteKind,
    NoteSection,
    Origin,
    Part,
    SectionPlan,
    Sentence,
    SentenceState,
)
from desktop_app.storage import erased_texts
from desktop_app.storage.connection import value
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import new_session, say

BY_HAND = Sentence("more", Origin.USER, SentenceState.KEPT)
TABLES = ("note", "note_section", "note_sentence", "note_source", "note_change", "note_addendum")


def note_of(session_id: int, *turns: Turn) -> Note:
    """A note with a sentence for each turn and one by hand."""
    said = tuple(
        Sentence(turn.question.text, Origin.SAID, SentenceState.SUPPORTED, (turn.question.id,)) for turn in turns
    )
    by_hand = Sentence("typed by hand", Origin.USER, SentenceState.KEPT)
    plans = (SectionPlan("主诉", Part.COMPLAINT), SectionPlan("睡眠", Part.OWN, ("失眠", "早醒")))
    return Note(
        0,
        session_id,
        NoteKind.NOTE,
        "初诊",
        "zh",
        (NoteSection(plans[0], (*said, by_hand)), NoteSection(plans[1])),
        created_at_ms=7,
        updated_at_ms=8,
    )


@pytest.fixture
def noted(store: Store) -> Store:
    """A person with two sessions, a confirmed note in the first that rests on three turns, one of the other session."""

    def work(db: Repositories) -> None:
        session_id = new_session(db)
        other_id = db.sessions.add(1, "later", now_ms=2).id
        turns = [say(db, session_id, "咳嗽三天了"), say(db, session_id, "没有发热"), say(db, other_id, "青霉素过敏过")]
        note_id = db.notes.add(note_of(session_id, *turns))
        first = db.notes.get(note_id).sections[0].sentences[0]
        db.notes.note_change(first.id, ChangeOf.EDITED, "咳嗽好几天了吧", now_ms=9)
        db.notes.confirm(note_id, "李医生", None, now_ms=10)
        db.notes.add_addendum(note_id, Addendum("李医生", "电话随访:已好转", 11))

    store.write(work)
    return store


def counts(db: Repositories) -> list[int]:
    return [int(value(db.connection, f"SELECT count(*) FROM {table}")) for table in TABLES]


def texts(db: Repositories) -> list[str]:
    return [sentence.text for sentence in db.notes.get(1).sections[0].sentences]


def test_a_note_is_read_as_it_was_stored(noted: Store) -> None:
    note = noted.read(lambda db: db.notes.get(1))
    assert (note.title, note.language, note.confirmed_by, note.confirmed_at_ms) == ("初诊", "zh", "李医生", 10)
    assert note.sections[1].plan == SectionPlan("睡眠", Part.OWN, ("失眠", "早醒"))
    assert note.sections[0].text.splitlines() == ["咳嗽三天了", "没有发热", "青霉素过敏过", "typed by hand"]
    assert [change.before for change in note.changes] == ["咳嗽好几天了吧"]
    assert [addendum.text for addendum in note.addenda] == ["电话随访:已好转"]
    assert noted.read(lambda db: [each.id for each in db.notes.of_session(1)]) == [1]


@pytest.mark.parametrize(
    "change",
    [
        lambda db: db.notes.replace_section(1, 1, [BY_HAND], now_ms=1),
        lambda db: db.notes.replace_section(1, 0, [db.notes.get(1).sections[0].sentences[0]], now_ms=1),
    ],
)
def test_a_confirmed_note_is_not_changed(noted: Store, change: object) -> None:
    assert callable(change)
    with pytest.raises(apsw.ConstraintError, match="only added to"):
        noted.write(change)
    assert len(noted.read(texts)) == 4


def test_erased_words_leave_the_notes_that_rest_on_them(noted: Store) -> None:
    noted.write(lambda db: db.turns.delete(1))
    assert noted.read(texts) == ["没有发热", "青霉素过敏过", "typed by hand"]
    note = noted.read(lambda db: db.notes.get(1))
    assert note.cut
    assert (note.changes, note.confirmed_by) == ((), "李医生")


@pytest.mark.parametrize("erase", [lambda db: db.sessions.delete(1), lambda db: db.people.delete(1)])
def test_a_session_takes_its_notes_along(noted: Store, erase: object) -> None:
    assert callable(erase)
    noted.write(erase)
    assert noted.read(counts) == [0] * len(TABLES)


def test_an_erasure_knows_the_texts_of_notes(noted: Store) -> None:
    scope = noted.read(lambda db: erased_texts.scope_of(db.connection, ErasedKind.SESSION, 1))
    going = noted.read(lambda db: erased_texts.texts_of(db.connection, scope))
    for text in ("typed by hand", "咳嗽好几天了吧", "电话随访:已好转"):
        assert text.encode() in going
    assert noted.read(lambda db: erased_texts.rows_left(db.connection, scope)) > 0
    noted.write(lambda db: db.sessions.delete(1))
    assert noted.read(lambda db: erased_texts.rows_left(db.connection, scope)) == 0
    turn = noted.read(lambda db: erased_texts.scope_of(db.connection, ErasedKind.TURN, 3))
    assert noted.read(lambda db: erased_texts.rows_left(db.connection, turn)) > 0


def test_a_note_follows_its_session_to_another_person_without_the_words_of_the_first(noted: Store) -> None:
    noted.write(lambda db: db.session_moves.move(1, db.people.add("李雷", now_ms=3).id))
    assert noted.read(texts) == ["咳嗽三天了", "没有发热", "typed by hand"]
    assert noted.read(lambda db: db.notes.get(1).cut)


def test_a_section_is_drafted_anew(store: Store) -> None:
    def work(db: Repositories) -> list[str]:
        session_id = new_session(db)
        turn = say(db, session_id, "咳嗽")
        note_id = db.notes.add(note_of(session_id, turn))
        kept = db.notes.get(note_id).sections[0].sentences[1]
        fresh = Sentence("咳嗽3天", Origin.MODEL, SentenceState.UNSUPPORTED, (turn.question.id,))
        db.notes.replace_section(note_id, 0, [fresh, kept], now_ms=20)
        assert db.notes.get(note_id).unsupported == 1
        assert db.notes.get(note_id).updated_at_ms == 20
        return texts(db)

    assert store.write(work) == ["咳嗽3天", "typed by hand"]
