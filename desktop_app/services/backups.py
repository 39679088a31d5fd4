"""Backups by themselves and by hand: beside the vault, and in a second place."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from desktop_app.domain.backups import Backup, BackupReason, BackupState, superfluous
from desktop_app.domain.clock import Clock
from desktop_app.domain.errors import UserError, VaultError
from desktop_app.domain.events import BackupsChanged, Changed, Event, Notice
from desktop_app.services.bus import EventBus
from desktop_app.services.self_check import SelfCheck
from desktop_app.services.settings import SettingsService
from desktop_app.services.tasks import Tasks
from desktop_app.storage import key_slots
from desktop_app.storage.backup import BACKUP_DIRECTORY
from desktop_app.storage.restore import RESTORED_MARK
from desktop_app.storage.store import Store

_LANE = "background"
_MISSED = "backup_missed"  # in the vault: why the last run ended without one
_CATCH_UP_S = 60.0  # after the start, where the last run made none
_PLACE = "backup_second_place"  # in the vault: a folder of this machine, so it is not among the exported settings


class BackupService:
    """Keeps backups: every so many minutes of use and at the end, where anything changed.

    After a restore nothing is thinned out until the vault was closed and opened once more: whoever looks for the
    right copy must not lose it meanwhile.

    Args:
        store: the open vault.
        settings: how often, and where else.
        self_check: looks closely at the vault first, when that is due.
        tasks: the lanes.
        bus: hears how they stand.
        clock: the time.
    """

    def __init__(
        self,
        store: Store,
        settings: SettingsService,
        self_check: SelfCheck,
        tasks: Tasks,
        bus: EventBus,
        clock: Clock,
    ) -> None:
        self._store = store
        self._settings = settings
        self._self_check = self_check
        self._tasks = tasks
        self._bus = bus
        self._clock = clock
        self._lock = threading.Lock()  # one at a time
        self._started = False
        self._backed_up_changes = -1  # what `Store.changes` was at the last backup of this run
        self._error = store.read(lambda db: db.settings.get(_MISSED)) or ""
        self._second_error = ""
        self._told: set[str] = set()
        self._place = store.read(lambda db: db.settings.get(_PLACE)) or ""
        mark = store.directory / BACKUP_DIRECTORY / RESTORED_MARK
        self._thins = not mark.exists()
        mark.unlink(missing_ok=True)

    def start(self) -> None:
        """Make backups by itself from now on; returns at once."""
        self._started = True
        self._schedule()
        if self._error:
            self._tasks.later(_LANE, _CATCH_UP_S, self._catch_up)
        self._tasks.submit(_LANE, self._announce)

    def on_event(self, event: Event) -> None:
        """Follow the vault's keys; to be subscribed to the bus."""
        if isinstance(event, Changed) and event.vault_keys:
            self._tasks.submit(_LANE, self.refresh_keys)

    @property
    def every_minutes(self) -> int:
        """How many minutes of use lie between two backups; 0 where one is made at the end alone."""
        return self._settings.get().backup.every_minutes

    def state(self) -> BackupState:
        """How the backups stand."""
        own = self._store.backups()
        place = self._place
        elsewhere = self._store.backups_elsewhere(Path(place)) if place else []
        return BackupState(
            own[0] if own else None,
            place,
            elsewhere[0].made_at_ms if elsewhere else 0,
            self._error,
            self._second_error,
            all(slot["type"] == key_slots.DEVICE for slot in self._store.key_slots),
        )

    def list(self) -> tuple[Backup, ...]:
        """All backups of both places with their turns, the newest first."""
        place = self._place
        found = [*self._store.backups(), *(self._store.backups_elsewhere(Path(place)) if place else [])]
        found.sort(key=lambda one: (one.made_at_ms, not one.elsewhere), reverse=True)
        return tuple(replace(one, turns=self._store.turns_in(one.path)) for one in found)

    def back_up_now(self) -> None:
        """Make a backup although nothing may have changed.

        Raises:
            UserError: it could not be made, or not in the second place.
        """
        self._make(BackupReason.BY_HAND)
        if self._second_error:
            raise UserError(self._second_error, path=self._place)

    def safety_copy(self) -> None:
        """Make a backup before something that changes much. Raises UserError; nothing should be changed then."""
        self._make(BackupReason.BEFORE_RESTORE)

    def set_second_place(self, place: str) -> None:
        """Choose the folder of the second place, "" for none; what was copied to an earlier one stays there.

        Raises:
            UserError: ``backup_place_inside``: it is the vault's own folder; ``backup_place_missing``.
        """
        if place:
            folder = Path(place)
            if not folder.is_dir():
                raise UserError("backup_place_missing", path=place)
            if folder.resolve().is_relative_to(self._store.directory.resolve()):
                raise UserError("backup_place_inside", path=place)
        self._store.write(lambda db: db.settings.put(_PLACE, place))
        self._place = place
        self._second_error = ""
        self._announce()

    def at_exit(self) -> None:
        """Make the last backup of this run, where anything changed; its failure is shown at the next start."""
        if self._started and self._due():
            try:
                self._make(BackupReason.AT_EXIT)
            except UserError as error:  # the vault itself is closed soundly; nobody is there to be told
                code = error.code
                with contextlib.suppress(UserError):
                    self._store.write(lambda db: db.settings.put(_MISSED, code))

    def refresh_keys(self) -> None:
        """Let the key files beside backups follow what opens the vault: an old passphrase must not open them."""
        place = self._place
        try:
            self._store.write_key_files(Path(place) if place else None)
        except OSError:
            self._second_error = "backup_place_failed"
            self._notice(UserError("backup_place_failed", path=place))
        self._announce()

    def _schedule(self) -> None:
        minutes = self._settings.get().backup.every_minutes
        if minutes > 0:
            self._tasks.later(_LANE, minutes * 60.0, self._tick)

    def _tick(self) -> None:
        try:
            if self._due():
                self._make(BackupReason.AUTOMATIC)
        except UserError as error:
            self._notice(error)
        finally:
            self._schedule()

    def _catch_up(self) -> None:
        """Make the backup that the last run could not make."""
        try:
            if self._error:
                self._make(BackupReason.AUTOMATIC)
        except UserError as error:
            self._notice(error)

    def _due(self) -> bool:
        if self._backed_up_changes >= 0:
            return self._store.changes != self._backed_up_changes
        own = self._store.backups()
        return not own or self._store.changed_since(own[0])

    def _make(self, reason: BackupReason) -> None:
        with self._lock:
            try:
                self._self_check.if_due()
                self._store.checkpoint()  # so that the files' times tell the next run whether anything changed
                changes = self._store.changes
                made = self._store.backup(reason)
                self._store.write_key_files(None)
            except OSError:
                raise self._failed(UserError("vault_io_failed", path=str(self._store.directory))) from None
            except UserError as error:
                self._failed(error)
                raise
            self._error = ""
            if self._store.read(lambda db: db.settings.get(_MISSED)):
                self._store.write(lambda db: db.settings.put(_MISSED, ""))
                changes = self._store.changes
            self._backed_up_changes = changes
            self._told.clear()
            self._thin(self._store.backups())
            self._copy(made)
        self._announce()

    def _failed(self, error: UserError) -> UserError:
        self._error = error.code
        self._announce()
        return error

    def _copy(self, made: Path) -> None:
        place = self._place
        if not place:
            return
        try:
            self._store.copy_elsewhere(made, Path(place))
            self._thin(self._store.backups_elsewhere(Path(place)))
            self._second_error = ""
        except VaultError as error:
            self._second_error = error.code
            self._notice(error)

    def _thin(self, backups: Sequence[Backup]) -> None:
        if self._thins:
            for old in superfluous(backups, self._clock()):
                old.path.unlink(missing_ok=True)

    def _notice(self, error: UserError) -> None:
        """Say it once, not every half hour."""
        if error.code not in self._told:
            self._told.add(error.code)
            self._bus.publish(Notice(error))

    def _announce(self) -> None:
        self._bus.publish(BackupsChanged(self.state()))
