"""The signs of memories: a shape for each session, filled where it is the open one."""

from __future__ import annotations

from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPixmap

from desktop_app.domain.ledger import Section
from desktop_app.ui.theme import Theme

SHAPES = 6
_RADIUS = 3.2  # pixels of the 14 px design
_HERE = 1.35  # as large are those of the open session


def shape_path(shape: int, at: QPointF, radius: float) -> QPainterPath:
    """The outline of a shape: circle, square, triangle, diamond, triangle upside down, cross."""
    path = QPainterPath()
    if shape == 0:
        path.addEllipse(at, radius, radius)
    elif shape == 1:
        path.addRect(QRectF(at.x() - radius * 0.86, at.y() - radius * 0.86, radius * 1.72, radius * 1.72))
    elif shape == 5:
        arm, half = radius * 1.1, radius * 0.42
        path.addRect(QRectF(at.x() - arm, at.y() - half, 2 * arm, 2 * half))
        path.addRect(QRectF(at.x() - half, at.y() - arm, 2 * half, 2 * arm))
        path = path.simplified()
    else:
        corners, turned = {2: (3, -pi / 2), 3: (4, -pi / 2), 4: (3, pi / 2)}[shape]
        for corner in range(corners):
            angle = turned + 2 * pi * corner / corners
            point = at + QPointF(cos(angle), sin(angle)) * radius * 1.25
            if corner:
                path.lineTo(point)
            else:
                path.moveTo(point)
        path.closeSubpath()
    return path


def star_path(at: QPointF, radius: float) -> QPainterPath:
    """The sign of the question."""
    path = QPainterPath()
    for corner in range(10):
        reach = radius if corner % 2 == 0 else radius * 0.45
        angle = -pi / 2 + pi * corner / 5
        point = at + QPointF(cos(angle), sin(angle)) * reach
        if corner:
            path.lineTo(point)
        else:
            path.moveTo(point)
    path.closeSubpath()
    return path


def paint_memory(painter: QPainter, shape: int, at: QPointF, theme: Theme, *, here: bool, scale: float = 1.0) -> None:
    """A memory: filled in the colour of the history where it is of the open session, else an outline."""
    path = shape_path(shape, at, theme.px(10) * _RADIUS / 10 * scale * (_HERE if here else 1.0))
    if here:
        painter.fillPath(path, theme.section(Section.HISTORY))
        painter.setPen(QPen(theme.color("panel"), 0.8))
    else:
        painter.fillPath(path, theme.color("panel"))
        painter.setPen(QPen(theme.color("muted"), 1.1))
    painter.drawPath(path)


def paint_recalled(painter: QPainter, at: QPointF, theme: Theme) -> None:
    """The ring around a memory that was recalled."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.section(Section.RECALLED), 2))
    painter.drawEllipse(at, theme.px(7), theme.px(7))


def paint_fact(painter: QPainter, at: QPointF, theme: Theme) -> None:
    """The corner marks around a memory that a fact rests on."""
    reach, length = theme.px(6), theme.px(3)
    painter.setPen(QPen(theme.section(Section.FACTS), 1.6))
    for x in (-1, 1):
        for y in (-1, 1):
            corner = at + QPointF(x * reach, y * reach)
            painter.drawLine(corner, corner - QPointF(x * length, 0))
            painter.drawLine(corner, corner - QPointF(0, y * length))


def paint_question(painter: QPainter, at: QPointF, theme: Theme) -> None:
    """The star of the question."""
    path = star_path(at, theme.px(9))
    painter.setPen(QPen(theme.color("panel"), 3))
    painter.drawPath(path)
    painter.fillPath(path, theme.section(Section.QUESTION))


class Stamps:
    """Every sign painted once: ten thousand memories are ten thousand copies of a few small pictures."""

    def __init__(self, theme: Theme, ratio: float) -> None:
        self._theme = theme
        self._ratio = ratio
        self._side = theme.px(14)
        self._made: dict[tuple[int, bool], QPixmap] = {}

    def paint(self, painter: QPainter, shape: int, at: QPointF, *, here: bool) -> None:
        """Paint a memory."""
        key = (shape, here)
        if key not in self._made:
            self._made[key] = self._stamp(shape, here)
        half = self._side / 2
        painter.drawPixmap(at - QPointF(half, half), self._made[key])

    def _stamp(self, shape: int, here: bool) -> QPixmap:
        picture = QPixmap(round(self._side * self._ratio), round(self._side * self._ratio))
        picture.setDevicePixelRatio(self._ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_memory(painter, shape, QPointF(self._side / 2, self._side / 2), self._theme, here=here)
        painter.end()
        return picture
