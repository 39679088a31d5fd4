"""Crash, hang, babble and orphan: what the program sees when the model's process fails."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from desktop_app.domain.conversation import FinishReason
from desktop_app.domain.errors import ModelError
from desktop_app.domain.ports import Delta, Generated, GenerationEvent, LoadOptions, Sampling
from desktop_app.engine.chat import LlamaEngine
from desktop_app.engine.process import ProcessLimits
from desktop_app.engine.scripted import scripted_chat_engine
from desktop_app.engine.supervisor import CRASH_WINDOW_S, FIRST_BACK_OFF_S, CrashHistory
from tests.engine.conftest import chat, content, ignore, template, wait_for


def say(engine: LlamaEngine, order: str, cancel: threading.Event | None = None, max_tokens: int = 100) -> Generated:
    return engine.generate(chat(order), Sampling(), max_tokens, ignore, cancel or threading.Event())


@pytest.mark.parametrize("how", ["SIGSEGV", "SIGABRT", "SIGKILL", "SIGBUS"])
def test_a_crash_keeps_the_partial_reply_and_the_next_call_works(scripted: LlamaEngine, how: str) -> None:
    first_pid = scripted.pid
    events: list[GenerationEvent] = []
    reply = scripted.generate(chat(f"@@crash {how} 3"), Sampling(), 50, events.append, threading.Event())
    assert reply.finish_reason is FinishReason.INTERRUPTED
    assert reply.error_code == "engine_crashed"
    assert reply.text == " word word word"
    assert "".join(event.text for event in events if isinstance(event, Delta)) == reply.text
    assert reply.reused_tokens + reply.computed_tokens == sum(reply.piece_tokens) > 0
    assert len(reply.prompt_sha256) == 64
    assert say(scripted, "@@say 好的").text == "好的"
    assert scripted.pid not in (0, first_pid)


def test_a_stopped_process_is_a_hang_and_is_replaced(scripted: LlamaEngine) -> None:
    started = threading.Event()
    victim = scripted.pid

    def stop_it(event: GenerationEvent) -> None:
        if isinstance(event, Delta) and not started.is_set():
            started.set()
            os.kill(victim, signal.SIGSTOP)

    began = time.monotonic()
    reply = scripted.generate(chat("@@stall 2"), Sampling(), 50, stop_it, threading.Event())
    assert reply.finish_reason is FinishReason.INTERRUPTED
    assert reply.error_code == "engine_hung"
    assert 0.9 < time.monotonic() - began < 5
    wait_for(lambda: not psutil.pid_exists(victim))
    assert say(scripted, "@@say ok").text == "ok"


def test_a_process_that_does_not_stop_when_told_is_ended_after_two_seconds(script: Callable[..., Path]) -> None:
    engine = scripted_chat_engine(ProcessLimits(hang_s=60))
    engine.load(script(), LoadOptions(), ignore)
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    began = time.monotonic()
    reply = say(engine, "@@stall 1", cancel)
    assert reply.finish_reason is FinishReason.CANCELLED
    assert reply.text == " word"
    assert reply.error_code == ""
    assert 2.0 < time.monotonic() - began < 4.5
    engine.close()


def test_a_process_that_babbles_is_not_believed_any_more(scripted: LlamaEngine) -> None:
    assert say(scripted, "@@babble").error_code == "engine_crashed"
    assert say(scripted, "@@say fine").text == "fine"


def test_want_of_memory_ends_the_reply_and_not_the_process(scripted: LlamaEngine) -> None:
    pid = scripted.pid
    reply = say(scripted, "@@memory")
    assert (reply.finish_reason, reply.error_code) == (FinishReason.FAILED, "model_no_memory")
    assert scripted.pid == pid


def test_after_three_crashes_in_a_minute_it_gives_up_and_loading_again_helps(
    scripted: LlamaEngine, script: Callable[..., Path]
) -> None:
    for _ in range(3):
        assert say(scripted, "@@crash SIGSEGV 0").error_code == "engine_crashed"
    with pytest.raises(ModelError) as refused:
        say(scripted, "@@say hello")
    assert refused.value.code == "engine_gave_up"
    assert scripted.model is None
    with pytest.raises(ModelError, match="engine_gave_up"):
        scripted.count([content("x")])
    # Asked for by hand it is tried again, the safe way.
    assert scripted.load(script(), LoadOptions(), ignore).safe_load
    assert say(scripted, "@@say hello").text == "hello"


def test_the_wait_before_a_restart_doubles_and_old_crashes_are_forgotten() -> None:
    crashes = CrashHistory()
    assert crashes.wait_s(100.0) == 0
    crashes.add(100.0)
    assert crashes.wait_s(100.0) == FIRST_BACK_OFF_S
    assert crashes.wait_s(100.0 + FIRST_BACK_OFF_S) == 0
    crashes.add(110.0)
    assert crashes.wait_s(110.0) == 2 * FIRST_BACK_OFF_S
    assert not crashes.gave_up
    crashes.add(100.0 + CRASH_WINDOW_S + 1)  # the first is more than a minute ago
    assert not crashes.gave_up
    crashes.add(100.0 + CRASH_WINDOW_S + 2)
    assert crashes.gave_up


def test_a_failed_load_leaves_the_model_before_answering(scripted: LlamaEngine, script: Callable[..., Path]) -> None:
    before, pid = scripted.model, scripted.pid
    for load, code in [
        ("crash", "model_load_failed"),
        ("model_no_memory", "model_no_memory"),
        ("model_unsupported", "model_unsupported"),
    ]:
        with pytest.raises(ModelError) as refused:
            scripted.load(script("other.json", load=load), LoadOptions(), ignore)
        assert refused.value.code == code
        assert scripted.model == before
        assert scripted.pid == pid
    assert say(scripted, "@@say 还在").text == "还在"
    assert len([child for child in psutil.Process().children() if "spawn_main" in " ".join(child.cmdline())]) <= 1


def test_a_load_that_hangs_is_ended(script: Callable[..., Path]) -> None:
    engine = scripted_chat_engine(ProcessLimits(load_hang_s=1.5))
    with pytest.raises(ModelError) as refused:
        engine.load(script(load="stall"), LoadOptions(), ignore)
    assert refused.value.code == "engine_hung"
    assert engine.model is None


def test_a_crash_at_load_is_tried_once_more_the_safe_way(script: Callable[..., Path]) -> None:
    engine = scripted_chat_engine()
    assert engine.load(script(load="crash_unless_safe"), LoadOptions(), ignore).safe_load
    assert say(engine, "@@say up").text == "up"
    assert say(engine, "@@crash SIGSEGV 0").error_code == "engine_crashed"
    assert say(engine, "@@say up again").text == "up again"  # restarted the same way
    engine.close()


def test_calls_without_a_model_say_so() -> None:
    engine = scripted_chat_engine()
    for call in (lambda: engine.count([content("x")]), lambda: say(engine, "x"), lambda: engine.tokenize(content("x"))):
        with pytest.raises(ModelError) as refused:
            call()
        assert refused.value.code == "model_not_loaded"


def test_close_during_a_reply_returns_what_there_is(script: Callable[..., Path]) -> None:
    engine = scripted_chat_engine()
    engine.load(script(tokens_per_second=20), LoadOptions(), ignore)
    pid = engine.pid
    threading.Timer(0.5, engine.close).start()
    reply = say(engine, "@@tokens 1000", max_tokens=1000)
    assert reply.text.startswith(" word")
    assert reply.finish_reason in (FinishReason.CANCELLED, FinishReason.INTERRUPTED)
    wait_for(lambda: not psutil.pid_exists(pid))


def test_an_exception_of_the_listener_stops_the_child_too(scripted: LlamaEngine) -> None:
    def fail(event: GenerationEvent) -> None:
        if isinstance(event, Delta):
            raise RuntimeError("listener")

    with pytest.raises(RuntimeError, match="listener"):
        scripted.generate(chat("@@tokens 100000"), Sampling(), 3000, fail, threading.Event())
    began = time.monotonic()
    assert say(scripted, "@@say next").text == "next"
    assert time.monotonic() - began < 1


PARENT = """
    import os, threading
    from pathlib import Path
    from desktop_app.domain.ports import LoadOptions
    from desktop_app.engine.scripted import scripted_chat_engine

    if __name__ == "__main__":
        engine = scripted_chat_engine()
        engine.load(Path({path!r}), LoadOptions(), lambda share: None)
        print(engine.pid, flush=True)
        threading.Event().wait()
"""


def test_a_killed_program_leaves_no_orphan(script: Callable[..., Path], tmp_path: Path) -> None:
    program = tmp_path / "parent.py"
    program.write_text(textwrap.dedent(PARENT.format(path=str(script()))), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    parent = subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True, env=environment)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    assert psutil.pid_exists(child)
    parent.kill()
    parent.wait()
    wait_for(lambda: not psutil.pid_exists(child) or psutil.Process(child).status() == psutil.STATUS_ZOMBIE)


def test_the_child_is_hardened(scripted: LlamaEngine) -> None:
    child = psutil.Process(scripted.pid)
    assert child.rlimit(psutil.RLIMIT_CORE) == (0, 0)
    assert child.rlimit(psutil.RLIMIT_AS)[0] > 0
    assert Path(f"/proc/{scripted.pid}/fd/1").resolve() == Path("/dev/null")
    assert str(Path(f"/proc/{scripted.pid}/fd/2").readlink()).startswith("pipe:")


def test_a_process_that_says_it_had_no_memory_is_believed(scripted: LlamaEngine) -> None:
    reply = say(scripted, "@@bad_alloc")
    assert (reply.finish_reason, reply.error_code) == (FinishReason.INTERRUPTED, "model_no_memory")


def test_a_process_that_complains_without_end_is_not_blocked_by_it(scripted: LlamaEngine) -> None:
    assert say(scripted, "@@complain").text == "done"


def test_a_large_prompt_does_not_block_on_a_stopped_process(scripted: LlamaEngine) -> None:
    os.kill(scripted.pid, signal.SIGSTOP)
    began = time.monotonic()
    reply = scripted.generate([template("a"), content("x" * 5_000_000)], Sampling(), 1, ignore, threading.Event())
    assert reply.error_code == "engine_hung"
    assert time.monotonic() - began < 5


def test_closing_ends_a_process_that_is_still_loading(script: Callable[..., Path]) -> None:
    engine = scripted_chat_engine(ProcessLimits(hang_s=30.0, load_hang_s=30.0))
    failed: list[ModelError] = []

    def load() -> None:
        try:
            engine.load(script(load="stall"), LoadOptions(), ignore)
        except ModelError as error:
            failed.append(error)

    before = set(psutil.Process().children())
    loading = threading.Thread(target=load)
    loading.start()
    wait_for(lambda: len(_workers(before)) == 1)
    began = time.monotonic()
    engine.close()
    loading.join(5)
    assert not loading.is_alive()
    assert time.monotonic() - began < 3
    assert len(failed) == 1
    assert _workers(before) == []
    with pytest.raises(ModelError):  # closed for good: nothing is started after the program has ended
        engine.load(script(), LoadOptions(), ignore)
    assert _workers(before) == []


def _workers(before: set[psutil.Process]) -> list[psutil.Process]:
    """Model processes started since; the tracker that multiprocessing keeps is none."""
    started = set(psutil.Process().children()) - before
    return [process for process in started if "spawn_main" in " ".join(process.cmdline())]
