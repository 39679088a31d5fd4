"""Two replies side by side, with what differs marked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFont, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.domain.text_diff import Span, text_difference
from desktop_app.ui.texts import format_number, translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.transcript.browser import SafeBrowser
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import label

_SIDE_BY_SIDE_FROM = 300  # pixels of the 14 px design
_NAMED = 4  # differences that are named in words


class _Reply(QWidget):
    """A heading and a text as high as it is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "card")
        self.heading: QLabel = label("section", parent=self)
        self.heading.setWordWrap(True)
        self.text = SafeBrowser(self)
        self.heading.setBuddy(self.text)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(4)
        layout.addWidget(self.heading)
        layout.addWidget(self.text, 1)

    def fit(self) -> int:
        """How high the text is at this width."""
        document = self.text.document()
        document.setTextWidth(max(40, self.text.viewport().width()))
        return round(document.size().height()) + 2


class ReplyComparison(QWidget):
    """The reply as it was and the reply of a trial, and in words how they differ."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._before, self._after = "", ""
        self._finished = False
        self.original, self.trial = _Reply(self), _Reply(self)
        self.summary = label("caption", parent=self)
        self.summary.setWordWrap(True)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(8)
        self._row.addWidget(self.original, 1)
        self._row.addWidget(self.trial, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(self._row)
        layout.addWidget(self.summary)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(0)
        self._settle.timeout.connect(self._fit)

    def set_theme(self, theme: Theme) -> None:
        """Show both in another theme."""
        self._theme = theme
        self._write()

    def show_replies(self, before: str, after: str, *, finished: bool) -> None:
        """Show both texts; differences are marked once the trial is ``finished``."""
        self._before, self._after, self._finished = before, after, finished
        self._write()

    def set_headings(self, original: str, trial: str) -> None:
        """Say what each is."""
        for reply, words in ((self.original, original), (self.trial, trial)):
            reply.heading.setText(words)
            reply.text.setAccessibleName(words)
        self._write_summary(self._spans())

    def _spans(self) -> tuple[Span, ...]:
        if not self._finished:
            return (Span(self._before, self._after),)
        return text_difference(self._before, self._after)

    def _write(self) -> None:
        spans = self._spans()
        self._write_reply(self.original, [(span.before, self._marks(span)) for span in spans])
        self._write_reply(self.trial, [(span.after, self._marks(span)) for span in spans])
        self._write_summary(spans)
        self._settle.start()

    def _marks(self, span: Span) -> bool:
        return self._finished and not span.same

    def _write_reply(self, reply: _Reply, runs: Sequence[tuple[str, bool]]) -> None:
        """Write stretches of text, each marked or not; the text itself stays as it is."""
        document = reply.text.document()
        document.clear()
        document.setDefaultFont(self._theme.font("body"))
        cursor = QTextCursor(document)
        for text, marked in runs:
            char_format = QTextCharFormat()
            char_format.setForeground(self._theme.color("ink"))
            if marked:
                char_format.setFontWeight(QFont.Weight.Bold)
                char_format.setFontUnderline(True)
                char_format.setBackground(self._theme.color("text_selection"))
                char_format.setForeground(self._theme.color("text_selection_ink"))
            cursor.insertText(printable(text), char_format)

    def _write_summary(self, spans: Sequence[Span]) -> None:
        differing = [span for span in spans if not span.same] if self._finished else []
        if not self._finished:
            self.summary.setText("")
        elif not differing:
            self.summary.setText(translate("Timeline", "Both replies are the same."))
        else:
            named = "; ".join(f"{_quoted(span.before)} → {_quoted(span.after)}" for span in differing[:_NAMED])
            words = (
                translate("Timeline", "1 difference: {places}")
                if len(differing) == 1
                else translate("Timeline", "{count} differences: {places}")
            )
            places = named + ("; …" if len(differing) > _NAMED else "")
            self.summary.setText(words.format(count=format_number(len(differing)), places=places))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stand below each other where side by side has no room."""
        super().resizeEvent(event)
        wide = self.width() >= self._theme.px(_SIDE_BY_SIDE_FROM)
        self._row.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self._settle.start()

    def _fit(self) -> None:
        heights = [reply.fit() for reply in (self.original, self.trial)]
        if self._row.direction() == QBoxLayout.Direction.LeftToRight:
            heights = [max(heights)] * 2
        for reply, height in zip((self.original, self.trial), heights, strict=True):
            reply.text.setFixedHeight(max(self._theme.px(24), height))


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return f"“{line[:40] + '…' if len(line) > 40 else line}”"
