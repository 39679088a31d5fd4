"""The backups of the vault: the list, one more, the way back, and the second place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QMessageBox, QWidget

from desktop_app.domain.backups import Backup, BackupState
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import BackupsChanged
from desktop_app.services.backups import BackupService
from desktop_app.ui.backups.table import BackupTable
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.texts import format_moment
from desktop_app.ui.widgets.basics import button, label


class BackupsDialog(Dialog):
    """Lists the backups of both places.

    Args:
        backups: their use cases.
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
        bridge: EventBridge,
        parent: QWidget | None = None,
        choose_folder: Callable[[], str] | None = None,
    ) -> None:
        super().__init__(parent, 640)
        self._backups = backups
        self._bridge = bridge
        self._choose_folder = choose_folder or self._ask_folder
        self._state: BackupState | None = None
        self._said, self._place, self._keyless = label("body"), label("muted"), label("caption")
        self._place_heading = label("heading")
        self._told = label("warning")
        for text in (self._said, self._place, self._keyless, self._told):
            text.setWordWrap(True)
        self._told.hide()
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
        self.restore_button.setEnabled(self.table.selected() is not None)

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
        self._told.setText(f"{text.title} {text.advice}")
        self._told.show()
        self.fit_height()

    @Slot()
    def _ask_restore(self) -> None:
        chosen = self.table.selected()
        if chosen is None:
            return
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setText(self.tr("Replace the vault by the backup of {time}?").format(time=_moment(chosen)))
        box.setInformativeText(
            self.tr(
                "What was said since then is not in it. The vault as it is now is backed up first, so you can come "
                "back. Then the program starts again."
            )
        )
        restore = box.addButton(self.tr("Back up and replace"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(self.tr("Keep the vault"), QMessageBox.ButtonRole.RejectRole))
        restore.clicked.connect(lambda: self._restore(chosen))
        box.open()

    def _restore(self, chosen: Backup) -> None:
        self.restore_requested.emit(chosen.path)
        self.close()

    @Slot()
    def _choose_place(self) -> None:
        place = self._choose_folder()
        if place:
            self._set_place(place)

    def _ask_folder(self) -> str:
        return QFileDialog.getExistingDirectory(self, self.tr("Second place for backups"))

    def _set_place(self, place: str) -> None:
        self._told.hide()
        self._bridge.run("read", self._backups.set_second_place, place, failed=self._on_failed, owner=self)

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Backups"))
        self.accept_button.setText(self.tr("Close"))
        self._said.setText(f"{self._when_made()} {self._how_kept()}")
        if self.now.isEnabled():
            self.now.setText(self.tr("Back up now"))
        self.restore_button.setText(self.tr("Restore…"))
        self.restore_button.setAccessibleDescription(self.tr("Replaces the vault by the selected backup"))
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
            said = f"{text.title} {text.advice}"
        elif state.second_last_ms:
            said = self.tr("last copy: {time}").format(time=format_moment(state.second_last_ms, date.today()))
        else:
            said = self.tr("no copy there yet; the next backup goes there too")
        self._place.setText(f"{state.second_place}\n{said}")


def _moment(backup: Backup) -> str:
    return format_moment(backup.made_at_ms, date.today())
