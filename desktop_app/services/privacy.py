"""The proof that nothing leaves the machine, as each process gives it now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop_app.domain.processes import ProcessReport
from desktop_app.services.vault_keys import VaultKeyService
from desktop_app.services.written_files import WrittenFile, written_files
from desktop_app.storage.store import Store
from desktop_app.support.swap import Swap, swap_state


@dataclass(frozen=True, slots=True)
class PrivacyProof:
    """What is open now, and what stands on the disk."""

    processes: tuple[ProcessReport, ...]
    swap: Swap
    protected: bool
    written: tuple[WrittenFile, ...]


class PrivacyService:
    """Asks every process of the program what it has open.

    Args:
        store: the open vault.
        keys: tell whether a secret opens it.
        reports: of all processes, this one first.
        folder: the data folder.
        known_vaults: the list of vaults that were opened.
        second_place: where backups go too, "" where nowhere.
    """

    def __init__(
        self,
        store: Store,
        keys: VaultKeyService,
        reports: Callable[[], Sequence[ProcessReport]],
        folder: Path,
        known_vaults: Path,
        second_place: Callable[[], str],
    ) -> None:
        self._store = store
        self._keys = keys
        self._reports = reports
        self._folder = folder
        self._known_vaults = known_vaults
        self._second_place = second_place

    def proof(self) -> PrivacyProof:
        """How it stands now; a process that is busy answers all the same."""
        return PrivacyProof(tuple(self._reports()), swap_state(), self._keys.protected, self.written())

    def written(self) -> tuple[WrittenFile, ...]:
        """Every file the program writes by itself."""
        place = self._second_place()
        return written_files(self._store.directory, self._folder, self._known_vaults, Path(place) if place else None)
