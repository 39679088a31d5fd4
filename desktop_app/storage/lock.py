"""The lock that keeps a vault to one process. The system frees it when the process dies, however it dies."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Final

from desktop_app.domain.errors import VaultError
from desktop_app.storage.files import FILE_MODE

_REFUSALS: Final = {
    errno.EACCES: "vault_read_only",
    errno.EPERM: "vault_read_only",
    errno.EROFS: "vault_read_only",
    errno.ENOSPC: "disk_full",
}


class VaultLock:
    """Holds ``vault.lock`` from construction to `release`.

    Raises:
        VaultError: ``vault_in_use``; ``vault_read_only`` or ``disk_full`` where the lock file cannot be written.
    """

    def __init__(self, path: Path) -> None:
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE)
        except OSError as error:
            if error.errno not in _REFUSALS:
                raise
            raise VaultError(_REFUSALS[error.errno], path=str(path.parent)) from None
        try:
            _lock(descriptor)
        except OSError:
            os.close(descriptor)
            raise VaultError("vault_in_use", path=str(path.parent)) from None
        self._descriptor: int | None = descriptor

    def release(self) -> None:
        """Let another process in; once more does nothing.

        The file stays: removing it would race with who is waiting for it.
        """
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def is_in_use(path: Path) -> bool:
    """Whether another process holds the lock file of a vault."""
    if not path.exists():
        return False
    try:
        VaultLock(path).release()
    except VaultError as error:
        return error.code == "vault_in_use"
    return False


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
