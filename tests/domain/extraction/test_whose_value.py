"""A correction of a named relative's or pet's value changes theirs, never the speaker's own."""

from __future__ import annotations

from datetime import date

import pytest

from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.memory import Category, Fact, FactCandidate, FactState, FactStatus, Polarity
from desktop_app.domain.validity import Outcome, reconcile

TODAY = date(2026, 3, 10)


def _held(id: int, subject: str, category: Category, value: str) -> Fact:
    return Fact(
        id, 1, subject, category, "", value, "", Polarity.AFFIRMED, FactStatus.CURRENT, FactState.ACTIVE,
        PERSON, 1.0, 1, TODAY.isoformat(), "", 1, None, None, False, value, 1, 1, 1, 0, 1, "rules",
    )  # fmt: skip


ZH = (
    _held(1, "self", Category.AGE, "四十二岁"),
    _held(2, "橘猫", Category.NAME, "团团"),
    _held(3, "橘猫", Category.AGE, "三岁"),
    _held(4, "丈夫", Category.OCCUPATION, "中学物理老师"),
    _held(5, "女儿", Category.NAME, "周小荷"),
    _held(6, "女儿", Category.AGE, "十三岁"),
)
EN = (
    _held(1, "self", Category.AGE, "42"),
    _held(2, "cat", Category.NAME, "Pepper"),
    _held(3, "cat", Category.AGE, "three"),
    _held(4, "husband", Category.OCCUPATION, "physics teacher"),
    _held(5, "sister", Category.NAME, "Anna"),
    _held(6, "daughter", Category.AGE, "13"),
)


def _said(text: str, known: tuple[Fact, ...]) -> list[FactCandidate]:
    return extract(text, speaker=PERSON, vault=VaultKind.PERSONAL, said_on=TODAY, recent=known, known=known)


def _touched(one: FactCandidate, known: tuple[Fact, ...]) -> set[int]:
    decision = reconcile(one, known, TODAY)
    return {*decision.fact_ids, *decision.retracted}


@pytest.mark.parametrize(
    ("text", "known", "subject", "value", "replaced"),
    [
        ("我记错了，团团不是三岁，是五岁。", ZH, "橘猫", "五岁", 3),
        ("团团五岁，不是三岁", ZH, "橘猫", "五岁", 3),
        ("团团今年五岁了", ZH, "橘猫", "五岁", 3),
        ("我的猫不是三岁，是五岁", ZH, "橘猫", "五岁", 3),
        ("不是三岁，是五岁", ZH, "橘猫", "五岁", 3),
        ("我记错了，我丈夫教的是化学，不是物理。", ZH, "丈夫", "教的是化学", 4),
        ("我老公是化学老师，不是物理老师", ZH, "丈夫", "化学老师", 4),
        ("我女儿叫周小禾，不叫周小荷。", ZH, "女儿", "周小禾", 5),
        ("我闺女不是十三岁，是十四岁", ZH, "女儿", "十四岁", 6),
        ("周小荷十四岁，不是十三岁", ZH, "女儿", "十四岁", 6),
        ("我不是四十二岁，是四十三岁", ZH, "self", "四十三岁", 1),
        ("不是四十二岁，是四十三岁", ZH, "self", "四十三岁", 1),
        ("My cat is five, not three.", EN, "cat", "five", 3),
        ("I was wrong, Pepper is five, not three.", EN, "cat", "five", 3),
        ("Pepper isn't three, she's five.", EN, "cat", "five", 3),
        ("My husband teaches chemistry, not physics.", EN, "husband", "teaches chemistry", 4),
        ("My hubby teaches chemistry, not physics.", EN, "husband", "teaches chemistry", 4),
        ("My sister's name is Ana, not Anna.", EN, "sister", "Ana", 5),
        ("My daughter is 14, not 13.", EN, "daughter", "14", 6),
        ("I'm 43, not 42", EN, "self", "43", 1),
    ],
)
def test_a_correction_is_of_whom_it_names(
    text: str, known: tuple[Fact, ...], subject: str, value: str, replaced: int
) -> None:
    (found,) = _said(text, known)
    assert (found.subject, found.value, found.unsure) == (subject, value, False)
    assert _touched(found, known) == {replaced}


@pytest.mark.parametrize(
    ("text", "subject"),
    [("毛毛不是三岁，是五岁", "橘猫"), ("小荷十四岁，不是十三岁", "女儿"), ("不是七岁，是八岁", "self")],
)
def test_where_it_is_open_whose_value_is_meant_it_is_only_proposed(text: str, subject: str) -> None:
    (found,) = _said(text, ZH)
    assert (found.subject, found.unsure) == (subject, True)


@pytest.mark.parametrize("text", ["小荷八岁，不是七岁", "Whiskers is eight, not seven."])
def test_a_strangers_age_is_nobodys(text: str) -> None:
    assert _said(text, ZH if text[0] == "小" else EN) == []


def test_an_age_that_two_have_is_not_guessed() -> None:
    both = (*ZH, _held(7, "狗", Category.AGE, "三岁"))
    (found,) = _said("不是三岁，是五岁", both)
    assert found.unsure


def test_one_of_two_cats_is_not_taken_for_the_other() -> None:
    both = (*ZH, _held(7, "黑猫", Category.AGE, "六岁"))
    (found,) = _said("我的猫七岁了", both)
    assert _touched(found, both) == set()
    (found,) = _said("我的黑猫七岁了", both)
    assert _touched(found, both) == {7}
    assert reconcile(found, both, TODAY).outcome is Outcome.SUPERSEDE
