"""The gauge as a table: every section with its tokens, by keyboard and for screen readers."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from desktop_app.ui.memory_panel.figures import Figures, Segment
from desktop_app.ui.memory_panel.gauge import paint_hatching, segment_words
from desktop_app.ui.texts import format_number, section_name, translate
from desktop_app.ui.theme import RESERVE, SECTION_ORDER, Theme

_HEIGHT_SHARE = 0.3  # of the window's height that the table may take before it scrolls
_MOST_LISTED = len(SECTION_ORDER) - 1  # sections, without what is free
_USUAL_LIMIT = 99_999  # tokens; a larger window needs more room for its figures
_LINE, _LEAST_LINE = 22, 19  # heights in the 14 px design
_SEGMENT = Qt.ItemDataRole.UserRole
_Index = QModelIndex | QPersistentModelIndex


_NOTHING = Figures(tuple(Segment(section, 0) for section in SECTION_ORDER), 0, 0)


class LegendModel(QAbstractTableModel):
    """Sections in two columns, or in one where there is no room for two, read line by line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._segments: tuple[Segment, ...] = ()
        self.columns = 2
        self.limit = 0  # tokens of the window, the largest figure there can be

    @property
    def segments(self) -> tuple[Segment, ...]:
        """What is listed, in order."""
        return self._segments

    def set_columns(self, columns: int) -> None:
        """List in so many columns."""
        if columns != self.columns:
            self.beginResetModel()
            self.columns = columns
            self.endResetModel()

    def set_figures(self, figures: Figures) -> None:
        """Show the figures of a ledger."""
        self.limit = figures.context_limit
        segments = figures.listed
        if [s.section for s in segments] != [s.section for s in self._segments]:
            self.beginResetModel()
            self._segments = segments
            self.endResetModel()
        else:
            self._segments = segments
            if segments:
                self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columns - 1))

    def segment(self, index: _Index) -> Segment | None:
        """The section a cell shows."""
        place = index.row() * self.columns + index.column()
        return self._segments[place] if index.isValid() and place < len(self._segments) else None

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Lines of the table."""
        return 0 if parent.isValid() else -(-len(self._segments) // self.columns)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Two, or one."""
        return 0 if parent.isValid() else self.columns

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The section's name, its figure in words, or itself."""
        segment = self.segment(index)
        if segment is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return section_name(segment.section)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return segment_words(segment)
        return segment if role == _SEGMENT else None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Every section can be chosen."""
        if self.segment(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class _CellDelegate(QStyledItemDelegate):
    """A swatch, the name, and the figure at the right edge."""

    def __init__(self, legend: Legend) -> None:
        super().__init__(legend)
        self._legend = legend

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one cell."""
        segment = index.data(_SEGMENT)
        if not isinstance(segment, Segment):
            return
        theme = self._legend.theme
        rect = QRect(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        size = theme.px(9)
        edge = 1 if theme.is_contrast else 0  # of the line around it, which would be cut
        swatch = QRect(rect.left() + edge, rect.center().y() - size // 2 + theme.px(2), size, size)
        self._paint_swatch(painter, swatch, segment.section, theme)
        painter.setFont(theme.font("control"))
        rect.setLeft(swatch.right() + theme.px(8))
        rect.setRight(rect.right() - (theme.px(22) if index.column() < self._legend.columns - 1 else 0))
        painter.setPen(theme.color("ink"))
        painter.drawText(
            rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, section_name(segment.section)
        )
        if self._legend.figures_shown:
            painter.setPen(theme.color("muted"))
            text = format_number(segment.tokens)
            painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(theme.color("focus"), 2))
            painter.drawLine(rect.left(), rect.bottom() - 1, rect.right(), rect.bottom() - 1)
        painter.restore()

    @staticmethod
    def _paint_swatch(painter: QPainter, swatch: QRect, section: str, theme: Theme) -> None:
        if section == RESERVE and not theme.is_contrast:
            paint_hatching(painter, swatch, theme)
            return
        painter.setPen(QPen(theme.section(section), 1) if theme.is_contrast else Qt.PenStyle.NoPen)
        painter.setBrush(theme.section_brush(section))
        painter.drawRoundedRect(swatch, 2, 2)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """One line."""
        return QSize(100, self._legend.theme.px(_LINE))


class Legend(QTableView):
    """The table below the gauge.

    Signals:
        section_activated: Enter or a click on a section.
    """

    section_activated = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.figures_shown = self._figures_wanted = True
        self._table = LegendModel(self)
        self.setModel(self._table)
        self.setItemDelegate(_CellDelegate(self))
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.hide()
            header.setMinimumSectionSize(1)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.clicked.connect(self._activate)
        self.retranslate()

    @property
    def columns(self) -> int:
        """In how many columns the sections are listed."""
        return self._table.columns

    def retranslate(self) -> None:
        """Name the table in the language in force."""
        self.setAccessibleName(translate("Gauge", "Tokens by section"))
        self.viewport().update()

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self.theme = theme
        self._fit()
        self.viewport().update()

    def set_figures(self, figures: Figures | None, shown: bool = True) -> None:
        """Show figures; ``shown`` False keeps the names and hides the numbers, as where nothing was sent yet."""
        self._figures_wanted = shown
        self.figures_shown = shown and figures is not None
        self._table.set_figures(figures or _NOTHING)
        self._fit()
        self.viewport().update()

    def _fit(self) -> None:
        self._table.set_columns(self._columns_at(self.width()))
        height = self.height_at(self.width())
        self.setFixedHeight(height)
        lines = max(1, self._table.rowCount())
        self.verticalHeader().setDefaultSectionSize(
            self.theme.px(_LINE) if height < lines * self.theme.px(_LEAST_LINE) else height // lines
        )
        self._fit_columns()

    def height_at(self, width: int) -> int:
        """The height it takes at a width, in pixels: the same whatever is listed, so that nothing below it moves.

        A message with attachments has one line more than others: the lines then stand closer.
        """
        columns = self._columns_at(width)
        whole = self.theme.px(_LEAST_LINE) * -(-_MOST_LISTED // columns)
        line = self.theme.px(_LINE)
        most = line * max(3, round(_HEIGHT_SHARE * self.window().height()) // line)  # whole lines: none is cut
        return min(whole, most) if columns == 1 else whole

    def _columns_at(self, width: int) -> int:
        return 2 if 2 * self._widest() + self.theme.px(22) <= width else 1

    def _widest(self) -> int:
        """Pixels that the longest cell needs: swatch, name and figure beside each other."""
        metrics = QFontMetrics(self.theme.font("control"))
        # Measured for every section and the largest figure, so that the columns stay as they are.
        names = max(metrics.horizontalAdvance(section_name(segment.section)) for segment in _NOTHING.listed)
        largest = format_number(max(self._table.limit, _USUAL_LIMIT))
        figure = metrics.horizontalAdvance(largest) if self._figures_wanted else 0
        return names + figure + self.theme.px(9 + 8 + 10)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The left column is the wider one by the space between them."""
        super().resizeEvent(event)
        self._fit()

    def _fit_columns(self) -> None:
        width = self.viewport().width()
        if self._table.columns == 1:
            self.setColumnWidth(0, width)
            return
        left = (width + self.theme.px(22)) // 2
        self.setColumnWidth(0, left)
        self.setColumnWidth(1, width - left)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the section under the cursor."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._activate(self.currentIndex())
            return
        super().keyPressEvent(event)

    def _activate(self, index: QModelIndex) -> None:
        segment = self._table.segment(index)
        if segment is not None:
            self.section_activated.emit(segment.section)
