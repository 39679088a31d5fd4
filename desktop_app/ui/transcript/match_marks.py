"""Marks of what is searched for, in the part of the transcript that shows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from desktop_app.domain.search import matches
from desktop_app.ui.texts import qt_length
from desktop_app.ui.theme import Theme
from desktop_app.ui.transcript.page import TranscriptPageBrowser

_BEYOND = 200.0  # pixels above and below the view that are marked with it


class MatchMarks(QObject):
    """Keeps the matches in the visible blocks marked; its cost follows the viewport, not the conversation."""

    def __init__(self, browser: TranscriptPageBrowser) -> None:
        super().__init__(browser)
        self._browser = browser
        self._needles: tuple[str, ...] = ()
        self._current = 0  # the turn the search stands at
        self._style, self._current_style = QTextCharFormat(), QTextCharFormat()
        browser.verticalScrollBar().valueChanged.connect(self.update)
        browser.document().contentsChanged.connect(self.update)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._style.setBackground(theme.color("text_selection"))
        self._style.setForeground(theme.color("text_selection_ink"))
        self._style.setFontUnderline(True)
        self._current_style.setBackground(theme.color("primary"))
        self._current_style.setForeground(theme.color("primary_ink"))
        self._current_style.setFontUnderline(True)
        self.update()

    def set_needles(self, needles: Sequence[str]) -> None:
        """Mark these, as `domain.search.needles_of` gives them; nothing for none."""
        self._needles = tuple(needles)
        self.update()

    @Slot(int)
    def set_current(self, turn_id: int) -> None:
        """Mark the matches of this turn otherwise than the others: the search stands there."""
        self._current = turn_id
        self.update()

    @Slot()
    def update(self) -> None:
        """Mark what shows now."""
        if not self._needles:
            if self._browser.extraSelections():
                self._browser.setExtraSelections([])
            return
        marks: list[QTextEdit.ExtraSelection] = []
        for block, _ in self._browser.visible_blocks(_BEYOND):
            row = self._browser.rows.row_of(block.userState())
            is_here = row is not None and row.turn_id == self._current
            text = block.text()
            for start, end in matches(text, self._needles):
                mark = QTextEdit.ExtraSelection()
                mark.format = self._current_style if is_here else self._style
                mark.cursor = QTextCursor(block)
                mark.cursor.setPosition(block.position() + qt_length(text[:start]))
                mark.cursor.setPosition(block.position() + qt_length(text[:end]), QTextCursor.MoveMode.KeepAnchor)
                marks.append(mark)
        self._browser.setExtraSelections(marks)
