"""Decides when the window is covered and when the program locks itself."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication

from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.privacy.cover import Cover
from desktop_app.ui.privacy.idle import IdleWatch, SystemLock


class PrivacyGuard(QObject):
    """Covers after a short time without input, locks after a long one, at a key, or with the desktop.

    Locking ends the process and starts it anew, so that no text stays in its memory; it needs something
    that the person must enter to get back in. Without a passphrase the cover is all there is.

    Signals:
        lock_requested: end this process and start it at the question for the passphrase.
        refused: why it cannot lock.
    """

    lock_requested = Signal()
    refused = Signal(object)  # UserError

    def __init__(
        self, application: QApplication, services: Services, bridge: EventBridge, cover: Cover, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._cover = cover
        self._cover_watch = IdleWatch(application, parent=self)
        self._lock_watch = IdleWatch(application, parent=self)
        self._cover_watch.idle.connect(cover.cover)
        self._lock_watch.idle.connect(self._lock_or_cover)
        self._system = SystemLock(self)
        self._system.locking.connect(self._on_system)
        bridge.event.connect(self._on_event)
        self._take_settings()

    @Slot()
    def lock(self) -> None:
        """Lock, where there is a passphrase to come back with."""
        if self._services.vault_keys.protected:
            self._cover.seal()  # closing takes a moment, and the text must not show in it
            self.lock_requested.emit()
        else:
            self.refused.emit(UserError("lock_needs_passphrase"))

    @Slot()
    def _lock_or_cover(self) -> None:
        if self._services.vault_keys.protected:
            self.lock()
        else:
            self._cover.cover()

    @Slot()
    def _on_system(self) -> None:
        if self._services.settings.get().privacy.lock_with_system:
            self._lock_or_cover()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, Changed) and event.settings:
            self._take_settings()

    def _take_settings(self) -> None:
        privacy = self._services.settings.get().privacy
        self._cover_watch.set_minutes(privacy.cover_after_minutes)
        self._lock_watch.set_minutes(privacy.lock_after_minutes)
