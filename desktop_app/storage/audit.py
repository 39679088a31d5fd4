"""The audit log: an append-only chain of HMACs over who did what to what, never over text."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable
from typing import Any

import apsw

from desktop_app.domain.audit import AuditEntry, AuditFilter
from desktop_app.storage.connection import row, rows
from desktop_app.storage.keyfile import AuditHead

_ENTRIES = """
WITH about AS (
    SELECT *, substr(subject, 1, instr(subject, ':') - 1) AS kind,
        CAST(substr(subject, instr(subject, ':') + 1) AS INTEGER) AS number
    FROM audit_log
    WHERE substr(action, 1, length(?1)) = ?1 AND at_ms >= ?3 AND at_ms < coalesce(?4, 9223372036854775807)
)
SELECT seq, at_ms, actor, action, subject, detail, mac FROM about
WHERE ?2 IS NULL OR ?2 = CASE kind
    WHEN 'person' THEN number
    WHEN 'session' THEN (SELECT person_id FROM session WHERE id = number)
    WHEN 'turn' THEN (SELECT s.person_id FROM turn AS t JOIN session AS s ON s.id = t.session_id WHERE t.id = number)
    WHEN 'fact' THEN (SELECT person_id FROM fact WHERE id = number)
    WHEN 'summary' THEN (SELECT s.person_id FROM summary AS m JOIN session AS s ON s.id = m.session_id
        WHERE m.id = number)
END
ORDER BY seq DESC LIMIT ?5
"""

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

    def replaced(self) -> bool:
        """Whether another entry stands where the key file knows one: an older copy of the vault was gone on with."""
        mirror = self._mirror()
        found = row(self._connection, "SELECT mac FROM audit_log WHERE seq = ?", (mirror.entries,))
        return found is not None and not hmac.compare_digest(found[0], mirror.mac)

    def entries(self, wanted: AuditFilter, limit: int) -> list[AuditEntry]:
        """The newest entries that are wanted, newest first; a negative limit is none.

        An entry belongs to a person by what it is about; what is erased belongs to nobody any more.
        """
        found = rows(
            self._connection,
            _ENTRIES,
            (wanted.action, wanted.person_id, wanted.since_ms, wanted.until_ms, limit),
        )
        return [
            AuditEntry(seq, at_ms, actor, action, subject, detail, mac.hex())
            for seq, at_ms, actor, action, subject, detail, mac in found
        ]

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
