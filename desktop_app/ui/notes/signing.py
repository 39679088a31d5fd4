"""Asking who answers for a note, and what is added to one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from desktop_app.services.notes.opened import OpenNote
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.widgets.basics import label
from desktop_app.ui.widgets.line_edit import LineEdit


class SigningDialog(Dialog):
    """Asks for a name, and for an addendum also for its text.

    Args:
        name: of who signed last.
        addendum: whether a text is added.
        parent: the window behind.
        check: goes on with an addendum, at once or once what it says is wanted.

    Signals:
        signed: the name and the text, "" without one.
    """

    signed = Signal(str, str)

    def __init__(
        self,
        name: str,
        *,
        addendum: bool,
        parent: QWidget | None = None,
        check: Callable[[str, Callable[[], object]], object] = lambda _text, go_on: go_on(),
    ) -> None:
        super().__init__(parent, 460)
        self._addendum = addendum
        self._check_text = check
        self._told = label("body")
        self._told.setWordWrap(True)
        self.open_points = label("warning")
        self.open_points.setWordWrap(True)
        self.open_points.hide()
        self._unbacked, self._conflicts, self._outdated = 0, 0, 0
        self._name_label, self.name = label(""), LineEdit()
        self._name_label.setBuddy(self.name)
        self.name.setMaxLength(80)
        self.name.setText(name)
        self._text_label, self.text = label(""), QPlainTextEdit()
        self._text_label.setBuddy(self.text)
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(120)
        self.body.addWidget(self._told)
        self.body.addWidget(self.open_points)
        if addendum:
            self.body.addWidget(self._text_label)
            self.body.addWidget(self.text, 1)
        self.body.addWidget(self._name_label)
        self.body.addWidget(self.name)
        self.name.textChanged.connect(self._check)
        self.text.textChanged.connect(self._check)
        self.retranslate()
        self._check()
        (self.text if addendum else self.name).setFocus()

    def accept(self) -> None:
        """Hand the name and the text over."""
        if self.accept_button.isEnabled():
            self._check_text(self.text.toPlainText(), self._sign)

    def _sign(self) -> None:
        if self.accept_button.isEnabled():
            self.signed.emit(self.name.text().strip(), self.text.toPlainText().strip())
            super().accept()

    def show_open_points(self, opened: OpenNote) -> None:
        """Say what of the note nothing said bears out, and what of the patient's record is contradictory."""
        self._unbacked, self._conflicts = opened.note.unbacked, opened.open_conflicts
        self._outdated = opened.outdated
        self._say_open_points()
        self.fit_height()

    def _say_open_points(self) -> None:
        points = []
        if self._unbacked:
            points.append(self.tr("Sentences in it that are not in the record: {count}.").format(count=self._unbacked))
        if self._conflicts:
            points.append(
                self.tr("Open contradictions in this patient's record: {count}.").format(count=self._conflicts)
            )
        if self._outdated:
            points.append(
                self.tr("Sentences in it that call unresolved what was settled since: {count}.").format(
                    count=self._outdated
                )
            )
        self.open_points.setText("\n".join(points))
        self.open_points.setVisible(bool(points))

    @Slot()
    def _check(self) -> None:
        enough = bool(self.name.text().strip()) and (not self._addendum or bool(self.text.toPlainText().strip()))
        self.accept_button.setEnabled(enough)

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Add to the note") if self._addendum else self.tr("Confirm the note"))
        self.accept_button.setText(self.tr("Add") if self._addendum else self.tr("I have checked it"))
        self._told.setText(
            self.tr("What was confirmed stays as it is. The addendum stands below it with your name and the time.")
            if self._addendum
            else self.tr(
                "By your name you say that you have read and checked it and answer for it. From then on it is only "
                "added to."
            )
        )
        self._say_open_points()
        self._name_label.setText(self.tr("Name of the clinician"))
        self.name.setAccessibleName(self.tr("Name of the clinician"))
        self.name.setAccessibleDescription(self._told.text())
        self._text_label.setText(self.tr("Addendum"))
        self.text.setAccessibleName(self.tr("Addendum"))
