from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.domain.denoise import denoise


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sure, I'd be happy to help! Take it with food.", "Take it with food."),
        ("Of course! The word means garden. Let me know if you have any other questions.", "The word means garden."),
        ("Great question! Rain falls. I hope this helps!", "Rain falls."),
        ("好的，没问题。先量体温。", "先量体温。"),
        ("您好，很高兴为您服务！先量体温。如果您还有其他问题，请随时告诉我。", "先量体温。"),
        ("Rain falls down. Rain falls down. Snow too.", "Rain falls down. Snow too."),
        ("请多喝温水。请多喝温水。注意休息。", "请多喝温水。注意休息。"),
    ],
)
def test_boilerplate_and_repetitions_of_an_assistant_leave(text: str, expected: str) -> None:
    assert denoise(text, assistant=True).text == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Um, I went to the market.", "I went to the market."),
        ("嗯，我昨天去了市场。", "我昨天去了市场。"),
        ("哈哈，我昨天去了市场。", "我昨天去了市场。"),
    ],
)
def test_interjections_leave(text: str, expected: str) -> None:
    assert denoise(text, assistant=False).text == expected


@pytest.mark.parametrize(
    "text",
    [
        "No problem.",
        "嗯",
        "好的，没问题",
        "Take 5 mg. Take 5 mg.",
        "没有发热。没有发热。",
        "No fever. No fever.",
        "每天两片。每天两片。",
        "```\nprint(1)\nprint(1)\nSure, I'd be happy to help!\n```",
        "He said “Sure, I'd be happy to help!” He said “Sure, I'd be happy to help!”",
        "> Rain falls down. Rain falls down.",
        "`um, well` is code",
        "- Rain falls down\n- Rain falls down",
        "Well-being matters, and so does the well.",
        "The umbrella, hmmingbird and ohm.",
    ],
)
def test_what_may_matter_stays(text: str) -> None:
    assert denoise(text, assistant=True).text == text
    assert denoise(text, assistant=True).left_out == ()


def test_a_persons_words_are_no_boilerplate() -> None:
    text = "Sure, I'd be happy to help! Take it with food."
    assert denoise(text, assistant=False).text == text


SENTENCES = st.sampled_from(
    [
        "Sure, I'd be happy to help! ",
        "好的，没问题。",
        "Um, ",
        "No penicillin. ",
        "否认发热。",
        "Take 2.5 mg twice. ",
        "每次半片，每天3次。",
        "Rain falls down. ",
        "`x = 1. x = 1.` ",
        "“好的，没问题。”",
        "\n",
        "血压142/88mmHg。",
        "I hope this helps! ",
        "do not stop\n",
    ]
)
KEPT = (
    "penicillin",
    "否认",
    "2.5 mg twice",
    "半片",
    "每天3次",
    "`x = 1. x = 1.`",
    "“好的，没问题。”",
    "142/88mmHg",
    "not stop",
)


@given(st.lists(SENTENCES, max_size=12), st.booleans())
def test_no_number_negation_unit_quotation_or_code_is_ever_lost(parts: list[str], assistant: bool) -> None:
    text = "".join(parts)
    result = denoise(text, assistant=assistant).text
    for kept in KEPT:
        assert result.count(kept) == text.count(kept)
    assert re.findall(r"\d+", result) == re.findall(r"\d+", text)


@given(st.text(max_size=300), st.booleans())
def test_any_text_only_gets_shorter_and_the_same_again(text: str, assistant: bool) -> None:
    first = denoise(text, assistant=assistant)
    assert len(first.text) <= len(text)
    assert denoise(text, assistant=assistant) == first
    if not first.left_out:
        assert first.text == text
