from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.domain.clipping import (
    Economy,
    broken_where,
    choose_leaving,
    choose_small_block,
    keep_newest,
    leaving_order,
)
from desktop_app.domain.ledger import Piece, PieceKind, Section
from desktop_app.domain.settings import ClipStrategy
from desktop_app.engine.estimate import Cl100kEstimate

GOLDEN = json.loads((Path(__file__).parents[1] / "data/golden/reference.json").read_text("utf-8"))


def test_the_reference_mode_reproduces_the_published_table() -> None:
    table = GOLDEN["tail_keeping_clip"]
    count = Cl100kEstimate().count
    tokens = [count(message["content"]) for message in table["history"]]
    kept = {budget: keep_newest(tokens, int(budget)) for budget in table["kept_indices_by_budget"]}
    assert kept == table["kept_indices_by_budget"]


def test_the_least_valuable_leaves_first_and_the_oldest_among_equals() -> None:
    assert leaving_order([0.5, 0.1, 0.5, 0.05], ClipStrategy.BY_VALUE) == [3, 1, 0, 2]
    assert leaving_order([0.5, 0.1, 0.5, 0.05], ClipStrategy.NEWEST_ONLY) == [0, 1, 2, 3]


def test_nothing_leaves_where_everything_fits() -> None:
    assert choose_leaving([10, 10], [0, 1], [1], 20) == []


def test_protected_turns_leave_last_and_the_dearest_of_them_at_the_very_end() -> None:
    tokens = [10, 10, 10, 10]
    assert choose_leaving(tokens, [3, 2, 1, 0], [3, 2, 0], 30) == [1]
    assert choose_leaving(tokens, [3, 2, 1, 0], [3, 2, 0], 20) == [1, 0]
    assert choose_leaving(tokens, [3, 2, 1, 0], [3, 2, 0], 10) == [1, 0, 2]


def test_a_block_lasts_several_turns() -> None:
    economy = Economy(head_tokens=0, fresh_tokens=200, turn_tokens=100)
    tokens = [100] * 40
    leaving = choose_leaving(tokens, list(range(40)), [39, 38, 37], 3900, economy)
    kept = 40 - len(leaving)
    assert leaving == list(range(len(leaving)))
    # Reading the kept turns again costs at most the agreed share of what the turns until then compute.
    assert (kept - 1) * 100 <= 0.18 * (39 - kept) * 300
    assert 39 - kept >= 7


def test_an_untouched_prefix_lets_more_turns_stay() -> None:
    """Dropping near the end breaks little of the prefix, so fewer turns must pay for it."""
    tokens = [100] * 40
    head_stays = Economy(head_tokens=0, fresh_tokens=200, turn_tokens=100)
    head_changes = Economy(head_tokens=300, fresh_tokens=200, turn_tokens=100)
    from_the_end = list(range(36, -1, -1))
    few = choose_leaving(tokens, from_the_end, [39, 38, 37], 3900, head_stays)
    many = choose_leaving(tokens, from_the_end, [39, 38, 37], 3900, head_changes)
    assert len(few) < len(many)


def test_a_small_block_leaves_half_of_the_prompt_as_it_was() -> None:
    tokens = [80] * 8
    assert choose_small_block(tokens, newest=3, before=90, behind=80, room=600) == [3, 4]  # 330 of 650 stay
    assert choose_small_block(tokens, newest=3, before=10, behind=80, room=600) == [4]
    assert choose_small_block(tokens, newest=3, before=10, behind=80, room=559) == []  # the beginning has no room
    assert choose_small_block(tokens, newest=3, before=0, behind=200, room=600) == []  # nothing would leave


turns = st.lists(st.integers(1, 200), min_size=1, max_size=40)


@given(turns, st.data())
def test_what_stays_fits_and_leaves_in_order_of_value(tokens: list[int], data: st.DataObject) -> None:
    count = len(tokens)
    values = data.draw(st.lists(st.sampled_from([0.1, 0.3, 0.5, 0.9]), min_size=count, max_size=count))
    room = data.draw(st.integers(0, 4000))
    newest = list(range(count - 1, max(-1, count - 4), -1))
    economy = data.draw(st.none() | st.builds(Economy, st.integers(0, 300), st.integers(0, 300), st.floats(1, 200)))
    leaving = choose_leaving(tokens, leaving_order(values, ClipStrategy.BY_VALUE), newest, room, economy)

    assert len(set(leaving)) == len(leaving)
    kept = [position for position in range(count) if position not in leaving]
    assert sum(tokens[position] for position in kept) <= room
    unprotected = [position for position in leaving if position not in newest]
    assert unprotected == sorted(unprotected, key=lambda position: (values[position], position))
    if any(position in newest for position in leaving):
        assert all(position in newest for position in kept)
    elif kept and unprotected:
        others = [values[position] for position in kept if position not in newest]
        assert not others or min(others) >= max(values[position] for position in unprotected)


@pytest.mark.parametrize("budget", [0, 1, 12, 35, 48, 61])
def test_the_reference_mode_keeps_a_tail(budget: int) -> None:
    tokens = [13, 12, 12, 24]
    kept = keep_newest(tokens, budget)
    assert kept == list(range(4 - len(kept), 4))
    assert sum(tokens[index] for index in kept) <= budget


def _piece(section: Section, text: str) -> Piece:
    return Piece(PieceKind.CONTENT, section, text, tokens=10)


def test_where_reuse_ended_is_named_not_what_was_planned_to_break() -> None:
    """A reply is written again: the engine still holds the same prompt, whatever the turn before it was sent."""
    pieces = (
        _piece(Section.SYSTEM, "Be brief."),
        _piece(Section.FACTS, "Facts"),
        _piece(Section.HISTORY, "hello"),
        _piece(Section.TEMPLATE, "<user>"),
        _piece(Section.QUESTION, "and now?"),
    )
    assert broken_where("facts", pieces, 49) == ""  # all but the last token
    assert broken_where("facts", pieces, 32) == ""  # what opens the question's own message is no change of the past
    assert broken_where("facts", pieces, 15) == "facts"
    assert broken_where("facts", pieces, 25) == "history"
    assert broken_where("facts", pieces, 0) == "facts"
    assert broken_where("", pieces, 15) == ""
