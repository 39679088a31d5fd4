"""Between the lanes and the window: events and results arrive on the GUI thread.

Services announce events and finish work on threads of their own. Qt objects may be touched on
the GUI thread only, and signals emitted by foreign threads have crashed Qt bindings when each
view had its own connection. So there is one object with one queued connection; everything
else connects to `EventBridge.event`, which is emitted on the GUI thread.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance, Slot
from shiboken6 import isValid

from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Event, Notice

_log = logging.getLogger(__name__)


class Bus(Protocol):
    """The part of the services' event bus that the window needs."""

    def subscribe(self, callback: Callable[[Event], None]) -> Callable[[], None]:
        """Call ``callback`` with every event, on any thread. Returns the way to unsubscribe."""


class Tasks(Protocol):
    """The part of the services' lanes that the window needs."""

    def submit(self, lane: str, fn: Callable[..., Any], *args: Any) -> Future[Any]:
        """Run ``fn(*args)`` on a lane: turn, background or read."""


class _Result:
    """A finished piece of work on its way to the GUI thread."""

    __slots__ = ("done", "failed", "future", "owner")

    def __init__(
        self,
        future: Future[Any],
        done: Callable[[Any], None] | None,
        failed: Callable[[UserError], None] | None,
        owner: QObject | None,
    ) -> None:
        self.future = future
        self.done = done
        self.failed = failed
        self.owner = owner


class _Relay(QObject):
    """Carries items to the GUI thread. A signal called ``event`` would hide `QObject.event`."""

    arrived = Signal(object)  # from any thread
    relayed = Signal(object)  # on the GUI thread

    def __init__(self, handle: Callable[[object], None], parent: QObject | None) -> None:
        super().__init__(parent)
        self._handle = handle
        self.arrived.connect(self._receive, Qt.ConnectionType.QueuedConnection)

    @Slot(object)
    def _receive(self, item: object) -> None:
        self._handle(item)


class EventBridge:
    """Re-emits the services' events on the GUI thread and runs work on their lanes.

    Made on the GUI thread. `event` is the signal to connect to; use a ``@Slot(object)`` method
    of a QObject as the receiver, so that the connection ends with it.
    """

    def __init__(self, bus: Bus, tasks: Tasks, parent: QObject | None = None) -> None:
        self._tasks = tasks
        self._closed = False
        self._relay = _Relay(self._deliver, parent)
        self._unsubscribe = bus.subscribe(self._post)

    @property
    def event(self) -> SignalInstance:
        """Every `domain.events.Event`, emitted on the GUI thread in the order of announcement."""
        return self._relay.relayed

    def run(
        self,
        lane: str,
        fn: Callable[..., Any],
        *args: Any,
        done: Callable[[Any], None] | None = None,
        failed: Callable[[UserError], None] | None = None,
        owner: QObject | None = None,
    ) -> None:
        """Run ``fn(*args)`` on a lane and deliver its result on the GUI thread.

        Args:
            lane: turn, background or read.
            fn: what to run; it may block.
            args: its arguments.
            done: called with the result.
            failed: called with the error; without it the failure becomes a `Notice`. An error not
                meant for people arrives as ``internal_error`` and is logged without its text.
            owner: the object the callbacks belong to, where they are not its bound methods.
                Nothing is called once it has been deleted.
        """
        future = self._tasks.submit(lane, fn, *args)
        if owner is None:
            owner = next((o for o in map(_receiver, (done, failed)) if o is not None), None)
        future.add_done_callback(lambda finished: self._post(_Result(finished, done, failed, owner)))

    def close(self) -> None:
        """Stop listening. Work still running finishes without anybody being called."""
        if not self._closed:
            self._closed = True
            self._unsubscribe()

    def _post(self, item: object) -> None:
        if not self._closed and isValid(self._relay):
            self._relay.arrived.emit(item)

    def _deliver(self, item: object) -> None:
        if self._closed:
            return
        if isinstance(item, _Result):
            self._deliver_result(item)
        else:
            self.event.emit(item)

    def _deliver_result(self, result: _Result) -> None:
        if result.future.cancelled() or (result.owner is not None and not isValid(result.owner)):
            return
        error = result.future.exception()
        if error is None:
            if result.done is not None:
                result.done(result.future.result())
            return
        if not isinstance(error, UserError):
            _log.error("work on a lane failed", exc_info=_without_text(error))
        if result.failed is not None:
            result.failed(as_user_error(error))
        else:
            self.event.emit(Notice(as_user_error(error)))


def as_user_error(error: BaseException) -> UserError:
    """The error itself if it is meant for people, else ``internal_error`` with its type's name."""
    return error if isinstance(error, UserError) else UserError("internal_error", kind=type(error).__name__)


def _receiver(callback: Callable[..., object] | None) -> QObject | None:
    target = getattr(callback, "__self__", None)
    return target if isinstance(target, QObject) else None


def _without_text(error: BaseException) -> Exception:
    """The same kind of error and place without its text, which may quote what was said."""
    return Exception(type(error).__name__).with_traceback(error.__traceback__)
