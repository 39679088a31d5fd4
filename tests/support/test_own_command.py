"""How the program starts itself, from its sources and from a package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from desktop_app import __version__
from desktop_app.support.own_command import is_packaged, own_command


def test_from_its_sources_it_is_started_by_the_interpreter() -> None:
    root = Path(__file__).resolve().parents[2]
    said = subprocess.run([*own_command(), "--version"], cwd=root, capture_output=True, text=True, check=True).stdout
    assert said.strip() == __version__


def test_in_a_package_it_is_the_executable(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_packaged()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert is_packaged()
    assert own_command() == [sys.executable]
