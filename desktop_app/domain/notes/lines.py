"""The record of a visit as lines: a statement each, with who said it and the messages it stands in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from desktop_app.domain.conversation import CLINICIAN, DOCUMENT, Turn
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.prompt_words import language_of
from desktop_app.domain.verbatim import sentences

LONGEST_ANSWER: Final = 40  # characters; a shorter one means little without its question

_QUESTION = Pattern(
    r"[?？]\s*$|(?:吗|呢|没有啊|是不是|有没有|几天了|多久了?)[。.]?\s*$|^\s*(?:tell me|说说|讲讲|您?再?说一下)",
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
        mark: what has to be known with it, e.g. that it is contradicted, else "".
    """

    text: str
    messages: tuple[int, ...]
    speaker: str
    said_on: str = ""
    mark: str = ""

    @property
    def is_clinicians(self) -> bool:
        """Whether the clinician said it."""
        return self.speaker == CLINICIAN


def lines_of(turns: Iterable[Turn]) -> list[Line]:
    """What people said in turns, line by line; questions stand with their answer or not at all.

    The model's replies are no evidence and leave no line.
    """
    found: list[Line] = []
    asked: tuple[str, int, str] | None = None  # a question that waits for its answer: words, message, speaker
    for turn in turns:
        message = turn.question
        said = sentences(message.text)
        may_answer = bool(said) and message.speaker != DOCUMENT
        if asked is not None and may_answer and message.speaker != asked[2] and _answers(said[0]):
            found.append(_pair(asked, said.pop(0), message.id, message.speaker))
        asked = None
        for text in said:
            if _QUESTION.search(text):
                asked = (text, message.id, message.speaker)
            else:
                asked = None
                found.append(Line(text, (message.id,), message.speaker))
    return found


def _answers(sentence: str) -> bool:
    return not _QUESTION.search(sentence) and (
        len(sentence) <= LONGEST_ANSWER or _YES_OR_NO.match(sentence) is not None
    )


def _pair(asked: tuple[str, int, str], answer: str, message_id: int, speaker: str) -> Line:
    question, question_id, _ = asked
    text = _PAIR[language_of(question + answer)].format(question=question, answer=answer)
    return Line(text, (question_id, message_id), speaker)
