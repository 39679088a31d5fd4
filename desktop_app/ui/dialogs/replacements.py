"""What de-identification would replace: a table, and one changed text before and after."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from desktop_app.services.exchange.deidentifying import Preview
from desktop_app.ui.texts import format_number
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import label
from desktop_app.ui.widgets.row_table import select_alone

_HEIGHT, _CHARACTERS = 150, 220


class ReplacementView(QWidget):
    """Shows a preview; the text of the chosen row stands below the table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._samples: tuple[tuple[str, str], ...] = ()
        self.table = QTableWidget(0, 3)
        self.table.setMinimumHeight(_HEIGHT)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.itemSelectionChanged.connect(self._show_sample)
        self.before, self.after = label("caption"), label("caption")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.table)
        for text in (self.before, self.after):
            text.setWordWrap(True)
            layout.addWidget(text)

    def show_preview(self, preview: Preview) -> None:
        """Show what came of it."""
        self._samples = preview.samples
        self.table.setRowCount(len(preview.replacements))
        for row, one in enumerate(preview.replacements):
            for column, text in enumerate((printable(one.before), one.after, format_number(one.count))):
                self.table.setItem(row, column, QTableWidgetItem(text))
        if preview.replacements:
            select_alone(self.table, self.table.model().index(0, 0))
        self._show_sample()

    @Slot()
    def _show_sample(self) -> None:
        row = self.table.currentRow()
        item = self.table.item(row, 0) if row >= 0 else None
        found = next((pair for pair in self._samples if item is not None and item.text() in pair[0]), None)
        if found is None:
            self.before.setText("" if self.table.rowCount() else self.tr("Nothing was recognised. Read it yourself."))
            self.after.setText("")
            return
        self.before.setText(self.tr("Before: {text}").format(text=printable(found[0][:_CHARACTERS])))
        self.after.setText(self.tr("After: {text}").format(text=printable(found[1][:_CHARACTERS])))

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        self.table.setHorizontalHeaderLabels([self.tr("Found"), self.tr("Replaced by"), self.tr("How often")])
        self.table.setAccessibleName(self.tr("What is replaced"))
        self.table.setAccessibleDescription(self.tr("A row for each identifying detail; the text stands below."))
        self._show_sample()
