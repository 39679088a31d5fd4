"""Lanes: named threads on which use cases run, so that the window never waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

# Threads per lane. One turn and one piece of background work at a time; look-ups may overlap.
LANES = {"turn": 1, "background": 1, "read": 3}


class Tasks:
    """Runs functions on lanes. A lane with one thread keeps their order."""

    def __init__(self) -> None:
        self._pools = {
            lane: ThreadPoolExecutor(max_workers=threads, thread_name_prefix=lane) for lane, threads in LANES.items()
        }
        self._awaited = dict.fromkeys(LANES, 0)
        self._timers: set[threading.Timer] = set()
        self._lock = threading.Lock()
        self._closed = False

    def submit(self, lane: str, function: Callable[..., T], *args: object) -> Future[T]:
        """Run ``function(*args)`` on a lane. After `close` the future is cancelled at once."""

        def run() -> T:
            with self._lock:
                self._awaited[lane] -= 1
            return function(*args)

        with self._lock:
            if not self._closed:
                self._awaited[lane] += 1
                return self._pools[lane].submit(run)
        future: Future[T] = Future()
        future.cancel()
        return future

    def is_awaited(self, lane: str) -> bool:
        """Whether something submitted waits for its turn on a lane: what can make way there should.

        What was put off by `later` does not count.
        """
        with self._lock:
            return self._awaited[lane] > 0

    def later(self, lane: str, delay_s: float, function: Callable[[], object]) -> None:
        """Run ``function`` on a lane after a delay, unless the program closes first."""

        def fire() -> None:
            with self._lock:
                self._timers.discard(timer)
                if not self._closed:
                    self._pools[lane].submit(function)

        timer = threading.Timer(delay_s, fire)
        timer.daemon = True
        with self._lock:
            if self._closed:
                return
            self._timers.add(timer)
        timer.start()

    def close(self) -> None:
        """Forget what has not begun and wait for what has."""
        with self._lock:
            self._closed = True
            timers = list(self._timers)
            self._timers.clear()
        for timer in timers:
            timer.cancel()
        for pool in self._pools.values():
            pool.shutdown(wait=True, cancel_futures=True)
