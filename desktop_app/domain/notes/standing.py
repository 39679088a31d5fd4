"""What became of the statements of a visit: what was settled against is left out, what is open says so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from desktop_app.domain.memory import Category, Fact, FactState
from desktop_app.domain.notes.lines import Line
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.prompt_words import EN, ZH, Language

_FOLDS = Pattern(r"[\s.,;:!，。；：！、]+")
_OPEN: Final[Mapping[Language, str]] = {"zh": "（{speaker}说；待核实）", "en": " (said by: {speaker}; unresolved)"}
_REJECTED: Final[Mapping[Language, str]] = {
    "zh": "（其中“{quote}”经核实不成立）",
    "en": " (“{quote}” was found not to be true)",
}
_MARKED = Pattern(r"；待核实）|; unresolved\)|经核实不成立）|was found not to be true\)")


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact with the words that state it in one message."""

    fact: Fact
    message_id: int
    quote: str
    rejected: bool


def is_rejected(fact: Fact, facts: Mapping[int, Fact]) -> bool:
    """Whether a fact was never true: taken back, or an allergy settled the other way. A change is no rejection.

    Args:
        fact: the fact.
        facts: those of the person, by id.
    """
    if fact.state is FactState.RETRACTED:
        return True
    if fact.state is not FactState.SUPERSEDED or fact.category is not Category.ALLERGY:
        return False
    instead = facts.get(fact.superseded_by or 0)
    return instead is not None and instead.polarity is not fact.polarity


def with_standing(lines: Iterable[Line], stated: Sequence[Stated], language: Language) -> list[Line]:
    """The lines without those that say nothing but what was rejected.

    A line that says more keeps its words and tells what of it is not true; one that states a side of an open
    contradiction tells who said it and that it is unresolved.
    """
    kept = []
    for line in lines:
        inside = [one for one in stated if one.message_id in line.messages and _shares(line.text, one.quote)]
        rejected = [one for one in inside if one.rejected]
        if rejected and len(rejected) == len(inside) and any(_folded(line.text) in _folded(o.quote) for o in rejected):
            continue
        mark = "".join(dict.fromkeys(_REJECTED[language].format(quote=one.quote) for one in rejected))
        if any(one.fact.state is FactState.CONFLICT for one in inside):
            words = ZH if language == "zh" else EN
            mark += _OPEN[language].format(speaker=words.speaker_tag(line.speaker).strip("[] "))
        kept.append(replace(line, mark=mark) if mark else line)
    return kept


def is_marked(text: str) -> bool:
    """Whether a sentence of a note carries such a mark, which no rewording may lose."""
    return _MARKED.search(text) is not None


def _shares(line: str, quote: str) -> bool:
    one, other = _folded(line), _folded(quote)
    return bool(one and other) and (one in other or other in one)


def _folded(text: str) -> str:
    return _FOLDS.sub("", text).casefold()
