"""What the operating system lacks, and what is done about it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import system_packages
from console import Console, SetupError
from system_packages import LIBRARIES, missing_on_linux

ALL = frozenset(LIBRARIES)


def _nothing(_program: str) -> str | None:
    return None


def _everything(program: str) -> str | None:
    return f"/usr/bin/{program}"


def _packages(missing: list[system_packages.Missing]) -> list[str]:
    return [item.packages[0] for item in missing]


def test_a_complete_system_lacks_nothing() -> None:
    found = missing_on_linux(ALL, needs_compiler=True, find_program=_everything, has_ensurepip=True, has_font=True)
    assert found == []


def test_each_thing_missing_is_named() -> None:
    libraries = ALL - {"libxcb-cursor.so.0"}
    found = missing_on_linux(libraries, needs_compiler=True, find_program=_nothing, has_ensurepip=False, has_font=False)
    packages = _packages(found)
    assert packages[0] == "g++"
    assert packages[1].endswith("-venv")
    assert packages[2:] == ["libxcb-cursor0", "fonts-noto-cjk"]


def test_a_compiler_is_not_needed_where_the_engine_is_built() -> None:
    found = missing_on_linux(ALL, needs_compiler=False, find_program=_nothing, has_ensurepip=True, has_font=True)
    assert found == []


def test_packages_need_what_idle_parts_of_qt_depend_on() -> None:
    found = missing_on_linux(
        ALL, needs_compiler=False, for_packages=True, find_program=_nothing, has_ensurepip=True, has_font=True
    )
    assert {"libwayland-cursor0", "libcups2", "chrpath"} <= set(_packages(found))


def test_libraries_are_passed_over_where_the_loader_cannot_be_asked() -> None:
    found = missing_on_linux(None, needs_compiler=False, find_program=_nothing, has_ensurepip=True, has_font=True)
    assert found == []


def test_chinese_fonts_are_known_by_name(tmp_path: Path) -> None:
    (tmp_path / "DejaVuSans.ttf").touch()
    assert not system_packages.has_chinese_font([str(tmp_path)])
    (tmp_path / "opentype").mkdir()
    (tmp_path / "opentype" / "NotoSansCJK-Regular.ttc").touch()
    assert system_packages.has_chinese_font([str(tmp_path)])


@pytest.mark.parametrize(
    ("machine", "library", "problem"),
    [
        ("x86_64", ("glibc", "2.36"), ""),
        ("x86_64", ("glibc", "2.34"), ""),
        ("x86_64", ("glibc", "2.31"), "needs glibc 2.34, this is 2.31"),
        ("aarch64", ("glibc", "2.36"), "needs glibc 2.39"),
        ("x86_64", ("", ""), "C library unknown"),
        ("riscv64", ("glibc", "2.40"), "riscv64"),
    ],
)
def test_a_linux_too_old_or_unknown_is_named(machine: str, library: tuple[str, str], problem: str) -> None:
    if not problem:
        system_packages.require_glibc(machine, library)
        return
    with pytest.raises(SetupError, match=problem):
        system_packages.require_glibc(machine, library)


def _pretend(monkeypatch: pytest.MonkeyPatch, *, programs: set[str], user: int) -> None:
    monkeypatch.setattr(system_packages.sys, "platform", "linux")
    monkeypatch.setattr(system_packages, "known_libraries", lambda: ALL - {"libEGL.so.1"})
    monkeypatch.setattr(system_packages, "has_chinese_font", lambda: True)
    monkeypatch.setattr(system_packages.os, "geteuid", lambda: user)
    monkeypatch.setattr(system_packages.shutil, "which", lambda name: f"/bin/{name}" if name in programs else None)


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    run: list[list[str]] = []

    def record(_console: Console, command: list[str], *_: object, **__: object) -> None:
        run.append(command)

    monkeypatch.setattr(Console, "run", record)
    return run


def test_root_installs_through_apt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, commands: list[list[str]]) -> None:
    _pretend(monkeypatch, programs={"apt-get"}, user=0)
    shown = io.StringIO()
    system_packages.ensure_system_packages(Console(tmp_path / "log", shown), needs_compiler=False)
    assert [command[2:] for command in commands] == [
        ["apt-get", "update"],
        ["apt-get", "install", "-y", "--no-install-recommends", "libegl1"],
    ]
    assert "libegl1" in shown.getvalue(), "it says what it installs before it does"


def test_without_rights_the_command_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, commands: list[list[str]]
) -> None:
    _pretend(monkeypatch, programs={"apt-get"}, user=1000)
    with pytest.raises(SetupError, match="lacks libEGL") as failed:
        system_packages.ensure_system_packages(Console(tmp_path / "log"), needs_compiler=False)
    assert failed.value.cure == "Run: sudo apt-get install libegl1"
    assert commands == []


def test_fedora_gets_its_own_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, commands: list[list[str]]
) -> None:
    _pretend(monkeypatch, programs={"dnf"}, user=0)
    with pytest.raises(SetupError) as failed:
        system_packages.ensure_system_packages(Console(tmp_path / "log"), needs_compiler=False)
    assert failed.value.cure == "Run: sudo dnf install libglvnd-egl"
    assert commands == []


def test_missing_room_is_named_and_added_up(tmp_path: Path) -> None:
    system_packages.ensure_disk_space([(tmp_path / "a" / "b", 1, "one"), (tmp_path, 1, "two")])
    with pytest.raises(SetupError, match="one, two") as failed:
        system_packages.ensure_disk_space([(tmp_path / "new", 10**15, "one"), (tmp_path, 10**15, "two")])
    assert "2000000.0 GB needed" in str(failed.value)
    assert "run the same command again" in failed.value.cure
