"""How facts are taken: automatically, after asking, not at all; for the vault, for one person, by turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.domain.ledger import Section
from desktop_app.domain.memory import FactState
from desktop_app.domain.settings import FactMode, Settings
from desktop_app.services.facade import Services
from tests.scripted_program import scripted_program


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    with scripted_program(tmp_path, load=False) as services:
        yield services


def new(services: Services, name: str) -> tuple[int, int]:
    person = services.people.create(name)
    return person.id, services.sessions.create(person.id).id


def say(services: Services, session: int, text: str) -> None:
    services.chat.record(session, text, PERSON)
    assert services.consolidation.wait()


def states(services: Services, person: int) -> dict[str, FactState]:
    return {fact.value: fact.state for fact in services.memory.facts(person)}


def in_prompt(services: Services, session: int, text: str) -> str:
    ledger = services.context.preview(session, text, PERSON)
    return "".join(piece.text for piece in ledger.pieces if piece.section is Section.FACTS)


def test_each_person_may_differ_from_the_vault(services: Services) -> None:
    services.settings.update(Settings(fact_mode=FactMode.ASK))
    modes = (None, FactMode.AUTOMATIC, FactMode.OFF)
    found = []
    for mode in modes:
        person, session = new(services, str(mode))
        if mode is not None:
            services.people.set_memory(person, mode, False)
        say(services, session, "I smoke")
        found.append(states(services, person))
    assert found == [{"smoke": FactState.PROPOSED}, {"smoke": FactState.ACTIVE}, {}]


def test_what_is_proposed_is_used_only_after_it_is_confirmed(services: Services) -> None:
    person, session = new(services, "Ann")
    services.people.set_memory(person, FactMode.ASK, False)
    say(services, session, "I'm allergic to penicillin")
    assert "penicillin" not in in_prompt(services, session, "penicillin?")
    [fact] = services.memory.facts(person)
    before = services.memory.confirm(fact.id)
    assert "penicillin" in in_prompt(services, session, "penicillin?")
    services.memory.undo(before)
    assert states(services, person) == {"penicillin": FactState.PROPOSED}


def test_a_proposal_replaces_and_contradicts_only_once_confirmed(services: Services) -> None:
    person, session = new(services, "Ann")
    say(services, session, "I live in Lyon. I'm not allergic to penicillin.")
    services.people.set_memory(person, FactMode.ASK, False)
    say(services, session, "I live in Bern. I'm allergic to penicillin.")
    held = {(fact.quote, fact.state) for fact in services.memory.facts(person)}
    assert {state for quote, state in held if "Lyon" in quote or "not" in quote} == {FactState.ACTIVE}
    proposed = [fact for fact in services.memory.facts(person) if fact.state is FactState.PROPOSED]
    assert len(proposed) == 2

    before = services.memory.confirm(*(fact.id for fact in proposed))

    found = states(services, person)
    assert (found["Lyon"], found["Bern"]) == (FactState.SUPERSEDED, FactState.ACTIVE)
    assert found["penicillin"] is FactState.CONFLICT
    services.memory.undo(before)
    assert {(fact.quote, fact.state) for fact in services.memory.facts(person)} == held


def test_by_hand_something_is_remembered_in_every_mode(services: Services) -> None:
    for mode in (FactMode.ASK, FactMode.OFF):
        person, session = new(services, mode.value)
        services.people.set_memory(person, mode, False)
        services.asked.answer(session, "Remember that I smoke", PERSON)
        assert states(services, person) == {"smoke": FactState.ACTIVE}


def test_facts_go_to_the_person_of_the_turn_whoever_is_shown_meanwhile(services: Services) -> None:
    ann, ann_session = new(services, "Ann")
    bob, bob_session = new(services, "Bob")
    services.people.set_memory(bob, FactMode.ASK, False)
    services.chat.record(ann_session, "I smoke", PERSON)
    services.chat.record(bob_session, "I live in Bern", PERSON)
    services.warm_start.show(bob_session)  # switched before the work begins
    assert services.consolidation.wait()
    assert states(services, ann) == {"smoke": FactState.ACTIVE}
    assert states(services, bob) == {"Bern": FactState.PROPOSED}


def test_a_patients_facts_are_never_shared(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL, load=False) as services:
        person, _ = new(services, "王芳")
        with pytest.raises(ValueError, match="alone"):
            services.people.set_memory(person, None, True)
        services.people.set_memory(person, FactMode.ASK, False)
        assert services.people.get(person).fact_mode == "ask"


# --- what holds in every space


def test_facts_of_a_sharing_space_are_used_in_every_space(services: Services) -> None:
    me, my_session = new(services, "Me")
    _, novel = new(services, "The novel")
    say(services, my_session, "I'm allergic to penicillin")
    assert "penicillin" not in in_prompt(services, novel, "penicillin?")

    services.people.set_memory(me, None, True)
    assert "penicillin" in in_prompt(services, novel, "penicillin?")
    answer = services.asked.answer(novel, "What do you know about me?", PERSON)
    assert answer is not None
    assert answer.turn.reply is not None
    assert "penicillin" in answer.turn.reply.text

    services.people.set_memory(me, None, False)
    assert "penicillin" not in in_prompt(services, novel, "penicillin?")


def test_facts_of_other_spaces_stay_there(services: Services) -> None:
    me, my_session = new(services, "Me")
    _, novel = new(services, "The novel")
    services.people.set_memory(me, None, True)
    say(services, novel, "I'm allergic to penicillin")
    assert "penicillin" not in in_prompt(services, my_session, "penicillin?")


def test_a_spaces_own_word_goes_before_a_shared_one(services: Services) -> None:
    me, my_session = new(services, "Me")
    _, work = new(services, "Work")
    services.people.set_memory(me, None, True)
    say(services, my_session, "I live in Lyon. I smoke.")
    say(services, work, "I live in Bern.")
    shown = in_prompt(services, work, "Where do I live?")
    assert "Bern" in shown
    assert "Lyon" not in shown
    assert "smoke" in shown
    assert states(services, me) == {"Lyon": FactState.ACTIVE, "smoke": FactState.ACTIVE}


def test_forgetting_in_one_space_does_not_reach_into_another(services: Services) -> None:
    me, my_session = new(services, "Me")
    _, novel = new(services, "The novel")
    services.people.set_memory(me, None, True)
    say(services, my_session, "I smoke")
    answer = services.asked.answer(novel, "Forget that I smoke", PERSON)
    assert answer is not None
    assert answer.changed is None
    assert states(services, me) == {"smoke": FactState.ACTIVE}
