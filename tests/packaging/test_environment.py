"""The stamp: done is done, changed is done again."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import environment
import pytest
from console import Console
from environment import Environment, Stamp


def test_stamp_remembers_a_step_with_its_fingerprint(tmp_path: Path) -> None:
    stamp = Stamp(tmp_path)
    assert not stamp.is_done("runtime", "a")
    stamp.done("runtime", "a")
    stamp.done("torch", "b")
    again = Stamp(tmp_path)
    assert again.is_done("runtime", "a")
    assert again.is_done("torch", "b")
    assert not again.is_done("runtime", "changed")


@pytest.mark.parametrize("content", ["", "not json", "[1]"])
def test_a_damaged_stamp_means_nothing_is_done(tmp_path: Path, content: str) -> None:
    (tmp_path / ".stamp").write_text(content, encoding="utf-8")
    stamp = Stamp(tmp_path)
    assert not stamp.is_done("runtime", "a")
    stamp.done("runtime", "a")
    assert stamp.is_done("runtime", "a")


@pytest.fixture
def filled(tmp_path: Path) -> Environment:
    return Environment(tmp_path, Console(tmp_path / "log", io.StringIO()))


def _count(calls: list[int]) -> Callable[[], None]:
    return lambda: calls.append(1)


def test_a_step_is_done_once(filled: Environment) -> None:
    calls: list[int] = []
    for fingerprint in ("a", "a", "b"):
        filled.step("x", fingerprint, "Doing x", _count(calls))
    assert len(calls) == 2


def test_a_step_that_fails_is_done_again(filled: Environment) -> None:
    def fail() -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        filled.step("x", "a", "Doing x", fail)
    assert not filled.stamp.is_done("x", "a")


def test_a_step_whose_result_is_gone_is_done_again(filled: Environment, tmp_path: Path) -> None:
    result, calls = tmp_path / "result", list[int]()
    for exists in (True, True, False):
        if exists:
            result.touch()
        else:
            result.unlink()
        filled.step("x", "a", "Doing x", _count(calls), [result])
    assert len(calls) == 2


def test_locks_are_installed_with_hashes_and_without_dependencies(
    filled: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    run: list[list[str]] = []
    monkeypatch.setattr(Console, "run", lambda _self, command, *_, **__: run.append([str(word) for word in command]))
    filled.install_locked("runtime", "the libraries")
    filled.install_locked("runtime", "the libraries")
    assert len(run) == 1
    assert {"--no-deps", "--require-hashes"} <= set(run[0])
    assert run[0][-1].endswith("runtime.txt")


def test_torch_comes_from_the_index_that_is_named(filled: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    run: list[list[str]] = []
    monkeypatch.setattr(Console, "run", lambda _self, command, *_, **__: run.append([str(word) for word in command]))
    monkeypatch.delenv(environment.TORCH_INDEX_VARIABLE, raising=False)
    filled.install_torch()
    monkeypatch.setenv(environment.TORCH_INDEX_VARIABLE, "file:///wheels")
    filled.install_torch()
    assert "--index-url" not in run[0]
    assert run[1][-2:] == ["--index-url", "file:///wheels"]


def test_an_environment_that_does_not_run_is_seen(tmp_path: Path) -> None:
    broken = Environment(tmp_path / "broken", Console(tmp_path / "log", io.StringIO()))
    assert broken._version() == ""
    own = Environment(tmp_path, Console(tmp_path / "log", io.StringIO()))
    own.python = Path(sys.executable)
    assert own._version() == f"{sys.version_info[0]}.{sys.version_info[1]}"
