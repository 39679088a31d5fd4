"""How a model is asked to put a section's lines into words, and how its reply is read.

The reply follows a grammar: sentences, each with the numbers of the lines it rests on. Whether they bear it out is
checked afterwards (`domain.notes.support`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from desktop_app.domain.notes.lines import Line
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.prompt_words import Language

LONGEST_SENTENCE: Final = 200  # characters

_INSTRUCTION: Final[Mapping[Language, str]] = {
    "zh": (
        "你把问诊记录整理成病历的一个栏目。只用给出的编号行里的内容，不添加、不推断、不诊断。"
        "用简短的书面语，一句一行，句末用方括号写出所依据的行号。数字、药名、剂量、日期和“没有”“否认”一律照抄。\n"
        "例：\n1 问：睡得怎么样？答：不好，半夜总醒。\n2 一天喝两杯咖啡。\n现病史：\n"
        "- 睡眠不好，半夜总醒。[1]\n- 一天喝两杯咖啡。[2]"
    ),
    "en": (
        "You put lines of a consultation into one section of a clinical note. Use only what the numbered lines say; "
        "add, infer and diagnose nothing. Short sentences, one a line, each followed by the numbers of its lines in "
        "brackets. Copy numbers, drug names, doses, dates and denials exactly.\n"
        "Example:\n1 Asked “How do you sleep?”: “Badly, I wake up at night.”\n2 I drink two coffees a day.\n"
        "History:\n- Sleeps badly, wakes up at night. [1]\n- Drinks two coffees a day. [2]"
    ),
}
_TRANSLATION: Final[Mapping[Language, str]] = {
    "zh": (
        "把编号行逐行译成给患者看的通俗中文，一行一句，句末用方括号写行号。药名、数字、剂量和日期不变，不添加任何内容。"
    ),
    "en": (
        "Translate each numbered line into plain English for a patient, one sentence a line, followed by its number in "
        "brackets. Keep drug names, numbers, doses and dates. Add nothing."
    ),
}
# Sentences of the examples above: a small model repeats them.
_EXAMPLES: Final = (
    "睡眠不好，半夜总醒。",
    "一天喝两杯咖啡。",
    "Sleeps badly, wakes up at night.",
    "Drinks two coffees a day.",
)
_HEADING: Final[Mapping[Language, str]] = {"zh": "：", "en": ":"}
_ITEM = Pattern(r"- (?P<text>[^\n\[\]]+)\[(?P<numbers>\d+(?:, \d+)*)\]\n")


@dataclass(frozen=True, slots=True)
class Item:
    """A sentence of a reply and the lines it rests on, by their places from 0."""

    text: str
    lines: tuple[int, ...]


def instruction(language: Language, *, translate: bool = False) -> str:
    """The system message for drafting in a language."""
    return (_TRANSLATION if translate else _INSTRUCTION)[language]


def question(heading: str, lines: Sequence[Line], language: Language) -> str:
    """The lines of a section, numbered from 1, and the section's heading."""
    told = "\n".join(f"{number} {' '.join(line.text.split())}" for number, line in enumerate(lines, 1))
    return f"{told}\n{heading}{_HEADING[language]}\n"


def grammar(lines: int) -> str:
    """GBNF of a reply about so many lines: as many sentences at most, each with one or two of their numbers."""
    numbers = " | ".join(f'"{number}"' for number in range(1, lines + 1))
    return (
        f"root ::= item{{1,{lines}}}\n"
        f'item ::= "- " [^\\n\\[\\]]{{2,{LONGEST_SENTENCE}}} "[" number (", " number){{0,1}} "]\\n"\n'
        f"number ::= {numbers}\n"
    )


def items_of(reply: str, lines: int) -> list[Item]:
    """The whole sentences of a reply, each once; one that was cut off is left out, and so is a repeated example."""
    found: list[Item] = []
    known = set(_EXAMPLES)
    for match in _ITEM.finditer(reply):
        places = tuple(dict.fromkeys(int(number) - 1 for number in match["numbers"].split(", ")))
        text = match["text"].strip()
        if text not in known and text and all(0 <= place < lines for place in places):
            known.add(text)
            found.append(Item(text, places))
    return found
