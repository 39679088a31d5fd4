"""Wires the program together: the one place where services meet storage and engine.

Services are made in groups, each of which needs only those before it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop_app.domain.clock import Clock
from desktop_app.domain.ports import ChatEngine, Embedder, FoundModels
from desktop_app.domain.processes import ProcessReport
from desktop_app.engine import machine
from desktop_app.engine.catalogue import Catalogue
from desktop_app.engine.estimate import Cl100kEstimate
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
from desktop_app.services.discretion import Discretion
from desktop_app.services.doubted_replies import DoubtedReplies
from desktop_app.services.erasure import ErasureService
from desktop_app.services.exchange.backup_merging import BackupMerge
from desktop_app.services.exchange.exporting import ExportService
from desktop_app.services.exchange.importing import ImportService
from desktop_app.services.extraction import ExtractionService
from desktop_app.services.facade import Services
from desktop_app.services.fact_editing import FactEditing
from desktop_app.services.folders import FolderService
from desktop_app.services.grounding import GroundingService
from desktop_app.services.guessing import GuessingService
from desktop_app.services.hygiene import HygieneService
from desktop_app.services.memory import MemoryService
from desktop_app.services.memory_map import MemoryMapService
from desktop_app.services.memory_test import MemoryTest
from desktop_app.services.model_bundles import ModelBundles
from desktop_app.services.models import ModelService
from desktop_app.services.named_texts import NamedTextService, PersonaService
from desktop_app.services.notes.service import NoteService
from desktop_app.services.notes.writing import NoteWriter
from desktop_app.services.own_categories import OwnCategoryService
from desktop_app.services.patients import PatientService
from desktop_app.services.people import PeopleService
from desktop_app.services.prices import PriceService
from desktop_app.services.privacy import PrivacyService
from desktop_app.services.prompt_cache import PromptCache
from desktop_app.services.recall_inspection import RecallInspection
from desktop_app.services.record_files import RecordFiles
from desktop_app.services.records import RecordService
from desktop_app.services.replay import ReplayService
from desktop_app.services.retrieval import RetrievalService
from desktop_app.services.search import SearchService
from desktop_app.services.self_check import SelfCheck
from desktop_app.services.sessions import SessionService
from desktop_app.services.settings import SettingsService
from desktop_app.services.shipped_texts import shipped_note_templates, shipped_personas, shipped_system_prompt
from desktop_app.services.summaries import SummaryService
from desktop_app.services.tasks import Tasks
from desktop_app.services.timeline import TimelineService
from desktop_app.services.titles import TitleService
from desktop_app.services.trials import TrialService
from desktop_app.services.vault_keys import VaultKeyService
from desktop_app.services.warm_start import WarmStart
from desktop_app.services.why_not import WhyNotService
from desktop_app.services.working_memory import WorkingMemory
from desktop_app.storage.key_slots import KdfCost
from desktop_app.storage.store import Store
from desktop_app.support.known_vaults import known_vaults_file
from desktop_app.support.paths import DataPaths


@dataclass(frozen=True, slots=True)
class Ground:
    """What every service may stand on.

    Attributes:
        store: the open vault.
        paths: the data folder.
        language: the language of the window, "zh" or "en"; the shipped texts follow it.
        clock: the time.
        engine: the chat model.
        embedder: the embedding model.
        estimate: counts tokens where no model is loaded.
        bus: tells of changes.
        tasks: the lanes.
        settings: of this program, or of the host.
        host: the services whose models and prompts a scratch session uses; None for every other.
    """

    store: Store
    paths: DataPaths
    language: Callable[[], str]
    clock: Clock
    engine: ChatEngine
    embedder: Embedder
    estimate: Cl100kEstimate
    bus: EventBus
    tasks: Tasks
    settings: SettingsService
    host: Services | None


@dataclass(frozen=True, slots=True)
class Wired:
    """The services, and what the program itself has to reach: to stop it, or to say what the engine reads."""

    services: Services
    prompt_cache: PromptCache
    guessing: GuessingService
    titles: TitleService
    note_writer: NoteWriter


def wire(ground: Ground, key_cost: KdfCost, reports: Callable[[], Sequence[ProcessReport]]) -> Wired:
    """Make the services of a vault and let them hear of changes.

    Args:
        ground: what they stand on.
        key_cost: of guessing a passphrase.
        reports: what the processes of the program use.
    """
    prompting = _prompting(ground)
    talking = _talking(ground, prompting)
    keeping = _keeping(ground, talking)
    store, bus, clock, settings = ground.store, ground.bus, ground.clock, ground.settings
    note_writer = NoteWriter(ground.engine, settings)
    memory = MemoryService(store, bus, clock)
    context, cache, retrieval = prompting.context, prompting.cache, prompting.retrieval
    vault_keys = VaultKeyService(store, bus, clock, key_cost)
    root = ground.paths.root
    services = Services(
        vault_kind=store.kind,
        bus=bus,
        tasks=ground.tasks,
        people=keeping.people,
        patients=PatientService(store, bus, clock, keeping.discretion),
        consents=keeping.consents,
        sessions=keeping.sessions,
        folders=FolderService(store, bus),
        branches=talking.branches,
        chat=talking.chat,
        asked=AskedService(store, talking.chat, talking.extraction, retrieval, memory, bus, clock),
        context=context,
        warm_start=prompting.warm_start,
        prices=PriceService(context, cache),
        recall=prompting.inspection,
        why_not=prompting.why_not,
        memory=memory,
        hygiene=HygieneService(store),
        cases=CaseService(store, context, prompting.why_not, talking.trials, bus, clock),
        replay=ReplayService(store, context),
        memory_map=MemoryMapService(store, retrieval, prompting.inspection, clock),
        memory_test=MemoryTest(store, retrieval, ground.estimate, clock),
        fact_editing=FactEditing(store, bus, clock),
        own_categories=OwnCategoryService(store, bus, clock),
        grounding=prompting.grounding,
        models=talking.models,
        model_bundles=ModelBundles(ground.paths.models, bus),
        settings=settings,
        personas=prompting.personas,
        prompts=ground.host.prompts if ground.host else NamedTextService(store, bus, "prompts", tuple),
        consolidation=talking.consolidation,
        records=RecordService(store),
        record_files=RecordFiles(ground.estimate),
        search=SearchService(store, keeping.discretion),
        vault_keys=vault_keys,
        backups=keeping.backups,
        audit=AuditService(store, clock),
        privacy=PrivacyService(
            store,
            vault_keys,
            reports,
            root,
            known_vaults_file(root),
            lambda: keeping.backups.state().second_place,
        ),
        erasure=ErasureService(
            store,
            keeping.sessions,
            keeping.people,
            keeping.consents,
            keeping.backups,
            root,
            clock,
            eraser=lambda: (settings.get().user_name, vault_keys.protected),
        ),
        summaries=prompting.summaries,
        timeline=TimelineService(store),
        trials=talking.trials,
        attachments=AttachmentService(ground.estimate),
        notes=NoteService(store, note_writer, settings, _note_templates(ground), ground.language, bus, clock),
        exports=ExportService(store, settings.get, bus, clock),
        imports=keeping.imports,
        backup_merge=BackupMerge(store, keeping.backups, keeping.imports, clock),
    )
    return Wired(services, cache, talking.guessing, talking.titles, note_writer)


@dataclass(frozen=True, slots=True)
class _Prompting:
    """What a prompt is built from and what is known of it."""

    grounding: GroundingService
    retrieval: RetrievalService
    summaries: SummaryService
    personas: PersonaService
    context: ContextService
    inspection: RecallInspection
    why_not: WhyNotService
    cache: PromptCache
    warm_start: WarmStart


def _prompting(ground: Ground) -> _Prompting:
    store, bus, clock, settings, language = ground.store, ground.bus, ground.clock, ground.settings, ground.language
    working_memory = WorkingMemory(store)
    bus.subscribe(working_memory.on_event)
    grounding = GroundingService(store, settings)
    bus.subscribe(grounding.on_event)
    doubted = DoubtedReplies(store, grounding, clock)
    retrieval = RetrievalService(store, ground.embedder, settings, doubted_of=doubted)
    summaries = SummaryService(store, ground.engine, ground.estimate, settings, bus, clock)
    bus.subscribe(summaries.on_event)
    personas = PersonaService(store, bus, lambda: shipped_personas(language(), store.kind), settings.get, clock)
    context = ContextService(
        store,
        working_memory,
        ground.engine,
        ground.estimate,
        retrieval,
        settings,
        clock,
        system_prompt=lambda: shipped_system_prompt(store.kind, language()),
        persona=personas.system_text,
        summary_of=summaries.segments_of,
    )
    bus.subscribe(context.on_event)
    inspection = RecallInspection(store, working_memory, retrieval, bus, clock)
    why_not = WhyNotService(store, working_memory, retrieval, inspection, ground.embedder, settings, clock)
    cache = PromptCache()
    bus.subscribe(cache.on_event)
    warm_start = WarmStart(ground.engine, context, ground.tasks, cache)
    bus.subscribe(warm_start.on_event)
    return _Prompting(grounding, retrieval, summaries, personas, context, inspection, why_not, cache, warm_start)


@dataclass(frozen=True, slots=True)
class _Talking:
    """What talks with the models, for somebody who waits or in the background."""

    models: ModelService
    branches: BranchService
    chat: ChatService
    trials: TrialService
    extraction: ExtractionService
    guessing: GuessingService
    titles: TitleService
    consolidation: ConsolidationService


def _talking(ground: Ground, prompting: _Prompting) -> _Talking:
    store, bus, clock, settings, engine = ground.store, ground.bus, ground.clock, ground.settings, ground.engine
    context, warm_start = prompting.context, prompting.warm_start
    models = ground.host.models if ground.host else _models(ground)
    branches = BranchService(store, bus, clock)
    chat = ChatService(store, engine, context, branches, warm_start, models, settings, bus, clock)
    trials = TrialService(store, engine, context, prompting.cache, warm_start, models, settings, bus, clock)
    extraction = ExtractionService(store, settings, clock)
    guessing = GuessingService(store, engine, settings, clock)
    titles = TitleService(store, engine, settings)
    consolidation = ConsolidationService(
        store,
        prompting.retrieval,
        extraction,
        guessing,
        prompting.summaries,
        titles,
        ground.tasks,
        bus,
        clock,
        user_is_waiting=lambda: chat.busy or trials.busy,
    )
    bus.subscribe(consolidation.on_event)
    return _Talking(models, branches, chat, trials, extraction, guessing, titles, consolidation)


def _models(ground: Ground) -> ModelService:
    catalogue = Catalogue(ground.paths.chat_models)

    def find_models() -> FoundModels:
        now = ground.settings.get()
        folders = [Path(folder) for folder in now.model.folders]
        return catalogue.look(now.context.context_length, now.model.batch, folders)

    return ModelService(
        ground.engine,
        ground.embedder,
        ground.bus,
        ground.settings,
        find_models=find_models,
        default_model=ground.paths.chat_model,
        embedding_directory=ground.paths.embedding_model,
        folder=ground.paths.chat_models,
        free_memory=machine.free_memory_bytes,
    )


@dataclass(frozen=True, slots=True)
class _Keeping:
    """What keeps people, their sessions and the vault itself."""

    discretion: Discretion
    people: PeopleService
    consents: ConsentService
    sessions: SessionService
    imports: ImportService
    backups: BackupService


def _keeping(ground: Ground, talking: _Talking) -> _Keeping:
    store, bus, clock, settings = ground.store, ground.bus, ground.clock, ground.settings
    discretion = Discretion()
    consents = ConsentService(store, settings, bus, clock)
    backups = BackupService(store, settings, SelfCheck(store, bus, clock), ground.tasks, bus, clock)
    if store.is_kept:
        bus.subscribe(backups.on_event)
    return _Keeping(
        discretion,
        PeopleService(store, bus, clock, discretion),
        consents,
        SessionService(store, consents, bus, clock),
        ImportService(store, settings.update, talking.consolidation.resume, bus, clock),
        backups,
    )


def _note_templates(ground: Ground) -> NamedTextService:
    return NamedTextService(
        ground.store, ground.bus, "note_templates", lambda: shipped_note_templates(ground.language())
    )
