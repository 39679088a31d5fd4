"""One turn from the message to the stored reply, over a scripted model."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from desktop_app.domain.conversation import FinishReason, MessageStatus, VaultKind
from desktop_app.domain.errors import ModelError
from desktop_app.domain.events import EngineState, ReplyDelta, TurnAdded, TurnFinished, TurnStarted
from desktop_app.services.facade import Services
from tests.scripted_program import Heard, scripted_program


def new_session(services: Services, name: str = "Ann") -> int:
    person = services.people.create(name)
    return services.sessions.create(person.id).id


def test_a_turn_is_stored_and_announced_in_order(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        session = new_session(services)
        heard = Heard(services)

        turn = services.chat.send(session, "@@say Hello 诊 👩‍👩‍👧", "person")

        assert turn.reply is not None
        assert (turn.reply.text, turn.reply.status) == ("Hello 诊 👩‍👩‍👧", MessageStatus.COMPLETE)
        assert turn.finish_reason is FinishReason.STOP
        kinds = [type(event) for event in heard.events if isinstance(event, TurnAdded | TurnStarted | TurnFinished)]
        assert kinds == [TurnAdded, TurnStarted, TurnFinished]
        assert "".join(e.text for e in heard.events if isinstance(e, ReplyDelta)) == turn.reply.text
        assert services.sessions.page(session).turns == (turn,)
        assert services.sessions.get(session).title == "@@say Hello 诊 👩‍👩‍👧"


def test_the_ledger_carries_the_engines_own_figures(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        session = new_session(services)
        first = services.chat.send(session, "one two three", "person")
        second = services.chat.send(session, "four", "person")

        record = services.records.record(second.id)

        assert sum(record["sections"].values()) == record["prompt_tokens"]
        assert record["prompt_tokens"] == record["reused_tokens"] + record["computed_tokens"]
        assert record["reused_tokens"] > 0
        assert record["kept"] == [first.ordinal]
        ledger = services.context.ledger(second.id)
        assert ledger is not None
        assert record["prompt_sha256"] == ledger.sha256


def test_stop_keeps_what_there_is(tmp_path: Path) -> None:
    with scripted_program(tmp_path, tokens_per_second=50) as services:
        session = new_session(services)
        worker = threading.Thread(target=services.chat.send, args=(session, "@@tokens 500", "person"))
        started = threading.Event()
        services.bus.subscribe(lambda event: started.set() if isinstance(event, ReplyDelta) else None)
        worker.start()
        assert started.wait(10)

        before = time.monotonic()
        services.chat.stop()
        worker.join(10)

        assert time.monotonic() - before < 2
        (turn,) = services.sessions.page(session).turns
        assert turn.finish_reason is FinishReason.CANCELLED
        assert turn.reply is not None
        assert turn.reply.text
        assert turn.reply.status is MessageStatus.CANCELLED
        assert services.chat.wait_until_idle(0)


def test_a_crash_keeps_the_partial_reply_and_the_next_turn_works(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        session = new_session(services)
        heard = Heard(services)

        crashed = services.chat.send(session, "@@crash SIGSEGV 5", "person")

        assert crashed.finish_reason is FinishReason.INTERRUPTED
        assert crashed.reply is not None
        assert crashed.reply.text
        error = heard.last_end().error
        assert error is not None
        assert error.code == "engine_crashed"
        assert services.chat.send(session, "@@say again", "person").finish_reason is FinishReason.STOP
        assert services.models.state.state is EngineState.READY


def test_a_message_larger_than_the_window_is_kept_and_not_sent(tmp_path: Path) -> None:
    with scripted_program(tmp_path, context_length=512) as services:
        session = new_session(services)
        heard = Heard(services)
        text = "word " * 2000

        refused = services.chat.send(session, text, "person")

        assert refused.finish_reason is FinishReason.REFUSED
        assert refused.reply is None
        assert refused.question.text == text
        error = heard.last_end().error
        assert error is not None
        assert error.code == "message_too_large"
        assert error.facts["section"] == "question"
        assert error.facts["context_limit"] == 512
        record = services.records.record(refused.id)
        assert (record["finish_reason"], record["prompt_tokens"], record["kept"], record["clipped"]) == (
            "refused",
            0,
            [],
            [],
        )
        after = services.chat.send(session, "@@say fine", "person")
        assert services.records.record(after.id)["clipped"][0]["reason"] == "excluded"


def test_without_a_model_nothing_is_stored(tmp_path: Path) -> None:
    with scripted_program(tmp_path, load=False) as services:
        session = new_session(services)

        with pytest.raises(ModelError) as caught:
            services.chat.send(session, "hello", "person")

        assert caught.value.code == "model_not_loaded"
        assert services.sessions.page(session).total == 0


def test_recorded_and_given_turns_build_no_prompt(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        session = new_session(services)
        recorded = services.chat.record(session, "she coughs at night", "family:mother")
        given = services.chat.give(session, "and now?", "person", "Rest.")

        for turn, reason, reply in ((recorded, "recorded", ""), (given, "given", "Rest.")):
            record = services.records.record(turn.id)
            assert (record["finish_reason"], record["reply"], record["prompt_tokens"]) == (reason, reply, 0)
        asked = services.chat.send(session, "@@say ok", "person")
        assert services.records.record(asked.id)["kept"] == [0, 1]


def test_sessions_are_isolated_and_clearing_one_leaves_the_other(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        person = services.people.create("Ann")
        one = services.sessions.create(person.id, "one").id
        two = services.sessions.create(person.id, "two").id
        services.chat.give(one, "alpha", "person", "A")
        services.chat.give(two, "beta", "person", "B")

        services.sessions.clear(one)

        assert services.sessions.page(one).total == 0
        assert [turn.question.text for turn in services.sessions.page(two).turns] == ["beta"]


def test_four_calls_at_once_are_answered_one_after_the_other(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        session = new_session(services)
        futures = [services.tasks.submit("turn", services.chat.send, session, f"@@say {n}", "person") for n in range(4)]

        replies = [future.result(20).reply for future in futures]

        assert [reply.text for reply in replies if reply] == ["0", "1", "2", "3"]
        assert [turn.ordinal for turn in services.sessions.page(session).turns] == [0, 1, 2, 3]


@pytest.mark.parametrize(("kind", "denoise"), [(VaultKind.PERSONAL, True), (VaultKind.CLINICAL, False)])
def test_a_clinical_vault_starts_without_denoising(tmp_path: Path, kind: VaultKind, denoise: bool) -> None:
    with scripted_program(tmp_path, kind=kind, load=False) as services:
        assert services.settings.get().context.denoise is denoise


def test_asking_again_makes_a_turn_beside_the_old_one(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        session = new_session(services)
        first = services.chat.send(session, "one", "person")
        asked = services.chat.send(session, "two", "person")
        services.chat.send(session, "three", "person")
        services.sessions.save_draft(session, "typed meanwhile")

        again = services.chat.ask_again(asked.id)

        assert (again.parent_id, again.ordinal, again.question.text) == (first.id, asked.ordinal, "two")
        assert again.question.speaker == asked.question.speaker
        assert [turn.id for turn in services.sessions.page(session).turns] == [first.id, again.id]
        assert services.sessions.draft(session) == "typed meanwhile"
        assert services.records.record(again.id)["kept"] == [0]
        # The next message follows the new turn, and the old one can be asked again from its own branch.
        assert services.chat.send(session, "four", "person").parent_id == again.id
        third = services.chat.ask_again(asked.id)
        assert third.parent_id == first.id
        assert services.records.record(third.id)["kept"] == [0]
        assert services.records.record(asked.id)["reply"] == asked.reply.text if asked.reply else ""


def test_asking_again_without_a_model_changes_nothing(tmp_path: Path) -> None:
    with scripted_program(tmp_path, load=False) as services:
        session = new_session(services)
        given = services.chat.give(session, "one", "person", "reply")
        services.chat.give(session, "two", "person", "reply")
        with pytest.raises(ModelError):
            services.chat.ask_again(given.id)
        assert services.sessions.page(session).total == 2
