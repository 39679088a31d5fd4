"""Hairlines, labels and buttons, with the properties the style sheet knows."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QWidget


class Hairline(QFrame):
    """A line of one pixel between regions."""

    def __init__(self, orientation: Qt.Orientation = Qt.Orientation.Horizontal, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("hairline", True)
        if orientation == Qt.Orientation.Horizontal:
            self.setFixedHeight(1)
        else:
            self.setFixedWidth(1)


def label(role: str, text: str = "", parent: QWidget | None = None) -> QLabel:
    """A plain-text label of a role of the style sheet: it never reads its text as markup."""
    result = QLabel(parent)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setProperty("role", role)
    result.setText(text)
    return result


def button(kind: str = "", parent: QWidget | None = None) -> QPushButton:
    """A button of a kind of the style sheet: "" (bordered), primary, link, quiet."""
    result = QPushButton(parent)
    if kind:
        result.setProperty("kind", kind)
    result.setCursor(Qt.CursorShape.PointingHandCursor)
    result.setAutoDefault(False)
    return result


class ElidedLabel(QLabel):
    """A plain-text label in one line that ends in "…" where there is no room; the tooltip has the rest."""

    def __init__(self, role: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._full_text = ""

    def set_full_text(self, text: str) -> None:
        """Show a text, shortened to the width there is."""
        self._full_text = text
        self.setAccessibleName(text)
        self.updateGeometry()
        self._elide()

    def full_text(self) -> str:
        """The whole text."""
        return self._full_text

    def minimumSizeHint(self) -> QSize:
        """One line, however narrow."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten anew."""
        super().resizeEvent(event)
        self._elide()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Shorten anew where the font has changed in the meantime."""
        self._elide()
        super().paintEvent(event)

    def _elide(self) -> None:
        shown = self.fontMetrics().elidedText(self._full_text, Qt.TextElideMode.ElideRight, self.width())
        if shown != self.text():
            self.setText(shown)
            # The shortened text is plain, a tooltip would be guessed at: only what cannot be markup.
            self.setToolTip(self._full_text if shown != self._full_text and "<" not in self._full_text else "")


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Set a dynamic property the style sheet looks at, and let it look again."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
