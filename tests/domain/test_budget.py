from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.domain.budget import divide, head_and_tail, overflow_check, reference_text, require_fit
from desktop_app.domain.errors import MessageTooLarge
from desktop_app.domain.ledger import Overflow, Section
from desktop_app.domain.settings import ContextSettings
from desktop_app.engine.estimate import Cl100kEstimate

GOLDEN = json.loads((Path(__file__).parents[1] / "data/golden/reference.json").read_text("utf-8"))


def test_the_published_overflow_check() -> None:
    example = GOLDEN["overflow_check"]
    count = Cl100kEstimate().count
    text = reference_text(example["system"], [message["content"] for message in example["history"]], example["query"])
    total = count(text)
    assert total == example["total_tokens_cl100k"] == 53
    assert overflow_check(total, example["max_context_tokens"]) is Overflow.WHOLE
    assert overflow_check(total, 53) is Overflow.WHOLE
    assert overflow_check(total, example["below"]["max_context_tokens"]) is Overflow.CLIPPED


def test_the_window_is_the_engines_and_caps_shrink_with_it() -> None:
    settings = ContextSettings(reply_reserve_tokens=512, recall_budget_tokens=600)
    large, small = divide(settings, 32_768), divide(settings, 1024)
    assert (large.reserved, large.available, large.recall_cap) == (512, 32_256, 600)
    assert small.available == 512
    assert small.recall_cap + small.facts_cap + small.summary_cap < small.available / 2


def test_a_prompt_that_cannot_fit_names_the_largest_section() -> None:
    window = divide(ContextSettings(reply_reserve_tokens=128), 512)
    needed = {Section.SYSTEM: 30, Section.QUESTION: 2000, Section.TEMPLATE: 10}
    with pytest.raises(MessageTooLarge) as caught:
        require_fit(needed, window)
    assert caught.value.facts == {
        "section": "question",
        "needed_tokens": 2040,
        "available_tokens": 384,
        "context_limit": 512,
        "reserved": 128,
    }
    with pytest.raises(MessageTooLarge) as caught:
        require_fit({**needed, Section.SYSTEM: 5000}, window)
    assert caught.value.facts["section"] == "system"
    require_fit({Section.QUESTION: 384}, window)


@given(st.text(max_size=400), st.integers(0, 500))
def test_head_and_tail_are_the_ends_of_the_text(text: str, keep: int) -> None:
    cut = head_and_tail(text, keep)
    assert text.startswith(cut.head)
    assert text.endswith(cut.tail)
    assert len(cut.head) + cut.omitted + len(cut.tail) == len(text)
    assert len(cut.head) + len(cut.tail) <= max(keep, 0) or not cut.omitted


def test_words_stay_whole_where_the_text_has_any() -> None:
    cut = head_and_tail("alpha beta gamma delta epsilon zeta eta theta iota kappa", 30)
    assert cut.head.endswith(" ")
    assert cut.tail.split()[0] in {"eta", "theta", "iota", "kappa"}
