"""Asking for one name."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.widgets.basics import label
from desktop_app.ui.widgets.line_edit import LineEdit


class FolderNameDialog(Dialog):
    """Asks how a new folder is called."""

    submitted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, 380)
        self._label, self._name = label(""), LineEdit()
        self._label.setBuddy(self._name)
        self._name.setMaxLength(100)
        self._name.textChanged.connect(self._check)
        self.body.addWidget(self._label)
        self.body.addWidget(self._name)
        self.retranslate()
        self._check()
        self._name.setFocus()

    def accept(self) -> None:
        """Hand the name over."""
        name = self._name.text().strip()
        if name:
            self.submitted.emit(name)
            super().accept()

    @Slot()
    def _check(self) -> None:
        self.accept_button.setEnabled(bool(self._name.text().strip()))

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("New folder"))
        self.accept_button.setText(self.tr("Create"))
        self._label.setText(self.tr("Name of the folder"))
        self._name.setAccessibleName(self.tr("Name of the folder"))
        self._name.setPlaceholderText(self.tr("for example: the novel, letters, work"))
