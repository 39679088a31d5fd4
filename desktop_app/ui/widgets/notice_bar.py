"""A strip that says what went wrong and what to do, until it is dismissed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.domain.errors import UserError
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.widgets.basics import button, label


class NoticeBar(QWidget):
    """Shows one `UserError` in words.

    Signals:
        dismissed: it is gone.
        put_away: the `UserError` that somebody took away; before ``dismissed``.
    """

    dismissed = Signal()
    put_away = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._error: UserError | None = None
        self._person_id: int | None = None
        self.setProperty("surface", "warning")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title = label("heading")
        self._title.setWordWrap(True)
        self._advice = label("muted")
        self._advice.setWordWrap(True)
        self._dismiss = button("link")
        self._dismiss.clicked.connect(self._put_away)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self._title)
        texts.addWidget(self._advice)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 10, 16, 10)
        layout.setSpacing(16)
        layout.addLayout(texts, 1)
        layout.addWidget(self._dismiss)
        self.hide()
        self._retranslate()

    @property
    def error(self) -> UserError | None:
        """What is shown, None where nothing is."""
        return self._error

    def show_error(self, error: UserError, person_id: int | None = None) -> None:
        """Show an error in the place of the one before; ``person_id`` says with whom on screen it came up."""
        self._error, self._person_id = error, person_id
        self._retranslate()
        self.show()

    def dismiss_codes(self, *prefixes: str) -> None:
        """Take the strip away if what it says is over: an error whose code begins so."""
        if self._error is not None and self._error.code.startswith(prefixes):
            self.dismiss()

    def dismiss_unless_of(self, person_id: int | None) -> None:
        """Take the strip away where it names somebody or came up with another person on screen.

        It must not stand over another's record, nor say what is over.
        """
        if self._error is None:
            return
        elsewhere = self._person_id is not None and self._person_id != person_id
        if elsewhere or "person" in self._error.facts:
            self.dismiss()

    @Slot()
    def _put_away(self) -> None:
        self.put_away.emit(self._error)
        self.dismiss()

    @Slot()
    def dismiss(self) -> None:
        """Take the strip away."""
        self._error = None
        self.hide()
        self.dismissed.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self._dismiss.setText(self.tr("Dismiss"))
        self._dismiss.setAccessibleName(self.tr("Dismiss this message"))
        if self._error is not None:
            text = error_text(self._error)
            self._title.setText(text.title)
            self._advice.setText(text.advice)
            self.setAccessibleName(text.line)
