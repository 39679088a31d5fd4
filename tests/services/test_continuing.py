"""A reply that was cut off goes on where it ended: one text, one record, the prefix reused."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.commands.verify import verify
from desktop_app.domain.conversation import FinishReason, MessageStatus, Turn
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import ReplyDelta, TurnStarted
from desktop_app.services.facade import Services
from desktop_app.storage.store import Store
from tests.scripted_program import Clock, Heard, scripted_program

LONG = " ".join(f"w{number}" for number in range(40))


def cut_off(services: Services, session: int) -> Turn:
    """A reply that reached the length limit of twenty tokens."""
    turn = services.chat.send(session, "Tell me everything.", "person")
    assert turn.finish_reason is FinishReason.LENGTH
    return turn


def test_a_reply_at_its_length_limit_goes_on_and_its_record_stays_right(tmp_path: Path) -> None:
    with scripted_program(tmp_path, reserve=20, replies=(LONG, " and so on to the end.")) as services:
        session = services.sessions.create(services.people.create("Ann").id).id
        first = cut_off(services, session)
        assert first.reply is not None
        before = services.records.record(first.id)
        services.context.preview(session, "next", "person")  # the partial reply is counted, and must be counted anew
        heard = Heard(services)

        whole = services.chat.continue_reply(first.id)

        assert whole.reply is not None
        assert whole.id == first.id
        assert whole.reply.text == first.reply.text + " and so on to the end."
        assert (whole.finish_reason, whole.reply.status) == (FinishReason.STOP, MessageStatus.COMPLETE)
        (started,) = [event for event in heard.events if isinstance(event, TurnStarted)]
        assert started.reply == first.reply.text
        written = "".join(event.text for event in heard.events if isinstance(event, ReplyDelta))
        assert written == " and so on to the end."
        record = services.records.record(first.id)
        assert record["completion_tokens"] > before["completion_tokens"] == 20
        assert record["prompt_tokens"] == before["prompt_tokens"] + 20, "the prompt ends with the reply so far"
        assert record["reused_tokens"] >= record["prompt_tokens"] - 1, "all of it was in the cache"
        assert record["prompt_tokens"] == record["reused_tokens"] + record["computed_tokens"]
        ledger = services.context.ledger(first.id)
        assert ledger is not None
        assert ledger.pieces[-1].text == first.reply.text

        followed = services.context.preview(session, "next", "person")
        history = [piece for piece in followed.pieces if piece.text == whole.reply.text]
        assert [piece.tokens for piece in history] == [record["completion_tokens"]], "counted as it stands now"
        assert [found.message.id for found in services.search.find(None, "so on to the end")] == [whole.reply.id]
        assert services.consolidation.wait(20)
    store = Store.open(tmp_path / "vault", Clock())
    try:
        report = verify(store)
        assert (report["integrity"], report["audit"]) == ("ok", "ok")
        assert report["prompt_hash_mismatches"] == report["section_sum_mismatches"] == 0
    finally:
        store.close()


def test_it_may_go_on_twice_and_be_stopped(tmp_path: Path) -> None:
    with scripted_program(tmp_path, reserve=20, replies=(LONG, " " + LONG, " end."), tokens_per_second=100) as services:
        session = services.sessions.create(services.people.create("Ann").id).id
        first = cut_off(services, session)
        worker = threading.Thread(target=services.chat.continue_reply, args=(first.id,))
        worker.start()
        time.sleep(0.06)
        services.chat.stop()
        worker.join(10)
        (stopped,) = services.sessions.page(session).turns
        assert stopped.finish_reason is FinishReason.CANCELLED
        assert stopped.reply is not None
        assert first.reply is not None
        assert stopped.reply.text.startswith(first.reply.text)

        whole = services.chat.continue_reply(first.id)

        assert whole.reply is not None
        assert whole.reply.text == stopped.reply.text + " end."
        ledger = services.context.ledger(first.id)
        assert ledger is not None
        assert [piece.text for piece in ledger.pieces if piece.source == f"message:{whole.reply.id}"] == [
            stopped.reply.text
        ]


def test_a_changed_basis_builds_the_prompt_anew(tmp_path: Path) -> None:
    with scripted_program(tmp_path, reserve=20, replies=(LONG, " end.")) as services:
        session = services.sessions.create(services.people.create("Ann").id).id
        first = cut_off(services, session)
        settings = services.settings.get()
        services.settings.update(replace(settings, system_prompt="Be brief."))

        services.chat.continue_reply(first.id)

        ledger = services.context.ledger(first.id)
        assert ledger is not None
        assert first.reply is not None
        assert any(piece.text == "Be brief." for piece in ledger.pieces)
        assert ledger.pieces[-1].text == first.reply.text


def test_only_the_last_reply_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    with scripted_program(tmp_path, reserve=20, replies=(LONG, "Well.", "Done.")) as services:
        session = services.sessions.create(services.people.create("Ann").id).id
        first = cut_off(services, session)
        second = services.chat.send(session, "Thanks.", "person")
        for turn in (first, second):
            with pytest.raises(UserError) as refused:
                services.chat.continue_reply(turn.id)
            assert refused.value.code == "reply_not_open"
        assert [turn.finish_reason for turn in services.sessions.page(session).turns] == [
            FinishReason.LENGTH,
            FinishReason.STOP,
        ]
