"""How the rows of the session list are drawn and renamed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPolygonF
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_app.domain.conversation import Session
from desktop_app.ui.sessions.model import FolderHeading, Heading, Index, SessionListModel, session_title
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.line_edit import ENTER_KEYS, LineEdit
from desktop_app.ui.widgets.row_ground import paint_row_ground

_SIDE = 10  # from the row's edge to its text


class SessionDelegate(QStyledItemDelegate):
    """Draws headings in muted capitals' weight and sessions in two lines."""

    def __init__(self, model: SessionListModel, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.by_keyboard = False  # whether the list is used by keyboard, so that the focus shows
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours and sizes of a theme."""
        self._theme = theme
        self._heading_size, self._session_size = QSize(0, theme.px(32)), QSize(0, theme.px(56))
        self._title_font = theme.font("body")
        self._details_font = theme.font("caption")
        self._heading_font = theme.font("caption")
        self._heading_font.setWeight(theme.font("heading").weight())

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """A heading is 32 px high, a session 56 px, in the 14 px design."""
        return self._session_size if isinstance(self._model.row(index), Session) else self._heading_size

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a row."""
        painter.save()
        row = self._model.row(index)
        area = option.rect
        if isinstance(row, Heading):
            painter.setFont(self._heading_font)
            painter.setPen(self._theme.color("muted"))
            text_area = area.adjusted(_SIDE - 2, 0, -_SIDE, -self._theme.px(6))
            painter.drawText(text_area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, row.text)
        elif isinstance(row, FolderHeading):
            self._paint_folder(painter, area, option, row)
        else:
            ink = self._paint_ground(painter, area, option)
            self._paint_lines(painter, area, ink, session_title(row), self._model.details(row))
        painter.restore()

    def _paint_ground(self, painter: QPainter, area: QRect, option: QStyleOptionViewItem) -> QColor:
        ground = area.adjusted(0, 1, 0, -1)
        return paint_row_ground(painter, ground, self._theme, option.state, shows_focus=self.by_keyboard)

    def _muted(self, ink: QColor) -> QColor:
        """What is said beside, on a ground on which one writes in this colour."""
        return ink if self._theme.is_contrast else self._theme.color("muted")

    def _paint_folder(self, painter: QPainter, area: QRect, option: QStyleOptionViewItem, row: FolderHeading) -> None:
        color = self._paint_ground(painter, area, option)
        # A triangle that points down where the sessions follow, and to the side where they are folded away.
        half, middle = self._theme.px(4), QPointF(area.left() + _SIDE + self._theme.px(3), area.center().y() + 1)
        corners = ((-1, -0.6), (1, -0.6), (0, 0.8)) if not row.folder.folded else ((-0.6, -1), (-0.6, 1), (0.8, 0))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPolygon(QPolygonF([middle + QPointF(x * half, y * half) for x, y in corners]))
        painter.setFont(self._heading_font)
        painter.setPen(color)
        line = area.adjusted(_SIDE + self._theme.px(14), 0, -_SIDE, 0)
        count = str(row.count)
        room = line.width() - painter.fontMetrics().horizontalAdvance(count) - self._theme.px(8)
        name = painter.fontMetrics().elidedText(row.folder.name, Qt.TextElideMode.ElideRight, room)
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)
        painter.setPen(self._muted(color))
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count)

    def _paint_lines(self, painter: QPainter, area: QRect, ink: QColor, title: str, details: str) -> None:
        muted = self._muted(ink)
        half = area.height() // 2
        for font, color, text, top, flag in (
            (self._title_font, ink, title, area.top(), Qt.AlignmentFlag.AlignBottom),
            (self._details_font, muted, details, area.top() + half + self._theme.px(3), Qt.AlignmentFlag.AlignTop),
        ):
            line = QRect(area.left() + _SIDE, top, area.width() - 2 * _SIDE, half)
            painter.setFont(font)
            painter.setPen(color)
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, line.width())
            painter.drawText(line, flag | Qt.AlignmentFlag.AlignLeft, shown)

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A field for the new title, over the row."""
        editor = LineEdit(parent)
        editor.setFont(self._title_font)
        editor.setMaxLength(200)
        is_folder = self._model.folder(index) is not None
        editor.setAccessibleName(self.tr("Name of the folder") if is_folder else self.tr("Title of the session"))
        return editor

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Fill the row."""
        area = option.rect
        editor.setGeometry(area.adjusted(0, 4, 0, -4))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep Enter from ending the editing while an input method composes."""
        if (
            isinstance(watched, LineEdit)
            and watched.is_composing
            and isinstance(event, QKeyEvent)
            and event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
            and event.key() in ENTER_KEYS
        ):
            event.accept()
            return True
        return super().eventFilter(watched, event)
