from __future__ import annotations

import pytest

from desktop_app.domain.conversation import CLINICIAN, DOCUMENT, PERSON, FinishReason, Message, MessageStatus, Turn
from desktop_app.domain.notes.lines import Line, lines_of
from desktop_app.domain.notes.note import Part, SectionPlan
from desktop_app.domain.notes.sorting import material, sorted_lines


def turns(*said: tuple[str, str]) -> list[Turn]:
    return [
        Turn(
            number, 1, None, 0,
            Message(2 * number - 1, number, "user", speaker, text, MessageStatus.COMPLETE, 0), None,
            FinishReason.RECORDED,
        )
        for number, (speaker, text) in enumerate(said, 1)
    ]  # fmt: skip


def placed(*said: tuple[str, str]) -> dict[Part, list[str]]:
    return {part: [line.text for line in lines] for part, lines in sorted_lines(lines_of(turns(*said))).items()}


def test_a_short_answer_stands_with_its_question() -> None:
    lines = lines_of(
        turns((CLINICIAN, "有没有药物过敏？"), (PERSON, "没有。"), (CLINICIAN, "Any fever?"), (PERSON, "No."))
    )
    assert [(line.text, line.messages) for line in lines] == [
        ("问：有没有药物过敏？答：没有。", (1, 3)),
        ("Asked “Any fever?”: “No.”", (5, 7)),
    ]


def test_a_question_that_nobody_answered_is_no_statement() -> None:
    assert lines_of(turns((CLINICIAN, "有糖尿病吗？"), (CLINICIAN, "血压142/88。"))) == [
        Line("血压142/88。", (3,), CLINICIAN)
    ]


def test_a_consultation_in_chinese() -> None:
    found = placed(
        (CLINICIAN, "哪里不舒服？"),
        (PERSON, "咳嗽三天了，有黄痰。"),
        (CLINICIAN, "发烧吗？"),
        (PERSON, "没有发烧，也不胸痛。"),
        (PERSON, "高血压十年，一直吃氨氯地平5毫克。青霉素过敏。"),
        (CLINICIAN, "查体：体温36.8℃，血压142/88，咽部充血。"),
        (CLINICIAN, "血常规白细胞11.2。"),
        (CLINICIAN, "考虑急性支气管炎。高血压2级。给予阿奇霉素0.5g qd，3天后复诊。"),
    )
    assert found == {
        Part.COMPLAINT: ["问：哪里不舒服？答：咳嗽三天了，有黄痰。"],
        Part.PRESENT: ["问：发烧吗？答：没有发烧，也不胸痛。"],
        Part.PAST: ["高血压十年，一直吃氨氯地平5毫克。"],
        Part.ALLERGIES: ["青霉素过敏。"],
        Part.EXAMINATION: ["查体：体温36.8℃，血压142/88，咽部充血。"],
        Part.INVESTIGATIONS: ["血常规白细胞11.2。"],
        Part.DIAGNOSIS: ["考虑急性支气管炎。", "高血压2级。"],
        Part.PLAN: ["给予阿奇霉素0.5g qd，3天后复诊。"],
    }


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        (((PERSON, "我每天吃氨氯地平5mg。"), (CLINICIAN, "患者咳嗽三天。")), ["患者咳嗽三天。"]),
        (((PERSON, "我每天吃氨氯地平5mg。"), (PERSON, "头晕两天。")), ["头晕两天。"]),
        (((PERSON, "没有发烧。"), (PERSON, "咳嗽三天。")), ["咳嗽三天。"]),
        (((PERSON, "I take lisinopril 10 mg."), (PERSON, "I have a headache.")), ["I have a headache."]),
        (((PERSON, "我每天吃氨氯地平5mg。"),), None),
    ],
)
def test_the_complaint_is_what_ails(said: tuple[tuple[str, str], ...], complaint: list[str] | None) -> None:
    assert placed(*said).get(Part.COMPLAINT) == complaint


def test_a_consultation_in_english() -> None:
    found = placed(
        (PERSON, "I've had a sore throat for four days."),
        (CLINICIAN, "Any allergies?"),
        (PERSON, "No."),
        (PERSON, "I have asthma. My father had a heart attack at 50."),
        (CLINICIAN, "On examination temp 38.1, tonsils red, chest clear."),
        (CLINICIAN, "I think this is bacterial tonsillitis. Start amoxicillin 500 mg tid. Come back if it gets worse."),
    )
    assert found[Part.COMPLAINT] == ["I've had a sore throat for four days."]
    assert found[Part.ALLERGIES] == ["Asked “Any allergies?”: “No.”"]
    assert found[Part.PAST] == ["I have asthma.", "My father had a heart attack at 50."]
    assert found[Part.EXAMINATION] == ["On examination temp 38.1, tonsils red, chest clear."]
    assert found[Part.DIAGNOSIS] == ["I think this is bacterial tonsillitis."]
    assert found[Part.PLAN] == ["Start amoxicillin 500 mg tid.", "Come back if it gets worse."]


def test_shorthand_is_cut_where_each_part_says_the_same_alone() -> None:
    found = placed((CLINICIAN, "咳嗽5天，否认发热，青霉素过敏，BP 142/88，既往2型糖尿病8年，服二甲双胍0.5g bid。"))
    # What is denied reaches over commas: the sentence stays whole where it does.
    assert found[Part.ALLERGIES] == ["咳嗽5天，否认发热，青霉素过敏"]
    assert found[Part.EXAMINATION] == ["BP 142/88"]
    assert found[Part.PAST] == ["既往2型糖尿病8年，服二甲双胍0.5g bid。"]
    assert Part.PLAN not in found


@pytest.mark.parametrize("speaker", [PERSON, "family:妈妈", DOCUMENT])
@pytest.mark.parametrize(
    "text", ["我觉得是肺炎，诊断：肺炎。", "建议吃头孢，一天三次。", "I think this is pneumonia.", "Start amoxicillin."]
)
def test_diagnosis_and_plan_are_the_clinicians_alone(speaker: str, text: str) -> None:
    assert not {Part.DIAGNOSIS, Part.PLAN} & placed((speaker, text)).keys()


def test_of_a_document_only_results_are_taken() -> None:
    assert placed((DOCUMENT, "血红蛋白 98 g/L。诊断：贫血。患者咳嗽。")) == {Part.INVESTIGATIONS: ["血红蛋白 98 g/L。"]}


def test_a_section_of_ones_own_takes_the_lines_with_its_words() -> None:
    lines = lines_of(turns((PERSON, "最近总失眠。胃口很好。")))
    plan = SectionPlan("睡眠", Part.OWN, ("失眠", "早醒"))
    assert [line.text for line in material(plan, {}, lines)] == ["最近总失眠。"]


def test_subjective_gathers_part_by_part() -> None:
    found = sorted_lines(lines_of(turns((PERSON, "青霉素过敏。头痛三天。高血压十年。"))))
    gathered = material(SectionPlan("主观", Part.SUBJECTIVE), found, [])
    assert [line.text for line in gathered] == ["头痛三天。", "高血压十年。", "青霉素过敏。"]


@pytest.mark.parametrize(
    ("speaker", "text"),
    [
        ("family:家属", "他爸爸得过脑梗。"),
        ("family:家属", "她妈妈是乳腺癌。"),
        (PERSON, "我妈对青霉素过敏。"),
        (CLINICIAN, "Mother has breast cancer."),
        (PERSON, "My father had a stroke."),
        ("family:mother", "His uncle had colon cancer at 50."),
    ],
)
def test_the_illness_of_relatives_is_history_of_the_family(speaker: str, text: str) -> None:
    assert placed((PERSON, "咳嗽三天。"), (speaker, text))[Part.PAST] == [text]


def test_what_a_relative_tells_of_the_patient_is_none() -> None:
    found = placed((PERSON, "妈妈说我咳嗽三天了。"), (PERSON, "我头晕，我爸有高血压。"))
    assert found[Part.PAST] == ["我爸有高血压。"]
    assert found[Part.COMPLAINT] == ["妈妈说我咳嗽三天了。"]


@pytest.mark.parametrize(
    "text",
    [
        "我吃磺胺药起过疹子。",
        "上次输头孢，十分钟就喘不上气。",
        "头孢我能吃，前年吃过头孢克肟没事。",
        "I broke out in a rash after amoxicillin.",
    ],
)
def test_how_a_drug_was_borne_belongs_to_the_allergies_alone(text: str) -> None:
    found = placed((PERSON, "咳嗽三天。"), (PERSON, text))
    assert [part for part, lines in found.items() if text in lines] == [Part.ALLERGIES]


@pytest.mark.parametrize(
    ("text", "allergies"),
    [
        ("他吃海鲜身上痒。胸不疼，就是没劲儿，腿肿。", ["他吃海鲜身上痒。"]),
        ("他对阿司匹林过敏，吃了就喘。血糖没毛病。", ["他对阿司匹林过敏，吃了就喘。"]),
        ("对头孢过敏，起了一身疹子。", ["对头孢过敏，起了一身疹子。"]),
        ("He is allergic to aspirin, it makes him wheeze.", ["He is allergic to aspirin, it makes him wheeze."]),
    ],
)
def test_what_an_allergy_does_stays_with_it_and_is_no_complaint(text: str, allergies: list[str]) -> None:
    found = placed(("family:家属", text))
    assert found[Part.ALLERGIES] == allergies
    others = [line for part, lines in found.items() if part is not Part.ALLERGIES for line in lines]
    assert not set(allergies) & set(others)
    assert not any("喘" in line or "wheeze" in line or "疹" in line for line in others)


def test_a_complaint_behind_an_allergy_stays_a_complaint() -> None:
    found = placed((PERSON, "青霉素过敏，咳嗽三天。"))
    assert (found[Part.ALLERGIES], found[Part.COMPLAINT]) == (["青霉素过敏"], ["咳嗽三天。"])


def test_the_complaint_is_what_ails_and_no_allergy() -> None:
    found = placed((PERSON, "我吃海鲜身上痒。胸不疼，就是没劲儿，腿肿。"))
    assert found[Part.COMPLAINT] == ["胸不疼，就是没劲儿，腿肿。"]


@pytest.mark.parametrize(
    ("speaker", "text", "result"),
    [
        ("family:家属", "血糖没毛病。", False),
        (PERSON, "心电图做过，说没事。", False),
        (PERSON, "上周血糖7.8。", True),
        (PERSON, "幽门螺杆菌报告是阳性。", True),
        (CLINICIAN, "心电图未见异常。", True),
    ],
)
def test_a_remark_without_a_value_is_no_result(speaker: str, text: str, result: bool) -> None:
    found = placed((PERSON, "头晕三天。"), (speaker, text))
    assert (text in found.get(Part.INVESTIGATIONS, [])) is result
    assert any(text in lines for lines in found.values())


def test_a_line_that_names_another_patient_is_never_cut() -> None:
    line = Line("王秀英的血钾回报5.8，停螺内酯。", (1,), CLINICIAN, names_other=True)
    assert [[one.text for one in lines] for lines in sorted_lines([line]).values()] == [[line.text]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("血压142/88mmHg，青霉素过敏。", {Part.EXAMINATION: ["血压142/88mmHg"], Part.ALLERGIES: ["青霉素过敏。"]}),
        ("青霉素过敏，血压142/88mmHg。", {Part.ALLERGIES: ["青霉素过敏"], Part.EXAMINATION: ["血压142/88mmHg。"]}),
        (
            "BP 142/88, allergic to penicillin.",
            {Part.EXAMINATION: ["BP 142/88"], Part.ALLERGIES: ["allergic to penicillin."]},
        ),
    ],
)
def test_what_was_measured_beside_an_allergy_is_examined_and_no_allergy(
    text: str, expected: dict[Part, list[str]]
) -> None:
    assert placed((CLINICIAN, text)) == expected
