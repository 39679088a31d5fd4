"""Guards what an engine with a prefix cache computes over many turns. Counts are words, no model runs."""

from __future__ import annotations

import pytest

from tests.services.prefix_simulation import play


def test_two_hundred_turns_cost_little_more_than_what_is_new() -> None:
    """The goals are 1.35 times the lower bound, 0.35 of the naive layout and 1 turn in 6."""
    figures = play(window=2048, turns=200, reserve=512)
    assert figures.largest <= 2048 - 512
    assert figures.events >= 10
    assert figures.computed <= 1.28 * figures.lower_bound
    assert figures.computed <= 0.25 * figures.naive
    assert figures.over_half * 6 <= figures.turns


@pytest.mark.parametrize("reserve", [128, 256])
def test_a_small_window_is_not_read_from_zero_once_it_is_full(reserve: int) -> None:
    figures = play(
        window=1024,
        turns=60,
        reserve=reserve,
        question_tokens=15,
        reply_tokens=40,
        recall_tokens=600,
        summary_tokens=500,
    )
    assert figures.largest <= 1024 - reserve
    assert figures.events >= 5
    assert figures.full_over_half * 5 <= figures.full_turns
    assert figures.computed < 3 * figures.lower_bound


def test_without_recall_the_evaluated_tokens_are_under_three_times_the_new_ones() -> None:
    figures = play(window=1024, turns=60, reserve=256, recall_tokens=0)
    assert figures.computed < 3 * figures.new
    assert figures.full_over_half * 5 <= figures.full_turns


def test_a_large_window_clips_rarely_and_keeps_much() -> None:
    figures = play(window=4096, turns=120, reserve=512, recall_tokens=600, summary_tokens=500)
    assert figures.computed <= 1.28 * figures.lower_bound
    assert figures.kept_tokens / figures.turns > 1500


@pytest.mark.parametrize(("reserve", "reply"), [(128, 60), (256, 60)])
def test_usual_replies_in_a_small_window_with_recall_every_turn(reserve: int, reply: int) -> None:
    """At most one turn in five reads half its prompt, all turns together under three times what is new."""
    figures = play(window=1024, turns=60, reserve=reserve, reply_tokens=reply, recall_tokens=600, summary_tokens=500)
    assert figures.events >= 5
    assert figures.full_over_half * 5 <= figures.full_turns
    assert figures.computed < 3 * figures.new
