"""A drug whose dose was changed is told with what is taken now."""

from __future__ import annotations

import pytest

from desktop_app.domain.extraction.dosing import as_taken, with_held_dose


@pytest.mark.parametrize(
    ("words", "taken"),
    [
        ("氨氯地平改为10mg每天一次", "氨氯地平 10mg 每天一次"),
        ("缬沙坦80mg qd改为160mg qd", "缬沙坦 160mg qd"),
        ("二甲双胍加到0.85g bid", "二甲双胍 0.85g bid"),
        ("氨氯地平剂量上调至10mg", "氨氯地平 10mg"),
        ("缬沙坦从80毫克改成160毫克", "缬沙坦 160毫克"),
        ("氨氯地平改为每日两次", "氨氯地平 每日两次"),
        ("氨氯地平5mg qd改为bid", "氨氯地平 5mg bid"),
        ("Amlodipine 5 mg daily increased to 10 mg daily", "Amlodipine 10 mg daily"),
        ("amlodipine to 10 mg once daily", "amlodipine 10 mg once daily"),
        ("metformin was increased from 500 mg to 1000 mg bid", "metformin 1000 mg bid"),
        ("Amlodipine 5 mg daily changed to twice daily", "Amlodipine 5 mg twice daily"),
        ("氨氯地平5mg每日一次", "氨氯地平5mg每日一次"),
        ("布洛芬1至2片", "布洛芬1至2片"),
        ("缬沙坦了，一天一粒80", "缬沙坦 一天一粒80"),
        ("ibuprofen 200 to 400 mg", "ibuprofen 200 to 400 mg"),
        ("aspirin 81 mg", "aspirin 81 mg"),
        ("10mg每日一次", "10mg每日一次"),
    ],
)
def test_what_is_taken_now(words: str, taken: str) -> None:
    assert as_taken(words) == taken


@pytest.mark.parametrize(
    ("words", "held", "taken"),
    [
        ("氨氯地平改为每日两次", "氨氯地平5mg每日一次", "氨氯地平 5mg 每日两次"),
        ("氨氯地平改为每日两次", "氨氯地平5mg改为10mg每日一次", "氨氯地平 10mg 每日两次"),
        ("amlodipine changed to twice daily", "amlodipine 5 mg daily", "amlodipine 5 mg twice daily"),
        ("氨氯地平改为每日两次", "氨氯地平", "氨氯地平改为每日两次"),
        ("氨氯地平改为10mg每日两次", "氨氯地平5mg每日一次", "氨氯地平改为10mg每日两次"),
        ("氨氯地平每日两次", "氨氯地平5mg每日一次", "氨氯地平 5mg 每日两次"),
        ("每日两次", "氨氯地平5mg每日一次", "5mg 每日两次"),
        ("氨氯地平", "氨氯地平5mg每日一次", "氨氯地平"),
    ],
)
def test_the_dose_that_is_held_goes_along(words: str, held: str, taken: str) -> None:
    assert with_held_dose(words, held) == taken
