"""Replies of a real vault held against their prompts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.services.facade import Services
from tests.scripted_program import scripted_program

TOLD = "My mother takes warfarin 3 mg. I'm allergic to penicillin."
REPLY = "She takes warfarin 3 mg, not 5 mg."


@pytest.fixture
def program(tmp_path: Path) -> Iterator[tuple[Services, int]]:
    with scripted_program(tmp_path, replies=["Noted.", REPLY]) as services:
        session = services.sessions.create(services.people.create("Ann").id, "Drugs").id
        for text in (TOLD, "What does she take?"):
            services.chat.send(session, text, "person")
            services.chat.wait_until_idle(10)
        yield services, session


def test_a_value_said_before_knows_its_turn_and_one_never_said_none(program: tuple[Services, int]) -> None:
    services, session = program
    first, second = services.sessions.page(session).turns
    found = {value.claim.text: value.place for value in services.grounding.check(second.id)}
    assert set(found) == {"warfarin", "3 mg", "5 mg"}
    assert found["5 mg"] is None
    for text in ("warfarin", "3 mg"):
        place = found[text]
        assert place is not None
        assert (place.session_id, place.turn_id) == (session, first.id)


def test_there_is_nothing_to_check_without_a_prompt_or_with_the_setting_off(program: tuple[Services, int]) -> None:
    services, session = program
    second = services.sessions.page(session).turns[1].id
    assert services.grounding.check(999) == ()
    other = services.sessions.create(services.people.create("Bea").id, "Given").id
    services.chat.give(other, "Hello", "person", "Take 5 mg.")
    assert services.grounding.check(services.sessions.page(other).turns[0].id) == ()
    settings = services.settings.get()
    services.settings.update(replace(settings, mark_unrecorded=False))
    assert services.grounding.check(second) == ()
    services.settings.update(settings)
    assert services.grounding.check(second)


def test_a_prompt_whose_words_were_erased_proves_nothing(program: tuple[Services, int]) -> None:
    services, session = program
    first, second = services.sessions.page(session).turns[:2]
    assert services.grounding.check(second.id)
    services.sessions.delete_turn(first.id)
    assert services.grounding.check(second.id) == ()
