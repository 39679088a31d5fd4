"""A model for recall by meaning whose process was lost comes back by itself; one that cannot come is let be."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.domain.errors import ModelError
from desktop_app.domain.events import EmbedderChanged, Event
from tests.scripted_program import scripted_program


@pytest.mark.parametrize(
    ("code", "tries"),
    [("engine_crashed", 3), ("engine_gave_up", 3), ("embedding_missing", 1), ("embedding_unusable", 1)],
)
def test_a_lost_model_is_tried_again_and_its_failure_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, tries: int
) -> None:
    with scripted_program(tmp_path, load=False) as services:
        models, heard, tried = services.models, list[EmbedderChanged](), list[Path]()

        def listen(event: Event) -> None:
            if isinstance(event, EmbedderChanged):
                heard.append(event)

        def fail(directory: Path) -> None:
            tried.append(directory)
            raise ModelError(code, path=str(directory))

        services.bus.subscribe(listen)
        models.revive_embedder()
        assert heard == []  # it was never asked for
        with monkeypatch.context() as patched:
            patched.setattr(models._embedder, "load", fail)
            models.load_embedder()
            models.revive_embedder()
            models.revive_embedder()
        assert len(tried) == tries
        assert [(event.ready, event.error.code if event.error else "") for event in heard] == [
            (False, ""),  # it is on its way
            (False, code),
        ]
        models.revive_embedder()
        assert models.embedder_state.ready == (tries == 3)
        loaded = len(heard)
        models.revive_embedder()
        assert len(heard) == loaded  # one that serves is left alone


def test_a_model_that_crashed_too_often_is_brought_back(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        embedder = services.models._embedder
        serving = embedder._serving  # type: ignore[attr-defined]
        for moment in range(3):
            serving._crashes.add(float(moment))
        assert embedder.info is None
        services.models.revive_embedder()
        assert embedder.info is not None
