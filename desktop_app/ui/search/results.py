"""The list of what was found: the words around each match, who said them and when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPointF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.search import Found, Passage
from desktop_app.ui.sessions.model import Index, session_title
from desktop_app.ui.texts import format_moment, person_identifiers, qt_length, speaker_name, translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.row_ground import paint_row_ground

_SIDE, _LINES = 10, 2


class ResultsModel(QAbstractListModel):
    """What was found, newest first.

    Args:
        kind: of the vault, for the names of speakers and people.
    """

    def __init__(self, kind: VaultKind, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        self._found: tuple[Found, ...] = ()
        self._with_people = False

    def show(self, found: Sequence[Found], *, with_people: bool) -> None:
        """Show other results; ``with_people`` names whose they are."""
        self.beginResetModel()
        self._found, self._with_people = tuple(found), with_people
        self.endResetModel()

    def found(self, index: Index) -> Found | None:
        """The result of a row."""
        return self._found[index.row()] if index.isValid() else None

    def caption(self, found: Found) -> str:
        """Who said it where and when, on one line."""
        today = date.today()
        person = found.person
        parts = [
            speaker_name(found.message.speaker, self._kind),
            session_title(found.session),
            format_moment(found.message.created_at_ms, today),
        ]
        if self._with_people:
            identifiers = person_identifiers(person, self._kind, today)
            parts.insert(0, " ".join(part for part in (person.name, *identifiers) if part))
        if not found.current:
            parts.append(translate("Search", "in another version of the conversation"))
        return " · ".join(parts)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """How many results there are."""
        return 0 if parent.isValid() else len(self._found)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """The passage; with its caption for screen readers."""
        found = self.found(index)
        if found is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return found.passage.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{found.passage.text}, {self.caption(found)}"
        return None


class ResultDelegate(QStyledItemDelegate):
    """Draws a result in up to two lines of text and one of origin; matches are bold and underlined."""

    def __init__(self, model: ResultsModel, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._theme = theme
        self._text_font = theme.font("body")
        self._caption_font = theme.font("caption")

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """The same height for every result."""
        return QSize(0, self._theme.px(70))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one result."""
        found = self._model.found(index)
        if found is None:
            return
        painter.save()
        area = option.rect.adjusted(0, 1, 0, -1)
        ink = paint_row_ground(painter, area, self._theme, option.state)
        muted = ink if self._theme.is_contrast else self._theme.color("muted")
        inner = area.adjusted(_SIDE, 0, -_SIDE, 0)
        passage = self._laid_out(found.passage, inner.width())
        painter.setFont(self._caption_font)
        caption_height = painter.fontMetrics().height()
        text_height = round(passage.boundingRect().height())
        inner.setTop(area.top() + (area.height() - text_height - caption_height) // 2)
        inner.setHeight(text_height + caption_height)
        painter.setPen(QPen(ink))
        passage.draw(painter, QPointF(inner.topLeft()))
        painter.setPen(muted)
        caption = painter.fontMetrics().elidedText(
            self._model.caption(found), Qt.TextElideMode.ElideRight, inner.width()
        )
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, caption)
        painter.restore()

    def _laid_out(self, passage: Passage, width: int) -> QTextLayout:
        layout = QTextLayout(passage.text, self._text_font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        text = passage.text
        layout.setFormats([_marked(qt_length(text[:start]), qt_length(text[:end])) for start, end in passage.matches])
        layout.beginLayout()
        top = 0.0
        for _ in range(_LINES):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width)
            line.setPosition(QPointF(0, top))
            top += line.height()
        layout.endLayout()
        return layout


def _marked(start: int, end: int) -> QTextLayout.FormatRange:
    marked = QTextLayout.FormatRange()
    marked.start, marked.length = start, end - start
    style = QTextCharFormat()
    style.setFontWeight(QFont.Weight.Bold)
    style.setFontUnderline(True)
    marked.format = style
    return marked
