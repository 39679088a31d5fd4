"""Read-only connections for any number of threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from desktop_app.storage.repositories import Repositories

_PATIENCE_S = 2.0  # what a reader may still take when the vault closes


class ReaderPool:
    """Lends read-only connections, the warmest first.

    Args:
        open_: opens another connection.
        limit: at most this many; who comes then waits.
    """

    def __init__(self, open_: Callable[[], Repositories], limit: int) -> None:
        self._open = open_
        self._limit = limit
        self._free: list[Repositories] = []
        self._lent: set[Repositories] = set()
        self._opening = 0
        self._closed = False
        self._changed = threading.Condition()

    @contextmanager
    def lend(self) -> Iterator[Repositories]:
        """A connection for the calling thread, until the block ends.

        Raises:
            RuntimeError: the vault is closed.
        """
        repositories = self._take()
        try:
            yield repositories
        finally:
            with self._changed:
                self._lent.discard(repositories)
                self._free.append(repositories)
                self._changed.notify_all()

    def close(self) -> None:
        """Close every connection; work that takes too long is interrupted."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            if not self._changed.wait_for(self._idle, _PATIENCE_S):
                for repositories in self._lent:
                    repositories.connection.interrupt()
                self._changed.wait_for(self._idle)
            for repositories in self._free:
                repositories.connection.close()
            self._free.clear()

    def _idle(self) -> bool:
        return not self._lent and not self._opening

    def _take(self) -> Repositories:
        with self._changed:
            self._changed.wait_for(self._can_take)
            if self._closed:
                raise RuntimeError("the vault is closed")
            if self._free:
                repositories = self._free.pop()
                self._lent.add(repositories)
                return repositories
            self._opening += 1
        try:
            repositories = self._open()
        except BaseException:
            with self._changed:
                self._opening -= 1
                self._changed.notify_all()
            raise
        with self._changed:
            self._opening -= 1
            self._lent.add(repositories)
        return repositories

    def _can_take(self) -> bool:
        return self._closed or bool(self._free) or len(self._lent) + self._opening < self._limit
