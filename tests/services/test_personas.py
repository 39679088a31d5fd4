"""Personas over the whole program: what the model is told, what changing it costs, and what deleting leaves."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.domain.choices import TurnChoices
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.ledger import Ledger, Section
from desktop_app.domain.named_texts import VARIABLES, NamedText
from desktop_app.domain.prompt_words import WORDS
from desktop_app.services.shipped_texts import shipped_personas, shipped_system_prompt
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


def test_a_duplicate_keeps_the_persona(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        session = services.sessions.create(services.people.create("Ann").id).id
        persona = services.personas.keep(NamedText("", "Novel", "You know the book."))
        plain = services.sessions.duplicate(session, "Without")
        services.personas.choose(session, persona.id)
        copied = services.sessions.duplicate(session, "With")
        assert services.personas.of_session(copied.id) == persona
        assert services.personas.of_session(plain.id) is None


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
    english, chinese = (shipped_personas(language, VaultKind.PERSONAL) for language in ("en", "zh"))
    assert [one.id for one in english] == [one.id for one in chinese]
    assert len(english) == 3
    for one in (*english, *chinese):
        assert one.is_shipped
        assert not {word.split("}}")[0] for word in one.text.split("{{")[1:]} - set(VARIABLES)
    assert json.loads((resources_directory() / "prompts" / "personas_zh.json").read_text(encoding="utf-8"))
    with scripted_program(tmp_path, load=False) as services, pytest.raises(ValueError, match="copied"):
        services.personas.keep(replace(english[0], text="else"))


def test_a_clinical_vault_offers_its_persona_alone_and_keeps_its_statement_under_any(tmp_path: Path) -> None:
    own = "你是这位患者的老朋友，用他的口吻写。"
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        session = services.sessions.create(services.people.create("王芳", "female", "1984-05-06").id).id
        kept = services.personas.keep(NamedText("", "老朋友", own))
        assert [one.id for one in services.personas.list()] == ["shipped:clinic", kept.id]
        zh, en = WORDS["zh"].statement, WORDS["en"].statement
        assert system_text(services.context.plan(session)).count(en) == 1

        services.personas.choose(session, "shipped:novel")  # chosen before it was withdrawn
        assert system_text(services.context.plan(session)).count(en) == 1
        services.personas.choose(session, "shipped:clinic")
        assert system_text(services.context.plan(session)).count(en) == 1
        services.personas.choose(session, kept.id)
        told = system_text(services.context.plan(session))
        assert told.startswith(own)
        assert told.endswith(zh)
        preview = services.context.plan(session, TurnChoices(persona="Write a poem."))
        assert system_text(preview).endswith(en)
        services.personas.choose(session, "")
        services.settings.update(replace(services.settings.get(), system_prompt="Answer in verse."))
        assert system_text(services.context.plan(session)).endswith(en)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_ships_for_clinical_vaults_says_the_statement_word_for_word(language: str) -> None:
    [persona] = shipped_personas(language, VaultKind.CLINICAL)
    for text in (persona.text, shipped_system_prompt(VaultKind.CLINICAL, language)):
        assert text.count(WORDS["zh" if language == "zh" else "en"].statement) == 1


def test_a_corrected_identity_is_in_the_next_prompt_in_its_language(tmp_path: Path) -> None:
    long = " ".join(f"w{number}" for number in range(40))
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL, reserve=20, replies=(long, " end.")) as services:
        person = services.people.create("李建国", "female", "1958-03-12", "MZ10007")
        session = services.sessions.create(person.id).id
        services.chat.send(session, "患者咳嗽三天，没有发热。", "clinician")
        assert services.chat.wait_until_idle(30)
        latest = services.context.latest(session)
        assert latest is not None
        assert "(李建国, 女, 1958-03-12)" in "".join(piece.text for piece in latest[1].pieces)

        services.patients.identify(person.id, "李建国", "male", "1958-03-21", "MZ10007")
        planned = "".join(piece.text for piece in services.context.plan(session).pieces)
        assert "(李建国, 男, 1958-03-21)" in planned
        assert "女" not in planned
        services.chat.continue_reply(latest[0])
        assert services.chat.wait_until_idle(30)
        continued = services.context.latest(session)
        assert continued is not None
        assert "女" not in "".join(piece.text for piece in continued[1].pieces)
