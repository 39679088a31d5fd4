"""Key slots: a vault's data key wrapped under a passphrase or a recovery code.

A secret goes through argon2id (RFC 9106) to a key, and that through AES-256-GCM to the data key. Every
other member of the slot and the vault's id are associated data: nothing of a slot can be changed, and
no slot opens another vault.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from desktop_app.domain.errors import VaultError

Slot: TypeAlias = dict[str, Any]

DEVICE, PASSPHRASE, RECOVERY = "device", "passphrase", "recovery"
KEY_BYTES: Final = 32
_SALT_BYTES, _NONCE_BYTES = 16, 12
_RECOVERY_BYTES = 20  # 160 bits
# Crockford's base 32: no letter is taken for a digit when the code is typed from paper.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LOOKALIKES = str.maketrans("OIL", "011")
_GROUP = 4
# A hostile key file must neither make the secret cheap to guess nor exhaust the memory.
_LEAST_MEMORY_KIB, _MOST_MEMORY_KIB = 19 * 1024, 1024 * 1024
_LEAST_ITERATIONS, _MOST_ITERATIONS, _MOST_LANES = 2, 64, 16


@dataclass(frozen=True, slots=True)
class KdfCost:
    """What a guess costs: argon2id's memory in KiB, passes and lanes."""

    memory_kib: int
    iterations: int
    lanes: int


ROOMY_COST = KdfCost(256 * 1024, 3, 4)  # about a second on two cores
SMALL_COST = KdfCost(64 * 1024, 3, 4)
_ROOMY_FROM_BYTES = 8 << 30


def cost_for(memory_bytes: int) -> KdfCost:
    """The cost for a machine with so much memory."""
    return ROOMY_COST if memory_bytes >= _ROOMY_FROM_BYTES else SMALL_COST


def device_slot(data_key: bytes) -> Slot:
    """A slot that holds the data key as it is: whoever has the file has the vault."""
    return {"type": DEVICE, "key": data_key.hex()}


def wrap(kind: str, name: str, secret: str, data_key: bytes, vault_id: str, cost: KdfCost, now_ms: int) -> Slot:
    """A slot from which ``secret`` gives the data key.

    Args:
        kind: ``passphrase`` or ``recovery``.
        name: whose slot it is, shown in the list of slots.
        secret: as typed; see `normal_secret`.
        data_key: 32 bytes.
        vault_id: of the vault the slot belongs to.
        cost: of the key derivation.
        now_ms: Unix time in milliseconds.
    """
    slot: Slot = {
        "type": kind,
        "id": secrets.token_hex(8),
        "name": name,
        "created_at_ms": now_ms,
        "kdf": "argon2id",
        "memory_kib": cost.memory_kib,
        "iterations": cost.iterations,
        "lanes": cost.lanes,
        "salt": secrets.token_bytes(_SALT_BYTES).hex(),
        "nonce": secrets.token_bytes(_NONCE_BYTES).hex(),
    }
    sealed = _cipher(slot, secret).encrypt(bytes.fromhex(slot["nonce"]), data_key, _associated(slot, vault_id))
    return {**slot, "wrapped_key": sealed.hex()}


def unwrap(slot: Mapping[str, Any], secret: str, vault_id: str) -> bytes | None:
    """The data key of a slot, None where the secret is not its own.

    Raises:
        VaultError: ``vault_key_damaged``: the slot is malformed, or its cost is out of bounds.
    """
    from cryptography.exceptions import InvalidTag

    try:
        _check_cost(slot)
        nonce, sealed = bytes.fromhex(slot["nonce"]), bytes.fromhex(slot["wrapped_key"])
        bound = {key: value for key, value in slot.items() if key != "wrapped_key"}
        key: bytes = _cipher(slot, secret).decrypt(nonce, sealed, _associated(bound, vault_id))
    except InvalidTag:
        return None
    except (KeyError, TypeError, ValueError):
        raise VaultError("vault_key_damaged", path="") from None
    if len(key) != KEY_BYTES:
        raise VaultError("vault_key_damaged", path="")
    return key


def new_recovery_code() -> str:
    """160 random bits as groups of four characters, for paper: ``7K2M-…``."""
    number = int.from_bytes(secrets.token_bytes(_RECOVERY_BYTES))
    characters = []
    for _ in range(_RECOVERY_BYTES * 8 // 5):
        number, digit = divmod(number, len(_ALPHABET))
        characters.append(_ALPHABET[digit])
    text = "".join(characters)
    return "-".join(text[start : start + _GROUP] for start in range(0, len(text), _GROUP))


def normal_secret(kind: str, typed: str) -> str:
    """A secret as it goes into the derivation.

    A passphrase is NFC; a recovery code loses spaces, hyphens and case, and lookalikes are one.
    """
    import unicodedata

    if kind == RECOVERY:
        letters = unicodedata.normalize("NFKC", typed).upper().translate(_LOOKALIKES)
        return "".join(char for char in letters if char in _ALPHABET)
    return unicodedata.normalize("NFC", typed)


def _check_cost(slot: Mapping[str, Any]) -> None:
    if slot["kdf"] != "argon2id":
        raise ValueError("unknown derivation")
    if not _LEAST_MEMORY_KIB <= slot["memory_kib"] <= _MOST_MEMORY_KIB:
        raise ValueError("memory")
    if not _LEAST_ITERATIONS <= slot["iterations"] <= _MOST_ITERATIONS or not 1 <= slot["lanes"] <= _MOST_LANES:
        raise ValueError("cost")


def _cipher(slot: Mapping[str, Any], secret: str) -> Any:
    # Both libraries take a while to import, and a vault without a passphrase needs neither.
    from argon2.low_level import Type, hash_secret_raw
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    key = hash_secret_raw(
        secret=normal_secret(slot["type"], secret).encode(),
        salt=bytes.fromhex(slot["salt"]),
        time_cost=slot["iterations"],
        memory_cost=slot["memory_kib"],
        parallelism=slot["lanes"],
        hash_len=KEY_BYTES,
        type=Type.ID,
    )
    return AESGCM(key)


def _associated(slot: Mapping[str, Any], vault_id: str) -> bytes:
    return json.dumps({**slot, "vault_id": vault_id}, sort_keys=True, separators=(",", ":")).encode()
