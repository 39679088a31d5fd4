"""Personas over the whole program: what the model is told, what changing it costs, and what deleting leaves."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.composition import shipped_personas
from desktop_app.domain.choices import TurnChoices
from desktop_app.domain.ledger import Ledger, Section
from desktop_app.domain.named_texts import VARIABLES, NamedText
from desktop_app.support.paths import resources_directory
from tests.scripted_program import Clock, scripted_program


def system_text(ledger: Ledger) -> str:
    return "".join(piece.text for piece in ledger.pieces if piece.section is Section.SYSTEM)


def test_a_session_is_told_its_persona_and_changing_it_has_its_price(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        services.settings.update(replace(services.settings.get(), system_prompt="Be brief.", user_name="Bo"))
        ann = services.people.create("Ann")
        first, second = (services.sessions.create(ann.id).id for _ in range(2))
        kept = services.personas.keep(NamedText("", "Reader", "You read to {{user}} about {{person}}."))
        services.chat.send(first, "What did I plant last week?", "person")
        told = "You read to Bo about Ann."

        price = services.prices.of_choices(first, TurnChoices(persona=told))
        assert price.tokens > len(told) // 8  # the whole prompt stands behind it
        assert services.prices.of_choices(first, TurnChoices(persona="")).tokens == 0

        services.personas.choose(first, kept.id)
        assert system_text(services.context.plan(first)) == told
        assert system_text(services.context.plan(second)) == "Be brief."
        services.chat.send(first, "And now?", "person")
        latest = services.context.latest(first)
        assert latest is not None
        assert system_text(latest[1]) == told

        services.personas.keep(replace(kept, text="Short."))
        assert system_text(services.context.plan(first)) == "Short."
        services.personas.delete(kept.id)
        assert services.personas.of_session(first) is None
        assert system_text(services.context.plan(first)) == "Be brief."


def test_personas_and_prompts_outlive_the_program_and_go_with_their_session(tmp_path: Path) -> None:
    with scripted_program(tmp_path, clock=Clock()) as services:
        session = services.sessions.create(services.people.create("Ann").id).id
        persona = services.personas.keep(NamedText("", "校对", "只指出错字。"))
        services.prompts.keep(NamedText("", "weekly", "Sum up the week of {{person}}."))
        services.personas.choose(session, persona.id)
    with scripted_program(tmp_path, clock=Clock()) as services:
        assert services.personas.of_session(session) == persona
        [prompt] = services.prompts.list()
        assert services.personas.fill(prompt.text, session) == "Sum up the week of Ann."
        services.sessions.delete(session)
        services.personas.choose(services.sessions.create(1).id, "")
        assert services.personas.list()[-1] == persona


def test_what_ships_is_the_same_in_both_languages_and_is_not_changed(tmp_path: Path) -> None:
    english, chinese = shipped_personas("en"), shipped_personas("zh")
    assert [one.id for one in english] == [one.id for one in chinese]
    assert len(english) == 3
    for one in (*english, *chinese):
        assert one.is_shipped
        assert not {word.split("}}")[0] for word in one.text.split("{{")[1:]} - set(VARIABLES)
    assert json.loads((resources_directory() / "prompts" / "personas_zh.json").read_text(encoding="utf-8"))
    with scripted_program(tmp_path, load=False) as services, pytest.raises(ValueError, match="copied"):
        services.personas.keep(replace(english[0], text="else"))
