"""What the program answers from memory: where a quote stands, and words that stay true."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.domain.fact_matching import facts_asked_about
from desktop_app.domain.ledger import RecalledSnippet
from desktop_app.domain.memory import SELF, Category, Fact, FactState, FactStatus, Polarity
from desktop_app.domain.memory_answers import Answerer
from desktop_app.domain.prompt_words import Language

TODAY = date(2026, 3, 10)
AT_MS = int(datetime(2026, 3, 10, 12).timestamp() * 1000)


def fact(category: Category, value: str) -> Fact:
    return Fact(
        1, 1, SELF, category, "", value, "", Polarity.AFFIRMED, FactStatus.CURRENT, FactState.ACTIVE, PERSON,
        1.0, AT_MS, "", "", 0, None, None, False, value, 1, 1, 1, 0, len(value), "rules",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("language", "asked_in", "line"),
    [
        ("zh", 7, "- “我三十八岁。”（您，[2026-03-10](turn:7/3)）"),
        ("zh", 8, "- “我三十八岁。”（您，对话“我三十八岁，住在苏州”，[2026-03-10](turn:7/3)）"),
        ("en", 8, "- “我三十八岁。” (you, in “我三十八岁，住在苏州”, [2026-03-10](turn:7/3))"),
    ],
)
def test_a_quote_names_the_conversation_it_is_from_as_one(language: Language, asked_in: int, line: str) -> None:
    hit = RecalledSnippet(1, 7, "我三十八岁，住在苏州。", 3, 1, AT_MS, "我三十八岁。", 1.0, 1.0, 1.0)
    answer = Answerer(language, VaultKind.PERSONAL, TODAY).record(
        (), [(hit, PERSON, "我三十八岁。")], session_id=asked_in
    )
    assert answer.splitlines()[-1] == line


@pytest.mark.parametrize("count", [1, 2])
def test_the_question_which_to_forget_stays_true(count: int) -> None:
    facts = [fact(Category.RESIDENCE, "苏州")] * count
    chinese = Answerer("zh", VaultKind.PERSONAL, TODAY).which(facts)
    english = Answerer("en", VaultKind.PERSONAL, TODAY).which(facts)
    assert "尚未" not in chinese
    assert " yet" not in english
    assert ("几条" in chinese, "More than one" in english) == (count > 1, count > 1)


@pytest.mark.parametrize("question", ["我今年多大？", "我几岁了？", "How old am I?"])
def test_a_question_for_the_age_finds_it(question: str) -> None:
    age, home = fact(Category.AGE, "三十八岁"), fact(Category.RESIDENCE, "苏州")
    assert facts_asked_about(question, [age, home]) == [age]
