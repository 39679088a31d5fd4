"""The one thread that writes: functions in order, each a transaction of its own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")

_IDLE_S = 0.5  # so long nothing was written when the housekeeping runs


class WriterThread:
    """Runs functions one after the other on a thread of its own.

    Args:
        settle: the housekeeping after a burst of writes and at the end; it must not raise.
    """

    def __init__(self, settle: Callable[[], None]) -> None:
        self._settle = settle
        self._queue: queue.SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def call(self, work: Callable[[], T]) -> T:
        """Run ``work`` on the thread and return what it returns, or raise what it raises.

        Raises:
            RuntimeError: called from the thread itself, or after `close`.
        """
        if threading.current_thread() is self._thread:
            raise RuntimeError("a write inside a write would wait for itself")
        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                raise RuntimeError("the vault is closed")
            self._queue.put((work, future))
        return future.result()

    def close(self) -> None:
        """Do what is queued, then end."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        unsettled = False
        while True:
            try:
                item = self._queue.get(timeout=_IDLE_S if unsettled else None)
            except queue.Empty:
                self._settle()
                unsettled = False
                continue
            if item is None:
                break
            self._do(*item)
            unsettled = True
            del item  # the work's closure may hold much
        self._settle()

    @staticmethod
    def _do(work: Callable[[], Any], future: Future[Any]) -> None:
        try:
            result = work()
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(result)
