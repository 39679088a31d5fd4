"""A thought and its answer are told apart, however the text is cut into pieces."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.domain.thinking import ThinkingStream, divided


@pytest.mark.parametrize(
    ("reply", "thought", "answer"),
    [
        ("Hello.", "", "Hello."),
        ("<think>\nLet me see.\n</think>\n\nIt is 4.", "Let me see.", "It is 4."),
        ("\n <think>hm</think>好的", "hm", "好的"),
        ("<think>\n\n</think>\n\nAt once.", "", "At once."),
        ("<think>cut off in mid", "cut off in mid", ""),
        ("The tag <think>x</think> is text here.", "", "The tag <think>x</think> is text here."),
        ("<thin", "", "<thin"),
        ("  <b", "", "  <b"),
        ("<think>a</think>b</think>c", "a", "b</think>c"),
        ("<think>only</think>  ", "only", ""),
    ],
)
def test_a_reply_is_divided(reply: str, thought: str, answer: str) -> None:
    assert divided(reply) == (thought, answer)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(alphabet="<think>/ ab\n", max_size=40), st.lists(st.integers(1, 5), max_size=40))
def test_pieces_give_what_the_whole_gives(text: str, cuts: list[int]) -> None:
    for reply in (text, f"<think>{text}</think>{text}"):
        stream, answer, at = ThinkingStream(), "", 0
        for size in [*cuts, len(reply)]:
            answer += stream.feed(reply[at : at + size])
            at += size
        answer += stream.finish()
        assert (stream.thought, answer) == divided(reply)
