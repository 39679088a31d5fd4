"""The small bar over the turn the pointer is on: copy, edit, ask again, and everything else in a menu."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QCursor, QMouseEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton

from desktop_app.ui.icons import icon
from desktop_app.ui.texts import translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.transcript.page import TranscriptPageBrowser
from desktop_app.ui.transcript.rows import RowKind


class TurnBar(QFrame):
    """Follows the pointer from turn to turn; the keyboard has the same in the context menu.

    Signals:
        shown_for: it came up over this turn.
        pressed: the name of a command ("copy", "edit", "again", "more") and the turn.
    """

    shown_for = Signal(int)
    pressed = Signal(str, int)

    def __init__(self, browser: TranscriptPageBrowser, offers: Callable[[int], frozenset[str]]) -> None:
        super().__init__(browser)
        self._browser = browser
        self._offers = offers
        self.turn_id = 0
        self.setProperty("surface", "card")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2, 1, 2, 1)
        layout.setSpacing(0)
        self.buttons: dict[str, QToolButton] = {}
        for name in ("copy", "edit", "again", "more"):
            made = QToolButton()
            made.setProperty("kind", "quiet")
            made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            made.clicked.connect(lambda _=False, name=name: self.pressed.emit(name, self.turn_id))
            layout.addWidget(made)
            self.buttons[name] = made
        self.hide()
        browser.viewport().installEventFilter(self)
        browser.verticalScrollBar().valueChanged.connect(self.hide)
        self._retranslate()

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in the theme's colour."""
        names = {"copy": "copy", "edit": "pencil", "again": "again", "more": "more"}
        for name, made in self.buttons.items():
            made.setIcon(icon(names[name], theme.color("muted")))

    def set_again_words(self, turn_id: int, words: str) -> None:
        """Say what asking again costs, if this turn is still the one."""
        if turn_id == self.turn_id:
            self.buttons["again"].setToolTip(words)
            self.buttons["again"].setAccessibleDescription(words)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the pointer; go when it leaves the page."""
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            if not event.buttons():
                self._follow(event.position().toPoint())
        elif event.type() == QEvent.Type.Leave and not self._is_under_pointer():
            self.hide()
        return super().eventFilter(watched, event)

    def leaveEvent(self, event: QEvent) -> None:
        """Go with the pointer."""
        super().leaveEvent(event)
        viewport = self._browser.viewport()
        if not viewport.rect().contains(viewport.mapFromGlobal(QCursor.pos())):
            self.hide()

    def _is_under_pointer(self) -> bool:
        return self.geometry().contains(self._browser.mapFromGlobal(QCursor.pos()))

    def _follow(self, where: QPoint) -> None:
        rows = self._browser.rows
        row = rows.row_of(self._browser.cursorForPosition(where).block().userState())
        offered = self._offers(row.turn_id) if row is not None and row.kind is not RowKind.FOLD else frozenset()
        if row is None or not offered:
            self.hide()
            return
        if row.turn_id == self.turn_id and self.isVisible():
            return
        self.turn_id = row.turn_id
        for name, made in self.buttons.items():
            made.setVisible(name in offered)
        self._retranslate()
        self.adjustSize()
        self._place()
        self.show()
        self.raise_()
        self.shown_for.emit(self.turn_id)

    def _place(self) -> None:
        """On the caption line of the question, or at the top of the page where that is above it."""
        viewport = self._browser.viewport()
        block = self._browser.rows.first_block(self._browser.rows.index_of(self.turn_id))
        top = self._browser.cursorRect(QTextCursor(block)).center().y() - self.height() // 2
        right = viewport.geometry().right() - self.width()
        self.move(right, viewport.geometry().top() + max(2, top))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        words = {
            "copy": translate("Transcript", "Copy message and reply"),
            "edit": translate("Transcript", "Edit and resend"),
            "again": translate("Transcript", "Regenerate the reply"),
            "more": translate("Transcript", "More …"),
        }
        for name, made in self.buttons.items():
            made.setAccessibleName(words[name])
            made.setAccessibleDescription(words[name])
            made.setToolTip(words[name])
