"""What the reader sees of the set-up, and what goes to the log."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from console import NOISE, Console, SetupError


@pytest.fixture
def shown() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def console(tmp_path: Path, shown: io.StringIO) -> Console:
    return Console(tmp_path / "build" / "log", shown)


def test_a_tool_that_works_says_nothing(console: Console, shown: io.StringIO, tmp_path: Path) -> None:
    lines: list[str] = []
    console.run([sys.executable, "-c", "print('hello')"], "no", on_line=lines.append)
    assert shown.getvalue() == ""
    assert lines == ["hello\n"]
    assert "hello" in (tmp_path / "build" / "log").read_text(encoding="utf-8")


def test_a_tool_that_fails_shows_its_end_without_noise(console: Console, shown: io.StringIO) -> None:
    script = f"import sys; print('WARNING: Location x {NOISE[0]}'); print('the reason'); sys.exit(3)"
    with pytest.raises(SetupError, match=r"It failed \(status 3") as failed:
        console.run([sys.executable, "-c", script], "It failed", cure="Do this")
    assert failed.value.cure == "Do this"
    assert shown.getvalue() == "    the reason\n"


def test_a_tool_that_is_not_there_is_named(console: Console) -> None:
    with pytest.raises(SetupError, match="cannot start"):
        console.run(["/nonexistent/tool"], "cannot start")


def test_variables_come_on_top_of_the_present_ones(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEPT", "1")
    lines: list[str] = []
    script = "import os; print(os.environ['KEPT'] + os.environ['ADDED'])"
    console.run([sys.executable, "-c", script], "no", environment={"ADDED": "2"}, on_line=lines.append)
    assert lines == ["12\n"]


def test_progress_in_a_log_is_rare(console: Console, shown: io.StringIO) -> None:
    for done in range(100):
        console.progress("loading", done, 100)
    assert shown.getvalue().count("\n") == 1
    assert "0 of 100 MB" in shown.getvalue()
    console.progress("loading", 100, 100)
    assert shown.getvalue().endswith("loading  100 %  100 of 100 MB\n")  # the end is always told
