"""Which vaults were opened here before, kept beside them: a vault that is gone is noticed, not made anew."""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

FILE_NAME = "vaults.json"


def known_vaults_file(data: Path) -> Path:
    """The list of a data folder, in it: what was opened from another one is no concern of this one."""
    return data / FILE_NAME


@dataclass(frozen=True, slots=True)
class KnownVault:
    """A folder in which a vault was opened.

    Args:
        folder: absolute.
        kind: "personal" or "clinical", "" where nobody has looked.
        chosen: whether a person put it among the vaults to choose from.
    """

    folder: str
    kind: str = ""
    chosen: bool = False


class KnownVaults:
    """A small list of folders; one that cannot be read or written knows nothing and keeps nobody from starting."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def list(self) -> tuple[KnownVault, ...]:
        """All of them, by their folders."""
        known = self._read()
        return tuple(known[folder] for folder in sorted(known))

    def has(self, vault: Path) -> bool:
        """Whether a vault was opened in this folder before."""
        return str(vault.absolute()) in self._read()

    def add(self, vault: Path, kind: str = "", *, chosen: bool = False) -> None:
        """Note that a vault is opened in this folder; what was known of it is not forgotten.

        Args:
            vault: its folder.
            kind: "personal" or "clinical", "" where it is not known.
            chosen: put it among the vaults to choose from.
        """
        folder, known = str(vault.absolute()), self._read()
        before = known.get(folder, KnownVault(folder))
        known[folder] = replace(before, kind=kind or before.kind, chosen=chosen or before.chosen)
        self._write(known)

    def forget(self, vault: Path) -> None:
        """A vault may be made anew in this folder."""
        known = self._read()
        known.pop(str(vault.absolute()), None)
        self._write(known)

    def _read(self) -> dict[str, KnownVault]:
        try:
            found = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        read = [_known(one) for one in found] if isinstance(found, list) else []
        return {one.folder: one for one in read if one is not None}

    def _write(self, known: dict[str, KnownVault]) -> None:
        if known == self._read():
            return
        lines = [asdict(known[folder]) for folder in sorted(known)]
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            unfinished = self._file.with_suffix(".new")
            unfinished.write_text(json.dumps(lines, ensure_ascii=False, indent=1), encoding="utf-8")
            unfinished.replace(self._file)


def _known(one: object) -> KnownVault | None:
    """An entry of the file: a folder alone, as earlier versions wrote it, or with what is known of it."""
    if isinstance(one, str):
        return KnownVault(one)
    if isinstance(one, dict) and isinstance(one.get("folder"), str):
        return KnownVault(one["folder"], str(one.get("kind", "")), bool(one.get("chosen", False)))
    return None
