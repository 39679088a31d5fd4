"""The word in the status line that says when the vault was last backed up, and opens the list."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QEvent, Slot
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.domain.backups import BackupState
from desktop_app.domain.events import BackupsChanged
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.texts import format_moment
from desktop_app.ui.widgets.basics import Button


class BackupMark(Button):
    """Follows `BackupsChanged`; `clicked` asks for the list.

    Args:
        read_state: how the backups stand; blocks.
        bridge: brings the events.
    """

    def __init__(self, read_state: Callable[[], BackupState], bridge: EventBridge, parent: QWidget | None = None):
        super().__init__("link", parent)
        self._state: BackupState | None = None
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        bridge.event.connect(self._on_event)
        self._retranslate()
        bridge.run("read", read_state, done=self._take)

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, BackupsChanged):
            self._take(event.state)

    def _take(self, state: BackupState) -> None:
        self._state = state
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        state = self._state or BackupState()
        if state.error:
            text = self.tr("backup failed")
        elif state.last is None:
            text = self.tr("no backup yet")
        else:
            text = self.tr("backed up {time}").format(time=format_moment(state.last.made_at_ms, date.today()))
        if state.second_error and not state.error:
            text = self.tr("{state}, second place failed").format(state=text)
        self.setText(text)
        self.setAccessibleName(self.tr("{state}: the backups of this vault").format(state=text))
