"""A script of any length for `play`: a person over many weeks, with facts, plans, questions back and small talk.

Usage::

    python -m tests.benchmarks.long_script zh 200 > build/long_zh.jsonl
    python -m desktop_app play build/long_zh.jsonl --vault DIR --record R.json --context 2048 --wait-memory
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass

TURNS_PER_SESSION = 50


@dataclass(frozen=True, slots=True)
class _Words:
    """What one language says: each tuple is drawn from at random, ``{…}`` is filled in."""

    person: str
    sessions: tuple[str, ...]
    opening: tuple[str, ...]
    statements: tuple[str, ...]
    questions: tuple[str, ...]
    back: tuple[str, ...]
    idle: tuple[str, ...]
    subjects: tuple[str, ...]
    places: tuple[str, ...]


_ZH = _Words(
    person="陈静",
    sessions=("春天", "夏天", "秋天", "冬天"),
    opening=("我叫陈静，今年46岁，住在杭州。", "我对头孢过敏，去年起过荨麻疹。", "我每天早上吃缬沙坦80毫克。"),
    statements=(
        "今天早上量的血压是{high}/{low}。",
        "我决定{month}月{day}号去{place}，预算{number}00元。",
        "昨天走了{number}00步，膝盖没有疼。",
        "我妈妈{month}月{day}号要做白内障手术。",
        "{subject}的事我花了{number}分钟，还没有做完。",
        "我不打算在{place}过年了，票已经退了。",
    ),
    questions=(
        "{subject}下一步应该先做什么？",
        "关于{subject}，有什么常见的错误要避免？",
        "如果每天只有{number}分钟，{subject}怎么安排比较好？",
        "你觉得{place}适合带老人去吗？为什么？",
        "请用三句话说说{subject}的要点。",
    ),
    back=("我对什么药过敏？", "我之前说过打算去哪里？", "我现在吃的降压药是什么，多少剂量？", "我上次量的血压是多少？"),
    idle=("哈哈，谢谢你！", "早上好，今天天气真不错。", "嗯嗯，好的。", "辛苦了，先这样吧。"),
    subjects=(
        "阳台的番茄",
        "学校的合唱比赛",
        "家里的旧自行车",
        "发面做馒头",
        "女儿的钢琴课",
        "阁楼的防潮",
        "社区的读书会",
    ),
    places=("桂林", "青岛", "昆明", "厦门", "敦煌"),
)
_EN = _Words(
    person="Hannah",
    sessions=("Spring", "Summer", "Autumn", "Winter"),
    opening=(
        "My name is Hannah, I am 46 years old and I live in Leeds.",
        "I am allergic to cephalexin, it gave me hives last year.",
        "I take valsartan 80 mg every morning.",
    ),
    statements=(
        "My blood pressure this morning was {high}/{low}.",
        "I decided to go to {place} on the {day} of May, with a budget of {number}0 pounds.",
        "I walked {number}00 steps yesterday and my knee did not hurt.",
        "My mother has her cataract surgery on the {day} of June.",
        "I spent {number} minutes on {subject} and it is not finished.",
        "I will not spend Christmas in {place} after all; the tickets are returned.",
    ),
    questions=(
        "What should I do first about {subject}?",
        "Which common mistakes should I avoid with {subject}?",
        "If I only have {number} minutes a day, how should I plan {subject}?",
        "Do you think {place} is a good place to take an elderly parent, and why?",
        "Tell me the main points about {subject} in three sentences.",
    ),
    back=(
        "Which medicine am I allergic to?",
        "Where did I say I was planning to go?",
        "Which blood pressure medicine do I take, and how much?",
        "What was my last blood pressure reading?",
    ),
    idle=("Haha, thank you!", "Good morning, lovely weather today.", "Okay, great.", "Thanks, that is all for now."),
    subjects=(
        "the tomatoes on the balcony",
        "the school choir",
        "my old bicycle",
        "the sourdough starter",
        "the piano lessons",
        "the damp loft",
        "the reading circle",
    ),
    places=("Lisbon", "York", "Galway", "Bergen", "Bath"),
)
_LANGUAGES = {"zh": _ZH, "en": _EN}


def script(language: str, turns: int, seed: int = 11) -> Iterator[dict[str, str]]:
    """The first ``turns`` lines of the script, the same each time; a new session every 50 turns."""
    words = _LANGUAGES[language]
    rng = random.Random(seed)
    for number in range(turns):
        part = number // TURNS_PER_SESSION
        session = f"{words.sessions[part % len(words.sessions)]} {part // len(words.sessions) + 1}"
        yield {"session": session, "person": words.person, "user": _line(words, number, rng)}


def _line(words: _Words, number: int, rng: random.Random) -> str:
    if number < len(words.opening):
        return words.opening[number]
    kind = rng.random()
    choices = (
        words.idle
        if kind < 0.15
        else words.statements
        if kind < 0.45
        else words.back
        if kind < 0.6
        else words.questions
    )
    return rng.choice(choices).format(
        high=rng.randrange(118, 150),
        low=rng.randrange(70, 95),
        month=rng.randrange(1, 13),
        day=rng.randrange(1, 29),
        number=rng.randrange(15, 90),
        place=rng.choice(words.places),
        subject=rng.choice(words.subjects),
    )


def main() -> None:
    """Write the script to standard output."""
    parser = argparse.ArgumentParser(description="a long script for `play`")
    parser.add_argument("language", choices=sorted(_LANGUAGES))
    parser.add_argument("turns", type=int)
    arguments = parser.parse_args()
    for line in script(arguments.language, arguments.turns):
        json.dump(line, sys.stdout, ensure_ascii=False)
        sys.stdout.write("\n")


if __name__ == "__main__":
    main()
