"""Opening the context menu of what has the focus by keyboard."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QTextEdit, QWidget


def open_context_menu(widget: QWidget) -> None:
    """Ask a widget for its context menu, at the place in it the keyboard is at."""
    receiver = widget.viewport() if isinstance(widget, QAbstractItemView | QTextEdit) else widget
    at = _place(widget, receiver)
    reason = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(receiver, QContextMenuEvent(reason, at, receiver.mapToGlobal(at)))


def _place(widget: QWidget, receiver: QWidget) -> QPoint:
    area = receiver.rect()
    if isinstance(widget, QAbstractItemView) and widget.currentIndex().isValid():
        at = widget.visualRect(widget.currentIndex()).center()
    elif isinstance(widget, QTextEdit):
        at = widget.cursorRect().center()
    else:
        at = area.center()
    # A place that is scrolled away gives its menu at the edge.
    return QPoint(min(max(at.x(), 0), area.right()), min(max(at.y(), 0), area.bottom()))
