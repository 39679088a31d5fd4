"""What patients take, what ails them now, what came from the laboratory: each in its section, in both languages."""

from __future__ import annotations

from pathlib import Path

from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.named_texts import NamedText
from desktop_app.domain.notes.note import Note, Part
from desktop_app.services.facade import Services
from tests.scripted_program import scripted_program
from tests.services.notes.consultations import hold

NOTE_ZH = NamedText("", "初诊", "主诉\n现病史\n既往史\n过敏史\n体格检查\n辅助检查\n初步诊断\n处理意见")
NOTE_EN = NamedText(
    "",
    "First visit",
    "Chief complaint\nHistory of present illness\nPast history\nAllergies\nExam\nLabs\nDiagnosis\nPlan",
)


def _texts(note: Note) -> dict[Part, str]:
    return {section.plan.part: section.text for section in note.sections}


def _drafted(services: Services, said: tuple[tuple[str, str], ...], template: NamedText, name: str) -> dict[Part, str]:
    session = hold(services, said, name)
    assert services.consolidation.wait(20)
    return _texts(services.notes.draft(session, template))


def test_a_chinese_visit(tmp_path: Path) -> None:
    said = (
        (CLINICIAN, "患者女76岁，头晕1周，否认胸痛、否认呕吐。BP 142/88。血钾 3.1 mmol/L。"),
        (PERSON, "小时候出过荨麻疹。在吃氨氯地平5mg每天一次。每天吃阿司匹林100mg，上个月已经停了华法林。"),
        (CLINICIAN, "氨氯地平改为10mg每天一次。刚才血压记错了，应为 BP 152/88。血钾录错，应为 4.1 mmol/L。"),
        (CLINICIAN, "阿司匹林停用。处理：查心电图、肌钙蛋白，两周后复诊。"),
    )
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        found = _drafted(services, said, NOTE_ZH, "王芳")
        assert found[Part.COMPLAINT] == "患者女76岁，头晕1周，否认胸痛、否认呕吐。"
        assert found[Part.PAST].splitlines() == [
            "小时候出过荨麻疹。",
            "在吃氨氯地平5mg每天一次。（已改为：氨氯地平 10mg 每天一次）",
            "每天吃阿司匹林100mg，上个月已经停了华法林。（阿司匹林已停）",
            "阿司匹林停用。",
        ]
        assert found[Part.INVESTIGATIONS].splitlines() == ["血钾录错，应为 4.1 mmol/L。"]
        assert "氨氯地平改为10mg每天一次。" in found[Part.PLAN]
        assert "阿司匹林停用。" in found[Part.PLAN]


def test_an_english_visit(tmp_path: Path) -> None:
    said = (
        (PERSON, "I had measles as a child. I'm taking amlodipine 5 mg once a day. I stopped warfarin last month."),
        (PERSON, "I've had a cough for 5 days."),
        (CLINICIAN, "BP 142/88. Potassium 3.1 mmol/L."),
        (CLINICIAN, "Increase amlodipine to 10 mg once a day."),
    )
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        found = _drafted(services, said, NOTE_EN, "Ann Smith")
        assert found[Part.COMPLAINT] == "I've had a cough for 5 days."
        assert found[Part.PAST].splitlines() == [
            "I had measles as a child.",
            "I'm taking amlodipine 5 mg once a day. (since changed: amlodipine 10 mg once a day)",
            "I stopped warfarin last month.",
        ]
        assert found[Part.INVESTIGATIONS] == "Potassium 3.1 mmol/L."
        assert found[Part.PLAN] == "Increase amlodipine to 10 mg once a day."


def test_what_is_said_in_another_session_today_is_no_past_history(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        first = (
            (CLINICIAN, "胸闷3天，否认发热。既往高血压10年。青霉素过敏。"),
            (CLINICIAN, "诊断：稳定型心绞痛。处理：查心电图，阿司匹林100mg qd。"),
        )
        hold(services, first)
        assert services.consolidation.wait(20)
        (person,) = services.people.list()
        later = services.sessions.create(person.id, "afternoon")
        services.chat.record(later.id, "肌钙蛋白0.5ng/ml，胸痛加重", CLINICIAN)
        found = _texts(services.notes.draft(later.id, NOTE_ZH))
        past = [line.split(" (")[0] for line in found[Part.PAST].splitlines()]
        assert past == ["既往高血压10年", "阿司匹林100mg qd"]
        assert found[Part.ALLERGIES].startswith("青霉素过敏 (")
        assert (found[Part.COMPLAINT], found[Part.INVESTIGATIONS]) == ("胸痛加重", "肌钙蛋白0.5ng/ml")


def test_planned_examinations_of_the_hand_out(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        session = hold(services, ((CLINICIAN, "处理：查心电图、肌钙蛋白，两周后复诊。"),))
        made = services.notes.hand_out(services.notes.draft(session, NOTE_ZH).id, "zh")
        assert _texts(made)[Part.TESTS] == "查心电图、肌钙蛋白"
        assert _texts(made)[Part.FOLLOW_UP] == "两周后复诊。"
