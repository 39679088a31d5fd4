"""Creating a person: a patient with identifiers, or a space."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QFormLayout, QWidget

from desktop_app.domain.conversation import Person, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.patients import birth_date_of, folded
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.texts import person_identifiers
from desktop_app.ui.widgets.basics import label
from desktop_app.ui.widgets.line_edit import LineEdit

_SEXES = ("", "female", "male", "other")


class PersonDialog(Dialog):
    """Asks for a name and, in a clinical vault, what tells patients of the same name apart.

    It stays with what was typed until whoever opened it says that it was taken.
    """

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
        self._birth_problem, self._record_problem = label("warning"), label("warning")  # each below its field
        for problem in (self._problem, self._birth_problem, self._record_problem):
            problem.setWordWrap(True)
            problem.hide()
        self._people: tuple[Person, ...] = ()
        self._namesakes = label("warning")
        self._namesakes.setWordWrap(True)
        self._form = form = QFormLayout()
        form.setSpacing(10)
        form.addRow(self._name_label, self._name)
        form.addRow("", self._namesakes)
        form.setRowVisible(self._namesakes, False)
        if kind is VaultKind.CLINICAL:
            form.addRow(self._sex_label, self._sex)
            form.addRow(self._birth_label, self._birth_date)
            form.addRow("", self._birth_problem)
            form.addRow(self._record_label, self._record_number)
            form.addRow("", self._record_problem)
            for problem in (self._birth_problem, self._record_problem):
                form.setRowVisible(problem, False)
        self.body.addLayout(form)
        self.body.addWidget(self._problem)
        self._name.setMaxLength(200)
        self._name.textChanged.connect(self._check)
        self._birth_date.textChanged.connect(self._check)
        self._record_number.textChanged.connect(self._check)
        self.retranslate()
        if person is not None:
            self._name.setText(person.name)
            self._sex.setCurrentIndex(max(0, self._sex.findData(person.sex)))
            self._birth_date.setText(person.birth_date)
            self._record_number.setText(person.record_number)
        self._check()
        self._name.setFocus()

    def accept(self) -> None:
        """Hand the entries over, if they are valid and not on their way already.

        A new record beside one of the same name is asked about first: most often it is the same patient.
        """
        if not self.accept_button.isEnabled():
            return
        if self._person is None and self._namesakes.text():
            self._ask_about_namesakes()
        else:
            self._submit()

    def _ask_about_namesakes(self) -> None:
        box = QuestionDialog(
            self,
            self.tr("Another patient of the same name"),
            self._namesakes.text(),
            self.tr("Is this somebody else? Two records of one patient each hold half of what was said."),
            keep=self.tr("Back"),
        )
        box.offer(self.tr("Somebody else: create"), self._submit)
        box.open()

    def _submit(self) -> None:
        self.accept_button.setEnabled(False)
        sex = self._sex.currentData() or ""
        born = birth_date_of(self._birth_date.text())
        birth_date = born.isoformat() if born is not None else ""
        self.submitted.emit(self._name.text().strip(), sex, birth_date, self._record_number.text().strip())

    def taken(self) -> None:
        """It was stored: close."""
        super().accept()

    def refuse(self, error: UserError) -> None:
        """It was not stored: say why, and leave everything as it was typed."""
        self.accept_button.setEnabled(True)
        self._problem.setText(error_text(error).line)
        self._problem.show()
        self.fit_height()

    def show_people(self, people: Sequence[Person]) -> None:
        """Whom there is, so that a name that is given twice is said at once."""
        self._people = tuple(people)
        self._check()

    def _say_namesakes(self) -> None:
        name = folded(self._name.text())
        alike = [one for one in self._others if name and folded(one.name) == name]
        said = "; ".join(self._identified(one) for one in alike)
        self._namesakes.setText(
            self.tr("There is already: {name} ({identifiers})").format(name=alike[0].name, identifiers=said)
            if alike and self._kind is VaultKind.CLINICAL
            else ""
        )
        self._form.setRowVisible(self._namesakes, bool(self._namesakes.text()))

    def _identified(self, person: Person) -> str:
        described, record = person_identifiers(person, self._kind, date.today())
        born = self.tr("born {day}").format(day=person.birth_date) if person.birth_date else ""
        return self.tr(", ").join(part for part in (described, born, record) if part)

    @property
    def _others(self) -> list[Person]:
        own = self._person.id if self._person is not None else 0
        return [one for one in self._people if one.id != own]

    def _birth_problem_text(self) -> str:
        typed = self._birth_date.text().strip()
        born = birth_date_of(typed)
        if typed and born is None:
            return self.tr("There is no such day. Write year-month-day, for example 1957-03-12.")
        if born is not None and born > date.today():
            return self.tr("The birth date lies in the future.")
        return ""

    def _record_problem_text(self) -> str:
        number = self._record_number.text().strip()
        holder = next((one for one in self._others if number and one.record_number == number), None)
        if holder is None or self._kind is not VaultKind.CLINICAL:
            return ""
        return self.tr("This number is taken: {name} ({identifiers})").format(
            name=holder.name, identifiers=self._identified(holder)
        )

    @Slot()
    def _check(self) -> None:
        named = bool(self._name.text().strip())
        problems = {
            self._birth_problem: self._birth_problem_text(),
            self._record_problem: self._record_problem_text(),
        }
        before = (self._namesakes.text(), *(told.text() for told in problems))
        self.accept_button.setEnabled(named and not any(problems.values()))
        for field, text in zip((self._birth_date, self._record_number), problems.values(), strict=True):
            field.setAccessibleDescription(text)
        for told, text in problems.items():
            told.setText(text)
            if self._kind is VaultKind.CLINICAL:
                self._form.setRowVisible(told, bool(text))
        self._problem.hide()
        self.accept_button.setToolTip("" if named else self.tr("A name is needed."))
        self._say_namesakes()
        if self.isVisible() and (self._namesakes.text(), *problems.values()) != before:
            self.fit_height()

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
