from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.domain.conversation import CLINICIAN, Turn
from desktop_app.domain.memory import (
    SELF,
    Category,
    Fact,
    FactCandidate,
    FactState,
    FactStatus,
    Polarity,
)
from desktop_app.storage.connection import value
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import new_session, say

TEXT = "患者对青霉素过敏，服用氨氯地平"
ALLERGY = FactCandidate(
    SELF, Category.ALLERGY, "青霉素", "青霉素", Polarity.AFFIRMED, FactStatus.CURRENT, 3, 6, "患者对青霉素过敏",
    valid_from="2024-01-02",
)  # fmt: skip
DRUG = FactCandidate(
    SELF, Category.MEDICATION, "氨氯地平", "氨氯地平", Polarity.AFFIRMED, FactStatus.CURRENT, 11, 15, "服用氨氯地平",
    confidence=0.5, extractor="model",
)  # fmt: skip


def add(db: Repositories, turn: Turn, candidate: FactCandidate = ALLERGY, state: FactState = FactState.ACTIVE) -> Fact:
    return db.facts.add(
        1,
        candidate,
        message=turn.question,
        state=state,
        observed_at_ms=turn.created_at_ms,
        now_ms=77,
    )


@pytest.fixture
def turn(store: Store) -> Turn:
    session_id = store.write(new_session)
    return store.write(lambda db: say(db, session_id, TEXT, speaker=CLINICIAN))


def test_a_fact_comes_back_with_its_words(store: Store, turn: Turn) -> None:
    fact = store.write(lambda db: add(db, turn, DRUG, FactState.PROPOSED))
    assert fact == Fact(
        id=1, person_id=1, subject=SELF, category=Category.MEDICATION, attribute="氨氯地平", value="氨氯地平", unit="",
        polarity=Polarity.AFFIRMED, status=FactStatus.CURRENT, state=FactState.PROPOSED, speaker=CLINICIAN,
        confidence=0.5, observed_at_ms=5, valid_from="", valid_to="", recorded_at_ms=77, retracted_at_ms=None,
        superseded_by=None, pinned=False, quote="服用氨氯地平", session_id=1, turn_id=turn.id,
        message_id=turn.question.id, start=11, end=15, extractor="model",
    )  # fmt: skip
    assert turn.question.text[fact.start : fact.end] == fact.value
    assert store.read(lambda db: db.facts.get(1)) == fact
    with pytest.raises(KeyError):
        store.read(lambda db: db.facts.get(2))


def test_listing_by_state(store: Store, turn: Turn) -> None:
    drug = store.write(lambda db: add(db, turn, DRUG, FactState.PROPOSED))
    allergy = store.write(lambda db: add(db, turn))
    assert store.read(lambda db: db.facts.list(1)) == [allergy, drug]
    assert store.read(lambda db: db.facts.list(1, (FactState.PROPOSED, FactState.CONFLICT))) == [drug]
    assert store.read(lambda db: db.facts.list(1, ())) == []
    assert store.read(lambda db: db.facts.list(2)) == []


def test_ends_are_dated_and_undone(store: Store, turn: Turn) -> None:
    old, new = store.write(lambda db: (add(db, turn), add(db, turn, DRUG)))
    store.write(lambda db: db.facts.set_state(old.id, FactState.SUPERSEDED, now_ms=90, superseded_by=new.id))
    ended = store.read(lambda db: db.facts.get(old.id))
    assert ended == replace(old, state=FactState.SUPERSEDED, retracted_at_ms=90, superseded_by=new.id)
    store.write(lambda db: db.facts.set_state(old.id, FactState.ACTIVE, now_ms=91))
    assert store.read(lambda db: db.facts.get(old.id)) == old
    store.write(lambda db: db.facts.set_pinned(old.id, True, now_ms=90))
    store.write(lambda db: db.facts.set_valid_to(old.id, "2025-01-01"))
    assert store.read(lambda db: db.facts.get(old.id)) == replace(old, pinned=True, valid_to="2025-01-01")


def test_a_fact_said_again_has_two_sources_and_shows_the_first(store: Store, turn: Turn) -> None:
    fact = store.write(lambda db: add(db, turn))
    again = store.write(lambda db: say(db, turn.session_id, TEXT))
    assert store.write(lambda db: db.facts.add_source(fact.id, ALLERGY, message=again.question))
    assert not store.write(lambda db: db.facts.add_source(fact.id, ALLERGY, message=again.question))
    assert store.read(lambda db: db.facts.get(fact.id)) == replace(fact, source_count=2)
    assert store.read(lambda db: db.facts.from_message(again.question.id)) == [replace(fact, source_count=2)]
    assert store.read(lambda db: db.facts.from_message(999)) == []


def test_quotes_that_were_not_said_are_counted(store: Store, turn: Turn) -> None:
    store.write(lambda db: add(db, turn))
    assert store.read(lambda db: db.facts.without_quote()) == 0
    store.write(lambda db: add(db, turn, replace(ALLERGY, quote="对头孢过敏")))
    store.write(lambda db: add(db, turn, replace(ALLERGY, quote="")))
    assert store.read(lambda db: db.facts.without_quote()) == 2


def test_a_fact_lives_as_long_as_one_of_its_sources(store: Store, turn: Turn) -> None:
    fact = store.write(lambda db: add(db, turn))
    again = store.write(lambda db: say(db, turn.session_id, TEXT))
    store.write(lambda db: db.facts.add_source(fact.id, ALLERGY, message=again.question))
    alone = store.write(lambda db: add(db, turn, DRUG))
    store.write(lambda db: db.turns.delete(turn.id))
    (left,) = store.read(lambda db: db.facts.list(1))
    assert (left.id, left.message_id) == (fact.id, again.question.id)
    assert alone.id != left.id
    store.write(lambda db: db.turns.delete(again.id))
    assert store.read(lambda db: value(db.connection, "SELECT count(*) FROM fact")) == 0


def test_what_a_deleted_fact_had_replaced_holds_again(store: Store, turn: Turn) -> None:
    def work(db: Repositories) -> list[tuple[FactState, int | None]]:
        later = [say(db, turn.session_id, TEXT) for _ in range(2)]
        first, second, third = add(db, turn), add(db, later[0]), add(db, later[1])
        db.facts.set_state(first.id, FactState.SUPERSEDED, now_ms=1, superseded_by=second.id)
        db.facts.set_state(second.id, FactState.SUPERSEDED, now_ms=2, superseded_by=third.id)
        db.turns.delete(later[0].id)
        between = db.facts.get(first.id)
        db.turns.delete(later[1].id)
        after = db.facts.get(first.id)
        assert after.retracted_at_ms is None
        return [(between.state, between.superseded_by), (after.state, after.superseded_by), (third.state, third.id)]

    between, after, third = store.write(work)
    assert between == (FactState.SUPERSEDED, third[1])
    assert after == (FactState.ACTIVE, None)
