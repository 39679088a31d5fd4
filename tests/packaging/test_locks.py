"""The locks: exact, hashed, and free of the place they were made at."""

from __future__ import annotations

import re

import pytest
from environment import REQUIREMENTS, TORCH_VERSION

LOCKS = ("runtime", "development", "build", "tools", "llama", "package")


@pytest.mark.parametrize("name", LOCKS)
def test_every_requirement_is_exact_and_hashed(name: str) -> None:
    text = (REQUIREMENTS / f"{name}.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    requirements = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    assert requirements
    for requirement in requirements:
        assert re.match(r"[A-Za-z0-9_.-]+==\S+", requirement), requirement
        assert "--hash=sha256:" in requirement, requirement


@pytest.mark.parametrize("name", LOCKS)
def test_no_address_is_kept(name: str) -> None:
    text = (REQUIREMENTS / f"{name}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index-url" not in text


def test_torch_is_installed_from_no_lock() -> None:
    for name in LOCKS:
        for line in (REQUIREMENTS / f"{name}.txt").read_text(encoding="utf-8").splitlines():
            assert not line.startswith("torch==") or "sys_platform == 'never'" in line
    assert re.fullmatch(r"\d+\.\d+\.\d+", TORCH_VERSION)


def test_qt_is_a_version_that_keeps_its_reference_counts() -> None:
    # 6.12.0 drops a reference to None with each call under Python 3.11.
    assert "pyside6-essentials==6.11.3 " in (REQUIREMENTS / "runtime.txt").read_text(encoding="utf-8")


def test_the_engine_is_locked_to_its_source() -> None:
    assert (REQUIREMENTS / "llama.txt").read_text(encoding="utf-8").count("--hash=") == 1
