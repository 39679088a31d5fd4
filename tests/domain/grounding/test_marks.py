"""Values that stand nowhere in the prompt are found, those that do are left alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from desktop_app.domain.grounding.marks import Claim, check_reply, held_values
from desktop_app.domain.ledger import Piece, PieceKind, Section
from tests.domain.grounding.replies import EN_RECORD, EN_REPLIES, PLANTED, ZH_RECORD, ZH_REPLIES

_MARKED = re.compile("⟦(.*?)⟧")


def pieces(record: Sequence[str]) -> list[Piece]:
    return [
        Piece(PieceKind.CONTENT, Section.HISTORY, text, 0, f"message:{number}")
        for number, text in enumerate(record, start=1)
    ]


def claims(reply: str, record: Sequence[str]) -> tuple[Claim, ...]:
    return check_reply(reply, held_values(pieces(record)))


def missing(reply: str, record: Sequence[str]) -> list[str]:
    return [claim.text for claim in claims(reply, record) if not claim.in_record]


def expected(marked: str) -> tuple[str, list[str]]:
    return _MARKED.sub(r"\1", marked), _MARKED.findall(marked)


def test_ten_planted_values_are_marked_and_nothing_true_is() -> None:
    reply, wrong = expected(PLANTED)
    assert len(wrong) == 10
    assert missing(reply, ZH_RECORD) == wrong


@pytest.mark.parametrize(
    ("marked", "record"), [(r, ZH_RECORD) for r in ZH_REPLIES] + [(r, EN_RECORD) for r in EN_REPLIES]
)
def test_a_reply_is_marked_as_by_hand(marked: str, record: Sequence[str]) -> None:
    reply, wrong = expected(marked)
    assert missing(reply, record) == wrong
