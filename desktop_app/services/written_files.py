"""Every file the program writes by itself, by its place and what is in it; nothing else may ever appear.

What a person exports, saves or prints goes where the person says and stands in no list. A name that ends in ``.new`` or
``.partial`` is a file being written, before it takes its own name.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

from desktop_app.storage.backup import PLACE_PREFIX


class FilePurpose(StrEnum):
    """What a file is for."""

    VAULT = "vault"
    KEYS = "keys"
    LOCK = "lock"
    BALLAST = "ballast"
    BACKUPS = "backups"
    KEPT = "kept"
    WINDOW = "window"
    KNOWN = "known"
    LOGS = "logs"


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """Files of one kind.

    Args:
        pattern: full path, whose parts may hold ``*``.
        purpose: what is in them.
    """

    pattern: Path
    purpose: FilePurpose

    def covers(self, path: Path) -> bool:
        """Whether a file is of this kind."""
        ours, theirs = self.pattern.parts, path.parts
        return len(ours) == len(theirs) and all(
            fnmatch(part, wanted) for wanted, part in zip(ours, theirs, strict=True)
        )


_IN_VAULT: Final = (
    ("vault.db", FilePurpose.VAULT),
    ("vault.db-*", FilePurpose.VAULT),  # the journal and its index, encrypted likewise
    ("vault.db.*", FilePurpose.VAULT),  # while it is made, restored or repaired
    ("vault.keys", FilePurpose.KEYS),
    ("vault.keys.*", FilePurpose.KEYS),
    ("vault.lock", FilePurpose.LOCK),
    ("raise", FilePurpose.LOCK),  # a second start asks the first to come forward
    ("vault.ballast", FilePurpose.BALLAST),
    ("backups/vault-*.db", FilePurpose.BACKUPS),
    ("backups/*.partial*", FilePurpose.BACKUPS),
    ("backups/vault.keys", FilePurpose.KEYS),
    ("backups/restored", FilePurpose.BACKUPS),
    ("backups/*.new", FilePurpose.BACKUPS),
    ("damaged-*/vault.db*", FilePurpose.KEPT),
    ("earlier-*/vault.db*", FilePurpose.KEPT),
)
_IN_DATA: Final = (
    ("window.json", FilePurpose.WINDOW),
    ("window.new", FilePurpose.WINDOW),
    ("window.broken", FilePurpose.WINDOW),
    ("logs/crash.txt", FilePurpose.LOGS),
    ("logs/fatal.txt", FilePurpose.LOGS),
    ("logs/crash-offered.txt", FilePurpose.LOGS),
)


def written_files(
    vault: Path, data: Path, known_vaults: Path, second_place: Path | None = None
) -> tuple[WrittenFile, ...]:
    """All of them.

    Args:
        vault: the folder of the open vault.
        data: the data folder.
        known_vaults: the list of vaults that were opened.
        second_place: where backups go too, None where nowhere.
    """
    found = [WrittenFile(vault / name, purpose) for name, purpose in _IN_VAULT]
    found += [WrittenFile(data / name, purpose) for name, purpose in _IN_DATA]
    found += [WrittenFile(path, FilePurpose.KNOWN) for path in (known_vaults, known_vaults.with_suffix(".new"))]
    if second_place is not None:
        folder = second_place / f"{PLACE_PREFIX}*"
        found += [WrittenFile(folder / name, FilePurpose.BACKUPS) for name in ("vault-*.db", "*.partial*", "*.new")]
        found.append(WrittenFile(folder / "vault.keys", FilePurpose.KEYS))
    return tuple(found)
