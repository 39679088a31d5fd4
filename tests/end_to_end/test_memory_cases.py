"""What memory must not do, played through the whole program: each a kind of complaint about programs like this one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.domain.conversation import PERSON, FinishReason
from desktop_app.domain.ledger import Ledger, Section
from desktop_app.domain.memory import Fact, FactState
from desktop_app.services.facade import Services
from tests.scripted_program import Heard, scripted_program


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """One program; every test has a person of its own in it."""
    with scripted_program(tmp_path_factory.mktemp("cases"), context_length=2048) as program:
        yield program


def newcomer(services: Services) -> tuple[int, int]:
    person = services.people.create("Somebody").id
    return person, services.sessions.create(person, "first").id


def remember(services: Services, session: int, *texts: str) -> None:
    for text in texts:
        services.chat.give(session, text, PERSON, "Noted.")
    assert services.consolidation.wait(20)


def current(services: Services, person: int) -> list[Fact]:
    return [fact for fact in services.memory.facts(person) if fact.state is FactState.ACTIVE]


def text_of(ledger: Ledger, section: Section) -> str:
    return "".join(piece.text for piece in ledger.pieces if piece.section is section)


def test_what_is_recalled_and_repeated_for_twenty_turns_is_not_learnt_again(services: Services) -> None:
    person, session = newcomer(services)
    remember(services, session, "I'm allergic to naproxen.")
    (fact,) = services.memory.facts(person)
    asking = services.sessions.create(person, "asking").id
    heard = Heard(services)
    recalled = 0
    for number in range(20):
        # The reply says it in other words, as if the person had; so do the facts and the recalled text.
        services.chat.send(asking, f"@@say I am allergic to naproxen and to penicillin {number}.", PERSON)
        ledger = heard.last_end().ledger
        assert ledger is not None
        recalled += "naproxen" in text_of(ledger, Section.FACTS)
    # The orders to the scripted model are the person's words: leave them unread, and read what was answered.
    assert services.consolidation.wait(20)
    learnt = [found for found in services.memory.facts(person) if found.value == "naproxen"]
    assert recalled == 20
    assert len(learnt) == 1
    assert learnt[0].id == fact.id
    sources = services.memory.dossier(fact.id).sources
    assert all(source.message_id % 2 == 1 for source in sources)  # questions; replies have even numbers


def test_a_changed_value_is_sent_once_and_the_old_one_is_kept_with_its_end(services: Services) -> None:
    person, session = newcomer(services)
    remember(services, session, "I live in Leeds.", "I live in York now.")

    facts = services.context.build(session, "Where do I live?", PERSON)

    sent = text_of(facts, Section.FACTS)
    assert "York" in sent
    assert "Leeds" not in sent
    (old,) = [fact for fact in services.memory.facts(person) if fact.value == "Leeds"]
    (new,) = current(services, person)
    assert (old.state, old.superseded_by) == (FactState.SUPERSEDED, new.id)
    assert old.valid_to


def test_a_contradiction_is_sent_as_unresolved(services: Services) -> None:
    person, session = newcomer(services)
    remember(services, session, "我对青霉素过敏。", "我对青霉素不过敏。")
    (conflict,) = services.memory.conflicts(person)

    sent = text_of(services.context.build(session, "可以用青霉素吗？", PERSON), Section.FACTS)

    assert len(conflict.facts) == 2
    assert sent.count("青霉素") >= 2
    assert "互相矛盾" in sent or "contradicts itself" in sent


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("我叫欧阳靖宇。", "欧阳靖宇"),
        ("我对头孢克肟过敏。", "头孢克肟"),
        ("My name is Siobhán O'Rourke.", "Siobhán O'Rourke"),
        ("I'm Zoë Łukasik.", "Zoë Łukasik"),
        ("我每天吃Lipitor。", "Lipitor"),
    ],
)
def test_a_fact_keeps_the_language_and_the_very_letters_it_was_said_in(
    services: Services, said: str, value: str
) -> None:
    person, session = newcomer(services)
    remember(services, session, said)

    (fact,) = current(services, person)

    assert fact.value == value
    assert fact.quote in said
    assert value in text_of(services.context.build(session, "…?", PERSON), Section.FACTS)


def test_all_facts_a_question_needs_are_sent(services: Services) -> None:
    person, session = newcomer(services)
    remember(
        services, session,
        "I'm allergic to naproxen.", "I take warfarin 3 mg.", "I have diabetes.", "I live in Leeds.", "I like chess.",
    )  # fmt: skip
    assert len(current(services, person)) == 5

    sent = text_of(
        services.context.build(session, "Which allergy, which drug and which disease?", PERSON), Section.FACTS
    )

    assert [word for word in ("naproxen", "warfarin", "diabetes") if word not in sent] == []
    assert services.settings.get().context.facts_budget_tokens > 0  # how much room they get is a setting


def test_memories_leave_the_system_prompt_as_it_is(services: Services) -> None:
    _, bare = newcomer(services)
    _, full = newcomer(services)
    remember(services, full, "I'm allergic to naproxen.", "I live in Leeds.")

    without, with_memories = (services.context.build(one, "Hello?", PERSON) for one in (bare, full))

    assert text_of(with_memories, Section.FACTS) != text_of(without, Section.FACTS)
    assert text_of(with_memories, Section.SYSTEM) == text_of(without, Section.SYSTEM) != ""


def test_said_again_is_one_fact_with_every_source(services: Services) -> None:
    person, session = newcomer(services)
    remember(services, session, "I'm allergic to naproxen.", "I am allergic to Naproxen!", "我对萘普生过敏。")

    facts = current(services, person)

    assert len(facts) == 1
    assert len(services.memory.dossier(facts[0].id).sources) == 3


def test_without_memories_and_without_an_embedding_model_chatting_works(tmp_path: Path) -> None:
    with scripted_program(tmp_path, load=False) as services:
        assert services.models.load_default() is not None
        heard = Heard(services)
        _, session = newcomer(services)

        turn = services.chat.send(session, "@@say hello", PERSON)

        assert turn.finish_reason is FinishReason.STOP
        assert turn.reply is not None
        assert turn.reply.text == "hello"
        ledger = heard.last_end().ledger
        assert ledger is not None
        assert ledger.recalled == ()
        assert ledger.recall_note
