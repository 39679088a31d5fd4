"""The data folder's layout and what the set-up left behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.support import paths


def test_variable_names_the_data_folder(tmp_path: Path) -> None:
    found = paths.data_paths({paths.DATA_VARIABLE: str(tmp_path)})
    assert found.root == tmp_path
    assert found.personal_vault == tmp_path / "vaults" / "personal"
    assert found.models_manifest == tmp_path / "models" / "models.json"
    assert list(tmp_path.iterdir()) == [], "looking must not create anything"


def test_relative_folder_becomes_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert paths.data_paths({paths.DATA_VARIABLE: "data"}).root == tmp_path / "data"


def test_default_folder_is_the_users_own() -> None:
    root = paths.data_paths({}).root
    assert root.name == "retrace"
    assert root.is_absolute()


def test_preferred_chat_model_comes_first(tmp_path: Path) -> None:
    data = paths.DataPaths(tmp_path)
    assert data.chat_model() is None
    data.chat_models.mkdir(parents=True)
    small = data.chat_models / paths.SMALL_CHAT_MODEL
    small.write_bytes(b"x")
    assert data.chat_model() == small
    preferred = data.chat_models / paths.CHAT_MODEL
    preferred.write_bytes(b"x")
    assert data.chat_model() == preferred


def test_embedding_model_is_a_shipped_name_or_a_directory(tmp_path: Path) -> None:
    data = paths.DataPaths(tmp_path)
    assert data.embedding_model("e5") == tmp_path / "models" / "embedding" / "e5"
    assert data.embedding_model(str(tmp_path / "mine")) == tmp_path / "mine"


@pytest.mark.parametrize(
    ("content", "expected"),
    [('{"safe_load": true}', True), ('{"safe_load": false}', False), ("[]", False), ("not json", False), (None, False)],
)
def test_safe_load_marker(tmp_path: Path, content: str | None, expected: bool) -> None:
    if content is not None:
        (tmp_path / paths.ENGINE_FILE).write_text(content, encoding="utf-8")
    assert paths.engine_needs_safe_load(tmp_path) is expected


def test_resources_lie_in_the_project() -> None:
    assert (paths.resources_directory().parent / "desktop_app").is_dir()
