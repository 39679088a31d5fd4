"""The parts of attached files that go into a prompt: those that belong to the question, as far as there is room."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from desktop_app.domain.conversation import Attachment
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.terms import query_terms

PART_CHARACTERS = 600
_LEAST_PARAGRAPH = 200
_BREAK = Pattern(r"(?<=\n)\s*\n|(?<=[。！？!?；;\n])|(?<=\. )")
_K1, _B = 1.2, 0.75  # of BM25, as commonly taken (Robertson & Zaragoza 2009)


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of an attachment: which one, its place in it, and its text."""

    attachment: int
    position: int
    text: str


def parts_of(attachments: Sequence[Attachment]) -> list[Part]:
    """The texts in stretches of at most `PART_CHARACTERS`, cut between sentences where there are some."""
    found = []
    for number, attachment in enumerate(attachments):
        for position, text in enumerate(_split(attachment.text)):
            found.append(Part(number, position, text))
    return found


def _split(text: str) -> list[str]:
    parts: list[str] = []
    current = ""
    for sentence in _BREAK.split(text):
        for start in range(0, len(sentence), PART_CHARACTERS):
            piece = sentence[start : start + PART_CHARACTERS]
            if current and len(current) + len(piece) > PART_CHARACTERS:
                parts.append(current)
                current = ""
            current += piece
    parts.append(current)
    return [part for part in (one.strip() for one in parts) if part]


def by_relevance(question: str, parts: Sequence[Part]) -> list[Part]:
    """The parts, those that share most with the question first (BM25); equal ones as they stand in the file."""
    wanted = set(query_terms(question))
    counted = [Counter(query_terms(part.text)) for part in parts]
    mean = sum(counts.total() for counts in counted) / len(counted) if counted else 1.0
    documents = Counter(term for counts in counted for term in counts if term in wanted)

    def score(counts: Counter[str]) -> float:
        length = 1 - _B + _B * counts.total() / max(mean, 1.0)
        return sum(
            math.log(1 + (len(parts) - documents[term] + 0.5) / (documents[term] + 0.5))
            * counts[term] * (_K1 + 1) / (counts[term] + _K1 * length)
            for term in sorted(wanted & counts.keys())
        )  # fmt: skip

    order = sorted(range(len(parts)), key=lambda place: (-score(counted[place]), place))
    return [parts[place] for place in order]


def fitting(ordered: Sequence[Part], room: int, tokens: Callable[[Part], int]) -> list[Part]:
    """The best parts that fit into ``room`` tokens, as they stand in the files."""
    taken = []
    for part in ordered:
        cost = tokens(part)
        if cost <= room:
            taken.append(part)
            room -= cost
    return sorted(taken, key=lambda part: (part.attachment, part.position))
