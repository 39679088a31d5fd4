"""What is painted under the transcript's text: bubbles, code grounds, rules and the memory gutter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QTextBlock

from desktop_app.domain.ledger import Section
from desktop_app.ui.transcript.browser import SafeBrowser
from desktop_app.ui.transcript.document_writer import DEPTH, PAINT
from desktop_app.ui.transcript.formats import Formats, Paint
from desktop_app.ui.transcript.rows import Presence, Row, RowKind

_BEYOND = 60.0  # so far outside the viewport shapes are cut off unseen


@dataclass(slots=True)
class _Stretch:
    """Consecutive blocks that share one painted shape, in document coordinates."""

    key: object
    top: float
    bottom: float
    width: float = 0.0  # of the widest line
    left: float = 0.0


class TranscriptPainter:
    """Paints what shows of the viewport; its cost follows the viewport, not the conversation."""

    def __init__(
        self, browser: SafeBrowser, row_of: Callable[[int], Row | None], presence_of: Callable[[int], Presence]
    ) -> None:
        self._browser = browser
        self._row_of = row_of
        self._presence_of = presence_of
        self.formats: Formats | None = None
        self.framed_turn = 0  # the turn somebody was led to, for a moment
        self.current_turn = 0  # the turn that keys act on, while the page has the focus by keyboard

    def paint(self, painter: QPainter, event: QPaintEvent) -> None:
        """Paint under the visible text."""
        formats = self.formats
        if formats is None:
            return
        offset = float(self._browser.verticalScrollBar().value())
        painter.translate(0, -offset)
        shapes: list[_Stretch] = []
        gutters: list[_Stretch] = []
        for block, rect in self._browser.visible_blocks(_BEYOND):
            row = self._row_of(block.userState())
            if row is not None:
                self._collect(block, rect, row, shapes, gutters)
        for shape in shapes:
            self._paint_shape(painter, formats, shape)
        for gutter in gutters:
            self._paint_gutter(painter, formats, gutter)
        for turn_id in {self.framed_turn, self.current_turn}:
            self._paint_frame(painter, formats, [gutter for gutter in gutters if _is_of(gutter, turn_id)])

    def _paint_frame(self, painter: QPainter, formats: Formats, messages: list[_Stretch]) -> None:
        if not messages:
            return
        theme = formats.theme
        left, right = self.column().left() + formats.gutter_width + theme.px(3), self.column().right()
        top = min(one.top for one in messages) - theme.px(2)
        bottom = max(one.bottom for one in messages) + theme.px(6)
        painter.setPen(QPen(theme.color("ink"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(left, top, right - left - 1, bottom - top), theme.px(8), theme.px(8))

    def column(self) -> QRectF:
        """Left edge and width of the text column in viewport coordinates."""
        return QRectF(0, 0, self._browser.viewport().width(), 0)

    def _collect(
        self, block: QTextBlock, rect: QRectF, row: Row, shapes: list[_Stretch], gutters: list[_Stretch]
    ) -> None:
        lines = block.layout()
        bottom = rect.bottom()
        width = 0.0
        for index in range(lines.lineCount()):
            line = lines.lineAt(index)
            width = max(width, line.naturalTextWidth())
        paint = Paint(block.blockFormat().intProperty(PAINT))
        quote = block.blockFormat().intProperty(DEPTH)
        if paint or quote:
            key = (paint, block.userState(), quote)
            left = block.blockFormat().leftMargin()
            if shapes and shapes[-1].key == key and paint is not Paint.RULE:
                shapes[-1].bottom = bottom
                shapes[-1].width = max(shapes[-1].width, width)
            else:
                shapes.append(_Stretch(key, rect.top(), bottom, width, left))
        if row.kind is not RowKind.FOLD:
            message = (row.turn_id, row.is_reply)
            extra = {Paint.BUBBLE: 9.0, Paint.CODE: 10.0}.get(paint, 2.0)
            if gutters and gutters[-1].key == message:
                gutters[-1].bottom = max(gutters[-1].bottom, bottom + extra)
            else:
                gutters.append(_Stretch(message, rect.top(), bottom + extra))

    def _paint_shape(self, painter: QPainter, formats: Formats, shape: _Stretch) -> None:
        assert isinstance(shape.key, tuple)
        paint, _, quote = shape.key
        theme = formats.theme
        column = self.column()
        left = column.left() + formats.text_left
        if quote:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("border"))
            for depth in range(quote):
                x = left + depth * theme.px(16) + theme.px(2)
                painter.drawRoundedRect(QRectF(x, shape.top + 2, theme.px(3), shape.bottom - shape.top), 1.5, 1.5)
        if paint is Paint.BUBBLE:
            width = min(shape.width + 2 * formats.bubble_padding, column.width() - formats.text_left)
            rect = QRectF(left, shape.top - theme.px(7), width, shape.bottom - shape.top + theme.px(16))
            painter.setPen(QPen(theme.color("user_line"), 1))
            painter.setBrush(theme.color("user"))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), theme.px(10), theme.px(10))
        elif paint is Paint.CODE:
            rect = QRectF(
                column.left() + shape.left - theme.px(12),
                shape.top - theme.px(4),
                column.right() - column.left() - shape.left + theme.px(12),
                shape.bottom - shape.top + theme.px(14),
            )
            painter.setPen(QPen(theme.color("line"), 1))
            painter.setBrush(theme.color("panel"))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), theme.px(8), theme.px(8))
        elif paint is Paint.RULE:
            y = round((shape.top + shape.bottom) / 2) + 0.5
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(QPointF(left, y), QPointF(column.right(), y))
        elif paint is Paint.FOLD:
            self._paint_fold(painter, formats, shape)

    def _paint_fold(self, painter: QPainter, formats: Formats, shape: _Stretch) -> None:
        column = self.column()
        y = round((shape.top + shape.bottom) / 2) + 2.5
        margin = (column.width() - shape.width) / 2 - formats.theme.px(16)
        if margin > 0:
            painter.setPen(QPen(formats.theme.color("line"), 1))
            painter.drawLine(QPointF(column.left(), y), QPointF(column.left() + margin, y))
            painter.drawLine(QPointF(column.right() - margin, y), QPointF(column.right(), y))

    def _paint_gutter(self, painter: QPainter, formats: Formats, gutter: _Stretch) -> None:
        assert isinstance(gutter.key, tuple)
        presence = self._presence_of(gutter.key[0])
        if presence is Presence.UNKNOWN:
            return
        theme = formats.theme
        x, top, bottom = self.column().left(), gutter.top + 3, gutter.bottom
        if presence is Presence.LEFT_OUT:
            pen = QPen(theme.color("muted"), 1, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
            pen.setDashPattern([2, 2])
            painter.setPen(pen)
            painter.drawLine(QPointF(x + 1.5, top), QPointF(x + 1.5, bottom))
            return
        width = formats.gutter_width
        if presence is Presence.IN_PROMPT:
            painter.fillRect(QRectF(x, top, width, bottom - top), theme.section(Section.HISTORY))
            return
        dash = theme.px(5)
        y = top
        while y < bottom:
            painter.fillRect(QRectF(x, y, width, min(dash, bottom - y)), theme.section(Section.SUMMARY))
            y += dash + theme.px(3)


def _is_of(gutter: _Stretch, turn_id: int) -> bool:
    return isinstance(gutter.key, tuple) and gutter.key[0] == turn_id
