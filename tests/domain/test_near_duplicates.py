"""Near duplicates: what the short cut finds is what comparing each with each finds."""

from __future__ import annotations

import random

from desktop_app.domain.near_duplicates import near_duplicates
from desktop_app.domain.terms import query_terms

BEES = "Our beehives stand behind the old barn near the orchard, beside seven pear trees and a small stone well."


def test_the_same_words_are_a_group_whatever_their_case_and_signs() -> None:
    texts = {5: BEES, 2: BEES.upper() + "!!", 9: "The lawn mower needs new spark plugs.", 7: BEES.replace(",", " -")}
    assert near_duplicates(texts) == [(2, 5, 7)]


def test_one_word_more_in_a_long_text_is_near_and_another_figure_in_a_short_one_is_not() -> None:
    assert near_duplicates({1: BEES, 2: BEES + " Indeed."}) == [(1, 2)]
    assert near_duplicates({1: "Take naproxen 250 mg daily.", 2: "Take naproxen 500 mg daily."}) == []


def test_what_says_too_little_is_no_repetition() -> None:
    assert near_duplicates({1: "Thanks!", 2: "Thanks!", 3: "好的", 4: "好的"}) == []


def test_chinese_counts_too() -> None:
    said = "上楼梯的时候左边膝盖疼得厉害。"
    assert near_duplicates({1: said, 2: "医生让我做理疗。", 3: said}) == [(1, 3)]


def test_the_short_cut_finds_what_comparing_each_with_each_finds() -> None:
    chance = random.Random(11)
    words = [f"word{number}" for number in range(40)]
    texts = {}
    for number in range(0, 120, 2):
        chosen = chance.sample(words, 22)
        texts[number] = " ".join(chosen)
        changed = [*chosen[: 22 - number % 3], *chance.sample(words, number % 3)]
        texts[number + 1] = " ".join(changed)
    terms = {number: frozenset(query_terms(text)) for number, text in texts.items()}
    paired = {
        (a, b) for a in texts for b in texts if a < b and len(terms[a] & terms[b]) >= 0.9 * len(terms[a] | terms[b])
    }
    groups = near_duplicates(texts)
    assert {(a, b) for a, b in paired if not any(a in group and b in group for group in groups)} == set()
    assert {n for group in groups for n in group} == {n for pair in paired for n in pair}
    assert len(groups) > 10
