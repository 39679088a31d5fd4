"""A file that only takes up room: on a full disk even deleting needs some, and this gives it back."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from desktop_app.storage.files import create_private_file

BALLAST_FILE = "vault.ballast"
BALLAST_BYTES = 16 * 1024 * 1024


class Ballast:
    """The ballast of one vault directory."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / BALLAST_FILE

    def load(self) -> bool:
        """Take the room, if it is not taken. Returns False where the disk has no such room."""
        if self._path.exists() and self._path.stat().st_size == BALLAST_BYTES:
            return True
        try:
            descriptor = create_private_file(self._path)
            try:
                if hasattr(os, "posix_fallocate"):
                    os.posix_fallocate(descriptor, 0, BALLAST_BYTES)
                else:
                    os.write(descriptor, bytes(BALLAST_BYTES))
            finally:
                os.close(descriptor)
        except OSError:
            self.free()
            return False
        return True

    def load_again(self) -> bool:
        """Take the room after it was given back, once there is as much besides; False where there is not.

        Without the second half the next write would fill the disk again, and deleting would find no room.
        """
        try:
            return shutil.disk_usage(self._path.parent).free >= 2 * BALLAST_BYTES and self.load()
        except OSError:
            return False

    def free(self) -> None:
        """Give the room back."""
        self._path.unlink(missing_ok=True)
