"""Everything a front end may ask of the program, in one value."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.domain.conversation import VaultKind
from desktop_app.services.asked import AskedService
from desktop_app.services.attachments import AttachmentService
from desktop_app.services.audit_log import AuditService
from desktop_app.services.backups import BackupService
from desktop_app.services.branches import BranchService
from desktop_app.services.bus import EventBus
from desktop_app.services.cases import CaseService
from desktop_app.services.chat import ChatService
from desktop_app.services.consents import ConsentService
from desktop_app.services.consolidation import ConsolidationService
from desktop_app.services.context import ContextService
from desktop_app.services.erasure import ErasureService
from desktop_app.services.exchange.backup_merging import BackupMerge
from desktop_app.services.exchange.exporting import ExportService
from desktop_app.services.exchange.importing import ImportService
from desktop_app.services.fact_editing import FactEditing
from desktop_app.services.folders import FolderService
from desktop_app.services.grounding import GroundingService
from desktop_app.services.hygiene import HygieneService
from desktop_app.services.memory import MemoryService
from desktop_app.services.memory_map import MemoryMapService
from desktop_app.services.memory_test import MemoryTest
from desktop_app.services.model_bundles import ModelBundles
from desktop_app.services.models import ModelService
from desktop_app.services.named_texts import NamedTextService, PersonaService
from desktop_app.services.notes.service import NoteService
from desktop_app.services.own_categories import OwnCategoryService
from desktop_app.services.patients import PatientService
from desktop_app.services.people import PeopleService
from desktop_app.services.prices import PriceService
from desktop_app.services.privacy import PrivacyService
from desktop_app.services.recall_inspection import RecallInspection
from desktop_app.services.record_files import RecordFiles
from desktop_app.services.records import RecordService
from desktop_app.services.replay import ReplayService
from desktop_app.services.search import SearchService
from desktop_app.services.sessions import SessionService
from desktop_app.services.settings import SettingsService
from desktop_app.services.summaries import SummaryService
from desktop_app.services.tasks import Tasks
from desktop_app.services.timeline import TimelineService
from desktop_app.services.trials import TrialService
from desktop_app.services.vault_keys import VaultKeyService
from desktop_app.services.warm_start import WarmStart
from desktop_app.services.why_not import WhyNotService


@dataclass(frozen=True, slots=True)
class Services:
    """The use cases of an open vault. Calls block: run them on a lane of ``tasks``."""

    vault_kind: VaultKind
    bus: EventBus
    tasks: Tasks
    people: PeopleService
    patients: PatientService
    consents: ConsentService
    sessions: SessionService
    folders: FolderService
    branches: BranchService
    chat: ChatService
    asked: AskedService
    context: ContextService
    warm_start: WarmStart
    prices: PriceService
    recall: RecallInspection
    why_not: WhyNotService
    memory: MemoryService
    memory_map: MemoryMapService
    hygiene: HygieneService
    cases: CaseService
    replay: ReplayService
    memory_test: MemoryTest
    fact_editing: FactEditing
    own_categories: OwnCategoryService
    grounding: GroundingService
    models: ModelService
    model_bundles: ModelBundles
    settings: SettingsService
    personas: PersonaService
    prompts: NamedTextService
    consolidation: ConsolidationService
    records: RecordService
    record_files: RecordFiles
    search: SearchService
    vault_keys: VaultKeyService
    backups: BackupService
    backup_merge: BackupMerge
    erasure: ErasureService
    audit: AuditService
    privacy: PrivacyService
    summaries: SummaryService
    timeline: TimelineService
    trials: TrialService
    attachments: AttachmentService
    notes: NoteService
    exports: ExportService
    imports: ImportService
