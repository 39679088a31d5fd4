"""Erasing with a certificate: remove, clean up, look everywhere for what should be gone, and say what was found."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import apsw

from desktop_app.domain.backups import Backup
from desktop_app.domain.certificates import Certificate, ErasedKind, Verification
from desktop_app.domain.clock import Clock, day_of
from desktop_app.domain.conversation import DOCUMENT, Message, Turn
from desktop_app.domain.errors import VaultError
from desktop_app.domain.extraction import extract
from desktop_app.domain.fact_changes import HAND
from desktop_app.domain.memory_commands import asks_to_forget
from desktop_app.services.backups import BackupService
from desktop_app.services.consents import ConsentService
from desktop_app.services.people import PeopleService
from desktop_app.services.sessions import SessionService
from desktop_app.storage.erased_texts import Scope, holds, kept_texts, rows_left, scope_of, texts_of
from desktop_app.storage.remnants import Fragments
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

CHECKPOINT_PATIENCE_S = 5.0  # for a reader that still looks at the journal
_POLL_S = 0.05
_READ_BYTES, _OVERLAP = 1 << 26, 64


class ErasureService:
    """Erases a turn, a session or a person and certifies it. Calls take seconds.

    Args:
        store: the open vault.
        sessions, people: carry the erasing itself out.
        consents: know until when a record is to be kept.
        backups: those that hold what is erased are deleted; one made now takes their place.
        folder: the data folder, searched except for its models, which the program never writes to.
        clock: the time.
        eraser: who works here by name, and whether the vault opens only with a secret; for the certificate.
    """

    def __init__(
        self,
        store: Store,
        sessions: SessionService,
        people: PeopleService,
        consents: ConsentService,
        backups: BackupService,
        folder: Path,
        clock: Clock,
        *,
        eraser: Callable[[], tuple[str, bool]] = lambda: ("", False),
    ) -> None:
        self._store = store
        self._erase = {
            ErasedKind.TURN: sessions.delete_turn,
            ErasedKind.SESSION: sessions.delete,
            ErasedKind.PERSON: people.delete,
        }
        self._consents = consents
        self._backups = backups
        self._folder = folder
        self._clock = clock
        self._eraser = eraser

    def erase(self, kind: ErasedKind, number: int, reason: str = "") -> Certificate:
        """Erase for good.

        Args:
            kind: a turn, a session or a person.
            number: its id.
            reason: a name of `domain.consent.ErasureReason`; needed before the end of a patient's period.

        Raises:
            UserError: ``reason_needed``.
            KeyError: there is no such row.
            VaultError: nothing was erased, or the backups could not be made anew; those that hold it stay then.
        """

        def look(db: Repositories) -> tuple[Scope, list[bytes]]:
            scope = scope_of(db.connection, kind, number)
            messages = [message for turn_id in scope.turns for message in _said_by_people(db.turns.get(turn_id))]
            return scope, [*texts_of(db.connection, scope), *self._read_as_facts(messages)]

        self._consents.require_reason(self._person_of(kind, number), reason)
        scope, texts = self._store.read(look)
        self._erase[kind](number, reason)
        emptied = self._empty_journal()
        deleted, made = self._renew_backups(scope)
        erased_by, with_secret = self._eraser()
        certificate = Certificate(
            kind,
            number,
            self._store.vault_id,
            self._clock(),
            len(scope.turns),
            len(scope.sessions),
            len(scope.facts),
            emptied,
            deleted,
            made,
            self._verify(scope, texts),
            reason,
            erased_by,
            with_secret,
        )
        detail = json.dumps({"certificate": certificate.sha256, "holds": certificate.holds, "reason": reason})
        self._store.write(
            lambda db: db.audit.append(HAND, "erased", f"{kind.value}:{number}", detail, self._clock()),
            frees_space=True,
        )
        return certificate

    def _read_as_facts(self, messages: Iterable[Message]) -> list[bytes]:
        """What was taken for facts in messages, also where such a fact was deleted: others may have quoted it."""
        spans: dict[str, None] = {}
        for message in messages:
            said_on = day_of(message.created_at_ms)
            for one in extract(message.text, speaker=message.speaker, vault=self._store.kind, said_on=said_on):
                spans[one.quote] = spans[one.value] = None
        return [span.encode("utf-8") for span in spans if span.strip()]

    def _person_of(self, kind: ErasedKind, number: int) -> int:
        if kind is ErasedKind.PERSON:
            return number

        def read(db: Repositories) -> int:
            session_id = number if kind is ErasedKind.SESSION else db.turns.get(number).session_id
            return db.sessions.get(session_id).person_id

        return self._store.read(read)

    def _empty_journal(self) -> bool:
        give_up_at = time.monotonic() + CHECKPOINT_PATIENCE_S
        while not self._store.checkpoint():
            if time.monotonic() >= give_up_at:
                return False
            time.sleep(_POLL_S)
        return True

    def _renew_backups(self, scope: Scope) -> tuple[int, bool]:
        """Delete the backups that hold any of it, once one without it is there."""
        old = [one for one in self._backups.list() if self._holds(one, scope)]
        if not old:
            return 0, False
        self._backups.back_up_now()
        for backup in old:
            backup.path.unlink(missing_ok=True)
        return len(old), True

    def _holds(self, backup: Backup, scope: Scope) -> bool:
        try:
            return self._store.in_backup(backup.path, lambda connection: holds(connection, scope))
        except (VaultError, apsw.Error):
            return True  # what cannot be read cannot be cleared of holding it

    def _verify(self, scope: Scope, texts: list[bytes]) -> Verification:
        fragments = Fragments(texts)

        def look(db: Repositories) -> tuple[int, bytes, bytes]:
            connection = db.connection
            return rows_left(connection, scope), kept_texts(connection, texts), connection.serialize("main")

        left, kept, pages = self._store.read(look)
        elsewhere = fragments.ignore(kept)
        remnants = ["vault.db"] if fragments.are_in(pages) else []
        decrypted = len(pages)
        del pages
        for backup in self._backups.list():
            copied = self._store.in_backup(backup.path, lambda connection: connection.serialize("main"))
            decrypted += len(copied)
            if fragments.are_in(copied):
                remnants.append(backup.path.name)
        file_bytes = files = 0
        for path in self._files():
            with contextlib.suppress(FileNotFoundError):  # a file of SQLite's that just went
                size, found = _search(path, fragments)
                files, file_bytes = files + 1, file_bytes + size
                if found:
                    remnants.append(path.name)
        return Verification(
            fragments.texts, elsewhere, fragments.too_short, left, decrypted, file_bytes, files, tuple(remnants)
        )

    def _files(self) -> Iterator[Path]:
        """Every file of the data folder and of the vault, without the models."""
        models = self._folder / "models"
        folders = {self._folder.resolve(), self._store.directory.resolve()}
        seen: set[Path] = set()
        for folder in sorted(folders):
            for path in folder.rglob("*"):
                if path.is_file() and not path.is_symlink() and path not in seen and models not in path.parents:
                    seen.add(path)
                    yield path


def _said_by_people(turn: Turn) -> tuple[Message, ...]:
    """What the memory reads for facts in a turn."""
    return () if turn.question.speaker == DOCUMENT or asks_to_forget(turn.question.text) else (turn.question,)


def _search(path: Path, fragments: Fragments) -> tuple[int, bool]:
    """The size of a file, and whether a fragment stands in it."""
    size, found, before = 0, False, b""
    with path.open("rb") as file:
        while data := file.read(_READ_BYTES):
            size += len(data)
            found = found or fragments.are_in(before + data)
            before = data[-_OVERLAP:]
    return size, found
