"""The summary in a whole program: queued with the reply, made in idle time, sent with the next clip."""

from __future__ import annotations

import threading
import time
from itertools import pairwise
from pathlib import Path

import pytest

from desktop_app.domain.errors import ModelError
from desktop_app.domain.events import Notice, SummaryChanged, TurnFinished
from desktop_app.domain.ledger import ClipReason, Ledger, Section
from desktop_app.services import summaries
from desktop_app.services.facade import Services
from tests.scripted_program import Clock, Heard, scripted_program

REPLY = "Gardens and roses are lovely and one can walk among them for a whole afternoon. " * 2


def fill(services: Services, turns: int = 14) -> int:
    """A session with more than the window holds; no prompt was built in it yet."""
    person = services.people.create("Ann")
    session = services.sessions.create(person.id, "first").id
    for number in range(turns):
        services.chat.give(session, f"I take {number + 2} mg of drugonol. I like the garden.", "person", REPLY)
    assert services.consolidation.wait(20)
    return session


def ask(services: Services, session: int, text: str = "@@say fine") -> Ledger:
    heard = Heard(services)
    services.chat.send(session, text, "person")
    ledger = heard.last_end().ledger
    assert ledger is not None
    return ledger


def summary_of(ledger: Ledger) -> str:
    return "".join(piece.text for piece in ledger.pieces if piece.section is Section.SUMMARY)


def test_what_left_is_summed_up_in_idle_time_and_sent_with_the_next_clip(tmp_path: Path) -> None:
    clock = Clock()
    with scripted_program(tmp_path, clock=clock, context_length=640, replies=["They like the garden."]) as services:
        session = fill(services)
        first = ask(services, session)
        assert first.clipped
        assert services.summaries.segments(session) == ()
        assert services.consolidation.wait(20)

        segments = [shown.segment for shown in services.summaries.segments(session)]
        covered = [turn_id for segment in segments for turn_id in segment.covered]
        assert covered == [turn.turn_id for turn in first.clipped]
        ledgers = [ask(services, session, f"@@say {REPLY}") for _ in range(10)]
        changed = next(at for at, ledger in enumerate(ledgers) if summary_of(ledger))
        sizes = [len(ledger.clipped) for ledger in (first, *ledgers[: changed + 1])]
        clips = sum(after > before for before, after in pairwise(sizes))
        # With a clip, and with the first or the second of them: a small block leaves the beginning as it is.
        assert sizes[-1] > sizes[-2]
        assert clips <= 2
        sent = ledgers[changed]
        assert "They like the garden." in summary_of(sent)
        reasons = {turn.turn_id: turn.reason for turn in sent.clipped}
        quotes = [quote for segment in segments for quote in segment.quotes]
        quoted = [quote.turn_id for quote in quotes if f"- {quote.text}\n" in summary_of(sent)]
        assert quoted
        assert all(reasons[turn_id] is ClipReason.SUMMARISED for turn_id in quoted)
        left = {quote.turn_id for quote in quotes} - set(quoted)
        assert all(reasons[turn_id] is not ClipReason.SUMMARISED for turn_id in left)
        assert not left or max(left) < min(quoted)  # the oldest leave first


def test_somebodys_message_goes_first_and_the_summary_is_made_later(tmp_path: Path) -> None:
    clock = Clock()
    with scripted_program(
        tmp_path, clock=clock, context_length=640, replies=[REPLY], prompt_tokens_per_second=600.0
    ) as services:
        session = fill(services)
        ask(services, session)
        worker = threading.Thread(target=services.consolidation.work)
        worker.start()
        time.sleep(0.5)
        began = time.monotonic()
        ask(services, session, "@@say at once")
        worker.join(20)

        assert time.monotonic() - began < 10
        assert services.summaries.segments(session) == ()
        assert not services.consolidation.wait(0.2)  # not before a moment has passed
        clock.now_ms += 60_000
        assert services.consolidation.wait(30)
        assert services.summaries.segments(session)


def test_a_failing_model_is_shown_once_and_the_talk_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    with scripted_program(tmp_path, clock=clock, context_length=640, replies=["They like the garden."]) as services:
        session = fill(services)
        calls: list[int] = []

        def broken(*_: object) -> None:
            calls.append(1)
            raise ModelError("engine_crashed")

        monkeypatch.setattr(summaries._Step, "run", broken)
        heard = Heard(services)
        ask(services, session)
        before = services.sessions.page(session)
        assert not services.consolidation.wait(20)
        ask(services, session)
        assert not services.consolidation.wait(20)

        assert len(calls) == 2  # one for each message, none in a loop
        notices = [event for event in heard.events if isinstance(event, Notice)]
        assert [notice.error.code for notice in notices] == ["summary_failed"]
        assert services.sessions.page(session).turns[: before.total] == before.turns
        assert all(event.error is None for event in heard.events if isinstance(event, TurnFinished))
        monkeypatch.undo()
        clock.now_ms += 3_600_000
        assert services.consolidation.wait(20)
        assert services.summaries.segments(session)


def test_work_left_by_an_earlier_run_is_done_once_and_the_summary_outlives_it(tmp_path: Path) -> None:
    clock = Clock()
    with scripted_program(tmp_path, clock=clock, context_length=640, replies=["They like the garden."]) as services:
        session = fill(services)
        ask(services, session)
    with scripted_program(tmp_path, clock=clock, context_length=640, replies=["They like the garden."]) as services:
        assert services.consolidation.wait(20)
        made = services.summaries.segments(session)
        assert made
        clock.now_ms += 3_600_000
        assert services.consolidation.wait(20)
    with scripted_program(tmp_path, clock=clock, context_length=640, load=False) as services:
        assert services.summaries.segments(session) == made


def test_the_summary_is_made_anew_on_demand(tmp_path: Path) -> None:
    clock = Clock()
    with scripted_program(
        tmp_path, clock=clock, context_length=640, replies=["They like the garden.", "They like roses."]
    ) as services:
        session = fill(services)
        ask(services, session)
        assert services.consolidation.wait(20)
        before = services.summaries.segments(session)
        heard = Heard(services)
        services.summaries.rebuild(session)
        assert [shown.stale for shown in services.summaries.segments(session)] == [True] * len(before)
        assert services.consolidation.wait(20)

        after = services.summaries.segments(session)
        assert [shown.ordinals for shown in after] == [shown.ordinals for shown in before]
        assert not any(shown.stale for shown in after)
        assert {shown.segment.id for shown in after}.isdisjoint(shown.segment.id for shown in before)
        progress = [event.remaining for event in heard.events if isinstance(event, SummaryChanged)]
        assert progress[0] > 0
        assert progress[-1] == 0
