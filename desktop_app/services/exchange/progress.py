"""Work that takes a while: how far it is, and the wish that it end."""

from __future__ import annotations

import threading
import time

from desktop_app.domain.errors import UserError
from desktop_app.domain.events import ExchangeProgress
from desktop_app.services.bus import EventBus

_SAY_EVERY_S = 0.1


class Progress:
    """Announces progress at most ten times a second, and ends the work where that was asked for.

    Args:
        bus: hears of it.
    """

    def __init__(self, bus: EventBus) -> None:
        self._bus = bus
        self._cancelled = threading.Event()
        self._total = self._done = 0
        self._said = 0.0

    def cancel(self) -> None:
        """End the work at its next step. Callable from any thread."""
        self._cancelled.set()

    def expect(self, steps: int) -> None:
        """Say how many steps there will be from now on."""
        self._total, self._done = steps, 0

    def step(self) -> None:
        """Say that one more is done.

        Raises:
            UserError: ``exchange_cancelled``.
        """
        self.check()
        self._done += 1
        now = time.monotonic()
        if now - self._said >= _SAY_EVERY_S or self._done == self._total:
            self._said = now
            self._bus.publish(ExchangeProgress(self._done, self._total))

    def check(self) -> None:
        """Raise ``exchange_cancelled`` where that was asked for."""
        if self._cancelled.is_set():
            raise UserError("exchange_cancelled")
