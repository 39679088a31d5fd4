"""What only a backup holds comes back into the open vault; nothing of the vault is replaced."""

from __future__ import annotations

import hashlib

from desktop_app.domain.backups import Backup
from desktop_app.domain.clock import Clock
from desktop_app.services.backups import BackupService
from desktop_app.services.exchange.collecting import Collector, Scope
from desktop_app.services.exchange.importing import ImportChoice, ImportService
from desktop_app.services.exchange.merging import Merged
from desktop_app.services.exchange.progress import Progress
from desktop_app.services.exchange.reading import ImportSource, Incoming
from desktop_app.services.exchange.schema import ExportDoc
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store


class BackupMerge:
    """Reads a backup in RAM as an export of this vault and imports that. Calls block; run them on a lane.

    An export leaves out the records of prompts, drafts and the settings, so these do not come back; vectors and word
    indexes are derived anew.
    """

    def __init__(self, store: Store, backups: BackupService, imports: ImportService, clock: Clock) -> None:
        self._store = store
        self._backups = backups
        self._imports = imports
        self._clock = clock

    def progress(self) -> Progress:
        """What one merge reports to and is ended by."""
        return self._imports.progress()

    def merge(self, backup: Backup, progress: Progress) -> Merged:
        """Add what the backup holds and the vault does not, after a safety copy of the vault.

        People who are restricted here are passed over, and what was erased with a certificate stays erased.

        Raises:
            UserError: ``exchange_cancelled``; or as `Store.read_backup` and `BackupService.safety_copy`. Nothing was
                changed.
        """

        def read(db: Repositories) -> ExportDoc:
            collector = Collector(db, self._store.kind, self._store.vault_id, progress, with_context=False)
            return collector.document(Scope(), None, self._clock())

        document = self._store.read_backup(backup.path, read)
        with backup.path.open("rb") as file:
            sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        self._backups.safety_copy()
        incoming = Incoming(ImportSource.BACKUP, document, 0, sha256)
        return self._imports.merge(incoming, ImportChoice(leave_restricted=True), progress)
