"""Whether memory may end up readable on the disk."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path


class Swap(StrEnum):
    """Where this machine puts memory that does not fit."""

    NONE = "none"
    ENCRYPTED = "encrypted"
    PLAIN = "plain"
    UNKNOWN = "unknown"


def swap_state(swaps: Path = Path("/proc/swaps"), blocks: Path = Path("/sys/class/block")) -> Swap:
    """The swap that is in use now; on systems that do not tell, unknown.

    Args:
        swaps: lists what is in use.
        blocks: tells of each device mapper volume what it is.
    """
    if sys.platform == "darwin":
        return Swap.ENCRYPTED  # always, since 10.7
    try:
        devices = [line.split()[0] for line in swaps.read_text(encoding="utf-8").splitlines()[1:] if line.strip()]
    except OSError:
        return Swap.UNKNOWN
    if not devices:
        return Swap.NONE
    return Swap.ENCRYPTED if all(_is_safe(Path(device), blocks) for device in devices) else Swap.PLAIN


def _is_safe(device: Path, blocks: Path) -> bool:
    name = device.resolve().name
    if name.startswith("zram"):
        return True  # in memory
    try:
        return (blocks / name / "dm" / "uuid").read_text(encoding="utf-8").startswith("CRYPT-")
    except OSError:
        return False
