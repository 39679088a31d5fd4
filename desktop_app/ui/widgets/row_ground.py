"""What lies under a row that a delegate draws: selection, hover and the focus, in every list alike."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle

from desktop_app.ui.theme import Theme

RADIUS = 8
_FOCUS_PX = 2


def paint_row_ground(
    painter: QPainter, area: QRect, theme: Theme, state: QStyle.StateFlag, *, shows_focus: bool = True
) -> QColor:
    """Paint the ground of a row and return the colour of what is written on it.

    Args:
        painter: of the view; its pen and brush are changed.
        area: of the row.
        theme: the look; in high contrast the row with the focus has the colour of the focus.
        state: the row's.
        shows_focus: whether the focus is marked, as for whoever comes by keyboard.
    """
    selected = bool(state & QStyle.StateFlag.State_Selected)
    focused = bool(state & QStyle.StateFlag.State_HasFocus) and shows_focus
    filled = focused and theme.is_contrast
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    if filled or selected or state & QStyle.StateFlag.State_MouseOver:
        painter.setBrush(theme.color("focus" if filled else "selected" if selected else "hover"))
        painter.drawRoundedRect(area, RADIUS, RADIUS)
    if focused:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("selected_ink" if filled else "focus"), _FOCUS_PX))
        painter.drawRoundedRect(area.adjusted(2, 2, -2, -2), RADIUS - 1, RADIUS - 1)
    return theme.color("selected_ink" if filled or selected else "ink")
