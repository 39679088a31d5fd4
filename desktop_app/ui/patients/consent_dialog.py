"""Consent, restriction and retention of one patient, and the documents that go with them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QInputDialog, QListWidget, QListWidgetItem, QTabWidget, QVBoxLayout, QWidget

from desktop_app.domain.consent import Consent, ConsentEntry
from desktop_app.domain.conversation import Person, PersonState
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.patients.consent_form import ConsentForm
from desktop_app.ui.patients.documents import Paper
from desktop_app.ui.patients.words import consent_line, identified
from desktop_app.ui.texts import format_date, sentences, short_statement
from desktop_app.ui.widgets.basics import button, label
from desktop_app.ui.widgets.line_edit import LineEdit

_NEW_ENTRY = 1  # tab
_Read = tuple[Person, tuple[Consent, ...], date | None, str]


class ConsentDialog(Dialog):
    """Shows what was agreed and lets it be recorded, withdrawn, restricted, kept, printed.

    Args:
        services, bridge: of the window.
        person: whose.
        parent: the window.
        today: the day it is.
        ask_guardian: asks who withdraws; gives the name ("" for the patient) and whether it was agreed.

    Signals:
        paper_requested: a `Paper` is wanted as a file.
        copy_requested: a readable copy of everything is wanted.
    """

    paper_requested = Signal(object)
    copy_requested = Signal()

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        person: Person,
        parent: QWidget | None = None,
        today: Callable[[], date] = date.today,
        ask_guardian: Callable[[], tuple[str, bool]] | None = None,
    ) -> None:
        super().__init__(parent, 640)
        self._services = services
        self._bridge = bridge
        self._person = person
        self._today = today
        self._ask_guardian = ask_guardian or self._ask
        self._consents: tuple[Consent, ...] = ()
        self._begun = False  # whether the page to begin with was chosen
        self._kept_until: date | None = None
        self.state = label("body")
        self.state.setWordWrap(True)
        self.problem = label("warning")
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.tabs = QTabWidget()
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setMinimumHeight(120)
        self.withdraw_button = button()
        self.form = ConsentForm(today())
        self.restrict_button, self.keep_button = button(), button()
        self.keep_until = LineEdit()
        self.papers = {paper: button() for paper in Paper}
        self.copy_button = button()
        self._saved = label("caption")
        self._saved.setWordWrap(True)
        self._saved.hide()
        self._told = {name: label("muted") for name in ("restrict", "keep", "papers", "statement")}
        for told in self._told.values():
            told.setWordWrap(True)
        self.cancel_button.hide()
        self._lay_out()
        self._connect()
        self.retranslate()
        self._read()

    def _lay_out(self) -> None:
        agreed, added, kept, papers = (self._page() for _ in range(4))
        agreed.addWidget(self.list, 1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.withdraw_button)
        agreed.addLayout(row)
        added.addWidget(self.form)
        added.addStretch(1)
        kept.addWidget(self._told["restrict"])
        kept.addWidget(self.restrict_button)
        kept.addSpacing(16)
        kept.addWidget(self._told["keep"])
        until = QHBoxLayout()
        until.setSpacing(8)
        until.addWidget(self.keep_until)
        until.addWidget(self.keep_button)
        kept.addLayout(until)
        kept.addStretch(1)
        papers.addWidget(self._told["papers"])
        for control in (*self.papers.values(), self.copy_button):
            papers.addWidget(control)
        papers.addWidget(self._saved)
        papers.addStretch(1)
        for part in (self.state, self.problem):
            self.body.addWidget(part)
        self.body.addWidget(self.tabs, 1)
        self.body.addWidget(self._told["statement"])

    def _page(self) -> QVBoxLayout:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 12, 0, 0)
        layout.setSpacing(8)
        self.tabs.addTab(page, "")
        return layout

    def _connect(self) -> None:
        self.form.recorded.connect(self._record)
        self.list.currentRowChanged.connect(self._show_choice)
        self.withdraw_button.clicked.connect(self._withdraw)
        self.restrict_button.clicked.connect(self._restrict_or_lift)
        self.keep_button.clicked.connect(self._keep)
        for paper, control in self.papers.items():
            control.clicked.connect(lambda _=False, paper=paper: self.paper_requested.emit(paper))
        self.copy_button.clicked.connect(self.copy_requested)
        self._bridge.event.connect(self._on_event)

    def _read(self) -> None:
        self._bridge.run("read", self._fetch, done=self._take, owner=self)

    def _fetch(self) -> _Read:
        services, person_id = self._services, self._person.id
        return (
            services.people.get(person_id),
            services.consents.list(person_id),
            services.consents.kept_until(person_id),
            services.consents.last_recorder() or services.settings.get().user_name,
        )

    def _take(self, read: _Read) -> None:
        self._person, self._consents, self._kept_until, recorder = read
        self.form.propose_recorder(recorder)
        if not (self._consents or self._begun):
            self.tabs.setCurrentIndex(_NEW_ENTRY)
        self._begun = True
        if not self.keep_until.isModified() and self._kept_until is not None:
            self.keep_until.setText(self._kept_until.isoformat())
        self._show()

    def _show(self) -> None:
        chosen = self.list.currentRow()
        self.list.clear()
        for consent in self._consents:
            self.list.addItem(QListWidgetItem(consent_line(consent, self._today())))
        if self._consents:
            self.list.setCurrentRow(chosen if 0 <= chosen < len(self._consents) else len(self._consents) - 1)
        restricted = self._person.state is PersonState.RESTRICTED
        until = format_date(self._kept_until, self._today()) if self._kept_until is not None else ""
        parts = [
            self.tr("Restricted: kept, never recalled, searched or put before a model.")
            if restricted
            else self.tr("Active."),
            self.tr("To be kept until {day}.").format(day=until) if until else self.tr("No period of retention."),
        ]
        self.state.setText(sentences(*parts))
        self.restrict_button.setText(self.tr("Lift the restriction") if restricted else self.tr("Restrict this record"))
        self._show_choice()

    @Slot()
    def _show_choice(self) -> None:
        row = self.list.currentRow()
        self.withdraw_button.setEnabled(0 <= row < len(self._consents) and self._consents[row].stands)

    # --- what is decided

    @Slot(object)
    def _record(self, entry: ConsentEntry) -> None:
        self._run(self._services.consents.record, self._person.id, entry)
        self.tabs.setCurrentIndex(0)

    @Slot()
    def _withdraw(self) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self._consents):
            name, agreed = self._ask_guardian()
            if agreed:
                self._run(self._services.consents.withdraw, self._consents[row].id, name.strip())

    def _ask(self) -> tuple[str, bool]:
        return QInputDialog.getText(
            self,
            self.tr("Withdraw"),
            self.tr("It takes effect at once. Name of the guardian who withdraws it; empty for the patient:"),
        )

    @Slot()
    def _restrict_or_lift(self) -> None:
        consents = self._services.consents
        restricted = self._person.state is PersonState.RESTRICTED
        if not restricted:
            self._services.chat.stop()  # a reply that is being written is stopped; what there is of it is kept
        self._run(consents.lift if restricted else consents.restrict, self._person.id)

    @Slot()
    def _keep(self) -> None:
        text = self.keep_until.text().strip()
        try:
            day = date.fromisoformat(text) if text else None
        except ValueError:
            self._say(self.tr("Write the day as year-month-day, for example 2041-03-12; empty for the usual period."))
            return
        self.keep_until.setModified(False)
        self._run(self._services.consents.keep_until, self._person.id, day)

    def _run(self, fn: Callable[..., object], *args: object) -> None:
        self._bridge.run("read", fn, *args, done=lambda _: self._say(""), failed=self._on_failed, owner=self)

    def say_saved(self, name: str) -> None:
        """A document was written."""
        self._saved.setText(self.tr("Saved as {name}. The file is not encrypted.").format(name=name))
        self._saved.show()

    def _on_failed(self, error: UserError) -> None:
        self._say(error_text(error).line)

    def _say(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, Changed) and self._person.id in event.people:
            self._read()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(
            self.tr("Consent and retention: {person}").format(person=identified(self._person, self._today()))
        )
        self.accept_button.setText(self.tr("Close"))
        for place, name in enumerate(
            (self.tr("Agreed"), self.tr("New entry"), self.tr("State and retention"), self.tr("Documents"))
        ):
            self.tabs.setTabText(place, name)
        self.list.setAccessibleName(self.tr("What was agreed to"))
        self.withdraw_button.setText(self.tr("Withdraw…"))
        self.form.retranslate()
        self._told["restrict"].setText(
            self.tr(
                "A restricted record is kept and used for nothing: it is not recalled, searched, summed up or put"
                " before a model, and nothing can be added. It happens by itself when the last consent is withdrawn."
            )
        )
        self._told["keep"].setText(
            self.tr("Until this day erasing the record asks for a reason. Empty: the period of the settings.")
        )
        self.keep_until.setAccessibleName(self.tr("To be kept until"))
        self.keep_until.setPlaceholderText(self.tr("year-month-day"))
        self.keep_button.setText(self.tr("Keep until then"))
        self._told["papers"].setText(
            self.tr("Filled in from the settings and from what is recorded. Check them before you use them.")
        )
        for paper, control in self.papers.items():
            control.setText(self.tr("{paper}…").format(paper=paper.heading))
        self.copy_button.setText(self.tr("Readable copy of everything about this patient…"))
        self._told["statement"].setText(short_statement())
        self._show()
