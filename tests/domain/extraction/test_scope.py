"""Denial, doubt and past around a mention."""

from __future__ import annotations

from datetime import date

import pytest

from desktop_app.domain.conversation import CLINICIAN, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.extraction.lexicon import find_mentions
from desktop_app.domain.extraction.scope import is_denied, is_past, is_suspected
from desktop_app.domain.memory import Category, FactStatus


def last(text: str) -> tuple[int, int, list[tuple[int, int]]]:
    spans = [(one.start, one.end) for one in find_mentions(text)]
    return *spans[-1], spans


@pytest.mark.parametrize(
    "text",
    [
        "我没有高血压",
        "否认高血压、糖尿病",
        "无明显的头痛",
        "从来没得过肺炎",
        "不发烧",
        "未见水肿",
        "发热(-)",
        "高血压我没有",
        "i don't have diabetes",
        "denies fever or cough",
        "no history of asthma",
        "never had pneumonia",
        "i haven't had any surgeries",
        "negative for hematuria",
    ],
)
def test_denied(text: str) -> None:
    start, end, spans = last(text)
    assert is_denied(text, start, end, spans)


@pytest.mark.parametrize(
    "text",
    [
        "我有高血压", "无明显诱因出现头痛", "不知道怎么就头痛", "没吃药就头痛", "不但发烧", "不停地咳嗽",
        "睡不好还头痛",
        "i have diabetes", "not only a fever", "no relief from the headache", "can't sleep because of the cough",
    ],
)  # fmt: skip
def test_not_denied(text: str) -> None:
    start, end, spans = last(text)
    assert not is_denied(text, start, end, spans)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("可能是肺炎", True),
        ("怀疑甲亢", True),
        ("?pneumonia", True),
        ("i have pneumonia", False),
        ("确诊肺炎", False),
        ("i might have gout", True),
    ],
)
def test_suspected(text: str, expected: bool) -> None:
    start, end, _ = last(text)
    assert is_suspected(text, start, end) is expected


@pytest.mark.parametrize(
    ("text", "lasting", "expected"),
    [
        ("小时候得过肺炎", False, True),
        ("三年前查出糖尿病", True, False),
        ("去年得了肺炎", False, True),
        ("去年得了糖尿病", True, False),
        ("胃炎已经好了", True, True),
        ("从三天前开始咳嗽", False, False),
        ("入院2小时前头痛", False, False),
        ("i had chickenpox as a kid", False, True),
        ("i've had asthma since 2010", True, False),
        ("心动过速", True, False),
    ],
)
def test_past(text: str, lasting: bool, expected: bool) -> None:
    start, end, _ = last(text)
    assert is_past(text, start, end, lasting=lasting) is expected


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("处理：多饮水", []),
        ("初步诊断：2型糖尿病。处理：多饮水，避免劳累、感冒", ["2型糖尿病"]),
        ("处理：查心电图，多饮水、少盐", []),
        ("诊断：高血压病2级，稳定型心绞痛待排。处理：查心电图、肌钙蛋白，两周后复诊。", ["高血压病", "心绞痛"]),
        ("嘱患者预防感冒，避免便秘", []),
        ("建议多食蔬菜，注意低血糖", []),
        ("患者高血压10年，建议低盐饮食，监测头晕", ["高血压"]),
        ("Plan: rest, drink plenty, avoid constipation", []),
        ("Advised to watch for dizziness", []),
        ("Plan: ECG, chest x-ray", []),
        ("多饮、多尿、体重下降", ["多饮", "多尿", "体重下降"]),
        ("平时多饮水，仍咳嗽", ["咳嗽"]),
        ("建议住院。咳嗽", ["咳嗽"]),
        ("He told me that he has asthma.", ["asthma"]),
    ],
)
def test_advice_is_no_illness_and_no_examination(text: str, values: list[str]) -> None:
    found = extract(text, speaker=CLINICIAN, vault=VaultKind.CLINICAL, said_on=date(2026, 3, 10))
    kinds = (Category.CONDITION, Category.PROCEDURE)
    assert [one.value for one in found if one.category in kinds] == values


@pytest.mark.parametrize(
    "text",
    [
        "拟诊高血压",
        "拟诊断：高血压",
        "高血压（拟诊）",
        "Provisional diagnosis: hypertension",
        "working diagnosis of hypertension",
    ],
)
def test_a_provisional_diagnosis_is_a_suspicion(text: str) -> None:
    (found,) = extract(text, speaker=CLINICIAN, vault=VaultKind.CLINICAL, said_on=date(2026, 3, 10))
    assert (found.category, found.status) == (Category.CONDITION, FactStatus.SUSPECTED)
