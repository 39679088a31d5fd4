"""A line edit whose Enter never ends an input-method composition early."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class LineEdit(QLineEdit):
    """Enter while characters are being composed belongs to the input method, not to the field or its dialog."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preedit = ""

    @property
    def is_composing(self) -> bool:
        """Whether an input method holds characters that are not text yet."""
        return bool(self._preedit)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember whether something is being composed."""
        self._preedit = event.preeditString()
        super().inputMethodEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Losing the focus ends a composition."""
        self._preedit = ""
        super().focusOutEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Swallow Enter while composing."""
        if event.key() in ENTER_KEYS and self.is_composing:
            event.accept()
            return
        super().keyPressEvent(event)
