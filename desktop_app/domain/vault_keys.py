"""What opens a vault, as it is shown; the secrets themselves are never part of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class KeySlotKind(StrEnum):
    """How a slot is opened. ``DEVICE``: by whoever has the vault's folder."""

    DEVICE = "device"
    PASSPHRASE = "passphrase"
    RECOVERY = "recovery"


@dataclass(frozen=True, slots=True)
class KeySlot:
    """One way to open the vault.

    Args:
        id: names the slot; "" for the device's.
        kind: how it is opened.
        name: whose it is.
        created_at_ms: since when, Unix ms; 0 where it was there from the beginning.
    """

    id: str
    kind: KeySlotKind
    name: str
    created_at_ms: int
