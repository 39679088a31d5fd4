"""Waiting on the GUI thread while the window goes on painting."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QDeadlineTimer, QEventLoop, QTimer

_LOOK_EVERY_MS = 10


def wait_until(condition: Callable[[], bool], timeout_ms: int) -> bool:
    """Run the event loop, asleep between events, until a condition holds or the time is over.

    Returns:
        Whether the condition holds.
    """
    if condition():
        return True
    loop = QEventLoop()
    deadline = QDeadlineTimer(timeout_ms)
    timer = QTimer()
    timer.timeout.connect(lambda: loop.quit() if condition() or deadline.hasExpired() else None)
    timer.start(_LOOK_EVERY_MS)
    loop.exec()
    timer.stop()
    return condition()


def settle(milliseconds: int) -> None:
    """Let the window work off what is queued, for a moment at least."""
    wait_until(QDeadlineTimer(milliseconds).hasExpired, milliseconds + _LOOK_EVERY_MS)
