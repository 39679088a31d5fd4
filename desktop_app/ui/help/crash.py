"""What went wrong the last time, to be read, copied or deleted; nothing is ever sent."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from desktop_app.support.crash_log import CrashLog
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.widgets.basics import button, label


class CrashDialog(Dialog):
    """Offers the log of an earlier run's error.

    Args:
        text: the log.
        crashes: deletes it.
        parent: the window.
    """

    def __init__(self, text: str, crashes: CrashLog, parent: QWidget | None = None) -> None:
        super().__init__(parent, 560)
        self._crashes = crashes
        self._told = label("body")
        self._told.setWordWrap(True)
        self._log = QPlainTextEdit(text)
        self._log.setReadOnly(True)
        self._log.setMinimumHeight(180)
        self._log.setTabChangesFocus(True)
        self._copy = button()
        self._copy.clicked.connect(self._copy_log)
        self.buttons.insertWidget(0, self._copy)
        self.cancel_button.clicked.disconnect()
        self.cancel_button.clicked.connect(self._delete)
        self.body.addWidget(self._told)
        self.body.addWidget(self._log, 1)
        self.retranslate()

    @Slot()
    def _copy_log(self) -> None:
        QGuiApplication.clipboard().setText(self._log.toPlainText())
        self._copy.setText(self.tr("Copied"))

    @Slot()
    def _delete(self) -> None:
        self._crashes.delete()
        self.reject()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Something went wrong the last time"))
        self._told.setText(
            self.tr(
                "The program noted an error that it did not expect. The note names places in the program and holds"
                " nothing of what was said. It stays on this machine unless you copy it."
            )
        )
        self._log.setAccessibleName(self.tr("Note of the error"))
        self._copy.setText(self.tr("Copy"))
        self.cancel_button.setText(self.tr("Delete"))
        self.accept_button.setText(self.tr("Keep and close"))
