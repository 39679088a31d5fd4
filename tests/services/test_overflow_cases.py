"""What people reported of full windows, on the whole program over a scripted engine."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from desktop_app.domain.conversation import FinishReason
from desktop_app.domain.events import EngineState
from desktop_app.domain.ledger import Ledger
from desktop_app.services.facade import Services
from tests.scripted_program import scripted_program

KEPT_LAST = 3


def send(services: Services, session: int, number: int) -> Ledger:
    turn = services.chat.send(session, f"@@say entry {number} is about the garden behind the house", "person")
    assert turn.finish_reason is FinishReason.STOP
    ledger = services.context.ledger(turn.id)
    assert ledger is not None
    assert ledger.prompt_tokens <= ledger.context_limit - ledger.reserved
    assert ledger.reused_tokens + ledger.computed_tokens == ledger.prompt_tokens == sum(ledger.sections.values())
    # Every turn is in or listed as out, with its tokens and its reason; the newest are in.
    out = [one.ordinal for one in ledger.clipped]
    assert sorted([*ledger.kept, *out]) == list(range(number))
    assert all(one.tokens > 0 and one.reason for one in ledger.clipped)
    assert set(range(max(0, number - KEPT_LAST), number)) <= set(ledger.kept)
    return ledger


@pytest.mark.slow
def test_a3_a6_a8_a9_a13_two_hundred_turns_at_1024_with_a_restart_in_between(tmp_path: Path) -> None:
    with scripted_program(tmp_path, context_length=1024, reserve=256) as services:
        session = services.sessions.create(services.people.create("Ann").id).id
        ledgers = [send(services, session, number) for number in range(100)]
    with scripted_program(tmp_path, context_length=1024, reserve=256) as services:
        ledgers += [send(services, session, number) for number in range(100, 200)]
        assert services.models.state.state is EngineState.READY
    clips = sum(one.clipped != two.clipped for one, two in pairwise(ledgers))
    assert clips >= 10
    # The first turn after the restart carries on with the same turns left out, or a few more.
    assert {one.turn_id for one in ledgers[99].clipped} <= {one.turn_id for one in ledgers[100].clipped}
