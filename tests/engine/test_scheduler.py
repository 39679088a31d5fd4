"""Interactive before read-ahead before background, one at a time."""

from __future__ import annotations

import threading

import pytest

from desktop_app.engine.scheduler import Preempted, Priority, Scheduler
from tests.engine.conftest import wait_for


def test_waiting_calls_go_by_priority_and_then_by_arrival() -> None:
    scheduler = Scheduler()
    order: list[str] = []
    threads: list[threading.Thread] = []
    waiting = scheduler._waiting

    def call(name: str, priority: Priority) -> None:
        with scheduler.turn(priority, threading.Event()):
            order.append(name)

    with scheduler.turn(Priority.INTERACTIVE, threading.Event()):
        for name, priority in [
            ("background 1", Priority.BACKGROUND),
            ("ahead", Priority.AHEAD),
            ("background 2", Priority.BACKGROUND),
            ("interactive 1", Priority.INTERACTIVE),
            ("interactive 2", Priority.INTERACTIVE),
        ]:
            threads.append(threading.Thread(target=call, args=(name, priority)))
            threads[-1].start()
            wait_for(lambda: len(waiting) == len(threads))
    for thread in threads:
        thread.join(5)
    assert order == ["interactive 1", "interactive 2", "ahead", "background 1", "background 2"]


@pytest.mark.parametrize(
    ("running", "arriving", "stops"),
    [
        (Priority.BACKGROUND, Priority.INTERACTIVE, True),
        (Priority.AHEAD, Priority.INTERACTIVE, True),
        (Priority.INTERACTIVE, Priority.INTERACTIVE, False),
        (Priority.BACKGROUND, Priority.AHEAD, False),
        (Priority.BACKGROUND, Priority.BACKGROUND, False),
    ],
)
def test_only_an_interactive_call_stops_what_runs(running: Priority, arriving: Priority, stops: bool) -> None:
    scheduler = Scheduler()
    stop, arrived = threading.Event(), threading.Event()

    def arrive() -> None:
        with scheduler.turn(arriving, threading.Event()):
            arrived.set()

    with scheduler.turn(running, stop):
        thread = threading.Thread(target=arrive)
        thread.start()
        assert stop.wait(0.2) is stops
        assert not arrived.is_set()
    thread.join(5)
    assert arrived.is_set()


def test_waiting_can_be_given_up() -> None:
    scheduler = Scheduler()
    cancel = threading.Event()
    with scheduler.turn(Priority.INTERACTIVE, threading.Event()):
        threading.Timer(0.1, cancel.set).start()
        with pytest.raises(Preempted), scheduler.turn(Priority.BACKGROUND, threading.Event(), cancel):
            pytest.fail("its turn never came")
    with scheduler.turn(Priority.BACKGROUND, threading.Event()):
        pass


def test_an_exception_gives_the_turn_back() -> None:
    scheduler = Scheduler()
    with pytest.raises(RuntimeError), scheduler.turn(Priority.INTERACTIVE, threading.Event()):
        raise RuntimeError
    with scheduler.turn(Priority.BACKGROUND, threading.Event()):
        pass
