"""Typing where nothing can be typed: the characters go to the composer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class TypeAhead(QObject):
    """Hands printable characters that reach a widget to somebody else.

    Keys of commands stay where they are, and so does the space bar, which scrolls and selects.
    A field inside the widget, such as one that renames a row, has its own focus and its own keys;
    characters an input method composes never arrive as keys.
    """

    def __init__(self, watched: QWidget, take: Callable[[QKeyEvent], object]) -> None:
        super().__init__(watched)
        self._take = take
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pass a printable character on."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and is_typing(event):
            self._take(event)
            return True
        return super().eventFilter(watched, event)


def is_typing(event: QKeyEvent) -> bool:
    """Whether a key writes a character."""
    text = event.text()
    return bool(text) and text.isprintable() and not text.isspace() and not event.modifiers() & _COMMANDS
