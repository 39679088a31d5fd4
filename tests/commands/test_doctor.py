"""The doctor names what is missing, and the cure."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from desktop_app.commands import doctor
from desktop_app.commands.doctor import FoundModel, InputMethod
from desktop_app.support.models_list import ListedFile, sha256_of, write_list
from desktop_app.support.paths import CHAT_MODEL, SMALL_CHAT_MODEL, DataPaths

GOOD = [
    FoundModel(f"chat/{CHAT_MODEL}", "chat", 1, "ok", 1000),
    FoundModel("embedding/e5", "embedding", 1, "ok"),
    FoundModel("embedding/minilm", "embedding", 1, "ok"),
]


def test_a_missing_library_prevents_use() -> None:
    def find(name: str) -> str:
        if name == "torch":
            raise metadata.PackageNotFoundError
        return "1.0"

    versions = doctor.library_versions(find)
    assert versions["torch"] == ""
    assert versions["numpy"] == "1.0"
    (finding,) = doctor.library_findings(versions, (3, 12))
    assert (finding.what, finding.cure, finding.prevents_use) == (
        "The library torch is missing.",
        "Run: make run",
        True,
    )


@pytest.mark.parametrize(
    ("version", "python", "crashes"),
    [("6.12.0", (3, 11), True), ("6.12.0", (3, 12), False), ("6.11.3", (3, 11), False)],
)
def test_the_qt_that_crashes_is_named(version: str, python: tuple[int, int], crashes: bool) -> None:
    assert bool(doctor.library_findings({"PySide6-Essentials": version}, python)) is crashes


def test_good_models_give_no_findings() -> None:
    assert doctor.model_findings(GOOD, free_bytes=2000) == []


def test_no_chat_model_prevents_use() -> None:
    findings = doctor.model_findings(GOOD[1:], free_bytes=2000)
    assert [(finding.what, finding.prevents_use) for finding in findings] == [("There is no chat model.", True)]


def test_a_smaller_chat_model_stands_in() -> None:
    small = FoundModel(f"chat/{SMALL_CHAT_MODEL}", "chat", 1, "ok", 1000)
    (finding,) = doctor.model_findings([small, *GOOD[1:]], free_bytes=2000)
    assert "stands in" in finding.what
    assert not finding.prevents_use


def test_a_damaged_embedding_model_is_missing_too() -> None:
    findings = doctor.model_findings([*GOOD[:2], FoundModel("embedding/minilm", "embedding", 1, "damaged")], 2000)
    assert "embedding/minilm is damaged" in findings[0].what
    assert "minilm is missing" in findings[1].what


def test_memory_that_is_too_small_is_named_with_numbers() -> None:
    needy = FoundModel(f"chat/{CHAT_MODEL}", "chat", 1, "ok", 3_000_000_000)
    (finding,) = doctor.model_findings([needy, *GOOD[1:]], free_bytes=500_000_000)
    assert finding.what == "No chat model fits into the free memory: 3.0 GB needed, 500 MB free."
    assert finding.prevents_use


def _embedding(data: DataPaths, name: str, content: bytes) -> Path:
    file = data.embedding_models / name / "model.safetensors"
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    return file


def _list(data: DataPaths, *files: Path) -> None:
    write_list(
        data.models_manifest,
        (
            ListedFile(
                file.relative_to(data.models).as_posix(), file.stat().st_size, sha256_of(file), "a model", "Apache-2.0"
            )
            for file in files
        ),
    )


def test_models_are_compared_with_the_list(tmp_path: Path) -> None:
    data = DataPaths(tmp_path)
    file = _embedding(data, "e5", b"weights")
    assert [model.state for model in doctor.find_models(data)] == ["unlisted"]
    _list(data, file)
    assert [model.state for model in doctor.find_models(data)] == ["ok"]
    file.write_bytes(b"weighty")
    assert [model.state for model in doctor.find_models(data)] == ["damaged"]


def test_a_model_with_a_file_gone_is_damaged(tmp_path: Path) -> None:
    data = DataPaths(tmp_path)
    weights = _embedding(data, "e5", b"weights")
    tokenizer = weights.with_name("tokenizer.json")
    tokenizer.write_text("{}", encoding="utf-8")
    _list(data, weights, tokenizer)
    tokenizer.unlink()
    assert [model.state for model in doctor.find_models(data)] == ["damaged"]


def test_a_chat_model_that_is_no_model_is_damaged(tmp_path: Path) -> None:
    data = DataPaths(tmp_path)
    data.chat_models.mkdir(parents=True)
    (data.chat_models / "text.gguf").write_text("not a model", encoding="utf-8")
    (found,) = doctor.find_models(data)
    assert (found.kind, found.state, found.size_bytes) == ("chat", "damaged", 11)


def test_input_method_is_looked_at_without_qt(tmp_path: Path) -> None:
    for name in ("libibusplatforminputcontextplugin.so", "libqtvirtualkeyboardplugin.so"):
        (tmp_path / name).touch()
    method = doctor.input_method({"QT_IM_MODULE": "fcitx"}, tmp_path, ["bash", "fcitx5"])
    assert method == InputMethod(("ibus",), ("fcitx5",), "fcitx")


@pytest.mark.parametrize(
    ("method", "warned"),
    [
        (InputMethod(("compose", "ibus"), ("fcitx5",), "fcitx"), True),
        (InputMethod(("compose", "ibus"), ("fcitx5",), ""), True),
        (InputMethod(("compose", "ibus"), ("fcitx5",), "ibus"), False),
        (InputMethod(("compose", "fcitx5", "ibus"), ("fcitx5",), "fcitx"), False),
        (InputMethod(("compose", "ibus"), ("ibus-daemon",), ""), False),
        (InputMethod(("compose", "ibus"), (), ""), False),
    ],
)
def test_fcitx_without_its_plugin_is_named(method: InputMethod, warned: bool) -> None:
    findings = doctor.input_method_findings(method)
    assert bool(findings) is warned
    assert all("QT_IM_MODULE=ibus" in finding.cure for finding in findings)


def test_missing_system_libraries_and_display_are_named() -> None:
    assert doctor.system_findings(lambda _library: True, has_display=True) == []
    findings = doctor.system_findings(lambda library: library != "libxcb-cursor.so.0", has_display=False)
    assert findings[0].what == "Qt needs system libraries: libxcb-cursor.so.0."
    assert findings[0].prevents_use
    assert "no display" in findings[1].what


def test_a_nearly_full_disk_is_named(tmp_path: Path) -> None:
    data = DataPaths(tmp_path / "not" / "there")
    assert doctor.data_findings(data, 5_000_000_000) == []
    (finding,) = doctor.data_findings(data, 200_000_000)
    assert "Only 200 MB are free" in finding.what


def test_empty_data_folder_fails_and_is_left_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, report = tmp_path / "data", tmp_path / "report.json"
    data.mkdir()
    monkeypatch.setenv("RETRACE_DATA", str(data))
    assert doctor.run(report) == 1
    content = json.loads(report.read_text(encoding="utf-8"))
    assert {"versions", "models", "memory", "threads", "input_method", "findings"} <= set(content)
    assert content["models"] == []
    assert content["memory"]["free_bytes"] > 0
    assert content["threads"]["model_default"] >= 1
    assert content["findings"][0]["prevents_use"], "what prevents use comes first"
    assert list(data.iterdir()) == []


def test_people_read_names_and_cures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RETRACE_DATA", str(tmp_path))
    assert doctor.run(None) == 1
    printed = capsys.readouterr().out
    assert "  ✗ There is no chat model.\n    Run: make run\n" in printed
    assert "sentence-transformers" in printed


def test_no_qt_and_no_model_library_is_imported() -> None:
    script = (
        "import sys; from desktop_app.commands import doctor; from desktop_app.support.paths import data_paths; "
        "doctor.examine(data_paths()); "
        "print(sorted({'PySide6', 'torch', 'llama_cpp', 'numpy'} & {name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
