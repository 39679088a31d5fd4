"""The keys that hide what shows: they work in every window and dialog of the program."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication

_FIRST_SPECIAL_KEY = 0x01000000  # of `Qt.Key`: below are the characters


class PrivacyKeys(QObject):
    """Triggers actions of the window from where the window's own keys do not reach: its dialogs, also modal ones.

    Qt asks a shortcut only in the window that has it, and none at all behind a modal dialog. What arrives here as a
    key was nobody's shortcut.

    Args:
        application: whose keys are looked at.
        actions: the window's, with their keys.
        parent: lives as long.
    """

    def __init__(self, application: QApplication, actions: Sequence[QAction], parent: QObject) -> None:
        super().__init__(parent)
        self._actions = {key: action for action in actions for key in action.shortcuts()}
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys of the actions before any field or button sees them."""
        if event.type() is not QEvent.Type.KeyPress:
            return False
        assert isinstance(event, QKeyEvent)
        if event.modifiers().value == 0 and event.key() < _FIRST_SPECIAL_KEY:
            return False  # a letter: no need to look it up
        action = self._actions.get(QKeySequence(event.keyCombination()))
        if action is None or not action.isEnabled():
            return False
        if not event.isAutoRepeat():
            action.trigger()
        return True
