"""Imports: a file becomes part of the vault, whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import is_speaker
from desktop_app.domain.events import Changed
from desktop_app.domain.fact_changes import HAND
from desktop_app.domain.settings import Settings
from desktop_app.services.bus import EventBus
from desktop_app.services.exchange.merging import Merged, Merger
from desktop_app.services.exchange.progress import Progress
from desktop_app.services.exchange.reading import FOREIGN, Incoming, read_import
from desktop_app.services.exchange.schema import ExportDoc
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store


@dataclass(frozen=True, slots=True)
class ImportChoice:
    """Where an import goes.

    Attributes:
        into: the person everything goes to; None for the people the file names.
        said_by: who wrote the questions of another program's conversations.
        with_settings: also put the file's settings in force.
        leave_restricted: pass over people who are restricted here, instead of refusing the file.
    """

    into: int | None = None
    said_by: str = ""
    with_settings: bool = False
    leave_restricted: bool = False


class ImportService:
    """Reads files and merges them. Calls block; run them on a lane."""

    def __init__(
        self,
        store: Store,
        update_settings: Callable[[Settings], None],
        resume: Callable[[], None],
        bus: EventBus,
        clock: Clock,
    ) -> None:
        self._store = store
        self._update_settings = update_settings
        self._resume = resume
        self._bus = bus
        self._clock = clock

    def progress(self) -> Progress:
        """What one import reports to and is ended by."""
        return Progress(self._bus)

    def read(self, path: Path) -> Incoming:
        """Look into a file; changes nothing. Raises UserError by an ``import_…`` code."""
        return read_import(path, self._clock())

    def merge(self, incoming: Incoming, choice: ImportChoice, progress: Progress) -> Merged:
        """Add what was read to the vault, in one transaction; what is there is neither changed nor replaced.

        Facts come only with an export of this program. In other programs' conversations the questions are read
        for facts like anything else their speaker says; replies never are.

        Raises:
            UserError: ``person_restricted``, ``import_one_person``, ``exchange_cancelled``; nothing was changed.
            ValueError: other programs' conversations need a person and a speaker.
        """
        document = incoming.document
        if incoming.source in FOREIGN:
            if choice.into is None or not is_speaker(choice.said_by):
                raise ValueError("conversations of others need a person and a speaker")
            document = _said_by(document, choice.said_by)
        progress.expect(sum(len(session.turns) for person in document.people for session in person.sessions))

        def work(db: Repositories) -> Merged:
            own = document.vault_id == self._store.vault_id and choice.into is None
            merger = Merger(db, self._store.kind, self._clock, progress, own=own)
            merged = merger.merge(document, choice.into, leave_restricted=choice.leave_restricted)
            detail = {
                "source": incoming.source.value,
                "sha256": incoming.sha256,
                "turns": merged.new_turns,
                "facts": merged.new_facts,
            }
            db.audit.append(HAND, "vault.imported", "vault", json.dumps(detail), self._clock())
            return merged

        merged = self._store.write(work)
        if choice.with_settings and document.settings is not None:
            self._update_settings(msgspec.convert(document.settings, Settings))
        people = frozenset(merged.people)
        self._bus.publish(
            Changed("exchange.import", people=people, sessions=frozenset(merged.sessions), facts_of_people=people)
        )
        self._resume()
        return merged


def _said_by(document: ExportDoc, speaker: str) -> ExportDoc:
    """The document with its questions said by somebody."""
    replace = msgspec.structs.replace
    return replace(
        document,
        people=tuple(
            replace(
                person,
                sessions=tuple(
                    replace(
                        session,
                        turns=tuple(
                            replace(turn, question=replace(turn.question, speaker=speaker)) for turn in session.turns
                        ),
                    )
                    for session in person.sessions
                ),
            )
            for person in document.people
        ),
    )
