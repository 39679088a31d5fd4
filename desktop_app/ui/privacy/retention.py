"""Why something is erased before the end of a patient's period: the question, and a deletion that asks it."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from desktop_app.domain.consent import ErasureReason
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.patients.words import reason_name
from desktop_app.ui.texts import format_date
from desktop_app.ui.widgets.basics import label


class RetentionReason(QWidget):
    """Says until when a record is to be kept and asks for a reason; hidden where it need not be kept.

    Signals:
        changed: another reason was chosen, or whether one is needed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._until: date | None = None
        self.kept = label("warning")
        self.kept.setWordWrap(True)
        self.reason = QComboBox()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(self.kept)
        layout.addWidget(self.reason)
        self.reason.currentIndexChanged.connect(self.changed)
        self.hide()
        self.retranslate()

    @property
    def value(self) -> str:
        """The name of the reason, "" where none was chosen."""
        return str(self.reason.currentData() or "")

    @property
    def is_given(self) -> bool:
        """Whether a reason was chosen, or none is needed."""
        return self._until is None or bool(self.value)

    def set_until(self, until: date | None) -> None:
        """Say until when the record is to be kept; None where nothing is asked."""
        self._until = until
        self.setVisible(until is not None)
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Name everything in the language in force."""
        day = format_date(self._until, date.today()) if self._until is not None else ""
        self.kept.setText(self.tr("The record is to be kept until {day}. Why is it erased before?").format(day=day))
        self.reason.setAccessibleName(self.tr("Reason for erasing"))
        self.reason.setAccessibleDescription(self.tr("Noted in the audit log, without what was said"))
        chosen = max(0, self.reason.currentIndex())
        self.reason.clear()
        self.reason.addItem(self.tr("Choose a reason"), "")
        for reason in ErasureReason:
            self.reason.addItem(reason_name(reason), reason.value)
        self.reason.setCurrentIndex(chosen)
        self.changed.emit()


class ReasonedDeletion(Dialog):
    """Asks whether to delete, and why before the end of the period.

    Args:
        parent: stands behind it.
        until: the day until which the record is to be kept.
        title, question, told: what is asked, and what goes with it.

    Signals:
        confirmed: delete, for this reason.
    """

    confirmed = Signal(str)

    def __init__(self, parent: QWidget, until: date, title: str, question: str, told: str) -> None:
        super().__init__(parent, 520)
        self._title = title
        for role, words in (("body", question), ("muted", told)):
            text = label(role)
            text.setWordWrap(True)
            text.setText(words)
            self.body.addWidget(text)
        self.retention = RetentionReason()
        self.retention.set_until(until)
        self.retention.changed.connect(self._show_state)
        self.body.addWidget(self.retention)
        self.retranslate()
        self._show_state()

    @Slot()
    def _show_state(self) -> None:
        self.accept_button.setEnabled(self.retention.is_given)

    def accept(self) -> None:
        """Delete, once there is a reason."""
        if self.retention.is_given:
            self.confirmed.emit(self.retention.value)
            super().accept()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self._title)
        self.accept_button.setText(self.tr("Delete"))
        self.cancel_button.setText(self.tr("Keep"))
        self.retention.retranslate()
