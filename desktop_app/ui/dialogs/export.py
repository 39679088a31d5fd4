"""Exporting: what, in which format, whether without what identifies, and where to."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QProgressBar, QWidget

from desktop_app.domain.conversation import Person, PersonState, Session, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import ExchangeProgress
from desktop_app.services.exchange.collecting import Scope
from desktop_app.services.exchange.deidentifying import DeidentifyChoice, Preview
from desktop_app.services.exchange.exporting import ExportFormat, ExportRequest
from desktop_app.services.exchange.progress import Progress
from desktop_app.services.facade import Services
from desktop_app.support.sizes import format_bytes
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.dialogs.replacements import ReplacementView
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.exchange_words import export_words, format_names, identifier_labels
from desktop_app.ui.file_dialogs import ask_where_to_save, file_name
from desktop_app.ui.file_names import proposed_name
from desktop_app.ui.patients.basis_hint import BasisHint
from desktop_app.ui.patients.hand_out_question import HandOutQuestion
from desktop_app.ui.pdf import pdf_of
from desktop_app.ui.texts import sentences
from desktop_app.ui.widgets.basics import button, label
from desktop_app.ui.widgets.line_edit import LineEdit

_WIDTH = 620
_LARGEST_SHIFT_DAYS = 180


class ExchangeExportDialog(Dialog):
    """Asks how, writes the file on a lane, and says what became of it.

    Args:
        services: of the vault.
        bridge: runs the export and brings its progress.
        person: who is shown.
        session_id: the session that is shown.
        parent: the window.
        choose_file: asks for the file, "" where the person thinks better of it; Qt's own dialog if not given.
    """

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        person: Person | None,
        session_id: int | None,
        parent: QWidget | None = None,
        choose_file: Callable[[str], str] | None = None,
    ) -> None:
        super().__init__(parent, _WIDTH)
        self._services = services
        self._bridge = bridge
        self._person = person
        self._session_id = session_id
        self._choose_file = choose_file or self._ask_file
        self._session_title = ""
        self._basis_of: int | None = None  # of whom it is said whether a basis is recorded
        self._question = HandOutQuestion(services, bridge, self, self._on_failed)
        self._progress: Progress | None = None
        self._shown: DeidentifyChoice | None = None  # whose replacements are on the screen
        self._shown_scope: Scope | None = None
        clinical = services.vault_kind is VaultKind.CLINICAL
        self._asks_for_a_basis = clinical and services.settings.get().clinical.require_basis
        self._shift_days = random.randint(30, _LARGEST_SHIFT_DAYS) * random.choice((-1, 1))
        self.scope, self.format, self.dates = QComboBox(), QComboBox(), QComboBox()
        self.times, self.speakers, self.context = QCheckBox(), QCheckBox(), QCheckBox()
        self.deidentify, self.agreed_only = QCheckBox(), QCheckBox()
        self.listed = LineEdit()
        self.preview_button = button()
        self.replacements = ReplacementView()
        self._warning, self._state = label("warning"), label("body")
        self.basis = BasisHint(services, bridge)
        self.basis.changed.connect(self.fit_height)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._build()
        bridge.event.connect(self._on_event)
        self.retranslate()
        self.deidentify.setChecked(services.vault_kind is VaultKind.CLINICAL)
        self._show_state()
        if clinical:
            bridge.run("read", services.people.everybody, done=self._take_people, owner=self)
        if session_id is not None:
            bridge.run("read", services.sessions.get, session_id, done=self._take_session, owner=self)

    def _build(self) -> None:
        self._scope_label, self._format_label = label(""), label("")
        self._listed_label, self._dates_label = label(""), label("")
        form = QFormLayout()
        form.setHorizontalSpacing(24)
        form.setVerticalSpacing(8)
        form.addRow(self._scope_label, self.scope)
        form.addRow(self._format_label, self.format)
        for box in (self.times, self.speakers, self.context, self.agreed_only, self.deidentify):
            form.addRow("", box)
        form.addRow(self._dates_label, self.dates)
        form.addRow(self._listed_label, self.listed)
        form.addRow("", self.preview_button)
        for wrapped in (self._warning, self._state):
            wrapped.setWordWrap(True)
        self.body.addLayout(form)
        for widget in (self.replacements, self._warning, self.basis):
            self.body.addWidget(widget)
        self.add_below(self._bar)
        self.add_below(self._state)
        self.replacements.hide()
        self._bar.hide()
        self._state.hide()
        self.times.setChecked(True)
        self.speakers.setChecked(True)
        self.preview_button.clicked.connect(self._ask_preview)
        self.format.currentIndexChanged.connect(self._show_state)
        self.deidentify.toggled.connect(self._show_state)
        for changed in (self.scope.currentIndexChanged, self.dates.currentIndexChanged, self.listed.textChanged):
            changed.connect(self._show_state)

    # --- what was chosen

    def _scope(self) -> Scope:
        chosen: Scope = self.scope.currentData() or Scope()
        return chosen

    def _format(self) -> ExportFormat:
        return ExportFormat(self.format.currentData() or ExportFormat.JSON)

    def _choice(self) -> DeidentifyChoice | None:
        if not self.deidentify.isChecked():
            return None
        words = self.listed.text().replace("，", ",").replace("、", ",").split(",")
        shift = self._shift_days if self.dates.currentData() else None
        return DeidentifyChoice(tuple(word.strip() for word in words if word.strip()), shift, identifier_labels())

    @Slot()
    def _show_state(self) -> None:
        data = self._format() is ExportFormat.JSON
        choice = self._choice()
        running = self._progress is not None
        for box in (self.times, self.speakers):
            box.setEnabled(not data and not running)
        self.context.setEnabled(choice is None and not running and self._format() is not ExportFormat.CSV)
        for widget in (self._dates_label, self.dates, self._listed_label, self.listed, self.preview_button):
            widget.setVisible(choice is not None)
        self.preview_button.setEnabled(not running)
        whole = self._scope() == Scope()
        self.agreed_only.setVisible(self._asks_for_a_basis and whole)
        whose = self._person.id if self._person is not None and not whole else None
        if whose != self._basis_of:
            self._basis_of = whose
            self.basis.show_for(whose)
        looked = choice is None or (choice, self._scope()) == (self._shown, self._shown_scope)
        self.replacements.setVisible(choice is not None and looked)
        self.accept_button.setEnabled(looked and not running)
        self.accept_button.setAccessibleDescription("" if looked else self.tr("Look at what is replaced first."))
        self._warning.setText(self._warning_text(choice is not None, looked))
        self._warning.setAccessibleName(self._warning.text())
        if self.isVisible():
            self.fit_height()

    def _warning_text(self, deidentified: bool, looked: bool) -> str:
        parts = [
            self.tr("The file is not encrypted: whoever has it can read it. Only you may open it on this machine.")
        ]
        if deidentified:
            parts.append(
                self.tr("What is not recognised stays in it, so it is not anonymous.")
                if looked
                else self.tr("Look at what is replaced before exporting.")
            )
        return sentences(*parts)

    # --- doing it

    @Slot()
    def _ask_preview(self) -> None:
        choice, scope = self._choice(), self._scope()
        if choice is None or self._progress is not None:
            return
        progress = self._begin(self._services.exports.progress())

        def done(preview: Preview) -> None:
            self._end()
            self._shown, self._shown_scope = choice, scope
            self.replacements.show_preview(preview)
            self._show_state()

        self._bridge.run(
            "read", self._services.exports.preview, scope, choice, progress,
            done=done, failed=self._on_failed, owner=self,
        )  # fmt: skip

    def accept(self) -> None:
        """Ask for the file and write it; the dialog stays to say what became of it.

        Of one patient it is asked before whether that was agreed to.
        """
        if not self.accept_button.isEnabled():
            return
        if self._person is not None and self._scope() != Scope():
            person_id = self._person.id
            self._question.ask(lambda: person_id, "export", self._write)
        else:
            self._write()

    def _write(self) -> None:
        path = self._choose_file(self._format().value)
        if not path:
            return
        request = ExportRequest(
            Path(path),
            self._scope(),
            self._format(),
            self.times.isChecked(),
            self.speakers.isChecked(),
            self.context.isChecked() and self.context.isEnabled(),
            export_words(self._services.vault_kind, self.locale().name()[:2]),
            pdf_of,
            self._choice(),
            agreed_only=self.agreed_only.isChecked() and not self.agreed_only.isHidden(),
        )
        progress = self._begin(self._services.exports.progress())
        self._bridge.run(
            "read", self._services.exports.export, request, progress,
            done=lambda size: self._on_written(Path(path).name, size), failed=self._on_failed, owner=self,
        )  # fmt: skip

    def reject(self) -> None:
        """End the export, or close."""
        if self._progress is not None:
            self._progress.cancel()
        else:
            super().reject()

    def _begin(self, progress: Progress) -> Progress:
        self._progress = progress
        # Empty until it is known how much there is: a bar without an end would move for ever.
        self._bar.setRange(0, 1)
        self._bar.setValue(0)
        self._bar.show()
        self._state.hide()
        self._show_state()
        return progress

    def _end(self) -> None:
        self._progress = None
        self._bar.hide()

    def _on_written(self, name: str, size: int) -> None:
        self._end()
        self._say(self.tr("Written: {name}, {size}.").format(name=name, size=format_bytes(size)))
        self.cancel_button.setText(self.tr("Close"))

    def _on_failed(self, error: UserError) -> None:
        self._end()
        self._say(error_text(error).line)

    def _say(self, text: str) -> None:
        self._state.setText(text)
        self._state.setAccessibleName(text)
        self._state.show()
        self._show_state()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, ExchangeProgress) and self._progress is not None:
            self._bar.setRange(0, event.total)
            self._bar.setValue(event.done)

    def _take_people(self, people: Sequence[Person]) -> None:
        """Whoever is restricted can be left out of an export of everybody, which is refused otherwise."""
        if any(person.state is PersonState.RESTRICTED for person in people):
            self._asks_for_a_basis = True
            self._show_state()

    def _take_session(self, session: Session) -> None:
        self._session_title = session.title

    def _proposed_name(self, ending: str) -> str:
        """The session's title, where one is exported as it was said.

        A patient's words belong in no file's name: it has the record number, which is left out where there are several
        patients, or where what identifies is.
        """
        if self._services.vault_kind is VaultKind.CLINICAL:
            person = self._person if self._scope() != Scope() and not self.deidentify.isChecked() else None
            return proposed_name(self.tr("conversations"), ending, date.today(), person)
        named = self._scope().session_id is not None and not self.deidentify.isChecked()
        return file_name(self._session_title if named else "", ending, "retrace")

    def _ask_file(self, ending: str) -> str:
        return str(ask_where_to_save(self, self.windowTitle(), self._proposed_name(ending), f"*.{ending}") or "")

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Export conversations"))
        self.accept_button.setText(self.tr("Export…"))
        clinical = self._services.vault_kind is VaultKind.CLINICAL
        scopes = [(self.tr("This session"), Scope(session_id=self._session_id))] if self._session_id else []
        if self._person is not None:
            scopes.append((self.tr("Everything of {name}").format(name=self._person.name), Scope(self._person.id)))
        everything = (
            self.tr("All patients, with the settings") if clinical else self.tr("All spaces, with the settings")
        )
        self._fill(self.scope, [*scopes, (everything, Scope())])
        self._fill(self.format, [(text, format.value) for format, text in format_names().items()])
        self._fill(self.dates, [(self.tr("only their year"), False), (self.tr("moved, the same way for all"), True)])
        for field_label, field, text in (
            (self._scope_label, self.scope, self.tr("What")),
            (self._format_label, self.format, self.tr("Format")),
            (self._dates_label, self.dates, self.tr("Exact dates")),
            (self._listed_label, self.listed, self.tr("Also replace")),
        ):
            field_label.setText(text)
            field.setAccessibleName(text)
        self.listed.setPlaceholderText(self.tr("names and words, with commas between them"))
        self.times.setText(self.tr("With times"))
        self.speakers.setText(self.tr("With speakers"))
        self.context.setText(self.tr("With the record of what the model saw, for each turn"))
        self.deidentify.setText(self.tr("Replace identifying details (not anonymous)"))
        self.agreed_only.setText(self.tr("Leave out who did not agree to it"))
        self.preview_button.setText(self.tr("Show what is replaced"))
        self._bar.setAccessibleName(self.tr("Progress"))
        self.replacements.retranslate()
        self._show_state()

    @staticmethod
    def _fill(box: QComboBox, entries: list[tuple[str, object]]) -> None:
        chosen = max(0, box.currentIndex())
        box.blockSignals(True)
        box.clear()
        for text, data in entries:
            box.addItem(text, data)
        box.setCurrentIndex(min(chosen, len(entries) - 1))
        box.blockSignals(False)
