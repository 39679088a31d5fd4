"""Changed settings reach the models: loaded again once, and never tried twice where it failed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from desktop_app.domain.errors import ModelError
from desktop_app.domain.events import EngineState
from desktop_app.domain.ports import ChatEngine, Embedder, FoundModels, LoadOptions
from desktop_app.domain.settings import Settings
from desktop_app.services.bus import EventBus
from desktop_app.services.models import ModelService
from desktop_app.services.settings import SettingsService
from tests.scripted_program import scripted_program


class Engine(SimpleNamespace):
    """Remembers what it was asked to load; a context above its memory fails."""

    def __init__(self, most: int = 8_192) -> None:
        super().__init__(model=None, asked=[], most=most)

    def load(self, path: Path, options: LoadOptions, progress: object) -> object:
        self.asked.append((path.name, options.context_length, options.threads))
        if options.context_length > self.most:
            raise ModelError("model_no_memory", path=str(path), suggested_context=self.most)
        self.model = SimpleNamespace(path=path, context_length=options.context_length)
        return self.model

    def unload(self) -> None:
        self.model = None


class Kept:
    """Settings in memory."""

    def __init__(self) -> None:
        self.settings = Settings()

    def get(self) -> Settings:
        return self.settings

    def change(self, change: object) -> None:
        self.settings = change(self.settings)  # type: ignore[operator]

    def context(self, length: int) -> None:
        self.settings = replace(self.settings, context=replace(self.settings.context, context_length=length))


@pytest.fixture
def parts() -> tuple[ModelService, Engine, Kept, list[str]]:
    engine, kept, folders = Engine(), Kept(), []
    embedder = SimpleNamespace(load=lambda folder: folders.append(folder.name))
    service = ModelService(
        cast(ChatEngine, engine),
        cast(Embedder, embedder),
        EventBus(),
        cast(SettingsService, kept),
        find_models=FoundModels,
        default_model=lambda: Path("shipped.gguf"),
        embedding_directory=Path,
        folder=Path(),
        free_memory=lambda: 0,
    )
    return service, engine, kept, folders


def test_only_what_the_engine_was_loaded_with_loads_it_again(
    parts: tuple[ModelService, Engine, Kept, list[str]],
) -> None:
    service, engine, kept, folders = parts
    service.follow_settings()
    assert engine.asked == []  # nothing was loaded yet: the start does that
    service.load_default()
    service.load_embedder()
    kept.settings = replace(kept.settings, show_cl100k=True)
    service.follow_settings()
    assert engine.asked == [("shipped.gguf", 4096, 0)]
    kept.context(8_192)
    kept.settings = replace(kept.settings, model=replace(kept.settings.model, threads=2, embedding="minilm"))
    service.follow_settings()
    service.follow_settings()
    assert engine.asked[1:] == [("shipped.gguf", 8_192, 2)]
    assert folders == ["e5", "minilm"]
    service.unload()
    kept.context(4_096)
    service.follow_settings()
    assert len(engine.asked) == 2


def test_a_context_the_memory_has_no_room_for_is_tried_once(
    parts: tuple[ModelService, Engine, Kept, list[str]],
) -> None:
    service, engine, kept, _ = parts
    service.load_default()
    kept.context(65_536)
    for _ in range(3):
        service.follow_settings()
    assert [asked[1] for asked in engine.asked] == [4_096, 65_536]
    state = service.state
    assert state.state is EngineState.READY  # the model before still answers
    assert state.error is not None
    assert state.error.facts["suggested_context"] == 8_192
    kept.context(8_192)
    service.follow_settings()
    assert service.state.error is None
    assert service.model is not None
    assert service.model.context_length == 8_192


def test_a_model_that_was_chosen_and_failed_does_not_load_the_other_again(
    parts: tuple[ModelService, Engine, Kept, list[str]],
) -> None:
    service, engine, kept, _ = parts
    service.load_default()
    engine.most = 0
    with pytest.raises(ModelError):
        service.load(Path("other.gguf"))
    service.follow_settings()
    assert [asked[0] for asked in engine.asked] == ["shipped.gguf", "other.gguf"]
    assert kept.settings.model.path == ""


def test_the_engine_reports_the_context_that_was_set(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        before = services.settings.get()
        services.settings.update(replace(before, context=replace(before.context, context_length=512)))
        services.models.follow_settings()
        assert services.models.model is not None
        assert services.models.model.context_length == 512
