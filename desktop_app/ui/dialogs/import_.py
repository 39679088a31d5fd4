"""Importing: what a file holds, whose it becomes, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHeaderView,
    QProgressBar,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from desktop_app.domain.conversation import (
    CLINICIAN,
    DOCUMENT,
    PERSON,
    Person,
    PersonState,
    VaultKind,
    first_speaker,
)
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import ExchangeProgress
from desktop_app.services.exchange.importing import ImportChoice
from desktop_app.services.exchange.merging import Merged
from desktop_app.services.exchange.progress import Progress
from desktop_app.services.exchange.reading import ImportSource, Incoming
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.exchange_words import day_name, merged_words
from desktop_app.ui.texts import format_number, sentences, speaker_name
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import label

_WIDTH, _TABLE_HEIGHT, _MOST_ROWS = 620, 180, 500


class ImportDialog(Dialog):
    """Reads a file on a lane, shows what is in it, and merges it where that is confirmed.

    Nothing that is there is replaced, and the open session stays open.
    """

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        path: Path,
        person_id: int | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, _WIDTH)
        self._services = services
        self._bridge = bridge
        self._path = path
        self._person_id = person_id
        self._incoming: Incoming | None = None
        self._people: tuple[Person, ...] = ()
        self._progress: Progress | None = None
        self._result: Merged | None = None
        self._error: UserError | None = None
        self._state, self._left_out = label("body"), label("muted")
        self.table = QTableWidget(0, 3)
        self.into, self.said_by = QComboBox(), QComboBox()
        self.with_settings = QCheckBox()
        self._bar = QProgressBar()
        self._build()
        bridge.event.connect(self._on_event)
        self.retranslate()
        bridge.run("read", self._read, done=self._on_read, failed=self._on_failed, owner=self)

    def _build(self) -> None:
        self.table.setMinimumHeight(_TABLE_HEIGHT)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._into_label, self._said_label = label(""), label("")
        form = QFormLayout()
        form.setHorizontalSpacing(24)
        form.setVerticalSpacing(8)
        form.addRow(self._into_label, self.into)
        form.addRow(self._said_label, self.said_by)
        form.addRow("", self.with_settings)
        for text in (self._state, self._left_out):
            text.setWordWrap(True)
        self._bar.setTextVisible(False)
        self.body.addWidget(self._state)
        self.body.addWidget(self.table)
        self.body.addLayout(form)
        self.body.addWidget(self._left_out)
        self.body.addWidget(self._bar)
        self._choices = (self._into_label, self.into, self._said_label, self.said_by, self.with_settings)

    # --- reading

    def _read(self) -> tuple[Incoming, tuple[Person, ...]]:
        return self._services.imports.read(self._path), self._services.people.list()

    def _on_read(self, found: tuple[Incoming, Sequence[Person]]) -> None:
        self._incoming = found[0]
        self._people = tuple(person for person in found[1] if person.state is PersonState.ACTIVE)
        sessions = [(person.name, session) for person in found[0].document.people for session in person.sessions][
            :_MOST_ROWS
        ]
        self.table.setRowCount(len(sessions))
        for row, (name, session) in enumerate(sessions):
            title = " · ".join(part for part in (name, session.title or self.tr("Untitled")) if part)
            cells = (printable(title), day_name(session.created_at_ms), format_number(len(session.turns)))
            for column, text in enumerate(cells):
                self.table.setItem(row, column, QTableWidgetItem(text))
        self._show_state()

    @property
    def _is_own(self) -> bool:
        return self._incoming is not None and self._incoming.source is ImportSource.OWN

    # --- merging

    def accept(self) -> None:
        """Merge; the dialog stays to say what came of it."""
        if self._incoming is None or self._progress is not None or self._result is not None:
            return
        choice = ImportChoice(
            self.into.currentData(),
            "" if self._is_own else self.said_by.currentData(),
            self.with_settings.isChecked() and self._is_own,
        )
        self._error = None
        self._progress = self._services.imports.progress()
        self._bridge.run(
            "read", self._services.imports.merge, self._incoming, choice, self._progress,
            done=self._on_merged, failed=self._on_failed, owner=self,
        )  # fmt: skip
        self._show_state()

    def reject(self) -> None:
        """End the import, of which nothing stays then, or close."""
        if self._progress is not None:
            self._progress.cancel()
        else:
            super().reject()

    def _on_merged(self, merged: Merged) -> None:
        self._progress, self._result = None, merged
        self._show_state()

    def _on_failed(self, error: UserError) -> None:
        self._progress, self._error = None, error
        self._show_state()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, ExchangeProgress) and self._progress is not None:
            self._bar.setRange(0, event.total)
            self._bar.setValue(event.done)

    # --- what is shown

    def _show_state(self) -> None:
        incoming, running = self._incoming, self._progress is not None
        open_ = incoming is not None and self._result is None
        self.table.setVisible(open_)
        for widget in self._choices:
            widget.setVisible(open_)
        self._said_label.setVisible(open_ and not self._is_own)
        self.said_by.setVisible(open_ and not self._is_own)
        has_settings = incoming is not None and incoming.document.settings is not None
        self.with_settings.setVisible(open_ and has_settings)
        for widget in (self.into, self.said_by, self.with_settings):
            widget.setEnabled(not running)
        self._bar.setVisible(running)
        self._left_out.setVisible(open_)
        self.accept_button.setVisible(open_)
        self.accept_button.setEnabled(open_ and not running and self.into.count() > 0)
        self.cancel_button.setText(self.tr("Close") if self._result or self._error else self.tr("Cancel"))
        self._state.setText(self._state_text())
        self._state.setAccessibleName(self._state.text())
        if incoming is not None:
            self._fill_into(incoming)
            self.accept_button.setEnabled(open_ and not running and self.into.count() > 0)
            left = self.tr("%n messages hold no text of a person or a model and are left out.", "", incoming.left_out)
            kept = self.tr("Nothing that is here already is changed or replaced.")
            self._left_out.setText(sentences(left, kept) if incoming.left_out else kept)
        if self.isVisible():
            self.fit_height()

    def _state_text(self) -> str:
        if self._error is not None:
            return error_text(self._error).line
        if self._result is not None:
            return merged_words(self._result)
        if self._incoming is None:
            return self.tr("Reading {name}…").format(name=self._path.name)
        people = self._incoming.document.people
        source = {
            ImportSource.OWN: self.tr("An export of this program"),
            ImportSource.CHATGPT: self.tr("Conversations of ChatGPT"),
            ImportSource.MESSAGES: self.tr("A list of messages"),
        }[self._incoming.source]
        return self.tr("{source}: sessions {sessions}, turns {turns}, facts {facts}.").format(
            source=source,
            sessions=format_number(sum(len(person.sessions) for person in people)),
            turns=format_number(sum(len(session.turns) for person in people for session in person.sessions)),
            facts=format_number(sum(len(person.facts) for person in people)),
        )

    def _fill_into(self, incoming: Incoming) -> None:
        if self.into.count():
            return
        if self._is_own:
            names = ", ".join(printable(person.name) for person in incoming.document.people)
            self.into.addItem(self.tr("as in the file: {names}").format(names=names), None)
        if not self._is_own or len(incoming.document.people) == 1:
            for person in self._people:
                self.into.addItem(printable(person.name), person.id)
        if not self._is_own:
            self.into.setCurrentIndex(max(0, self.into.findData(self._person_id)))

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        kind = self._services.vault_kind
        self.set_title(self.tr("Import conversations"))
        self.accept_button.setText(self.tr("Import"))
        self.table.setHorizontalHeaderLabels([self.tr("Session"), self.tr("Begun"), self.tr("Turns")])
        self.table.setAccessibleName(self.tr("Sessions in the file"))
        self.table.setAccessibleDescription(self.tr("Title, day and number of turns of each"))
        self._into_label.setText(self.tr("Into"))
        self.into.setAccessibleName(self.tr("Whose memory it becomes"))
        self._said_label.setText(self.tr("Questions said by"))
        self.said_by.setAccessibleName(self.tr("Who wrote the questions"))
        self.said_by.setAccessibleDescription(self.tr("Facts are read from what they said; never from a document."))
        self.with_settings.setText(self.tr("Also use the settings in the file"))
        self._bar.setAccessibleName(self.tr("Progress"))
        chosen = self.said_by.currentData() or first_speaker(kind)
        self.said_by.clear()
        for speaker in (CLINICIAN, PERSON, DOCUMENT) if kind is VaultKind.CLINICAL else (PERSON, DOCUMENT):
            self.said_by.addItem(speaker_name(speaker, kind), speaker)
        self.said_by.setCurrentIndex(self.said_by.findData(chosen))
        self._show_state()
