"""What Qt says goes to the log rather than to the terminal, without what it may quote."""

from __future__ import annotations

import atexit
import logging
import sys
from typing import Final

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from desktop_app.domain.patterns import Pattern

_log = logging.getLogger("retrace.qt")

_LEVELS: Final = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
}
_OF_NO_USE: Final = "This plugin does not support propagateSizeHints()"  # the offscreen platform, at every window
# Qt names the place first, "QAction::event: …"; what follows may quote a text, a file or an address.
_ORIGIN: Final = Pattern(r"Q\w+(?:::\w+)?(?=[:( ])")


def log_qt_messages() -> None:
    """Send Qt's messages to the logger ``retrace.qt`` from now on."""
    if not _log.handlers:
        _log.addHandler(logging.NullHandler())  # without a log the terminal stays quiet
    qInstallMessageHandler(_handle)
    # Qt may still speak while the process ends, when there is no interpreter left to call.
    atexit.register(qInstallMessageHandler, None)


def _handle(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    if kind == QtMsgType.QtFatalMsg:  # the process ends with it: say why, whoever listens
        print(message, file=sys.stderr)
    elif message != _OF_NO_USE:
        origin = _ORIGIN.match(message)
        category = context.category or "default"
        _log.log(_LEVELS[kind], "Qt (%s): %s", category, origin[0] if origin else "a message")
