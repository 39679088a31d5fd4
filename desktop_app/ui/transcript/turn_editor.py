"""The card in which a message is edited to be sent again beside the old one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.ui.message_edit import MessageEdit
from desktop_app.ui.texts import translate
from desktop_app.ui.widgets.basics import button, label, restyle


class TurnEditor(QFrame):
    """Edits one message. What was changed is kept for each turn until it is sent.

    Signals:
        sent: turn and text; `done` or `failed` answers it.
        closed: it went away, sent or not.
    """

    sent = Signal(int, str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._turn_id: int | None = None
        self._kept: dict[int, str] = {}
        self.setProperty("surface", "card")
        self._title = label("heading")
        self._hint = label("caption")
        self._hint.setWordWrap(True)
        self.edit = MessageEdit()
        self.setProperty("ringed", False)
        self.edit.focused.connect(lambda on: restyle(self, "ringed", on))
        self.send_button, self.cancel_button = button("primary"), button()
        self.edit.send_requested.connect(self._send)
        self.edit.textChanged.connect(self._on_text)
        self.send_button.clicked.connect(self._send)
        self.cancel_button.clicked.connect(self.leave)
        actions = QHBoxLayout()
        actions.setSpacing(8)
        actions.addWidget(self._hint, 1)
        actions.addWidget(self.cancel_button)
        actions.addWidget(self.send_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 10, 14, 10)
        layout.setSpacing(8)
        layout.addWidget(self._title)
        layout.addWidget(self.edit)
        layout.addLayout(actions)
        self.hide()
        self._retranslate()

    @property
    def turn_id(self) -> int | None:
        """The turn whose message is edited, None while it is closed."""
        return self._turn_id

    def open_turn(self, turn_id: int, text: str) -> None:
        """Edit a message, from where it was left the last time."""
        self._keep()
        self._turn_id = turn_id
        self.edit.setPlainText(self._kept.get(turn_id, text))
        self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)
        self.set_busy(False)
        self.show()
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def set_busy(self, busy: bool) -> None:
        """Take no keys while it is being sent."""
        self.edit.setReadOnly(busy)
        self.send_button.setEnabled(not busy and bool(self.edit.toPlainText().strip()))

    def done(self) -> None:
        """It was stored."""
        if self._turn_id is not None:
            self._kept.pop(self._turn_id, None)
            self._close()

    @Slot()
    def leave(self) -> None:
        """Close without sending; what was changed is there the next time."""
        if self._turn_id is not None:
            self._keep()
            self._close()

    def _keep(self) -> None:
        if self._turn_id is not None:
            self._kept[self._turn_id] = self.edit.toPlainText()

    def _close(self) -> None:
        self._turn_id = None
        self.hide()
        self.edit.clear()
        self.closed.emit()

    @Slot()
    def _send(self) -> None:
        text = self.edit.toPlainText().strip()
        if self._turn_id is not None and text and not self.edit.isReadOnly():
            self.set_busy(True)
            self.sent.emit(self._turn_id, text)

    @Slot()
    def _on_text(self) -> None:
        self.send_button.setEnabled(not self.edit.isReadOnly() and bool(self.edit.toPlainText().strip()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
            return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self._title.setText(translate("Transcript", "Edit and resend"))
        self._hint.setText(
            translate("Transcript", "The old message stays with what followed it, as another version; ‹ › leads there.")
        )
        self.send_button.setText(translate("Transcript", "Resend"))
        self.cancel_button.setText(translate("Transcript", "Cancel"))
        self.edit.setAccessibleName(translate("Transcript", "The message to send in its place"))
        self.send_button.setAccessibleName(translate("Transcript", "Send the edited message"))
        self.cancel_button.setAccessibleName(translate("Transcript", "Leave the message as it is"))
