"""Vectors in RAM: always the table's own answer, of one person, bounded, and gone when they are erased."""

from __future__ import annotations

import random
from array import array

import numpy as np
import pytest

from desktop_app.domain.chunking import ChunkDraft
from desktop_app.domain.memory import ChunkPart
from desktop_app.storage.chunks import ChunkRepository
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.resident_vectors import ResidentVectors, VectorChanges
from desktop_app.storage.store import Store
from desktop_app.storage.vector_matrix import VectorMatrix
from tests.storage.storage_helpers import new_session, say

DIMENSIONS = 12


def vector(rng: random.Random, dimensions: int = DIMENSIONS) -> bytes:
    return array("f", [rng.gauss(0, 1) for _ in range(dimensions)]).tobytes()


def tell(store: Store, session: int, rng: random.Random, *, dimensions: int = DIMENSIONS) -> int:
    """A turn with two chunks that have vectors. Returns its id."""

    def work(db: Repositories) -> int:
        db.chunks.ensure_vector_table(dimensions, f"m{dimensions}")
        turn = say(db, session, f"said {rng.random()}")
        person = db.sessions.get(session).person_id
        drafts = [ChunkDraft(place, ChunkPart.BOTH, f"{turn.id} {place}", "", False, 1) for place in range(2)]
        db.chunks.replace_turn(person, session, turn.id, drafts, 1)
        for chunk in db.chunks.of_turn(turn.id):
            db.chunks.set_vector(chunk.id, vector(rng, dimensions), f"m{dimensions}")
        return turn.id

    return store.write(work)


def check_against_table(store: Store, person: int, asked: bytes, excluded: frozenset[int] = frozenset()) -> None:
    """The vectors in RAM and the table say the same, in the same order."""

    def work(db: Repositories) -> None:
        table = ChunkRepository(db.connection, db.jobs, VectorChanges())
        expected = table.nearest(person, asked, 7, excluded)
        found = db.chunks.nearest(person, asked, 7, excluded)
        assert list(found) == list(expected)
        assert found == pytest.approx(expected, abs=1e-5)
        everyone = range(1, 400)
        expected = table.similarities(person, asked, everyone)
        assert db.chunks.similarities(person, asked, everyone) == pytest.approx(expected, abs=1e-5)
        assert {chunk.person_id for chunk in db.chunks.get(expected).values()} <= {person}

    store.read(work)


def test_whatever_happens_the_answer_is_the_tables(store: Store) -> None:
    rng = random.Random(11)
    sessions = [store.write(lambda db, name=f"p{number}": new_session(db, name)) for number in range(4)]  # type: ignore[misc]
    people = [store.read(lambda db, one=one: db.sessions.get(one).person_id) for one in sessions]  # type: ignore[misc]
    turns: dict[int, list[int]] = {session: [tell(store, session, rng) for _ in range(6)] for session in sessions}
    for _ in range(60):
        session = rng.choice(sessions)
        if rng.random() < 0.6 or not turns[session]:
            turns[session].append(tell(store, session, rng))
        else:
            gone = turns[session].pop(rng.randrange(len(turns[session])))
            store.write(lambda db, gone=gone: db.turns.delete(gone))  # type: ignore[misc]
        excluded = frozenset(rng.sample(turns[session], min(2, len(turns[session]))))
        check_against_table(store, people[sessions.index(session)], vector(rng), excluded)
    assert set(store.resident_vectors.people) == set(people)
    store.write(lambda db: db.sessions.delete(sessions[0]))
    store.write(lambda db: db.people.delete(people[1]))
    for person in people:
        check_against_table(store, person, vector(rng))


def test_what_fails_changes_nothing(store: Store) -> None:
    rng = random.Random(3)
    session = store.write(new_session)
    turn = tell(store, session, rng)
    person = store.read(lambda db: db.sessions.get(session).person_id)
    check_against_table(store, person, vector(rng))

    def fails(db: Repositories) -> None:
        db.turns.delete(turn)
        raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError):
        store.write(fails)
    check_against_table(store, person, vector(rng))
    tell(store, session, rng)
    check_against_table(store, person, vector(rng))


def test_another_model_leaves_nothing_of_the_last(store: Store) -> None:
    rng = random.Random(5)
    session = store.write(new_session)
    tell(store, session, rng)
    person = store.read(lambda db: db.sessions.get(session).person_id)
    check_against_table(store, person, vector(rng))
    tell(store, session, rng, dimensions=20)
    assert store.resident_vectors.people == []
    check_against_table(store, person, vector(rng, 20))


def test_a_view_from_before_a_commit_is_answered_by_the_table(store: Store) -> None:
    rng = random.Random(8)
    session = store.write(new_session)
    first = tell(store, session, rng)
    person = store.read(lambda db: db.sessions.get(session).person_id)
    asked = vector(rng)

    def work(db: Repositories) -> None:
        before = db.chunks.nearest(person, asked, 9)
        tell(store, session, rng)
        store.write(lambda other: other.turns.delete(first))
        assert db.chunks.nearest(person, asked, 9) == pytest.approx(before, abs=1e-5)

    store.read(work)
    check_against_table(store, person, asked)


def test_a_load_that_is_overtaken_ends_up_right(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(9)
    session = store.write(new_session)
    first, second = tell(store, session, rng), tell(store, session, rng)
    person = store.read(lambda db: db.sessions.get(session).person_id)
    put = VectorMatrix.put
    overtaken: list[int] = []

    def slowly(matrix: VectorMatrix, chunk_id: int, row: bytes) -> None:
        put(matrix, chunk_id, row)
        if not overtaken:
            overtaken.append(chunk_id)
            tell(store, session, rng)
            store.write(lambda db: db.turns.delete(first))

    monkeypatch.setattr(VectorMatrix, "put", slowly)
    check_against_table(store, person, vector(rng))
    check_against_table(store, person, vector(rng), frozenset({second}))
    assert overtaken
    assert store.resident_vectors.people == [person]


def test_what_was_erased_is_overwritten(store: Store) -> None:
    rng = random.Random(2)
    matrix = VectorMatrix(1, DIMENSIONS, 4)
    vectors = {number: vector(rng) for number in range(600)}
    for number, row in vectors.items():
        matrix.put(number, row)
    buffer = matrix._rows
    for number in range(0, 600, 3):
        matrix.remove((number,))
    assert len(matrix) == 400
    assert not buffer[400:].any()
    assert set(matrix.nearest(vectors[3], 600)) == {number for number in range(600) if number % 3}
    matrix.wipe()
    assert not buffer.any()


def test_the_person_searched_longest_ago_leaves() -> None:
    held = ResidentVectors(comfortable_bytes=3 * 256 * DIMENSIONS * 4)
    rng = random.Random(4)
    matrices = [VectorMatrix(person, DIMENSIONS, 1) for person in range(4)]
    for person, matrix in enumerate(matrices):
        matrix.put(person, vector(rng))
        held._held[person] = matrix
    held.committed(1, [])
    assert held.people == [1, 2, 3]
    assert not matrices[0]._rows.any()


def test_too_many_vectors_stay_in_the_table(store: Store) -> None:
    rng = random.Random(6)
    session = store.write(new_session)
    tell(store, session, rng)
    person = store.read(lambda db: db.sessions.get(session).person_id)
    small = ResidentVectors(largest_bytes=DIMENSIONS * 4)

    def work(db: Repositories) -> None:
        small.start(db.connection)
        assert small.search(db.connection, person, DIMENSIONS, lambda matrix: matrix.nearest(vector(rng), 3)) is None

    store.read(work)
    assert small.people == []


def test_large_and_small_searches_find_the_best() -> None:
    rng = np.random.default_rng(1)
    rows = rng.standard_normal((40_000, 8)).astype(np.float32)
    matrix = VectorMatrix(1, 8, len(rows))
    for number, row in enumerate(rows):
        matrix.put(number, row.tobytes())
    asked = rng.standard_normal(8).astype(np.float32)
    cosines = rows @ asked / np.linalg.norm(rows, axis=1) / np.linalg.norm(asked)
    best = np.argsort(-cosines)
    for k, excluded in ((10, 0), (1_000, 0), (10, 30)):
        found = matrix.nearest(asked.tobytes(), k, best[:excluded].tolist())
        # In single precision neighbours may be even; the cosines are the best ones, and of these rows.
        assert list(found.values()) == pytest.approx(cosines[best[excluded : excluded + k]].tolist(), abs=1e-5)
        assert list(found.values()) == pytest.approx(cosines[list(found)].tolist(), abs=1e-5)
