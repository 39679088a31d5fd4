"""The proof that nothing leaves the machine, as each process gives it now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop_app.domain.processes import ProcessReport
from desktop_app.services.vault_keys import VaultKeyService
from desktop_app.storage.store import Store
from desktop_app.support.swap import Swap, swap_state


@dataclass(frozen=True, slots=True)
class WrittenPlace:
    """A file or folder the program writes."""

    path: Path
    purpose: str  # "vault", "backups", "window", "logs", "cache"
    exists: bool


@dataclass(frozen=True, slots=True)
class PrivacyProof:
    """What is open now, and what stands on the disk."""

    processes: tuple[ProcessReport, ...]
    swap: Swap
    protected: bool
    places: tuple[WrittenPlace, ...]


class PrivacyService:
    """Asks every process of the program what it has open.

    Args:
        store: the open vault.
        keys: tell whether a secret opens it.
        reports: of all processes, this one first.
        folder: the data folder.
    """

    def __init__(
        self, store: Store, keys: VaultKeyService, reports: Callable[[], Sequence[ProcessReport]], folder: Path
    ) -> None:
        self._store = store
        self._keys = keys
        self._reports = reports
        self._folder = folder

    def proof(self) -> PrivacyProof:
        """How it stands now; a process that is busy answers all the same."""
        return PrivacyProof(tuple(self._reports()), swap_state(), self._keys.protected, self._places())

    def _places(self) -> tuple[WrittenPlace, ...]:
        vault = self._store.directory
        places = (
            (vault, "vault"),
            (vault / "backups", "backups"),
            (self._folder / "window.json", "window"),
            (self._folder / "logs", "logs"),
            (self._folder / "cache", "cache"),
        )
        return tuple(WrittenPlace(path, purpose, path.exists()) for path, purpose in places)
