"""A list of backups: when, why, how many turns, how large, where."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from desktop_app.domain.backups import Backup, BackupReason
from desktop_app.support.sizes import format_bytes
from desktop_app.ui.texts import format_moment, format_number

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_NUMBERS = (2, 3)  # columns


class BackupTable(QTableWidget):
    """One row a backup, one selected at most."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 5, parent)
        self._backups: tuple[Backup, ...] = ()
        self.setProperty("surface", "card")
        self.setMinimumHeight(220)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.retranslate()

    def show_backups(self, backups: Sequence[Backup]) -> None:
        """Show these; what was selected stays selected if it is still there."""
        if tuple(backups) == self._backups:
            return
        before = self.selected()
        self._backups = tuple(backups)
        self.setRowCount(len(self._backups))
        self._fill()
        self.clearSelection()
        for row, one in enumerate(self._backups):
            if before is not None and one.path == before.path:
                self.selectRow(row)

    def selected(self) -> Backup | None:
        """The selected backup."""
        rows = self.selectionModel().selectedRows()
        return self._backups[rows[0].row()] if rows and rows[0].row() < len(self._backups) else None

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        self.setHorizontalHeaderLabels(
            [self.tr("Made"), self.tr("Why"), self.tr("Turns"), self.tr("Size"), self.tr("Where")]
        )
        for column in _NUMBERS:
            item = self.horizontalHeaderItem(column)
            if item is not None:
                item.setTextAlignment(_RIGHT)
        self.setAccessibleName(self.tr("Backups, the newest first"))
        self.setAccessibleDescription(self.tr("Select one to restore it"))
        self._fill()

    def _fill(self) -> None:
        for row, one in enumerate(self._backups):
            cells = (
                format_moment(one.made_at_ms, date.today()),
                self._reason(one.reason),
                "–" if one.turns is None else format_number(one.turns),
                format_bytes(one.file_bytes),
                self.tr("second place") if one.elsewhere else self.tr("beside the vault"),
            )
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                if column in _NUMBERS:
                    item.setTextAlignment(_RIGHT)
                self.setItem(row, column, item)

    def _reason(self, reason: BackupReason) -> str:
        return {
            BackupReason.AUTOMATIC: self.tr("by itself"),
            BackupReason.AT_EXIT: self.tr("when the program ended"),
            BackupReason.BY_HAND: self.tr("by hand"),
            BackupReason.BEFORE_RESTORE: self.tr("before a restore"),
            BackupReason.BEFORE_MIGRATION: self.tr("before an update of the vault"),
        }[reason]
