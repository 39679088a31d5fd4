"""Denial, doubt and past around a mention."""

from __future__ import annotations

import pytest

from desktop_app.domain.extraction.lexicon import find_mentions
from desktop_app.domain.extraction.scope import is_denied, is_past, is_suspected


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
