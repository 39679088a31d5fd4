"""A list as high as its rows, for a page that scrolls as a whole."""

from __future__ import annotations

from typing import Final, TypeAlias

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QListView,
    QListWidget,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

_Index: TypeAlias = QModelIndex | QPersistentModelIndex
_BESIDE_TEXT_PX: Final = 30  # padding and border of a row in the style sheet, and the style's own margin, both sides


class _RowDelegate(QStyledItemDelegate):
    """Measures a row's text at the width it is painted at: Qt measures it as if the row had no padding."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """As high as the wrapped text."""
        narrowed = QStyleOptionViewItem(option)
        narrowed.rect = option.rect.adjusted(0, 0, -_BESIDE_TEXT_PX, 0)
        return super().sizeHint(narrowed, index)


class WholeList(QListWidget):
    """Rows of wrapped text, none of them cut and none of them out of sight within the list.

    Signals:
        row_reached: the place in the list of the row that became current: the page shall show it.
    """

    row_reached = Signal(QRect)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "card")
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setSpacing(2)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setItemDelegate(_RowDelegate(self))
        self._height = 0

    def doItemsLayout(self) -> None:
        """Lay the rows out and take the height they need at this width and in this type."""
        super().doItemsLayout()
        frame = self.height() - self.viewport().height()
        rows = self.contentsSize().height() if self.count() else self.fontMetrics().lineSpacing()
        height = rows + max(0, frame)
        if height != self._height:
            self._height = height
            self.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap anew at another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    def changeEvent(self, event: QEvent) -> None:
        """Wrap anew in another type."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.scheduleDelayedItemsLayout()

    def sizeHint(self) -> QSize:
        """As high as the rows."""
        return QSize(super().sizeHint().width(), self._height)

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        """Tell where the current row is."""
        super().currentChanged(current, previous)
        if current.isValid():
            self.row_reached.emit(self.visualRect(self.currentIndex()).translated(self.viewport().pos()))
