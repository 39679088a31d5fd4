"""Twenty clinical dialogues, Chinese and English: what a summary step must not lose survives whatever the model writes.

The checks here are written without the program's own rules: they look for plain strings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.ports import LoadOptions
from desktop_app.engine.chat import LlamaEngine
from desktop_app.services.summaries import SummaryService
from tests.installed_models import small_chat_model
from tests.scripted_program import Clock
from tests.services.context_fakes import FakeEstimate
from tests.services.summary_bench import SummaryBench, said_by, summary_bench

Dialogue = dict[str, Any]

DIALOGUES: list[Dialogue] = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "clinical_dialogues.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]

_NUMBER_ITEM = re.compile(
    r"\d+(?:[./]\d+)*(?: ?(?:mg|mcg|ml|kg|units?|puffs?|tablets?|毫克|微克|毫升|公斤|单位|片|次|度|克|%))?"
)
_CHINESE_COUNT = re.compile(r"[一二两三四五六七八九十]+(?:年|次|片|喷|度|天|岁|早|晚|个)|一天半")
_DENIAL = re.compile(r"(?:没有|从来没|没|不|无|未见|未|否认|别|停用|阴性)[^，。；、,.;\n]{0,6}|[^，。\n]{2}阴性")
_ENGLISH_DENIAL = re.compile(
    r"(?:\b(?:no|not|never|without|denies|stop|negative|none)\b|\w+n't\b)(?: \w+){0,3}|\w+ negative", re.IGNORECASE
)
_LIST_AFTER_DENIAL = re.compile(r"(?:[Dd]enies|[Nn]o|否认|未见|无) ?([^.。\n]*(?:, | or |、)[^.。\n]*)")


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def items(dialogue: Dialogue) -> set[str]:
    """Doses, numbers, denials with what they deny, and the allergies and drugs noted by hand."""
    found = set(dialogue["must"])
    for turn in dialogue["turns"]:
        text = plain(turn["text"])
        found.update(match.strip() for match in _NUMBER_ITEM.findall(text))
        found.update(match.group().strip() for pattern in (_CHINESE_COUNT, _DENIAL) for match in pattern.finditer(text))
        if dialogue["language"] == "en":
            found.update(match.group().strip() for match in _ENGLISH_DENIAL.finditer(text))
        for listed in _LIST_AFTER_DENIAL.findall(text):
            found.update(part.strip() for part in re.split(r", (?:or )?| or |、", listed))
    return {item for item in found if item}


def everything(dialogue: Dialogue) -> str:
    joint = "" if dialogue["language"] == "zh" else " "
    return joint.join(plain(turn["text"]) for turn in dialogue["turns"])


def changed_numbers(dialogue: Dialogue) -> str:
    return re.sub(r"\d", lambda digit: str((int(digit.group()) + 1) % 10), everything(dialogue))


def flipped(dialogue: Dialogue) -> str:
    text = re.sub(r"没有|从来没|未见|否认|不|没|无|未|别", "", everything(dialogue))
    return re.sub(r"\b(?:no|not|never|without|denies) |n't", "", text, flags=re.IGNORECASE)


def denied(dialogue: Dialogue) -> str:
    return (
        everything(dialogue)
        .replace("我", "我不")
        .replace("I take", "I don't take")
        .replace("llergic to", "llergic to no")
    )


def without_drugs(dialogue: Dialogue) -> str:
    text = everything(dialogue)
    for item in dialogue["must"]:
        text = text.replace(item, "")
    return text


def exchanged_numbers(dialogue: Dialogue) -> str:
    numbers = re.findall(r"\d+(?:[./]\d+)*", everything(dialogue))
    back = iter(reversed(numbers))
    return re.sub(r"\d+(?:[./]\d+)*", lambda _: next(back), everything(dialogue))


def mixed(dialogue: Dialogue) -> str:
    return (
        "Patient 对 aspirin 不过敏, takes 氨氯地平 10 mg daily. 患者 denies 青霉素过敏. 无 allergy。"
        + everything(dialogue)[:60]
    )


def shortened(dialogue: Dialogue) -> str:
    """The first half of every sentence."""
    parts = re.split(r"(?<=[。.])", everything(dialogue))
    return "".join(part[: len(part) // 2] + "。" for part in parts if part.strip())


def of_somebody_else(dialogue: Dialogue) -> str:
    return everything(dialogue).replace("我", "他父亲").replace("I ", "His father ")


ADVERSARIES: list[Callable[[Dialogue], str]] = [
    lambda dialogue: "",
    everything,
    changed_numbers,
    flipped,
    denied,
    without_drugs,
    exchanged_numbers,
    mixed,
    shortened,
    of_somebody_else,
]


def sum_up(bench: SummaryBench, dialogue: Dialogue, steps: int = 1) -> tuple[str, str]:
    """What is kept of a dialogue, and the prose in it."""
    session = bench.session()
    turns = [bench.say(session, turn["text"], turn["reply"], turn["speaker"]) for turn in dialogue["turns"]]
    for step in range(steps):
        bench.clip(session, turns[: len(turns) * (step + 1) // steps])
        assert bench.service.extend(session)
    segments = bench.stored(session)
    assert [turn_id for segment in segments for turn_id in segment.covered] == [turn.id for turn in turns]
    return plain(said_by(segments)), "\n".join(segment.text for segment in segments)


def test_the_dialogues_are_what_they_should_be() -> None:
    assert [dialogue["language"] for dialogue in DIALOGUES].count("zh") == 10
    assert len(DIALOGUES) == 20
    assert sum(len(items(dialogue)) for dialogue in DIALOGUES) > 200
    for dialogue in DIALOGUES:
        assert all(item in everything(dialogue) for item in dialogue["must"]), dialogue["must"]


@pytest.mark.parametrize("number", range(len(ADVERSARIES)))
def test_everything_survives_each_step(tmp_path: Path, number: int) -> None:
    adversary = ADVERSARIES[number]
    with summary_bench(tmp_path, "", kind=list(VaultKind)[number % 2]) as bench:
        for place, dialogue in enumerate(DIALOGUES):
            bench.engine.replies = [adversary(dialogue)]
            kept, prose = sum_up(bench, dialogue, steps=1 + (place + number) % 3)
            lost = {item for item in items(dialogue) if item not in kept}
            assert not lost, (dialogue["turns"][0]["text"], lost)
            source = everything(dialogue)
            assert set(re.findall(r"\d+(?:[./]\d+)*", prose)) <= set(re.findall(r"\d+(?:[./]\d+)*", source))


@pytest.mark.parametrize("adversary", [flipped, denied, of_somebody_else], ids=lambda adversary: adversary.__name__)
def test_prose_never_says_the_opposite(tmp_path: Path, adversary: Callable[[Dialogue], str]) -> None:
    with summary_bench(tmp_path, "") as bench:
        for dialogue in DIALOGUES:
            bench.engine.replies = [adversary(dialogue)]
            _, prose = sum_up(bench, dialogue)
            truth = plain(everything(dialogue))
            for sentence in re.split(r"(?<=[。.!！?？])\s*", prose):
                assert sentence.strip() in truth, sentence


@pytest.mark.slow
@pytest.mark.parametrize("place", [0, 10])
def test_everything_survives_a_real_model(tmp_path: Path, place: int) -> None:
    dialogue = DIALOGUES[place]
    engine = LlamaEngine()
    try:
        engine.load(small_chat_model(), LoadOptions(context_length=2048, threads=1), lambda share: None)
        with summary_bench(tmp_path, "") as bench:
            service = SummaryService(bench.store, engine, FakeEstimate(), bench.settings, bench.bus, Clock())
            kept, _ = sum_up(replace(bench, service=service), dialogue)
    finally:
        engine.close()
    assert not {item for item in items(dialogue) if item not in kept}
