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


TODAY = "[今天2026-11-30 周一]\n"


@pytest.mark.parametrize(
    ("reply", "missed"),
    [
        ("你的生日是 2026-11-30。", ["2026-11-30"]),  # the day it is
        ("你的生日是 2026-11-26。", ["2026-11-26"]),  # the day a turn was said
        ("你在11月25日结婚。", ["11月25日"]),  # the day a reading is from
        ("你在8月12日搬的家。", ["8月12日"]),  # the day of a summary's quote
        ("今天是2026年11月30日。", []),
        ("截至2026-11-30，高压是138。", []),
        ("11月25日你的高压是138。", []),
        ("你在11月26日说过自己叫陈静怡。", []),
        ("8月12日你说过药吃完了。", []),
        ("你女儿的生日是5月3日。", []),
    ],
)
def test_the_programs_own_dates_bear_out_only_what_they_caption(reply: str, missed: list[str]) -> None:
    content = PieceKind.CONTENT
    prompt = [
        Piece(content, Section.FACTS, "\n- 测量：收缩压 138（2026-11-25）", 0, "fact:1"),
        Piece(content, Section.SUMMARY, "- (2026-08-12) 昨天药吃完了\n", 0, "summary:1"),
        Piece(content, Section.HISTORY, "我女儿生日是5月3日，我高压138", 0, "message:1"),
        Piece(content, Section.QUESTION, TODAY),
        Piece(content, Section.RECALLED, "> [2026-11-26 你好] 你好，我叫陈静怡\n", 0, "chunk:1"),
        Piece(content, Section.QUESTION, "我的生日是哪天？", 0, "message:3"),
    ]
    found = check_reply(reply, held_values(prompt, date(2026, 11, 30)))
    assert [claim.text for claim in found if not claim.in_record] == missed


def test_an_english_birthday_is_not_the_day_it_is() -> None:
    prompt = [
        Piece(PieceKind.CONTENT, Section.QUESTION, "[Today is 2026-11-30 Monday]\n"),
        Piece(PieceKind.CONTENT, Section.QUESTION, "When is my birthday?", 0, "message:1"),
    ]
    record = held_values(prompt, date(2026, 11, 30))
    assert [claim.in_record for claim in check_reply("Your birthday is November 30, 2026.", record)] == [False]
    assert [claim.in_record for claim in check_reply("Today is November 30, 2026.", record)] == [True]


@pytest.mark.parametrize(
    ("record", "reply", "marked"),
    [
        ("我妈妈有糖尿病。", "您妈妈有哮喘。", ["哮喘"]),
        ("我妈妈有糖尿病。", "您妈妈有糖尿病。", []),
        ("我妈妈有糖尿病。", "哮喘是一种常见的慢性病。", []),
        ("My mother has diabetes.", "Your mother has asthma.", ["asthma"]),
        ("My mother has diabetes.", "Your mother has diabetes.", []),
        ("My mother has diabetes.", "Asthma is a common disease.", []),
        ("My mother has diabetes.", "If you have asthma, see a doctor.", []),
    ],
)
def test_an_illness_somebody_is_said_to_have_and_nobody_spoke_of_is_marked(
    record: str, reply: str, marked: list[str]
) -> None:
    assert missing(reply, [record]) == marked
