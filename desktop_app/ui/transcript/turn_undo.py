"""The line above the composer that undoes the deletion of a turn for twenty seconds."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from desktop_app.ui.texts import translate
from desktop_app.ui.widgets.basics import button, label


class TurnUndo(QFrame):
    """Shown while a deletion can be undone."""

    undo_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "card")
        self._words = label("caption")
        self.undo_button = button("link")
        self.undo_button.clicked.connect(self.undo_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 14, 8)
        layout.addWidget(self._words, 1)
        layout.addWidget(self.undo_button)
        self.hide()
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self._words.setText(translate("Transcript", "Message and reply deleted"))
        self.undo_button.setText(translate("Transcript", "Undo"))
        self.undo_button.setAccessibleName(translate("Transcript", "Undo the deletion"))
        keys = QKeySequence(QKeySequence.StandardKey.Undo)
        self.undo_button.setToolTip(keys.toString(QKeySequence.SequenceFormat.NativeText))
