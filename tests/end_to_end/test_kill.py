"""Killed in mid-reply: nothing acknowledged is lost, and the next start says what happened."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from desktop_app.domain.conversation import FinishReason, MessageStatus
from tests.scripted_program import scripted_program

ROOT = Path(__file__).parents[2]

# A program that answers slowly; its parent kills it while it does.
TALKER = """
import sys
from pathlib import Path
from desktop_app.domain.events import ReplyDelta
from tests.scripted_program import scripted_program

def main():
    with scripted_program(Path(sys.argv[1]), context_length=4096, reserve=2000, tokens_per_second=40) as services:
        session = services.sessions.create(services.people.create("Ann").id, "first").id
        services.chat.give(session, "I'm allergic to naproxen.", "person", "Noted.")
        told = [0]

        def count(event):
            if isinstance(event, ReplyDelta):
                told[0] += 1
                print(told[0], flush=True)

        services.bus.subscribe(count)
        print("ready", flush=True)
        services.chat.send(session, "@@tokens 2000", "person")

if __name__ == "__main__":
    main()
"""


def test_question_and_partial_reply_survive_a_kill(tmp_path: Path) -> None:
    talker = tmp_path / "talker.py"
    talker.write_text(TALKER, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, str(talker), str(tmp_path / "data")],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(3.5)
    process.send_signal(signal.SIGKILL)
    process.wait(10)

    with scripted_program(tmp_path / "data") as services:
        person = services.people.list()[0]
        session = services.sessions.list(person.id)[0]
        first, killed = services.sessions.page(session.id).turns

        assert first.question.text == "I'm allergic to naproxen."
        assert killed.question.text == "@@tokens 2000"
        assert killed.finish_reason is FinishReason.INTERRUPTED
        assert killed.reply is not None
        assert killed.reply.status is MessageStatus.INTERRUPTED
        assert len(killed.reply.text) > 20
        assert services.records.record(killed.id)["finish_reason"] == "interrupted"
        assert services.consolidation.wait(20)
        assert [fact.value for fact in services.memory.facts(person.id)] == ["naproxen"]
        again = services.chat.send(session.id, "@@say still here", "person")
        assert again.ordinal == 2


def test_a_reply_that_a_kill_cut_off_goes_on(tmp_path: Path) -> None:
    """The partial reply is at most a second old, and the model goes on behind it."""
    talker = tmp_path / "talker.py"
    talker.write_text(TALKER, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(talker), str(tmp_path / "data")]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        for line in process.stdout:  # what reached the window, piece by piece
            if line.startswith("120"):
                break
        process.send_signal(signal.SIGKILL)

    with scripted_program(tmp_path / "data", context_length=4096, reserve=2000, replies=(" and so on.",)) as services:
        session = services.sessions.list(services.people.list()[0].id)[0]
        killed = services.sessions.page(session.id).turns[-1]
        assert killed.reply is not None
        assert len(killed.reply.text.split()) >= 120 - 50, "40 a second were written"

        whole = services.chat.continue_reply(killed.id)

        assert whole.reply is not None
        assert whole.reply.text == killed.reply.text + " and so on."
        assert whole.finish_reason is FinishReason.STOP
