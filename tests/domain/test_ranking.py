from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from desktop_app.domain.dates import DateMention
from desktop_app.domain.ranking import Candidate, Evidence, confidence, date_fit, nearness, order

PLAIN = Candidate(1, session_id=1, turn_id=1, previous_turn=None, nearness=0.2, bm25=0.0, content_terms=20)


def ids(candidates: list[Candidate], vector_weight: float = 0.6) -> list[int]:
    return [candidate.chunk_id for candidate, _ in order(candidates, vector_weight)]


def some(**changes: Any) -> list[Candidate]:
    """A dull candidate in session 1, a better one in session 2, and one more with changes in session 3."""
    base = [PLAIN, replace(PLAIN, chunk_id=2, session_id=2, turn_id=2)]
    return [*base, replace(PLAIN, chunk_id=3, session_id=3, turn_id=3, **changes)]


def test_nearness_is_zero_for_unrelated_and_one_for_identical() -> None:
    assert nearness(0.8, 0.8) == 0.0
    assert nearness(1.0, 0.8) == pytest.approx(1.0)
    assert nearness(0.9, 0.8) == pytest.approx(0.5)


def test_each_leg_alone_can_win() -> None:
    assert ids(some(nearness=0.6))[0] == 3
    assert ids(some(bm25=9.0))[0] == 3


def test_the_weight_decides_between_the_legs() -> None:
    candidates = [replace(PLAIN, nearness=0.9), replace(PLAIN, chunk_id=2, session_id=2, turn_id=2, bm25=9.0)]
    assert ids(candidates, vector_weight=0.9)[0] == 1
    assert ids(candidates, vector_weight=0.1)[0] == 2


def test_without_vectors_words_decide_alone() -> None:
    candidates = [replace(item, nearness=None) for item in some(bm25=3.0)]
    assert ids(candidates)[0] == 3


def test_a_day_asked_about_raises() -> None:
    assert ids(some(date_fit=1.0))[0] == 3
    assert ids(some(mentions_date=True))[0] == 3


def test_small_talk_and_mere_questions_sink() -> None:
    assert ids(some(content_terms=1))[-1] == 3
    assert ids(some(asks=True))[-1] == 3


def test_a_good_session_lifts_its_other_turns() -> None:
    candidates = [
        PLAIN,
        replace(PLAIN, chunk_id=2, session_id=2, turn_id=2, nearness=0.9),
        replace(PLAIN, chunk_id=3, session_id=2, turn_id=3),
    ]
    assert ids(candidates) == [2, 3, 1]


def test_the_answer_one_turn_later_is_lifted() -> None:
    candidates = [
        replace(PLAIN, nearness=0.9),
        replace(PLAIN, chunk_id=2, turn_id=2),
        replace(PLAIN, chunk_id=3, turn_id=3, previous_turn=1),
    ]
    assert ids(candidates) == [1, 3, 2]


def test_no_candidates_no_order() -> None:
    assert order([], 0.6) == []


def test_days_after_fit_less_and_days_before_not_at_all() -> None:
    asked = [DateMention(0, 1, date(2024, 5, 1), date(2024, 5, 2))]
    assert date_fit(date(2024, 5, 1), asked) == 1.0
    assert 0.0 < date_fit(date(2024, 5, 5), asked) < date_fit(date(2024, 5, 3), asked) < 1.0
    assert date_fit(date(2024, 4, 30), asked) == 0.0
    assert date_fit(date(2024, 5, 1), []) == 0.0


@pytest.mark.parametrize("chunks", [5, 50, 500, 5_000, 500_000])
def test_confidence_separates_at_every_size(chunks: int) -> None:
    # Typical values of questions about things said, and about things never said.
    assert confidence([Evidence(0.55, 0.35)], chunks) > 0.8
    assert confidence([Evidence(0.2, 0.15)], chunks) < 0.1
    assert confidence([Evidence(1.0, 1.0)], chunks) == pytest.approx(1.0, abs=1e-3)


def test_confidence_grows_with_each_kind_of_evidence() -> None:
    weak = Evidence(0.3, 0.1)
    base = confidence([weak], 100)
    assert confidence([replace(weak, nearness=0.35)], 100) > base
    assert confidence([replace(weak, coverage=0.3)], 100) > base
    assert confidence([replace(weak, date_fit=1.0)], 100) > base
    assert confidence([replace(weak, other_language=True)], 100) > base
    assert confidence([weak], 10_000) < base
    assert confidence([weak, replace(weak, certain=True)], 100) == 1.0


def test_words_alone_need_a_good_share_of_the_question() -> None:
    assert confidence([Evidence(None, 0.6)], 100) > 0.9
    assert confidence([Evidence(None, 0.1)], 100) < 0.1
    assert confidence([Evidence(None, 0.0)], 100) == 0.0
    assert confidence([], 100) < 0.01
