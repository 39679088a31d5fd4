"""Models other programs left on this machine."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from desktop_app.engine import catalogue as module
from desktop_app.engine import machine
from desktop_app.engine.catalogue import Catalogue
from desktop_app.engine.gguf import GgufHeader, read_header
from desktop_app.support.models_list import NAME, ListedFile, write_list
from tests.engine.gguf_files import build, metadata

pytestmark = pytest.mark.skipif(os.name == "nt", reason="folders of Linux are tried")


def put(path: Path, name: str = "Tiny", **changes: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(build(metadata(general__name=("str", name), **changes)))  # type: ignore[arg-type]
    return path


def test_every_usual_folder_is_looked_into(tmp_path: Path) -> None:
    home, own = tmp_path / "home", tmp_path / "own"
    put(own / "a.gguf", "ours")
    put(home / ".cache/huggingface/hub/models--x--y/snapshots/abc/q4/b.gguf", "hub")
    put(home / ".cache/modelscope/hub/models/x/c.gguf", "scope")
    put(home / ".lmstudio/models/x/y/d.gguf", "studio")
    put(home / "jan/models/x/e.gguf", "jan")
    put(home / ".local/share/nomic.ai/GPT4All/f.gguf", "g4a")
    put(home / ".ollama/models/blobs/sha256-123", "by its hash")
    manifest = home / ".ollama/models/manifests/registry.ollama.ai/library/qwen/0.5b"
    manifest.parent.mkdir(parents=True)
    layers = [{"mediaType": "application/vnd.ollama.image.model", "digest": "sha256:123"}, {"mediaType": "x"}, 7]
    manifest.write_text(json.dumps({"layers": layers}))
    found = Catalogue(own, home, {}).look(4096).usable
    assert {(each.found_in, each.name) for each in found} == {
        ("Retrace", "ours"),
        ("Hugging Face", "hub"),
        ("ModelScope", "scope"),
        ("LM Studio", "studio"),
        ("Jan", "jan"),
        ("GPT4All", "g4a"),
        ("Ollama", "qwen:0.5b"),
    }
    assert found[0].found_in == "Retrace"
    assert all(
        (each.architecture, each.licence, each.trained_context_length) == ("llama", "apache-2.0", 128) for each in found
    )
    assert all(each.fits and each.needed_bytes > each.file_bytes for each in found)


def test_the_environment_says_where_else_they_are(tmp_path: Path) -> None:
    put(tmp_path / "hub/b.gguf", "hub")
    put(tmp_path / "data/nomic.ai/GPT4All/f.gguf", "g4a")
    environment = {"HF_HUB_CACHE": str(tmp_path / "hub"), "XDG_DATA_HOME": str(tmp_path / "data")}
    found = Catalogue(tmp_path / "own", tmp_path / "home", environment).look(4096).usable
    assert [each.name for each in found] == ["hub", "g4a"]


def test_unusable_files_are_told_with_the_reason_and_later_parts_and_second_links_left_out(tmp_path: Path) -> None:
    own = tmp_path / "own"
    first = put(own / "a.gguf")
    os.link(first, own / "link.gguf")
    (own / "symlink.gguf").symlink_to(first)
    (own / "broken.gguf").symlink_to(own / "gone")
    (own / "text.gguf").write_text("not a model")
    (own / "empty.gguf").touch()
    (own / "half.gguf").write_bytes(first.read_bytes()[:200])
    put(own / "bert.gguf", general__architecture=("str", "bert"))
    put(own / "part-00002-of-00002.gguf")
    (own / "loop").symlink_to(own)
    found = Catalogue(own, tmp_path, {}).look(4096)
    assert [each.path.name for each in found.usable] == ["a.gguf"]
    assert {each.path.name: each.error.code for each in found.unusable} == {
        "text.gguf": "model_not_gguf",
        "empty.gguf": "model_empty",
        "half.gguf": "model_truncated",
        "bert.gguf": "model_is_embedding",
    }
    assert {each.found_in for each in found.unusable} == {"Retrace"}


def listed(name: str, licence: str) -> ListedFile:
    return ListedFile(f"chat/{name}.gguf", 1, "0" * 64, name, licence)


def test_a_licence_the_file_does_not_name_is_that_of_the_list_beside_it(tmp_path: Path) -> None:
    own, stick = tmp_path / "models/chat", tmp_path / "retrace-models"
    put(own / "a.gguf", general__license=("str", ""))
    put(own / "b.gguf")
    put(stick / "chat/c.gguf", general__license=("str", ""))
    catalogue = Catalogue(own, tmp_path / "home", {})

    def licences() -> list[str]:
        return [each.licence for each in catalogue.look(4096, chosen=[stick]).usable]

    assert licences() == ["", "apache-2.0", ""]
    # Models are installed while the program runs, and a bundle on a stick has its own list.
    listed = [
        ListedFile(f"chat/{name}.gguf", 1, "0" * 64, name, licence) for name, licence in (("a", "X"), ("b", "MIT"))
    ]
    write_list(own.parent / NAME, listed)
    write_list(stick / NAME, [ListedFile("chat/c.gguf", 1, "0" * 64, "c", "Apache-2.0")])
    assert licences() == ["X", "apache-2.0", "Apache-2.0"]


def test_a_hostile_manifest_names_nothing_outside(tmp_path: Path) -> None:
    put(tmp_path / "secret.gguf")
    manifests = tmp_path / ".ollama/models/manifests/m"
    manifests.mkdir(parents=True)
    for number, content in enumerate(
        [
            b"{",
            b"[]",
            b'{"layers": 3}',
            b'{"layers": [{"mediaType": "application/vnd.ollama.image.model", "digest": "../../../secret.gguf"}]}',
            b'{"layers": [{"mediaType": "application/vnd.ollama.image.model", "digest": 5}]}',
        ]
    ):
        (manifests / str(number)).write_bytes(content)
    assert Catalogue(tmp_path / "own", tmp_path, {}).look(4096).usable == ()


def test_headers_are_read_once_while_a_file_stays_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(tmp_path / "own/a.gguf", "before")
    read: list[Path] = []

    def noted(each: Path) -> GgufHeader:
        read.append(each)
        return read_header(each)

    monkeypatch.setattr(module, "read_header", noted)
    catalogue = Catalogue(tmp_path / "own", tmp_path, {})
    found = [[(one.path, one.name) for one in catalogue.look(4096).usable] for _ in range(2)]
    assert found == [[(path, "before")]] * 2
    assert read == [path]
    put(path, "after, longer")
    assert catalogue.look(4096).usable[0].name == "after, longer"


def test_too_little_memory_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "own/a.gguf")
    monkeypatch.setattr(machine, "free_memory_bytes", lambda: 1000)
    assert not Catalogue(tmp_path / "own", tmp_path, {}).look(4096).usable[0].fits
