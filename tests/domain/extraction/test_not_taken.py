"""What others advise, what is asked about and what was refused is not taken; how a daily dose is said."""

from __future__ import annotations

from datetime import date

import pytest

from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.memory import Category, FactCandidate, Polarity


def drugs(text: str, speaker: str = PERSON) -> list[FactCandidate]:
    found = extract(text, speaker=speaker, vault=VaultKind.CLINICAL, said_on=date(2026, 11, 30))
    return [one for one in found if one.category is Category.MEDICATION]


@pytest.mark.parametrize(
    "text",
    [
        "隔壁床李建国跟我说吃阿司匹林好，我能吃不？",
        "听说吃阿司匹林好",
        "病友说用胰岛素好",
        "邻居让我吃三七粉",
        "同事劝我吃二甲双胍",
        "我女儿让我吃鱼油",
        "能不能吃阿司匹林",
        "我能吃布洛芬不",
        "someone told me aspirin is good, can I take it?",
        "My neighbor says I should take aspirin.",
        "A friend told me to take melatonin",
        "My wife wants me to take fish oil",
    ],
)
def test_what_others_advise_or_what_is_asked_is_not_taken(text: str) -> None:
    assert drugs(text) == []


@pytest.mark.parametrize(
    ("text", "subject", "drug"),
    [
        ("邻居让我吃三七粉，我吃了一周了", "self", "三七粉"),
        ("医生让我吃阿司匹林", "self", "阿司匹林"),
        ("我妈说她吃阿司匹林好多了", "妈", "阿司匹林"),
        ("My doctor told me to take aspirin", "self", "aspirin"),
        ("My cardiologist wants me to take aspirin", "self", "aspirin"),
        ("My neighbor told me to take aspirin and I've been taking it", "self", "aspirin"),
    ],
)
def test_what_a_doctor_ordered_or_what_was_taken_upon_advice_is(text: str, subject: str, drug: str) -> None:
    assert [(one.subject, one.value) for one in drugs(text)] == [(subject, drug)]


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("拟加用地高辛0.125mg qd，患者拒绝，未用。", ["地高辛0.125mg qd"]),
        ("拟加用地高辛0.125mg qd，已交代风险，患者及家属拒绝使用。", ["地高辛0.125mg qd"]),
        ("建议加用氯吡格雷75mg，家属拒绝", ["氯吡格雷75mg"]),
        ("拟加用达格列净、呋塞米，患者暂不同意", ["达格列净", "呋塞米"]),
        ("建议加用氨氯地平5mg，未用", ["氨氯地平5mg"]),
        ("Recommended atorvastatin 20 mg; patient refused.", ["atorvastatin 20 mg"]),
        ("offered digoxin, patient declined", ["digoxin"]),
    ],
)
def test_what_was_proposed_and_refused_is_no_current_drug(text: str, refused: list[str]) -> None:
    found = drugs(text, CLINICIAN)
    assert [one.value for one in found] == refused
    assert all(one.polarity is Polarity.NEGATED for one in found)


@pytest.mark.parametrize(
    ("text", "drug"),
    [
        ("予阿司匹林100mg qd，患者拒绝检查。", "阿司匹林100mg qd"),
        ("继续阿司匹林100mg qd，建议冠脉造影，患者拒绝。", "阿司匹林100mg qd"),
        ("Started aspirin 81 mg, patient declined colonoscopy", "aspirin 81 mg"),
    ],
)
def test_who_refuses_something_else_takes_the_drug(text: str, drug: str) -> None:
    assert [(one.value, one.polarity) for one in drugs(text, CLINICIAN)] == [(drug, Polarity.AFFIRMED)]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("胰岛素每天打12单位", "胰岛素每天打12单位", "单位"),
        ("胰岛素早晚各打12单位", "胰岛素早晚各打12单位", "单位"),
        ("每天打12单位胰岛素", "12单位胰岛素", "单位"),
        ("氨氯地平每天吃5mg", "氨氯地平每天吃5mg", "mg"),
    ],
)
def test_a_daily_dose_behind_the_way_it_is_given(text: str, value: str, unit: str) -> None:
    assert [(one.value, one.unit) for one in drugs(text)] == [(value, unit)]
    assert "单位" not in drugs(text)[0].attribute
