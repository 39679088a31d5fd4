"""A past question run again with changes: what it costs is told, nothing is kept unless it is asked for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.conversation import FinishReason, MessageStatus
from desktop_app.domain.errors import MessageTooLarge, UserError
from desktop_app.domain.events import TrialDelta
from desktop_app.domain.ports import Sampling
from desktop_app.domain.prices import tokens_to_read
from desktop_app.services.facade import Services
from desktop_app.services.trials import corrected
from tests.scripted_program import Heard, scripted_program

QUESTIONS = ("I'm allergic to naproxen.", "I take 20 mg of atorvastatin every night.", "What do I take?", "And why?")


@pytest.fixture
def talked(tmp_path: Path) -> Iterator[tuple[Services, int]]:
    with scripted_program(tmp_path, context_length=1024) as services:
        session = services.sessions.create(services.people.create("Ann").id, "first").id
        for text in QUESTIONS:
            services.chat.send(session, text, "person")
        assert services.consolidation.wait(60)
        yield services, session


def audit(services: Services) -> list[tuple[str, str]]:
    store = services.timeline._store
    return store.read(lambda db: list(db.connection.execute("SELECT action, subject FROM audit_log ORDER BY seq")))


def test_a_trial_stores_an_audit_entry_and_nothing_else(talked: tuple[Services, int]) -> None:
    services, session = talked
    before = services.sessions.page(session)
    figures = services.timeline.turns(session)
    entries = audit(services)
    heard = Heard(services)
    past = before.turns[2]
    trial = services.trials.run(services.trials.plan(past.id, "@@say Nothing at all."))
    assert trial.generated.text == "Nothing at all."
    assert trial.generated.finish_reason is FinishReason.STOP
    assert trial.ledger.sha256 == trial.generated.prompt_sha256
    assert "".join(event.text for event in heard.events if isinstance(event, TrialDelta)) == "Nothing at all."
    assert services.sessions.page(session) == before
    assert services.timeline.turns(session) == figures
    assert audit(services) == [*entries, ("trial.ran", f"turn:{past.id}")]


def test_a_fact_that_is_dropped_or_corrected_changes_the_prompt_and_its_price(talked: tuple[Services, int]) -> None:
    services, session = talked
    past = services.sessions.page(session).turns[2]
    plain = services.trials.plan(past.id, past.question.text)
    allergy = next(fact for fact in plain.facts if fact.value == "naproxen")
    dropped = services.trials.plan(past.id, past.question.text, TurnChoices(drop_facts=frozenset({allergy.id})))
    assert all(piece.source != f"fact:{allergy.id}" for piece in dropped.ledger.pieces)
    assert dropped.ledger.sections["facts"] < plain.ledger.sections["facts"]
    assert dropped.plain == plain.ledger
    kept = services.prices.kept
    assert dropped.price.tokens == tokens_to_read(kept, dropped.ledger.pieces) > 0
    changed = TurnChoices(drop_facts=frozenset({allergy.id}), facts=(corrected(allergy, "ibuprofen"),))
    other = services.trials.plan(past.id, past.question.text, changed)
    words = [piece.text for piece in other.ledger.pieces if piece.source == f"fact:{allergy.id}"]
    assert words
    assert all("ibuprofen" in text and "naproxen" not in text for text in words)


def test_tokens_are_drawn_as_for_the_past_reply(talked: tuple[Services, int]) -> None:
    services, session = talked
    past = services.sessions.page(session).turns[1]
    trial = services.trials.run(services.trials.plan(past.id, past.question.text))
    prompt = services.timeline.prompt(past.id)
    assert prompt is not None
    assert trial.basis.sampling == msgspec.json.decode(prompt.generation.sampler, type=Sampling)


def test_afterwards_the_sessions_own_prompt_costs_what_its_price_says(talked: tuple[Services, int]) -> None:
    services, session = talked
    past = services.sessions.page(session).turns[1]
    services.trials.run(services.trials.plan(past.id, "Something else, please."))
    text = "What now?"
    price = tokens_to_read(services.prices.kept, services.context.preview(session, text, "person").pieces)
    heard = Heard(services)
    services.chat.send(session, text, "person")
    ledger = heard.last_end().ledger
    assert ledger is not None
    assert ledger.reused_tokens > 0
    # What the engine wrote after the trial's prompt may be taken for its own; the price never counts on it.
    assert ledger.computed_tokens <= price < ledger.prompt_tokens


def test_a_trial_is_kept_as_a_branch_beside_the_past_turn(talked: tuple[Services, int]) -> None:
    services, session = talked
    past = services.sessions.page(session).turns[2]
    trial = services.trials.run(services.trials.plan(past.id, "@@say Only this."))
    kept = services.trials.keep(trial)
    page = services.sessions.page(session)
    assert [turn.question.text for turn in page.turns] == [*QUESTIONS[:2], "@@say Only this."]
    assert (kept.parent_id, kept.ordinal) == (past.parent_id, past.ordinal)
    assert kept.reply is not None
    assert (kept.reply.text, kept.reply.status) == ("Only this.", MessageStatus.COMPLETE)
    prompt = services.timeline.prompt(kept.id)
    assert prompt is not None
    assert prompt.matches
    assert services.timeline.prompt(past.id) is not None  # the past one stays
    after = services.chat.send(session, "And then?", "person")
    assert after.parent_id == kept.id
    again = services.timeline.prompt(after.id)
    assert again is not None
    assert "Only this." in {piece.text for piece in again.ledger.pieces}


def test_stop_ends_a_trial_and_shows_what_there_is(tmp_path: Path) -> None:
    with scripted_program(tmp_path, tokens_per_second=50.0) as services:
        session = services.sessions.create(services.people.create("Ann").id, "first").id
        past = services.chat.send(session, "@@tokens 2", "person")
        begun = threading.Event()
        services.bus.subscribe(lambda event: begun.set() if isinstance(event, TrialDelta) else None)
        plan = services.trials.plan(past.id, "@@tokens 60")
        future = services.tasks.submit("turn", services.trials.run, plan)
        assert begun.wait(20)
        assert services.trials.busy
        services.trials.stop()
        trial = future.result(20)
        assert trial.generated.finish_reason is FinishReason.CANCELLED
        assert trial.generated.text.startswith(" word")
        assert not services.trials.busy


def test_what_cannot_be_run_is_refused_before_the_model_is_asked(talked: tuple[Services, int]) -> None:
    services, session = talked
    past = services.sessions.page(session).turns[0]
    with pytest.raises(MessageTooLarge):
        services.trials.plan(past.id, "word " * 2000)
    plan = services.trials.plan(past.id, "Well?", NO_CHOICES)
    services.models._engine.unload()
    with pytest.raises(UserError, match="model_not_loaded"):
        services.trials.run(plan)
    assert ("trial.ran", f"turn:{past.id}") not in audit(services)
