"""Hairlines, labels and buttons, with the properties the style sheet knows."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QWidget

KEYBOARD_REASONS: Final = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


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


def plain_tip(text: str) -> str:
    """A text as a tooltip, which would guess whether it is markup: "" for what could be."""
    return "" if "<" in text else text


class Button(QPushButton):
    """A button that Enter presses where it has the focus, as the space bar does, and not the dialog's own button.

    Args:
        kind: of the style sheet: "" (bordered), primary, link, quiet.
        parent: of the button.
    """

    def __init__(self, kind: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        if kind:
            self.setProperty("kind", kind)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAutoDefault(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the menu of a button that has one, and clicks any other."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or modifiers:
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():  # a key that is held presses once
            if self.menu() is not None:
                self.showMenu()
            else:
                self.click()


def button(kind: str = "", parent: QWidget | None = None) -> QPushButton:
    """A button of a kind of the style sheet: "" (bordered), primary, link, quiet."""
    return Button(kind, parent)


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
            self.setToolTip(plain_tip(self._full_text) if shown != self._full_text else "")


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Set a dynamic property the style sheet looks at, and let it look again."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
