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
as associated data (`key_slots`). Slots of unknown type are kept as they are. All bytes are hexadecimal.
The data key never changes with a passphrase; other keys derive from it.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from desktop_app.domain.errors import VaultError
from desktop_app.storage import key_slots
from desktop_app.storage.files import write_atomically

KEY_BYTES = key_slots.KEY_BYTES
FORMAT = 1
KEY_FILE = "vault.keys"
PREVIOUS_KEY_FILE = "vault.keys.previous"
_LARGEST_FILE = 1 << 20  # a hostile key file must not exhaust memory
_MOST_ENTRIES = (1 << 63) - 1  # SQLite's largest row number


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
        slot = key_slots.device_slot(data_key)
        return cls(secrets.token_hex(16), data_key, b"", key_check(data_key), AuditHead(), (slot,))

    def derive(self, purpose: str) -> bytes:
        """A 32-byte sub-key of the data key for one purpose."""
        return hkdf_sha256(self.data_key, salt=self.vault_id.encode(), info=purpose.encode())

    def with_database(self, salt: bytes) -> VaultKeys:
        """The same keys for the database file that begins with these 16 bytes."""
        return replace(self, database_salt=salt)

    def with_slots(self, slots: Sequence[key_slots.Slot]) -> VaultKeys:
        """The same keys behind other slots."""
        return replace(self, slots=tuple(slots))

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


def load(directory: Path, secret: str | None = None) -> VaultKeys:
    """Read the key file, or its previous generation where the current one is missing or damaged.

    Args:
        directory: of the vault.
        secret: a passphrase or the recovery code, for a vault that is locked.

    Raises:
        VaultError: ``vault_key_missing``, ``vault_key_damaged``, ``vault_newer``; ``vault_locked`` where a
            secret is needed, ``vault_wrong_passphrase`` where this one opens none of the slots.
    """
    content = _read(directory)
    data_key = _data_key(content, secret, str(directory / KEY_FILE))
    return VaultKeys(
        content["vault_id"],
        data_key,
        bytes.fromhex(content["database_salt"]),
        bytes.fromhex(content["key_check"]),
        AuditHead(content["audit"]["entries"], bytes.fromhex(content["audit"]["mac"])),
        tuple(content["slots"]),
    )


def is_locked(directory: Path) -> bool:
    """Whether a secret is needed to open the vault. Raises VaultError as `load` does."""
    return not any(slot["type"] == key_slots.DEVICE for slot in _read(directory)["slots"])


def save(directory: Path, keys: VaultKeys) -> None:
    """Write a new generation; the current one becomes the previous one.

    Raises:
        OSError: at least one readable generation stands as before.
    """
    current = directory / KEY_FILE
    data = _encode(keys)
    write_atomically(directory / PREVIOUS_KEY_FILE, current.read_bytes() if current.exists() else data)
    write_atomically(current, data)


def replace_generations(directory: Path, keys: VaultKeys) -> None:
    """Write both generations anew, and overwrite what they were: it must not open the vault any longer.

    What a drive keeps of overwritten blocks on its own is out of reach.

    Raises:
        OSError: at least one readable generation stands, the old one or the new one.
    """
    with contextlib.ExitStack() as old:
        files = [
            old.enter_context((directory / name).open("r+b"))
            for name in (KEY_FILE, PREVIOUS_KEY_FILE)
            if (directory / name).exists()
        ]
        data = _encode(keys)
        write_atomically(directory / KEY_FILE, data)
        write_atomically(directory / PREVIOUS_KEY_FILE, data)
        for file in files:  # no longer named by the directory, and still on the disk
            size = file.seek(0, os.SEEK_END)
            file.seek(0)
            file.write(bytes(size))
            file.flush()
            os.fsync(file.fileno())


def encode_protected(keys: VaultKeys) -> bytes | None:
    """The key file as it may lie beside backups: without what opens the vault without a secret.

    Returns:
        The file's content, None where nothing would be left that opens the vault.
    """
    slots = [slot for slot in keys.slots if slot["type"] in (key_slots.PASSPHRASE, key_slots.RECOVERY)]
    return _encode(keys.with_slots(slots)) if slots else None


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


def _read(directory: Path) -> dict[str, Any]:
    """The content of the newest generation that can be read, its members checked for their form."""
    if not exists(directory):
        raise VaultError("vault_key_missing", path=str(directory / KEY_FILE))
    for name in (KEY_FILE, PREVIOUS_KEY_FILE):
        try:
            path = directory / name
            if path.stat().st_size <= _LARGEST_FILE:
                return _decode(path.read_bytes())
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            continue  # the other generation may serve
    raise VaultError("vault_key_damaged", path=str(directory / KEY_FILE))


def _decode(data: bytes) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(data)
    if content["format"] > FORMAT:
        raise VaultError("vault_newer", version=content["format"], newest=FORMAT)
    if not isinstance(content["vault_id"], str) or not content["slots"]:
        raise ValueError("not a key file")
    for slot in content["slots"]:
        if slot["type"] == key_slots.DEVICE and len(bytes.fromhex(slot["key"])) != KEY_BYTES:
            raise ValueError("not a key")
    for name in ("database_salt", "key_check"):
        bytes.fromhex(content[name])
    entries = content["audit"]["entries"]
    if not isinstance(entries, int) or not 0 <= entries <= _MOST_ENTRIES:
        raise ValueError("not a number of entries")
    bytes.fromhex(content["audit"]["mac"])
    return content


def _data_key(content: dict[str, Any], secret: str | None, path: str) -> bytes:
    for slot in content["slots"]:
        if slot["type"] == key_slots.DEVICE:
            return bytes.fromhex(slot["key"])
    wrapped = [slot for slot in content["slots"] if slot["type"] in (key_slots.PASSPHRASE, key_slots.RECOVERY)]
    if not wrapped:
        raise VaultError("vault_key_damaged", path=path)
    if secret is None:
        raise VaultError("vault_locked", path=path)
    damaged = 0
    for slot in wrapped:
        try:
            data_key = key_slots.unwrap(slot, secret, content["vault_id"])
        except VaultError:
            damaged += 1  # another slot may serve
            continue
        if data_key is not None:
            return data_key
    code = "vault_key_damaged" if damaged == len(wrapped) else "vault_wrong_passphrase"
    raise VaultError(code, path=path)
