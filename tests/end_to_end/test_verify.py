"""`verify`: every past prompt can be rebuilt, byte for byte, also after later turns and a restart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.domain.ledger import Section
from desktop_app.domain.timeline import EventKind, timeline_events
from desktop_app.main import main
from tests.scripted_program import Clock, scripted_program

_OF_THE_PROMPT = ("user", "reply", "sections", "prompt_tokens", "prompt_sha256", "kept", "clipped", "recalled")
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


@pytest.mark.parametrize("played", [60, pytest.param(200, marks=pytest.mark.slow)])
def test_played_turns_are_rebuilt_after_edits_clips_a_new_summary_and_a_restart(tmp_path: Path, played: int) -> None:
    """Whatever happened since: each past prompt is the one the engine got, and every record says the same."""
    clock = Clock()
    with scripted_program(tmp_path, clock=clock, context_length=640) as services:
        person = services.people.create("Ann").id
        session = services.sessions.create(person, "first").id
        services.chat.record(session, "I'm allergic to naproxen and take 20 mg of atorvastatin.", "person")
        assert services.consolidation.wait(60)
        for number in range(played):
            clock.now_ms += 40_000_000  # the date moves on
            services.chat.send(session, f"Question {number}: how much is {number} mg and why does it matter?", "person")
            if number == 30:
                assert services.consolidation.wait(60)
        turns = services.timeline.turns(session)
        before = {turn.turn_id: services.records.record(turn.turn_id) for turn in turns}
        prompts = {turn.turn_id: services.context.ledger(turn.turn_id) for turn in turns}
        # What changes later: facts, the summary, a branch, a trial, pins.
        fact = next(fact for fact in services.memory.facts(person) if fact.value == "naproxen")
        services.memory.retract(fact.id)
        services.summaries.rebuild(session)
        services.sessions.pin_turn(turns[5].turn_id, True)
        services.trials.run(services.trials.plan(turns[40].turn_id, "Something else?"))
        services.trials.keep(services.trials.run(services.trials.plan(turns[played].turn_id, "And otherwise?")))
        services.chat.send(session, "What now?", "person")
        assert services.consolidation.wait(60)
    with scripted_program(tmp_path, clock=clock, context_length=640) as services:
        for turn_id, ledger in prompts.items():
            past = services.timeline.prompt(turn_id)
            assert (past.ledger if past else None) == ledger
            assert past is None or past.matches
            again = services.records.record(turn_id)
            assert {key: again[key] for key in _OF_THE_PROMPT} == {key: before[turn_id][key] for key in _OF_THE_PROMPT}
        figures = services.timeline.turns(session)
        kinds = {event.kind for event in timeline_events(figures)}
        assert {EventKind.CLIP, EventKind.SUMMARY, EventKind.PREFIX} <= kinds
        for turn in figures:
            record = services.records.record(turn.turn_id)
            sections = turn.prompt.sections if turn.prompt else (0,) * len(Section)
            assert dict(zip(Section, sections, strict=True)) == record["sections"]
    report_file = tmp_path / "report.json"
    assert main(["verify", "--vault", str(tmp_path / "vault"), "--json", str(report_file)]) == 0
    report = json.loads(report_file.read_text("utf-8"))
    assert (report["turns"], report["turns_erased"]) == (played + 3, 0)
    assert (report["prompt_hash_mismatches"], report["section_sum_mismatches"]) == (0, 0)


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
