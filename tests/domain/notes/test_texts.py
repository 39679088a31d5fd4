from __future__ import annotations

import pytest

from desktop_app.domain.notes.editing import edited
from desktop_app.domain.notes.note import (
    ChangeOf,
    NoteSection,
    Origin,
    Part,
    SectionPlan,
    Sentence,
    SentenceState,
)
from desktop_app.domain.notes.plain_words import is_added_to, plain, sorted_plan
from desktop_app.domain.notes.templates import as_text, language_of_sections, sections_of
from desktop_app.domain.prompt_words import Language


def test_a_template_is_a_heading_a_line() -> None:
    sections = sections_of("主诉\n\n初步诊断\n睡眠：失眠、早醒 打鼾\n家庭情况\n")
    assert sections == (
        SectionPlan("主诉", Part.COMPLAINT),
        SectionPlan("初步诊断", Part.DIAGNOSIS),
        SectionPlan("睡眠", Part.OWN, ("失眠", "早醒", "打鼾")),
        SectionPlan("家庭情况", Part.OWN, ("家庭情况",)),
    )
    assert language_of_sections(sections, "en") == "zh"
    assert sections_of(" \n") == ()


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("头孢克肟0.1g bid po×5天。", "zh", "头孢克肟0.1克，每天2次，口服，用5天。"),
        ("布洛芬0.3g q8h prn", "zh", "布洛芬0.3克 每8小时1次，需要时"),
        ("ibuprofen 400mg tds pc 5/7", "en", "ibuprofen 400mg three times a day after meals for 5 days"),
        ("血压 150/95 mmHg", "zh", "血压 150/95 mmHg"),
        ("grade IV heart failure, drops od", "en", "grade IV heart failure, drops od"),
    ],
)
def test_shorthand_is_spelled_out_and_nothing_else(text: str, language: Language, expected: str) -> None:
    assert plain(text, language) == expected


def test_a_plan_is_sorted_for_the_patient() -> None:
    text = "给予阿奇霉素0.5g qd，口服3天，多饮水，复查血常规；如果发热超过38.5℃随时就诊。"
    plan = Sentence(text, Origin.SAID, SentenceState.SUPPORTED, (1,))
    assert {part: [line.text for line in lines] for part, lines in sorted_plan([plan]).items()} == {
        Part.MEDICINES: ["给予阿奇霉素0.5g qd，口服3天"],
        Part.ADVICE: ["多饮水"],
        Part.TESTS: ["复查血常规"],
        Part.FOLLOW_UP: ["如果发热超过38.5℃随时就诊。"],
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("一周后复查肌钙蛋白、血脂，门诊随诊。", {Part.FOLLOW_UP: ["一周后复查肌钙蛋白、血脂", "门诊随诊。"]}),
        ("查血脂，门诊随诊。", {Part.TESTS: ["查血脂"], Part.FOLLOW_UP: ["门诊随诊。"]}),
        ("定期复查肝功能。", {Part.FOLLOW_UP: ["定期复查肝功能。"]}),
        ("复查血常规。", {Part.TESTS: ["复查血常规。"]}),
        ("Repeat bloods in 2 weeks.", {Part.FOLLOW_UP: ["Repeat bloods in 2 weeks."]}),
        ("Chest x-ray today.", {Part.TESTS: ["Chest x-ray today."]}),
    ],
)
def test_what_says_when_to_come_back_is_follow_up(text: str, expected: dict[Part, list[str]]) -> None:
    plan = Sentence(text, Origin.SAID, SentenceState.SUPPORTED, (1,))
    assert {part: [line.text for line in lines] for part, lines in sorted_plan([plan]).items()} == expected


@pytest.mark.parametrize(
    ("sentence", "addendum", "told"),
    [
        ("氨氯地平改为100毫克，每天1次", "氨氯地平应为10mg", True),
        ("氨氯地平改为100毫克，每天1次", "阿司匹林停用", False),
        ("口服5天", "应为7天", True),
        ("多饮水", "应为7天", False),
        ("take amlodipine 100 mg once a day", "Amlodipine 10 mg was meant.", True),
        ("drink plenty", "Amlodipine 10 mg was meant.", False),
    ],
)
def test_a_sentence_an_addendum_speaks_of(sentence: str, addendum: str, told: bool) -> None:
    assert is_added_to(sentence, addendum) is told


SENTENCES = (
    Sentence("咳嗽三天，有黄痰", Origin.SAID, SentenceState.SUPPORTED, (1,), 11),
    Sentence("没有发烧", Origin.SAID, SentenceState.SUPPORTED, (3,), 12),
    Sentence("可能是肺炎", Origin.MODEL, SentenceState.UNSUPPORTED, (3,), 13),
)


def test_a_changed_line_stays_the_sentence_it_was() -> None:
    found = edited(SENTENCES, "咳嗽三天，有黄痰，夜间加重\n精神好\n", lambda _old, _new: False)
    assert [(each.text, each.state, each.id) for each in found.sentences] == [
        ("咳嗽三天，有黄痰，夜间加重", SentenceState.KEPT, 11),
        ("精神好", SentenceState.KEPT, 0),
        ("可能是肺炎", SentenceState.UNSUPPORTED, 13),
        ("没有发烧", SentenceState.DROPPED, 12),
    ]
    assert found.sentences[0].sources == (1,)
    assert [(edit.kind, edit.before) for edit in found.edits] == [
        (ChangeOf.EDITED, "咳嗽三天，有黄痰"),
        (ChangeOf.ADDED, ""),
        (ChangeOf.DROPPED, "没有发烧"),
    ]


def test_nothing_typed_changes_nothing() -> None:
    found = edited(SENTENCES, "咳嗽三天，有黄痰\n没有发烧\n", lambda _old, _new: False)
    assert found.edits == ()
    assert found.sentences == SENTENCES


def test_a_section_is_copied_as_plain_text() -> None:
    section = NoteSection(SectionPlan("现病史", Part.PRESENT), SENTENCES)
    assert as_text(section, "〔〕") == "现病史\n咳嗽三天，有黄痰\n没有发烧"
    assert as_text(NoteSection(SectionPlan("Plan", Part.PLAN), SENTENCES[1:2]), "[]") == "Plan: 没有发烧"
