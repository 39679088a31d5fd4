"""Models from a folder: copied, compared with their hashes, and nothing half done."""

from __future__ import annotations

import os
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Event, ExchangeProgress
from desktop_app.services.bus import EventBus
from desktop_app.services.model_bundles import ModelBundles
from desktop_app.support.models_list import BLOCK_BYTES, ListedFile, listed_files, read_list, sha256_of, write_list

CHAT, WEIGHTS = "chat/small.gguf", "embedding/e5/model.safetensors"
Usage = namedtuple("Usage", "total used free")


def make_bundle(folder: Path) -> Path:
    """A bundle of two models; the chat model has three blocks."""
    contents = {CHAT: os.urandom(2 * BLOCK_BYTES + 5), WEIGHTS: b"weights"}
    for path, content in contents.items():
        (folder / path).parent.mkdir(parents=True)
        (folder / path).write_bytes(content)
    write_list(
        folder / "models.json",
        (
            ListedFile(path, len(content), sha256_of(folder / path), path.split("/")[1], "MIT")
            for path, content in contents.items()
        ),
    )
    return folder


@pytest.fixture
def bus() -> EventBus:
    return EventBus()


@pytest.fixture
def bundles(tmp_path: Path, bus: EventBus) -> ModelBundles:
    return ModelBundles(tmp_path / "data" / "models", bus)


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return make_bundle(tmp_path / "stick" / "retrace-models")


def _code(bundles: ModelBundles, folder: Path) -> str:
    with pytest.raises(UserError) as caught:
        bundles.install(folder, bundles.progress())
    return caught.value.code


def _everything(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_bundle_on_a_stick_is_copied_and_listed(
    tmp_path: Path, bundles: ModelBundles, bundle: Path, bus: EventBus
) -> None:
    heard: list[Event] = []
    bus.subscribe(heard.append)
    installed = bundles.install(bundle.parent, bundles.progress())  # the stick, not the folder on it
    assert installed.models == ("small.gguf", "e5")
    assert installed.copied_bytes == 2 * BLOCK_BYTES + 5 + len(b"weights")
    assert _everything(tmp_path / "data" / "models") == _everything(bundle)
    steps = [event for event in heard if isinstance(event, ExchangeProgress)]
    assert steps[-1] == ExchangeProgress(4, 4)


def test_what_is_here_is_kept_and_what_is_whole_is_not_copied_again(
    tmp_path: Path, bundles: ModelBundles, bundle: Path
) -> None:
    models = tmp_path / "data" / "models"
    own = models / "chat" / "own.gguf"
    own.parent.mkdir(parents=True)
    own.write_bytes(b"mine")
    write_list(models / "models.json", [ListedFile("chat/own.gguf", 4, sha256_of(own), "own", "MIT")])
    bundles.install(bundle, bundles.progress())
    assert [file.path for file in listed_files(models / "models.json")] == ["chat/own.gguf", CHAT, WEIGHTS]
    assert bundles.install(bundle, bundles.progress()).copied_bytes == 0
    (models / WEIGHTS).write_bytes(b"changed")  # as long as the right one
    assert bundles.install(bundle, bundles.progress()).copied_bytes == len(b"weights")
    assert (models / WEIGHTS).read_bytes() == b"weights"


def test_a_damaged_file_changes_nothing(tmp_path: Path, bundles: ModelBundles, bundle: Path) -> None:
    models = tmp_path / "data" / "models"
    bundles.install(bundle, bundles.progress())
    before = _everything(models)
    shutil.rmtree(bundle)
    make_bundle(bundle)
    with (bundle / CHAT).open("r+b") as file:
        file.seek(BLOCK_BYTES)
        file.write(b"damaged")
    assert _code(bundles, bundle) == "bundle_damaged"
    assert _everything(models) == before


def test_what_is_missing_or_cut_short_is_said_before_anything_is_copied(
    tmp_path: Path, bundles: ModelBundles, bundle: Path
) -> None:
    (bundle / CHAT).write_bytes(b"cut")
    assert _code(bundles, bundle) == "bundle_incomplete"
    (bundle / CHAT).unlink()
    assert _code(bundles, bundle) == "bundle_incomplete"
    assert _code(bundles, tmp_path) == "bundle_missing"
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "path",
    ["../../.bashrc", "/etc/passwd", "chat/../../x.gguf", "chat\\..\\x.gguf", "chat/x.py", "vaults/x.gguf", "x.gguf"],
)
def test_a_list_that_names_another_place_is_refused(bundles: ModelBundles, bundle: Path, path: str) -> None:
    write_list(bundle / "models.json", [ListedFile(path, 1, "0" * 64, "bad", "MIT")])
    assert _code(bundles, bundle) == "bundle_unreadable"


@pytest.mark.parametrize("content", [b"", b"{", b'{"files": [{"path": 3}]}', b'{"files": []}', b" " * (1 << 21)])
def test_a_list_that_is_none_is_refused(bundles: ModelBundles, bundle: Path, content: bytes) -> None:
    (bundle / "models.json").write_bytes(content)
    assert _code(bundles, bundle) == "bundle_unreadable"


def test_no_room_is_said_with_numbers(bundles: ModelBundles, bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_app.services.model_bundles.shutil.disk_usage", lambda _: Usage(100, 90, 10))
    with pytest.raises(UserError) as caught:
        bundles.install(bundle, bundles.progress())
    assert caught.value.code == "bundle_no_room"
    assert caught.value.facts["free_bytes"] == 10


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path, bus: EventBus, bundle: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert _code(ModelBundles(tmp_path / "file" / "models", bus), bundle) == "bundle_not_written"


def test_ended_half_way_nothing_is_left(tmp_path: Path, bundles: ModelBundles, bundle: Path, bus: EventBus) -> None:
    progress = bundles.progress()
    bus.subscribe(lambda _: progress.cancel())
    with pytest.raises(UserError) as caught:
        bundles.install(bundle, progress)
    assert caught.value.code == "exchange_cancelled"
    assert _everything(tmp_path / "data" / "models") == {}


def test_a_list_survives_its_writing(tmp_path: Path) -> None:
    files = (ListedFile("chat/模型.gguf", 3, "0" * 64, "模型", "MIT"),)
    write_list(tmp_path / "models.json", files)
    assert read_list(tmp_path / "models.json") == files
