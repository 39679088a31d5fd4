"""The model as a second reader of messages that the rules left without facts."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.domain.errors import ModelError
from desktop_app.domain.memory import FactState
from desktop_app.services.facade import Services
from desktop_app.services.guessing import GuessingService
from tests.scripted_program import Clock, scripted_program

BEES = '[{"value":"keep bees","category":"habit"}]'
SAID = "I keep bees and grow tomatoes on the balcony."


def open_session(services: Services, *, on: bool = True) -> tuple[int, int]:
    services.settings.update(replace(services.settings.get(), model_facts=on))
    person = services.people.create("Ann").id
    return person, services.sessions.create(person, "first").id


def test_what_it_finds_is_proposed(tmp_path: Path) -> None:
    with scripted_program(tmp_path, grammar_replies=[BEES]) as services:
        person, session = open_session(services)
        services.chat.give(session, SAID, "person", "How nice.")
        assert services.consolidation.wait(20)
        (fact,) = services.memory.facts(person)
        assert (fact.value, fact.state, fact.extractor) == ("keep bees", FactState.PROPOSED, "model")
        services.chat.give(session, SAID, "person", "Again.")
        assert services.consolidation.wait(20)
        assert len(services.memory.facts(person)) == 1


def test_it_is_off_by_default_and_asked_only_where_the_rules_found_nothing(tmp_path: Path) -> None:
    with scripted_program(tmp_path, grammar_replies=[BEES]) as services:
        assert services.settings.get().model_facts is False
        person, session = open_session(services, on=False)
        services.chat.give(session, SAID, "person", "")
        assert services.consolidation.wait(20)
        assert services.memory.facts(person) == []
        person, session = open_session(services)
        services.chat.give(session, "I'm allergic to naproxen, and I keep bees.", "person", "")
        assert services.consolidation.wait(20)
        assert [fact.value for fact in services.memory.facts(person)] == ["naproxen"]


def test_a_forgotten_fact_is_not_proposed_again(tmp_path: Path) -> None:
    with scripted_program(tmp_path, grammar_replies=[BEES]) as services:
        person, session = open_session(services)
        services.chat.give(session, SAID, "person", "")
        assert services.consolidation.wait(20)
        services.memory.forget(services.memory.facts(person)[0].id)
        services.chat.give(session, SAID, "person", "")
        assert services.consolidation.wait(20)
        assert [f for f in services.memory.facts(person) if f.state is not FactState.FORGOTTEN] == []


def test_without_a_model_the_work_waits(tmp_path: Path) -> None:
    clock = Clock()
    with scripted_program(tmp_path, clock=clock, load=False, grammar_replies=[BEES]) as services:
        person, session = open_session(services)
        services.chat.give(session, SAID, "person", "")
        services.consolidation.work()
        assert services.consolidation.failures() == []
        services.models.load_default()
        services.models.load_embedder()
        clock.now_ms += 60_000
        assert services.consolidation.wait(20)
        assert len(services.memory.facts(person)) == 1


def test_a_message_goes_before_it_and_it_is_done_afterwards(tmp_path: Path) -> None:
    clock = Clock()
    with scripted_program(
        tmp_path, clock=clock, grammar_replies=[BEES], tokens_per_second=20, prompt_tokens_per_second=4000
    ) as services:
        person, session = open_session(services)
        services.chat.give(session, SAID, "person", "")
        working = threading.Thread(target=services.consolidation.work)
        working.start()
        time.sleep(0.3)
        services.chat.send(session, "@@say fine", "person")
        working.join(20)
        assert services.consolidation.failures() == []
        for _ in range(5):
            clock.now_ms += 60_000
            if services.consolidation.wait(20) and services.memory.facts(person):
                break
        assert [fact.value for fact in services.memory.facts(person)] == ["keep bees"]


def test_a_failure_is_shown_and_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    with scripted_program(tmp_path, clock=clock, grammar_replies=[BEES]) as services:
        person, session = open_session(services)

        def fail(self: GuessingService, text: str) -> str:
            raise ModelError("engine_crashed")

        with monkeypatch.context() as broken:
            broken.setattr(GuessingService, "_ask", fail)
            services.chat.give(session, SAID, "person", "")
            assert not services.consolidation.wait(20)
        (failure,) = services.consolidation.failures()
        assert (failure.kind, failure.error) == ("guess", "engine_crashed")
        services.consolidation.retry_now()
        end = time.monotonic() + 20
        while services.consolidation.failures() and time.monotonic() < end:
            time.sleep(0.02)
        assert [fact.value for fact in services.memory.facts(person)] == ["keep bees"]
