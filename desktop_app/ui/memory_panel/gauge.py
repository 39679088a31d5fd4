"""The gauge: one stacked bar that shows how full the window is, and of what."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop_app.domain.ledger import Section
from desktop_app.ui.memory_panel.figures import Figures, Segment, pixel_widths
from desktop_app.ui.texts import format_number, section_name, translate
from desktop_app.ui.theme import FREE, RESERVE, Theme

GAP = 2
HEIGHT = 16


class Gauge(QWidget):
    """Paints the figures. The legend below it is the same in words, for keyboard and screen reader.

    Signals:
        section_clicked: a stretch of the bar was pressed (a section, or the reserve, or what is free).
    """

    section_clicked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, standing: bool = False) -> None:
        super().__init__(parent)
        self._theme = theme
        self._standing = standing
        self._figures: Figures | None = None
        along, across = QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed
        self.setSizePolicy(*((across, along) if standing else (along, across)))
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self._theme = theme
        self.updateGeometry()
        self.update()

    def set_figures(self, figures: Figures | None) -> None:
        """Show figures, or an empty bar."""
        self._figures = figures
        self.setAccessibleName(translate("Gauge", "How full the window is"))
        self.setAccessibleDescription("" if figures is None else describe(figures))
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as there is room, of fixed height."""
        return self._laid(QSize(200, self._theme.px(HEIGHT)))

    def minimumSizeHint(self) -> QSize:
        """Readable also when narrow."""
        return self._laid(QSize(120, self._theme.px(HEIGHT)))

    def _laid(self, size: QSize) -> QSize:
        return size.transposed() if self._standing else size

    def rectangles(self) -> list[tuple[Segment, QRect]]:
        """The stretches that are painted, left to right, or from the top where the gauge stands."""
        if self._figures is None:
            return []
        length = self.height() if self._standing else self.width()
        widths = pixel_widths(self._figures.segments, length, GAP)
        found: list[tuple[Segment, QRect]] = []
        x = 0
        for segment, width in zip(self._figures.segments, widths, strict=True):
            if width:
                along = QRect(0, x, self.width(), width) if self._standing else QRect(x, 0, width, self.height())
                found.append((segment, along))
                x += width + GAP
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar within rounded ends."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        radius = self._theme.px(4)
        outline.addRoundedRect(QRectF(self.rect()), radius, radius)
        painter.setClipPath(outline)
        if self._figures is None:
            painter.fillRect(self.rect(), self._theme.section(FREE))
        for segment, rect in self.rectangles():
            self._paint_segment(painter, segment, rect)
        if self._theme.is_contrast:
            painter.setClipping(False)
            painter.setPen(QPen(self._theme.color("ink"), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)

    def _paint_segment(self, painter: QPainter, segment: Segment, rect: QRect) -> None:
        theme = self._theme
        if segment.section == RESERVE and not theme.is_contrast:
            painter.fillRect(rect, theme.color("panel"))
            paint_hatching(painter, rect, theme)
            return
        painter.fillRect(rect, theme.section_brush(segment.section))
        if theme.is_contrast and segment.section != FREE:
            painter.setPen(QPen(theme.section(segment.section), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        label = theme.section_label(segment.section)
        metrics = painter.fontMetrics()
        if label and rect.width() >= metrics.horizontalAdvance(label) + 6:
            box = QRect(0, 0, metrics.horizontalAdvance(label) + 4, rect.height() - 4)
            box.moveCenter(rect.center())
            painter.fillRect(box, theme.color("panel"))
            painter.setPen(theme.color("ink"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label)

    def segment_at(self, point: QPoint) -> Segment | None:
        """The stretch under a position."""
        right, below = (0, GAP) if self._standing else (GAP, 0)
        found = (s for s, rect in self.rectangles() if rect.adjusted(0, 0, right, below).contains(point))
        return next(found, None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A press names its section."""
        segment = self.segment_at(event.position().toPoint())
        if segment is not None and event.button() == Qt.MouseButton.LeftButton:
            self.section_clicked.emit(segment.section)

    def event(self, event: QEvent) -> bool:
        """Name the stretch under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            segment = self.segment_at(event.pos())
            if segment is not None:
                QToolTip.showText(event.globalPos(), segment_words(segment), self)
            return True
        return super().event(event)


def paint_hatching(painter: QPainter, rect: QRect, theme: Theme) -> None:
    """Diagonal lines, evenly spaced at any resolution, for what is kept free for the reply."""
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(theme.section(RESERVE), 1.2))
    step = theme.px(6)
    for x in range(rect.left() - rect.height(), rect.right() + step, step):
        painter.drawLine(x, rect.bottom() + 1, x + rect.height(), rect.top() - 1)
    painter.restore()


def segment_words(segment: Segment) -> str:
    """A stretch in words: "History: 2,006 tokens"."""
    return translate("Gauge", "{section}: {tokens} tokens").format(
        section=section_name(segment.section), tokens=format_number(segment.tokens)
    )


def describe(figures: Figures) -> str:
    """The whole gauge in words."""
    total = translate("Gauge", "{tokens} of {limit} tokens").format(
        tokens=format_number(figures.prompt_tokens), limit=format_number(figures.context_limit)
    )
    return "; ".join([total, *(segment_words(segment) for segment in figures.segments if segment.tokens)])


TAB_OF_SECTION = {Section.FACTS: "facts", Section.RECALLED: "recalled", Section.SUMMARY: "summary"}


def tab_of(section: str) -> str:
    """The tab that tells more about a section; the context tab for those without one of their own."""
    return next((tab for known, tab in TAB_OF_SECTION.items() if known == section), "context")
