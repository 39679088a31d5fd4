"""What was done, by whom and to what; with a filter, and an export of what is shown."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from desktop_app.domain.audit import AuditEntry, AuditFilter, AuditState
from desktop_app.domain.conversation import Person
from desktop_app.domain.errors import UserError
from desktop_app.services.audit_log import SHOWN
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.texts import format_number, local_time, speaker_name
from desktop_app.ui.widgets.basics import button, label

_GROUPS = ("", "turn.", "fact", "person.", "session.", "erased", "vault.", "keys.", "audit.")
_DAYS = (0, 1, 7, 30, 365)


class AuditDialog(Dialog):
    """Lists the newest entries; ids and hashes only, as they stand in the log."""

    def __init__(self, services: Services, bridge: EventBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent, 820)
        self._services = services
        self._bridge = bridge
        self._people: tuple[Person, ...] = ()
        self._checked: AuditState | None = None
        self.state = label("body")
        self.state.setWordWrap(True)
        self.group, self.person, self.since = QComboBox(), QComboBox(), QComboBox()
        self.export_button = button()
        self.export_button.clicked.connect(self._choose_file)
        filters = QHBoxLayout()
        filters.setSpacing(8)
        for box in (self.group, self.person, self.since):
            filters.addWidget(box)
            box.activated.connect(self._read)
        filters.addStretch(1)
        filters.addWidget(self.export_button)
        self.table = QTableWidget(0, 6)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        self.table.setWordWrap(False)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.setMinimumHeight(340)
        self.told = label("caption")
        self.told.setWordWrap(True)
        self.body.addWidget(self.state)
        self.body.addLayout(filters)
        self.body.addWidget(self.table, 1)
        self.body.addWidget(self.told)
        self.cancel_button.hide()
        self.retranslate()
        bridge.run("read", services.people.list, done=self._take_people, owner=self)
        bridge.run("read", services.audit.check, done=self._take_state, owner=self)
        self._read()

    @property
    def filter(self) -> AuditFilter:
        """What is looked for."""
        days = _DAYS[max(0, self.since.currentIndex())]
        since = datetime.now().astimezone() - timedelta(days=days)
        person = self.person.currentIndex() - 1
        return AuditFilter(
            _GROUPS[max(0, self.group.currentIndex())],
            self._people[person].id if 0 <= person < len(self._people) else None,
            int(since.timestamp() * 1000) if days else 0,
        )

    @Slot()
    def _read(self) -> None:
        self._bridge.run("read", self._services.audit.entries, self.filter, done=self._take, owner=self)

    def _take_people(self, people: Sequence[Person]) -> None:
        self._people = tuple(people)
        self.retranslate()

    def _take_state(self, state: AuditState) -> None:
        self._checked = state
        self.retranslate()
        self.fit_height()

    def _take(self, entries: Sequence[AuditEntry]) -> None:
        self.table.setRowCount(len(entries))
        kind = self._services.vault_kind
        for row, entry in enumerate(entries):
            when = f"{local_time(entry.at_ms):%Y-%m-%d %H:%M:%S}"
            who = {"user": self.tr("Hand in the window"), "program": self.tr("Program")}
            actor = who.get(entry.actor) or speaker_name(entry.actor, kind)
            cells = (str(entry.number), when, actor, self._action(entry.action), entry.subject, entry.detail)
            for column, text in enumerate(cells):
                self.table.setItem(row, column, QTableWidgetItem(text))
        self.told.setText(
            self.tr("Only the newest {count} entries are shown; the export has all.").format(count=format_number(SHOWN))
            if len(entries) == SHOWN
            else self.tr("Entries: {count}").format(count=format_number(len(entries)))
        )

    def _action(self, action: str) -> str:
        words = {
            "turn.asked": self.tr("asked"),
            "turn.answered": self.tr("answered"),
            "turn.answered_from_memory": self.tr("answered from memory"),
            "turn.recorded": self.tr("recorded"),
            "turn.given": self.tr("given"),
            "turn.refused": self.tr("refused: too large"),
            "turn.continued": self.tr("reply continued"),
            "turn.deleted": self.tr("turn deleted"),
            "session.cleared": self.tr("session cleared"),
            "session.moved": self.tr("session moved"),
            "summary.added": self.tr("summary added"),
            "people.set_memory": self.tr("memory settings changed"),
            "people.categories": self.tr("own categories changed"),
            "facts.file": self.tr("fact put into another category"),
            "facts.delete": self.tr("fact deleted"),
            "memory.forget": self.tr("forgotten"),
            "keys.passphrase_set": self.tr("passphrase set"),
            "keys.recovery_code_made": self.tr("recovery code made"),
            "keys.removed": self.tr("key removed"),
            "keys.unprotected": self.tr("protection taken away"),
            "vault.actions_missing": self.tr("entries were missing"),
            "vault.actions_replaced": self.tr("entries were replaced"),
            "session.deleted": self.tr("session deleted"),
            "person.deleted": self.tr("person deleted"),
            "person.viewed": self.tr("viewed"),
            "person.identified": self.tr("identity corrected"),
            "person.arrival": self.tr("today's list changed"),
            "person.merged": self.tr("records merged"),
            "person.restricted": self.tr("restricted"),
            "person.unrestricted": self.tr("restriction lifted"),
            "person.retention": self.tr("retention changed"),
            "consent.recorded": self.tr("consent recorded"),
            "consent.withdrawn": self.tr("consent withdrawn"),
            "turn.moved": self.tr("turn moved"),
            "fact.added": self.tr("fact added"),
            "fact.changed": self.tr("fact changed"),
            "fact.retracted": self.tr("fact retracted"),
            "erased": self.tr("erased, with certificate"),
            "vault.unlocked": self.tr("unlocked"),
            "vault.exported": self.tr("exported"),
            "note.drafted": self.tr("note drafted"),
            "note.reworded": self.tr("note reworded by the model"),
            "note.edited": self.tr("note edited"),
            "note.kept": self.tr("unsupported sentence kept"),
            "note.dropped": self.tr("unsupported sentence dropped"),
            "note.confirmed": self.tr("note confirmed"),
            "note.added_to": self.tr("note added to"),
            "note.deleted": self.tr("draft of a note deleted"),
            "note.printed": self.tr("note printed"),
            "note.saved": self.tr("note written into a file"),
            "vault.imported": self.tr("imported"),
            "audit.exported": self.tr("log exported"),
        }
        return words.get(action, action)

    @Slot()
    def _choose_file(self) -> None:
        path, _ = QFileDialog.getSaveFileName(self, self.tr("Export the log"), "audit.jsonl")
        if path:
            self.export(Path(path))

    def export(self, path: Path) -> None:
        """Write what is filtered into a file."""
        self._bridge.run(
            "read", self._services.audit.export, path, self.filter,
            done=self._on_exported, failed=self._on_failed, owner=self,
        )  # fmt: skip

    def _on_exported(self, count: int) -> None:
        self.told.setText(self.tr("Exported entries: {count}").format(count=format_number(count)))

    def _on_failed(self, error: UserError) -> None:
        self.told.setText(error_text(error).line)

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("What was done"))
        self.accept_button.setText(self.tr("Close"))
        self.export_button.setText(self.tr("Export…"))
        self.export_button.setAccessibleDescription(self.tr("Writes what is shown, one line of JSON each"))
        groups = (
            self.tr("Everything"),
            self.tr("Conversation"),
            self.tr("Facts"),
            self.tr("People"),
            self.tr("Sessions"),
            self.tr("Erasures"),
            self.tr("Vault"),
            self.tr("Keys"),
            self.tr("Log"),
        )
        days = (
            self.tr("At any time"),
            self.tr("Last day"),
            self.tr("Last week"),
            self.tr("Last month"),
            self.tr("Last year"),
        )
        people = (self.tr("Everybody"), *(person.name for person in self._people))
        for box, texts in ((self.group, groups), (self.person, people), (self.since, days)):
            chosen = max(0, box.currentIndex())
            box.clear()
            box.addItems(list(texts))
            box.setCurrentIndex(chosen)
        self.group.setAccessibleName(self.tr("Kind of action"))
        self.person.setAccessibleName(self.tr("Person"))
        self.since.setAccessibleName(self.tr("Time"))
        columns = ("#", self.tr("Time"), self.tr("Who"), self.tr("What"), self.tr("About"), self.tr("Details"))
        self.table.setHorizontalHeaderLabels(list(columns))
        self.table.setAccessibleName(self.tr("What was done"))
        self.state.setText(self._state_words())

    def _state_words(self) -> str:
        state = self._checked
        if state is None:
            return self.tr("The log is being checked…")
        if state.missing:
            return error_text(UserError("audit_missing", missing=state.missing)).line
        if state.replaced:
            return error_text(UserError("audit_replaced")).line
        if state.broken_at is not None:
            return error_text(UserError("audit_broken", entry=state.broken_at)).line
        return self.tr("The log is whole: each of its {count} entries is what was written.").format(
            count=format_number(state.entries)
        )
