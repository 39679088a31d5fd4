"""A second start asks the first to come forward, by a file in the vault's folder that the first takes away."""

from __future__ import annotations

import contextlib
from pathlib import Path

REQUEST_FILE = "raise"


def ask(directory: Path) -> bool:
    """Ask whoever has the vault to come forward. Returns whether the request could be written."""
    try:
        (directory / REQUEST_FILE).touch(mode=0o600)
    except OSError:
        return False
    return True


def is_waiting(directory: Path) -> bool:
    """Whether nobody has taken the request yet."""
    return (directory / REQUEST_FILE).exists()


def take(directory: Path) -> bool:
    """Take the request away, which answers it. Returns whether there was one."""
    with contextlib.suppress(OSError):
        (directory / REQUEST_FILE).unlink()
        return True
    return False
