"""The shortcut table as people read it."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QGridLayout, QWidget

from desktop_app.domain.conversation import VaultKind
from desktop_app.ui.actions import REGION_COMMANDS, commands_of
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.widgets.basics import label


class ShortcutsDialog(Dialog):
    """Lists every command that has a key."""

    def __init__(self, kind: VaultKind, parent: QWidget | None = None) -> None:
        super().__init__(parent, 420)
        self.cancel_button.hide()
        grid = QGridLayout()
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(6)
        self._rows = []
        for number, command in enumerate(c for c in (*REGION_COMMANDS, *commands_of(kind)) if c.keys):
            name, key = label(""), label("key")
            key.setText(QKeySequence(command.keys[0]).toString(QKeySequence.SequenceFormat.NativeText))
            grid.addWidget(name, number, 0)
            grid.addWidget(key, number, 1)
            self._rows.append((command, name))
        grid.setColumnStretch(0, 1)
        self.body.addLayout(grid)
        self.scroll_by_keys()
        self.retranslate()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Keyboard shortcuts"))
        self.accept_button.setText(self.tr("Close"))
        self.name_body(self.windowTitle())
        for command, name in self._rows:
            name.setText(command.text)
