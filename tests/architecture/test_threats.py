"""The table of threats and faults names tests that exist, and leaves none out."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = (ROOT / "tests" / "THREATS.md").read_text(encoding="utf-8")
_ROW = re.compile(r"^\| ([TF]\d+(?:, [TF]\d+)*) \|", re.MULTILINE)
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def test_every_threat_and_fault_has_a_row() -> None:
    named = [name for row in _ROW.findall(TABLE) for name in row.split(", ")]
    assert sorted(named) == sorted([f"T{n}" for n in range(1, 27)] + [f"F{n}" for n in range(1, 26)])
    assert all(_TEST.search(line) for line in TABLE.splitlines() if _ROW.match(line))


def test_every_test_that_is_named_exists() -> None:
    missing = [
        f"{file}::{name}"
        for file, name in _TEST.findall(TABLE)
        if not re.search(rf"^def {name}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert missing == []
