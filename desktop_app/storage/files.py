"""Files of a vault: private, written whole or not at all, and on the disk before anyone relies on them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

FILE_MODE = 0o600
DIRECTORY_MODE = 0o700


def make_private_directory(directory: Path) -> None:
    """Create a directory (and its parents) that only its owner may enter."""
    directory.mkdir(mode=DIRECTORY_MODE, parents=True, exist_ok=True)
    directory.chmod(DIRECTORY_MODE)


def create_private_file(path: Path) -> int:
    """Create or empty a file that only its owner may read; returns its descriptor."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), FILE_MODE)
    with contextlib.suppress(OSError):  # a file system without modes
        path.chmod(FILE_MODE)
    return descriptor


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file: after a crash it holds either the old bytes or the new ones.

    Raises:
        OSError: the old file is untouched.
    """
    write_chunks_atomically(path, (data,))


def write_chunks_atomically(path: Path, chunks: Iterable[bytes]) -> None:
    """Replace a file by chunks, which need not fit into memory together, see `write_atomically`."""
    temporary = path.with_name(path.name + ".new")
    try:
        with os.fdopen(create_private_file(temporary), "wb") as file:
            for chunk in chunks:
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
        replace_durably(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def replace_durably(source: Path, target: Path) -> None:
    """Rename over ``target`` and put the rename on the disk."""
    source.replace(target)
    sync_directory(target.parent)


def sync_directory(directory: Path) -> None:
    """Put a directory's entries on the disk, where the system has such a thing."""
    if os.name != "posix":
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
