"""The table of patients that were found: each with two identifiers beside the name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from desktop_app.domain.conversation import PersonState, VaultKind
from desktop_app.domain.patients import PatientEntry
from desktop_app.ui.patients.words import arrival_name
from desktop_app.ui.texts import format_day, person_identifiers, translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import plain_tip
from desktop_app.ui.widgets.row_table import Index, RowTable, TextModel

NUMBERED: Final = 9  # rows that a key chooses
_NUMBER, _NAME, _DESCRIBED, _BORN, _RECORD, _TODAY = range(6)


def marks_of(entry: PatientEntry, today: date) -> list[str]:
    """What must be known of a patient before their record is opened, and why they are on today's list."""
    marks = []
    if entry.namesakes:
        marks.append(translate("Patients", "same name ×{count}").format(count=entry.namesakes + 1))
    if entry.person.state is PersonState.RESTRICTED:
        marks.append(translate("Patients", "restricted"))
    if entry.arrival is not None:
        marks.append(arrival_name(entry.arrival))
    marks += [translate("Patients", "due: {plan}").format(plan=printable(plan.words)) for plan in entry.due]
    if not marks and entry.last_visit_ms:
        marks.append(translate("Patients", "last here {day}").format(day=format_day(entry.last_visit_ms, today)))
    return marks


class PatientModel(TextModel):
    """A row for each patient."""

    columns = _TODAY + 1

    def __init__(self, today: Callable[[], date], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._today = today
        self.entries: tuple[PatientEntry, ...] = ()

    def set_entries(self, entries: Sequence[PatientEntry]) -> None:
        """Show patients."""
        self.beginResetModel()
        self.entries = tuple(entries)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Patients."""
        return 0 if parent.isValid() else len(self.entries)

    def headings(self) -> tuple[str, ...]:
        """Key, name, sex and age, birth date, record number, today."""
        return (
            "Alt+",
            translate("Patients", "Name"),
            translate("Patients", "Sex, age"),
            translate("Patients", "Born"),
            translate("Patients", "Record number"),
            translate("Patients", "Today"),
        )

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A cell's text; the name stands out, and what does not fit under Today is told on pointing."""
        if index.isValid() and role == Qt.ItemDataRole.ToolTipRole and index.column() == _TODAY:
            words = self.text(index.row(), _TODAY)
            return plain_tip(words) or None
        if index.isValid() and role == Qt.ItemDataRole.FontRole and index.column() == _NAME:
            font = QFont()
            font.setBold(True)
            return font
        return super().data(index, role)

    def text(self, row: int, column: int) -> str:
        """What a cell says."""
        entry = self.entries[row]
        if column == _NUMBER:
            return str(row + 1) if row < NUMBERED else ""
        if column == _NAME:
            return printable(entry.person.name)
        if column == _DESCRIBED:
            return person_identifiers(entry.person, VaultKind.CLINICAL, self._today())[0] or "–"
        if column == _BORN:
            return entry.person.birth_date or "–"
        if column == _RECORD:
            return printable(entry.person.record_number) or "–"
        return translate("Patients", ", ").join(marks_of(entry, self._today()))


class PatientTable(RowTable):
    """Shows the model.

    Signals:
        opened: the patient of a row that was double-clicked.
        moved: another row is the current one.
    """

    opened = Signal(int)
    moved = Signal()

    def __init__(self, theme: Theme, today: Callable[[], date], parent: QWidget | None = None) -> None:
        self._patients = PatientModel(today)
        super().__init__(self._patients, Qt.AlignmentFlag.AlignLeft, parent)
        self._patients.setParent(self)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.doubleClicked.connect(lambda index: self.opened.emit(self._patients.entries[index.row()].person.id))
        self.set_theme(theme)
        self.retranslate()

    def set_theme(self, theme: Theme) -> None:
        """Take the sizes of a theme; names are read from afar, so the type is larger than a caption's."""
        super().set_theme(theme)
        self.setFont(theme.font("body"))
        self.verticalHeader().setDefaultSectionSize(theme.px(32))
        self._fit()

    def show_entries(self, entries: Sequence[PatientEntry], selected: int | None = None) -> None:
        """Show patients, the current row on the one of an id, else on the first."""
        ids = [entry.person.id for entry in entries]
        with self.silently():
            self._patients.set_entries(entries)
            if entries:
                self.setCurrentIndex(self._patients.index(ids.index(selected) if selected in ids else 0, _NAME))
        self.moved.emit()

    @property
    def entries(self) -> tuple[PatientEntry, ...]:
        """What is shown."""
        return self._patients.entries

    @property
    def current(self) -> PatientEntry | None:
        """The patient of the current row."""
        row = self.currentIndex().row()
        return self._patients.entries[row] if 0 <= row < len(self._patients.entries) else None

    def step(self, rows: int) -> None:
        """Go so many rows down."""
        count = self._patients.rowCount()
        if count:
            row = min(count - 1, max(0, self.currentIndex().row() + rows))
            self.setCurrentIndex(self._patients.index(row, _NAME))

    def row_chosen(self, row: int) -> None:
        """Say that another row is the current one."""
        self.moved.emit()

    def retranslate(self) -> None:
        """Name the table and its columns in the language in force."""
        self.setAccessibleName(translate("Patients", "Patients found"))
        self._patients.rename()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give what is left to the last column."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        em = self.fontMetrics().horizontalAdvance("0")
        for column, characters in ((_NUMBER, 6), (_NAME, 20), (_DESCRIBED, 14), (_BORN, 14), (_RECORD, 16)):
            self.setColumnWidth(column, em * characters)
        self.horizontalHeader().setSectionResizeMode(_TODAY, QHeaderView.ResizeMode.Stretch)
