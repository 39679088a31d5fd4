"""The whole program over real models, as the kernel sees it: no process asks for a network socket."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installed_models import embedding_model, small_chat_model

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(sys.platform != "linux", reason="strace and the kernel's filter are Linux's"),
]
LINES = (
    {"session": "one", "user": "My sister keeps three hens in a wooden coop behind the house."},
    {"session": "one", "user": "我对青霉素过敏。"},
    {"session": "two", "user": "Who keeps hens?"},
)


def play(directory: Path, *before: str) -> list[dict[str, object]]:
    """Play the dialogue through the window over real models; returns the records of its turns."""
    script, record = directory / "script.jsonl", directory / "record.json"
    script.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in LINES), encoding="utf-8")
    models = ("--model", str(small_chat_model()), "--embedding", str(embedding_model("minilm")))
    options = ("--vault", str(directory / "vault"), "--record", str(record), "--max-tokens", "16", "--wait-memory")
    done = subprocess.run(
        [*before, sys.executable, "-m", "desktop_app", "play", str(script), *options, *models],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=550,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    records: list[dict[str, object]] = json.loads(record.read_text(encoding="utf-8"))
    return records


def test_no_process_asks_for_a_network_socket_while_everything_works(tmp_path: Path) -> None:
    strace = shutil.which("strace")
    assert strace, "strace is not installed"
    trace = tmp_path / "trace"
    calls = "trace=socket,connect,bind,sendto,io_uring_setup,execve"
    records = play(tmp_path, strace, "-f", "-qq", "-o", str(trace), "-e", calls)
    assert all(str(record["reply"]).strip() for record in records)
    assert records[-1]["recalled"], "the embedding model was not at work"
    lines = trace.read_text(encoding="utf-8", errors="replace").splitlines()
    assert sum("execve(" in line for line in lines) >= 3, "the children were not watched"
    asked = [line for line in lines if re.search(r"\b(AF|PF)_(INET6?|NETLINK|PACKET)\b", line)]
    assert asked == []
    assert sum("socket(" in line and "EACCES" in line for line in lines) >= 3, "a process did not look at its filter"
    assert not [line for line in lines if "io_uring_setup(" in line and "ENOSYS" not in line]
