"""Whole characters, stop strings and the tokens that stand for a text."""

from __future__ import annotations

import random

import pytest

from desktop_app.engine.workers.streaming import ReplyStream, tokens_of

TEXT = "头痛 150/95 👨‍👩‍👧 𠮷 café e\u0301"


@pytest.mark.parametrize("seed", range(20))
def test_however_bytes_are_cut_deltas_are_whole_and_add_up(seed: int) -> None:
    data = TEXT.encode()
    chance = random.Random(seed)
    stream = ReplyStream(stop=("NEVER", "<end>"))
    deltas: list[str] = []
    at = 0
    while at < len(data):
        step = chance.randrange(1, 4)
        deltas.append(stream.push(data[at : at + step]))
        at += step
    deltas.append(stream.finish())
    assert "".join(deltas) == TEXT == stream.text
    assert "\ufffd" not in stream.text


def test_a_stop_string_is_held_back_until_it_is_certain() -> None:
    stream = ReplyStream(stop=("<end>",))
    assert stream.push(b"yes <e") == "yes "
    assert stream.push(b"xit>") == "<exit>"
    assert stream.push(b" and <en") == " and "
    assert not stream.stopped
    assert stream.push(b"d> more") == ""
    assert stream.stopped
    assert stream.push(b"more") == ""
    assert stream.finish() == ""
    assert stream.text == "yes <exit> and "


def test_a_stop_string_that_never_came_is_given_at_the_end() -> None:
    stream = ReplyStream(stop=("###",))
    assert stream.push(b"a##") == "a"
    assert stream.finish() == "##"


def test_the_earliest_of_several_stop_strings_counts() -> None:
    stream = ReplyStream(stop=("two", "one", ""))
    assert stream.push(b"zero one two") == "zero "


def test_bytes_that_are_no_text_are_marked_and_half_a_character_is_dropped() -> None:
    stream = ReplyStream()
    assert stream.push(b"a\xffb") == "a\ufffdb"
    assert stream.push("头".encode()[:2]) == ""
    assert stream.finish() == ""
    assert stream.text == "a\ufffdb"


def test_tokens_of_a_text_end_exactly_where_it_ends() -> None:
    pieces = [b"he", b"llo", b" \xe5", b"\xa4\xb4", b"!"]
    tokens = [1, 2, 3, 4, 5]
    assert tokens_of("hello 头!", tokens, pieces) == (1, 2, 3, 4, 5)
    assert tokens_of("hello 头", tokens, pieces) == (1, 2, 3, 4)
    assert tokens_of("hello", tokens, pieces) == (1, 2)
    assert tokens_of("hello ", tokens, pieces) == ()  # ends inside a token
    assert tokens_of("hexlo", tokens, pieces) == ()
    assert tokens_of("", tokens, pieces) == ()
