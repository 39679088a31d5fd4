"""A title says what was said, and brings in nothing of its own."""

from __future__ import annotations

import pytest

from desktop_app.domain.titles import believable

EN = "My left knee hurts after running. It started in October.\nRest it for a week, then run shorter distances."
ZH = "我膝盖跑步以后疼，十月开始的。\n先休息一周，再慢慢恢复跑步。"


@pytest.mark.parametrize(
    ("reply", "title"),
    [
        ("Knee hurts after running", "Knee hurts after running"),
        ('Title: "Running and knee rest"', "Running and knee rest"),
        ("**Knee pain advice**", ""),  # nobody said pain
        ("Advice about the knee\nIt is about a knee.", "Advice about the knee"),
        ("Anna's knee", ""),  # a name of its own
        ("Knee in 2024", ""),  # a number of its own
        ("Dr. Smith on knees", ""),
        ("膝盖疼", ""),  # another language than the conversation's
        ("The question", ""),  # says nothing
        ("", ""),
        ("[]", ""),
        ("knee " * 12, ""),
        ("Knee and knee", ""),  # the same word twice
    ],
)
def test_english_titles(reply: str, title: str) -> None:
    assert believable(reply, EN, "en") == title


@pytest.mark.parametrize(
    ("reply", "title"),
    [
        ("跑步后膝盖疼", "跑步后膝盖疼"),
        ("膝盖跑步疼的问题", "膝盖跑步疼的问题"),
        ("标题：《恢复跑步的建议》", "恢复跑步的建议"),
        ("張偉的膝盖", ""),
        ("膝蓋疼", "膝蓋疼"),  # traditional characters are the same words
        ("Knee after running", ""),
        ("2024年膝盖", ""),
        ("跑步与跑步", ""),  # the same word twice
        ("休息再休息", ""),
    ],
)
def test_chinese_titles(reply: str, title: str) -> None:
    assert believable(reply, ZH, "zh") == title


def test_a_number_is_believed_only_as_it_was_said() -> None:
    said = "My blood pressure was 150/95 today."
    assert believable("Blood pressure 150/95", said, "en") == "Blood pressure 150/95"
    assert believable("Blood pressure 150/90", said, "en") == ""
