"""The record of a visit as lines: a statement each, with who said it and the messages it stands in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from desktop_app.domain.conversation import CLINICIAN, DOCUMENT, Turn
from desktop_app.domain.extraction.lexicon import Kind, find_mentions
from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.prompt_words import language_of
from desktop_app.domain.verbatim import sentences

LONGEST_ANSWER: Final = 40  # characters; a shorter one means little without its question

_QUESTION = Pattern(
    r"[?？]\s*$|(?:吗|呢|没有啊|是不是|有没有|几天了|多久了?)[。.]?\s*$|^\s*(?:tell me|说说|讲讲|您?再?说一下)",
    re.IGNORECASE,
)
# What asks somebody; a question mark behind other words of a clinician is a doubt: NKDA？, pneumonia?
_ASKS = Pattern(
    r"[吗呢么嘛啥谁哪您你]|什么|几[天次个周年月点岁]|多[少久大长重高]|怎[么样]|如何|有(?:没有|无)|没有?[?？]\s*$|[是能会要好]不[是能会要好]|是否|"
    r"(?<![a-z])(?:what|when|where|which|who|why|how|any|you|your|do|does|did|is|are|was|were|has|have|had|can|could|"
    r"would|will|shall)(?![a-z])",
    re.IGNORECASE,
)
# Words that say no more than how sure those before them are; they go on with these.
_STILL_OPEN = Pattern(
    r"\s*(?:尚|仍|还|均|需|有)?(?:待|需|请)(?:进一步|再)?(?:核实|查|排查?|确认|证实|明确|定)\W*"
    r"|\s*(?:存疑|不详|未核实|未证实|尚?不(?:明确?|确定))\W*"
    r"|\s*(?:(?:still |yet )?to be (?:checked|confirmed|verified|clarified)|unconfirmed|unverified|unclear|tbc)\W*",
    re.IGNORECASE,
)
_YES_OR_NO = Pattern(
    r"\s*(?:没有?|无|不|未|有(?!时)|是|对|嗯|会|能|no|nope|none|never|not|yes|yeah|yep)(?![a-z])", re.IGNORECASE
)
_PAIR = {"zh": "问：{question}答：{answer}", "en": "Asked “{question}”: “{answer}”"}


@dataclass(frozen=True, slots=True)
class Line:
    """A statement of the record.

    Attributes:
        text: as it was said; an answer stands with its question.
        messages: it stands in, in order.
        speaker: who said it.
        said_on: the day (ISO 8601) where it is from an earlier visit, else "".
        teller: who said it, as it stands behind it where that was family (`domain.notes.standing`), else "".
        mark: what has to be known with it, e.g. that it is contradicted, else "".
        names_other: whether it tells of another patient, by name or number; whose it is then, somebody has to decide.
    """

    text: str
    messages: tuple[int, ...]
    speaker: str
    said_on: str = ""
    teller: str = ""
    mark: str = ""
    names_other: bool = False

    @property
    def is_clinicians(self) -> bool:
        """Whether the clinician said it."""
        return self.speaker == CLINICIAN


def lines_of(turns: Iterable[Turn]) -> list[Line]:
    """What people said in turns, line by line; questions stand with their answer or not at all.

    A question mark of the clinician behind words that ask nobody is a doubt, and stands as it was said unless it was
    answered. The model's replies are no evidence and leave no line.
    """
    found: list[Line] = []
    asked: tuple[str, int, str] | None = None  # a question that waits for its answer: words, message, speaker
    for turn in turns:
        message = turn.question
        said = _with_doubts(sentences(message.text), message.speaker)
        may_answer = bool(said) and message.speaker != DOCUMENT
        if asked is not None and may_answer and message.speaker != asked[2] and _answers(said[0]):
            found.append(_pair(asked, said.pop(0), message.id, message.speaker))
        else:
            found += _left_open(asked)
        asked = None
        for text in said:
            found += _left_open(asked)
            asked = None
            if _QUESTION.search(text):
                asked = (text, message.id, message.speaker)
            else:
                found.append(Line(text, (message.id,), message.speaker))
    return [*found, *_left_open(asked)]


def is_asked(text: str, speaker: str) -> bool:
    """Whether a sentence asks somebody, which states nothing; a clinician's doubt ("NKDA?") does state something."""
    if not _QUESTION.search(text):
        return False
    if speaker != CLINICIAN or _ASKS.search(text) or not re.search(r"[?？]\s*$", text):
        return True
    named = find_mentions(normalise(text))
    return bool(named) and all(mention.kind is Kind.SYMPTOM for mention in named)  # 发烧？, said to a patient


def _left_open(asked: tuple[str, int, str] | None) -> list[Line]:
    """The line of a doubt that nobody answered; none of a question."""
    if asked is None or is_asked(asked[0], asked[2]):
        return []
    return [Line(asked[0], (asked[1],), asked[2])]


def _with_doubts(said: list[str], speaker: str) -> list[str]:
    """Sentences of a message, with those that only say how sure a clinician's words are behind these."""
    joined: list[str] = []
    for text in said:
        if joined and speaker == CLINICIAN and _STILL_OPEN.fullmatch(text) and not is_asked(joined[-1], speaker):
            joined[-1] += ("" if joined[-1][-1] in "？。！；" else " ") + text
        else:
            joined.append(text)
    return joined


def _answers(sentence: str) -> bool:
    return not _QUESTION.search(sentence) and (
        len(sentence) <= LONGEST_ANSWER or _YES_OR_NO.match(sentence) is not None
    )


def _pair(asked: tuple[str, int, str], answer: str, message_id: int, speaker: str) -> Line:
    question, question_id, _ = asked
    text = _PAIR[language_of(question + answer)].format(question=question, answer=answer)
    return Line(text, (question_id, message_id), speaker)
