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
_BREAK = Pattern(r"(?<=\n)\s*\n|(?<=[。！？!?；;\n])|(?<=\. )")
_NEARLY_AS_MUCH = 0.5
_SHORTEST_NAME = 4  # characters of a file's name that may stand without its ending
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


class PartIndex:
    """Parts with their words counted, so that several questions can be asked of them."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(parts)
        self._counted = [Counter(query_terms(part.text)) for part in parts]
        self._mean = sum(counts.total() for counts in self._counted) / len(self._counted) if parts else 1.0

    def scores(self, question: str) -> list[float]:
        """How much each part shares with the question (BM25); 0 where they share no word."""
        wanted = set(query_terms(question))
        documents = Counter(term for counts in self._counted for term in counts if term in wanted)
        idf = {term: math.log(1 + (len(self.parts) - n + 0.5) / (n + 0.5)) for term, n in documents.items()}

        def score(counts: Counter[str]) -> float:
            length = 1 - _B + _B * counts.total() / max(self._mean, 1.0)
            return sum(
                idf[term] * counts[term] * (_K1 + 1) / (counts[term] + _K1 * length)
                for term in sorted(wanted & counts.keys())
            )

        return [score(counts) for counts in self._counted]


def by_relevance(question: str, parts: Sequence[Part]) -> list[Part]:
    """The parts, those that share most with the question first; equal ones as they stand in the file."""
    scores = PartIndex(parts).scores(question)
    return [parts[place] for place in sorted(range(len(parts)), key=lambda place: (-scores[place], place))]


@dataclass(frozen=True, slots=True)
class SentFiles:
    """The files that went with an earlier message of a session, ready to be looked into again."""

    turn_id: int
    message_id: int
    names: tuple[str, ...]
    index: PartIndex


def sent_files(turn_id: int, message_id: int, attachments: Sequence[Attachment]) -> SentFiles | None:
    """The files of a turn's question, None where there are none."""
    if not attachments:
        return None
    names = tuple(attachment.name for attachment in attachments)
    return SentFiles(turn_id, message_id, names, PartIndex(parts_of(attachments)))


def worth_sending_again(files: Sequence[SentFiles], question: str, before: str) -> list[tuple[SentFiles, Part]]:
    """What of earlier files belongs to a question, the best first.

    Those are the parts that share nearly as much with it as the best one does, and every part of a file the
    question names. A question that says nothing by itself ("and when?") is read with the one ``before`` it.
    """
    return _belonging(files, question) or _belonging(files, f"{before}\n{question}")


def _belonging(files: Sequence[SentFiles], question: str) -> list[tuple[SentFiles, Part]]:
    said = question.casefold()
    found: list[tuple[float, SentFiles, Part]] = []
    for sent in files:
        named = [_is_named(name, said) for name in sent.names]
        scored = zip(sent.index.parts, sent.index.scores(question), strict=True)
        found += [(score, sent, part) for part, score in scored if score > 0 or named[part.attachment]]
    least = _NEARLY_AS_MUCH * max((score for score, _, _ in found), default=0.0)
    likely = [
        (score, sent, part)
        for score, sent, part in found
        if score >= least or _is_named(sent.names[part.attachment], said)
    ]
    likely.sort(key=lambda each: -each[0])  # stable: equal ones as they stand in the files
    return [(sent, part) for _, sent, part in likely]


def _is_named(name: str, said: str) -> bool:
    """Whether a file is spoken of by its name, with or without its ending."""
    whole = name.casefold()
    stem = whole.rpartition(".")[0]
    return whole in said or (len(stem) >= _SHORTEST_NAME and stem in said)


def fitting(ordered: Sequence[Part], room: int, tokens: Callable[[Part], int]) -> list[Part]:
    """The best parts that fit into ``room`` tokens, as they stand in the files."""
    taken = []
    for part in ordered:
        cost = tokens(part)
        if cost <= room:
            taken.append(part)
            room -= cost
    return sorted(taken, key=lambda part: (part.attachment, part.position))
