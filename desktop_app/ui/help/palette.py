"""The palette: every command of the window by its name, found as one types, in either language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, QTranslator, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from desktop_app.support.paths import resources_directory
from desktop_app.ui.actions import Command
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.widgets.line_edit import ENTER_KEYS, LineEdit

_MOVING = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}


@dataclass(frozen=True, slots=True)
class _Entry:
    command: Command
    action: QAction
    searched: str  # its name in both languages


class PaletteDialog(Dialog):
    """Lists the commands that can be given now; Enter gives the marked one.

    Args:
        commands: of the window.
        actions: that give them, by the names of the commands.
        parent: the window.
    """

    def __init__(
        self, commands: Sequence[Command], actions: Mapping[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, 520)
        self.cancel_button.hide()
        self.accept_button.hide()
        self._chinese = QTranslator(self)
        self._chinese.load("retrace_zh_CN", str(resources_directory() / "i18n"))
        self._entries = [self._entry(command, actions[command.name]) for command in commands if command.name in actions]
        self._field, self._list = LineEdit(), QListWidget()
        self._field.installEventFilter(self)
        self._field.textChanged.connect(self._fill)
        self._list.setUniformItemSizes(True)
        self._list.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # the keys at the end are never cut
        self._list.setMinimumHeight(320)
        self._list.itemActivated.connect(self._give)
        self._list.itemClicked.connect(self._give)
        self.body.addWidget(self._field)
        self.body.addWidget(self._list, 1)
        self.retranslate()
        self._field.setFocus()

    @property
    def names(self) -> list[str]:
        """What is listed."""
        return [self._list.item(row).text() for row in range(self._list.count())]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrows move in the list and Enter gives the command, while the typing goes on in the field."""
        if watched is self._field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = _MOVING.get(Qt.Key(event.key()))
            if self._field.is_composing:
                return False  # the keys belong to the input method
            if step is not None:
                self._list.setCurrentRow(max(0, min(self._list.count() - 1, self._list.currentRow() + step)))
                return True
            if event.key() in ENTER_KEYS:
                self._give(self._list.currentItem())
                return True
        return super().eventFilter(watched, event)

    @Slot()
    def _fill(self) -> None:
        words = self._field.text().casefold().split()
        self._list.clear()
        for entry in self._entries:
            if entry.action.isEnabled() and all(word in entry.searched for word in words):
                keys = [
                    QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in entry.command.keys
                ]
                item = QListWidgetItem(f"{entry.command.text}\u2003{'  '.join(keys)}".rstrip())
                item.setData(Qt.ItemDataRole.UserRole, entry.command.name)
                self._list.addItem(item)
        self._list.setCurrentRow(0)

    @Slot(QListWidgetItem)
    def _give(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        name = item.data(Qt.ItemDataRole.UserRole)
        action = next(entry.action for entry in self._entries if entry.command.name == name)
        self.accept()
        action.trigger()

    def _entry(self, command: Command, action: QAction) -> _Entry:
        chinese = self._chinese.translate("Commands", command.source_text) or ""
        return _Entry(command, action, f"{command.source_text} {chinese}".casefold())

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Commands"))
        self._field.setPlaceholderText(self.tr("What do you want to do?"))
        self._field.setAccessibleName(self.tr("What do you want to do?"))
        self._list.setAccessibleName(self.tr("Commands"))
        self._fill()
