"""The real models that the set-up brings. A test that needs one fails without it: a skipped check proves nothing."""

from __future__ import annotations

from pathlib import Path

from desktop_app.support.paths import SMALL_CHAT_MODEL, data_paths


def small_chat_model() -> Path:
    """The small chat model's file."""
    return _there(data_paths().chat_models / SMALL_CHAT_MODEL)


def embedding_model(name: str) -> Path:
    """The directory of a shipped embedding model: e5 or minilm."""
    return _there(data_paths().embedding_model(name) / "modules.json").parent


def _there(path: Path) -> Path:
    assert path.is_file(), f"{path.name} is not installed: run `make set-up`"
    return path
