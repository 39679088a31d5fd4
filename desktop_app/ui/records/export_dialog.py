"""Writing the record of a turn or of a session into a file."""

from __future__ import annotations

from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QButtonGroup, QFormLayout, QHBoxLayout, QRadioButton, QSpinBox, QWidget

from desktop_app.domain.conversation import Person, Session, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.timeline import TurnFigures
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.file_dialogs import ask_where_to_save, file_name
from desktop_app.ui.file_names import proposed_name
from desktop_app.ui.patients.basis_hint import BasisHint
from desktop_app.ui.patients.hand_out_question import HandOutQuestion
from desktop_app.ui.records.page import html_page
from desktop_app.ui.texts import counted
from desktop_app.ui.theme import Theme, ThemeName, make_theme
from desktop_app.ui.widgets.basics import label

_WIDTH = 480


class ExportDialog(Dialog):
    """Asks what to write, how and where, and writes it on a lane."""

    def __init__(self, services: Services, bridge: EventBridge, session_id: int, parent: QWidget | None = None) -> None:
        super().__init__(parent, _WIDTH)
        self._services = services
        self._bridge = bridge
        self._session_id = session_id
        self._turns: tuple[TurnFigures, ...] = ()
        self._title = ""  # of the session; a patient's words belong in no file's name
        self._person: Person | None = None  # whose session it is
        self._question = HandOutQuestion(services, bridge, self, self._fail)
        self.one, self.all = QRadioButton(), QRadioButton()
        self.page, self.data = QRadioButton(), QRadioButton()
        self.number = QSpinBox()
        self.number.lineEdit().setTextMargins(8, 0, 0, 0)  # the style sheet's padding does not reach it
        self._what, self._how = QButtonGroup(self), QButtonGroup(self)
        for group, buttons in ((self._what, (self.one, self.all)), (self._how, (self.page, self.data))):
            for each in buttons:
                group.addButton(each)
            buttons[0].setChecked(True)
        self.one.toggled.connect(self.number.setEnabled)
        self._what_label, self._how_label = label(""), label("")
        self._warning = label("warning")
        self._problem = label("warning")
        for words in (self._warning, self._problem):
            words.setWordWrap(True)
        self._problem.hide()
        self.basis = BasisHint(services, bridge)
        self.basis.changed.connect(self.fit_height)
        turn = QHBoxLayout()
        turn.setSpacing(8)
        turn.addWidget(self.one)
        turn.addWidget(self.number)
        turn.addStretch(1)
        form = QFormLayout()
        form.setHorizontalSpacing(24)
        form.setVerticalSpacing(8)
        form.addRow(self._what_label, turn)
        form.addRow("", self.all)
        form.addRow(self._how_label, self.page)
        form.addRow("", self.data)
        self.body.addLayout(form)
        self.body.addWidget(self._warning)
        self.body.addWidget(self.basis)
        self.body.addWidget(self._problem)
        self.accept_button.setEnabled(False)
        self.retranslate()
        bridge.run("read", self._read_whose, done=self._take_whose, owner=self)
        bridge.run("read", services.timeline.turns, session_id, done=self._take_turns, failed=self._fail, owner=self)

    def _read_whose(self) -> tuple[Session, Person]:
        """On a lane."""
        session = self._services.sessions.get(self._session_id)
        return session, self._services.people.get(session.person_id)

    def _take_whose(self, whose: tuple[Session, Person]) -> None:
        session, self._person = whose
        self._title = session.title
        self.basis.show_for(self._person.id)

    def _proposed_name(self, ending: str) -> str:
        if self._services.vault_kind is VaultKind.CLINICAL:
            return proposed_name(self.tr("record"), ending, date.today(), self._person)
        return file_name(self._title, ending, "record")

    @Slot(object)
    def _take_turns(self, turns: tuple[TurnFigures, ...]) -> None:
        self._turns = turns
        self.number.setRange(1 if turns else 0, len(turns))
        self.number.setValue(len(turns))
        self.accept_button.setEnabled(bool(turns))
        self.retranslate()

    def accept(self) -> None:
        """Ask for the place and write the file; the dialog closes when it is there.

        Of a patient it is asked before whether that was agreed to.
        """
        if self._turns and self.accept_button.isEnabled():
            self._question.ask(lambda: self._read_whose()[1].id, "export", self._choose)

    def _choose(self) -> None:
        is_page = self.page.isChecked()
        ending = ".html" if is_page else ".json"
        kinds = self.tr("Web pages (*.html)") if is_page else self.tr("JSON files (*.json)")
        path = ask_where_to_save(self, self.windowTitle(), self._proposed_name(ending[1:]), kinds)
        if path is not None:
            self.accept_button.setEnabled(False)
            self._problem.hide()
            number = self.number.value() if self.one.isChecked() else None
            turns = self._turns if number is None else self._turns[number - 1 : number]
            self._begin(path, turns, is_page)

    def _begin(self, path: Path, turns: tuple[TurnFigures, ...], is_page: bool) -> None:
        work = (
            partial(self._write_page, make_theme(ThemeName.LIGHT))  # paper is light, whatever the window looks like
            if is_page
            else self._write_data
        )
        self._bridge.run("read", work, path, turns, done=self._written, failed=self._fail, owner=self)

    def _require_hand_out(self) -> None:
        """On a lane: as any export."""
        self._services.consents.require_hand_out(self._read_whose()[1].id)

    def _write_data(self, path: Path, turns: tuple[TurnFigures, ...]) -> None:
        """On a lane."""
        services = self._services
        self._require_hand_out()
        services.record_files.write_json(path, services.records.records(turn.turn_id for turn in turns))

    def _write_page(self, theme: Theme, path: Path, turns: tuple[TurnFigures, ...]) -> None:
        """On a lane."""
        services = self._services
        self._require_hand_out()
        records = services.records.records(turn.turn_id for turn in turns)
        past = services.timeline.prompt(turns[0].turn_id) if len(turns) == 1 else None
        chart = turns if len(turns) > 1 else ()
        pieces = past.ledger.pieces if past is not None else ()
        services.record_files.write(path, html_page(records, services.vault_kind, theme, chart, pieces))

    @Slot(object)
    def _written(self, _nothing: object) -> None:
        super().accept()

    @Slot(object)
    def _fail(self, error: UserError) -> None:
        self._problem.setText(error_text(error).line)
        self._problem.show()
        self.accept_button.setEnabled(bool(self._turns))
        self.fit_height()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Export the record"))
        self.accept_button.setText(self.tr("Save as…"))
        self._what_label.setText(self.tr("What"))
        self._how_label.setText(self.tr("As"))
        self.one.setText(self.tr("one turn:"))
        self.number.setAccessibleName(self.tr("Number of the turn"))
        self.number.setAccessibleDescription(self.tr("Turns are counted from the beginning of the session."))
        self.all.setText(
            counted(
                len(self._turns),
                self.tr("the whole session, 1 turn"),
                self.tr("the whole session, {count} turns"),
            )
        )
        self.page.setText(self.tr("a page to read and print (HTML)"))
        self.data.setText(self.tr("data for other programs (JSON)"))
        for each in (self.one, self.all, self.page, self.data):
            each.setAccessibleName(each.text())
        self.one.setAccessibleDescription(self.tr("What was sent to the model for it, and its reply."))
        self._warning.setText(
            self.tr("The file is not encrypted: whoever has it can read what was said and what is known.")
        )
