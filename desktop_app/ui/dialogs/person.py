"""Creating a person: a patient with identifiers, or a space."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QFormLayout, QWidget

from desktop_app.domain.conversation import Person, VaultKind
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.widgets.basics import label
from desktop_app.ui.widgets.line_edit import LineEdit

_SEXES = ("", "female", "male", "other")


class PersonDialog(Dialog):
    """Asks for a name and, in a clinical vault, what tells patients of the same name apart."""

    submitted = Signal(str, str, str, str)  # name, sex, birth date (ISO or ""), record number

    def __init__(self, kind: VaultKind, parent: QWidget | None = None, person: Person | None = None) -> None:
        """Ask for a new person, or for the corrected identity of one there is."""
        super().__init__(parent, 420)
        self._kind = kind
        self._person = person
        self._name, self._birth_date, self._record_number = LineEdit(), LineEdit(), LineEdit()
        self._sex = QComboBox()
        self._name_label, self._sex_label = label(""), label("")
        self._birth_label, self._record_label = label(""), label("")
        self._problem = label("warning")
        self._problem.setWordWrap(True)
        self._problem.hide()
        form = QFormLayout()
        form.setSpacing(10)
        form.addRow(self._name_label, self._name)
        if kind is VaultKind.CLINICAL:
            form.addRow(self._sex_label, self._sex)
            form.addRow(self._birth_label, self._birth_date)
            form.addRow(self._record_label, self._record_number)
        self.body.addLayout(form)
        self.body.addWidget(self._problem)
        self._name.setMaxLength(200)
        self._name.textChanged.connect(self._check)
        self._birth_date.textChanged.connect(self._check)
        self.retranslate()
        if person is not None:
            self._name.setText(person.name)
            self._sex.setCurrentIndex(max(0, self._sex.findData(person.sex)))
            self._birth_date.setText(person.birth_date)
            self._record_number.setText(person.record_number)
        self._check()
        self._name.setFocus()

    def accept(self) -> None:
        """Hand the entries over, if they are valid."""
        if self._problem_text():
            return
        sex = self._sex.currentData() or ""
        self.submitted.emit(
            self._name.text().strip(), sex, self._birth_date.text().strip(), self._record_number.text().strip()
        )
        super().accept()

    def _problem_text(self) -> str:
        if not self._name.text().strip():
            return self.tr("A name is needed.")
        birth_date = self._birth_date.text().strip()
        if birth_date:
            try:
                born = date.fromisoformat(birth_date)
            except ValueError:
                return self.tr("Write the birth date as year-month-day, for example 1957-03-12.")
            if born > date.today():
                return self.tr("The birth date lies in the future.")
        return ""

    @Slot()
    def _check(self) -> None:
        problem = self._problem_text()
        self.accept_button.setEnabled(not problem)
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem) and bool(self._name.text().strip()))

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        clinical = self._kind is VaultKind.CLINICAL
        if self._person is not None:
            self.set_title(self.tr("Correct the identity"))
            self.accept_button.setText(self.tr("Save"))
        else:
            self.set_title(self.tr("New patient") if clinical else self.tr("New space"))
            self.accept_button.setText(self.tr("Create"))
        for field, field_label, text in (
            (self._name, self._name_label, self.tr("Name") if clinical else self.tr("Name of the space")),
            (self._sex, self._sex_label, self.tr("Sex")),
            (self._birth_date, self._birth_label, self.tr("Birth date")),
            (self._record_number, self._record_label, self.tr("Record number")),
        ):
            field_label.setText(text)
            field.setAccessibleName(text)
        self._birth_date.setPlaceholderText(self.tr("year-month-day"))
        self._name.setPlaceholderText("" if clinical else self.tr("for example: me, the novel, kitchen"))
        chosen = max(0, self._sex.currentIndex())
        self._sex.clear()
        names = ("–", self.tr("female"), self.tr("male"), self.tr("other"))
        for value, name in zip(_SEXES, names, strict=True):
            self._sex.addItem(name, value)
        self._sex.setCurrentIndex(chosen)
        self._check()
