"""A column that keeps a readable width in a wide window."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

_SIDE, _NARROW_SIDE = 33, 16
_NARROW = 560


class Column(QWidget):
    """Centres a widget and makes it no wider than a measure; the sides shrink where there is little room."""

    def __init__(self, content: QWidget, measure_px: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._measure_px = measure_px
        self._layout = QVBoxLayout(self)
        self._layout.addWidget(content)
        self._fit()

    def set_measure(self, measure_px: int) -> None:
        """Change the greatest width of the content."""
        self._measure_px = measure_px
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Centre anew."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        side = _SIDE if self.width() > _NARROW else _NARROW_SIDE
        width = min(self._measure_px, self.width() - 2 * side)
        left = max(side, (self.width() - width) // 2)
        self._layout.setContentsMargins(left, 8, max(side, self.width() - left - width), 14)
