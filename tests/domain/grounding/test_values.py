"""Numbers, units and dates are read alike in every usual spelling."""

from __future__ import annotations

import pytest

from desktop_app.domain.grounding.claims import values_in


@pytest.mark.parametrize(
    "text",
    ["5mg", "5 mg", "５ｍｇ", "5毫克", "五毫克", "0.005 g", "5000 mcg", "5.0 mg"],
)
def test_a_dose_is_the_same_in_every_spelling(text: str) -> None:
    (one,) = values_in(f"take {text} now").quantities
    assert (one.values, one.dimension) == ((5.0,), "mass")


@pytest.mark.parametrize(
    "text",
    ["2024-03-05", "2024/3/5", "2024年3月5日", "二〇二四年三月五日", "5 March 2024", "March 5th, 2024", "Mar 5, 2024"],
)
def test_a_date_is_the_same_in_every_spelling(text: str) -> None:
    (one,) = values_in(text).dates
    assert (one.year, one.month, one.day) == (2024, 3, 5)
    assert values_in(text).quantities == ()


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("150/95 mmHg", (150, 95)),
        ("150 over 95", (150, 95)),
        ("120到130", (120, 130)),
        ("5-10 mg", (5, 10)),
        ("三到五天", (3, 5)),
        ("百分之三十", (30,)),
        ("一百五十", (150,)),
        ("一百零五", (105,)),
        ("1,500", (1500,)),
        ("1.5万", (15000,)),
        ("两个半小时", (9000,)),
        ("twice daily", (2,)),
        ("晚上八点半", (510,)),
        ("20:30", (510,)),
    ],
)
def test_ranges_pairs_and_words_have_their_values(text: str, values: tuple[float, ...]) -> None:
    (one,) = values_in(text).quantities
    assert one.values == values


def test_code_and_addresses_name_no_values() -> None:
    text = "```\nx = 500\n```\nsee https://example.org/2024/55 and `y = 3 mg`"
    values = values_in(text)
    assert (values.quantities, values.dates, values.drugs) == ((), (), ())
