"""The event bus: services publish, front ends subscribe. Knows nothing of threads or Qt."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from desktop_app.domain.events import Event

_log = logging.getLogger(__name__)


class EventBus:
    """Calls every subscriber in the publishing thread, in the order of subscription.

    A subscriber that raises is logged by type and does not stop the others: no view may break a turn.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscribers: list[Callable[[Event], None]] = []

    def subscribe(self, callback: Callable[[Event], None]) -> Callable[[], None]:
        """Add a subscriber; returns the function that takes it away again."""
        with self._lock:
            self._subscribers.append(callback)

        def unsubscribe() -> None:
            with self._lock:
                if callback in self._subscribers:
                    self._subscribers.remove(callback)

        return unsubscribe

    def publish(self, event: Event) -> None:
        """Hand an event to every subscriber."""
        with self._lock:
            subscribers = list(self._subscribers)
        for callback in subscribers:
            try:
                callback(event)
            except Exception as error:  # a broken view must not break a turn
                _log.error("a subscriber failed on %s: %s", type(event).__name__, type(error).__name__)
