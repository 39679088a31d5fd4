"""Exports: what a vault holds, written into one file for people or for another vault."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from msgspec.structs import replace

from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.fact_changes import HAND
from desktop_app.domain.settings import Settings
from desktop_app.services.bus import EventBus
from desktop_app.services.consents import not_handed_out, require_hand_out
from desktop_app.services.exchange.collecting import Collector, Scope
from desktop_app.services.exchange.deidentifying import DeidentifyChoice, Preview, deidentified
from desktop_app.services.exchange.progress import Progress
from desktop_app.services.exchange.rendering import Renderer
from desktop_app.services.exchange.schema import ExportDoc, encode
from desktop_app.services.exchange.words import ExportWords
from desktop_app.storage.files import write_atomically
from desktop_app.storage.store import Store


class ExportFormat(StrEnum):
    """Kinds of files, by their usual ending."""

    JSON = "json"
    MARKDOWN = "md"
    HTML = "html"
    PDF = "pdf"
    TEXT = "txt"
    CSV = "csv"


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What to export, how, and where to.

    Attributes:
        pdf: makes a PDF of an HTML page; the window has one.
        for_the_patient: a copy of what is theirs, which needs nobody's leave.
        agreed_only: without the people who did not agree to it, instead of not at all.
    """

    path: Path
    scope: Scope
    format: ExportFormat
    with_times: bool = True
    with_speakers: bool = True
    with_context: bool = False
    words: ExportWords = field(default_factory=ExportWords)
    pdf: Callable[[str], bytes] | None = None
    deidentify: DeidentifyChoice | None = None
    for_the_patient: bool = False
    agreed_only: bool = False


class ExportService:
    """Writes exports. Calls block; run them on a lane."""

    def __init__(self, store: Store, settings: Callable[[], Settings], bus: EventBus, clock: Clock) -> None:
        self._store = store
        self._settings = settings
        self._bus = bus
        self._clock = clock

    def progress(self) -> Progress:
        """What one export reports to and is ended by."""
        return Progress(self._bus)

    def export(self, request: ExportRequest, progress: Progress) -> int:
        """Write one file that only its owner may read; an older one of the name is replaced at the end.

        Returns:
            The size of the file in bytes.

        Raises:
            UserError: ``hand_out_not_agreed`` where the vault requires a basis; ``export_failed``,
                ``exchange_cancelled``. There is no new file then.
            KeyError: what was to be exported is gone.
        """
        document = self._agreed(self.document(request.scope, progress, with_context=request.with_context), request)
        if request.deidentify is not None:
            document = deidentified(document, request.deidentify).document
        data = _rendered(document, request)
        progress.check()
        try:
            write_atomically(request.path, data)
        except OSError:
            request.path.with_name(request.path.name + ".new").unlink(missing_ok=True)
            raise UserError("export_failed", path=str(request.path)) from None
        detail = {
            "format": request.format.value,
            "bytes": len(data),
            "sha256": hashlib.sha256(data).hexdigest(),
            "deidentified": document.deidentified,
        }
        now_ms = self._clock()
        self._store.write(
            lambda db: db.audit.append(HAND, "vault.exported", request.scope.subject, json.dumps(detail), now_ms)
        )
        return len(data)

    def _agreed(self, document: ExportDoc, request: ExportRequest) -> ExportDoc:
        """The document as far as the people in it agreed to its leaving the vault."""
        if request.for_the_patient or self._store.kind is not VaultKind.CLINICAL:
            return document
        settings, people = self._settings(), [person.id for person in document.people if person.id is not None]
        if not request.agreed_only:
            self._store.read(lambda db: require_hand_out(db, people, settings))
            return document
        missing = {person.id for person in self._store.read(lambda db: not_handed_out(db, people, settings))}
        return replace(document, people=tuple(person for person in document.people if person.id not in missing))

    def preview(self, scope: Scope, choice: DeidentifyChoice, progress: Progress) -> Preview:
        """What de-identification would replace; writes nothing. Raises as `export`."""
        return deidentified(self.document(scope, progress), choice)

    def document(self, scope: Scope, progress: Progress, *, with_context: bool = False) -> ExportDoc:
        """What would be exported."""
        return self._store.read(
            lambda db: Collector(
                db, self._store.kind, self._store.vault_id, progress, with_context=with_context
            ).document(scope, self._settings, self._clock())
        )


def _rendered(document: ExportDoc, request: ExportRequest) -> bytes:
    if request.format is ExportFormat.JSON:
        return encode(replace(document, statement=request.words.statement))
    renderer = Renderer(request.words, request.with_times, request.with_speakers)
    if request.format is ExportFormat.PDF:
        assert request.pdf is not None, "a PDF needs something that makes it"
        return request.pdf(renderer.html(document))
    text = {
        ExportFormat.MARKDOWN: renderer.markdown,
        ExportFormat.HTML: renderer.html,
        ExportFormat.TEXT: renderer.text,
        ExportFormat.CSV: renderer.csv,
    }[request.format](document)
    return text.encode("utf-8", "replace")
