"""A reply that says of somebody what the facts held say otherwise is told from one that repeats them."""

from __future__ import annotations

from datetime import date

import pytest

from desktop_app.domain.contradicted import contradicts
from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.domain.memory import Category, Fact, FactState, FactStatus, Polarity

TODAY = date(2026, 3, 10)


def _held(id: int, subject: str, category: Category, value: str, attribute: str = "") -> Fact:
    return Fact(
        id, 1, subject, category, attribute, value, "", Polarity.AFFIRMED, FactStatus.CURRENT, FactState.ACTIVE,
        PERSON, 1.0, 1, TODAY.isoformat(), "", 1, None, None, False, value, 1, 1, 1, 0, 1, "rules",
    )  # fmt: skip


HELD = (
    _held(1, "女儿", Category.NAME, "周小禾"),
    _held(2, "橘猫", Category.NAME, "团团"),
    _held(3, "橘猫", Category.AGE, "五岁"),
    _held(4, "cat", Category.NAME, "Pepper"),
    _held(5, "cat", Category.AGE, "five"),
    _held(6, "self", Category.ALLERGY, "花生", "花生"),
    _held(7, "sister", Category.NAME, "Ana"),
)


@pytest.mark.parametrize(
    "reply",
    [
        "您女儿叫团团。",
        "您的猫三岁。",
        "您对花生不过敏。",
        "团团今年三岁了。",
        "Your cat is three.",
        "Your sister's name is Anna.",
    ],
)
def test_a_reply_that_says_otherwise_contradicts(reply: str) -> None:
    assert contradicts(reply, HELD, VaultKind.PERSONAL, TODAY)


@pytest.mark.parametrize(
    "reply",
    [
        "您女儿叫周小禾。",
        "您的猫五岁。",
        "您对花生过敏。",
        "Your cat is five.",
        "Your sister's name is Ana.",
        "Cats live for about fifteen years.",
        "好的，祝您一天愉快。",
    ],
)
def test_a_reply_that_says_the_same_or_nothing_of_them_does_not(reply: str) -> None:
    assert not contradicts(reply, HELD, VaultKind.PERSONAL, TODAY)


def test_what_is_held_no_longer_contradicts_nothing() -> None:
    assert not contradicts("您的猫三岁。", (), VaultKind.PERSONAL, TODAY)
