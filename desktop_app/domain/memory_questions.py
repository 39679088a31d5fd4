"""Questions about what was said, made from facts and messages without a model.

A question about a fact goes by its category; one about a message asks for its rarest clause or words. Both
know the turns that answer them, so that recall can be tested on a person's own history.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.memory import SELF, Category, Fact
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.terms import (
    ENGLISH_STOP_WORDS,
    has_chinese,
    normalise,
    query_terms,
)

_ASKED_WORDS = 2  # of an English sentence
# A Chinese sentence is quoted by a whole clause: without a dictionary it could only be cut inside a word.
_CLAUSE = Pattern(r"[^,.;:!?，。；：！？…、~～()（）「」“”\"\s]+")
_LONGEST_CLAUSE, _SHORTEST_CLAUSE = 20, 4  # characters of one that is asked for, where there is such a one
# A message with fewer terms tells nothing that could be asked for.
_LEAST_TERMS = {True: 8, False: 5}  # by whether it is Chinese
_ENGLISH_WORD = Pattern(r"[A-Za-z]{4,}")

# What is asked of a category, Chinese and English. {what} is the attribute, or the value without one.
_ABOUT: Mapping[Category, tuple[str, str]] = {
    Category.ALLERGY: ("对{what}过敏吗？", "Is there an allergy to {what}?"),
    Category.MEDICATION: ("{what}吃多少，一天几次？", "How much {what} is taken, and how often?"),
    Category.CONDITION: ("{what}是什么情况？", "What about the {what}?"),
    Category.MEASUREMENT: ("{what}是多少？", "What was the {what}?"),
    Category.PROCEDURE: ("{what}是什么时候做的？", "When was the {what} done?"),
    Category.HABIT: ("平时有{what}的习惯吗？", "What is the habit with {what}?"),
    Category.PLAN: ("{what}打算什么时候？", "When is {what} planned?"),
    Category.GOAL: ("{what}的目标是什么？", "What is the goal about {what}?"),
    Category.PREFERENCE: ("喜欢不喜欢{what}？", "What about liking {what}?"),
    Category.BUSINESS_PARAMETER: ("{what}是多少？", "What is the {what}?"),
}
# Of these the category alone is asked: personal Chinese and English, then of a patient.
_OF_PERSON: Mapping[Category, tuple[str, str, str, str]] = {
    Category.NAME: ("我叫什么名字？", "What is my name?", "患者叫什么名字？", "What is the patient's name?"),
    Category.AGE: ("我多大年纪？", "How old am I?", "患者多大年纪？", "How old is the patient?"),
    Category.RESIDENCE: ("我住在哪里？", "Where do I live?", "患者住在哪里？", "Where does the patient live?"),
    Category.OCCUPATION: (
        "我是做什么工作的？",
        "What is my job?",
        "患者是做什么工作的？",
        "What is the patient's job?",
    ),
    Category.BLOOD_TYPE: (
        "我是什么血型？",
        "What is my blood type?",
        "患者是什么血型？",
        "What is the patient's blood type?",
    ),
    Category.CONTACT: (
        "我的联系方式是什么？",
        "How can I be reached?",
        "患者的联系方式是什么？",
        "How can the patient be reached?",
    ),
}


@dataclass(frozen=True, slots=True)
class MemoryQuestion:
    """A question with what shall be recalled for it: one of these turns, or a text with these words.

    With neither it is asked, but cannot be scored.
    """

    text: str
    turn_ids: frozenset[int] = frozenset()
    expected: str = ""

    @property
    def is_scored(self) -> bool:
        """Whether it is known what shall be recalled."""
        return bool(self.turn_ids or self.expected)

    def is_answered_by(self, turn_id: int, text: str) -> bool:
        """Whether a recalled text of a turn is what was asked for."""
        if self.expected:
            return _plain(self.expected) in _plain(text)
        return turn_id in self.turn_ids


@dataclass(frozen=True, slots=True)
class Statement:
    """A message of a person, with its turn."""

    turn_id: int
    text: str


def about_facts(facts: Iterable[Fact], kind: VaultKind) -> list[MemoryQuestion]:
    """A question for each thing that facts hold, answered by every turn that says it."""
    turns: dict[str, set[int]] = {}
    for fact in facts:
        text = _about(fact, kind) if fact.turn_id else ""
        if text:
            turns.setdefault(text, set()).add(fact.turn_id)
    return [MemoryQuestion(text, frozenset(turn_ids)) for text, turn_ids in turns.items()]


def about_statements(statements: Sequence[Statement]) -> list[MemoryQuestion]:
    """A question for each message that says enough, by words that are rare among all of them."""
    terms = [query_terms(statement.text) for statement in statements]
    documents = Counter(term for found in terms for term in set(found))
    questions: dict[str, MemoryQuestion] = {}
    for statement, found in zip(statements, terms, strict=True):
        chinese = has_chinese(statement.text)
        if len(found) < _LEAST_TERMS[chinese] or statement.text.rstrip().endswith(("?", "？")):
            continue
        rarity = {term: math.log(len(statements) / documents[term]) + 1.0 for term in found}
        topic = _rarest_clause(statement.text, rarity) if chinese else _rarest_words(statement.text, rarity)
        if topic:
            text = f"关于“{topic}”，之前说过什么？" if chinese else f"What was said about {topic}?"
            questions.setdefault(text, MemoryQuestion(text, frozenset({statement.turn_id})))
    return list(questions.values())


def spread(questions: Sequence[MemoryQuestion], count: int) -> list[MemoryQuestion]:
    """At most so many, evenly over the list."""
    if len(questions) <= count:
        return list(questions)
    return [questions[index * len(questions) // count] for index in range(count)]


def _about(fact: Fact, kind: VaultKind) -> str:
    english = not has_chinese(fact.quote)
    if fact.category in _OF_PERSON and fact.subject == SELF:
        return _OF_PERSON[fact.category][2 * (kind is VaultKind.CLINICAL) + english]
    if fact.category not in _ABOUT:
        return ""
    asked = _ABOUT[fact.category][english].format(what=fact.attribute or fact.value)
    if fact.subject == SELF:
        return asked
    return f"{fact.subject}: {asked}" if english else f"{fact.subject}{asked}"


def _rarest_clause(text: str, rarity: Mapping[str, float]) -> str:
    """The clause whose words are the rarest on the whole; a short or long one only where there is no other."""
    clauses = [match.group() for match in _CLAUSE.finditer(text) if has_chinese(match.group())]
    usual = [clause for clause in clauses if _SHORTEST_CLAUSE <= len(clause) <= _LONGEST_CLAUSE]

    def weight(clause: str) -> float:
        return sum(rarity.get(term, 0.0) for term in query_terms(clause))

    return max(usual or clauses, key=weight, default="")


def _rarest_words(text: str, rarity: Mapping[str, float]) -> str:
    words = list(dict.fromkeys(word for word in _ENGLISH_WORD.findall(text) if word.lower() not in ENGLISH_STOP_WORDS))
    rarest = sorted(words, key=lambda word: -rarity.get(normalise(word), 0.0))[:_ASKED_WORDS]
    return " and ".join(word for word in words if word in rarest) if len(rarest) == _ASKED_WORDS else ""


def _plain(text: str) -> str:
    return " ".join(normalise(text).split())
