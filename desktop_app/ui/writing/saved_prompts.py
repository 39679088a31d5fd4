"""Saved prompts in the composer: "/" at its beginning lists them, further characters filter, Enter puts one in."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QListWidget, QVBoxLayout

from desktop_app.domain.named_texts import NamedText
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.message_edit import MessageEdit
from desktop_app.ui.texts import shortened, translate
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.widgets.basics import label
from desktop_app.ui.widgets.line_edit import ENTER_KEYS

_SHOWN = 8
_TEXT_CHARACTERS = 48
_WIDTH_PX = 460
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class SavedPrompts(QObject):
    """Watches a message field; while its list is shown, the arrows, Enter, Tab and Escape are the list's.

    Signals:
        edit_requested: show the saved prompts, for changing them.
        chosen: a prompt to put into the field.
    """

    edit_requested = Signal()
    chosen = Signal(object)  # NamedText

    def __init__(self, services: Services, bridge: EventBridge, themes: ThemeManager, edit: MessageEdit) -> None:
        super().__init__(edit)
        self._services = services
        self._bridge = bridge
        self._themes = themes
        self._edit = edit
        self._found: tuple[NamedText, ...] = ()
        self._dismissed = False  # by Escape, until the field no longer begins with "/"
        # Inside the window and without focus of its own, so that the input method stays with the field.
        self.frame = QFrame(edit)
        self.frame.setProperty("surface", "card")
        self.list = QListWidget()
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # long texts end in "…"
        self.list.itemClicked.connect(self._take_current)
        self._hint = label("caption")
        self._hint.setContentsMargins(10, 2, 10, 4)
        column = QVBoxLayout(self.frame)
        column.setContentsMargins(4, 4, 4, 4)
        column.setSpacing(2)
        column.addWidget(self.list)
        column.addWidget(self._hint)
        self.frame.hide()
        edit.installEventFilter(self)
        edit.textChanged.connect(self._on_text)

    @property
    def is_shown(self) -> bool:
        """Whether the list is open."""
        return not self.frame.isHidden()

    @Slot()
    def _on_text(self) -> None:
        if not self._edit.document().begin().text().startswith("/"):  # cheap for a megabyte
            self._dismissed = False
            self.frame.hide()
        elif not self._dismissed and self._edit.document().blockCount() == 1:
            self._bridge.run("read", self._services.prompts.list, done=self._show, owner=self)
        else:
            self.frame.hide()

    def _show(self, prompts: tuple[NamedText, ...]) -> None:
        text = self._edit.toPlainText()
        if not text.startswith("/") or self._dismissed or not self._edit.hasFocus():
            return
        words = text[1:].casefold().split()
        self._found = tuple(
            one for one in prompts if all(word in f"{one.name} {one.text}".casefold() for word in words)
        )
        if words and not self._found:
            self.frame.hide()  # "/etc/hosts" is a message like any other
            return
        self.list.clear()
        for one in self._found:
            self.list.addItem(f"{one.name}  {shortened(one.text, _TEXT_CHARACTERS)}")
        self.list.addItem(translate("SavedPrompts", "Edit saved prompts…"))
        self.list.setCurrentRow(0)
        self.list.setAccessibleName(translate("SavedPrompts", "Saved prompts"))
        self._hint.setText(translate("SavedPrompts", "Enter puts it in, Esc closes the list"))
        self._place()

    def _place(self) -> None:
        window = self._edit.window()
        if self.frame.parentWidget() is not window:
            self.frame.setParent(window)  # the field itself would cut it off
        rows = min(_SHOWN, self.list.count())
        self.frame.ensurePolished()
        self.list.ensurePolished()
        self.list.setFixedHeight(rows * max(1, self.list.sizeHintForRow(0)) + 4)
        self.frame.setFixedWidth(min(self._themes.theme.px(_WIDTH_PX), self._edit.width()))
        self.frame.adjustSize()
        corner = self._edit.mapTo(window, QPoint(0, 0))
        self.frame.move(corner.x(), max(0, corner.y() - self.frame.height() - 14))
        self.frame.show()
        self.frame.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys of the list while it is shown and no input method composes."""
        if event.type() == QEvent.Type.FocusOut:
            self.frame.hide()
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self.is_shown:
            return not self._edit.is_composing and self._take_key(event)
        return False

    def _take_key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if key in _MOVES:
            self.list.setCurrentRow((self.list.currentRow() + _MOVES[key]) % self.list.count())
        elif key in (*ENTER_KEYS, Qt.Key.Key_Tab) and event.modifiers() in _PLAIN:
            self._take_current()
        elif key == Qt.Key.Key_Escape:
            self._dismissed = True
            self.frame.hide()
        else:
            return False
        return True

    @Slot()
    def _take_current(self) -> None:
        row = self.list.currentRow()
        self.frame.hide()
        if 0 <= row < len(self._found):
            self.chosen.emit(self._found[row])
        else:
            self._edit.clear()
            self.edit_requested.emit()
