"""What the signs on the map mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.domain.ledger import Section
from desktop_app.ui.memory_panel.memory_map.marks import paint_fact, paint_memory, paint_question, paint_recalled
from desktop_app.ui.texts import translate
from desktop_app.ui.theme import Theme

_Sign = tuple[str, Callable[[QPainter, QPointF], None]]


class MapLegend(QWidget):
    """The signs with their meaning, in as many lines as they need."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._here: int | None = None
        self._others: tuple[int, ...] = ()
        self._question = False
        self._facts = False
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSizePolicy(policy)

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self._theme = theme
        self._refit()

    def set_signs(self, here: int | None, others: Sequence[int], *, question: bool, facts: bool) -> None:
        """Say which signs are on the map.

        Args:
            here: the shape of the open session, None where none of its turns is drawn.
            others: shapes of other sessions, in their order.
            question: whether a question is on it, with what it recalled.
            facts: whether turns that hold facts are marked.
        """
        self._here, self._others, self._question, self._facts = here, tuple(others[:2]), question, facts
        self._refit()

    def _signs(self) -> list[_Sign]:
        theme = self._theme
        here, signs = self._here, list[_Sign]()
        if here is not None:
            signs.append(
                (
                    translate("Map", "this session"),
                    lambda painter, at: paint_memory(painter, here, at, theme, here=True, scale=1.2),
                )
            )
        if self._others:
            signs.append((translate("Map", "other sessions, each its shape"), self._paint_others))
        if self._question:
            signs.append((translate("Map", "question"), lambda painter, at: paint_question(painter, at, theme)))
            signs.append((translate("Map", "recalled"), self._paint_recalled))
        if self._facts:
            signs.append((translate("Map", "has a fact"), lambda painter, at: paint_fact(painter, at, theme)))
        return signs

    def _paint_others(self, painter: QPainter, at: QPointF) -> None:
        step = QPointF(self._theme.px(5), 0) * (len(self._others) - 1)
        for shape, place in zip(self._others, (at - step, at + step), strict=False):
            paint_memory(painter, shape, place, self._theme, here=False)

    def _paint_recalled(self, painter: QPainter, at: QPointF) -> None:
        painter.setPen(QPen(self._theme.section(Section.RECALLED), 1.4))
        painter.drawLine(at - QPointF(self._theme.px(8), 0), at)
        shapes = self._others or (self._here or 0,)
        paint_memory(painter, shapes[0], at, self._theme, here=not self._others)
        paint_recalled(painter, at, self._theme)

    def _laid_out(self) -> tuple[list[tuple[QPointF, _Sign]], int]:
        """Where each sign stands, and how high all of them are together."""
        px, metrics = self._theme.px, QFontMetrics(self._theme.font("caption"))
        line = max(metrics.height(), px(18)) + px(2)
        x, y, placed = 0, 0, []
        for sign in self._signs():
            width = px(26) + metrics.horizontalAdvance(sign[0]) + px(12)
            if x and x + width - px(12) > self.width():
                x, y = 0, y + line
            placed.append((QPointF(x, y + line / 2), sign))
            x += width
        return placed, y + line

    def _refit(self) -> None:
        self.setFixedHeight(self._laid_out()[1])
        self.setAccessibleName(translate("Map", "Legend"))
        self.setAccessibleDescription(translate("Transcript", ", ").join(words for words, _ in self._signs()))
        self.update()

    def sizeHint(self) -> QSize:
        """As high as the lines are at this width."""
        return QSize(200, self._laid_out()[1])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines anew."""
        super().resizeEvent(event)
        self._refit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint signs and words."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font("caption"))
        px, metrics = self._theme.px, painter.fontMetrics()
        for at, (words, paint) in self._laid_out()[0]:
            paint(painter, at + QPointF(px(10), 0))
            painter.setPen(self._theme.color("muted"))
            baseline = at.y() + (metrics.ascent() - metrics.descent()) / 2
            painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
            painter.drawText(QPointF(at.x() + px(26), baseline), words)
            painter.setBrush(Qt.BrushStyle.NoBrush)
