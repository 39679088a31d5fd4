"""The vaults to choose from: side by side, each with its own key."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError, VaultError
from desktop_app.storage.keyfile import is_locked
from desktop_app.storage.store import DATABASE_FILE, Store
from desktop_app.support.known_vaults import KnownVaults

# What no file system takes in a name, and what would lead out of the folder.
_NOT_IN_NAMES = frozenset('<>:"/\\|?*')
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class ShelvedVault:
    """A vault to choose.

    Args:
        folder: where it lies.
        kind: None where it is known only once it has been opened.
        present: whether it is there; the drive it lies on may not be connected.
        locked: whether it asks for a passphrase.
    """

    folder: Path
    kind: VaultKind | None
    present: bool
    locked: bool

    @property
    def name(self) -> str:
        """Its folder's."""
        return self.folder.name


class VaultShelf:
    """Lists, takes in and makes vaults. None of them is opened by it for longer than it takes to make one.

    Args:
        known: which were opened before.
        folder: new ones are made in here, and what lies in here is found.
        clock: the time.
    """

    def __init__(self, known: KnownVaults, folder: Path, clock: Clock) -> None:
        self._known = known
        self._folder = folder
        self._clock = clock

    def list(self) -> tuple[ShelvedVault, ...]:
        """The vaults of the data folder and those that were added, by name; the usual one first, the missing last."""
        kinds = {Path(one.folder): one.kind for one in self._known.list()}
        folders = {Path(one.folder) for one in self._known.list() if one.chosen}
        if self._folder.is_dir():
            folders |= {path.absolute() for path in self._folder.iterdir() if holds_vault(path)}
        default = VaultKind.PERSONAL.value
        shelved = (_shelved(folder, kinds.get(folder, "")) for folder in folders)
        first = self._folder.absolute() / default
        return tuple(sorted(shelved, key=lambda one: (one.folder != first, not one.present, one.name, one.folder)))

    def take(self, folder: Path) -> None:
        """Put a vault that lies elsewhere among those to choose from.

        Raises:
            UserError: ``no_vault_here`` (facts: path).
        """
        if not holds_vault(folder):
            raise UserError("no_vault_here", path=str(folder))
        self._known.add(folder, chosen=True)

    def leave_out(self, folder: Path) -> None:
        """Take a vault off the list; its files stay as they are."""
        self._known.forget(folder)

    def create(self, name: str, kind: VaultKind) -> Path:
        """Make an empty vault.

        Args:
            name: of its folder, as a person typed it.
            kind: what it is for.

        Returns:
            Its folder.

        Raises:
            UserError: ``vault_name_unusable``, ``vault_name_taken`` (facts: name); or it could not be written.
        """
        name = name.strip()
        if not is_usable_name(name):
            raise UserError("vault_name_unusable", name=name)
        folder = self._folder / name
        taken = {path.name.casefold() for path in self._folder.iterdir()} if self._folder.is_dir() else set()
        if name.casefold() in taken:
            raise UserError("vault_name_taken", name=name)
        Store.create(folder, kind, self._clock).close()
        self._known.add(folder, kind.value)
        return folder


def holds_vault(folder: Path) -> bool:
    """Whether there is a vault in a folder."""
    return (folder / DATABASE_FILE).exists()


def is_usable_name(name: str) -> bool:
    """Whether a folder may be called so on every system."""
    return (
        0 < len(name) <= _LONGEST_NAME
        and not _NOT_IN_NAMES & set(name)
        and name.isprintable()
        and not name.startswith(".")
        and not name.endswith(".")
    )


def _shelved(folder: Path, kind: str) -> ShelvedVault:
    present = holds_vault(folder)
    known = VaultKind(kind) if kind in set(VaultKind) else None
    return ShelvedVault(folder, known, present, present and _asks_secret(folder))


def _asks_secret(folder: Path) -> bool:
    try:
        return is_locked(folder)
    except VaultError:
        return False  # what is wrong with its keys is said when it is opened
