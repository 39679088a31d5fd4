"""The audit log: an append-only chain of HMACs over who did what to what, never over text."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable
from typing import Any

import apsw

from desktop_app.storage.connection import row
from desktop_app.storage.keyfile import AuditHead

KEY_PURPOSE = "retrace audit log"


class AuditRepository:
    """Appends to the chain and checks it.

    Args:
        connection: its connection.
        key: the chain's own key, derived from the data key.
        mirror: the head as last written to the key file; a chain that lost its end is found by it.
    """

    def __init__(self, connection: apsw.Connection, key: bytes, mirror: Callable[[], AuditHead]) -> None:
        self._connection = connection
        self._key = key
        self._mirror = mirror

    def append(self, actor: str, action: str, subject: str, detail: str, now_ms: int) -> int:
        """Add an entry.

        Args:
            actor: who did it, e.g. a speaker or "program".
            action: what was done, e.g. "turn.asked".
            subject: to what, e.g. "turn:12".
            detail: JSON of ids, figures and hashes, or ""; never text that was said.
            now_ms: Unix time in milliseconds.

        Returns:
            The entry's position, from 1.
        """
        head = self.head()
        entries = head.entries + 1
        mac = self._mac(head.mac, entries, now_ms, actor, action, subject, detail)
        self._connection.execute(
            "INSERT INTO audit_log (seq, at_ms, actor, action, subject, detail, mac) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (entries, now_ms, actor, action, subject, detail, mac),
        )
        return entries

    def head(self) -> AuditHead:
        """Where the chain ends now."""
        last = row(self._connection, "SELECT seq, mac FROM audit_log ORDER BY seq DESC LIMIT 1")
        return AuditHead(*last) if last else AuditHead()

    def missing(self) -> int:
        """How many entries at the end are gone, judged by the key file."""
        return max(0, self._mirror().entries - self.head().entries)

    def verify(self) -> int | None:
        """The position of the first entry that was changed, moved or removed; None for a whole chain."""
        mirror = self._mirror()
        previous = b""
        expected = 1
        entries: Iterable[Any] = self._connection.execute(
            "SELECT seq, mac, at_ms, actor, action, subject, detail FROM audit_log ORDER BY seq"
        )
        for seq, mac, *said in entries:
            right = self._mac(previous, seq, *said)
            if seq != expected or not hmac.compare_digest(right, mac):
                return expected
            if seq == mirror.entries and not hmac.compare_digest(mac, mirror.mac):
                return expected
            previous = mac
            expected += 1
        return expected if expected <= mirror.entries else None

    def _mac(self, previous: bytes, *fields: int | str) -> bytes:
        message = bytearray(previous)
        for field in fields:
            data = str(field).encode("utf-8")
            message += len(data).to_bytes(4, "little") + data
        return hmac.digest(self._key, bytes(message), hashlib.sha256)
