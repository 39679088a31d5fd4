"""Which language the program's own words follow."""

from __future__ import annotations

import pytest

from desktop_app.domain.prompt_words import Language, language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("患者男51岁，咳嗽5天，T 38.2，SpO2 97%。NKDA。既往2型糖尿病，二甲双胍0.5g bid。", "zh"),
        ("缬沙坦80mg qd改为160mg qd", "zh"),
        ("血钾 3.1 mmol/L", "zh"),
        ("Pt with cough for 5 days, T 38.2, NKDA.", "en"),
        ("I HAVE A HEADACHE", "en"),
        ("我想学 machine learning and deep learning with Python", "en"),
        ("请用 Python 写一个排序", "zh"),
    ],
)
def test_signs_of_charts_decide_nothing(text: str, language: Language) -> None:
    assert language_of(text, "en") == language
    assert language_of(text, "zh") == language


def test_where_nothing_is_said_in_words_another_language_decides() -> None:
    assert (language_of("BP 142/88，HR 78。", "zh"), language_of("BP 142/88, HR 78.", "en")) == ("zh", "en")
