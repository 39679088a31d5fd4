"""Noticing that nobody is there, and that the desktop is being locked or sent to sleep."""

from __future__ import annotations

import logging
import sys
from typing import cast

from PySide6.QtCore import SLOT, QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication

_log = logging.getLogger(__name__)

_MINUTE_MS = 60_000
_SIGNS_OF_LIFE = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
        QEvent.Type.TabletPress,
        QEvent.Type.InputMethod,
    }
)


class IdleWatch(QObject):
    """Tells when there was no input for so long.

    Signals:
        idle: the time has passed; once, until there is input again.
    """

    idle = Signal()

    def __init__(self, application: QApplication, minutes: int = 0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.idle)
        self.set_minutes(minutes)
        application.installEventFilter(self)

    def set_minutes(self, minutes: int) -> None:
        """Wait for so many minutes; 0 for never."""
        self._timer.setInterval(minutes * _MINUTE_MS)
        if minutes > 0:
            self._timer.start()
        else:
            self._timer.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Begin anew with every sign of life."""
        if self._timer.interval() > 0 and event.type() in _SIGNS_OF_LIFE:
            self._timer.start()
        return False


class SystemLock(QObject):
    """Tells when the desktop locks its screen or the machine goes to sleep, where Linux says so over D-Bus.

    Signals:
        locking: it is about to happen, or has just happened.
    """

    locking = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        if not sys.platform.startswith("linux"):
            return
        from PySide6.QtDBus import QDBusConnection

        heard = [
            QDBusConnection.systemBus().connect(
                "org.freedesktop.login1",
                "",
                "org.freedesktop.login1.Manager",
                "PrepareForSleep",
                self,
                _slot("on_sleep(bool)"),
            ),
            QDBusConnection.systemBus().connect(
                "org.freedesktop.login1", "", "org.freedesktop.login1.Session", "Lock", self, _slot("on_lock()")
            ),
            QDBusConnection.sessionBus().connect(
                "",
                "/org/freedesktop/ScreenSaver",
                "org.freedesktop.ScreenSaver",
                "ActiveChanged",
                self,
                _slot("on_screen_saver(bool)"),
            ),
        ]
        if not any(heard):
            _log.info("this desktop does not tell when it locks")

    @Slot(bool)
    def on_sleep(self, begins: bool) -> None:
        """The machine goes to sleep, or has woken."""
        if begins:
            self.locking.emit()

    @Slot()
    def on_lock(self) -> None:
        """The session is locked."""
        self.locking.emit()

    @Slot(bool)
    def on_screen_saver(self, active: bool) -> None:
        """The screen was locked, or unlocked."""
        if active:
            self.locking.emit()


def _slot(signature: str) -> bytes:
    return cast("bytes", SLOT(signature))  # the stubs ask for bytes, and the call takes nothing but a str
