"""The slider under the chart: its knob stands exactly below the turn's bar."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleValueChangeEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSlider, QWidget

from desktop_app.ui.memory_panel.timeline.chart import TimelineChart
from desktop_app.ui.theme import Theme

PAGE_TURNS = 10
_HEIGHT = 20
_KNOB_PX = 6


class TurnSlider(QSlider):
    """Chooses a turn by mouse, arrow keys, Page Up and Down, Home and End."""

    def __init__(self, theme: Theme, chart: TimelineChart, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._chart = chart
        self.setPageStep(PAGE_TURNS)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self._theme = theme
        self.updateGeometry()
        self.update()

    def set_words(self, words: str) -> None:
        """Say in words where the knob stands: "turn 12 of 60, 3 Mar 10:12"."""
        if words != self.accessibleDescription():
            self.setAccessibleDescription(words)
            QAccessible.updateAccessibility(QAccessibleValueChangeEvent(self, self.value()))

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(200, self._theme.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Its knob must fit."""
        return QSize(80, self._theme.px(_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lead a chart that is hidden, which no layout keeps as wide."""
        super().resizeEvent(event)
        if self._chart.isHidden():
            self._chart.resize(self.width(), self._chart.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line, the knob and, where the keyboard is, a ring around it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, plot = self._theme, self._chart.plot()
        y = self.height() / 2
        painter.setPen(QPen(theme.color("border"), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
        if not self.isEnabled():
            return
        center = QPointF(self._chart.center_of(self.value()), y)
        radius = theme.px(_KNOB_PX)
        painter.setPen(QPen(theme.color("panel"), 1.5))
        painter.setBrush(theme.color("ink"))
        painter.drawEllipse(center, radius, radius)
        if self.hasFocus():
            painter.setPen(QPen(theme.color("ink"), 1.2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = radius + 2.5
            painter.drawEllipse(QRectF(center.x() - ring, y - ring, 2 * ring, 2 * ring))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go where the pointer is."""
        self._follow(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer while its button is down."""
        self._follow(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The knob stays where it is."""
        event.accept()

    def _follow(self, event: QMouseEvent) -> None:
        position = self._chart.position_at(event.position().x())
        if event.buttons() & Qt.MouseButton.LeftButton and position >= 0:
            self.setValue(position)
            event.accept()
