"""Which segments hold on a branch, and what of them is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.domain.ledger import Piece
from desktop_app.domain.memory import Quote, SummarySegment
from desktop_app.domain.prompt_words import EN, ZH
from desktop_app.domain.summarising import covered_by, fitting, holding, summary_lines


def by_length(pieces: Sequence[Piece]) -> list[Piece]:
    return [replace(piece, tokens=len(piece.text)) for piece in pieces]


def quote(turn_id: int, text: str, speaker: str = "person") -> Quote:
    return Quote(turn_id, speaker, "2026-07-01", text)


def test_a_segment_holds_where_all_its_turns_are() -> None:
    one, two = SummarySegment(1, "a", (1, 2)), SummarySegment(2, "b", (3, 9))

    assert holding([two, one], {1, 2, 3, 9}) == [one, two]
    assert holding([one, two], {1, 2, 3, 4}) == [one]


def test_no_turn_is_told_twice_and_fresh_goes_before_stale() -> None:
    large, small = SummarySegment(1, "a", (1, 2, 3)), SummarySegment(2, "b", (1, 2))
    stale, fresh = replace(large, stale=True), SummarySegment(3, "c", (3,))

    assert holding([small, large], {1, 2, 3}) == [large]
    assert holding([stale, fresh], {1, 2, 3}) == [fresh]
    assert holding([stale], {1, 2, 3}) == [stale]


def test_prose_first_then_the_quotes_in_order_of_time_each_on_one_line() -> None:
    late = SummarySegment(2, "Late.", (1, 8), (quote(1, "No\nfever."), quote(8, "I fell yesterday.")))
    early = SummarySegment(1, "Early.", (3,), (quote(3, "5 mg", "family:妈妈"),))

    lines = summary_lines([late, early], EN, "person")

    assert [line.piece.text for line in lines] == [
        "Late.\n",
        "Early.\n",
        "- No fever.\n",
        "- [妈妈] 5 mg\n",
        "- (2026-07-01) I fell yesterday.\n",
    ]
    assert [line.piece.source for line in lines] == ["summary:2", "summary:1", "summary:2", "summary:1", "summary:2"]
    assert summary_lines([early], ZH, "clinician")[1].piece.text == "- [妈妈] 5 mg\n"


def test_at_the_cap_the_oldest_quotes_leave_first_then_the_oldest_prose() -> None:
    segments = [
        SummarySegment(1, "aaaa", (1, 2), (quote(1, "1111"), quote(2, "2222"))),
        SummarySegment(2, "bbbb", (3, 4), (quote(4, "4444"),)),
    ]
    lines = summary_lines(segments, EN, "person")
    whole = sum(len(line.piece.text) for line in lines)

    def sent(room: int) -> tuple[list[str], list[int]]:
        pieces = fitting(lines, room, by_length)
        assert sum(piece.tokens for piece in pieces) <= room
        return [piece.text.strip("- \n") for piece in pieces], sorted(covered_by(lines, pieces))

    assert sent(whole) == (["aaaa", "bbbb", "1111", "2222", "4444"], [1, 2, 3, 4])
    assert sent(whole - 1) == (["aaaa", "bbbb", "2222", "4444"], [2, 3, 4])
    assert sent(17) == (["aaaa", "bbbb", "4444"], [3, 4])
    assert sent(16) == (["aaaa", "bbbb"], [3])
    assert sent(5) == (["bbbb"], [3])
    assert sent(4) == ([], [])


def test_only_the_newest_lines_of_a_long_session_are_counted() -> None:
    counted: list[int] = []

    def count(pieces: Sequence[Piece]) -> list[Piece]:
        counted.append(len(pieces))
        return by_length(pieces)

    segments = [SummarySegment(n, "", (n,), (quote(n, f"{n} mg"),)) for n in range(1, 5000)]
    assert fitting(summary_lines(segments, EN, "person"), 60, count)
    assert sum(counted) < 100
