"""Deleting through the services: what rests on nothing else goes, what was contradicted holds again."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import pytest

from desktop_app.domain.chunking import ChunkDraft
from desktop_app.domain.events import Changed, Event
from desktop_app.domain.memory import SELF, Category, ChunkPart, FactCandidate, FactState, FactStatus, Polarity
from desktop_app.services.bus import EventBus
from desktop_app.services.consents import ConsentService
from desktop_app.services.sessions import SessionService
from desktop_app.storage.connection import value
from desktop_app.storage.erasure import DerivedFromSession
from desktop_app.storage.repositories import Repositories
from tests.services.memory_fakes import FactVault
from tests.services.recall_fakes import Remembering, WordEmbedder
from tests.storage.storage_helpers import say


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[FactVault]:
    made = FactVault(tmp_path / "vault")
    yield made
    made.store.close()


def sessions_of(vault: FactVault) -> tuple[SessionService, list[Event]]:
    bus, heard = EventBus(), list[Event]()
    bus.subscribe(heard.append)
    consents = ConsentService(vault.store, vault.settings, bus, lambda: vault.now_ms)
    return SessionService(vault.store, consents, bus, lambda: vault.now_ms), heard


def test_a_deleted_turn_takes_its_fact_along_and_ends_the_contradiction(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "我对青霉素过敏。")
    denial = vault.tell(session, "我对青霉素不过敏。", days=1)
    service, heard = sessions_of(vault)

    service.delete_turn(denial.id)

    assert vault.states(person) == [("青霉素", FactState.ACTIVE)]
    assert vault.memory.conflicts(person) == []
    assert any(isinstance(event, Changed) and person in event.facts_of_people for event in heard)


def test_a_deleted_turn_gives_back_what_it_replaced(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "I live in Leeds.")
    moved = vault.tell(session, "I live in York now.", days=1)
    assert vault.states(person)[0] == ("Leeds", FactState.SUPERSEDED)

    sessions_of(vault)[0].delete_turn(moved.id)

    assert vault.states(person) == [("Leeds", FactState.ACTIVE)]


def test_what_goes_with_a_session_is_told_before_and_goes(vault: FactVault) -> None:
    person, session = vault.session()
    other = vault.store.write(lambda db: db.sessions.add(person, "other", now_ms=1)).id
    vault.tell(other, "I'm allergic to naproxen.")
    turn = vault.tell(session, "I'm allergic to naproxen.")
    vault.tell(session, "I live in Leeds.")
    vault.store.write(lambda db: db.summaries.add(session, "brief", "Lives in Leeds.", covers=[turn.id], now_ms=1))
    service, _ = sessions_of(vault)

    assert service.derived(session) == DerivedFromSession(
        turns=2, facts=("Leeds",), facts_kept=1, summaries=1, vectors=0, context_records=0
    )
    service.delete(session)

    (kept,) = vault.all_facts(person)
    assert (kept.value, kept.session_id) == ("naproxen", other)
    assert vault.store.read(lambda db: value(db.connection, "SELECT count(*) FROM summary")) == 0
    assert vault.store.read(lambda db: db.audit.verify()) is None


def test_a_turn_said_again_after_its_deletion_is_learnt_again(vault: FactVault) -> None:
    person, session = vault.session()
    turn = vault.tell(session, "I'm allergic to naproxen.")
    sessions_of(vault)[0].delete_turn(turn.id)
    assert vault.all_facts(person) == []

    vault.tell(session, "I'm allergic to naproxen.")

    assert vault.states(person) == [("naproxen", FactState.ACTIVE)]


def test_a_turn_deleted_before_it_was_read_yields_nothing(vault: FactVault) -> None:
    person, session = vault.session()
    turn = vault.say(session, "I'm allergic to naproxen.")
    (job,) = vault.store.read(lambda db: db.jobs.due(vault.now_ms, 9))
    sessions_of(vault)[0].delete_turn(turn.id)

    assert vault.extraction.do(job) is None

    assert vault.all_facts(person) == []
    assert vault.store.read(lambda db: db.jobs.counts()) == (0, 0)


def test_vectors_of_a_deleted_session_never_take_a_slot(tmp_path: Path) -> None:
    memory = Remembering(tmp_path / "vault", WordEmbedder())
    me = memory.person()
    going, staying = memory.session(me, "going"), memory.session(me, "staying")
    for number in range(40):  # all nearer to the question than what stays
        memory.tell(going, f"the red bicycle stands in the garden shed {number}")
    kept = {memory.tell(staying, f"bicycle number {number} was sold to a neighbour") for number in range(5)}
    vector = WordEmbedder().embed_queries(["the red bicycle in the garden shed"])[0]
    vector = vector + array("f", [0.0]).tobytes()  # a combined vector has one dimension more

    def nearest(db: Repositories) -> set[int]:
        found = db.chunks.get(db.chunks.nearest(me, vector, 5))
        return {chunk.turn_id for chunk in found.values()}

    before = memory.store.read(nearest)
    assert not before & kept
    memory.store.write(lambda db: db.sessions.delete(going))

    after = memory.store.read(nearest)
    assert after <= kept
    assert len(memory.store.read(lambda db: db.chunks.nearest(me, vector, 5))) == 5
    memory.store.close()


def test_a_person_with_a_thousand_facts_and_vectors_is_deleted_in_under_two_seconds(vault: FactVault) -> None:
    """In one transaction, and nobody else loses anything."""
    person, session = vault.session()
    other, elsewhere = vault.session("Ben")
    vault.tell(elsewhere, "I'm allergic to naproxen.")

    def fill(db: Repositories) -> None:
        db.chunks.ensure_vector_table(64, "f")
        for number in range(1000):
            text = f"I'm allergic to substance{number}."
            turn = say(db, session, text, "Noted.")
            draft = ChunkDraft(0, ChunkPart.BOTH, text, text, is_chinese=False, content_terms=2)
            chunk_id = db.chunks.add(person, session, turn.id, draft, 1)
            db.chunks.set_vector(chunk_id, array("f", [1.0 + number, *[1.0] * 63]).tobytes(), "f")
            word = f"substance{number}"
            candidate = FactCandidate(
                SELF, Category.ALLERGY, word, word, Polarity.AFFIRMED, FactStatus.CURRENT, 16, 16 + len(word), text
            )
            db.facts.add(
                person, candidate, message=turn.question, state=FactState.ACTIVE,
                observed_at_ms=1, now_ms=1,
            )  # fmt: skip

    vault.store.write(fill)
    began = perf_counter()
    vault.store.write(lambda db: db.people.delete(person))
    seconds = perf_counter() - began

    left = vault.store.read(
        lambda db: [
            int(value(db.connection, f"SELECT count(*) FROM {table}"))
            for table in ("person", "turn", "fact", "chunk", "chunk_vec_rowids", "chunk_fts_docsize")
        ]
    )
    assert left == [1, 1, 1, 0, 0, 0]
    assert vault.states(other) == [("naproxen", FactState.ACTIVE)]
    assert seconds < 2
