"""What a model points at is kept only where the message bears it out."""

from __future__ import annotations

import json
from datetime import date

import pytest

from desktop_app.domain.conversation import DOCUMENT, PERSON, VaultKind
from desktop_app.domain.extraction import guesses
from desktop_app.domain.memory import FactCandidate, FactStatus, Polarity

SAID_ON = date(2026, 3, 10)


def reply(*found: tuple[str, str]) -> str:
    return json.dumps([{"value": value, "category": category} for value, category in found], ensure_ascii=False)


def believed(text: str, *found: tuple[str, str], speaker: str = PERSON) -> list[FactCandidate]:
    return guesses.believable(reply(*found), text, speaker=speaker, vault=VaultKind.PERSONAL, said_on=SAID_ON)


def test_words_of_the_message_are_kept_with_their_place() -> None:
    text = "I keep bees and grow tomatoes on the balcony."
    (fact,) = believed(text, ("keep bees", "habit"))
    assert (fact.value, text[fact.start : fact.end], fact.extractor) == ("keep bees", "keep bees", "model")
    assert fact.value in fact.quote
    assert fact.quote in text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I keep bees on the balcony.", ("养蜂", "habit")),  # translated
        ("I keep bees on the balcony.", ("beekeeping", "occupation")),  # invented
        ("I keep bees.", ("x", "habit")),
        ("Do I keep bees in the right way?", ("keep bees", "habit")),
        ("If I keep bees, the neighbours complain.", ("keep bees", "habit")),
        ("My neighbour keeps bees, I hear them.", ("keeps bees", "habit")),
        ("In my novel I keep bees on Mars.", ("keep bees", "habit")),
        ('I read "I keep bees" on a sign.', ("keep bees", "habit")),
        ("Please write that I keep bees.", ("keep bees", "habit")),
        ("我邻居老李在屋后种菜，我天天看。", ("种菜", "habit")),
        ("我想问一下种菜怎么施肥？", ("种菜", "habit")),
        ("I have beehives on my roof.", ("beehives on my roof", "habit")),  # an example of the instruction
        ("I mend church organs for a living.", ("mend church organs", "occupation")),  # nearly one
        ("I do not mind fever.", ("fever", "condition")),  # the rules know it and passed it over
        ("I keep bees. The garden is nice.", ("bees. The garden", "habit")),  # over two sentences
    ],
)
def test_what_the_message_does_not_bear_out_is_refused(text: str, found: tuple[str, str]) -> None:
    assert believed(text, found) == []


def test_a_document_says_nothing() -> None:
    assert believed("I keep bees.", ("keep bees", "habit"), speaker=DOCUMENT) == []


def test_the_words_tell_denial_and_time() -> None:
    (denied,) = believed("I never keep bees.", ("keep bees", "habit"))
    assert denied.polarity is Polarity.NEGATED
    (past,) = believed("I used to keep bees.", ("keep bees", "habit"))
    assert past.status is FactStatus.PAST


@pytest.mark.parametrize(
    "text", ["", "nothing", "[", '[{"value": "keep bees"}]', '[{"value": "keep bees", "category": "age"}]', '{"a": 1}']
)
def test_what_the_grammar_does_not_allow_is_nothing(text: str) -> None:
    assert guesses.believable(text, "I keep bees.", speaker=PERSON, vault=VaultKind.PERSONAL, said_on=SAID_ON) == []


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("I keep bees and grow tomatoes.", True),
        ("我打小就跟着爷爷学二胡。", True),
        ("Thanks, that was helpful!", False),
        ("好的，谢谢！", False),
        ("What does ibuprofen do?", False),
        ("The weather is lovely.", False),
        ("Please tell me a joke.", False),
        ("如果我学二胡要多久？", False),
        ("I " + "really " * 200 + "keep bees.", False),
    ],
)
def test_only_statements_about_oneself_are_worth_asking(text: str, worth: bool) -> None:
    assert guesses.is_worth_asking(text, speaker=PERSON, vault=VaultKind.PERSONAL, said_on=SAID_ON) is worth


def test_the_examples_themselves_are_well_formed() -> None:
    for shown in guesses.EXAMPLES.values():
        for said, found in shown:
            assert all(value in said and guesses.is_from_examples(value) for value, _ in guesses.guesses(found))
            assert found == "[]" or guesses.guesses(found)
