from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.domain.text_diff import text_difference

TEXT = st.text(st.sampled_from("ab 20.5我每晚吃毫克\n"), max_size=30)


@given(TEXT, TEXT)
def test_the_stretches_give_both_texts(before: str, after: str) -> None:
    spans = text_difference(before, after)
    assert "".join(span.before for span in spans) == before
    assert "".join(span.after for span in spans) == after
    assert all(span.same for span in spans) == (before == after)


def test_a_difference_is_a_whole_word_and_a_whole_number() -> None:
    spans = text_difference("You take 20.5 mg every night.", "You take 20 mg every morning.")
    assert [(s.before, s.after) for s in spans if not s.same] == [("20.5", "20"), ("night", "morning")]


def test_chinese_differs_by_characters() -> None:
    spans = text_difference("我每晚吃20毫克。", "我每早吃40毫克。")
    assert [(s.before, s.after) for s in spans if not s.same] == [("晚", "早"), ("20", "40")]


def test_differences_side_by_side_are_one() -> None:
    spans = text_difference("You said it began here.", "That was it, once here.")
    assert next((s.before, s.after) for s in spans if not s.same) == ("You said", "That was")
