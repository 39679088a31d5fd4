"""Looking at the log of what was done, and at whether it is whole."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from desktop_app.domain.audit import EVERYTHING, AuditEntry, AuditFilter, AuditState
from desktop_app.domain.clock import Clock
from desktop_app.domain.fact_changes import HAND
from desktop_app.storage.files import write_atomically
from desktop_app.storage.store import Store

SHOWN = 2_000  # entries, the newest


class AuditService:
    """Reads, checks and exports the audit chain."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def check(self) -> AuditState:
        """Recompute the whole chain: some hundred thousand entries a second."""
        broken_at, entries = self._store.read(lambda db: (db.audit.verify(), db.audit.head().entries))
        return AuditState(entries, broken_at, self._store.missing_actions, self._store.replaced_actions)

    def entries(self, wanted: AuditFilter = EVERYTHING, limit: int = SHOWN) -> Sequence[AuditEntry]:
        """The newest entries that are wanted, newest first."""
        return self._store.read(lambda db: db.audit.entries(wanted, limit))

    def viewed(self, person_id: int) -> None:
        """Note that a person's memory was looked at."""
        self._store.write(
            lambda db: db.audit.append(HAND, "person.viewed", f"person:{person_id}", "", self._clock()),
            frees_space=True,
        )

    def export(self, path: Path, wanted: AuditFilter = EVERYTHING) -> int:
        """Write what is wanted into a file of JSON lines, oldest first. Returns how many entries it has.

        Raises:
            OSError: nothing was written.
        """
        found = list(reversed(self.entries(wanted, limit=-1)))
        lines = "".join(json.dumps(asdict(entry), ensure_ascii=False) + "\n" for entry in found)
        write_atomically(path, lines.encode("utf-8"))
        detail = json.dumps({"entries": len(found)})
        self._store.write(lambda db: db.audit.append(HAND, "audit.exported", "vault", detail, self._clock()))
        return len(found)
