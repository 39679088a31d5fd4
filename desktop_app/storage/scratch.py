"""A store without a file: what is said there is gone when it is closed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import apsw

from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import VaultKind
from desktop_app.storage.connection import open_memory_connection, translated
from desktop_app.storage.keyfile import VaultKeys
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.schema import migrate
from desktop_app.storage.store import Store

T = TypeVar("T")

_NOWHERE = Path("scratch")  # named in errors only; nothing is ever written there


class ScratchStore(Store):
    """A vault of one connection in RAM, with keys that nobody keeps.

    Everybody takes turns at the one connection: there is no second one to a database that has no file. What needs
    a file (backups, the key file, the ballast) does not exist.
    """

    is_kept = False

    def __init__(self, kind: VaultKind, clock: Clock) -> None:
        self._new_kind = kind
        self._turn = threading.RLock()
        super().__init__(_NOWHERE, clock, _NoLock(), VaultKeys.generate())

    def write(self, work: Callable[[Repositories], T], *, frees_space: bool = False) -> T:
        """Run ``work`` on this thread in a transaction."""
        with self._turn:
            return self._transaction(work, frees_space)

    def read(self, work: Callable[[Repositories], T], *, recall: bool = False) -> T:
        """Run ``work`` on this thread; nobody writes meanwhile."""
        with self._turn, translated(self._path, self._connection):
            return work(self._repositories)

    def checkpoint(self) -> bool:
        """Nothing to do: there is no journal."""
        return True

    def _open_connection(self) -> apsw.Connection:
        connection = open_memory_connection()
        migrate(connection, _NOWHERE, now_ms=self._clock(), before=lambda: None)
        connection.execute(
            "INSERT INTO vault (one, vault_id, kind, created_at_ms) VALUES (1, ?, ?, ?)",
            (self._keys.vault_id, self._new_kind.value, self._clock()),
        )
        return connection

    def _make_ballast(self) -> _NoBallast:
        return _NoBallast()

    def _settle(self) -> None:
        """No journal, no key file."""


class _NoLock:
    """Nobody else can open what has no file."""

    def release(self) -> None:
        """Nothing was held."""


class _NoBallast:
    """Nothing is kept free where nothing is written."""

    def load(self) -> bool:
        """Always there."""
        return True

    def load_again(self) -> bool:
        """Always there."""
        return True

    def free(self) -> None:
        """Nothing to give back."""
