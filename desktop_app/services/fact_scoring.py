"""Scoring extracted facts against a gold set, as the set's own rules say."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from desktop_app.domain.memory import FactCandidate

Line: TypeAlias = Mapping[str, Any]
Predict: TypeAlias = Callable[[Line], Sequence[FactCandidate]]


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _accepts(gold: Any, predicted: str) -> bool:
    return predicted in gold if isinstance(gold, list) else bool(gold == predicted)


def _contains(one: str, other: str) -> bool:
    return one in other or other in one


def matches(gold: Mapping[str, Any], predicted: FactCandidate, others: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a predicted fact is a gold one.

    Category, polarity and status are equal (a gold list accepts each member), one subject and
    one value contain the other, and the predicted value contains the value of no other gold
    fact of the line; all after NFKC and case folding.
    """
    value = _fold(predicted.value)
    return (
        _accepts(gold["category"], predicted.category.value)
        and _accepts(gold["polarity"], predicted.polarity.value)
        and _accepts(gold["status"], predicted.status.value)
        and _contains(_fold(gold["subject"]), _fold(predicted.subject))
        and _contains(_fold(gold["value"]), value)
        and not any(_fold(other["value"]) in value for other in others if _fold(other["value"]) != _fold(gold["value"]))
    )


def pair(gold: Sequence[Mapping[str, Any]], predicted: Sequence[FactCandidate]) -> dict[int, int]:
    """The largest one-to-one pairing of a line: index of the predicted fact to that of its gold one."""
    fits = {
        index: [
            position
            for position, fact in enumerate(gold)
            if matches(fact, one, (other for other in gold if other is not fact))
        ]
        for index, one in enumerate(predicted)
    }
    taken: dict[int, int] = {}

    def place(index: int, tried: set[int]) -> bool:
        for position in sorted(fits[index], key=lambda position: bool(gold[position].get("optional"))):
            if position in tried:
                continue
            tried.add(position)
            if position not in taken or place(taken[position], tried):
                taken[position] = index
                return True
        return False

    for index in fits:
        place(index, set())
    return {index: position for position, index in taken.items()}


def score(lines: Iterable[Line], predict: Predict) -> dict[str, float]:
    """Precision, recall and F1 of a predictor over a gold set.

    Args:
        lines: rows with ``text``, ``speaker`` and ``facts``; facts with ``"optional": true``
            count neither for nor against.
        predict: the facts found in a row.

    Returns:
        ``n`` rows; ``precision``, ``recall``, ``f1`` as fractions; ``unsupported``, the number
        of predicted values that do not stand word for word in their text.
    """
    count = right = wrong = found = missed = unsupported = 0
    for line in lines:
        count += 1
        gold = line["facts"]
        predicted = predict(line)
        unsupported += sum(one.value not in line["text"] or one.quote not in line["text"] for one in predicted)
        paired = pair(gold, predicted)
        wrong += len(predicted) - len(paired)
        met = {position for position in paired.values() if not gold[position].get("optional")}
        right += len(met)
        found += len(met)
        missed += sum(not fact.get("optional") for fact in gold) - len(met)
    precision = right / (right + wrong) if right + wrong else 1.0
    recall = found / (found + missed) if found + missed else 1.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return {"n": count, "precision": precision, "recall": recall, "f1": f1, "unsupported": unsupported}
