import threading
from collections.abc import Iterator

import pytest

from desktop_app.services.tasks import Tasks


@pytest.fixture
def tasks() -> Iterator[Tasks]:
    tasks = Tasks()
    yield tasks
    tasks.close()


def test_the_turn_lane_keeps_order_and_never_overlaps(tasks: Tasks) -> None:
    order: list[int] = []
    running = threading.Semaphore(1)

    def work(number: int) -> None:
        assert running.acquire(blocking=False)
        order.append(number)
        running.release()

    futures = [tasks.submit("turn", work, number) for number in range(50)]
    for future in futures:
        future.result(5)

    assert order == list(range(50))


def test_results_and_errors_come_back(tasks: Tasks) -> None:
    assert tasks.submit("read", lambda a, b: a + b, 2, 3).result(5) == 5
    with pytest.raises(ZeroDivisionError):
        tasks.submit("read", lambda: 1 / 0).result(5)


def test_later_runs_on_its_lane(tasks: Tasks) -> None:
    done = threading.Event()
    names: list[str] = []

    def work() -> None:
        names.append(threading.current_thread().name)
        done.set()

    tasks.later("background", 0.01, work)

    assert done.wait(5)
    assert names[0].startswith("background")


def test_a_lane_is_awaited_by_what_was_submitted_and_has_not_begun(tasks: Tasks) -> None:
    begun, release = threading.Event(), threading.Event()

    def hold() -> None:
        begun.set()
        release.wait(5)

    first = tasks.submit("background", hold)
    assert begun.wait(5)
    tasks.later("background", 0.0, lambda: None)
    assert not tasks.is_awaited("background")  # neither what runs nor what was put off
    second = tasks.submit("background", lambda: tasks.is_awaited("background"))
    assert tasks.is_awaited("background")
    assert not tasks.is_awaited("read")
    release.set()
    first.result(5)
    assert second.result(5) is False


def test_after_closing_nothing_begins() -> None:
    tasks = Tasks()
    ran = threading.Event()
    tasks.later("background", 0.05, ran.set)
    tasks.close()

    assert tasks.submit("turn", ran.set).cancelled()
    assert not ran.wait(0.2)
