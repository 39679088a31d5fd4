"""The chart: tokens by section over the turns of a session, with what happened between them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop_app.domain.ledger import Section
from desktop_app.domain.timeline import EventKind, PromptFigures, Series, TimelineEvent
from desktop_app.ui.memory_panel.gauge import paint_hatching
from desktop_app.ui.memory_panel.timeline.words import turn_words
from desktop_app.ui.texts import format_number, translate
from desktop_app.ui.theme import SECTION_ORDER, Theme

_STACK = tuple(section for section in SECTION_ORDER if section in set(Section))  # from the bottom up
_LOW_SHARE = 0.35  # fuller than this, the axis reaches to the window's limit
_SPACED_PX = 4  # bars at least so wide have a gap between them


@dataclass(frozen=True, slots=True)
class Scale:
    """The vertical axis: tokens at its top, and the steps that are labelled."""

    top: int
    step: int

    @classmethod
    def of(cls, most: int, limit: int) -> Scale:
        """An axis for prompts of at most ``most`` tokens: up to the window's limit, unless they fill little of it."""
        top = limit if most >= limit * _LOW_SHARE else max(1, round(most * 1.25))
        return cls(max(1, top), _nice_step(top))

    @property
    def labelled(self) -> range:
        """The tokens that are written at the axis."""
        return range(0, self.top + 1, self.step)


def _nice_step(top: int) -> int:
    step = 1
    while top / step > 5:
        step = next(step * factor for factor in (2, 5, 10) if top / (step * factor) <= 5 or factor == 10)
    return step


class TimelineChart(QWidget):
    """Paints the figures. Slider and table are the same for keyboard and screen reader.

    Signals:
        turn_chosen: a turn was pressed, by its place.
    """

    turn_chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._series = Series()
        self._events: dict[int, list[TimelineEvent]] = {}
        self._scale = Scale(1, 1)
        self._selected = -1
        self._compared = -1
        self._hovered = -1
        self._full = True
        self._picture: QPixmap | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    # What is shown

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self._theme = theme
        self._repaint_all()

    def set_series(self, series: Series, full: bool) -> None:
        """Show the turns of a branch with what happened at them; ``full`` False hides the numbers."""
        self._series, self._full = series, full
        grouped: defaultdict[int, list[TimelineEvent]] = defaultdict(list)
        for event in series.events:
            grouped[event.position].append(event)
        self._events = dict(grouped)
        limit = max((window.limit for window in series.windows), default=0)
        self._scale = Scale.of(max(series.tokens, default=0), limit)
        self._hovered = -1
        self._repaint_all()

    def select(self, position: int, compared: int = -1) -> None:
        """Mark a turn, and the one it is compared with."""
        self._selected, self._compared = position, compared
        self.update()

    def events_at(self, position: int) -> tuple[TimelineEvent, ...]:
        """What happened at a turn."""
        return tuple(self._events.get(position, ()))

    def words_at(self, position: int) -> str:
        """What the chart shows of a turn, in words."""
        return turn_words(
            self._series.turns[position],
            len(self._series.turns),
            self.events_at(position),
            date.today(),
            full=self._full,
        )

    # Geometry

    def sizeHint(self) -> QSize:
        """Wide and low."""
        return QSize(320, self._theme.px(170))

    def minimumSizeHint(self) -> QSize:
        """Readable also when small."""
        return QSize(160, self._theme.px(132))

    def plot(self) -> QRect:
        """Where the bars stand."""
        px = self._theme.px
        metrics = QFontMetrics(self._font())
        labels = (_short(tokens) for tokens in self._scale.labelled)
        left = max(map(metrics.horizontalAdvance, labels)) + px(8) if self._full else 0
        top = px(24) + metrics.height()
        bottom = metrics.height() if self._full else 1  # the numbers of the turns
        return QRect(left, top, max(1, self.width() - left - 1), max(1, self.height() - top - bottom))

    def center_of(self, position: int) -> float:
        """The horizontal middle of a turn's bar."""
        return self._center(position, self.plot())

    def _center(self, position: int, plot: QRect) -> float:
        return plot.left() + (position + 0.5) * plot.width() / max(1, len(self._series.turns))

    def position_at(self, x: float) -> int:
        """The turn under a horizontal position, -1 where there is none."""
        if not self._series.turns:
            return -1
        plot = self.plot()
        place = int((x - plot.left()) * len(self._series.turns) / plot.width())
        return max(0, min(len(self._series.turns) - 1, place))

    def bars(self) -> list[tuple[int, int, int]]:
        """What is painted: (turn, left, width). Where turns are narrower than a pixel, the fullest stands for all."""
        plot, count = self.plot(), len(self._series.turns)
        if not count:
            return []
        if count <= plot.width():
            edges = [plot.left() + place * plot.width() // count for place in range(count + 1)]
            gap = 1 if plot.width() // count >= _SPACED_PX else 0
            return [(place, edges[place], edges[place + 1] - edges[place] - gap) for place in range(count)]
        columns = []
        for x in range(plot.width()):
            first, end = x * count // plot.width(), (x + 1) * count // plot.width()
            fullest = max(range(first, end), key=self._series.tokens.__getitem__)
            columns.append((fullest, plot.left() + x, 1))
        return columns

    def _height_of(self, tokens: int, plot: QRect) -> float:
        return tokens * plot.height() / self._scale.top

    # Painting: the bars once, what moves over them each time

    def _repaint_all(self) -> None:
        self._picture = None
        self.setAccessibleName(translate("Timeline", "Tokens by section over the turns"))
        self.setAccessibleDescription(self.words_at(len(self._series.turns) - 1) if self._series.turns else "")
        self.updateGeometry()
        self.update()

    def _font(self) -> QFont:
        font = self._theme.font("caption")
        font.setPixelSize(self._theme.px(11))
        return font

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Paint the bars anew."""
        super().resizeEvent(event)
        self._picture = None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture and the marks over it."""
        if self._picture is None:
            self._picture = self._painted()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for position, token, width in (
            (self._hovered, "border", 1.0),
            (self._compared, "muted", 1.0),
            (self._selected, "ink", 1.6),
        ):
            if 0 <= position < len(self._series.turns):
                self._paint_cursor(painter, position, self._theme.color(token), width, position == self._compared)

    def _paint_cursor(self, painter: QPainter, position: int, color: QColor, width: float, dashed: bool) -> None:
        plot = self.plot()
        x = self.center_of(position)
        top = plot.bottom() - self._height_of(self._series.tokens[position], plot)
        painter.setPen(QPen(self._theme.color("panel"), width + 2))
        painter.drawLine(QPointF(x, plot.top() - 2), QPointF(x, plot.bottom() + 1))
        painter.setPen(QPen(color, width, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine))
        painter.drawLine(QPointF(x, plot.top() - 2), QPointF(x, plot.bottom() + 1))
        if not dashed:
            painter.setBrush(color)
            painter.setPen(QPen(self._theme.color("panel"), 1))
            painter.drawEllipse(QPointF(x, max(plot.top(), top)), 3, 3)

    def _paint_numbers(self, painter: QPainter, plot: QRect) -> None:
        """The numbers of the turns below their bars, as many as have room."""
        turns = self._series.turns
        if not turns:
            return
        metrics = painter.fontMetrics()
        widest = metrics.horizontalAdvance(format_number(turns[-1].ordinal + 1)) + self._theme.px(8)
        step = max(1, math.ceil(widest * len(turns) / plot.width()))
        painter.setPen(self._theme.color("muted"))
        for position in range(0, len(turns), step):
            words = format_number(turns[position].ordinal + 1)
            x = self._center(position, plot) - metrics.horizontalAdvance(words) / 2
            painter.drawText(QPointF(x, plot.bottom() + 1 + metrics.ascent()), words)

    def _painted(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(self._theme.color("panel"))
        painter = QPainter(picture)
        painter.setFont(self._font())
        plot = self.plot()
        self._paint_axis(painter, plot)
        if self._full:
            self._paint_numbers(painter, plot)
        brushes = [(Section(section), self._theme.section_brush(section)) for section in _STACK]
        for position, left, width in self.bars():
            prompt = self._series.turns[position].prompt
            if prompt is not None:
                self._paint_bar(painter, plot, prompt, QRect(left, plot.top(), max(1, width), 1), brushes)
        self._paint_limit(painter, plot)
        self._paint_events(painter, plot)
        painter.end()
        return picture

    def _paint_axis(self, painter: QPainter, plot: QRect) -> None:
        theme = self._theme
        metrics = painter.fontMetrics()
        for tokens in self._scale.labelled:
            y = round(plot.bottom() - self._height_of(tokens, plot))
            painter.setPen(theme.color("line"))
            if not theme.is_contrast or not tokens:
                painter.drawLine(plot.left(), y, plot.right(), y)
            if self._full:
                painter.setPen(theme.color("muted"))
                box = QRect(0, y - metrics.height() // 2, plot.left() - theme.px(6), metrics.height())
                box.moveBottom(min(box.bottom(), self.height() - 1))
                painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, _short(tokens))

    def _paint_bar(
        self,
        painter: QPainter,
        plot: QRect,
        prompt: PromptFigures,
        place: QRect,
        brushes: Sequence[tuple[Section, QBrush]],
    ) -> None:
        """One prompt from the bottom up; ``place`` gives left edge and width."""
        theme = self._theme
        below, bottom = 0, plot.bottom()
        for section, brush in brushes:
            tokens = prompt.of(section)
            if not tokens:
                continue
            below += tokens
            top = round(plot.bottom() - self._height_of(below, plot))
            rect = QRect(place.left(), top, place.width(), bottom - top)
            bottom = top
            if rect.height() <= 0:
                continue
            painter.fillRect(rect, brush)
            if theme.is_contrast and rect.height() > 2 and rect.width() > 3:
                painter.setPen(theme.section(section))
                painter.drawRect(rect.adjusted(0, 0, -1, -1))
            elif rect.height() > 3:  # a hair of ground between sections
                painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 1), theme.color("panel"))

    def _paint_limit(self, painter: QPainter, plot: QRect) -> None:
        """The line a prompt stays below, stepped where the window changed, and the reserve above it."""
        theme = self._theme
        if not self._series.windows:
            return
        last = self._series.windows[-1]
        words = translate("Timeline", "room for the prompt: {tokens}").format(tokens=format_number(last.budget))
        if last.budget <= self._scale.top:
            if len(self._series.windows) == 1:
                top = round(plot.bottom() - self._height_of(last.limit, plot))
                y = round(plot.bottom() - self._height_of(last.budget, plot))
                paint_hatching(painter, QRect(plot.left(), max(plot.top(), top), plot.width(), y - top), theme)
            painter.setPen(QPen(theme.color("muted"), 1, Qt.PenStyle.DashLine))
            painter.drawPolyline(self._limit_line(plot))
        else:
            words += " ↑"
        if self._full:
            metrics = painter.fontMetrics()
            box = QRect(plot.left(), plot.top() - metrics.height() - theme.px(2), plot.width(), metrics.height())
            painter.setPen(theme.color("muted"))
            shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft, shown)

    def _limit_line(self, plot: QRect) -> QPolygonF:
        points: list[QPointF] = []
        slot = plot.width() / len(self._series.turns)
        for window in self._series.windows:
            y = plot.bottom() - self._height_of(min(window.budget, self._scale.top), plot)
            x = plot.left() + (window.position * slot if points else 0)
            points += [QPointF(x, points[-1].y()), QPointF(x, y)] if points else [QPointF(x, y)]
        points.append(QPointF(plot.right(), points[-1].y()))
        return QPolygonF(points)

    def _paint_events(self, painter: QPainter, plot: QRect) -> None:
        """A mark for each kind in a strip above the plot; marks that would touch are painted once."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        size = self._theme.px(3)
        reached: dict[EventKind, float] = {}
        for position in sorted(self._events):
            x = self._center(position, plot)
            for event in self._events[position]:
                if x - reached.get(event.kind, -100.0) >= 2 * size + 1:
                    reached[event.kind] = x
                    paint_mark(painter, event, QPointF(x, self._lane(event.kind)), size, self._theme)

    def _lane(self, kind: EventKind) -> float:
        lanes = {EventKind.CLIP: 0, EventKind.MODEL: 0, EventKind.SUMMARY: 1, EventKind.PREFIX: 2}
        return self._theme.px(4 + 8 * lanes[kind])

    # Pointer

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the turn under the pointer; with the button down, choose it."""
        position = self.position_at(event.position().x())
        if position != self._hovered:
            self._hovered = position
            self.update()
            if QToolTip.isVisible() and position >= 0:
                QToolTip.showText(event.globalPosition().toPoint(), self.words_at(position), self)
        if event.buttons() & Qt.MouseButton.LeftButton and position >= 0:
            self.turn_chosen.emit(position)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a turn."""
        position = self.position_at(event.position().x())
        if event.button() == Qt.MouseButton.LeftButton and position >= 0:
            self.turn_chosen.emit(position)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is under the pointer any more."""
        self._hovered = -1
        self.update()
        super().leaveEvent(event)

    def event(self, event: QEvent) -> bool:
        """Name the values of the turn under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            position = self.position_at(event.pos().x())
            if position >= 0:
                QToolTip.showText(event.globalPos() + QPoint(8, 8), self.words_at(position), self)
            return True
        return super().event(event)


def paint_mark(painter: QPainter, event: TimelineEvent, at: QPointF, size: float, theme: Theme) -> None:
    """The sign of an event: triangle for a clip, diamond for a summary, ring for a prefix break, bar for a model.

    A ring has the colour of the section that broke the prefix; shapes differ, so colour is never needed.
    """
    ink = theme.color("ink")
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    x, y = at.x(), at.y()
    if event.kind is EventKind.CLIP:
        painter.drawPolygon(QPolygonF([QPointF(x - size, y - size), QPointF(x + size, y - size), QPointF(x, y + size)]))
    elif event.kind is EventKind.SUMMARY:
        painter.setBrush(theme.section(Section.SUMMARY))
        painter.drawPolygon(
            QPolygonF([QPointF(x, y - size), QPointF(x + size, y), QPointF(x, y + size), QPointF(x - size, y)])
        )
    elif event.kind is EventKind.PREFIX:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.section(event.detail), 1.6))
        painter.drawEllipse(at, size - 0.5, size - 0.5)
    else:
        painter.drawRect(QRectF(x - 1, y - size, 2, 2 * size))


def _short(tokens: int) -> str:
    """Tokens on an axis: 900, 1.5k, 12k."""
    if tokens < 1000:
        return str(tokens)
    return f"{tokens / 1000:.1f}".removesuffix(".0") + "k"
