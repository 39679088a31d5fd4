"""The page of the transcript: a column of readable width that follows the stream only for a reader at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from desktop_app.ui.texts import translate
from desktop_app.ui.transcript.browser import SafeBrowser, links_in
from desktop_app.ui.transcript.document_writer import BlockSpec
from desktop_app.ui.transcript.formats import Formats
from desktop_app.ui.transcript.painter import TranscriptPainter
from desktop_app.ui.transcript.row_document import RowDocument
from desktop_app.ui.transcript.rows import Presence, Row, RowKind
from desktop_app.ui.widgets.basics import KEYBOARD_REASONS

FRAMED_MS = 3_000  # a turn somebody was led to
_ON, _BACK = QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveOperation.PreviousCharacter
# The focus comes back: from a dialog or another window, from under the cover, from a field that went away.
_BACK_REASONS = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.OtherFocusReason)
_AT_END = 3  # pixels from the end that still count as the end


class TranscriptPageBrowser(SafeBrowser):
    """Rows in one document, with the scroll rules.

    The reader at the end stays at the end. A reader who scrolled up keeps the same line at the
    same pixel, whatever is added, folded or finished.

    Signals:
        near_top: earlier turns will soon be needed.
        turn_menu_requested: the QMenu that is about to open over a turn, and the turn.
        gutter_pressed: the turn whose line in the gutter was clicked.
    """

    near_top = Signal()
    turn_menu_requested = Signal(object, int)
    gutter_pressed = Signal(int)

    def __init__(
        self,
        specs_of: Callable[[Formats, Row], list[BlockSpec]],
        presence_of: Callable[[int], Presence],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.rows = RowDocument(self.document(), specs_of)
        self._painter = TranscriptPainter(self, self.rows.row_of, presence_of)
        self.background = self._painter.paint
        self._frame_timer = QTimer(self)
        self._frame_timer.setSingleShot(True)
        self._frame_timer.setInterval(FRAMED_MS)
        self._frame_timer.timeout.connect(lambda: self.point_to(0))
        self._formats: Formats | None = None
        self._following = True
        self.stop_at_reply_top = False  # whether a reply is followed only until its first line reaches the top
        self._read_from_top = 0  # the turn whose reply was followed so far
        self._adjusting = False
        self._top_margin = 0
        self._marks_current = False  # whether the page is used by keyboard
        self._was_marked = False  # whether it was when the focus went elsewhere
        self.cursorPositionChanged.connect(self._show_mark)
        self.to_end = QToolButton(self)
        self.to_end.setCursor(Qt.CursorShape.PointingHandCursor)
        self.to_end.hide()
        self.to_end.clicked.connect(self.follow)
        # Room for the bar is always kept: were it given away with a bar that is not needed, what fits without one might
        # not fit beside it, and the page would be laid out for ever.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._on_scrolled)
        bar.rangeChanged.connect(self._on_range)

    @property
    def following(self) -> bool:
        """Whether the view stays at the end as text arrives."""
        return self._following

    def point_to(self, turn_id: int) -> None:
        """Frame a turn for a moment; 0 for none."""
        self._painter.framed_turn = turn_id
        if turn_id:
            self._frame_timer.start()
        self.viewport().update()

    @property
    def framed_turn(self) -> int:
        """The turn that is framed now, 0 for none."""
        return self._painter.framed_turn

    def set_formats(self, formats: Formats) -> None:
        """Dress the page in a theme."""
        self._formats = self._painter.formats = formats
        self.document().setDefaultFont(formats.theme.font("body"))
        with self._steady():
            self.rows.set_formats(formats)
        self._fit_column()

    def rewrite(self) -> None:
        """Write everything again in the language in force."""
        with self._steady():
            self.rows.rewrite()

    def retranslate(self) -> None:
        """Name the button that leads to the end."""
        self.to_end.setText("↓ " + translate("Transcript", "To the end"))
        self.to_end.setAccessibleName(translate("Transcript", "Scroll to the end of the conversation"))
        self.to_end.adjustSize()
        self._place_button()

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show rows, keeping the reader's place."""
        if not self.rows.rows:
            self._following = True
        with self._steady():
            self.rows.show(rows)

    def append(self, text: str) -> None:
        """Add text to the open reply."""
        with self._steady(anchored=False):
            self.rows.append(text)

    def set_reading(self, text: str) -> None:
        """Show progress in the open reply."""
        with self._steady(anchored=False):
            self.rows.set_reading(text)

    @Slot()
    def follow(self) -> None:
        """Go to the end and stay there."""
        self._following = True
        self._to_end_now()
        self._update_button()

    def scroll_to_turn(self, turn_id: int) -> None:
        """Bring a turn near the top of the page and put the cursor on it."""
        index = self.rows.index_of(turn_id)
        if index < 0:
            return
        block = self.rows.first_block(index)
        self.setTextCursor(QTextCursor(block))
        top = self.document().documentLayout().blockBoundingRect(block).top()
        bar = self.verticalScrollBar()
        bar.setValue(round(top) - self.viewport().height() // 6)
        self._following = bar.value() >= bar.maximum() - _AT_END
        self._update_button()

    def extend_menu(self, menu: QMenu, block: QTextBlock) -> None:
        """Let the view add what can be asked about the turn."""
        row = self.rows.row_of(block.userState())
        if row is not None and row.kind is not RowKind.FOLD:
            self.turn_menu_requested.emit(menu, row.turn_id)

    def ring_color(self) -> QColor:
        """As round everything else."""
        return super().ring_color() if self._formats is None else self._formats.theme.color("focus")

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes through the links of the current message and then on: not through those of the whole session."""
        cursor = self.textCursor()
        at = (cursor.selectionStart(), cursor.selectionEnd()) if self.focused_link() else None
        links = self._links_here()
        if at in links:
            left = links[links.index(at) + 1 :] if forward else links[: links.index(at)][::-1]
        else:
            left = links if forward else links[::-1]
        if left:
            return self._go_to_link(*left[0])
        # From an end of the text there is no link that way: the focus leaves, and the cursor is put back.
        there = QTextCursor(self.document())
        if forward:
            there.movePosition(QTextCursor.MoveOperation.End)
        there.movePosition(_BACK if forward else _ON, QTextCursor.MoveMode.KeepAnchor)
        cursor.clearSelection()
        blocked = self.blockSignals(True)
        self._select(there)
        moved = super().focusNextPrevChild(forward)
        self._select(cursor)
        self.blockSignals(blocked)
        self.viewport().update()
        return moved

    def _select(self, cursor: QTextCursor) -> None:
        value = self.verticalScrollBar().value()
        self.setTextCursor(cursor)
        self.verticalScrollBar().setValue(value)

    def _go_to_link(self, start: int, end: int) -> bool:
        """Put the mark of the focus on a link, which only going on to it from the place before does."""
        before = QTextCursor(self.document())
        before.setPosition(end if start == 0 else start - 1)
        before.setPosition(end + 1 if start == 0 else start, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(before)
        moved = super().focusNextPrevChild(start != 0)
        self._mark_current(self.hasFocus())
        return moved

    def _links_here(self) -> list[tuple[int, int]]:
        """The links of the message the cursor is in, and of what is folded right before and behind it."""
        block = self.textCursor().block()
        row = self._row_at(block)

        def belongs(other: QTextBlock) -> bool:
            found = self._row_at(other)
            return found is None or (row is not None and found.turn_id == row.turn_id)

        first = last = block
        while first.previous().isValid() and belongs(first.previous()):
            first = first.previous()
        while last.next().isValid() and belongs(last.next()):
            last = last.next()
        links: list[tuple[int, int]] = []
        while first.isValid():
            links += links_in(first)
            if first == last:
                break
            first = first.next()
        return links

    @property
    def marked_turn(self) -> int:
        """The turn that is marked as the one keys act on, 0 for none."""
        return self._painter.current_turn

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Mark the current turn for whoever comes by keyboard: one that is in sight."""
        super().focusInEvent(event)
        back = event.reason() in _BACK_REASONS and self._was_marked  # from a question, from under the cover
        if back or event.reason() in KEYBOARD_REASONS:
            self._bring_cursor_into_sight()
            self._mark_current(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the mark away with the focus; under a menu it stays."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._was_marked = self._marks_current
            self._mark_current(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Follow the text cursor with the mark."""
        super().keyPressEvent(event)
        self._mark_current(self.hasFocus())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Whoever reads by mouse needs no mark."""
        super().mousePressEvent(event)
        self._mark_current(False)

    def _mark_current(self, marked: bool) -> None:
        self._marks_current = marked
        self._show_mark()

    @Slot()
    def _show_mark(self) -> None:
        row = self._row_at(self.textCursor().block()) if self._marks_current else None
        turn_id = row.turn_id if row is not None else 0
        if turn_id != self._painter.current_turn:
            self._painter.current_turn = turn_id
            self.viewport().update()

    def _row_at(self, block: QTextBlock) -> Row | None:
        row = self.rows.row_of(block.userState())
        return None if row is None or row.kind is RowKind.FOLD else row

    def _bring_cursor_into_sight(self) -> None:
        cursor = self.textCursor()
        in_sight = self.viewport().rect().intersects(self.cursorRect())
        if cursor.hasSelection() or (in_sight and self._row_at(cursor.block()) is not None):
            return
        block = self.cursorForPosition(self.viewport().rect().bottomLeft()).block()
        while block.isValid() and self._row_at(block) is None:
            block = block.previous()
        if block.isValid():
            self.setTextCursor(QTextCursor(block))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on the gutter names its turn."""
        super().mouseReleaseEvent(event)
        if self._formats is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        if event.position().x() < self._formats.text_left and not self.textCursor().hasSelection():
            row = self.rows.row_of(self.cursorForPosition(event.position().toPoint()).block().userState())
            if row is not None and row.kind is not RowKind.FOLD:
                self.gutter_pressed.emit(row.turn_id)

    # Scroll rules

    @contextmanager
    def _steady(self, anchored: bool = True) -> Iterator[None]:
        """Change the document without moving what a reader reads."""
        anchor = self._anchor() if anchored and not self._following else None
        value = self.verticalScrollBar().value()
        self._adjusting = True
        try:
            yield
            self._fill_from_below()
            if self._following:
                self._to_end_now()
                self._stop_at_top()
            elif anchor is not None:
                self._restore(anchor)
            else:
                self.verticalScrollBar().setValue(value)
        finally:
            self._adjusting = False
        self._update_button()

    def _anchor(self) -> tuple[Row, float] | None:
        """The topmost row that begins within the view, with its distance from the top."""
        layout = self.document().documentLayout()
        index = self.rows.index_at(self.cursorForPosition(self.viewport().rect().topLeft()).block())
        offset = self.verticalScrollBar().value()
        for candidate in (index + 1, index):
            if candidate < len(self.rows.rows):
                top = layout.blockBoundingRect(self.rows.first_block(candidate)).top()
                if candidate == index or top < offset + self.viewport().height():
                    return self.rows.rows[candidate], top - offset
        return None

    def _restore(self, anchor: tuple[Row, float]) -> None:
        row, distance = anchor
        same = [
            index
            for index, other in enumerate(self.rows.rows)
            if (other.turn_id, other.kind, other.is_reply) == (row.turn_id, row.kind, row.is_reply)
        ]
        index = same[0] if same else self.rows.index_of(row.turn_id)
        if index >= 0:
            top = self.document().documentLayout().blockBoundingRect(self.rows.first_block(index)).top()
            self.verticalScrollBar().setValue(round(top - distance))

    def _to_end_now(self) -> None:
        # Asking for the size makes the layout finish, which the range depends on.
        self.document().documentLayout().documentSize()
        adjusting, self._adjusting = self._adjusting, True
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
        self._adjusting = adjusting

    def _stop_at_top(self) -> None:
        """Leave the first line of the open reply at the top, once for each reply, where that is wanted."""
        rows = self.rows.rows
        if not (self.stop_at_reply_top and rows and rows[-1].open) or rows[-1].turn_id == self._read_from_top:
            return
        turn_id = rows[-1].turn_id
        caption = next(i for i in reversed(range(len(rows))) if rows[i].kind is RowKind.CAPTION)
        top = self.document().documentLayout().blockBoundingRect(self.rows.first_block(caption)).top()
        if self.verticalScrollBar().value() >= top:
            self._read_from_top, self._following = turn_id, False
            self.verticalScrollBar().setValue(round(top))

    @Slot(int)
    def _on_scrolled(self, value: int) -> None:
        if not self._adjusting:
            self._following = value >= self.verticalScrollBar().maximum() - _AT_END
            self._update_button()
            if value < self.viewport().height():
                self.near_top.emit()

    @Slot(int, int)
    def _on_range(self, _minimum: int, maximum: int) -> None:
        if self._following and not self._adjusting:
            self._to_end_now()
        if maximum == 0 and self.rows.rows:
            self.near_top.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll; turning up at the very top asks for what came before. Never zooms."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
            return
        super().wheelEvent(event)
        if event.angleDelta().y() > 0 and self.verticalScrollBar().value() == 0:
            self.near_top.emit()

    # Column

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column readable and centred, the reader's line in place."""
        anchor = self._anchor() if self.rows.rows and not self._following else None
        self._adjusting = True
        super().resizeEvent(event)
        self._adjusting = False
        self._fit_column()
        if anchor is not None:
            self._adjusting = True
            self._restore(anchor)
            self._adjusting = False
        self._place_button()

    def _fit_column(self) -> None:
        if self._formats is None:
            return
        width = self.width()
        bar = self.verticalScrollBar().sizeHint().width()
        side = 33 if width > 560 else 16
        measure = max(80, min(self._formats.measure, width - 2 * side))
        left = (width - measure) // 2
        self._adjusting = True
        self.setViewportMargins(left, 0, max(0, width - left - measure - bar), 0)
        if self.document().textWidth() != self.viewport().width():
            # A viewport that was narrowed before it was shown leaves the lines as long as they were: words were cut.
            self.document().setTextWidth(self.viewport().width())
        self._fill_from_below()
        if self._following:
            self._to_end_now()
        self._adjusting = False

    def _fill_from_below(self) -> None:
        """A short conversation stands at the bottom, next to where one writes."""
        if self._formats is None:
            return
        least = self._formats.theme.px(16)
        frame = self.document().rootFrame()
        frame_format = frame.frameFormat()
        used = self.document().documentLayout().documentSize().height() - self._top_margin
        wanted = max(least, int(self.viewport().height() - used))
        if wanted != self._top_margin:
            self._top_margin = wanted
            frame_format.setTopMargin(wanted)
            frame.setFrameFormat(frame_format)

    def _place_button(self) -> None:
        size: QSize = self.to_end.sizeHint()
        bar = self.verticalScrollBar().sizeHint().width()
        self.to_end.resize(size)  # of the text as large as it is now
        # At the edge, where few lines reach to: in the middle it stood on the words.
        self.to_end.move(self.width() - size.width() - bar - 8, self.height() - size.height() - 8)

    def _update_button(self) -> None:
        shown = not self._following and self.verticalScrollBar().maximum() > 0
        if shown != self.to_end.isVisibleTo(self):
            self.to_end.setVisible(shown)
            if shown:
                self._place_button()
                self.to_end.raise_()

    def event(self, event: QEvent) -> bool:
        """The column is fitted again when the style has changed what it is made of."""
        handled = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit_column()
        return handled
