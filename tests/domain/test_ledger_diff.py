from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.domain.ledger import Ledger, Overflow, Piece, PieceKind, Section
from desktop_app.domain.ledger_diff import Change, LedgerDiff, difference

PIECES = st.lists(
    st.builds(
        Piece,
        st.sampled_from(PieceKind),
        st.sampled_from([Section.FACTS, Section.HISTORY, Section.TEMPLATE]),
        st.sampled_from(["a", "b", "", "- c"]),
        st.integers(0, 40),
        st.sampled_from(["", "message:1", "message:2", "fact:1"]),
    ),
    max_size=14,
)


def ledger_of(pieces: list[Piece]) -> Ledger:
    return Ledger(1000, 100, Overflow.WHOLE, tuple(pieces), (), ())


def words(text: str, tokens: int, source: str = "", section: Section = Section.HISTORY) -> Piece:
    return Piece(PieceKind.CONTENT, section, text, tokens, source)


def of(diff: LedgerDiff, section: Section) -> tuple[tuple[Piece, ...], tuple[Piece, ...], tuple[Change, ...]]:
    found = next(each for each in diff.sections if each.section is section)
    return found.entered, found.left, found.changed


@given(PIECES, PIECES)
def test_entered_less_left_plus_changed_is_the_difference_of_the_totals(
    before: list[Piece], after: list[Piece]
) -> None:
    first, second = ledger_of(before), ledger_of(after)
    diff = difference(first, second)
    for section in diff.sections:
        assert section.before_tokens == first.sections[section.section]
        assert section.after_tokens == second.sections[section.section]
        moved = section.entered_tokens - section.left_tokens + section.changed_tokens
        assert section.after_tokens - section.before_tokens == moved
    total = diff.entered_tokens - diff.left_tokens + diff.changed_tokens
    assert second.prompt_tokens - first.prompt_tokens == total


@given(PIECES)
def test_a_prompt_does_not_differ_from_itself_in_any_order(pieces: list[Piece]) -> None:
    assert difference(ledger_of(pieces), ledger_of(pieces[::-1])).is_empty


@given(PIECES, PIECES)
def test_backwards_what_entered_has_left(before: list[Piece], after: list[Piece]) -> None:
    there = difference(ledger_of(before), ledger_of(after))
    back = difference(ledger_of(after), ledger_of(before))
    assert (there.entered_tokens, there.left_tokens) == (back.left_tokens, back.entered_tokens)
    assert there.changed_tokens == -back.changed_tokens


def test_the_same_source_with_other_words_has_changed() -> None:
    diff = difference(
        ledger_of([words("the whole story", 30, "message:1"), words("gone", 4, "message:3")]),
        ledger_of([words("the … story", 12, "message:1"), words("new", 5, "message:5")]),
    )
    entered, left, changed = of(diff, Section.HISTORY)
    assert [piece.text for piece in entered] == ["new"]
    assert [piece.text for piece in left] == ["gone"]
    assert [(c.before.text, c.after.text, c.tokens) for c in changed] == [("the whole story", "the … story", -18)]
    assert (diff.before_tokens, diff.after_tokens) == (34, 17)


def test_a_date_that_moves_on_has_changed_and_a_moved_question_has_left_and_entered() -> None:
    question = words("how much?", 3, "message:1", Section.QUESTION)
    diff = difference(
        ledger_of([words("Today is 1 March.", 6, "", Section.QUESTION), question]),
        ledger_of(
            [words("how much?", 3, "message:1"), words("Today is 2 March.", 6, "", Section.QUESTION)],
        ),
    )
    entered, left, changed = of(diff, Section.QUESTION)
    assert (entered, left) == ((), (question,))
    assert [change.after.text for change in changed] == ["Today is 2 March."]
    assert [piece.text for piece in of(diff, Section.HISTORY)[0]] == ["how much?"]
