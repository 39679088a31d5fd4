"""What is read below the map: of some wordings the first that stands whole in the lines there are."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

_LEAST_WIDTH = 100  # pixels; before the first layout a label is no wider


class Reading(QLabel):
    """Plain text in a fixed number of lines, so that the map above does not move with what is read."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", "body")
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._lines = 1
        self._wordings: tuple[str, ...] = ("",)

    def set_lines(self, lines: int, least_line_height: int) -> None:
        """Give it lines, each as high as the font asks for and no lower than a number of pixels."""
        self._lines = lines
        self.setFixedHeight(lines * max(least_line_height, self.fontMetrics().lineSpacing()))
        self._fit()

    def set_wordings(self, *wordings: str) -> None:
        """Say the same thing in one of these ways, the longest first; the last is shortened where none fits."""
        self._wordings = wordings
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose anew."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        shown = next((text for text in self._wordings if self._shortened(text) == text), "")
        shown = shown or self._shortened(self._wordings[-1])
        if shown != self.text():
            self.setText(shown)

    def _shortened(self, text: str) -> str:
        # Words wrap where they end, so that the last of several lines is not filled.
        room = self.width() * (self._lines - 0.5 if self._lines > 1 else 1)
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, max(_LEAST_WIDTH, int(room)))
