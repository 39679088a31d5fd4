from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.domain.ledger import ClipReason
from desktop_app.domain.turn_value import SMALL_TALK_CEILING, WEIGHTY_FLOOR, TurnValues, assess

ROWS = [
    json.loads(line) for line in (Path(__file__).parents[1] / "data/turn_values.jsonl").read_text("utf-8").splitlines()
]
NO_WEIGHT = (ClipReason.SMALL_TALK, ClipReason.FILLER)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_small_talk_is_worth_less_than_what_weighs(language: str) -> None:
    values = {
        kind: [assess(row["question"], row["reply"]).value for row in ROWS if (row["kind"], row["language"]) == kind]
        for kind in (("small_talk", language), ("weighty", language))
    }
    small, weighty = values.values()
    assert len(small) >= 30
    assert len(weighty) >= 30
    assert sum(value > SMALL_TALK_CEILING for value in small) <= 1
    assert min(weighty) > max(sorted(small)[:-1])


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("ok", ClipReason.FILLER),
        ("嗯嗯", ClipReason.FILLER),
        ("hahahahaha", ClipReason.FILLER),
        ("Hi there, how are you doing today?", ClipReason.SMALL_TALK),
        ("今天天气真好啊", ClipReason.SMALL_TALK),
        ("Why is the sky blue?", ClipReason.LOW_VALUE),
        ("帮我写一封邮件", ClipReason.LOW_VALUE),
    ],
)
def test_reasons(question: str, reason: ClipReason) -> None:
    assert assess(question).reason is reason


@pytest.mark.parametrize(
    "question",
    [
        "Hi doctor, thanks! I am allergic to aspirin.",
        "早上好，谢谢医生，我对头孢过敏",
        "no problem. The dose is 5 mg now",
    ],
)
def test_a_courtesy_around_something_weighty_does_not_hide_it(question: str) -> None:
    assert assess(question).value > 0.5


def test_a_weighty_answer_to_small_talk_counts() -> None:
    assert assess("ok?", "Take 5 mg of warfarin at night.").reason is ClipReason.LOW_VALUE


def values_of(*turns: tuple[str, str], question: str = "", **options: object) -> list[tuple[float, ClipReason]]:
    values = TurnValues()
    for number, (asked, answered) in enumerate(turns):
        values.add(number, asked, answered)
    return list(zip(*values.judge(question, **options), strict=True))  # type: ignore[arg-type]


def test_of_two_equal_turns_the_earlier_is_the_duplicate() -> None:
    same = ("I am allergic to penicillin.", "Noted.")
    (old, why), (new, _) = values_of(same, same)
    assert why is ClipReason.DUPLICATE
    assert old < SMALL_TALK_CEILING < WEIGHTY_FLOOR < new


def test_another_number_or_a_negation_makes_no_near_duplicate() -> None:
    base = "Yesterday evening the doctor in the clinic said I should take {} of the medicine"
    turns = [(base.format(dose), "Noted.") for dose in ("5 mg", "10 mg")]
    assert [why for _, why in values_of(*turns)] == [ClipReason.LOW_VALUE] * 2
    repeated = [(base.format("5 mg"), "Noted."), (base.format("5 mg") + " again", "Noted.")]
    assert values_of(*repeated)[0][1] is ClipReason.NEAR_DUPLICATE
    denied = [("我对青霉素类的药物过敏，很严重", "记下了。"), ("我对青霉素类的药物不过敏，很严重", "记下了。")]
    assert [why for _, why in values_of(*denied)] == [ClipReason.LOW_VALUE] * 2


def test_an_answer_with_something_of_its_own_is_no_duplicate() -> None:
    turns = [("What is my dose?", "It is 5 mg."), ("What is my dose?", "It is 10 mg.")]
    assert values_of(*turns)[0][1] is ClipReason.LOW_VALUE


def test_a_turn_that_is_referred_to_gains() -> None:
    first = ("The Kestrel parser chokes on umlauts", "I see.")
    alone = values_of(first, ("Another topic entirely", "Yes."))[0][0]
    taken_up = values_of(first, ("Back to the Kestrel parser and umlauts", "Yes."))[0][0]
    assert taken_up > alone


def test_a_turn_that_resembles_the_question_gains_but_small_talk_stays_small() -> None:
    turns = [("The boat is called Penelope", "Nice."), ("The goat is called Bert", "Nice."), ("lovely weather", "Yes.")]
    plain = values_of(*turns)
    asked = values_of(*turns, question="What is the boat called, Penelope? And the weather?")
    assert asked[0][0] > plain[0][0]
    assert asked[0][0] > asked[1][0]
    assert asked[2][0] <= SMALL_TALK_CEILING
    near = values_of(*turns, similarity={1: 1.0})
    assert near[1][0] > plain[1][0]


def test_a_turn_on_which_a_fact_rests_is_no_small_talk() -> None:
    turns = [("haha, call me Bear", "Haha!"), ("Fine", "Yes.")]
    assert values_of(*turns, fact_turns={1})[1][1] is ClipReason.LOW_VALUE
    assert values_of(*turns, fact_turns={1})[1][0] > WEIGHTY_FLOOR


def test_the_same_turns_give_the_same_values() -> None:
    turns = [(row["question"], row["reply"]) for row in ROWS]
    assert values_of(*turns, question="dose 剂量") == values_of(*turns, question="dose 剂量")
