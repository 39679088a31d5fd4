"""Choosing a model over the real engine: what cannot be used is named, what was loaded stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.composition import Overrides, Program, open_or_create
from desktop_app.domain.conversation import FinishReason, VaultKind
from desktop_app.domain.errors import ModelError
from desktop_app.domain.events import EngineState
from desktop_app.services.facade import Services
from desktop_app.support.paths import DataPaths
from tests.engine.gguf_files import build, metadata
from tests.installed_models import small_chat_model
from tests.scripted_program import Clock


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    clock = Clock()
    program = Program(
        open_or_create(tmp_path / "vault", VaultKind.PERSONAL, clock),
        DataPaths(tmp_path),
        language=lambda: "en",
        overrides=Overrides(512, 16, small_chat_model()),
        clock=clock,
    )
    assert program.services.models.load_default() is not None
    yield program.services
    program.close()


def bad_file(folder: Path, name: str) -> Path:
    """One of the files people really offer: half a download, nothing, a text, an embedding model."""
    path = folder / f"{name}.gguf"
    if name == "half":
        path.write_bytes(small_chat_model().read_bytes()[: small_chat_model().stat().st_size // 2])
    elif name == "empty":
        path.touch()
    elif name == "text":
        path.write_text("Dear diary,\n" * 100, encoding="utf-8")
    elif name == "embedding":
        path.write_bytes(build(metadata("bert")))
    return path


def test_each_unusable_file_is_named_and_the_loaded_model_still_answers(services: Services, tmp_path: Path) -> None:
    before = services.models.model
    session = services.sessions.create(services.people.create("Ann").id).id
    codes: dict[str, str] = {}

    for name in ("half", "empty", "text", "embedding", "missing"):
        path = bad_file(tmp_path, name)
        with pytest.raises(ModelError) as caught:
            services.models.load(path)
        codes[name] = caught.value.code
        state = services.models.state
        assert (state.state, state.model, state.error) == (EngineState.READY, before, caught.value)

    assert codes == {
        "half": "model_truncated",
        "empty": "model_empty",
        "text": "model_not_gguf",
        "embedding": "model_is_embedding",
        "missing": "model_missing",
    }
    turn = services.chat.send(session, "Say hello.", "person")
    assert turn.finish_reason in (FinishReason.STOP, FinishReason.LENGTH)
    assert services.settings.get().model.path == str(small_chat_model())  # a file that failed is not kept as the choice


def test_the_limit_shown_is_the_one_the_engine_allocated(services: Services) -> None:
    model = services.models.model
    assert model is not None
    session = services.sessions.create(services.people.create("Ann").id).id

    ledger = services.context.preview(session, "Hello", "person")

    assert ledger.context_limit == model.context_length == 512
    assert ledger.counts_exact
