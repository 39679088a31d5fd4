"""A vault that does not open: restore a backup, save what can be read, or leave everything as it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.domain.backups import Backup
from desktop_app.domain.errors import UserError
from desktop_app.services.rescue import VaultRescue
from desktop_app.storage.rescued_rows import RescueWords
from desktop_app.storage.salvage import SalvageReport
from desktop_app.ui.backups.table import BackupTable
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.file_dialogs import ask_for_folder
from desktop_app.ui.texts import format_number, product_name
from desktop_app.ui.widgets.basics import button, label


class RescueDialog(Dialog):
    """Accepted once the vault can be opened again.

    Args:
        rescue: of the vault.
        bridge: runs what takes time.
        parent: none: there is no window yet.
        choose_folder: asks for a folder with backups, "" where the person thinks better of it; Qt's own dialog if not
            given.
    """

    def __init__(
        self,
        rescue: VaultRescue,
        bridge: EventBridge,
        parent: QWidget | None = None,
        choose_folder: Callable[[], str] | None = None,
    ) -> None:
        super().__init__(parent, 660)
        self._rescue = rescue
        self._bridge = bridge
        self._choose_folder = choose_folder or self._ask_folder
        self._error: UserError | None = None
        self._report: SalvageReport | None = None
        self._working = False
        self._said, self._promise, self._repair_said = label("body"), label("muted"), label("muted")
        self.told = label("warning")
        for text in (self._said, self._promise, self._repair_said, self.told):
            text.setWordWrap(True)
        self._restore_heading, self._repair_heading = label("heading"), label("heading")
        self.table = BackupTable()
        self.table.setMinimumHeight(160)
        self.table.itemSelectionChanged.connect(self._enable)
        self.restore_button, self.elsewhere, self.repair_button = button("primary"), button("link"), button()
        self.restore_button.clicked.connect(self._restore)
        self.elsewhere.clicked.connect(self._look_elsewhere)
        self.repair_button.clicked.connect(self._repair)
        restoring = QHBoxLayout()
        restoring.setSpacing(12)
        restoring.addWidget(self.restore_button)
        restoring.addWidget(self.elsewhere)
        restoring.addStretch(1)
        repairing = QHBoxLayout()
        repairing.addWidget(self.repair_button)
        repairing.addStretch(1)
        for part in (self._said, self._promise, self._restore_heading):
            self.body.addWidget(part)
        self.body.addWidget(self.table, 1)
        self.body.addLayout(restoring)
        self.body.addWidget(self._repair_heading)
        self.body.addWidget(self._repair_said)
        self.body.addLayout(repairing)
        self.body.addWidget(self.told)
        self.accept_button.hide()
        self._choices = (
            self._promise,
            self._restore_heading,
            self.table,
            self.restore_button,
            self.elsewhere,
            self._repair_heading,
            self._repair_said,
            self.repair_button,
        )
        self.retranslate()
        self._bridge.run("read", rescue.backups, done=self._take, owner=self)

    def _take(self, backups: Sequence[Backup]) -> None:
        self.table.show_backups(backups)
        good = next((row for row, one in enumerate(backups) if one.turns is not None), None)
        if good is not None and self.table.selected() is None:
            self.table.selectRow(good)
        self._enable()

    @Slot()
    def _enable(self) -> None:
        chosen = self.table.selected()
        self.restore_button.setEnabled(not self._working and chosen is not None and chosen.turns is not None)
        self.repair_button.setEnabled(not self._working and self._rescue.can_repair)
        self.elsewhere.setEnabled(not self._working)
        self.cancel_button.setEnabled(not self._working)

    @Slot()
    def _restore(self) -> None:
        chosen = self.table.selected()
        if chosen is not None:
            self._work(self._rescue.restore, chosen.path, done=self._on_restored)

    @Slot()
    def _repair(self) -> None:
        words = RescueWords(
            person=self.tr("Saved from damage"),
            session=self.tr("Saved from damage"),
            lost=self.tr("(This could not be read any more.)"),
        )
        self._work(self._rescue.repair, words, done=self._on_repaired)

    @Slot()
    def _look_elsewhere(self) -> None:
        place = self._choose_folder()
        if place:
            self._bridge.run("read", self._rescue.backups, Path(place), done=self._take, owner=self)

    def _ask_folder(self) -> str:
        return str(ask_for_folder(self, self.tr("Folder with backups")) or "")

    def _work(self, fn: Callable[..., object], *args: object, done: Callable[..., None]) -> None:
        self._working, self._error = True, None
        self.retranslate()
        self._bridge.run("background", fn, *args, done=done, failed=self._on_failed, owner=self)

    def _on_failed(self, error: UserError) -> None:
        self._working, self._error = False, error
        self.retranslate()
        self.fit_height()

    def _on_restored(self, _: object) -> None:
        self._working = False
        self.accept()

    def _on_repaired(self, report: SalvageReport) -> None:
        self._working, self._report = False, report
        self.cancel_button.hide()
        self.accept_button.show()
        self.accept_button.setFocus()
        for part in self._choices:
            part.hide()
        self.retranslate()
        self.fit_height()

    def reject(self) -> None:
        """Leave everything as it is; not while something is being written."""
        if not self._working:
            super().reject()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(
            self.tr("This vault does not open") if self._report is None else self.tr("The vault is repaired")
        )
        self.setWindowTitle(product_name())
        self.cancel_button.setText(self.tr("Quit, change nothing"))
        self.accept_button.setText(self.tr("Open the vault"))
        self._said.setText(
            error_text(self._rescue.error).title if self._report is None else self._outcome(self._report)
        )
        self._promise.setText(
            self.tr("Nothing was changed. Whatever you choose, the damaged files are copied as they are first.")
        )
        self._restore_heading.setText(self.tr("Restore a backup"))
        self.restore_button.setText(self.tr("Restore the selected backup"))
        self.elsewhere.setText(self.tr("Look in another folder…"))
        self.elsewhere.setAccessibleDescription(self.tr("For example on the drive of the second place"))
        self._repair_heading.setText(self.tr("Or save what can be read"))
        self._repair_said.setText(
            self.tr(
                "Reads every message, fact and setting that is not on a damaged place into a new file, and makes the "
                "search anew. You are told what is lost."
            )
        )
        self.repair_button.setText(self.tr("Repair"))
        if self._working:
            self.told.setText(self.tr("Working… this can take a minute."))
        elif self._error is not None:
            self.told.setText(error_text(self._error).line)
        self.told.setVisible(self._report is None and (self._working or self._error is not None))
        self.table.retranslate()
        self._enable()

    def _outcome(self, report: SalvageReport) -> str:
        lines = [
            self.tr("Messages saved: {count}").format(count=format_number(report.messages)),
            self._lost(self.tr("Messages lost: {count}"), report.messages_lost),
            self.tr("Facts saved: {count}").format(count=format_number(report.facts)),
            self._lost(self.tr("Facts lost: {count}"), report.facts_lost),
        ]
        if report.rows_lost:
            lines.append(self.tr("Other rows lost: {count}").format(count=format_number(report.rows_lost)))
        if report.turns_placed:
            placed = self.tr("Turns put in their place again, by what else is known: {count}")
            lines.append(placed.format(count=format_number(report.turns_placed)))
        lines.append(self.tr("Recall by meaning works again once everything has been embedded anew, in idle time."))
        lines.append(
            self.tr("The damaged files are kept in the vault's folder: {name}").format(name=report.damaged_copy.name)
        )
        return "\n".join(lines)

    def _lost(self, words: str, count: int | None) -> str:
        return words.format(count=self.tr("unknown") if count is None else format_number(count))
