"""What is said of an erasure: what went, how that was verified, and what no program can reach."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from enum import StrEnum


class ErasedKind(StrEnum):
    """What was erased."""

    TURN = "turn"
    SESSION = "session"
    PERSON = "person"
    VAULT = "vault"


@dataclass(frozen=True, slots=True)
class Verification:
    """How an erasure was looked for afterwards, in numbers."""

    texts: int = 0  # that must be gone: messages, facts, quotes, summaries, titles, names
    said_elsewhere: int = 0  # of them, such as stand word for word in what was kept and so prove nothing
    too_short: int = 0  # of them, under six bytes: found by chance anywhere
    rows_left: int = 0  # rows, index entries and ledger texts that still belong to what was erased
    decrypted_bytes: int = 0  # pages searched, free ones included, in the vault and its backups
    file_bytes: int = 0  # other files of the data folder searched as they are
    files: int = 0
    remnants: tuple[str, ...] = ()  # files in which a fragment was found

    @property
    def passed(self) -> bool:
        """Whether nothing was found."""
        return not self.remnants and self.rows_left == 0


@dataclass(frozen=True, slots=True)
class Certificate:
    """A record of an erasure. It holds no name, no record number and no word of what was erased."""

    kind: ErasedKind
    number: int  # the row's, never given out again
    vault_id: str
    at_ms: int  # Unix time
    turns: int
    sessions: int
    facts: int
    journal_emptied: bool  # whether the write-ahead journal was emptied into the database
    backups_deleted: int  # that still held it
    backup_made: bool  # in their place
    verification: Verification
    reason: str = ""  # a name of `domain.consent.ErasureReason`, where one was asked for
    erased_by: str = ""  # the name somebody gave themselves in the settings
    with_secret: bool = False  # whether the vault opens only with a passphrase or its recovery code

    @property
    def holds(self) -> bool:
        """Whether the erasure was found complete."""
        return self.journal_emptied and self.verification.passed

    def as_json(self) -> str:
        """Every field, in a fixed order: what the hash is taken of."""
        return json.dumps({**asdict(self), "holds": self.holds}, sort_keys=True, indent=2)

    @property
    def sha256(self) -> str:
        """Of `as_json`; it stands in the audit chain."""
        return hashlib.sha256(self.as_json().encode("utf-8")).hexdigest()
