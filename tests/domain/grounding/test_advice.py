from __future__ import annotations

import pytest

from desktop_app.domain.grounding.advice import advises_on_drugs


@pytest.mark.parametrize(
    ("text", "advises"),
    [
        ("应避免使用含糖的药物，如氨氯地平。", True),
        ("建议把二甲双胍加到0.85g。", True),
        ("可以停用阿司匹林。", True),
        ("You should take ibuprofen with food.", True),
        ("Consider reducing the dose.", True),
        ("目前用药：氨氯地平5mg每天一次。", True),  # only told, and read as advice all the same
        ("对头孢过敏，吃了瑞舒伐他汀10mg qn。", True),
        ("患者对青霉素过敏。", False),
        ("2019年起服用阿司匹林。", False),
        ("She takes amlodipine 5 mg once a day.", True),
        ("应当多休息。目前用氨氯地平。", False),  # two sentences, one of each
        ("You should rest.", False),
    ],
)
def test_a_sentence_that_says_what_to_do_with_a_medicine_or_its_dose_is_found(text: str, advises: bool) -> None:
    assert advises_on_drugs(text) is advises
