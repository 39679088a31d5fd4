"""A read-only table whose rows are chosen, not its cells: the twin of a drawing, for keyboard and screen readers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from desktop_app.ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex


def select_alone(view: QAbstractItemView, index: Index) -> None:
    """Make a row the current one and select nothing else, whatever keys are held.

    ``setCurrentIndex`` and ``selectRow`` of a view ask for the keys: a held Shift is taken for the wish to extend, and
    then nothing at all may be selected.
    """
    flags = QItemSelectionModel.SelectionFlag
    view.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)


class TextModel(QAbstractTableModel):
    """Cells that are words; a screen reader hears each with the name of its column.

    Subclasses say how many ``columns`` there are: views ask for that often, and naming them all takes longer.
    """

    columns: ClassVar[int]
    _named: tuple[str, ...] = ()  # the headings: views ask for them with each change of size

    def headings(self) -> tuple[str, ...]:
        """The columns' names, in the language in force."""
        raise NotImplementedError

    def text(self, row: int, column: int) -> str:
        """What a cell says."""
        raise NotImplementedError

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """As many as there are headings."""
        return 0 if parent.isValid() else self.columns

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The columns' names."""
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return self._heading(section)

    def _heading(self, column: int) -> str:
        self._named = self._named or self.headings()
        return self._named[column]

    def rename(self) -> None:
        """Name the columns in the language now in force."""
        self._named = ()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columns - 1)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A cell's text; for screen readers with its column."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(index.row(), index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self._heading(index.column())}: {self.text(index.row(), index.column())}"
        return None


class RowTable(QTableView):
    """Rows in the caption's type, without a grid. Subclasses say what the row that became current means.

    Args:
        model: what is shown.
        align: where the headings stand in their columns.
    """

    def __init__(self, model: QAbstractItemModel, align: Qt.AlignmentFlag, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selecting = False
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setDefaultAlignment(align | Qt.AlignmentFlag.AlignVCenter)
        self.horizontalHeader().setHighlightSections(False)
        self.selectionModel().currentRowChanged.connect(self._on_current)

    def set_theme(self, theme: Theme) -> None:
        """Take the sizes of a theme."""
        self.setFont(theme.font("caption"))
        self.horizontalHeader().setFont(theme.font("caption"))
        self.verticalHeader().setDefaultSectionSize(theme.px(24))

    def row_chosen(self, row: int) -> None:
        """A row became the current one, by mouse or keyboard."""

    @contextmanager
    def silently(self) -> Iterator[None]:
        """What becomes current meanwhile was not chosen by anybody."""
        self._selecting = True
        try:
            yield
        finally:
            self._selecting = False

    def _on_current(self, current: QModelIndex) -> None:
        if current.isValid() and not self._selecting:
            self.row_chosen(current.row())
