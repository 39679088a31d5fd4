"""A text browser that shows and never acts: nothing is loaded, no link is followed, copies are plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QMimeData, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextBlock,
    QTextCursor,
)
from PySide6.QtWidgets import QMenu, QTextBrowser, QWidget

from desktop_app.ui.dialogs.address import AddressDialog
from desktop_app.ui.texts import translate
from desktop_app.ui.transcript.document_writer import CONTINUED, COPY_SKIPS

ADDRESS = "address:"  # prefix of links that stand for an address in somebody's text

Background = Callable[[QPainter, QPaintEvent], None]


class SafeBrowser(QTextBrowser):
    """Read-only text with keyboard access to its links.

    Signals:
        link_activated: a link was pressed, by mouse or keyboard; its name as written by us.
    """

    link_activated = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setAcceptDrops(False)
        self.setProperty("bare", True)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
            | Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.document().setDocumentMargin(0)
        self.setCursorWidth(0)
        self.background: Background | None = None
        self.anchorClicked.connect(self._activate)

    def loadResource(self, kind: int, name: QUrl | str) -> None:
        """Nothing: a document here has no resources, whatever its text asks for."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what lies under the text, then the text."""
        if self.background is not None:
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.background(painter, event)
            painter.end()
        super().paintEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show the text cursor to whoever moves it by keyboard."""
        self.setCursorWidth(1)
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Hide the text cursor from whoever reads by mouse."""
        self.setCursorWidth(0)
        super().mousePressEvent(event)

    def visible_blocks(self, beyond: float) -> Iterator[tuple[QTextBlock, QRectF]]:
        """Blocks with their rectangles (document coordinates) within the view and ``beyond`` pixels around it."""
        layout = self.document().documentLayout()
        top = self.verticalScrollBar().value() - beyond
        bottom = top + self.viewport().height() + 2 * beyond
        block = self.cursorForPosition(self.viewport().rect().topLeft()).block()
        while block.previous().isValid() and layout.blockBoundingRect(block).top() > top:
            block = block.previous()
        while block.isValid():
            rect = layout.blockBoundingRect(block)
            if rect.top() >= bottom:
                return
            yield block, rect
            block = block.next()

    def createMimeDataFromSelection(self) -> QMimeData:
        """The selection as plain text, nothing else."""
        data = QMimeData()
        data.setText(plain_text(self.textCursor()))
        return data

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copy and select, in the language of the window."""
        menu = QMenu(self)
        copy = menu.addAction(translate("Transcript", "Copy"), self.copy)
        copy.setEnabled(self.textCursor().hasSelection())
        menu.addAction(translate("Transcript", "Select all"), self.selectAll)
        address = self.anchorAt(event.pos())
        if address.startswith(ADDRESS):
            menu.addAction(translate("Transcript", "Copy address"), lambda: self._copy_address(address))
        by_keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        cursor = self.textCursor() if by_keyboard else self.cursorForPosition(event.pos())
        self.extend_menu(menu, cursor.block())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def extend_menu(self, menu: QMenu, block: QTextBlock) -> None:
        """Add what can be done with the place the menu was asked for; nothing here."""

    def _activate(self, url: QUrl) -> None:
        link = url.toString(QUrl.ComponentFormattingOption.PrettyDecoded)
        if link.startswith(ADDRESS):
            self._show_address(link)
        else:
            self.link_activated.emit(link)

    def _show_address(self, link: str) -> None:
        AddressDialog(link.removeprefix(ADDRESS), self.window()).open()

    def _copy_address(self, link: str) -> None:
        QGuiApplication.clipboard().setText(link.removeprefix(ADDRESS))


def plain_text(cursor: QTextCursor) -> str:
    """The text a cursor selects, without the marks and buttons that belong to the window."""
    document = cursor.document()
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    block: QTextBlock = document.findBlock(start)
    parts: list[str] = []
    while block.isValid() and block.position() < end:
        text = block.text()[max(0, start - block.position()) : end - block.position()]
        if not block.blockFormat().boolProperty(COPY_SKIPS):
            if parts and not block.blockFormat().boolProperty(CONTINUED):
                parts.append("\n")
            parts.append(text.replace("\u2028", "\n"))
        block = block.next()
    return "".join(parts)
