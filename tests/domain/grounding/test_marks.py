"""Values that stand nowhere in the prompt are found, those that do are left alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

import pytest

from desktop_app.domain.grounding.marks import Claim, check_reply, held_values
from desktop_app.domain.ledger import Piece, PieceKind, Section
from tests.domain.grounding import held_out
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


def test_replies_the_rules_were_not_made_on_are_marked_as_by_hand() -> None:
    """All that is wrong is found, and of the marks at most one in twenty is wrong."""
    found = surplus = wanted = 0
    for replies, record in ((held_out.ZH_REPLIES, held_out.ZH_RECORD), (held_out.EN_REPLIES, held_out.EN_RECORD)):
        for marked in replies:
            reply, wrong = expected(marked)
            got = missing(reply, record)
            found += len(set(wrong) & set(got))
            surplus += len(set(got) - set(wrong))
            wanted += len(wrong)
    assert wanted >= 20
    assert found == wanted
    assert surplus <= wanted / 20


def test_what_is_in_the_record_knows_its_pieces() -> None:
    found = {claim.text: claim.sources for claim in claims("二甲双胍500 mg，体重72kg，2024年3月。", ZH_RECORD)}
    assert found == {
        "二甲双胍": ("message:2",),
        "500 mg": ("message:2",),
        "72kg": ("message:3",),
        "2024年3月": ("message:1",),
    }


def test_a_denial_of_what_the_record_affirms_is_marked_and_an_allergy_it_denies() -> None:
    assert missing("You have no asthma.", ("I have asthma.",)) == ["no asthma"]
    assert missing("You have asthma.", ("I have asthma.",)) == []
    assert missing("您对青霉素过敏。", ("我对青霉素不过敏。",)) == ["对青霉素过敏"]


def test_the_dates_a_message_means_count_as_said() -> None:
    today = Piece(PieceKind.CONTENT, Section.QUESTION, "昨天血压高了", 0, "message:9")
    held = held_values([today], date(2026, 11, 30))
    assert [claim.in_record for claim in check_reply("2026年11月29日和11月28日", held)] == [True, False]


@pytest.mark.parametrize(
    ("reply", "record", "wrong"),
    [
        ("12/14复查", "12月14日复查", []),
        ("12/15复查", "12月14日复查", ["12/15"]),
        ("利伐沙班片每晚吃", "我吃拜瑞妥", []),
        ("See ICD-10 for asthma.", "I have asthma.", []),
        ("You don't have asthma.", "I have asthma.", ["don't have asthma"]),
        ("Don't smoke with asthma.", "I have asthma.", []),
        ("There is no allergy to penicillin on record.", "I have asthma.", []),
    ],
)
def test_finer_points(reply: str, record: str, wrong: list[str]) -> None:
    assert missing(reply, (record,)) == wrong
