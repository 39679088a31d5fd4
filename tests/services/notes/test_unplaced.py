"""A clinician's statement is placed, or it is told that it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.named_texts import NamedText
from desktop_app.domain.notes.note import Part
from tests.scripted_program import scripted_program
from tests.services.notes.consultations import hold

NOTE = NamedText("", "初诊", "主诉\n现病史\n既往史\n过敏史\n体格检查\n检查\n诊断\n处理")
SHORT = NamedText("", "短", "主诉\n过敏史")


@pytest.mark.parametrize(
    ("said", "part", "line"),
    [
        ("咽痛3天。可见脓点。NKDA？待核实。WBC 14.2。", Part.ALLERGIES, "NKDA？待核实。"),
        ("咽痛3天。青霉素过敏？", Part.ALLERGIES, "青霉素过敏？"),
        ("胸痛1小时。急性心梗？待排。", Part.PRESENT, "急性心梗？待排。"),
    ],
)
def test_a_doubt_of_the_clinician_stands_as_it_was_said(tmp_path: Path, said: str, part: Part, line: str) -> None:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        note = services.notes.draft(hold(services, ((CLINICIAN, said),)), NOTE)
        texts = {section.plan.part: section.text.splitlines() for section in note.sections}
        if part is Part.ALLERGIES:
            assert texts[part] == [line]
        assert any(line in found for found in texts.values())


def test_a_question_stays_one_and_an_answered_doubt_stands_with_its_answer(tmp_path: Path) -> None:
    said = ((CLINICIAN, "有什么药物过敏吗？"),
            (PERSON, "咳嗽三天，晚上睡不好，白天也没有精神，吃饭也不香，走路都没有力气，家里人催我来看看。"),
            (CLINICIAN, "青霉素过敏？"), (PERSON, "没有。"))  # fmt: skip
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        note = services.notes.draft(hold(services, said), NOTE)
        whole = "\n".join(section.text for section in note.sections)
        assert "有什么药物过敏吗" not in whole
        assert "问：青霉素过敏？答：没有。" in whole
        assert services.notes.open(note.id).unplaced == ()


def test_what_no_section_holds_is_told(tmp_path: Path) -> None:
    said = ((CLINICIAN, "您好。咽痛3天。血压142/88mmHg。青霉素过敏。患者由邻居陪同。"),)
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        session = hold(services, said)
        opened = services.notes.open(services.notes.draft(session, SHORT).id)
        assert opened.unplaced == ("血压142/88mmHg。", "患者由邻居陪同。")
        note = services.notes.draft(session, NOTE)
        assert services.notes.open(note.id).unplaced == (), "another template has a place for all of it"
        services.notes.edit(opened.note.id, 1, "")
        again = services.notes.open(opened.note.id)
        assert again.unplaced == opened.unplaced, "what a hand took out is told as such, not as forgotten"
