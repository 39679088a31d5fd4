"""The order of the set-up and how it ends."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import setup_steps
from console import Console, SetupError
from environment import Environment


def test_a_problem_is_named_with_its_cure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def fail(*_: object) -> None:
        raise SetupError("No room.", "Make some.")

    monkeypatch.setattr(setup_steps, "PROJECT", tmp_path)
    monkeypatch.setattr(setup_steps, "set_up", fail)
    assert setup_steps.main(["run", "--start"]) == 1
    assert capsys.readouterr().out == "✗ No room.\n  Make some.\n"


def test_the_program_starts_with_its_arguments(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(setup_steps, "PROJECT", tmp_path)
    monkeypatch.setattr(setup_steps, "set_up", lambda *_: None)
    monkeypatch.setattr(setup_steps.subprocess, "call", lambda command, cwd: started.append(command) or 0)
    assert setup_steps.main(["run"]) == 0
    assert started == []
    assert setup_steps.main(["run", "--start", "--vault", "here"]) == 0
    assert started[0][1:] == ["-m", "desktop_app", "--vault", "here"]


def test_translations_are_compiled_when_they_changed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(setup_steps, "PROJECT", tmp_path)
    folder = tmp_path / "resources" / "i18n"
    console, environment = Console(tmp_path / "log", io.StringIO()), Environment(tmp_path, Console(tmp_path / "log"))
    source = folder / "retrace_zh_CN.ts"
    compiled: list[str] = []

    def record(_console: Console, command: list[object], *_: object) -> None:
        compiled.append(str(command[-1]))
        source.with_suffix(".qm").touch()

    monkeypatch.setattr(Console, "run", record)
    setup_steps.compile_translations(environment, console)
    folder.mkdir(parents=True)
    for text in ("<TS/>", "<TS/>", "<TS></TS>"):
        source.write_text(text, encoding="utf-8")
        setup_steps.compile_translations(environment, console)
    assert compiled == ["compile"] * 2
    source.with_suffix(".qm").unlink()
    setup_steps.compile_translations(environment, console)
    assert compiled == ["compile"] * 3
