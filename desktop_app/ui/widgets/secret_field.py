"""A field for a passphrase: dots, and a switch that shows what was typed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from desktop_app.ui.texts import translate
from desktop_app.ui.widgets.basics import button
from desktop_app.ui.widgets.line_edit import LineEdit


class SecretField(QWidget):
    """A line of dots. Screen readers hear that it is a password field and never what is in it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = LineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        # Chinese passphrases need the input method, which Qt turns off for password fields.
        self.field.setInputMethodHints(Qt.InputMethodHint.ImhSensitiveData | Qt.InputMethodHint.ImhNoPredictiveText)
        self.field.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        self._show = button()
        self._show.setCheckable(True)
        self._show.toggled.connect(self._on_shown)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self._show)
        self.setFocusProxy(self.field)

    def text(self) -> str:
        """What was typed."""
        return self.field.text()

    def clear(self) -> None:
        """Forget what was typed."""
        self.field.clear()

    def name(self, text: str) -> None:
        """Name the field for screen readers and as its placeholder."""
        self.field.setAccessibleName(text)
        self.field.setPlaceholderText(text)
        self._show.setText(translate("Secrets", "Show"))
        self._show.setAccessibleName(translate("Secrets", "Show what is typed"))

    @Slot(bool)
    def _on_shown(self, shown: bool) -> None:
        self.field.setEchoMode(QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password)
        self.field.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
