"""Which models are loaded, and loading them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from desktop_app.domain.errors import ModelError
from desktop_app.domain.events import EmbedderChanged, EngineChanged, EngineState
from desktop_app.domain.ports import ChatEngine, Embedder, LoadOptions, ModelFile, ModelInfo
from desktop_app.services.bus import EventBus
from desktop_app.services.settings import SettingsService


class ModelService:
    """Loads the chat model and the embedding model and announces their state.

    Args:
        find_models: lists the GGUF files on this machine.
        default_model: the shipped chat model, None where the set-up has not brought one.
        embedding_directory: turns the setting ("e5", "minilm" or a directory) into a directory.
    """

    def __init__(
        self,
        engine: ChatEngine,
        embedder: Embedder,
        bus: EventBus,
        settings: SettingsService,
        *,
        find_models: Callable[[], list[ModelFile]],
        default_model: Callable[[], Path | None],
        embedding_directory: Callable[[str], Path],
    ) -> None:
        self._engine = engine
        self._embedder = embedder
        self._bus = bus
        self._settings = settings
        self._find_models = find_models
        self._default_model = default_model
        self._embedding_directory = embedding_directory
        self._lock = threading.Lock()
        self._state = EngineChanged(EngineState.NONE, None)
        self._embedder_state = EmbedderChanged(False)

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

    def set_answering(self, answering: bool) -> None:
        """Announce that a turn is being answered, or no longer."""
        model = self._engine.model
        idle = EngineState.READY if model else EngineState.FAILED
        self._announce(EngineChanged(EngineState.ANSWERING if answering else idle, model))

    def catalogue(self) -> list[ModelFile]:
        """The chat models on this machine."""
        return self._find_models()

    def load_default(self) -> ModelInfo | None:
        """Load the model of the settings, or the shipped one. Failure is announced, not raised."""
        path = self._settings.get().model.path
        chosen = Path(path) if path else self._default_model()
        if chosen is None:
            self._announce(EngineChanged(EngineState.FAILED, None, error=ModelError("model_missing", path="")))
            return None
        try:
            return self._load(chosen)
        except ModelError:
            return None  # announced by _load

    def load(self, path: Path) -> ModelInfo:
        """Load another chat model and keep the choice. The one before still answers if it fails.

        Raises:
            ModelError: also announced with `EngineChanged`.
        """
        model = self._load(path)
        settings = self._settings.get()
        self._settings.update(replace(settings, model=replace(settings.model, path=str(path))))
        return model

    def unload(self) -> None:
        """Give the chat model's memory back."""
        self._engine.unload()
        self._announce(EngineChanged(EngineState.NONE, None))

    def load_embedder(self) -> None:
        """Load the embedding model of the settings; without one, recall goes by words only."""
        directory = self._embedding_directory(self._settings.get().model.embedding)
        try:
            self._embedder.load(directory)
        except ModelError as error:
            self._announce_embedder(EmbedderChanged(False, error))
        else:
            self._announce_embedder(EmbedderChanged(True))

    def _load(self, path: Path) -> ModelInfo:
        settings = self._settings.get()
        options = LoadOptions(
            context_length=settings.context.context_length,
            threads=settings.model.threads,
            batch=settings.model.batch,
            gpu_layers=settings.model.gpu_layers,
        )
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

    def _announce(self, state: EngineChanged) -> None:
        with self._lock:
            self._state = state
        self._bus.publish(state)

    def _announce_embedder(self, state: EmbedderChanged) -> None:
        with self._lock:
            self._embedder_state = state
        self._bus.publish(state)
