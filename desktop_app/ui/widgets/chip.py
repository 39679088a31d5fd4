"""A bordered button that holds a small layout: the person and the model in the top bar."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.basics import Button, label


class Chip(Button):
    """A button as wide as what stands in it; what stands in it takes no clicks of its own."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(10, 4, 10, 4)
        self.row.setSpacing(8)

    def add(self, widget: QWidget) -> None:
        """Append a widget to the row."""
        widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.row.addWidget(widget)

    def sizeHint(self) -> QSize:
        """The size of the row; all chips are as high as the one with an initial."""
        row = self.row.sizeHint()
        return QSize(row.width(), max(row.height(), self.fontMetrics().height() + 16))

    def minimumSizeHint(self) -> QSize:
        """The least size of the row."""
        return self.row.minimumSize()


class Initial(QWidget):
    """The first character of a name on a quiet square."""

    SIZE_PX = 26

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = label("heading", parent=self)
        self._label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._ground = QColor()
        self.setFixedSize(self.SIZE_PX, self.SIZE_PX)

    def set_name(self, name: str) -> None:
        """Show the initial of a name."""
        self._label.setText(name.strip()[:1].upper())

    def set_theme(self, theme: Theme) -> None:
        """Take the colours and the size of a theme."""
        self._ground = theme.color("hover") if theme.is_contrast else theme.color("selected")
        side = theme.px(self.SIZE_PX)
        self.setFixedSize(side, side)
        self._label.setFixedSize(side, side)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the square."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._ground)
        painter.drawRoundedRect(self.rect(), 6, 6)


class StateDot(QWidget):
    """A dot for the model's state: filled when it can answer, a ring when it cannot."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._color = QColor()
        self._filled = False
        self.setFixedSize(11, 11)

    def set_state(self, color: QColor, filled: bool) -> None:
        """Change what is drawn."""
        self._color = color
        self._filled = filled
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dot."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._color, 1.5))
        painter.setBrush(self._color if self._filled else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(self.rect().adjusted(1, 1, -1, -1))
