from __future__ import annotations

import pytest

from desktop_app.domain.rewriting import Literally, standalone
from desktop_app.domain.terms import query_terms


@pytest.mark.parametrize(
    "question", ["And how long did it take?", "那个呢？", "他多大了？", "What about her?", "为什么？"]
)
def test_a_question_that_only_points_gets_what_came_before(question: str) -> None:
    assert (
        standalone(question, ["older", "My sister ran a marathon."]) == f"older\nMy sister ran a marathon.\n{question}"
    )


@pytest.mark.parametrize(
    "question",
    ["Which medicine did it interact with in the hospital last winter?", "我妈妈的血压药叫什么名字？", "Aspirin dose?"],
)
def test_a_question_with_content_is_left_alone(question: str) -> None:
    assert standalone(question, ["My sister ran a marathon."]) == question


def test_without_history_there_is_nothing_to_point_at() -> None:
    assert standalone("And it?", []) == "And it?"


def test_long_messages_are_cut() -> None:
    assert len(standalone("And it?", ["x" * 5000])) < 300


@pytest.mark.parametrize(
    ("text", "question", "rare"),
    [
        ("Serial XK-4417 is mine", "Where is XK-4417?", "XK-4417"),
        ("她量的血压是150/95", "谁的血压150/95？", "150/95"),
        ("tel 5550134", "whose is 5550134", "5550134"),
    ],
)
def test_a_rare_literal_is_certain(text: str, question: str, rare: str) -> None:
    (term, *_) = query_terms(rare)
    assert Literally(question).is_in(text, [term])


def test_quoted_words_and_whole_sentences_are_certain() -> None:
    assert Literally("我什么时候看的《流浪地球》？").is_in("昨晚看了《流浪地球》", [])
    assert Literally("i left the blue suitcase at the station").is_in("I left the blue suitcase at the station.", [])


def test_greetings_and_plain_words_are_not() -> None:
    assert not Literally("你好").is_in("你好，今天怎么样", [])
    assert not Literally("thank you very much").is_in("thank you very much", [])
    assert not Literally("where is the lamp").is_in("the lamp broke", ["lamp"])
    assert not Literally("2023").is_in("in 2023 we moved", ["2023"])
