"""What has to be known with the statements of a visit: whose words they are, and what became of them since.

What was settled against is left out, what is open says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from desktop_app.domain.conversation import FAMILY_PREFIX
from desktop_app.domain.extraction.dosing import amounts, as_taken, how_often
from desktop_app.domain.fact_lines import named_value
from desktop_app.domain.memory import CURRENT_STATES, Category, Fact, FactState, FactStatus, Polarity
from desktop_app.domain.notes.lines import Line
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.prompt_words import EN, ZH, Language

_FOLDS = Pattern(r"[\s.,;:!，。；：！、]+")
_OPEN: Final[Mapping[Language, str]] = {"zh": "（{speaker}说；待核实）", "en": " (said by: {speaker}; unresolved)"}
_REJECTED: Final[Mapping[Language, str]] = {
    "zh": "（其中“{quote}”经核实不成立）",
    "en": " (“{quote}” was found not to be true)",
}
# Taken back by hand, which nobody says why: the words may be right all the same.
_WITHDRAWN: Final[Mapping[Language, str]] = {
    "zh": "（所记{category}“{value}”已撤回）",
    "en": " (recorded as {category} “{value}”: withdrawn)",
}
_TELLER: Final[Mapping[Language, str]] = {"zh": "（{speaker}述）", "en": " (said by: {speaker})"}
_OF_ANOTHER: Final[Mapping[Language, str]] = {"zh": "（提到另一位患者）", "en": " (names another patient)"}
_CHANGED: Final[Mapping[Language, str]] = {"zh": "（已改为：{value}）", "en": " (since changed: {value})"}
_STOPPED: Final[Mapping[Language, str]] = {"zh": "（{drug}已停）", "en": " ({drug} since stopped)"}
_NOT_TAKEN: Final[Mapping[Language, str]] = {"zh": "（经核实未用{drug}）", "en": " ({drug} was found not to be taken)"}
_TOLD = Pattern(r"（[^（）；]{1,20}述）| \(said by: [^();]{1,40}\)")
_MARK = (
    r"（[^（）]{1,20}说；待核实）| \(said by: [^()]{1,40}; unresolved\)|（其中“[^”]*”经核实不成立）"
    r"| \(“[^”]*” was found not to be true\)|（已改为：[^（）]*）|（[^（）]{1,40}已停）"
    r"| \(since changed: [^()]*\)| \([^()]{1,40} since stopped\)"
    r"|（经核实未用[^（）]{1,40}）| \([^()]{1,40} was found not to be taken\)"
    r"|（所记[^（）“]{1,10}“[^”]*”已撤回）| \(recorded as [^“()]{1,40} “[^”]*”: withdrawn\)"
    r"|（提到另一位患者）| \(names another patient\)"
)
_MARKED = Pattern(_MARK)
_UNRESOLVED = Pattern(r"；待核实）|; unresolved\)")
_WHOLE_MARK = Pattern(f"{_MARK}|{_TOLD.pattern}")


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact with the words that state it in one message."""

    fact: Fact
    message_id: int
    quote: str
    rejected: bool
    withdrawn: bool = False  # taken back by hand, without a word on what is right
    instead: Fact | None = None  # what took the place of a drug that was taken until then


def is_rejected(fact: Fact, facts: Mapping[int, Fact]) -> bool:
    """Whether a fact was never true: corrected, or settled the other way. A change is no rejection.

    Args:
        fact: the fact; one that was withdrawn by hand (`Stated.withdrawn`) is not asked about.
        facts: those of the person, by id.
    """
    if fact.state is FactState.RETRACTED:
        return True
    if fact.state is not FactState.SUPERSEDED or fact.category is not Category.ALLERGY:
        return False
    instead = facts.get(fact.superseded_by or 0)
    return instead is not None and instead.polarity is not fact.polarity


def successor(fact: Fact, facts: Mapping[int, Fact]) -> Fact | None:
    """What took the place of a drug that is no longer taken so, the last that did; None where nothing did."""
    if fact.category is not Category.MEDICATION or fact.state is not FactState.SUPERSEDED:
        return None
    instead, seen = facts.get(fact.superseded_by or 0), {fact.id}
    while instead is not None and instead.state is FactState.SUPERSEDED and instead.id not in seen:
        seen.add(instead.id)
        instead = facts.get(instead.superseded_by or 0)
    return instead if instead is not None and instead.state in CURRENT_STATES else None


def with_standing(lines: Iterable[Line], stated: Sequence[Stated], language: Language) -> list[Line]:
    """The lines without those that say nothing but what was rejected.

    A line that says more keeps its words and tells what of it is not true; one that states a side of an open
    contradiction tells who said it and that it is unresolved. A drug that was changed or stopped since says so. Of a
    fact that was withdrawn by hand it is told only where all that was recorded of the line was withdrawn; the words
    stay. What family said tells which of them, and what names another patient says so.
    """
    kept = []
    words = ZH if language == "zh" else EN
    for line in lines:
        inside = [one for one in stated if one.message_id in line.messages and _shares(line.text, one.quote)]
        rejected = [one for one in inside if one.rejected]
        if rejected and len(rejected) == len(inside) and any(_folded(line.text) in _folded(o.quote) for o in rejected):
            continue
        mark = "".join(dict.fromkeys(_REJECTED[language].format(quote=one.quote) for one in rejected))
        mark += "".join(
            dict.fromkeys(_since(one.fact, one.instead, language) for one in inside if one.instead is not None)
        )
        if inside and all(one.withdrawn for one in inside):
            mark += "".join(
                dict.fromkeys(
                    _WITHDRAWN[language].format(category=words.categories[one.fact.category], value=one.fact.value)
                    for one in inside
                )
            )
        speaker = words.speaker_tag(line.speaker).strip("[] ")
        teller = _TELLER[language].format(speaker=speaker) if line.speaker.startswith(FAMILY_PREFIX) else ""
        if any(one.fact.state is FactState.CONFLICT for one in inside):
            mark, teller = mark + _OPEN[language].format(speaker=speaker), ""
        if line.names_other:
            mark += _OF_ANOTHER[language]
        kept.append(replace(line, teller=teller, mark=mark))
    return kept


def teller_of(text: str) -> str:
    """How a sentence of a note says which of the family said it, "" where it does not."""
    found = _TOLD.search(text)
    return found.group() if found is not None else ""


def _since(told: Fact, instead: Fact, language: Language) -> str:
    """What is taken now in the place of what a line tells, "" where that is the same."""
    drug = instead.attribute or instead.value
    if instead.polarity is Polarity.NEGATED:
        return _NOT_TAKEN[language].format(drug=drug) if told.polarity is Polarity.AFFIRMED else ""
    if instead.status is FactStatus.PAST:
        return _STOPPED[language].format(drug=drug) if told.polarity is Polarity.AFFIRMED else ""
    if told.polarity is Polarity.NEGATED or told.status is FactStatus.PAST or _is_taken_alike(told, instead):
        return ""  # not taking a drug, or having stopped it, is no dose that was changed
    return _CHANGED[language].format(value=named_value(instead, instead.value))


def _is_taken_alike(told: Fact, instead: Fact) -> bool:
    """Whether the later words only repeat or complete what was told of a drug: 10mg, then 10mg qd."""
    before, after = as_taken(told.value), as_taken(instead.value)
    if told.value != before or instead.value != after:
        return amounts(before) == amounts(after) and how_often(before) == how_often(after)
    same_dose = not amounts(after) or not amounts(before) or amounts(before) == amounts(after)
    return same_dose and (not how_often(after) or not how_often(before) or how_often(before) == how_often(after))


def is_open(text: str) -> bool:
    """Whether a sentence or a mark says that something is contradicted and nobody settled it."""
    return _UNRESOLVED.search(text) is not None


def names_another(text: str) -> bool:
    """Whether a sentence says that it names another patient."""
    return any(mark in text for mark in _OF_ANOTHER.values())


def is_marked(text: str) -> bool:
    """Whether a sentence of a note carries such a mark, which no rewording may lose."""
    return _MARKED.search(text) is not None


def without_marks(text: str) -> str:
    """A sentence of a note without such marks."""
    return _WHOLE_MARK.sub("", text)


def _shares(line: str, quote: str) -> bool:
    one, other = _folded(line), _folded(quote)
    return bool(one and other) and (one in other or other in one)


def _folded(text: str) -> str:
    return _FOLDS.sub("", text).casefold()
