"""The form for what a patient agrees to."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.domain.consent import Basis, ConsentEntry, Form, Use
from desktop_app.ui.patients.words import basis_name, form_name, use_name
from desktop_app.ui.texts import translate
from desktop_app.ui.widgets.basics import button, label
from desktop_app.ui.widgets.line_edit import LineEdit


class ConsentForm(QWidget):
    """Asks what was agreed, how, when, by whom, and who writes it down.

    Signals:
        recorded: a `ConsentEntry`.
    """

    recorded = Signal(object)

    def __init__(self, today: date, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._today = today
        self.basis, self.form = QComboBox(), QComboBox()
        self.uses = {use: QCheckBox() for use in Use}
        self.given_on, self.recorded_by = LineEdit(), LineEdit()
        self.given_by, self.relation, self.note = LineEdit(), LineEdit(), LineEdit()
        self.record_button = button("primary")
        self._problem = label("warning")
        self._problem.setWordWrap(True)
        self._labels: dict[QWidget, QLabel] = {}
        form = QFormLayout(self)
        form.setContentsMargins(0, 8, 0, 0)
        form.setHorizontalSpacing(24)
        form.setVerticalSpacing(8)
        self._uses_label = label("")
        uses = QVBoxLayout()
        uses.setSpacing(2)
        for box in self.uses.values():
            uses.addWidget(box)
        guardian = QHBoxLayout()
        guardian.setSpacing(8)
        guardian.addWidget(self.given_by, 2)
        guardian.addWidget(self.relation, 1)
        for widget in (self.basis, self.form, self.given_on, self.given_by, self.recorded_by, self.note):
            self._labels[widget] = label("")
        form.addRow(self._labels[self.basis], self.basis)
        form.addRow(self._uses_label, uses)
        form.addRow(self._labels[self.form], self.form)
        form.addRow(self._labels[self.given_on], self.given_on)
        form.addRow(self._labels[self.given_by], guardian)
        form.addRow(self._labels[self.recorded_by], self.recorded_by)
        form.addRow(self._labels[self.note], self.note)
        form.addRow("", self.record_button)
        form.addRow("", self._problem)  # below it: the button must not move under the mouse
        for field in (self.given_on, self.given_by, self.recorded_by, self.relation, self.note):
            field.setMaxLength(400)
            field.textChanged.connect(self._check)
        for use, box in self.uses.items():
            box.setChecked(use is not Use.HAND_OUT)
            box.toggled.connect(self._check)
        self.given_on.setText(today.isoformat())
        self.record_button.clicked.connect(self._record)
        self.retranslate()

    def propose_recorder(self, name: str) -> None:
        """Fill in who writes it down, where nobody is named yet."""
        if not self.recorded_by.text():
            self.recorded_by.setText(name)

    @Slot()
    def _check(self) -> None:
        problem = self._problem_text()
        self.record_button.setEnabled(not problem)
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    def _problem_text(self) -> str:
        try:
            given = date.fromisoformat(self.given_on.text().strip())
        except ValueError:
            return translate("Consent", "Write the day as year-month-day, for example 2026-03-12.")
        if given > self._today:
            return translate("Consent", "The day lies in the future.")
        if not any(box.isChecked() for box in self.uses.values()):
            return translate("Consent", "Nothing is marked that was agreed to.")
        if not self.recorded_by.text().strip():
            return translate("Consent", "Who writes it down must be named.")
        return ""

    @Slot()
    def _record(self) -> None:
        if self._problem_text():
            return
        self.recorded.emit(
            ConsentEntry(
                Basis(self.basis.currentData()),
                tuple(use for use, box in self.uses.items() if box.isChecked()),
                Form(self.form.currentData()),
                self.given_on.text().strip(),
                self.recorded_by.text().strip(),
                self.given_by.text().strip(),
                self.relation.text().strip(),
                self.note.text().strip(),
            )
        )
        self.note.clear()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        names = {
            self.basis: translate("Consent", "Basis"),
            self.form: translate("Consent", "Given"),
            self.given_on: translate("Consent", "On"),
            self.given_by: translate("Consent", "By a guardian"),
            self.recorded_by: translate("Consent", "Written down by"),
            self.note: translate("Consent", "Note"),
        }
        for widget, name in names.items():
            self._labels[widget].setText(name)
            widget.setAccessibleName(name)
        self._uses_label.setText(translate("Consent", "Agreed to"))
        self.relation.setAccessibleName(translate("Consent", "Relation to the patient"))
        self.relation.setPlaceholderText(translate("Consent", "relation, e.g. mother"))
        self.given_by.setPlaceholderText(translate("Consent", "name; empty for the patient"))
        self.given_on.setPlaceholderText(translate("Consent", "year-month-day"))
        for use, box in self.uses.items():
            box.setText(use_name(use))
        _refill(self.basis, [(basis.value, basis_name(basis)) for basis in Basis])
        _refill(self.form, [(form.value, form_name(form)) for form in Form])
        self.record_button.setText(translate("Consent", "Record"))
        self._check()


def _refill(box: QComboBox, options: list[tuple[str, str]]) -> None:
    chosen = max(0, box.currentIndex())
    box.clear()
    for value, name in options:
        box.addItem(name, value)
    box.setCurrentIndex(chosen)
