"""The one style sheet of the window.

Widgets say what they are through dynamic properties and the sheet says how that looks:

- ``role`` on labels: caption, heading, section, number, title, warning, link
- ``kind`` on buttons: primary, small, link, quiet
- ``surface`` on frames and widgets: panel, background, card, warning
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtGui import QColor

from desktop_app.support.paths import resources_directory


@dataclass(frozen=True, slots=True)
class _Look:
    """What the parts of the sheet are written with.

    Attributes:
        c: the colours by their tokens.
        px: scales type sizes of the 14 px design.
        fills: whether what has the focus is filled, for high contrast.
        filled: the ground of what has the focus, "" where it keeps its own.
        ring: the edge of what has the focus.
        row_ring: the same of a row, which may be selected as well.
        off: ink and edge of what is disabled.
        icons: the folder of the icons.
        check: the icon of a tick on the primary colour.
    """

    c: Mapping[str, str]
    px: Callable[[int], int]
    fills: bool
    filled: str
    ring: str
    row_ring: str
    off: str
    icons: str
    check: str


def style_sheet(colors: Mapping[str, QColor], px: Callable[[int], int], *, fills: bool = False) -> str:
    """The sheet for a theme's colours; ``px`` scales type sizes of the 14 px design.

    What has the focus wears a line of two pixels in the colour of the focus. Where ``fills``, in high contrast, it is
    filled with that colour too and what is disabled has a dashed edge: there every edge is white already.
    """
    c = {token: color.name() for token, color in colors.items()}
    edge = f"1px dashed {c['disabled']}" if fills else f"1px solid {c['line']}"
    filled = f"background: {c['focus']}; color: {c['selected_ink']};" if fills else ""
    look = _Look(
        c=c,
        px=px,
        fills=fills,
        filled=filled,
        ring=f"border: 2px solid {c['ink'] if fills else c['focus']}; {filled}",
        row_ring=f"border: 2px solid {c['selected_ink'] if fills else c['focus']}; {filled}",
        off=f"color: {c['disabled']}; border: {edge};",
        icons=(resources_directory() / "icons").as_posix(),
        check="check_white" if colors["primary"].lightnessF() < 0.5 else "check_black",
    )
    parts = (_surfaces, _labels, _buttons, _fields, _menus, _editors, _views, _checks, _tabs, _bars)
    return "".join(part(look) for part in parts)


def _surfaces(look: _Look) -> str:
    """Windows, frames and cards."""
    c, fills = look.c, look.fills
    return f"""
QWidget {{ color: {c["ink"]}; }}
QMainWindow, QDialog, *[surface="background"] {{ background: {c["background"]}; }}
*[surface="panel"] {{ background: {c["panel"]}; }}
*[surface="card"] {{ background: {c["panel"]}; border: 1px solid {c["line"]}; border-radius: 12px; }}
*[surface="card"][active="true"] {{ border-color: {c["focus"]}; }}
*[surface="card"][ringed="false"] {{ padding: {2 if fills else 1}px; }}
*[surface="card"][ringed="true"] {{ border: {3 if fills else 2}px solid {c["focus"]}; padding: 0; }}
*[surface="warning"] {{ background: {c["warning_background"]}; }}
QFrame[hairline="true"] {{ background: {c["line"]}; border: none; }}
"""


def _labels(look: _Look) -> str:
    """Words that are read alone."""
    c, px = look.c, look.px
    return f"""
QLabel {{ background: transparent; }}
QLabel[role="body"] {{ font-size: {px(14)}px; }}
QLabel[role="caption"] {{ font-size: {px(12)}px; color: {c["muted"]}; }}
QLabel[role="muted"] {{ color: {c["muted"]}; }}
QLabel[role="section"] {{ font-size: {px(12)}px; font-weight: 600; color: {c["muted"]}; }}
QLabel[role="heading"] {{ font-size: {px(13)}px; font-weight: 600; }}
QLabel[role="title"] {{ font-size: {px(16)}px; font-weight: 600; }}
QLabel[role="number"] {{ font-size: {px(22)}px; font-weight: 700; }}
QLabel[role="key"] {{
    font-size: {px(12)}px; color: {c["muted"]}; border: 1px solid {c["line"]}; border-radius: 5px; padding: 1px 6px;
}}
QLabel[role="warning"] {{ font-size: {px(12)}px; color: {c["warning"]}; }}
"""


def _buttons(look: _Look) -> str:
    """Buttons by their kind."""
    c, px, fills = look.c, look.px, look.fills
    return f"""
QPushButton, QToolButton {{
    background: {c["panel"]}; border: 1px solid {c["border"]}; border-radius: 8px;
    padding: 6px 12px;
}}
QPushButton:checked {{ background: {c["selected"]}; color: {c["selected_ink"]}; }}
QPushButton:hover, QToolButton:hover {{ background: {c["hover"]}; }}
QPushButton:focus, QToolButton:focus {{ {look.ring} padding: 5px 11px; outline: none; }}
QPushButton:disabled, QToolButton:disabled {{ {look.off} }}
QPushButton[kind="primary"], QToolButton[kind="primary"] {{
    background: {c["primary"]}; color: {c["primary_ink"]}; border-color: {c["primary"]}; font-weight: 600;
}}
QPushButton[kind="primary"]:hover {{ background: {c["primary_hover"]}; color: {c["primary_ink"]}; }}
QPushButton[kind="primary"][ringed="true"], QPushButton[kind="primary"]:focus, QToolButton[kind="primary"]:focus {{
    border: 6px double {c["selected_ink" if fills else "primary_ink"]}; border-radius: 0; padding: 1px 7px;
    {look.filled}
}}
QPushButton[kind="primary"]:disabled, QToolButton[kind="primary"]:disabled {{ background: {c["panel"]}; {look.off} }}
QPushButton[kind="link"], QToolButton[kind="link"] {{
    background: transparent; color: {c["muted"]}; border: 2px solid transparent; border-bottom: 1px solid {c["muted"]};
    border-radius: 0; padding: 0; font-size: {px(12)}px;
}}
QPushButton[kind="link"]:hover, QToolButton[kind="link"]:hover {{
    color: {c["ink"]}; border-bottom-color: {c["ink"]};
}}
QPushButton[kind="link"]:focus, QToolButton[kind="link"]:focus {{
    color: {c["ink"]}; {look.ring} border-radius: 3px; padding: 0;
}}
QPushButton[kind="link"]:disabled, QToolButton[kind="link"]:disabled {{
    color: {c["disabled"]}; border-color: transparent; border-style: solid;
}}
QPushButton[kind="quiet"], QToolButton[kind="quiet"] {{
    background: transparent; border: 1px solid transparent; padding: 4px 6px;
}}
QPushButton[kind="quiet"]:hover, QToolButton[kind="quiet"]:hover {{ background: {c["hover"]}; }}
QPushButton[kind="quiet"]:focus, QToolButton[kind="quiet"]:focus {{ {look.ring} padding: 3px 5px; }}
QPushButton[kind="quiet"]:disabled, QToolButton[kind="quiet"]:disabled {{
    color: {c["disabled"]}; border: 1px solid transparent;
}}
QPushButton[kind="small"] {{ padding: 3px 8px; font-size: {px(12)}px; color: {c["muted"]}; }}
QPushButton[kind="small"]:disabled {{ {look.off} }}
QPushButton[kind="small"]:checked {{
    background: {c["selected" if fills else "muted"]}; color: {c["selected_ink" if fills else "panel"]};
    border-color: {c["selected" if fills else "muted"]};
}}
QPushButton[kind="small"]:focus {{ {look.ring} padding: 2px 7px; }}
QToolButton::menu-indicator, QPushButton::menu-indicator {{ image: none; width: 0; }}
"""


def _fields(look: _Look) -> str:
    """Fields of one line, numbers, dates and choices."""
    c, fills = look.c, look.fills
    return f"""
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QDateEdit {{
    background: {c["panel"]}; border: 1px solid {c["border"]}; border-radius: 8px; padding: 5px 9px;
    placeholder-text-color: {c["muted"]}; selection-background-color: {c["text_selection"]};
    selection-color: {c["text_selection_ink"]};
}}
QLineEdit QToolButton {{ background: transparent; border: none; padding: 0; }}
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QDateEdit:focus {{
    border: {3 if fills else 2}px solid {c["focus"]}; padding: {3 if fills else 4}px {7 if fills else 8}px;
}}
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled, QDateEdit:disabled {{ {look.off} }}
QComboBox {{ combobox-popup: 0; }}
QComboBox::drop-down {{ border: none; width: 24px; }}
QComboBox::down-arrow {{ image: url("{look.icons}/chevron_down_neutral.svg"); width: 14px; height: 14px; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ border: none; background: transparent; width: 20px; }}
QAbstractSpinBox::up-button {{ subcontrol-position: top right; margin: 2px 3px 0 0; }}
QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; margin: 0 3px 2px 0; }}
QAbstractSpinBox::up-arrow {{ image: url("{look.icons}/chevron_up_neutral.svg"); width: 12px; height: 12px; }}
QAbstractSpinBox::down-arrow {{ image: url("{look.icons}/chevron_down_neutral.svg"); width: 12px; height: 12px; }}
"""


def _menus(look: _Look) -> str:
    """Menus and the lists that drop down."""
    c = look.c
    return f"""
QComboBox QAbstractItemView, QMenu {{
    background: {c["panel"]}; border: 1px solid {c["border"]}; padding: 4px;
    selection-background-color: {c["selected"]}; selection-color: {c["selected_ink"]}; outline: none;
}}
QComboBox QListView {{ qproperty-spacing: 3; }}
QMenu::item {{ padding: 6px 24px 6px 12px; border-radius: 6px; }}
QMenu::item:selected {{ background: {c["selected"]}; color: {c["selected_ink"]}; }}
QMenu::item:disabled {{ color: {c["disabled"]}; }}
QMenu::separator {{ height: 1px; background: {c["line"]}; margin: 4px 8px; }}
"""


def _editors(look: _Look) -> str:
    """Fields and pages of several lines."""
    c, px, fills = look.c, look.px, look.fills
    return f"""
QPlainTextEdit, QTextEdit, QTextBrowser {{
    background: {c["panel"]}; border: 1px solid {c["border"]}; border-radius: 8px; padding: 4px 6px;
    font-size: {px(14)}px; placeholder-text-color: {c["muted"]};
    selection-background-color: {c["text_selection"]}; selection-color: {c["text_selection_ink"]};
}}
QPlainTextEdit:focus, QTextEdit:focus {{
    border: {3 if fills else 2}px solid {c["focus"]}; padding: {2 if fills else 3}px {4 if fills else 5}px;
}}
QPlainTextEdit:disabled, QTextEdit:disabled {{ {look.off} }}
*[bare="true"], *[bare="true"]:focus {{ background: transparent; border: none; padding: 0; }}
"""


def _views(look: _Look) -> str:
    """Lists, tables, what divides them, and tool tips."""
    c, px = look.c, look.px
    return f"""
QListView, QTreeView, QTableView {{
    background: transparent; border: none; outline: none;
    selection-background-color: {c["selected"]}; selection-color: {c["selected_ink"]};
}}
QTableView::item {{ padding: 0 6px; }}
QListWidget::item {{ padding: 5px 8px; border: 2px solid transparent; border-radius: 6px; }}
QListWidget[rows="hits"]::item {{ padding: 5px; }}
QListWidget::item:selected {{ background: {c["selected"]}; color: {c["selected_ink"]}; }}
QListWidget::item:focus {{ {look.row_ring} }}
QTableView::item:focus, QTreeView::item:focus {{ {look.row_ring} }}
QHeaderView {{ background: {c["panel"]}; }}
QHeaderView::section {{
    background: {c["panel"]}; color: {c["muted"]}; border: none; border-bottom: 1px solid {c["line"]}; padding: 3px 8px;
    font-size: {px(12)}px;
}}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
QSplitter::handle {{ background: {c["line"]}; }}
QSplitter::handle:horizontal {{ width: 1px; }}
QSplitter::handle:vertical {{ height: 1px; }}
QToolTip {{ background: {c["panel"]}; color: {c["ink"]}; border: 1px solid {c["border"]}; padding: 4px 6px; }}
"""


def _checks(look: _Look) -> str:
    """Check boxes and radio buttons."""
    c, px = look.c, look.px
    return f"""
QCheckBox, QRadioButton {{
    background: transparent; spacing: 8px; border: 2px solid transparent; border-radius: 6px; padding: 1px 3px;
    outline: none;
}}
QCheckBox:focus, QRadioButton:focus {{ {look.ring} }}
QCheckBox:disabled, QRadioButton:disabled {{ color: {c["disabled"]}; }}
QCheckBox::indicator, QListView::indicator {{
    width: {px(14)}px; height: {px(14)}px; border: 1px solid {c["muted"]}; border-radius: 4px;
    background: {c["panel"]};
}}
QRadioButton::indicator {{
    width: {px(14)}px; height: {px(14)}px; border: 1px solid {c["muted"]}; border-radius: {px(7) + 1}px;
    background: {c["panel"]};
}}
QRadioButton::indicator:checked {{ border: {px(5)}px solid {c["primary"]}; width: {px(6)}px; height: {px(6)}px; }}
QCheckBox::indicator:checked, QListView::indicator:checked {{
    background: {c["primary"]}; border-color: {c["primary"]}; image: url("{look.icons}/{look.check}.svg");
}}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{ border: 1px solid {c["disabled"]}; }}
"""


def _tabs(look: _Look) -> str:
    """Tabs."""
    c = look.c
    return f"""
QTabWidget::pane {{ border: none; border-top: 1px solid {c["line"]}; }}
QTabBar {{ background: transparent; border: none; }}
QTabBar::tab {{
    background: transparent; color: {c["muted"]}; border: none; border-bottom: 2px solid transparent;
    padding: 8px 6px; margin: 0;
}}
QTabBar::tab:selected {{ color: {c["ink"]}; border-bottom-color: {c["ink"]}; font-weight: 600; }}
QTabBar::tab:hover {{ color: {c["ink"]}; }}
QTabBar::tab:focus {{ color: {c["ink"]}; {look.ring} border-radius: 4px; padding: 6px 4px; }}
"""


def _bars(look: _Look) -> str:
    """Bars that scroll and that tell of progress."""
    c = look.c
    return f"""
QScrollArea {{ background: transparent; border: none; }}
QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
QScrollBar::handle {{ background: {c["border"]}; border-radius: 3px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 32px; }}
QScrollBar::handle:horizontal {{ min-width: 32px; }}
QScrollBar::handle:disabled {{ background: transparent; }}
QScrollBar::handle:hover {{ background: {c["muted"]}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QProgressBar {{ background: {c["line"]}; border: none; border-radius: 2px; max-height: 4px; }}
QProgressBar::chunk {{ background: {c["ink"]}; border-radius: 2px; }}
"""
