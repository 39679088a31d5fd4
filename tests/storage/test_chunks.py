from __future__ import annotations

import math
import random
from array import array

import pytest

from desktop_app.domain.chunking import ChunkDraft
from desktop_app.domain.conversation import Turn
from desktop_app.domain.jobs import Job
from desktop_app.domain.memory import ChunkPart
from desktop_app.domain.terms import query_terms
from desktop_app.storage.chunks import MAX_DOCUMENTS, term_weight
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import new_session, say

DIMENSIONS = 8


def vector(*values: float) -> bytes:
    padded = [*values, *([0.0] * (DIMENSIONS - len(values)))]
    length = math.sqrt(sum(value * value for value in padded))
    return array("f", [value / length for value in padded]).tobytes()


def draft(text: str, position: int = 0, part: ChunkPart = ChunkPart.BOTH) -> ChunkDraft:
    return ChunkDraft(position, part, text, text, is_chinese=False, content_terms=3)


def remember(db: Repositories, turn: Turn, *texts: str) -> list[int]:
    person_id = db.sessions.get(turn.session_id).person_id
    return [
        db.chunks.add(person_id, turn.session_id, turn.id, draft(text, position), turn.created_at_ms)
        for position, text in enumerate(texts)
    ]


def person_of(db: Repositories, session_id: int) -> int:
    return db.sessions.get(session_id).person_id


def index_is_sound(db: Repositories) -> None:
    db.connection.execute("INSERT INTO chunk_fts (chunk_fts) VALUES ('integrity-check')")


def test_words_find_chunks_best_first(store: Store) -> None:
    def work(db: Repositories) -> None:
        session = new_session(db)
        ids = [remember(db, say(db, session, text), text)[0] for text in ("青霉素过敏", "青霉素很常用的一种药", "天气")]
        found = db.chunks.by_terms(person_of(db, session), query_terms("青霉素过敏"), 10)
        assert list(found.bm25) == ids[:2]
        assert found.bm25[ids[0]] > found.bm25[ids[1]] > 0

    store.write(work)


def test_english_words_are_stemmed_and_literals_are_not(store: Store) -> None:
    def work(db: Repositories) -> None:
        session = new_session(db)
        run, pressure, other = (
            remember(db, say(db, session, text), text)[0]
            for text in ("I was running", "It was 150/95", "It was 150 on the 95 bus")
        )
        person = person_of(db, session)
        assert list(db.chunks.by_terms(person, query_terms("runs"), 5).bm25) == [run]
        best = db.chunks.by_terms(person, query_terms("150/95"), 5).bm25
        assert best[pressure] > best[other]

    store.write(work)


@pytest.mark.parametrize("question", ["(", '"', "*", "-x", "a*b:", "NEAR(", "^", "C++", "'; DROP TABLE chunk; --"])
def test_signs_of_the_query_language_mean_nothing(store: Store, question: str) -> None:
    def work(db: Repositories) -> None:
        session = new_session(db)
        remember(db, say(db, session, "hello"), "hello")
        db.chunks.by_terms(person_of(db, session), query_terms(question), 5)

    store.write(work)


def test_rare_terms_come_first_until_the_documents_sum_up(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_DOCUMENTS == 20_000
    monkeypatch.setattr("desktop_app.storage.chunks.MAX_DOCUMENTS", 3)

    def work(db: Repositories) -> None:
        session = new_session(db)
        for text in ("tea cake", "tea", "tea", "tea rare"):
            remember(db, say(db, session, text), text)
        terms = db.chunks.by_terms(person_of(db, session), ["tea", "cake", "rare", "unsaid"], 10).terms
        assert [(term.term, term.documents, term.used) for term in terms] == [
            ("unsaid", 0, False),
            ("cake", 1, True),
            ("rare", 1, True),
            ("tea", 4, False),
        ]
        assert terms[0].weight > terms[1].weight > terms[3].weight > 0

    store.write(work)


def test_term_weight_falls_and_stays_positive() -> None:
    assert term_weight(100, 0) > term_weight(100, 1) > term_weight(100, 99) > term_weight(100, 100) > 0


def test_nearest_gives_the_cosine_best_first(store: Store) -> None:
    def work(db: Repositories) -> None:
        session = new_session(db)
        db.chunks.ensure_vector_table(DIMENSIONS, "m")
        same, close, far = (remember(db, say(db, session, text), text)[0] for text in "abc")
        db.chunks.set_vector(same, vector(1), "m")
        db.chunks.set_vector(close, vector(1, 1), "m")
        db.chunks.set_vector(far, vector(0, 0, 1), "m")
        found = db.chunks.nearest(person_of(db, session), vector(1), 3)
        assert list(found) == [same, close, far]
        assert list(found.values()) == pytest.approx([1.0, math.sqrt(0.5), 0.0], abs=1e-6)
        assert db.chunks.similarities(person_of(db, session), vector(1), [close, 10_000]) == pytest.approx(
            {close: math.sqrt(0.5)}, abs=1e-6
        )

    store.write(work)


def test_excluded_turns_take_no_slot(store: Store) -> None:
    def work(db: Repositories) -> None:
        session = new_session(db)
        db.chunks.ensure_vector_table(DIMENSIONS, "m")
        turns = [say(db, session, f"tea number {number}") for number in range(12)]
        for number, turn in enumerate(turns):
            db.chunks.set_vector(remember(db, turn, f"tea number {number}")[0], vector(1, number / 100), "m")
        excluded = frozenset(turn.id for turn in turns[:9])
        person = person_of(db, session)
        assert len(db.chunks.nearest(person, vector(1), 3, excluded)) == 3
        assert len(db.chunks.by_terms(person, ["tea"], 3, excluded).bm25) == 3

    store.write(work)


def test_deleted_turns_take_no_slot(store: Store) -> None:
    turns: list[Turn] = []

    def tell(db: Repositories) -> int:
        session = new_session(db)
        db.chunks.ensure_vector_table(DIMENSIONS, "m")
        for number in range(10):
            # Each in a session of its own, so that none is another's context.
            alone = db.sessions.add(person_of(db, session), f"s{number}", now_ms=1).id
            turns.append(say(db, alone, f"tea number {number}"))
            db.chunks.set_vector(remember(db, turns[-1], f"tea number {number}")[0], vector(1, number / 100), "m")
        return person_of(db, session)

    person = store.write(tell)
    for turn in turns[:7]:
        store.write(lambda db, gone=turn.id: db.turns.delete(gone))  # type: ignore[misc]

    def check(db: Repositories) -> None:
        left = {turn.id for turn in turns[7:]}
        found = db.chunks.get(db.chunks.nearest(person, vector(1), 3))
        assert {chunk.turn_id for chunk in found.values()} == left
        words = db.chunks.get(db.chunks.by_terms(person, ["tea"], 3).bm25)
        assert {chunk.turn_id for chunk in words.values()} == left
        assert db.chunks.by_terms(person, ["0"], 3).terms[0].documents == 0
        index_is_sound(db)

    store.write(check)


def test_two_hundred_rows_of_twenty_people_never_leak(store: Store) -> None:
    rng = random.Random(7)
    words = ["tea", "cake", "rain", "train", "青霉素", "血压", "lamp", "garden"]

    def rows(db: Repositories) -> list[int]:
        db.chunks.ensure_vector_table(DIMENSIONS, "m")
        sessions = [new_session(db, f"person {number}") for number in range(20)]
        for number in range(200):
            session = sessions[number % 20]
            text = " ".join(rng.choices(words, k=4))
            (chunk,) = remember(db, say(db, session, text), text)
            db.chunks.set_vector(chunk, vector(*(rng.gauss(0, 1) for _ in range(DIMENSIONS))), "m")
        return [person_of(db, session) for session in sessions]

    people = store.write(rows)

    def check(db: Repositories) -> None:
        for _ in range(50):
            person = rng.choice(people)
            asked = vector(*(rng.gauss(0, 1) for _ in range(DIMENSIONS)))
            near = db.chunks.nearest(person, asked, 50)
            said = db.chunks.by_terms(person, rng.sample(words, 3), 50).bm25
            assert len(near) == 10  # all of theirs, although k is larger
            dated = db.chunks.said_between(person, 0, 10**15, 100)
            for chunk in db.chunks.get([*near, *said, *dated]).values():
                assert chunk.person_id == person
            everybody = range(1, 201)
            assert {figures.person_id for figures in db.chunks.figures(person, everybody)} == {person}

    store.read(check)


def test_removing_a_turn_removes_its_words_from_its_neighbours(store: Store) -> None:
    def work(db: Repositories) -> None:
        session = new_session(db)
        turns = [say(db, session, text) for text in ("one", "two secret", "three", "four")]
        for turn in turns:
            remember(db, turn, f"{turn.question.text} with secret around")
        for turn in turns:
            db.jobs.done(Job(turn.id, "embed", attempts=0, queued=1))
        assert db.chunks.remove_turn(turns[1].id) == 1
        # One and three carried its words as context; four did not.
        assert [bool(db.chunks.of_turn(turn.id)) for turn in turns] == [False, False, False, True]
        queued = {job.turn_id for job in db.jobs.due(10**15, 10) if job.kind == "embed"}
        assert {turns[0].id, turns[2].id} <= queued
        assert turns[3].id not in queued
        index_is_sound(db)

    store.write(work)


def test_the_opening_is_context_of_its_whole_session(store: Store) -> None:
    def work(db: Repositories) -> None:
        session = new_session(db)
        turns = [say(db, session, text) for text in ("one", "two", "three", "four")]
        for turn in turns:
            remember(db, turn, turn.question.text)
        db.chunks.remove_turn(turns[0].id)
        assert not any(db.chunks.of_turn(turn.id) for turn in turns)

    store.write(work)


def test_the_same_chunks_stay_with_their_vectors(store: Store) -> None:
    def work(db: Repositories) -> None:
        session = new_session(db)
        turn = say(db, session, "one")
        person = person_of(db, session)
        db.chunks.ensure_vector_table(DIMENSIONS, "m")
        assert db.chunks.replace_turn(person, session, turn.id, [draft("one")], 5)
        (chunk,) = db.chunks.of_turn(turn.id)
        db.chunks.set_vector(chunk.id, vector(1), "m")
        assert not db.chunks.replace_turn(person, session, turn.id, [draft("one")], 5)
        assert db.chunks.missing_vectors("m", turn_ids=[turn.id]) == []
        assert db.chunks.replace_turn(person, session, turn.id, [draft("one more")], 5)
        assert [chunk.text for chunk in db.chunks.missing_vectors("m", turn_ids=[turn.id])] == ["one more"]
        assert db.chunks.nearest(person, vector(1), 5) == {}
        index_is_sound(db)

    store.write(work)


def test_another_model_drops_the_vectors_of_the_last(store: Store) -> None:
    def work(db: Repositories) -> None:
        session = new_session(db)
        (chunk,) = remember(db, say(db, session, "one"), "one")
        person = person_of(db, session)
        db.chunks.ensure_vector_table(DIMENSIONS, "first")
        db.chunks.set_vector(chunk, vector(1), "first")
        db.chunks.ensure_vector_table(DIMENSIONS, "first")
        assert db.chunks.count_missing_vectors() == 0
        db.chunks.ensure_vector_table(DIMENSIONS, "second")
        assert db.chunks.count_missing_vectors() == 1
        assert db.chunks.nearest(person, vector(1), 5) == {}
        assert list(db.chunks.by_terms(person, ["one"], 5).bm25) == [chunk]
        db.chunks.ensure_vector_table(4, "third")
        assert db.chunks.vector_dimensions() == 4

    store.write(work)


def test_a_vector_is_stored_once_and_never_for_what_is_gone(store: Store) -> None:
    def work(db: Repositories) -> None:
        session = new_session(db)
        (chunk,) = remember(db, say(db, session, "one"), "one")
        db.chunks.ensure_vector_table(DIMENSIONS, "m")
        assert db.chunks.set_vector(chunk, vector(1), "m")
        assert db.chunks.set_vector(chunk, vector(0, 1), "m")
        assert db.chunks.nearest(person_of(db, session), vector(0, 1), 5) == pytest.approx({chunk: 1.0}, abs=1e-6)
        assert not db.chunks.set_vector(chunk + 1, vector(1), "m")
        for bad in (array("f", [0.0] * DIMENSIONS), array("f", [math.nan] * DIMENSIONS)):
            with pytest.raises(ValueError):
                db.chunks.set_vector(chunk, bad.tobytes(), "m")
            with pytest.raises(ValueError):
                db.chunks.nearest(person_of(db, session), bad.tobytes(), 5)

    store.write(work)


def test_turns_off_the_branch_are_known(store: Store) -> None:
    def work(db: Repositories) -> None:
        session = new_session(db)
        first = say(db, session, "one")
        old = say(db, session, "two")
        new = say(db, session, "two, better", parent=first.id)
        straight = new_session(db, "other")
        say(db, straight, "x")
        assert db.chunks.abandoned_turns([session, straight]) == {old.id}
        assert db.chunks.opening_turn(new.id) == first.id
        assert db.chunks.following_turn(first.id) == new.id
        assert db.chunks.following_turn(new.id) is None

    store.write(work)
