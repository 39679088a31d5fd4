"""A read-only table whose rows are chosen, not its cells: the twin of a drawing, for keyboard and screen readers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from desktop_app.ui.theme import Theme


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
