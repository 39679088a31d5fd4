"""The standing part of an open session's prompt is read before anyone types."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.domain.conversation import PersonState
from desktop_app.domain.ledger import Ledger
from desktop_app.services import warm_start
from desktop_app.services.facade import Services
from tests.scripted_program import Heard, scripted_program
from tests.services.context_fakes import bench


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_start, "DWELL_S", 0.0)


def wait_for(condition: Callable[[], bool], seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def with_history(services: Services, turns: int = 6) -> int:
    session = services.sessions.create(services.people.create("Ann").id).id
    for number in range(turns):
        services.chat.give(session, f"question {number} about the lamp", "person", "It stands there. " * 8)
    return session


def kept(services: Services) -> tuple[str, ...]:
    return tuple(piece.text for piece in services.prices.kept)


def sent(services: Services, turn_id: int) -> Ledger:
    ledger = services.context.ledger(turn_id)
    assert ledger is not None
    return ledger


def test_what_was_read_ahead_counts_as_computed_and_is_not_read_again(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        session = with_history(services)
        services.warm_start.show(session)
        wait_for(lambda: bool(kept(services)))
        heard = Heard(services)
        turn = services.chat.send(session, "@@say here", "person")
        ledger = sent(services, turn.id)
        stable = sum(piece.tokens for piece in ledger.pieces[: len(services.prices.kept)])
        assert ledger.computed_tokens == ledger.prompt_tokens  # nothing is left out of the account
        assert heard.last_end().read_tokens < ledger.prompt_tokens - ledger.sections["history"]
        assert stable > 0


def test_a_message_stops_the_reading_at_once(tmp_path: Path) -> None:
    with scripted_program(tmp_path, prompt_tokens_per_second=60, report_every_tokens=1) as services:
        session = with_history(services)
        services.warm_start.show(session)
        time.sleep(0.3)
        heard = Heard(services)
        began = time.monotonic()
        services.warm_start.stop()
        wait_for(lambda: bool(kept(services)), 1.0)
        assert time.monotonic() - began < 1.0
        standing = services.context.standing(session)
        assert standing is not None
        assert 0 < len(kept(services)) < len(standing.pieces) - 5
        turn = services.chat.send(session, "@@say here", "person")
        assert turn.reply is not None
        assert heard.last_end().read_tokens < sent(services, turn.id).prompt_tokens  # what was read stays


def test_another_session_takes_over(tmp_path: Path) -> None:
    with scripted_program(tmp_path, prompt_tokens_per_second=100, report_every_tokens=1) as services:
        first, second = with_history(services), with_history(services, 1)
        services.chat.give(second, "a different beginning", "person", "yes")
        services.warm_start.show(first)
        time.sleep(0.2)
        services.warm_start.show(second)
        standing = services.context.standing(second)
        assert standing is not None
        texts = [piece.text for piece in standing.pieces]
        wait_for(lambda: "a different beginning" in kept(services))
        assert list(kept(services)) == texts[: len(kept(services))]


def test_a_model_that_is_loaded_later_reads_the_open_session(tmp_path: Path) -> None:
    with scripted_program(tmp_path, load=False) as services:
        session = with_history(services)
        services.warm_start.show(session)
        time.sleep(0.1)
        assert not kept(services)
        services.models.load_default()
        wait_for(lambda: bool(kept(services)))


def test_nothing_of_a_restricted_person_is_read() -> None:
    desk = bench()
    desk.store.add_turn("where is the lamp", "on the table")
    assert desk.service.standing(1) is not None
    desk.store.person = replace(desk.store.person, state=PersonState.RESTRICTED)
    desk.changed()
    assert desk.service.standing(1) is None
