"""Wires the program together: the one place where services meet storage and engine."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import psutil

from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.events import Changed, EmbedderChanged, EngineChanged, Event, TurnStarted
from desktop_app.domain.named_texts import CLINICAL_PERSONAS, NamedText
from desktop_app.domain.ports import ChatEngine, Embedder, FoundModels
from desktop_app.domain.processes import ProcessReport
from desktop_app.domain.settings import Settings
from desktop_app.engine import machine
from desktop_app.engine.catalogue import Catalogue
from desktop_app.engine.chat import LlamaEngine
from desktop_app.engine.embedding import EmbeddingEngine
from desktop_app.engine.estimate import Cl100kEstimate
from desktop_app.engine.own_process import report
from desktop_app.services.asked import AskedService
from desktop_app.services.attachments import AttachmentService
from desktop_app.services.audit_log import AuditService
from desktop_app.services.backups import BackupService
from desktop_app.services.branches import BranchService
from desktop_app.services.bus import EventBus
from desktop_app.services.cases import CaseService
from desktop_app.services.chat import ChatService
from desktop_app.services.consents import ConsentService
from desktop_app.services.consolidation import IDLE_S, ConsolidationService
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
from desktop_app.services.summaries import SummaryService
from desktop_app.services.tasks import Tasks
from desktop_app.services.timeline import TimelineService
from desktop_app.services.titles import TitleService
from desktop_app.services.trials import TrialService
from desktop_app.services.vault_keys import VaultKeyService
from desktop_app.services.warm_start import WarmStart
from desktop_app.services.why_not import WhyNotService
from desktop_app.services.working_memory import WorkingMemory
from desktop_app.storage.key_slots import KdfCost, cost_for
from desktop_app.storage.scratch import ScratchStore
from desktop_app.storage.store import Store
from desktop_app.support.known_vaults import known_vaults_file
from desktop_app.support.paths import DataPaths, engine_needs_safe_load, resources_directory

REVIVE_S = 60.0  # a lost embedding model is back after so long at most
STOP_TIMEOUT_S = 3.0  # for a reply to be stopped and stored when the program ends


def wall_clock_ms() -> int:
    """Unix time in milliseconds."""
    return time.time_ns() // 1_000_000


def open_or_create(directory: Path, kind: VaultKind, clock: Clock = wall_clock_ms, secret: str | None = None) -> Store:
    """Open the vault in a directory, or make one where the directory is absent or empty.

    Raises:
        VaultError: there is something, but not a vault that can be opened.
    """
    if not directory.exists() or not any(directory.iterdir()):
        return Store.create(directory, kind, clock)
    return Store.open(directory, clock, secret)


@dataclass(frozen=True, slots=True)
class Overrides:
    """What a command line changes for one run, without changing the vault's settings."""

    context_length: int | None = None
    reply_reserve_tokens: int | None = None
    model: Path | None = None
    embedding: str | None = None

    def apply(self, settings: Settings) -> Settings:
        """The settings with what was asked for on the command line."""
        context = settings.context
        if self.context_length is not None:
            context = replace(context, context_length=self.context_length)
        if self.reply_reserve_tokens is not None:
            context = replace(context, reply_reserve_tokens=self.reply_reserve_tokens)
        model = settings.model
        if self.model is not None:
            model = replace(model, path=str(self.model))
        if self.embedding is not None:
            model = replace(model, embedding=self.embedding)
        return replace(settings, context=context, model=model)


class Program:
    """An open vault with its services and model processes.

    Args:
        store: the open vault; closed with the program.
        paths: the data folder.
        language: the language of the window, "zh" or "en"; the shipped system prompt follows it.
        overrides: what the command line asked for.
        clock: the time; tests give their own.
        engine: the chat engine; a process of its own if not given.
        embedder: likewise.
        key_cost: of guessing a passphrase; by this machine's memory if not given.
        host: the program whose models and settings this one uses, for a scratch store.
    """

    services: Services

    def __init__(
        self,
        store: Store,
        paths: DataPaths,
        *,
        language: Callable[[], str],
        overrides: Overrides = Overrides(),
        clock: Clock = wall_clock_ms,
        engine: ChatEngine | None = None,
        embedder: Embedder | None = None,
        key_cost: KdfCost | None = None,
        host: Program | None = None,
    ) -> None:
        self._store = store
        self._paths, self._language, self._clock, self._host = paths, language, clock, host
        self._scratches: list[Program] = []
        self._engine = engine or LlamaEngine(safe_load=engine_needs_safe_load())
        self._embedder = embedder or EmbeddingEngine()
        self._closed = False
        self._stop_listening: Callable[[], None] = lambda: None  # to the host
        bus, tasks = EventBus(), Tasks()
        settings = host.services.settings if host else SettingsService(store, bus, overrides.apply)
        working_memory = WorkingMemory(store)
        bus.subscribe(working_memory.on_event)
        grounding = GroundingService(store, settings)
        bus.subscribe(grounding.on_event)
        doubted = DoubtedReplies(store, grounding, clock)
        retrieval = RetrievalService(store, self._embedder, settings, doubted_of=doubted)
        estimate = Cl100kEstimate()
        summaries = SummaryService(store, self._engine, estimate, settings, bus, clock)
        bus.subscribe(summaries.on_event)
        personas = PersonaService(store, bus, lambda: shipped_personas(language(), store.kind), settings.get, clock)
        context = ContextService(
            store,
            working_memory,
            self._engine,
            estimate,
            retrieval,
            settings,
            clock,
            system_prompt=lambda: shipped_system_prompt(store.kind, language()),
            persona=personas.system_text,
            summary_of=summaries.segments_of,
        )
        bus.subscribe(context.on_event)
        inspection = RecallInspection(store, working_memory, retrieval, bus, clock)
        self._prompt_cache = prompt_cache = PromptCache()
        why_not = WhyNotService(store, working_memory, retrieval, inspection, self._embedder, settings, clock)
        bus.subscribe(prompt_cache.on_event)
        warm_start = WarmStart(self._engine, context, tasks, prompt_cache)
        bus.subscribe(warm_start.on_event)
        catalogue = Catalogue(paths.chat_models)

        def find_models() -> FoundModels:
            now = settings.get()
            folders = [Path(folder) for folder in now.model.folders]
            return catalogue.look(now.context.context_length, now.model.batch, folders)

        models = (
            host.services.models
            if host
            else ModelService(
                self._engine,
                self._embedder,
                bus,
                settings,
                find_models=find_models,
                default_model=paths.chat_model,
                embedding_directory=paths.embedding_model,
                folder=paths.chat_models,
                free_memory=machine.free_memory_bytes,
            )
        )
        branches = BranchService(store, bus, clock)
        chat = ChatService(store, self._engine, context, branches, warm_start, models, settings, bus, clock)
        extraction = ExtractionService(store, settings, clock)
        self._guessing = GuessingService(store, self._engine, settings, clock)
        self._titles = TitleService(store, self._engine, settings)
        trials = TrialService(store, self._engine, context, prompt_cache, warm_start, models, settings, bus, clock)
        consolidation = ConsolidationService(
            store,
            retrieval,
            extraction,
            self._guessing,
            summaries,
            self._titles,
            tasks,
            bus,
            clock,
            user_is_waiting=lambda: chat.busy or trials.busy,
        )
        bus.subscribe(consolidation.on_event)
        vault_keys = VaultKeyService(store, bus, clock, key_cost or cost_for(psutil.virtual_memory().total))
        self._note_writer = NoteWriter(self._engine, settings)
        templates = NamedTextService(store, bus, "note_templates", lambda: shipped_note_templates(language()))
        discretion = Discretion()
        memory = MemoryService(store, bus, clock)
        people, consents = PeopleService(store, bus, clock, discretion), ConsentService(store, settings, bus, clock)
        sessions = SessionService(store, consents, bus, clock)
        imports = ImportService(store, settings.update, consolidation.resume, bus, clock)
        backups = BackupService(store, settings, SelfCheck(store, bus, clock), tasks, bus, clock)
        if store.is_kept:
            bus.subscribe(backups.on_event)
        self.services = Services(
            vault_kind=store.kind,
            bus=bus,
            tasks=tasks,
            people=people,
            patients=PatientService(store, bus, clock, discretion),
            consents=consents,
            sessions=sessions,
            folders=FolderService(store, bus),
            branches=branches,
            chat=chat,
            asked=AskedService(store, chat, extraction, retrieval, memory, bus, clock),
            context=context,
            warm_start=warm_start,
            prices=PriceService(context, prompt_cache),
            recall=inspection,
            why_not=why_not,
            memory=memory,
            hygiene=HygieneService(store),
            cases=CaseService(store, context, why_not, trials, bus, clock),
            replay=ReplayService(store, context),
            memory_map=MemoryMapService(store, retrieval, inspection, clock),
            memory_test=MemoryTest(store, retrieval, estimate, clock),
            fact_editing=FactEditing(store, bus, clock),
            own_categories=OwnCategoryService(store, bus, clock),
            grounding=grounding,
            models=models,
            model_bundles=ModelBundles(paths.models, bus),
            settings=settings,
            personas=personas,
            prompts=host.services.prompts if host else NamedTextService(store, bus, "prompts", tuple),
            consolidation=consolidation,
            records=RecordService(store),
            record_files=RecordFiles(estimate),
            search=SearchService(store, discretion),
            vault_keys=vault_keys,
            backups=backups,
            audit=AuditService(store, clock),
            privacy=PrivacyService(
                store,
                vault_keys,
                self._reports,
                paths.root,
                known_vaults_file(paths.root),
                lambda: backups.state().second_place,
            ),
            erasure=ErasureService(
                store,
                sessions,
                people,
                consents,
                backups,
                paths.root,
                clock,
                eraser=lambda: (settings.get().user_name, vault_keys.protected),
            ),
            summaries=summaries,
            timeline=TimelineService(store),
            trials=trials,
            attachments=AttachmentService(estimate),
            notes=NoteService(store, self._note_writer, settings, templates, language, bus, clock),
            exports=ExportService(store, settings.get, bus, clock),
            imports=imports,
            backup_merge=BackupMerge(store, backups, imports, clock),
        )

    def start(self) -> None:
        """Load both models and take up memory work that was left, on lanes; returns at once."""
        tasks = self.services.tasks
        tasks.submit("turn", self.services.models.load_default)
        tasks.submit("read", self.services.models.load_embedder)
        tasks.later("read", REVIVE_S, self._revive_embedder)
        self.services.consolidation.resume(IDLE_S)  # what an earlier run left waits for no model
        self.services.backups.start()

    def _revive_embedder(self) -> None:
        """Bring a lost embedding model back, and look again after a while."""
        self.services.models.revive_embedder()
        self.services.tasks.later("read", REVIVE_S, self._revive_embedder)

    def scratch(self, person_name: str) -> Program:
        """A program beside this one that keeps nothing: the same models and settings over a store in RAM.

        Args:
            person_name: of the one person in it.
        """
        program = Program(
            ScratchStore(self._store.kind, self._clock),
            self._paths,
            language=self._language,
            clock=self._clock,
            engine=self._engine,
            embedder=self._embedder,
            host=self,
        )
        own, shared = program.services.bus, self.services.bus

        def from_host(event: Event) -> None:
            if isinstance(event, EngineChanged | EmbedderChanged) or (isinstance(event, Changed) and event.settings):
                own.publish(event)
            elif isinstance(event, TurnStarted):
                program._prompt_cache.note((), 0, complete=True)  # the engine reads another prompt now

        def to_host(event: Event) -> None:
            if isinstance(event, TurnStarted):
                self._prompt_cache.note((), 0, complete=True)

        program._stop_listening = shared.subscribe(from_host)
        own.subscribe(to_host)
        program.services.people.create(person_name)
        self._scratches.append(program)
        return program

    def _reports(self) -> list[ProcessReport]:
        return [report("window"), *self._engine.reports(), *self._embedder.reports()]

    def close(self) -> None:
        """Stop the reply, finish what is being written, end the children, back up and close the vault."""
        if self._end_services():
            if self._store.is_kept:
                self.services.backups.at_exit()
            self._store.close()

    def replace_vault_with(self, backup: Path) -> None:
        """End as `close` does and let the vault be what a backup holds. Raises VaultError, see `Store.replace_with`."""
        if self._end_services():
            self._store.replace_with(backup)

    def _end_services(self) -> bool:
        """Returns whether they were not ended before."""
        if self._closed:
            return False
        self._closed = True
        self._stop_listening()
        for scratch in list(self._scratches):
            scratch.close()
        if self._host is not None:
            self._host._scratches.remove(self)
        self.services.warm_start.stop()
        self.services.chat.stop()
        self.services.trials.stop()
        self.services.summaries.stop()
        self._guessing.stop()
        self._titles.stop()
        self._note_writer.close()
        self.services.chat.wait_until_idle(STOP_TIMEOUT_S)
        # Ending the children also ends what waits for them on a lane, such as a model that is being loaded.
        if self._host is None:
            self._engine.close()
            self._embedder.close()
        self.services.tasks.close()
        return True


def shipped_system_prompt(kind: VaultKind, language: str) -> str:
    """The system prompt that comes with the program, for a kind of vault in a language."""
    return (resources_directory() / "prompts" / f"{kind.value}_{language}.txt").read_text(encoding="utf-8").strip()


def shipped_personas(language: str, kind: VaultKind) -> tuple[NamedText, ...]:
    """The personas that come with the program, in a language; for a clinical vault those made for one."""
    path = resources_directory() / "prompts" / f"personas_{language}.json"
    personas = msgspec.json.decode(path.read_bytes(), type=tuple[NamedText, ...])
    return tuple(one for one in personas if kind is VaultKind.PERSONAL or one.id in CLINICAL_PERSONAS)


def shipped_note_templates(language: str) -> tuple[NamedText, ...]:
    """The templates of notes that come with the program, in a language."""
    path = resources_directory() / "prompts" / f"note_templates_{language}.json"
    return msgspec.json.decode(path.read_bytes(), type=tuple[NamedText, ...])
