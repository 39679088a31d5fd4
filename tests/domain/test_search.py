from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.domain.script_variants import simplified
from desktop_app.domain.search import matches, needles_of, normalise, passage


@pytest.mark.parametrize(
    ("text", "typed", "marked"),
    [
        ("他对青霉素过敏，青霉素不能用", "青霉素", ["青霉素", "青霉素"]),
        ("高血壓已經十年", "血压", ["血壓"]),
        ("高血压已经十年", "血壓", ["血压"]),
        ("BP 150/95, then 15095", "150/95", ["150/95"]),
        ("ＢＰ １５０/９５", "bp 150/95", ["ＢＰ", "１５０/９５"]),
        ("I write C++ and C", "c++", ["C++"]),
        ('She said "no" (twice)', '"no" (', ['"no"', "("]),
        ("ﬁne weather", "fine", ["ﬁne"]),
        ("aspirin and aspirin", "aspirin asp", ["aspirin", "aspirin"]),
        ("nothing of it", "else", []),
    ],
)
def test_matches_stand_where_the_text_has_them(text: str, typed: str, marked: list[str]) -> None:
    assert [text[start:end] for start, end in matches(text, needles_of(typed))] == marked


@given(st.text(), st.text(min_size=1, max_size=4))
def test_matches_are_in_order_and_apart(text: str, typed: str) -> None:
    found = matches(text, needles_of(typed))
    assert all(0 <= start < end <= len(text) for start, end in found)
    assert all(before[1] <= after[0] for before, after in pairwise(found))


def test_a_passage_shows_its_first_match_on_one_line() -> None:
    text = "前言。" * 60 + "\n对青霉素过敏\n" + "后话。" * 60
    shown = passage(text, needles_of("青霉素"))
    assert shown.text.startswith("…")
    assert shown.text.endswith("…")
    assert "\n" not in shown.text
    assert [shown.text[start:end] for start, end in shown.matches] == ["青霉素"]


def test_a_short_text_is_shown_whole() -> None:
    shown = passage("青霉素", ["青霉素"])
    assert (shown.text, shown.matches) == ("青霉素", ((0, 3),))


def test_the_end_of_a_long_text_is_not_cut_before_its_match() -> None:
    shown = passage("x" * 500 + " penicillin", ["penicillin"])
    assert shown.text.endswith("penicillin")
    assert [shown.text[start:end] for start, end in shown.matches] == ["penicillin"]


def test_a_match_near_the_end_stands_near_the_beginning_of_its_passage() -> None:
    shown = passage("一" * 120 + "我最近经常头痛", needles_of("头痛"))
    assert shown.matches[0][1] <= 48, "two lines of the list show it"
    assert shown.text[slice(*shown.matches[0])] == "头痛"


def test_traditional_and_simplified_are_one() -> None:
    assert simplified("對青黴素過敏，體溫37°C") == "对青霉素过敏，体温37°C"
    assert normalise("藥物") == normalise("药物")
    assert len(simplified("臺灣的醫院")) == 5
