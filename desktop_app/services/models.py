"""Which models are loaded, and loading them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from desktop_app.domain.errors import ModelError
from desktop_app.domain.events import EmbedderChanged, EngineChanged, EngineState
from desktop_app.domain.ports import ChatEngine, Embedder, FoundModels, LoadOptions, ModelInfo
from desktop_app.domain.settings import Settings
from desktop_app.services.bus import EventBus
from desktop_app.services.settings import SettingsService

_NOT_TRIED_AGAIN = frozenset({"embedding_missing", "embedding_unusable"})


class ModelService:
    """Loads the chat model and the embedding model and announces their state.

    Args:
        find_models: lists the GGUF files on this machine.
        default_model: the shipped chat model, None where the set-up has not brought one.
        embedding_directory: turns the setting ("e5", "minilm" or a directory) into a directory.
        folder: where files of chat models are to be put.
        free_memory: bytes a new process can have without swapping.
    """

    def __init__(
        self,
        engine: ChatEngine,
        embedder: Embedder,
        bus: EventBus,
        settings: SettingsService,
        *,
        find_models: Callable[[], FoundModels],
        default_model: Callable[[], Path | None],
        embedding_directory: Callable[[str], Path],
        folder: Path,
        free_memory: Callable[[], int],
    ) -> None:
        self._engine = engine
        self._embedder = embedder
        self._bus = bus
        self._settings = settings
        self._find_models = find_models
        self._default_model = default_model
        self._embedding_directory = embedding_directory
        self.folder = folder
        self.free_memory = free_memory
        self._lock = threading.Lock()
        self._state = EngineChanged(EngineState.NONE, None)
        self._embedder_state = EmbedderChanged(False)
        self._tried: tuple[Path, LoadOptions] | None = None  # what was last asked of the engine
        self._tried_embedding: str | None = None
        self._follows = False  # before the first load, and after a model was unloaded, settings load nothing

    @property
    def state(self) -> EngineChanged:
        """The chat model's state as last announced."""
        with self._lock:
            return self._state

    @property
    def embedder_state(self) -> EmbedderChanged:
        """Whether recall by meaning is available, as last announced."""
        with self._lock:
            return self._embedder_state

    @property
    def model(self) -> ModelInfo | None:
        """The loaded chat model."""
        return self._engine.model

    def note_lost(self) -> None:
        """Announce that the model that was there crashed too often, or could not be started again."""
        if self.state.state not in (EngineState.NONE, EngineState.FAILED) and self._engine.model is None:
            lost = self.state.model
            error = ModelError("engine_gave_up", path=str(lost.path) if lost is not None else "")
            self._announce(EngineChanged(EngineState.FAILED, None, error=error))

    def set_answering(self, answering: bool) -> None:
        """Announce that a turn is being answered, or no longer."""
        model = self._engine.model
        idle = EngineState.READY if model else EngineState.FAILED
        self._announce(EngineChanged(EngineState.ANSWERING if answering else idle, model))

    def catalogue(self) -> FoundModels:
        """The chat models on this machine, and the files that are none or cannot be used."""
        return self._find_models()

    def load_default(self) -> ModelInfo | None:
        """Load the model of the settings, or the shipped one. Failure is announced, not raised."""
        chosen = self._path_of(self._settings.get())
        with self._lock:
            self._follows = True
        if chosen is None:
            self._announce(EngineChanged(EngineState.NONE, None, error=ModelError("model_missing", path="")))
            return None
        try:
            return self._load(chosen)
        except ModelError:
            return None  # announced by _load

    def load(self, path: Path, context_length: int = 0) -> ModelInfo:
        """Load another chat model and keep the choice. The one before still answers if it fails.

        Args:
            path: its file.
            context_length: kept as a setting with it; 0 for the one of the settings.

        Raises:
            ModelError: also announced with `EngineChanged`.
        """
        with self._lock:
            tried = self._tried
        try:
            model = self._load(path, context_length)
        except ModelError:
            with self._lock:
                self._tried = tried  # the model before is still the settings' own, and still loaded
            raise

        def keep(settings: Settings) -> Settings:
            context = settings.context
            if context_length:
                context = replace(context, context_length=context_length)
            return replace(settings, context=context, model=replace(settings.model, path=str(path)))

        self._settings.change(keep)
        return model

    def follow_settings(self) -> None:
        """Load again what the settings want otherwise than it was tried last. Failure is announced, not raised.

        What failed with these settings is not tried a second time: a context too large for the memory would
        otherwise be asked for again and again.
        """
        settings = self._settings.get()
        with self._lock:
            follows, tried, embedding = self._follows, self._tried, self._tried_embedding
        if follows:
            path = self._path_of(settings)
            if path is not None and (path, _options(settings)) != tried:
                with suppress(ModelError):  # announced by _load
                    self._load(path)
        if embedding is not None and embedding != settings.model.embedding:
            self.load_embedder()

    def unload(self) -> None:
        """Give the chat model's memory back; changed settings do not bring it back."""
        self._engine.unload()
        with self._lock:
            self._follows = False
        self._announce(EngineChanged(EngineState.NONE, None))

    def load_embedder(self) -> None:
        """Load the embedding model of the settings; without one, recall goes by words only."""
        name = self._settings.get().model.embedding
        directory = self._embedding_directory(name)
        with self._lock:
            self._tried_embedding = name
        self._announce_embedder(EmbedderChanged(False))
        try:
            self._embedder.load(directory)
        except ModelError as error:
            self._announce_embedder(EmbedderChanged(False, error))
        else:
            self._announce_embedder(EmbedderChanged(True))

    def revive_embedder(self) -> None:
        """Load the embedding model again where its process was lost; costs nothing while it serves.

        What cannot succeed, a model that is missing or unusable, is not tried. A failure like the last one is
        not announced again.
        """
        with self._lock:
            name, error = self._tried_embedding, self._embedder_state.error
        if name is None or self._embedder.info is not None:
            return
        if error is None and not self._embedder_state.ready:
            return  # it is being loaded for the first time
        if error is not None and error.code in _NOT_TRIED_AGAIN:
            return
        try:
            self._embedder.load(self._embedding_directory(name))
        except ModelError as failure:
            if error is None or failure.code != error.code:
                self._announce_embedder(EmbedderChanged(False, failure))
        else:
            self._announce_embedder(EmbedderChanged(True))

    def _load(self, path: Path, context_length: int = 0) -> ModelInfo:
        options = _options(self._settings.get())
        if context_length:
            options = replace(options, context_length=context_length)
        with self._lock:
            self._tried, self._follows = (path, options), True
        before = self._engine.model

        def progress(share: float) -> None:
            self._announce(EngineChanged(EngineState.LOADING, before, progress=share))

        progress(0.0)
        try:
            model = self._engine.load(path, options, progress)
        except ModelError as error:
            state = EngineState.READY if self._engine.model else EngineState.FAILED
            self._announce(EngineChanged(state, self._engine.model, error=error))
            raise
        self._announce(EngineChanged(EngineState.READY, model))
        return model

    def _path_of(self, settings: Settings) -> Path | None:
        return Path(settings.model.path) if settings.model.path else self._default_model()

    def _announce(self, state: EngineChanged) -> None:
        with self._lock:
            self._state = state
        self._bus.publish(state)

    def _announce_embedder(self, state: EmbedderChanged) -> None:
        with self._lock:
            self._embedder_state = state
        self._bus.publish(state)


def _options(settings: Settings) -> LoadOptions:
    return LoadOptions(
        context_length=settings.context.context_length,
        threads=settings.model.threads,
        batch=settings.model.batch,
        gpu_layers=settings.model.gpu_layers,
    )
