"""A second reading that names nothing is one of what was measured just before it."""

from __future__ import annotations

from datetime import date

import pytest

from desktop_app.domain.conversation import CLINICIAN, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.memory import Category


def readings(text: str) -> list[tuple[str, str]]:
    found = extract(text, speaker=CLINICIAN, vault=VaultKind.CLINICAL, said_on=date(2026, 3, 10))
    return [(one.attribute, one.value) for one in found if one.category is Category.MEASUREMENT]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("血钾5.8，复测4.8", ["血钾5.8", "4.8"]),
        ("血钾5.8mmol/L，复查为4.8", ["血钾5.8mmol/L", "4.8"]),
        ("BP 150/95，复测 138/86", ["BP 150/95", "138/86"]),
        ("体温38.5，两小时后复测37.2℃", ["体温38.5", "37.2℃"]),
        ("potassium 5.8, repeat 4.8", ["potassium 5.8", "4.8"]),
    ],
)
def test_the_second_reading_is_of_the_same_measurement(text: str, values: list[str]) -> None:
    found = readings(text)
    assert [value for _, value in found] == values
    assert len({attribute for attribute, _ in found}) == 1


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("血糖7.8，建议3个月后复查", ["血糖7.8"]),
        ("血钾5.8，3天后复查4次", ["血钾5.8"]),
        ("血钾5.8，复查心电图正常", ["血钾5.8"]),
        ("血钾5.8，计划复查至4.5", ["血钾5.8"]),
        ("血钾5.8，复测138/86", ["血钾5.8"]),
        ("复测4.8", []),
    ],
)
def test_a_number_that_is_no_second_reading_is_none(text: str, values: list[str]) -> None:
    assert [value for _, value in readings(text)] == values
