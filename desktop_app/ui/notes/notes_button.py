"""The way to the notes of the open session, beside the composer of a clinical vault."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

from desktop_app.domain.conversation import VaultKind
from desktop_app.ui.widgets.basics import Button


class NotesButton(Button):
    """Shows nothing in a personal vault, and nothing while no session is open."""

    def __init__(self, kind: VaultKind, parent: QWidget) -> None:
        super().__init__("small", parent)
        self._kind = kind
        self._retranslate()
        self.hide()

    def show_session(self, session_id: int | None) -> None:
        """Turn to another session."""
        self.setVisible(self._kind is VaultKind.CLINICAL and session_id is not None)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setText(self.tr("Notes…"))
        self.setAccessibleName(self.tr("Notes and hand-outs of this session"))
        self.setAccessibleDescription(self.tr("Drafts a note from what was said, each sentence with its source."))
