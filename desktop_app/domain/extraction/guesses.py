"""What a language model finds in a message that the rules left unread, and what of it may be kept.

The model only points: it names a category and copies words. Whose words they are about, whether they are
denied, supposed, asked, past or somebody else's is read from the message by the same means as the rules
use, so that a model which invents, translates or repeats its instruction adds nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher

import msgspec

from desktop_app.domain.conversation import ASSISTANT, DOCUMENT, VaultKind
from desktop_app.domain.extraction.clause_subjects import NOBODY
from desktop_app.domain.extraction.lexicon import find_mentions
from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.memory import SELF, Category, FactCandidate, FactStatus
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.prompt_words import Language

EXTRACTOR = "model"
LONGEST_MESSAGE = 600  # characters; a longer one is no statement about oneself
MOST_GUESSES = 3  # in one message
REPLY_TOKENS = 120
_LONGEST_VALUE = 40
_CONFIDENCE = 0.5
_ALIKE = 0.75  # of 1, from which a value counts as copied from an example

# Numbers, codes and contacts are the rules' alone: a wrong digit looks like a right one.
CATEGORIES = (
    Category.RESIDENCE,
    Category.OCCUPATION,
    Category.ALLERGY,
    Category.MEDICATION,
    Category.CONDITION,
    Category.PROCEDURE,
    Category.HABIT,
    Category.PLAN,
    Category.GOAL,
    Category.PREFERENCE,
)

# A JSON array of at most `MOST_GUESSES` objects; nothing else can be written.
GRAMMAR = (
    'root ::= "[" (item ("," item){0,' + str(MOST_GUESSES - 1) + '})? "]"\n'
    'item ::= "{\\"value\\":\\"" letter{2,' + str(_LONGEST_VALUE) + '} "\\",\\"category\\":\\"" category "\\"}"\n'
    'letter ::= [^"\\\\\\x00-\\x1f]\n'
    "category ::= " + " | ".join(f'"{category.value}"' for category in CATEGORIES) + "\n"
)

# Nobody says these by chance, so that a repeated example is told from a statement.
EXAMPLES: Mapping[Language, tuple[tuple[str, str], ...]] = {
    "zh": (
        (
            "我这几年一直在屋顶上养蜜蜂，糖罐子都是自家的。",
            '[{"value":"在屋顶上养蜜蜂","category":"habit"}]',
        ),
        ("灯塔几点关门来着？", "[]"),
        (
            "给人修了半辈子风琴，现在手抖得拧不了螺丝。",
            '[{"value":"修了半辈子风琴","category":"occupation"},{"value":"手抖","category":"condition"}]',
        ),
    ),
    "en": (
        (
            "For years now there are beehives on my roof, so honey is never short.",
            '[{"value":"beehives on my roof","category":"habit"}]',
        ),
        ("When does the lighthouse close?", "[]"),
        (
            "Half a life of mending church organs, and now my hands shake too much for a screw.",
            '[{"value":"mending church organs","category":"occupation"},'
            '{"value":"hands shake","category":"condition"}]',
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class GuessWords:
    """What the model is told."""

    instruction: str
    message: str
    facts: str


WORDS: Mapping[Language, GuessWords] = {
    "zh": GuessWords(
        instruction="找出这句话里说话人讲自己长期情况的词语，原样抄写，一字不改。没有就写 []。",
        message="原话：",
        facts="事实：",
    ),
    "en": GuessWords(
        instruction="Copy, word for word, the phrases in which the speaker says something lasting about themselves."
        " Write [] if there are none.",
        message="Message: ",
        facts="Facts: ",
    ),
}

_ONESELF = Pattern(r"我|俺|咱|本人|\b(?:i|i'm|i've|i'd|im|ive|my|me|mine|myself)\b")
_SMALL_TALK = Pattern(
    r"(?:好的?|嗯+|哦+|哈+|谢谢|多谢|明白|知道|了解|你好|早上好|晚安|再见|是的|不是|对|行|可以|没事|算了|"
    r"ok|okay|thanks|thank you|yes|no|sure|hello|hi|hey|bye|great|got it|i see|lol|haha+|[\s,，。.!！~])*"
)
_TOLD_TO_YOU = Pattern(
    r"(?:请|帮我|给我|告诉我|教我|说说|讲讲|写|翻译)|^(?:please|can you|could you|tell|write|explain|show|give|"
    r"help|make|translate)\b"
)


class _Guess(msgspec.Struct, frozen=True):
    value: str
    category: Category


def instruction(language: Language) -> str:
    """The instruction with its examples."""
    words = WORDS[language]
    shown = "\n\n".join(f"{words.message}{said}\n{words.facts}{found}" for said, found in EXAMPLES[language])
    return f"{words.instruction}\n\n{shown}"


def is_worth_asking(text: str, *, speaker: str, vault: VaultKind, said_on: date) -> bool:
    """Whether a message that the rules found nothing in looks like a statement of its speaker about himself."""
    plain = normalise(text).strip()
    if speaker in (DOCUMENT, ASSISTANT) or not 6 <= len(plain) <= LONGEST_MESSAGE:
        return False
    if _SMALL_TALK.fullmatch(plain) or not _ONESELF.search(plain):
        return False
    reading = Reading(text, speaker=speaker, vault=vault, said_on=said_on)
    return any(
        _ONESELF.search(view.text) and not _TOLD_TO_YOU.search(view.text) and reading.says(view, view.start)
        for view in reading.views
    )


def guesses(reply: str) -> list[tuple[str, Category]]:
    """The values and categories in a model's reply; nothing where it is not what the grammar allows."""
    try:
        found = msgspec.json.decode(reply, type=list[_Guess])
    except msgspec.DecodeError:
        return []
    return [(guess.value, guess.category) for guess in found[:MOST_GUESSES] if guess.category in CATEGORIES]


def believable(reply: str, text: str, *, speaker: str, vault: VaultKind, said_on: date) -> list[FactCandidate]:
    """The facts of a model's reply that the message itself bears out.

    Args:
        reply: of the model, as `GRAMMAR` shapes it.
        text: the message, as stored.
        speaker: who says it.
        vault: the kind of vault it lies in.
        said_on: the day it is said.

    Returns:
        Candidates whose value stands word for word where the speaker states something of himself or his family.
    """
    if speaker in (DOCUMENT, ASSISTANT):
        return []
    reading = Reading(text, speaker=speaker, vault=vault, said_on=said_on)
    for value, category in guesses(reply):
        start = text.find(value.strip()) if _is_value(value) else -1
        if start >= 0:
            _keep(reading, category, start, start + len(value.strip()))
    return reading.candidates


def _is_value(value: str) -> bool:
    plain = normalise(value).strip()
    return 2 <= len(plain) <= _LONGEST_VALUE and not is_from_examples(plain) and _ONESELF.fullmatch(plain) is None


def is_from_examples(value: str) -> bool:
    """Whether a value is, or is nearly, what an example of the instruction shows."""
    plain = normalise(value).strip()
    for shown in EXAMPLES.values():
        for said, found in shown:
            if plain in normalise(said):
                return True
            for example, _ in guesses(found):
                if SequenceMatcher(None, plain, normalise(example)).ratio() >= _ALIKE:
                    return True
    return False


def _keep(reading: Reading, category: Category, start: int, end: int) -> None:
    view, last = reading.view_at(start), reading.view_at(end - 1)
    if view is None or last is not view or not _states(reading, view, start, end):
        return
    subjects = tuple(subject for subject in reading.subjects_at(start) if subject != NOBODY)
    if not subjects or (subjects == (SELF,) and not _ONESELF.search(reading.norm)):
        return
    negated = reading.denied(view, start, end)
    past = not negated and reading.past(view, start, end)
    suspected = not negated and not past and reading.suspected(view, start, end)
    status = FactStatus.PAST if past else FactStatus.SUSPECTED if suspected else FactStatus.CURRENT
    reading.add(
        category,
        start,
        end,
        subjects=subjects,
        attribute=reading.norm[start:end].strip(),
        negated=negated,
        status=status,
        confidence=_CONFIDENCE,
        extractor=EXTRACTOR,
    )


def _states(reading: Reading, view: View, start: int, end: int) -> bool:
    """Whether the clause states something: it asks, supposes and orders nothing."""
    if not reading.says(view, start) or view.clause.asks_from < view.clause.end or _TOLD_TO_YOU.search(view.text):
        return False
    # A disease, a drug or a reading that the rules passed over was passed over for a reason.
    return not any(one.listed for one in find_mentions(reading.norm[start:end]))
