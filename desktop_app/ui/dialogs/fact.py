"""Entering a fact by hand, or correcting one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QHBoxLayout, QLabel, QWidget

from desktop_app.domain.fact_changes import FactEntry
from desktop_app.domain.memory import SELF, Category, FactStatus, OwnCategory, Polarity
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.memory_panel.fact_groups import key_of, own_id
from desktop_app.ui.memory_panel.fact_words import group_choices
from desktop_app.ui.widgets.basics import label
from desktop_app.ui.widgets.line_edit import LineEdit

_STATUSES = (FactStatus.CURRENT, FactStatus.PAST, FactStatus.SUSPECTED)
_OF_HEALTH = (Category.ALLERGY, Category.MEDICATION, Category.CONDITION, Category.MEASUREMENT, Category.PROCEDURE)
_SETTLE_MS = 300  # after the last change, before its price is asked for


class FactDialog(Dialog):
    """Asks what a fact says.

    Signals:
        submitted: the `FactEntry`.
        changed: the `FactEntry` as it reads now, to be priced.
    """

    submitted = Signal(object)
    changed = Signal(object)

    def __init__(
        self, entry: FactEntry | None, own: Sequence[OwnCategory] = (), group: str = "", parent: QWidget | None = None
    ) -> None:
        """Ask for a new fact, to begin with in a group by its key where one is given, or for a corrected one.

        ``own``: the space's own categories, which stand before those that ship.
        """
        super().__init__(parent, 620)
        self._is_new = entry is None
        self._own = tuple(own)
        group = group or (key_of(Category.OTHER, own[0].id) if own else Category.MEDICATION.value)
        entry = entry or self._filed(FactEntry(Category.OTHER, ""), group)
        self._entry = entry
        self.category, self.status = QComboBox(), QComboBox()
        self.attribute, self.value, self.unit = LineEdit(), LineEdit(), LineEdit()
        self.subject, self.since, self.until = LineEdit(), LineEdit(), LineEdit()
        self.denied = QCheckBox()
        self._labels: dict[QWidget, QLabel] = {}
        form = QFormLayout()
        form.setSpacing(10)
        value = QHBoxLayout()
        value.addWidget(self.value, 6)
        value.addWidget(self.unit, 1)
        for field in (self.category, self.attribute):
            form.addRow(self._label_of(field), field)
        form.addRow(self._label_of(self.value), value)
        form.addRow(label(""), self.denied)
        for field in (self.status, self.since, self.until, self.subject):
            form.addRow(self._label_of(field), field)
        self.body.addLayout(form)
        self.price, self._problem = label("muted"), label("warning")
        for line in (self.price, self._problem):
            line.setWordWrap(True)
            line.hide()
            self.body.addWidget(line)
        self._fill(entry)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(lambda: self.changed.emit(self.entry))
        for edit in (self.attribute, self.value, self.unit, self.subject, self.since, self.until):
            edit.textChanged.connect(self._check)
        for choice in (self.category, self.status):
            choice.currentIndexChanged.connect(self._check)
        self.category.currentIndexChanged.connect(self._show_example)
        self.denied.toggled.connect(self._check)
        self.retranslate()
        self._check()
        (self.category if self._is_new else self.value).setFocus()

    def _label_of(self, field: QWidget) -> QLabel:
        self._labels[field] = label("")
        self._labels[field].setBuddy(field)
        return self._labels[field]

    def _fill(self, entry: FactEntry) -> None:
        groups, shipped = group_choices(self._own)
        for _, key in (*groups, *shipped):
            self.category.addItem("", key)
        if groups:
            self.category.insertSeparator(len(groups))
        for status in _STATUSES:
            self.status.addItem("", status.value)
        self.category.setCurrentIndex(self.category.findData(key_of(entry.category, entry.own_category_id)))
        self.status.setCurrentIndex(_STATUSES.index(entry.status))
        self.attribute.setText(entry.attribute)
        self.value.setText(entry.value)
        self.unit.setText(entry.unit)
        self.subject.setText("" if entry.subject == SELF else entry.subject)
        self.since.setText(entry.valid_from)
        self.until.setText(entry.valid_to)
        self.denied.setChecked(entry.polarity is Polarity.NEGATED)

    @property
    def entry(self) -> FactEntry:
        """What is written."""
        written = FactEntry(
            self._entry.category,
            self.value.text().strip(),
            self.attribute.text().strip(),
            self.unit.text().strip(),
            self.subject.text().strip() or SELF,
            Polarity.NEGATED if self.denied.isChecked() else Polarity.AFFIRMED,
            FactStatus(self.status.currentData()),
            self.since.text().strip(),
            self.until.text().strip(),
        )
        return self._filed(written, self.category.currentData())

    @staticmethod
    def _filed(entry: FactEntry, group: str) -> FactEntry:
        """An entry in a group. In an own category it stays what it was found as."""
        own = own_id(group)
        return replace(entry, category=Category(group) if own is None else entry.category, own_category_id=own)

    def show_price(self, words: str) -> None:
        """Say what saving costs, "" for nothing."""
        self.price.setText(words)
        if self.price.isHidden() == bool(words):
            self.price.setVisible(bool(words))
            self.fit_height()

    def accept(self) -> None:
        """Hand the entry over, if it is valid."""
        if not self._problem_text():
            self.submitted.emit(self.entry)
            super().accept()

    def _problem_text(self) -> str:
        entry = self.entry
        if not entry.value:
            return self.tr("A value is needed.")
        for day in (entry.valid_from, entry.valid_to):
            try:
                if day:
                    date.fromisoformat(day)
            except ValueError:
                return self.tr("Write dates as year-month-day, for example 2026-03-12.")
        if entry.valid_from and entry.valid_to and entry.valid_to < entry.valid_from:
            return self.tr("It ends before it begins.")
        return ""

    @Slot()
    def _show_example(self) -> None:
        """Say by an example of the chosen category what a fact may be about."""
        of_health = self.category.currentData() in _OF_HEALTH
        self.attribute.setPlaceholderText(
            self.tr("for example: aspirin, blood pressure")
            if of_health
            else self.tr("for example: eyes, favourite colour")
        )

    @Slot()
    def _check(self) -> None:
        problem = self._problem_text()
        self.accept_button.setEnabled(not problem)
        self._problem.setText(problem)
        shown = bool(problem) and bool(self.value.text().strip())
        if self._problem.isHidden() == shown:
            self._problem.setVisible(shown)
            self.fit_height()
        if not problem:
            self._settle.start()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("New fact") if self._is_new else self.tr("Correct a fact"))
        self.accept_button.setText(self.tr("Save"))
        for field, text in (
            (self.category, self.tr("Category")),
            (self.attribute, self.tr("What it is about")),
            (self.value, self.tr("Value")),
            (self.status, self.tr("Time")),
            (self.since, self.tr("Since")),
            (self.until, self.tr("Until")),
            (self.subject, self.tr("About whom")),
        ):
            self._labels[field].setText(text)
            field.setAccessibleName(text)
        self.unit.setAccessibleName(self.tr("Unit"))
        self.unit.setPlaceholderText(self.tr("unit"))
        self._show_example()
        self.subject.setPlaceholderText(self.tr("the person; or for example: mother"))
        for edit in (self.since, self.until):
            edit.setPlaceholderText(self.tr("year-month-day"))
        self.denied.setText(self.tr("Denied: it is not so"))
        for names in group_choices(self._own):
            for name, key in names:
                self.category.setItemText(self.category.findData(key), name)
        for index, name in enumerate((self.tr("current"), self.tr("past"), self.tr("suspected"))):
            self.status.setItemText(index, name)
