"""A text browser that shows and never acts: nothing is loaded, no link is followed, copies are plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from PySide6.QtCore import QMimeData, QPointF, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QTextBlock,
    QTextCursor,
    QTextLine,
)
from PySide6.QtWidgets import QMenu, QTextBrowser, QWidget

from desktop_app.ui.dialogs.address import AddressDialog
from desktop_app.ui.texts import translate
from desktop_app.ui.transcript.document_writer import CONTINUED, COPY_SKIPS

ADDRESS = "address:"  # prefix of links that stand for an address in somebody's text

RING_PX = 2  # of the line round a link that has the focus
_RING_ROOM = 2.0  # between a link and its ring

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
        self.selectionChanged.connect(self.viewport().update)  # the ring is wider than what Qt paints anew

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
        if self.hasFocus() and (ring := self.focused_link()):
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.ring_color(), RING_PX))
            for rect in ring:
                painter.drawRoundedRect(rect, 3, 3)
            painter.end()

    def ring_color(self) -> QColor:
        """The colour of the line round the link that has the focus."""
        return self.palette().color(QPalette.ColorRole.Text)

    def focused_link(self) -> list[QRectF]:
        """Where the link is that has the focus, a rectangle of the view for each of its lines; none where none has it.

        Qt marks it by selecting it, with a dotted line of one pixel round it.
        """
        cursor = self.textCursor()
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        block = self.document().findBlock(start)
        if start == end or not any(link == (start, end) for link in links_in(block)):
            return []
        corner = self.document().documentLayout().blockBoundingRect(block).topLeft()
        corner -= QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        rects = []
        for number in range(block.layout().lineCount()):
            line = block.layout().lineAt(number)
            first = max(start - block.position(), line.textStart())
            last = min(end - block.position(), line.textStart() + line.textLength())
            if first < last:
                left, right = (_x_of(line, place) for place in (first, last))
                rect = QRectF(left, line.y(), right - left, line.height()).translated(corner)
                # On whole pixels, or a line of two is smeared over three.
                rects.append(QRectF(rect.adjusted(-_RING_ROOM, 0, _RING_ROOM, 0).toAlignedRect()))
        return rects

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring away."""
        super().focusOutEvent(event)
        self.viewport().update()

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


def links_in(block: QTextBlock) -> Iterator[tuple[int, int]]:
    """Where each link of a block begins and ends in its document."""
    name, begin, end = "", 0, 0
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        link = fragment.charFormat().anchorHref()
        if name and (link != name):
            yield begin, end
        if link and link != name:
            begin = fragment.position()
        name, end = link, fragment.position() + fragment.length()
        iterator += 1
    if name:
        yield begin, end


def _x_of(line: QTextLine, place: int) -> float:
    x, _ = cast("tuple[float, int]", line.cursorToX(place))
    return x


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
