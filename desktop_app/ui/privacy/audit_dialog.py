"""What was done, by whom and to what; with a filter, and an export of what is shown."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
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
from desktop_app.ui.file_dialogs import ask_where_to_save
from desktop_app.ui.privacy.audit_words import action_words, actor_words, detail_words, subject_words
from desktop_app.ui.texts import format_number, local_time
from desktop_app.ui.widgets.basics import button, label, plain_tip

_GROUPS = ("", "turn.", "fact", "person.", "session.", "erased", "vault.", "keys.", "audit.")
_DAYS = (0, 1, 7, 30, 365)


class AuditDialog(Dialog):
    """Lists the newest entries in words; the log itself, and its export, hold ids and hashes only."""

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
        self._read()  # entries name whom they are about

    def _take_state(self, state: AuditState) -> None:
        self._checked = state
        self.retranslate()
        self.fit_height()

    def _take(self, entries: Sequence[AuditEntry]) -> None:
        self.table.setRowCount(len(entries))
        kind = self._services.vault_kind
        names = {person.id: person.name for person in self._people}
        for row, entry in enumerate(entries):
            when = f"{local_time(entry.at_ms):%Y-%m-%d %H:%M:%S}"
            cells = (
                str(entry.number),
                when,
                actor_words(entry.actor, kind),
                action_words(entry.action),
                subject_words(entry.subject, names),
                detail_words(entry.detail),
            )
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                item.setToolTip(plain_tip(text) if column == len(cells) - 1 else "")
                self.table.setItem(row, column, item)
        self.told.setText(
            self.tr("Only the newest {count} entries are shown; the export has all.").format(count=format_number(SHOWN))
            if len(entries) == SHOWN
            else self.tr("Entries: {count}").format(count=format_number(len(entries)))
        )

    @Slot()
    def _choose_file(self) -> None:
        path = ask_where_to_save(self, self.tr("Export the log"), "audit.jsonl")
        if path is not None:
            self.export(path)

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
