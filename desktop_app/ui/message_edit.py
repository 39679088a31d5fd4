"""The text field of the composer: plain text, Enter rules, grows with what is written."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QTextDocumentFragment
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from desktop_app.ui.widgets.line_edit import ENTER_KEYS

_LEAST_LINES, _MOST_LINES = 2, 10
_OBJECT = "\ufffc"  # what stands for an image in text


def plain(text: str) -> str:
    """Text as it may be stored: whole characters, no embedded objects, no NUL, one kind of line end."""
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole.replace(_OBJECT, "").replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")


def _files(source: QMimeData) -> list[Path]:
    """The files on this machine that are dropped or pasted; none where they are mere links."""
    return [Path(url.toLocalFile()) for url in source.urls() if url.isLocalFile()]


class MessageEdit(QPlainTextEdit):
    """Enter sends, Shift+Enter breaks the line, Ctrl+Enter records, Ctrl+Shift+Enter asks the record.

    None of them while an input method composes.
    """

    send_requested = Signal()
    record_requested = Signal()
    record_asked = Signal()
    focused = Signal(bool)  # whether it has the focus now
    files_dropped = Signal(object)  # paths of files that were dropped or pasted

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("bare", True)
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._follow_text)

    @property
    def is_composing(self) -> bool:
        """Whether an input method holds characters that are not text yet."""
        return bool(self.textCursor().block().layout().preeditAreaText())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Apply the rules for Enter; what has no typing to undo leaves the keys for it to the window."""
        if event.matches(QKeySequence.StandardKey.Undo) and not self.document().isUndoAvailable():
            event.ignore()
            return
        if event.key() not in ENTER_KEYS:
            super().keyPressEvent(event)
            return
        event.accept()
        if self.is_composing:
            return  # this Enter chooses a candidate
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers == Qt.KeyboardModifier.ShiftModifier:
            self.textCursor().insertText("\n")
            self.ensureCursorVisible()
        elif modifiers == Qt.KeyboardModifier.ControlModifier:
            self.record_requested.emit()
        elif modifiers == Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier:
            self.record_asked.emit()
        elif modifiers == Qt.KeyboardModifier.NoModifier:
            self.send_requested.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say so: the card around it shows it."""
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Say so; under a menu the focus is still here."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.focused.emit(False)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Anything that has text in it, and files."""
        return bool(_files(source)) or source.hasText() or source.hasHtml()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take the text and nothing else; the text of files is taken elsewhere."""
        if files := _files(source):
            self.files_dropped.emit(files)
            return
        if source.hasFormat("text/plain"):
            text = source.text()
        elif source.hasHtml():
            text = QTextDocumentFragment.fromHtml(source.html()).toPlainText()
        else:
            text = source.text()
        self.insertPlainText(plain(text))

    def sizeHint(self) -> QSize:
        """As high as the text, between two and ten lines."""
        lines = min(_MOST_LINES, max(_LEAST_LINES, self._lines()))
        return QSize(super().sizeHint().width(), lines * self.fontMetrics().lineSpacing() + 4)

    def minimumSizeHint(self) -> QSize:
        """The least height is the wanted one."""
        return QSize(0, self.sizeHint().height())

    def _lines(self) -> int:
        return round(self.document().size().height())  # a plain text document measures in lines

    @Slot()
    def _follow_text(self) -> None:
        policy = Qt.ScrollBarPolicy
        fits = self._lines() <= _MOST_LINES
        self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOff if fits else policy.ScrollBarAsNeeded)
        self.updateGeometry()
