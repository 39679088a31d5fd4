"""Both languages to choose from, each in its own words: who cannot read the page must find the one they can."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.ui.widgets.basics import button


class LanguageChoice(QWidget):
    """A button for each language of the window.

    Args:
        language: "zh" or "en", the one in force.

    Attributes:
        buttons: by language.

    Signals:
        chosen: "zh" or "en".
    """

    chosen = Signal(str)

    def __init__(self, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons = {"zh": button("small"), "en": button("small")}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for code, name in (("zh", "中文"), ("en", "English")):
            chooser = self.buttons[code]
            chooser.setText(name)
            chooser.setCheckable(True)
            chooser.setAutoExclusive(True)
            chooser.setChecked(code == language)
            chooser.clicked.connect(lambda _checked, one=code: self.chosen.emit(one))
            row.addWidget(chooser)
        row.addStretch(1)
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        for chooser in self.buttons.values():
            chooser.setAccessibleDescription(self.tr("Language of the window"))
