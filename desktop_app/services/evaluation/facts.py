"""Scores of fact extraction against facts marked by hand.

A found fact is a marked one where category, polarity and status are equal (a marked list accepts
each of its members), one subject and one value contain the other, and the found value contains no
other marked value of the line; all after NFKC and case folding, one to one within a line.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, TypeAlias

from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.extraction import extract
from desktop_app.domain.memory import FactCandidate
from desktop_app.services.evaluation.conversations import read_lines

Line: TypeAlias = Mapping[str, Any]

# Status words of consultation files whose items somebody has stated, as opposed to unknown ones.
_STATED = frozenset({"阳性", "阴性"})


@dataclass(slots=True)
class FactCounts:
    """What was found, and what of it was right."""

    lines: int = 0
    expected: int = 0
    found: int = 0
    right: int = 0
    covered: int = 0
    unsupported: int = 0

    def as_json(self) -> dict[str, float]:
        """``n``, ``precision``, ``recall``, ``f1`` and ``unsupported`` (facts without verbatim support).

        ``wrong`` and ``missed`` are the counts behind the fractions.
        """
        precision = self.right / self.found if self.found else 1.0
        recall = self.covered / self.expected if self.expected else 1.0
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        return {
            "n": self.lines,
            "precision": round(precision, 6),
            "recall": round(recall, 6),
            "f1": round(f1, 6),
            "unsupported": self.unsupported,
            "wrong": self.found - self.right,
            "missed": self.expected - self.covered,
        }


def evaluate_facts(path: Path, said_on: date) -> dict[str, float]:
    """Scores of a file, one utterance or one consultation a line.

    Args:
        path: lines with ``text`` and ``facts``, or with ``turns`` and stated items.
        said_on: the day everything is said.

    Raises:
        UserError: the file cannot be read.
    """
    try:
        lines = read_lines(path)
        counts = FactCounts()
        for line in lines:
            counts.lines += 1
            if "turns" in line:
                _score_consultation(line, said_on, counts)
            else:
                score_utterance(line, predicted(line, said_on), counts)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise UserError("file_unreadable", path=str(path)) from error
    return counts.as_json()


def predicted(line: Line, said_on: date) -> list[FactCandidate]:
    """The facts that the product keeps of an utterance, a new person's first.

    A clinician speaks in a clinical vault unless it says so.
    """
    speaker = line.get("speaker", PERSON)
    usual = VaultKind.CLINICAL if speaker == CLINICIAN else VaultKind.PERSONAL
    found = extract(line["text"], speaker=speaker, vault=VaultKind(line.get("vault", usual.value)), said_on=said_on)
    return [candidate for candidate in found if not candidate.only_against]


def score_utterance(line: Line, found: Sequence[FactCandidate], counts: FactCounts) -> None:
    """Add what was found in a line to the counts; facts marked ``optional`` count neither for nor against."""
    text, gold = line["text"], line["facts"]
    paired = pairs(found, gold)
    optional = {index for index, fact in enumerate(gold) if fact.get("optional")}
    counts.unsupported += sum(not _is_supported(fact, text) for fact in found)
    counts.expected += len(gold) - len(optional)
    matched = set(paired.values())
    counts.covered += len(matched - optional)
    counts.found += len(found) - len(matched & optional)
    counts.right += len(matched - optional)


def pairs(found: Sequence[FactCandidate], gold: Sequence[Mapping[str, Any]]) -> dict[int, int]:
    """The largest one-to-one assignment: index of a found fact to that of its marked one."""
    fits = [[index for index, fact in enumerate(gold) if _is_same(one, fact, gold)] for one in found]
    taken_by: dict[int, int] = {}

    def assign(one: int, tried: set[int]) -> bool:
        for index in fits[one]:
            if index not in tried:
                tried.add(index)
                if index not in taken_by or assign(taken_by[index], tried):
                    taken_by[index] = one
                    return True
        return False

    # Facts that must be found are taken before optional ones.
    for one in fits:
        one.sort(key=lambda index: bool(gold[index].get("optional")))
    for one_index in range(len(found)):
        assign(one_index, set())
    return {one: index for index, one in taken_by.items()}


def _is_same(found: FactCandidate, fact: Mapping[str, Any], gold: Sequence[Mapping[str, Any]]) -> bool:
    return (
        found.category.value in _members(fact["category"])
        and found.polarity.value in _members(fact["polarity"])
        and found.status.value in _members(fact["status"])
        and any(_contains(found.subject, subject) for subject in _members(fact["subject"]))
        and any(_contains(found.value, value) for value in _members(fact["value"]))
        and not _holds_another(found.value, fact, gold)
    )


def _holds_another(value: str, fact: Mapping[str, Any], gold: Sequence[Mapping[str, Any]]) -> bool:
    own = {_plain(member) for member in _members(fact["value"])}
    others = {_plain(member) for other in gold if other is not fact for member in _members(other["value"])} - own
    # What the right value itself contains may stand in a found one: no value could ever match otherwise.
    return any(other in _plain(value) for other in others if not any(other in member for member in own))


def _members(value: str | Sequence[str]) -> Sequence[str]:
    return (value,) if isinstance(value, str) else value


def _contains(first: str, second: str) -> bool:
    one, other = _plain(first), _plain(second)
    return one in other or other in one


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()


def _is_supported(fact: FactCandidate, text: str) -> bool:
    return bool(fact.value) and text[fact.start : fact.end] == fact.value and fact.quote in text


def _score_consultation(line: Line, said_on: date, counts: FactCounts) -> None:
    """Of the items a user's words name and that are settled, how many a fact covers.

    Most facts of such a file are the doctor's or unknown, so nothing can be called wrong here:
    precision counts support only.
    """
    said = [turn["text"] for turn in line["turns"] if turn["role"] == "user"]
    values: list[str] = []
    for text in said:
        for fact in extract(text, speaker=PERSON, vault=VaultKind.PERSONAL, said_on=said_on):
            supported = _is_supported(fact, text)
            counts.unsupported += not supported
            counts.found += 1
            counts.right += supported
            values.append(_plain(fact.value))
    items = {fact["item"] for fact in line["facts"] if fact["status"] in _STATED}
    for item in _stated(items, said):
        counts.expected += 1
        counts.covered += any(item in value or value in item for value in values)


def _stated(items: Iterable[str], said: Sequence[str]) -> list[str]:
    texts = [_plain(text) for text in said]
    return [_plain(item) for item in sorted(items) if any(_plain(item) in text for text in texts)]
