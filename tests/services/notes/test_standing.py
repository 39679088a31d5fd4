"""What became of an allergy that was said and denied: open it says so, settled it leaves the draft."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.domain.conflicts import Settlement
from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.named_texts import NamedText
from desktop_app.domain.notes.note import Note, Part
from desktop_app.services.facade import Services
from tests.scripted_program import scripted_program
from tests.services.notes.consultations import hold

NOTE = NamedText("", "初诊", "主诉\n现病史\n过敏史")
SAID = ((PERSON, "我对青霉素过敏。"), ("family:女儿", "他对青霉素不过敏。"), (PERSON, "咳嗽三天了。"))


def _allergies(note: Note) -> str:
    return next(section.text for section in note.sections if section.plan.part is Part.ALLERGIES)


def _held(services: Services) -> int:
    session = hold(services, SAID)
    assert services.consolidation.wait(20)
    return session


def test_an_open_contradiction_says_who_said_what(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        note = services.notes.draft(_held(services), NOTE)
        assert _allergies(note) == "我对青霉素过敏。（患者说；待核实）\n他对青霉素不过敏。（女儿说；待核实）"
        at = next(at for at, section in enumerate(note.sections) if section.plan.part is Part.ALLERGIES)
        assert not services.notes.can_reword(note, at), "no rewording may lose it"


@pytest.mark.parametrize(
    ("decision", "left"),
    [(Settlement.KEEP_OLD, "我对青霉素过敏。"), (Settlement.KEEP_NEW, "他对青霉素不过敏。")],
)
def test_what_was_settled_against_is_not_drafted(tmp_path: Path, decision: Settlement, left: str) -> None:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        session = _held(services)
        (person,) = services.people.list()
        (conflict,) = services.memory.conflicts(person.id)
        services.memory.settle(conflict, decision)
        assert _allergies(services.notes.draft(session, NOTE)) == left
        later = services.sessions.create(person.id, "next")
        services.chat.record(later.id, "头痛两天。", CLINICIAN)
        assert _allergies(services.notes.draft(later.id, NOTE)).split(" (")[0] == left.rstrip("。")
