"""The recipe of the engine build, and what happens when it crashes."""

from __future__ import annotations

import io
import json
import os
import zipfile
from pathlib import Path

import engine_wheel
import pytest
from console import Console, SetupError
from environment import Environment

from desktop_app.support import paths


def _intel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_wheel.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(engine_wheel.sys, "platform", "linux")


def test_matrix_instructions_are_off_on_intel_and_amd(monkeypatch: pytest.MonkeyPatch) -> None:
    _intel(monkeypatch)
    assert engine_wheel.wanted_flags() == ("-mno-amx-tile", "-mno-amx-int8", "-mno-amx-bf16")
    monkeypatch.setattr(engine_wheel.platform, "machine", lambda: "aarch64")
    assert engine_wheel.wanted_flags() == ()


def test_processor_features_keep_what_a_compiler_uses() -> None:
    cpuinfo = "processor : 0\nflags : fpu smep avx2 sse4_2 amx_tile arch_capabilities\n\nprocessor : 1\nflags : avx2\n"
    assert engine_wheel.processor_features(cpuinfo) == "amx_tile avx2 sse4_2"
    assert engine_wheel.processor_features("Features : fp asimd cpuid sme2\n") == "asimd sme2"


def test_key_changes_with_what_the_build_depends_on(monkeypatch: pytest.MonkeyPatch) -> None:
    _intel(monkeypatch)
    key = engine_wheel.wheel_key()
    assert key == engine_wheel.wheel_key()
    monkeypatch.setattr(engine_wheel, "processor_features", lambda: "another")
    other_processor = engine_wheel.wheel_key()
    monkeypatch.setattr(engine_wheel, "CMAKE_ARGUMENTS", ())
    assert len({key, other_processor, engine_wheel.wheel_key()}) == 3


def test_build_takes_the_hashed_source_and_the_tools_that_are_there(tmp_path: Path) -> None:
    command = [str(word) for word in engine_wheel.build_command(Path("python"), tmp_path)]
    assert command[:4] == ["python", "-m", "pip", "wheel"]
    assert {"--no-deps", "--no-build-isolation", "--require-hashes"} <= set(command)
    assert command[command.index("--no-binary") + 1] == "llama-cpp-python"
    assert command[command.index("-r") + 1].endswith("llama.txt")
    assert command[-2:] == ["-w", str(tmp_path)]


def test_build_variables_keep_what_the_person_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CFLAGS", "-O2")
    monkeypatch.delenv("CXXFLAGS", raising=False)
    monkeypatch.setenv("CMAKE_ARGS", "-DGGML_CUDA=ON")
    variables = engine_wheel.build_environment(tmp_path / "bin", tmp_path / "pip", ("-mno-amx-tile",))
    assert variables["CFLAGS"] == "-O2 -mno-amx-tile"
    assert variables["CXXFLAGS"] == "-mno-amx-tile"
    assert variables["CMAKE_ARGS"] == "-DLLAVA_BUILD=OFF -DGGML_CUDA=ON"
    assert variables["PATH"].startswith(f"{tmp_path / 'bin'}{os.pathsep}")
    assert variables["PIP_CACHE_DIR"] == str(tmp_path / "pip"), "pip's own cache may hold a wheel of other flags"


def test_flags_the_compiler_does_not_know_are_left_out(tmp_path: Path) -> None:
    compiler = tmp_path / "compiler"
    compiler.write_text('#!/bin/sh\ncase "$*" in *-unknown*) exit 1;; esac\n', encoding="utf-8")
    compiler.chmod(0o755)
    assert engine_wheel.accepted_flags(str(compiler), ("-known", "-unknown")) == ("-known",)


def test_cached_wheel_must_be_whole(tmp_path: Path) -> None:
    folder = tmp_path / "wheels" / "key"
    folder.mkdir(parents=True)
    assert engine_wheel.cached_wheel(tmp_path, "key") is None
    wheel = folder / "llama_cpp_python-0.3.36-py3-none-linux_x86_64.whl"
    wheel.write_bytes(b"PK cut short")
    assert engine_wheel.cached_wheel(tmp_path, "key") is None
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("x", "x")
    assert engine_wheel.cached_wheel(tmp_path, "key") == wheel


def test_built_wheel_appears_in_the_cache_and_the_work_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_wheel.venv, "create", lambda *_, **__: None)
    monkeypatch.setattr(engine_wheel, "accepted_flags", lambda _compiler, flags: flags)

    def pretend(_console: Console, command: list[object], *_: object, **__: object) -> None:
        if "wheel" in command:
            output = Path(str(command[-1]))
            output.mkdir(parents=True)
            (output / "llama.whl").write_bytes(b"wheel")

    monkeypatch.setattr(Console, "run", pretend)
    built = engine_wheel.build_wheel(tmp_path, "key", Console(tmp_path / "log", io.StringIO()))
    assert built == tmp_path / "wheels" / "key" / "llama.whl"
    assert built.read_bytes() == b"wheel"
    assert not (tmp_path / "build-key").exists()


def _environment_answering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: list[bool]) -> Environment:
    failures = iter(["" if answered else "status -11" for answered in answers])
    monkeypatch.setattr(engine_wheel, "_failure_of_prompt", lambda *_, **__: next(failures))
    return Environment(tmp_path, Console(tmp_path / "log", io.StringIO()))


@pytest.mark.parametrize(("answers", "safe"), [([True], False), ([False, True], True)])
def test_note_for_the_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: list[bool], safe: bool) -> None:
    console = Console(tmp_path / "log", io.StringIO())
    environment = _environment_answering(tmp_path, monkeypatch, answers)
    engine_wheel.check_engine(environment, Path("model"), console)
    assert json.loads((tmp_path / paths.ENGINE_FILE).read_text(encoding="utf-8")) == {"safe_load": safe}
    assert paths.engine_needs_safe_load(tmp_path) is safe
    engine_wheel.check_engine(environment, Path("model"), console)  # asks nobody: there is no answer left


def test_an_engine_that_never_answers_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = _environment_answering(tmp_path, monkeypatch, [False, False])
    with pytest.raises(SetupError, match=r"does not answer .*: status -11$"):
        engine_wheel.check_engine(environment, Path("model"), Console(tmp_path / "log", io.StringIO()))


@pytest.mark.slow
@pytest.mark.parametrize("safe", [False, True])
def test_real_engine_answers(safe: bool) -> None:
    data = paths.data_paths()
    environment = Environment(Path(engine_wheel.sys.prefix), Console(Path(os.devnull), io.StringIO()))
    assert engine_wheel._failure_of_prompt(environment, data.chat_models / paths.SMALL_CHAT_MODEL, safe=safe) == ""


def test_a_crash_is_told_with_its_last_words(tmp_path: Path) -> None:
    program = tmp_path / "bin" / "python"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho first >&2; echo libgomp.so.1 is missing >&2; exit 3\n", encoding="utf-8")
    program.chmod(0o755)
    environment = Environment(tmp_path, Console(tmp_path / "log", io.StringIO()))
    failure = engine_wheel._failure_of_prompt(environment, Path("model"), safe=False)
    assert failure == "status 3: libgomp.so.1 is missing"
