"""A dose that is changed is the dose from then on, and a reading that is corrected takes the place of the last one."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from desktop_app.domain.conversation import CLINICIAN, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.memory import Category, Fact, FactCandidate, FactState, FactStatus, Polarity
from desktop_app.domain.validity import Outcome, reconcile, series_key

TODAY = date(2026, 3, 10)


def _held(id: int, category: Category, attribute: str, value: str, unit: str = "") -> Fact:
    return Fact(
        id, 1, "self", category, attribute, value, unit, Polarity.AFFIRMED, FactStatus.CURRENT, FactState.ACTIVE,
        CLINICIAN, 1.0, 1, TODAY.isoformat(), "", 1, None, None, False, value, 1, 1, 1, 0, 1, "rules",
    )  # fmt: skip


DRUG = _held(1, Category.MEDICATION, "氨氯地平", "氨氯地平5mg每日一次", "mg")
READING = _held(2, Category.MEASUREMENT, "血压", "血压142/88")


def _said(text: str) -> list[FactCandidate]:
    return extract(text, speaker=CLINICIAN, vault=VaultKind.CLINICAL, said_on=TODAY, recent=(READING, DRUG))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("氨氯地平改为10mg每日一次。", "氨氯地平改为10mg每日一次"),
        ("氨氯地平加量到10mg，每日一次。", "氨氯地平加量到10mg"),
        ("氨氯地平减至2.5mg", "氨氯地平减至2.5mg"),
        ("氨氯地平减量至2.5mg qd", "氨氯地平减量至2.5mg qd"),
        ("将氨氯地平5mg改为10mg", "氨氯地平5mg改为10mg"),
        ("氨氯地平5mg qd 改为10mg qd", "氨氯地平5mg qd 改为10mg qd"),
        ("用药：氨氯地平剂量上调至10mg", "氨氯地平剂量上调至10mg"),
        ("增加氨氯地平至10mg", "氨氯地平至10mg"),
        ("氨氯地平5mg每日一次，改为10mg每日一次", "10mg每日一次"),
        ("Amlodipine 5 mg daily increased to 10 mg daily.", "Amlodipine 5 mg daily increased to 10 mg daily"),
        ("Increase amlodipine to 10 mg once daily.", "amlodipine to 10 mg once daily"),
        ("Switched from amlodipine 5 mg to 10 mg daily", "amlodipine 5 mg to 10 mg daily"),
    ],
)
def test_a_changed_dose_is_the_current_one(text: str, value: str) -> None:
    *_, found = _said(text)
    assert (found.category, found.value, found.status) == (Category.MEDICATION, value, FactStatus.CURRENT)
    assert series_key(found.category, found.attribute, found.value) in ("氨氯地平", "amlodipine")
    if found.attribute == DRUG.attribute:
        assert reconcile(found, [DRUG], TODAY).fact_ids == (DRUG.id,)
    assert found.retracts == "", "a dose that was taken was no mistake"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("氨氯地平改为每日两次。", "氨氯地平改为每日两次"),
        ("氨氯地平由每日一次改为每日两次", "氨氯地平由每日一次改为每日两次"),
        ("氨氯地平改为睡前服用", "氨氯地平改为睡前服用"),
        ("把氨氯地平改到晚上吃", "氨氯地平改到晚上吃"),
        ("氨氯地平5mg每日两次", "氨氯地平5mg每日两次"),
        ("氨氯地平5mg bid", "氨氯地平5mg bid"),
        ("氨氯地平5mg每日一次，改为每日两次", "每日两次"),
        ("Amlodipine changed to twice daily.", "Amlodipine changed to twice daily"),
        ("Amlodipine 5 mg was increased to twice a day", "Amlodipine 5 mg was increased to twice a day"),
    ],
)
def test_taken_more_often_is_a_change_too(text: str, value: str) -> None:
    *_, found = _said(text)
    assert (found.category, found.value, found.status) == (Category.MEDICATION, value, FactStatus.CURRENT)
    decision = reconcile(found, [DRUG], TODAY)
    assert (decision.outcome, decision.fact_ids) == (Outcome.SUPERSEDE, (DRUG.id,))


@pytest.mark.parametrize("text", ["氨氯地平5mg一日一次", "氨氯地平5mg qd", "氨氯地平5mg", "Amlodipine 5 mg once daily"])
def test_the_same_said_otherwise_is_no_change(text: str) -> None:
    *_, found = _said(text)
    assert reconcile(found, [DRUG], TODAY).outcome is Outcome.SEEN_AGAIN


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("氨氯地平改为缬沙坦80mg每日一次", [("氨氯地平", FactStatus.PAST), ("缬沙坦", FactStatus.CURRENT)]),
        ("停用氨氯地平，改为缬沙坦80mg", [("氨氯地平", FactStatus.PAST), ("缬沙坦", FactStatus.CURRENT)]),
        ("氨氯地平改为睡前服", [("氨氯地平", FactStatus.CURRENT)]),
        ("amlodipine changed to twice daily", [("amlodipine", FactStatus.CURRENT)]),
        (
            "amlodipine was changed to valsartan 80 mg",
            [("amlodipine", FactStatus.PAST), ("valsartan", FactStatus.CURRENT)],
        ),
        ("氨氯地平停用", [("氨氯地平", FactStatus.PAST)]),
    ],
)
def test_only_another_drug_or_none_ends_a_drug(text: str, drugs: list[tuple[str, FactStatus]]) -> None:
    assert [(one.attribute, one.status) for one in _said(text)] == drugs


@pytest.mark.parametrize("text", ["考虑氨氯地平5mg改为10mg", "氨氯地平不改为10mg", "建议把氨氯地平加到10mg"])
def test_a_dose_that_is_only_weighed_is_none(text: str) -> None:
    assert not [one for one in _said(text) if "10" in one.value or one.status is FactStatus.PAST]


@pytest.mark.parametrize(
    "text",
    [
        "BP 更正：应为 124/88",
        "血压更正为124/88",
        "更正：应为124/88",
        "更正，血压应为124/88",
        "血压有误，应为124/88",
        "BP corrected to 124/88",
        "BP correction: should be 124/88",
        "Correction: should be 124/88",
    ],
)
def test_a_corrected_reading_replaces_the_last(text: str) -> None:
    (found,) = _said(text)
    assert (found.category, found.value) == (Category.MEASUREMENT, "124/88")
    earlier = replace(READING, id=3, observed_at_ms=0, value="血压150/90")
    assert reconcile(found, [DRUG, earlier, READING], TODAY).retracted == (READING.id,)


@pytest.mark.parametrize(
    "text", ["血压142/88有误，应为124/88", "血压142/88更正为124/88", "BP 142/88, corrected to 124/88"]
)
def test_the_value_that_was_wrong_is_no_reading(text: str) -> None:
    assert [(one.value, one.retracts) for one in _said(text)] == [("124/88", "142/88")]


@pytest.mark.parametrize("held", [("脉搏", "P 58次/分"), ("心率", "心率58次/分"), ("heart rate", "HR 58")])
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("心率录错，P 应为 68次/分；血钾4.1。", "68次/分"),
        ("P 记错了，应该是68", "68"),
        ("脉搏写错了，应为68次/分", "68次/分"),
        ("P 更正为68次/分", "68次/分"),
        ("心率录错，P 68次/分", "P 68次/分"),
        ("the pulse was wrong, should be 68", "68"),
        ("HR was entered wrong, it should be 68.", "68"),
    ],
)
def test_a_corrected_pulse_replaces_the_last(text: str, value: str, held: tuple[str, str]) -> None:
    beats = _held(4, Category.MEASUREMENT, *held, unit="次/分")
    found = extract(
        text,
        speaker=CLINICIAN,
        vault=VaultKind.CLINICAL,
        said_on=TODAY,
        recent=(READING, beats),
        known=(READING, beats),
    )
    assert [one.value for one in found if one.retracts] == [value]
    assert reconcile(found[0], [READING, beats], TODAY).retracted == (beats.id,)
    assert series_key(Category.MEASUREMENT, found[0].attribute, "") == series_key(Category.MEASUREMENT, held[0], "")


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [("T 记错了，应为37.2℃", "体温", "37.2℃"), ("R 录错，应为18次/分", "呼吸频率", "18次/分")],
)
def test_a_sign_of_one_letter_can_be_corrected(text: str, attribute: str, value: str) -> None:
    (found,) = _said(text)
    assert (found.attribute, found.value) == (attribute, value)


@pytest.mark.parametrize(
    "text", ["P 应为68次/分", "血压录错，P 应为 400", "血压应控制在130/80以下", "BP should be 124/88", "血压应为120/80"]
)
def test_a_target_corrects_nothing(text: str) -> None:
    assert _said(text) == []
