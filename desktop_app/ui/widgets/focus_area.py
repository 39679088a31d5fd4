"""A scroll area that keeps what has the keyboard focus in sight."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, QTimer, Slot
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QScrollArea, QWidget


class FocusArea(QScrollArea):
    """Scrolls a page up and down, and to whatever in it gets the focus, by whichever way.

    A list in the page knows better than the area where in it somebody is: it is told by `show_place`.
    """

    def __init__(self, page: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._page = page
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(page)
        if isinstance(app := QApplication.instance(), QApplication):
            app.focusChanged.connect(self._on_focus)

    def show_place(self, part: QWidget, place: QRect) -> None:
        """Scroll to a rectangle of something in the page, once the page is laid out."""
        QTimer.singleShot(0, self, lambda: self._show(part, place))

    @Slot(QWidget, QWidget)
    def _on_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and not isinstance(new, QAbstractScrollArea) and self._page.isAncestorOf(new):
            self.show_place(new, new.rect())

    def _show(self, part: QWidget, place: QRect) -> None:
        if part.isVisible():
            top, bottom = (part.mapTo(self._page, corner) for corner in (place.topLeft(), place.bottomLeft()))
            margin = min(place.height(), self.viewport().height() // 8)
            self.ensureVisible(0, bottom.y(), 0, margin)
            self.ensureVisible(0, top.y(), 0, margin)
