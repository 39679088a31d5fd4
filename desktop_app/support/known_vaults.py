"""Which vaults were opened here before, kept apart from them: a folder that is gone is noticed, not made anew."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import platformdirs

FILE_NAME = "vaults.json"


def known_vaults_file() -> Path:
    """The list of this user, beside no vault."""
    return Path(platformdirs.user_config_dir("retrace", appauthor=False)) / FILE_NAME


class KnownVaults:
    """A small list of folders; one that cannot be read or written knows nothing and keeps nobody from starting."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or known_vaults_file()

    def has(self, vault: Path) -> bool:
        """Whether a vault was opened in this folder before."""
        return str(vault.absolute()) in self._read()

    def add(self, vault: Path) -> None:
        """Note that a vault is opened in this folder."""
        self._write({*self._read(), str(vault.absolute())})

    def forget(self, vault: Path) -> None:
        """A vault may be made anew in this folder."""
        self._write(self._read() - {str(vault.absolute())})

    def _read(self) -> set[str]:
        try:
            found = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return set()
        return {one for one in found if isinstance(one, str)} if isinstance(found, list) else set()

    def _write(self, vaults: set[str]) -> None:
        if vaults == self._read():
            return
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            unfinished = self._file.with_suffix(".new")
            unfinished.write_text(json.dumps(sorted(vaults), ensure_ascii=False, indent=1), encoding="utf-8")
            unfinished.replace(self._file)
