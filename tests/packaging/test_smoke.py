"""The smoke test sees what is wrong with a record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import smoke


def _record(number: int) -> dict[str, Any]:
    return {
        "record": number,
        "reply": "Noted.",
        "finish_reason": "stop",
        "context_limit": 1024,
        "reserved": 24,
        "sections": {"system": 30, "question": 20},
        "prompt_tokens": 50,
        "reused_tokens": 30,
        "computed_tokens": 20,
        "facts": [{"category": "name"}, {"category": "allergy"}],
        "recalled": [{"text": smoke.DIALOGUE[0]["user"], "vector": 0.5}],
        "screenshot": f"{number:03d}.png",
    }


@pytest.fixture
def screenshots(tmp_path: Path) -> Path:
    for number in range(len(smoke.DIALOGUE)):
        (tmp_path / f"{number:03d}.png").write_bytes(b"\x89PNG\r\n\x1a\n and so on")
    return tmp_path


def test_a_good_play_has_no_problems(screenshots: Path) -> None:
    assert smoke.problems_of_play([_record(number) for number in range(len(smoke.DIALOGUE))], screenshots) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"prompt_tokens": 51}, "sections do not add up"),
        ({"reused_tokens": 31}, "reused and computed"),
        ({"context_limit": 60}, "prompt and reserve"),
        ({"context_limit": 4096}, "prompt and reserve"),
        ({"reply": "  "}, "reply is empty"),
        ({"finish_reason": "failed"}, "ended with failed"),
    ],
)
def test_a_bad_record_is_named(change: dict[str, Any], problem: str) -> None:
    found = smoke.problems_of_record(_record(3) | change)
    assert any(problem in text for text in found)
    assert all(text.startswith("record 3: ") for text in found)


def test_missing_records_pictures_and_facts_are_named(screenshots: Path) -> None:
    records = [_record(number) for number in range(len(smoke.DIALOGUE))]
    assert "records for" in smoke.problems_of_play(records[:1], screenshots)[0]
    (screenshots / "001.png").write_bytes(b"not a picture")
    records[-1] |= {"facts": [{"category": "name"}], "recalled": [{"text": smoke.DIALOGUE[0]["user"], "vector": 0.0}]}
    assert smoke.problems_of_play(records, screenshots) == [
        "record 1: no picture",
        "no allergy among the facts",
        "the turn that answers the last question was not recalled",
    ]
