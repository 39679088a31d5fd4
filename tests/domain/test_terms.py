from __future__ import annotations

import pytest

from desktop_app.domain.terms import chinese_share, has_chinese, index_terms, query_terms


def test_chinese_becomes_characters_and_pairs() -> None:
    assert index_terms("青霉素").split() == ["青", "霉", "素", "青霉", "霉素"]


def test_latin_words_are_lower_case_and_left_to_the_stemmer() -> None:
    assert index_terms("Running late") == "running late"


def test_full_width_is_the_same_as_half_width() -> None:
    assert index_terms("血压１５０／９５") == index_terms("血压150/95")


@pytest.mark.parametrize("literal", ["150/95", "2.5", "C++", "XK-4417", "a@b.org"])
def test_literals_stay_whole_beside_their_parts(literal: str) -> None:
    whole, *parts = index_terms(literal).split()
    assert whole not in parts
    # The tokenizer of the word index splits at anything that is no letter, digit or private-use character.
    assert all(char.isalnum() or "\ue000" <= char <= "\uf8ff" for char in whole)
    assert "".join(char if char.isalnum() else chr(ord(char) - 0xE000) for char in whole) == literal.lower()


def test_a_full_stop_belongs_to_no_literal() -> None:
    assert index_terms("I slept. Then 5.") == "i slept then 5"


def test_questions_lose_stop_words_and_keep_content() -> None:
    assert query_terms("What did I say about my knee?") == ["knee"]
    terms = query_terms("我对什么药过敏？")
    assert "过敏" in terms
    assert "药" in terms
    assert "我" not in terms


def test_contractions_leave_no_stray_letters() -> None:
    assert query_terms("What's Anna's plan?") == ["anna", "plan"]
    assert query_terms("I’ve it's don't") == []


def test_terms_are_distinct_and_in_order() -> None:
    assert query_terms("tea or coffee, tea!") == ["tea", "coffee"]


def test_emptiness_and_signs_have_no_terms() -> None:
    assert query_terms("") == []
    assert query_terms("？！ … --") == []
    assert index_terms("🙂") == ""


def test_share_of_chinese() -> None:
    assert chinese_share("今天很好") == 1.0
    assert chinese_share("hello there") == 0.0
    assert chinese_share("") == 0.0
    assert 0.0 < chinese_share("吃了 aspirin 两片") < 1.0
    assert has_chinese("aspirin 两片")
    assert not has_chinese("aspirin")
