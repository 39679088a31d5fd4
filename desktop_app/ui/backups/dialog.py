"""The backups of the vault: the list, one more, the way back, and the second place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from desktop_app.domain.backups import Backup, BackupState
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import BackupsChanged, ExchangeProgress
from desktop_app.services.backups import BackupService
from desktop_app.services.exchange.backup_merging import BackupMerge
from desktop_app.services.exchange.merging import Merged
from desktop_app.services.exchange.progress import Progress
from desktop_app.ui.backups.table import BackupTable
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.exchange_words import merged_words
from desktop_app.ui.file_dialogs import ask_for_folder
from desktop_app.ui.texts import format_moment, sentences
from desktop_app.ui.widgets.basics import button, label


class BackupsDialog(Dialog):
    """Lists the backups of both places.

    Args:
        backups: their use cases.
        merging: adds what only a backup holds.
        bridge: runs them and brings the events.
        parent: the window.
        choose_folder: asks for a folder, "" where the person thinks better of it; Qt's own dialog if not given.

    Signals:
        restore_requested: the file of the backup that shall take the place of the vault; confirmed.
    """

    restore_requested = Signal(object)

    def __init__(
        self,
        backups: BackupService,
        merging: BackupMerge,
        bridge: EventBridge,
        parent: QWidget | None = None,
        choose_folder: Callable[[], str] | None = None,
    ) -> None:
        super().__init__(parent, 640)
        self._backups = backups
        self._merging = merging
        self._progress: Progress | None = None  # of a merge under way
        self._bridge = bridge
        self._choose_folder = choose_folder or self._ask_folder
        self._state: BackupState | None = None
        self._said, self._place, self._keyless = label("body"), label("muted"), label("caption")
        self._place_heading = label("heading")
        self._told, self._added = label("warning"), label("body")
        self.bar, self.stop = QProgressBar(), button("link")
        self.bar.setTextVisible(False)
        self.stop.clicked.connect(self._stop_merging)
        for text in (self._said, self._place, self._keyless, self._told, self._added):
            text.setWordWrap(True)
        for part in (self._told, self._added, self.bar, self.stop):
            part.hide()
        self.table = BackupTable()
        self.table.itemSelectionChanged.connect(self._on_selected)
        self.now, self.restore_button = button(), button()
        self.now.clicked.connect(self._back_up_now)
        self.restore_button.clicked.connect(self._ask_restore)
        self.choose, self.forget = button(), button("link")
        self.choose.clicked.connect(self._choose_place)
        self.forget.clicked.connect(lambda: self._set_place(""))
        actions = QHBoxLayout()
        actions.setSpacing(8)
        actions.addWidget(self.now)
        actions.addWidget(self.restore_button)
        actions.addStretch(1)
        places = QHBoxLayout()
        places.setSpacing(12)
        places.addWidget(self.choose)
        places.addWidget(self.forget)
        places.addStretch(1)
        self.body.addWidget(self._said)
        self.body.addWidget(self.table, 1)
        self.body.addLayout(actions)
        running = QHBoxLayout()
        running.setSpacing(12)
        running.addWidget(self.bar, 1)
        running.addWidget(self.stop)
        self.body.addLayout(running)
        self.body.addWidget(self._added)
        self.body.addWidget(self._told)
        self.body.addSpacing(6)
        for part in (self._place_heading, self._place, self._keyless):
            self.body.addWidget(part)
        self.body.addLayout(places)
        self.cancel_button.hide()
        bridge.event.connect(self._on_event)
        self.retranslate()
        self._on_selected()
        self._read()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, BackupsChanged):
            self._take_state(event.state)
            self._read_list()
        elif isinstance(event, ExchangeProgress) and self._progress is not None:
            self.bar.setRange(0, event.total)
            self.bar.setValue(event.done)

    def _read(self) -> None:
        self._bridge.run("read", self._backups.state, done=self._take_state, owner=self)
        self._read_list()

    def _read_list(self) -> None:
        self._bridge.run("read", self._backups.list, done=self._take, owner=self)

    def _take_state(self, state: BackupState) -> None:
        self._state = state
        self.retranslate()
        self.fit_height()

    def _take(self, backups: Sequence[Backup]) -> None:
        self.table.show_backups(backups)
        self._on_selected()

    @Slot()
    def _on_selected(self) -> None:
        self.restore_button.setEnabled(self.table.selected() is not None and self._progress is None)

    @Slot()
    def _back_up_now(self) -> None:
        self._told.hide()
        self.now.setEnabled(False)
        self.now.setText(self.tr("Backing up…"))
        self._bridge.run(
            "background", self._backups.back_up_now, done=self._on_backed_up, failed=self._on_failed, owner=self
        )

    def _on_backed_up(self, _: object) -> None:
        self.now.setEnabled(True)
        self.retranslate()

    def _on_failed(self, error: UserError) -> None:
        self._on_backed_up(None)
        text = error_text(error)
        self._told.setText(text.line)
        self._told.show()
        self.fit_height()

    @Slot()
    def _ask_restore(self) -> None:
        chosen = self.table.selected()
        if chosen is None:
            return
        told = self.tr(
            "Adding brings back what only the backup holds, and changes nothing that is here.\n\n"
            "Replacing makes the vault what it was then: what was said since is not in it. Then the program starts "
            "again.\n\nBoth back up the vault as it is now first, so you can come back."
        )
        question = self.tr("Bring back the backup of {time}?").format(time=_moment(chosen))
        box = QuestionDialog(self, self.tr("Bring back a backup"), question, told, keep=self.tr("Keep the vault"))
        box.offer(self.tr("Back up and add what is missing"), lambda: self._merge(chosen))
        box.offer(self.tr("Back up and replace"), lambda: self._restore(chosen))
        box.open()

    def _restore(self, chosen: Backup) -> None:
        self.restore_requested.emit(chosen.path)
        self.close()

    def _merge(self, chosen: Backup) -> None:
        self._progress = self._merging.progress()
        self._told.hide()
        self._added.setText(self.tr("Adding what only the backup holds…"))
        self.bar.setRange(0, 1)  # empty until it is known how much there is
        self.bar.setValue(0)
        self._show_merging()
        self._bridge.run(
            "background", self._merging.merge, chosen, self._progress,
            done=self._on_merged, failed=self._on_merge_failed, owner=self,
        )  # fmt: skip

    @Slot()
    def _stop_merging(self) -> None:
        if self._progress is not None:
            self._progress.cancel()

    def _on_merged(self, merged: Merged) -> None:
        self._progress = None
        self._added.setText(merged_words(merged))
        self._show_merging()

    def _on_merge_failed(self, error: UserError) -> None:
        self._progress = None
        self._added.setText("")
        self._show_merging()
        self._on_failed(error)

    def _show_merging(self) -> None:
        running = self._progress is not None
        for part in (self.bar, self.stop):
            part.setVisible(running)
        self._added.setVisible(bool(self._added.text()))
        self.now.setEnabled(not running)
        self._on_selected()
        self.fit_height()

    @Slot()
    def _choose_place(self) -> None:
        place = self._choose_folder()
        if place:
            self._set_place(place)

    def _ask_folder(self) -> str:
        return str(ask_for_folder(self, self.tr("Second place for backups")) or "")

    def _set_place(self, place: str) -> None:
        self._told.hide()
        self._bridge.run("read", self._backups.set_second_place, place, failed=self._on_failed, owner=self)

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Backups"))
        self.accept_button.setText(self.tr("Close"))
        self._said.setText(sentences(self._when_made(), self._how_kept()))
        if self.now.isEnabled():
            self.now.setText(self.tr("Back up now"))
        self.restore_button.setText(self.tr("Restore…"))
        self.restore_button.setAccessibleDescription(
            self.tr("Adds what only the selected backup holds, or replaces the vault")
        )
        self.stop.setText(self.tr("Stop adding"))
        self.stop.setAccessibleDescription(self.tr("Nothing of what was added so far stays"))
        self.bar.setAccessibleName(self.tr("Progress"))
        self.choose.setAccessibleDescription(self.tr("Copies every backup to another drive too"))
        self.forget.setText(self.tr("No second place"))
        self._place_heading.setText(self.tr("Second place"))
        self._show_place()
        self.table.retranslate()

    def _when_made(self) -> str:
        minutes = self._backups.every_minutes
        if not minutes:
            return self.tr("Made by itself when the program ends, where anything changed.")
        return self.tr(
            "Made by itself every %n minutes of use and when the program ends, where anything changed.", "", minutes
        )

    def _how_kept(self) -> str:
        return self.tr(
            "Each is encrypted like the vault, and opened and counted before it counts. The 10 newest stay, then one a "
            "day for 7 days and one a week for 4."
        )

    def _show_place(self) -> None:
        state = self._state or BackupState()
        chosen = bool(state.second_place)
        self.choose.setText(self.tr("Choose another folder…") if chosen else self.tr("Choose a folder…"))
        self.forget.setVisible(chosen)
        self._keyless.setVisible(state.keyless_copies)
        self._keyless.setText(
            self.tr(
                "This vault has no passphrase, so its key never leaves this machine: copies in the second place can "
                "be opened here only. Set a passphrase to be able to open them anywhere."
            )
        )
        if not chosen:
            self._place.setText(self.tr("None. A drive that is not always plugged in outlives the machine."))
            return
        if state.second_error:
            text = error_text(UserError(state.second_error, path=state.second_place))
            said = text.line
        elif state.second_last_ms:
            said = self.tr("last copy: {time}").format(time=format_moment(state.second_last_ms, date.today()))
        else:
            said = self.tr("no copy there yet; the next backup goes there too")
        self._place.setText(f"{state.second_place}\n{said}")


def _moment(backup: Backup) -> str:
    return format_moment(backup.made_at_ms, date.today())
