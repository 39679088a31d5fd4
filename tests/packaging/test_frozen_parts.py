"""What goes into the packaged program: decided by place and source, so that nothing needed is left out."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from elf import searched_folders
from frozen_parts import (
    EMBEDDING_ARCHITECTURES,
    excluded_architectures,
    forget_foreign_folders,
    is_wanted,
    wanted_starts,
    without_symbols,
)

SITE = "/home/me/env/lib/python3.11/site-packages"


@pytest.mark.parametrize(
    "place",
    [
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/Qt/plugins/platforminputcontexts/libibusplatforminputcontextplugin.so",
        "PySide6/Qt/plugins/xcbglintegrations/libqxcb-egl-integration.so",
        "PySide6/Qt/plugins/printsupport/libcupsprintersupport.so",
        "PySide6/Qt/lib/libQt6Svg.so.6",
        "libQt6Svg.so.6",
        "PySide6/Qt/translations/qtbase_zh_CN.qm",
        "torch/lib/libtorch_cpu.so",
        "torch/_tensor.py",
        "torch/bin/torch_shm_manager",
        "transformers/models/bert/modeling_bert.py",
        "transformers/models/auto/auto_factory.py",
        "transformers/models/__init__.py",
        "llama_cpp/lib/libggml-cpu.so.0",
        "sqlite_vec/vec0.so",
        "resources/icons/retrace.svg",
    ],
)
def test_what_the_program_needs_goes_in(place: str) -> None:
    assert is_wanted(place, f"{SITE}/{place}")


@pytest.mark.parametrize(
    "place",
    [
        "PySide6/Qt/plugins/tls/libqopensslbackend.so",
        "PySide6/Qt/plugins/networkinformation/libqglib.so",
        "PySide6/Qt/lib/libQt6Quick.so.6",
        "PySide6/Qt/lib/libQt6Network.so.6",
        "libQt6Network.so.6",
        "PySide6/Qt/lib/libQt6EglFSDeviceIntegration.so.6",
        "PySide6/Qt/lib/libQt6EglFsKmsSupport.so.6",
        "PySide6/Qt/translations/qtbase_de.qm",
        "torch/bin/protoc",
        "torch/test/cpp.py",
        "torch/lib/libjitbackend_test.so",
        "transformers/models/dinov2/modeling_dinov2.py",
        "scipy/stats/tests/data/levy.npz",
        "sklearn/datasets/data/digits.csv.gz",
    ],
)
def test_what_nobody_needs_stays_out(place: str) -> None:
    assert not is_wanted(place, f"{SITE}/{place}")


def test_the_systems_own_libraries_stay_with_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("frozen_parts.sys.platform", "linux")
    assert not is_wanted("libxcb.so.1", "/lib/x86_64-linux-gnu/libxcb.so.1")
    assert is_wanted("libpython3.11.so.1.0", "/lib/x86_64-linux-gnu/libpython3.11.so.1.0")
    assert is_wanted("python3.11/lib-dynload/_ctypes.so", "/usr/lib/python3.11/lib-dynload/_ctypes.so")
    monkeypatch.setattr("frozen_parts.sys.platform", "darwin")
    assert is_wanted("libz.dylib", "/usr/lib/libz.dylib")


def test_both_shipped_embedding_models_can_be_loaded() -> None:
    assert {"bert", "xlm_roberta", "auto"} <= EMBEDDING_ARCHITECTURES  # MiniLM and e5
    excluded = excluded_architectures()
    assert "transformers.models.dinov2" in excluded
    assert not {f"transformers.models.{name}" for name in EMBEDDING_ARCHITECTURES} & set(excluded)


def test_a_window_does_not_wait_for_what_only_the_models_need(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hook = tmp_path / "pyi_rth_inspect.py"
    hook.write_text("def _hook():\n    sys.hooked = True\n\n\n_hook()\n", encoding="utf-8")
    entries = [(name, str(hook), "PYSOURCE") for name in ("pyi_rth_pyside6", "pyi_rth_inspect", "__main__")]
    starts = wanted_starts(entries, tmp_path / "starts")
    assert [name for name, _, _ in starts] == [n for n, _, _ in entries if sys.platform != "linux" or "pyside" not in n]
    assert starts[-1] == entries[-1]
    code = Path(starts[-2][1]).read_text(encoding="utf-8")
    for arguments, runs in ((["retrace"], False), (["retrace", "--multiprocessing-fork", "pipe_handle=7"], True)):
        monkeypatch.setattr(sys, "argv", arguments)
        exec(code, {})
        assert hasattr(sys, "hooked") == runs
    monkeypatch.delattr(sys, "hooked")


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"), reason="needs a compiler on Linux")
def test_only_the_largest_libraries_lose_their_symbols(tmp_path: Path) -> None:
    library = tmp_path / "x.so"
    source = ["cc", "-g", "-shared", "-x", "c", "-o", str(library), "-"]
    subprocess.run(source, input="int f(void) { return 1; }", text=True, check=True)
    entries = [("torch/lib/libtorch_cpu.so", str(library), "BINARY"), ("numpy/x.so", str(library), "BINARY")]
    lighter, left = without_symbols(entries, tmp_path / "light")
    assert left == entries[1]
    assert lighter[0] == entries[0][0]
    assert 0 < Path(lighter[1]).stat().st_size < library.stat().st_size


@pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("cc") or not shutil.which("chrpath"), reason="needs a compiler, chrpath"
)
def test_libraries_forget_the_folders_of_the_machine_they_were_built_on(tmp_path: Path) -> None:
    def linked(name: str, searched: str) -> Path:
        made = tmp_path / "program" / name
        made.parent.mkdir(parents=True, exist_ok=True)
        search = [f"-Wl,-rpath,{searched}"] if searched else []
        command = ["cc", "-shared", "-nostartfiles", *search, "-x", "c", "-o", str(made), "-"]
        subprocess.run(command, input="int f(void) { return 1; }", text=True, check=True)
        return made

    untouched = [linked("plain.so", ""), linked("beside.so", "$ORIGIN:$ORIGIN/../x.libs")]
    foreign = linked("inner/foreign.so", "/root/.pyenv/versions/3.11.7/lib")
    changed = [foreign, linked("both.so", "$ORIGIN/lib:/opt/build/lib"), linked("lookalike.so", "$ORIGINAL/lib")]
    (tmp_path / "program" / "notes.txt").write_text("no library", encoding="utf-8")
    (tmp_path / "program" / "link.so").symlink_to("plain.so")
    before = [file.read_bytes() for file in untouched]
    forget_foreign_folders(tmp_path / "program")
    assert [file.read_bytes() for file in untouched] == before
    searched = searched_folders([*untouched, *changed])
    assert {file.name: folders for file, folders in searched.items()} == {
        "plain.so": (), "beside.so": ("$ORIGIN", "$ORIGIN/../x.libs"), "foreign.so": (), "both.so": ("$ORIGIN/lib",),
        "lookalike.so": (),
    }  # fmt: skip
    assert ctypes.CDLL(str(foreign)).f() == 1
