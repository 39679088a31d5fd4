"""A small chart of a series of measurements, drawn between the lines of the facts tab."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from desktop_app.ui.memory_panel.fact_series import Series
from desktop_app.ui.texts import format_date
from desktop_app.ui.theme import Theme

_HEIGHT = 118
_MOST_TICKS = 4


@dataclass(frozen=True, slots=True)
class SeriesChart:
    """Draws a series: values over time, the first number solid with dots, the second dashed with squares."""

    series: Series
    today: date

    @property
    def height(self) -> int:
        """In pixels of the 14 px design."""
        return _HEIGHT

    def draw(self, painter: QPainter, theme: Theme, width: float) -> None:
        """Draw within ``width`` × `height` (scaled by the theme)."""
        px = theme.px
        font = theme.font("caption")
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        ticks = scale([value for reading in self.series.readings for value in reading.values])
        labels = [_number(tick) for tick in ticks]
        newest = [_number(value) for value in self.series.readings[-1].values]
        left = max(metrics.horizontalAdvance(text) for text in labels) + px(8)
        right = max(metrics.horizontalAdvance(text) for text in newest) + px(10)
        line = metrics.height()
        plot = QRectF(left, line / 2 + px(2), width - left - right, px(_HEIGHT) - 1.5 * line - px(10))
        self._draw_scale(painter, theme, plot, ticks, labels)
        self._draw_days(painter, theme, plot)
        for index in reversed(range(self.series.lines)):
            self._draw_line(painter, theme, plot, ticks, index)
        self._draw_newest(painter, theme, plot, ticks, newest)

    def _draw_scale(
        self, painter: QPainter, theme: Theme, plot: QRectF, ticks: Sequence[float], labels: Sequence[str]
    ) -> None:
        # Where lines are as bright as the readings, dots keep them behind.
        grid = QPen(theme.color("line"), 1, Qt.PenStyle.DotLine if theme.is_contrast else Qt.PenStyle.SolidLine)
        for tick, text in zip(ticks, labels, strict=True):
            y = _y(plot, ticks, tick)
            painter.setPen(grid)
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(theme.color("muted"))
            box = QRectF(0, y - 10, plot.left() - theme.px(6), 20)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)

    def _draw_days(self, painter: QPainter, theme: Theme, plot: QRectF) -> None:
        painter.setPen(theme.color("muted"))
        first, last = (self.series.readings[index].at.date() for index in (0, -1))
        box = QRectF(plot.left(), plot.bottom() + theme.px(6), plot.width(), theme.px(20))
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft, format_date(first, self.today))
        if last != first:
            painter.drawText(box, Qt.AlignmentFlag.AlignRight, format_date(last, self.today))

    def _draw_line(self, painter: QPainter, theme: Theme, plot: QRectF, ticks: Sequence[float], index: int) -> None:
        points = [
            QPointF(x, _y(plot, ticks, reading.values[index]))
            for x, reading in zip(self._across(plot), self.series.readings, strict=True)
        ]
        color = _color(theme, index)
        painter.setPen(QPen(color, 1.5, Qt.PenStyle.DashLine if index else Qt.PenStyle.SolidLine))
        painter.drawPolyline(points)
        painter.setPen(QPen(color, 1.5))
        painter.setBrush(theme.color("panel") if index else color)
        size = theme.px(3)
        for point in points:
            if index:
                painter.drawRect(QRectF(point.x() - size, point.y() - size, 2 * size, 2 * size))
            else:
                painter.drawEllipse(point, size, size)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _draw_newest(
        self, painter: QPainter, theme: Theme, plot: QRectF, ticks: Sequence[float], newest: Sequence[str]
    ) -> None:
        for index, (value, text) in enumerate(zip(self.series.readings[-1].values, newest, strict=True)):
            painter.setPen(_color(theme, index))
            box = QRectF(plot.right() + theme.px(8), _y(plot, ticks, value) - 10, 200, 20)
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    def _across(self, plot: QRectF) -> list[float]:
        """Where each reading stands: by its time, all in the middle where they are of one moment."""
        times = [reading.at.timestamp() for reading in self.series.readings]
        span = times[-1] - times[0]
        return [plot.left() + plot.width() * ((at - times[0]) / span if span else 0.5) for at in times]


def scale(values: Sequence[float]) -> list[float]:
    """A few round numbers, evenly spaced, from below the smallest value to above the greatest."""
    low, high = min(values), max(values)
    span = max(high - low, abs(high) * 0.02, 0.1)
    power = 10 ** math.floor(math.log10(span / (_MOST_TICKS - 1)))
    for factor in (1, 2, 5, 10, 20, 50):
        step = factor * power
        first, last = math.floor(low / step), math.ceil(high / step)
        if last == first:
            last += 1
        if last - first < _MOST_TICKS:
            break
    return [number * step for number in range(first, last + 1)]


def _y(plot: QRectF, ticks: Sequence[float], value: float) -> float:
    return plot.bottom() - plot.height() * (value - ticks[0]) / (ticks[-1] - ticks[0])


def _color(theme: Theme, index: int) -> QColor:
    return theme.color("muted" if index else "ink")


def _number(value: float) -> str:
    return f"{round(value, 6):g}"
