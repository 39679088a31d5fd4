"""`verify`: every past prompt can be rebuilt, byte for byte, also after later turns and a restart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.main import main
from tests.scripted_program import Clock, scripted_program

KEYS = {
    "integrity",
    "audit",
    "turns",
    "turns_erased",
    "prompt_hash_mismatches",
    "section_sum_mismatches",
    "chunks",
    "vectors",
    "words",
    "facts_without_quote",
}


def test_a_long_session_with_clips_verifies_after_a_restart(tmp_path: Path) -> None:
    clock = Clock()
    with scripted_program(tmp_path, clock=clock, context_length=512) as services:
        session = services.sessions.create(services.people.create("Ann").id, "first").id
        for number in range(25):
            services.chat.send(session, f"Question {number}: how much is {number} mg and why does it matter?", "person")
        services.chat.record(session, "I'm allergic to naproxen.", "person")
        services.chat.send(session, "word " * 900, "person")  # refused
        assert services.consolidation.wait(60)
        last = services.sessions.page(session).turns[24]
        assert services.records.record(last.id)["overflow"] == "clipped"
    report_file = tmp_path / "report.json"

    status = main(["verify", "--vault", str(tmp_path / "vault"), "--json", str(report_file)])

    report = json.loads(report_file.read_text("utf-8"))
    assert status == 0
    assert report.keys() == KEYS
    assert (report["integrity"], report["audit"]) == ("ok", "ok")
    assert (report["turns"], report["turns_erased"]) == (27, 0)
    assert (report["prompt_hash_mismatches"], report["section_sum_mismatches"], report["facts_without_quote"]) == (
        0,
        0,
        0,
    )
    assert report["chunks"] == report["vectors"] == report["words"] > 0


def test_verify_never_creates_a_vault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--vault", str(tmp_path / "none")]) == 1

    assert not (tmp_path / "none").exists()
    assert capsys.readouterr().err.strip()


def test_a_prompt_that_held_erased_text_counts_as_erased(tmp_path: Path) -> None:
    clock = Clock()
    with scripted_program(tmp_path, clock=clock) as services:
        person = services.people.create("Ann").id
        first = services.sessions.create(person, "first").id
        for text in ("my cat is called Minka", "and my dog Bello", "what did I say?"):
            services.chat.send(first, text, "person")
        services.sessions.delete_turn(services.sessions.page(first).turns[0].id)
    report_file = tmp_path / "report.json"

    assert main(["verify", "--vault", str(tmp_path / "vault"), "--json", str(report_file)]) == 0

    report = json.loads(report_file.read_text("utf-8"))
    assert (report["turns"], report["turns_erased"], report["prompt_hash_mismatches"]) == (2, 2, 0)
