"""Which Python will do, and what is said where none does."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import bootstrap
import pytest

PROJECT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("version", "expected"),
    [((2, 7), False), ((3, 10), False), ((3, 11), True), ((3, 14), True), ((3, 15), False), ((4, 12), False)],
)
def test_supported_versions(version: tuple[int, int], expected: bool) -> None:
    assert bootstrap.is_supported(*version) is expected


def test_versions_agree_with_the_project_file() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == f">=3.{bootstrap.OLDEST_MINOR},<3.{bootstrap.NEWEST_MINOR + 1}"


def test_parses_on_an_old_python() -> None:
    ast.parse((PROJECT / "packaging" / "bootstrap.py").read_text(encoding="utf-8"), feature_version=(3, 6))


def test_another_python_on_the_path_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, working = tmp_path / "python3.13", tmp_path / "python3.12"
    broken.write_text("#!/bin/sh\nexit 127\n", encoding="utf-8")
    working.write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    for program in (broken, working):
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert bootstrap.find_supported_python() == str(working)


def test_no_python_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "version_info", (3, 9, 1))
    with pytest.raises(SystemExit) as stopped:
        bootstrap.require_python()
    assert "this is 3.9" in str(stopped.value)
    assert "apt-get install python3" in str(stopped.value)


def test_wrong_profile_is_refused() -> None:
    script = str(PROJECT / "packaging" / "bootstrap.py")
    finished = subprocess.run([sys.executable, script, "nothing"], capture_output=True, text=True, env=dict(os.environ))
    assert finished.returncode == 2
    assert "invalid choice" in finished.stderr
