"""The palette: every command of the window by its name, found as one types, in either language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, QTranslator, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from desktop_app.support.paths import resources_directory
from desktop_app.ui.actions import Command, keys_of
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import label
from desktop_app.ui.widgets.line_edit import ENTER_KEYS, LineEdit

_SCREEN_SHARE = 0.92  # as much of it as any dialog takes
_MOVING = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}


@dataclass(frozen=True, slots=True)
class PalettePlace:
    """Somewhere to go to by its name: a space."""

    name: str
    go: Callable[[], object]


@dataclass(frozen=True, slots=True)
class _Entry:
    text: Callable[[], str]  # in the language in force
    keys: tuple[str, ...]
    searched: str  # its name and other words for it, in both languages
    is_possible: Callable[[], bool]
    give: Callable[[], object]


def _always() -> bool:
    return True


class PaletteDialog(Dialog):
    """Lists the commands that can be given now and the places to go to; Enter gives the marked one.

    Args:
        commands: of the window; where there are none the palette is of places alone.
        actions: that give them, by the names of the commands.
        places: to go to by their names.
        parent: the window.
    """

    def __init__(
        self,
        commands: Sequence[Command],
        actions: Mapping[str, QAction],
        places: Sequence[PalettePlace] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, 520)
        self.cancel_button.hide()
        self.accept_button.hide()
        self._chinese = QTranslator(self)
        self._chinese.load("retrace_zh_CN", str(resources_directory() / "i18n"))
        self._has_commands = bool(commands)
        self._entries = [self._of_command(each, actions[each.name]) for each in commands if each.name in actions]
        self._entries += [self._of_place(place) for place in places]
        self._shown: list[_Entry] = []
        self._field, self._list = LineEdit(), QListWidget()
        self._nothing = label("muted")
        self._nothing.setWordWrap(True)
        self._field.installEventFilter(self)
        self._field.textChanged.connect(self._fill)
        self._list.setUniformItemSizes(True)
        self._list.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # the keys at the end are never cut
        self._list.setMinimumHeight(320)
        self._list.itemActivated.connect(self._give)
        self._list.itemClicked.connect(self._give)
        self.body.addWidget(self._field)
        self.body.addWidget(self._nothing)
        self.body.addWidget(self._list, 1)
        self.retranslate()
        self._field.setFocus()
        self._make_room()

    def _make_room(self) -> None:
        """Be as wide as the longest command with its keys asks for, as far as the screen goes."""
        self._list.ensurePolished()
        around = self._list.verticalScrollBar().sizeHint().width() + 2 * self._list.frameWidth()
        layout = self.layout()
        assert layout is not None
        margins = layout.contentsMargins()
        wanted = self._list.sizeHintForColumn(0) + around + margins.left() + margins.right()
        room = round(self.screen().availableGeometry().width() * _SCREEN_SHARE)
        self.setMinimumWidth(max(self.minimumWidth(), min(wanted, room)))

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
        found = [entry for entry in self._entries if all(word in entry.searched for word in words)]
        self._shown = [entry for entry in found if entry.is_possible()]
        self._list.clear()
        for entry in self._shown:
            keys = [QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in entry.keys]
            self._list.addItem(QListWidgetItem(f"{entry.text()}\u2003{'  '.join(keys)}".rstrip()))
        self._list.setCurrentRow(0)
        nothing = "" if self._shown else self._nothing_text()
        self._nothing.setText(nothing)
        self._nothing.setVisible(bool(nothing))
        self._field.setAccessibleDescription(nothing)

    def _nothing_text(self) -> str:
        if self._has_commands:
            return self.tr("No command has these words. What was said is found with {keys}.").format(
                keys=keys_of("search")
            )
        return self.tr("No other space has this in its name.")

    @Slot(QListWidgetItem)
    def _give(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        entry = self._shown[self._list.row(item)]
        self.accept()
        entry.give()

    def _of_command(self, command: Command, action: QAction) -> _Entry:
        chinese = self._chinese.translate("Commands", command.source_text) or ""
        also = self._chinese.translate("CommandWords", command.also) or "" if command.also else ""
        searched = f"{command.source_text} {chinese} {command.also} {also}".casefold()
        return _Entry(lambda: command.text, command.keys, searched, action.isEnabled, action.trigger)

    def _of_place(self, place: PalettePlace) -> _Entry:
        words = self.tr("Go to {name}")
        chinese = self._chinese.translate("PaletteDialog", "Go to {name}") or ""
        searched = f"go to {place.name} {chinese} {words}".casefold()
        return _Entry(
            lambda: self.tr("Go to {name}").format(name=printable(place.name)), (), searched, _always, place.go
        )

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Commands") if self._has_commands else self.tr("Go to another space"))
        asked = self.tr("What do you want to do?") if self._has_commands else self.tr("Which space?")
        self._field.setPlaceholderText(asked)
        self._field.setAccessibleName(asked)
        self._list.setAccessibleName(self.tr("Commands") if self._has_commands else self.tr("Spaces"))
        self._fill()
