"""The cl100k estimate against its published counts, without any network."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from desktop_app.engine.estimate import Cl100kEstimate

ROOT = Path(__file__).parents[2]
REFERENCE = json.loads((ROOT / "tests/data/golden/reference.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def estimate() -> Cl100kEstimate:
    return Cl100kEstimate()


def test_golden_counts(estimate: Cl100kEstimate) -> None:
    golden = REFERENCE["token_counts_cl100k_base"]
    assert [estimate.count(text) for text in golden["texts"]] == golden["counts"]
    assert sum(golden["counts"]) == golden["joined"]


def test_the_golden_overflow_check(estimate: Cl100kEstimate) -> None:
    golden = REFERENCE["overflow_check"]
    # The published example counts the history as one text, a line for each message.
    history = "\n".join(message["content"] for message in golden["history"])
    texts = [golden["system"], history, golden["query"]]
    assert sum(map(estimate.count, texts)) == golden["total_tokens_cl100k"]


@pytest.mark.parametrize("text", ["<|endoftext|>", "a<|fim_prefix|>b", "\ud83d", "\0", ""])
def test_no_text_raises(estimate: Cl100kEstimate, text: str) -> None:
    assert (estimate.count(text) > 0) == (text != "")


def test_control_text_counts_as_text(estimate: Cl100kEstimate) -> None:
    assert estimate.count("<|endoftext|>") > 1


def test_it_opens_no_connection_and_leaves_no_copy(tmp_path: Path) -> None:
    code = """
import socket, sys
def refuse(*a, **k): raise AssertionError("network")
socket.socket.connect = socket.getaddrinfo = refuse
from desktop_app.engine.estimate import Cl100kEstimate
print(Cl100kEstimate().count("hello world"), "requests" in sys.modules)
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    environment.pop("TIKTOKEN_CACHE_DIR", None)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert run.stdout.split() == ["2", "False"]
    assert not list(tmp_path.iterdir())


def test_no_other_encoding_is_named_anywhere() -> None:
    others = re.compile(r"get_encoding\(|encoding_for_model\(|cl100k_base\b(?!_)|o200k|p50k|r50k")
    for path in (ROOT / "desktop_app").rglob("*.py"):
        found = others.findall(path.read_text(encoding="utf-8"))
        allowed = ["get_encoding("] if path.name == "estimate.py" else []
        assert found == allowed, path
