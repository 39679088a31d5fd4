"""The key file ``vault.keys``: a vault's data key, and where its audit chain stood.

JSON, mode 0600, in two generations (``vault.keys`` and ``vault.keys.previous``), each replaced whole::

    {"format": 1, "vault_id": "...", "database_salt": "...", "key_check": "...",
     "slots": [{"type": "device", "key": "<32 bytes>"}],
     "audit": {"entries": 12, "mac": "..."}}

``database_salt`` is the first 16 bytes of the database file, ``key_check`` eight bytes derived from
the data key: together they tell a foreign key file from a damaged database. A *device* slot holds the data
key as it is, so the file is as secret as the vault. Slots of type *passphrase* and *recovery* hold it
wrapped instead: ``{"type", "kdf": "argon2id", "memory_kib", "iterations", "lanes", "salt", "nonce",
"wrapped_key"}``, AES-256-GCM under the argon2id key with all other members of the slot and the vault id
as associated data; a *keyring* slot names the entry. Slots of unknown type are kept as they are.
All bytes are hexadecimal. The data key never changes with a passphrase; other keys derive from it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from desktop_app.domain.errors import VaultError
from desktop_app.storage.files import write_atomically

KEY_BYTES = 32
FORMAT = 1
KEY_FILE = "vault.keys"
PREVIOUS_KEY_FILE = "vault.keys.previous"
_LARGEST_FILE = 1 << 20  # a hostile key file must not exhaust memory


@dataclass(frozen=True, slots=True)
class AuditHead:
    """Where the audit chain ends: how many entries, and the last one's MAC (b"" for none)."""

    entries: int = 0
    mac: bytes = b""


@dataclass(frozen=True, slots=True)
class VaultKeys:
    """The content of a key file. Never printed: the data key stays out of its representation."""

    vault_id: str
    data_key: bytes
    database_salt: bytes
    key_check: bytes
    audit: AuditHead
    slots: tuple[dict[str, Any], ...]

    def __repr__(self) -> str:
        return f"VaultKeys(vault_id={self.vault_id!r})"

    @classmethod
    def generate(cls) -> VaultKeys:
        """Keys of a new vault."""
        data_key = secrets.token_bytes(KEY_BYTES)
        slot = {"type": "device", "key": data_key.hex()}
        return cls(secrets.token_hex(16), data_key, b"", key_check(data_key), AuditHead(), (slot,))

    def derive(self, purpose: str) -> bytes:
        """A 32-byte sub-key of the data key for one purpose."""
        return hkdf_sha256(self.data_key, salt=self.vault_id.encode(), info=purpose.encode())

    def with_database(self, salt: bytes) -> VaultKeys:
        """The same keys for the database file that begins with these 16 bytes."""
        return replace(self, database_salt=salt)

    def with_audit(self, head: AuditHead) -> VaultKeys:
        """The same keys with another audit head."""
        return replace(self, audit=head)


def hkdf_sha256(key: bytes, *, salt: bytes, info: bytes) -> bytes:
    """32 bytes by HKDF-SHA256, RFC 5869.

    Written out because importing it from a library would cost a tenth of a second before the first paint.
    """
    pseudo_random = hmac.digest(salt or bytes(32), key, hashlib.sha256)
    return hmac.digest(pseudo_random, info + b"\x01", hashlib.sha256)


def key_check(data_key: bytes) -> bytes:
    """Eight bytes that change with the key and say nothing about it."""
    return hkdf_sha256(data_key, salt=b"", info=b"retrace key check")[:8]


def exists(directory: Path) -> bool:
    """Whether either generation of the key file is there."""
    return (directory / KEY_FILE).exists() or (directory / PREVIOUS_KEY_FILE).exists()


def load(directory: Path) -> VaultKeys:
    """Read the key file, or its previous generation where the current one is missing or damaged.

    Raises:
        VaultError: ``vault_key_missing``, ``vault_key_damaged``, or ``vault_newer``.
    """
    if not exists(directory):
        raise VaultError("vault_key_missing", path=str(directory / KEY_FILE))
    for name in (KEY_FILE, PREVIOUS_KEY_FILE):
        try:
            path = directory / name
            if path.stat().st_size <= _LARGEST_FILE:
                return _decode(path.read_bytes())
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            continue  # the other generation may serve
    raise VaultError("vault_key_damaged", path=str(directory / KEY_FILE))


def save(directory: Path, keys: VaultKeys) -> None:
    """Write a new generation; the current one becomes the previous one.

    Raises:
        OSError: at least one readable generation stands as before.
    """
    current = directory / KEY_FILE
    data = _encode(keys)
    write_atomically(directory / PREVIOUS_KEY_FILE, current.read_bytes() if current.exists() else data)
    write_atomically(current, data)


def _encode(keys: VaultKeys) -> bytes:
    content = {
        "format": FORMAT,
        "vault_id": keys.vault_id,
        "database_salt": keys.database_salt.hex(),
        "key_check": keys.key_check.hex(),
        "slots": list(keys.slots),
        "audit": {"entries": keys.audit.entries, "mac": keys.audit.mac.hex()},
    }
    return json.dumps(content, indent=1).encode()


def _decode(data: bytes) -> VaultKeys:
    content = json.loads(data)
    if content["format"] > FORMAT:
        raise VaultError("vault_newer", version=content["format"], newest=FORMAT)
    slots = tuple(content["slots"])
    device: dict[str, Any] = next((slot for slot in slots if slot["type"] == "device"), {})
    data_key = bytes.fromhex(device["key"])
    if len(data_key) != KEY_BYTES or not isinstance(content["vault_id"], str):
        raise ValueError("not a key file")
    audit = AuditHead(int(content["audit"]["entries"]), bytes.fromhex(content["audit"]["mac"]))
    return VaultKeys(
        content["vault_id"],
        data_key,
        bytes.fromhex(content["database_salt"]),
        bytes.fromhex(content["key_check"]),
        audit,
        slots,
    )
