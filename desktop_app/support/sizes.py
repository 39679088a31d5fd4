"""Sizes of files and of memory in units people know."""

from __future__ import annotations

from typing import Final

_UNITS: Final = ((1_000_000_000, "GB", 1), (1_000_000, "MB", 0), (1_000, "KB", 0))


def format_bytes(size: int) -> str:
    """A number of bytes, in powers of ten: 187 B, 34 KB, 94 MB, 1.2 GB."""
    for unit, name, decimals in _UNITS:
        if size >= 0.9995 * unit:  # less would be 1,000 of the unit below
            return f"{size / unit:.{decimals}f} {name}"
    return f"{size} B"
