"""An open vault with its services and model processes: how it starts, ends and is joined by a scratch session."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import psutil

from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.events import Changed, EmbedderChanged, EngineChanged, Event, TurnStarted
from desktop_app.domain.ports import ChatEngine, Embedder
from desktop_app.domain.processes import ProcessReport
from desktop_app.domain.settings import Settings
from desktop_app.engine.chat import LlamaEngine
from desktop_app.engine.embedding import EmbeddingEngine
from desktop_app.engine.estimate import Cl100kEstimate
from desktop_app.engine.own_process import report
from desktop_app.services.bus import EventBus
from desktop_app.services.consolidation import IDLE_S
from desktop_app.services.facade import Services
from desktop_app.services.settings import SettingsService
from desktop_app.services.tasks import Tasks
from desktop_app.storage.key_slots import KdfCost, cost_for
from desktop_app.storage.scratch import ScratchStore
from desktop_app.storage.store import Store
from desktop_app.support.paths import DataPaths, engine_needs_safe_load
from desktop_app.wiring import Ground, wire

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
        bus = EventBus()
        wired = wire(
            Ground(
                store=store,
                paths=paths,
                language=language,
                clock=clock,
                engine=self._engine,
                embedder=self._embedder,
                estimate=Cl100kEstimate(),
                bus=bus,
                tasks=Tasks(),
                settings=host.services.settings if host else SettingsService(store, bus, overrides.apply),
                host=host.services if host else None,
            ),
            key_cost or cost_for(psutil.virtual_memory().total),
            self._reports,
        )
        self.services = wired.services
        self._prompt_cache = wired.prompt_cache
        self._guessing = wired.guessing
        self._titles = wired.titles
        self._note_writer = wired.note_writer

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
