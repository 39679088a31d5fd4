"""How the rows of the session list are drawn and renamed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_app.ui.sessions.model import FolderHeading, Heading, Index, SessionListModel, session_title
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.line_edit import ENTER_KEYS, LineEdit

_SIDE = 10  # from the row's edge to its text
_RADIUS = 8


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
        self._title_font = theme.font("body")
        self._details_font = theme.font("caption")
        self._heading_font = theme.font("caption")
        self._heading_font.setWeight(theme.font("heading").weight())

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """A heading is 32 px high, a session 56 px, in the 14 px design."""
        heading = isinstance(self._model.row(index), Heading | FolderHeading)
        return QSize(0, self._theme.px(32 if heading else 56))

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
            selected = self._paint_ground(painter, area, option)
            self._paint_lines(painter, area, selected, session_title(row), self._model.details(row))
        painter.restore()

    def _paint_ground(self, painter: QPainter, area: QRect, option: QStyleOptionViewItem) -> bool:
        """Paint what shows selection, hover and focus. Returns whether the row is selected."""
        state = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        ground = area.adjusted(0, 1, 0, -1)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(self._theme.color("selected" if selected else "hover"))
            painter.drawRoundedRect(ground, _RADIUS, _RADIUS)
        if state & QStyle.StateFlag.State_HasFocus and self.by_keyboard:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("ink"), 1))
            painter.drawRoundedRect(ground.adjusted(1, 1, -1, -1), _RADIUS, _RADIUS)
        return selected

    def _paint_folder(self, painter: QPainter, area: QRect, option: QStyleOptionViewItem, row: FolderHeading) -> None:
        selected = self._paint_ground(painter, area, option)
        color = self._theme.color("selected_ink" if selected else "ink")
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
        painter.setPen(color if selected and self._theme.is_contrast else self._theme.color("muted"))
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count)

    def _paint_lines(self, painter: QPainter, area: QRect, selected: bool, title: str, details: str) -> None:
        ink = self._theme.color("selected_ink" if selected else "ink")
        muted = ink if selected and self._theme.is_contrast else self._theme.color("muted")
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
