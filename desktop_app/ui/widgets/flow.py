"""Widgets in a row that goes on in the next line where there is no room."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Lays out widgets at their preferred size, from the left and line by line.

    Args:
        spacing: between neighbours and between lines, in pixels.
        at_end: whether lines end at the right edge instead of beginning at the left one.
    """

    def __init__(self, spacing: int, parent: QWidget | None = None, *, at_end: bool = False) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._at_end = at_end
        self.setSpacing(spacing)
        self.setContentsMargins(QMargins())

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item behind the others."""
        self._items.append(item)

    def insert(self, index: int, widget: QWidget) -> None:
        """Put a widget before the one at a place."""
        self.addWidget(widget)
        self._items.insert(index, self._items.pop())
        self.invalidate()

    def count(self) -> int:
        """How many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """The item at a place, None where there is none."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Give an item up."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """It wants no more room than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Its height depends on how many lines there are."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all lines."""
        lines = self._lines(width)
        return sum(self._height(line) for line in lines) + self.spacing() * max(0, len(lines) - 1)

    def sizeHint(self) -> QSize:
        """Everything in one line."""
        items = self._shown()
        wide = sum(item.sizeHint().width() for item in items) + self.spacing() * max(0, len(items) - 1)
        return QSize(wide, self._height(items))

    def minimumSize(self) -> QSize:
        """Room for the largest item."""
        size = QSize()
        for item in self._shown():
            size = size.expandedTo(item.sizeHint())
        return size

    def setGeometry(self, rect: QRect) -> None:
        """Place every item."""
        super().setGeometry(rect)
        y = rect.y()
        for line in self._lines(rect.width()):
            height = self._height(line)
            used = sum(item.sizeHint().width() for item in line) + self.spacing() * (len(line) - 1)
            x = rect.right() + 1 - used if self._at_end else rect.x()
            for item in line:
                size = item.sizeHint()
                item.setGeometry(QRect(QPoint(x, y + (height - size.height()) // 2), size))
                x += size.width() + self.spacing()
            y += height + self.spacing()

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        left = 0
        for item in self._shown():
            needed = item.sizeHint().width()
            if not lines or needed > left:
                lines.append([])
                left = width
            lines[-1].append(item)
            left -= needed + self.spacing()
        return lines

    @staticmethod
    def _height(line: list[QLayoutItem]) -> int:
        return max((item.sizeHint().height() for item in line), default=0)
