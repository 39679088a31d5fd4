"""Who may use a worker next: one call at a time, what a person waits for first."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Final

_POLL_S: Final = 0.05


class Priority(IntEnum):
    """Lower goes first."""

    INTERACTIVE = 0  # somebody waits for it; it stops what runs with a lower priority
    AHEAD = 1  # somebody may ask for it soon
    BACKGROUND = 2


class Preempted(Exception):
    """The call was cancelled before its turn came."""


class Scheduler:
    """Serialises calls to one worker by priority, in order of arrival within one."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[tuple[Priority, int]] = []
        self._tickets = 0
        self._running: tuple[Priority, threading.Event] | None = None

    @contextmanager
    def turn(self, priority: Priority, stop: threading.Event, cancel: threading.Event | None = None) -> Iterator[None]:
        """Wait for the worker and hold it for the body of a ``with``.

        Args:
            priority: an interactive call stops a running one that is not.
            stop: set when this call has to make way while it runs.
            cancel: set by the caller to give up waiting.

        Raises:
            Preempted: ``cancel`` was set before the turn came.
        """
        with self._changed:
            self._tickets += 1
            ticket = (priority, self._tickets)
            self._waiting.append(ticket)
            try:
                while self._running is not None or min(self._waiting) != ticket:
                    if cancel is not None and cancel.is_set():
                        raise Preempted
                    self._make_way(priority)
                    self._changed.wait(_POLL_S if cancel is not None else None)
                self._running = (priority, stop)
            finally:
                self._waiting.remove(ticket)
                self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._running = None
                self._changed.notify_all()

    def _make_way(self, priority: Priority) -> None:
        if priority is Priority.INTERACTIVE and self._running is not None:
            running, stop = self._running
            if running is not Priority.INTERACTIVE:
                stop.set()
