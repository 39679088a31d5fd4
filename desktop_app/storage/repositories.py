"""The repositories of one connection, side by side."""

from __future__ import annotations

from collections.abc import Callable

import apsw

from desktop_app.storage.arrivals import ArrivalRepository
from desktop_app.storage.attachments import AttachmentRepository
from desktop_app.storage.audit import AuditRepository
from desktop_app.storage.cases import CaseRepository
from desktop_app.storage.chunks import ChunkRepository
from desktop_app.storage.consents import ConsentRepository
from desktop_app.storage.erasure import Eraser
from desktop_app.storage.fact_history import FactHistory
from desktop_app.storage.facts import FactRepository
from desktop_app.storage.folders import FolderRepository
from desktop_app.storage.hygiene import HygieneRepository
from desktop_app.storage.imports import ImportRepository
from desktop_app.storage.jobs import JobRepository
from desktop_app.storage.keyfile import AuditHead
from desktop_app.storage.ledgers import LedgerRepository
from desktop_app.storage.memory_map import MemoryMapRepository
from desktop_app.storage.message_search import MessageSearch
from desktop_app.storage.models import ModelRepository
from desktop_app.storage.notes import NoteRepository
from desktop_app.storage.own_categories import OwnCategoryRepository
from desktop_app.storage.people import PersonRepository
from desktop_app.storage.recall_exclusions import RecallExclusionRepository
from desktop_app.storage.resident_vectors import ResidentVectors, VectorChanges
from desktop_app.storage.session_moves import SessionMover
from desktop_app.storage.session_personas import SessionPersonaRepository
from desktop_app.storage.sessions import SessionRepository
from desktop_app.storage.settings import SettingRepository
from desktop_app.storage.summaries import SummaryRepository
from desktop_app.storage.turn_copies import TurnCopies
from desktop_app.storage.turns import TurnRepository


class Repositories:
    """What `Store.read` and `Store.write` hand to their work; not to be kept beyond it.

    Args:
        connection: all of them use it.
        audit_key: of the audit chain.
        audit_mirror: the chain's head as it stands in the key file.
        resident: vectors in RAM for searching; not for the writer, whose changes are not in them yet.
    """

    def __init__(
        self,
        connection: apsw.Connection,
        audit_key: bytes,
        audit_mirror: Callable[[], AuditHead],
        resident: ResidentVectors | None = None,
    ) -> None:
        self.connection = connection
        self.jobs = JobRepository(connection)
        self.vector_changes = VectorChanges()
        self.chunks = ChunkRepository(connection, self.jobs, self.vector_changes, resident)
        self.search = MessageSearch(connection)
        self.turn_copies = TurnCopies(connection, self.search, self.jobs)
        eraser = Eraser(connection, self.search, self.chunks, self.turn_copies)
        self.people = PersonRepository(connection, eraser)
        self.consents = ConsentRepository(connection)
        self.arrivals = ArrivalRepository(connection)
        self.sessions = SessionRepository(connection, eraser)
        self.session_personas = SessionPersonaRepository(connection)
        self.folders = FolderRepository(connection)
        self.session_moves = SessionMover(connection, self.chunks, self.turn_copies, self.jobs, eraser)
        self.turns = TurnRepository(connection, self.search, eraser)
        self.attachments = AttachmentRepository(connection)
        self.imports = ImportRepository(connection, self.search)
        self.ledgers = LedgerRepository(connection)
        self.facts = FactRepository(connection, eraser)
        self.own_categories = OwnCategoryRepository(connection)
        self.fact_history = FactHistory(connection)
        self.summaries = SummaryRepository(connection)
        self.recall_exclusions = RecallExclusionRepository(connection)
        self.memory_map = MemoryMapRepository(connection)
        self.hygiene = HygieneRepository(connection)
        self.cases = CaseRepository(connection)
        self.notes = NoteRepository(connection)
        self.models = ModelRepository(connection)
        self.settings = SettingRepository(connection)
        self.audit = AuditRepository(connection, audit_key, audit_mirror)
