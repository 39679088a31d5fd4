"""A word when a reply is finished while nobody looks at the window; never what it says."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication, QMainWindow, QSystemTrayIcon

from desktop_app.domain.events import TurnFinished
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.icons import application_icon
from desktop_app.ui.raising import come_forward
from desktop_app.ui.texts import product_name


class ReplyNotices(QObject):
    """Asks for a look at the window, and tells the desktop where it has a place for notices.

    Args:
        window: whose replies.
        bridge: tells of them.
        is_watched: whether somebody looks at the program.
    """

    def __init__(
        self,
        window: QMainWindow,
        bridge: EventBridge,
        is_watched: Callable[[], bool] = lambda: QApplication.activeWindow() is not None,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._is_watched = is_watched
        self._tray: QSystemTrayIcon | None = None
        bridge.event.connect(self._on_event)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusWindowChanged.connect(self._on_focus)

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, TurnFinished) and event.ledger is not None and not self._is_watched():
            QApplication.alert(self._window)
            self._tell(self.tr("The reply is finished.") if event.error is None else self.tr("The reply has ended."))

    def _tell(self, text: str) -> None:
        if not (QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()):
            return
        if self._tray is None:
            self._tray = QSystemTrayIcon(application_icon(), self)
            self._tray.messageClicked.connect(self._come)
            self._tray.activated.connect(self._come)
        self._tray.show()
        self._tray.showMessage(product_name(), text, application_icon())

    @Slot()
    def _come(self) -> None:
        come_forward(self._window)

    @Slot()
    def _on_focus(self) -> None:
        if self._tray is not None and self._is_watched():
            self._tray.hide()
