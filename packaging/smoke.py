"""Plays a short dialogue through the real window and the real model and checks what was recorded.

    xvfb-run -a .venv/bin/python packaging/smoke.py [--keep FOLDER]

A virtual screen lets Qt use the same platform plugin as on a desk, so missing system libraries show here.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from desktop_app.support.paths import SMALL_CHAT_MODEL, data_paths  # noqa: E402

CONTEXT_TOKENS = 1024
REPLY_TOKENS = 24
DIALOGUE: tuple[dict[str, str], ...] = (
    {"session": "first visit", "person": "Anna Berg", "user": "My name is Anna Berg and I am allergic to penicillin."},
    {"user": "My blood pressure was 150/95 this morning."},
    {"session": "复诊", "user": "你好，我每天早上服用二甲双胍500mg。"},
    {"user": "What am I allergic to?"},
)
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def problems_of_record(record: Mapping[str, Any]) -> list[str]:
    """What is wrong with the numbers of one turn; empty if nothing is."""
    name = f"record {record.get('record')}"
    total = record["prompt_tokens"]
    checks = {
        "the sections do not add up to the prompt": sum(record["sections"].values()) == total,
        "reused and computed tokens do not add up": record["reused_tokens"] + record["computed_tokens"] == total,
        "the prompt is empty": total > 0,
        "prompt and reserve pass the window": total + record["reserved"] <= record["context_limit"] <= CONTEXT_TOKENS,
        "the reply is empty": bool(record["reply"].strip()),
        f"the turn ended with {record['finish_reason']}": record["finish_reason"] in ("stop", "length"),
    }
    return [f"{name}: {text}" for text, holds in checks.items() if not holds]


def problems_of_play(records: Sequence[Mapping[str, Any]], screenshots: Path) -> list[str]:
    """What is wrong with a played dialogue; empty if nothing is.

    Args:
        records: as `play` wrote them.
        screenshots: the folder of pictures.
    """
    if len(records) != len(DIALOGUE):
        return [f"{len(records)} records for {len(DIALOGUE)} turns"]
    found = [problem for record in records for problem in problems_of_record(record)]
    for record in records:
        picture = screenshots / str(record.get("screenshot"))
        if not picture.is_file() or picture.read_bytes()[:8] != _PNG_SIGNATURE:
            found.append(f"record {record.get('record')}: no picture")
    categories = {fact["category"] for fact in records[-1]["facts"]}
    found += [f"no {wanted} among the facts" for wanted in ("name", "allergy") if wanted not in categories]
    # In another session, so only the embedding model's vectors lead there.
    recalled = [one for one in records[-1]["recalled"] if one["text"] == DIALOGUE[0]["user"] and one["vector"] > 0]
    found += [] if recalled else ["the turn that answers the last question was not recalled"]
    return found


def play(folder: Path) -> list[str]:
    """Plays the dialogue in a new vault below a folder and verifies the vault.

    Returns:
        What is wrong; empty if nothing is.
    """
    script, record, screenshots = folder / "dialogue.jsonl", folder / "record.json", folder / "screenshots"
    script.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in DIALOGUE), encoding="utf-8")
    program = [sys.executable, "-m", "desktop_app"]
    model = data_paths().chat_models / SMALL_CHAT_MODEL
    vault = folder / "vault"
    options = {
        "--vault": vault,
        "--record": record,
        "--screenshots": screenshots,
        "--model": model,
        "--context": CONTEXT_TOKENS,
        "--max-tokens": REPLY_TOKENS,
    }
    flat = [str(word) for option in options.items() for word in option]
    played = subprocess.run([*program, "play", str(script), *flat, "--wait-memory"], cwd=PROJECT, check=False)
    if played.returncode != 0:
        return [f"play ended with status {played.returncode}"]
    found = problems_of_play(json.loads(record.read_text(encoding="utf-8")), screenshots)
    verified = subprocess.run([*program, "verify", "--vault", str(vault)], cwd=PROJECT, check=False)
    if verified.returncode != 0:
        found.append(f"verify ended with status {verified.returncode}")
    return found


def main() -> int:
    """Plays, prints what is wrong, and returns 0 if nothing is."""
    parser = argparse.ArgumentParser(description="Plays a dialogue through the real window and checks it.")
    parser.add_argument("--keep", type=Path, help="an absent or empty folder to play in, kept afterwards")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        found = play(options.keep.absolute())
    else:
        with tempfile.TemporaryDirectory() as temporary:
            found = play(Path(temporary))
    for problem in found:
        sys.stdout.write(f"✗ {problem}\n")
    if not found:
        sys.stdout.write(f"Smoke test: {len(DIALOGUE)} turns played through the window, records in order.\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
