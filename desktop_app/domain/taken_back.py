"""What of a recalled turn was corrected or forgotten since it was said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from desktop_app.domain.memory import CURRENT_STATES, Fact, FactState
from desktop_app.domain.prompt_words import PromptWords
from desktop_app.domain.terms import query_terms

_TAKEN_BACK = (FactState.RETRACTED, FactState.FORGOTTEN)


def taken_back(text: str, turn_id: int, facts: Sequence[Fact]) -> list[Fact]:
    """The facts of a turn that a text of it states and that hold no longer, unless they were said again.

    Args:
        text: what was said, or a part of it.
        turn_id: where.
        facts: all facts of the person, in every state.
    """
    if not turn_id:
        return []
    found = [fact for fact in facts if fact.turn_id == turn_id and fact.state in _TAKEN_BACK and fact.value in text]
    if not found:
        return []
    holding = {_statement(fact) for fact in facts if fact.state in CURRENT_STATES}
    return [fact for fact in found if _statement(fact) not in holding]


def leaves_nothing(text: str, gone: Sequence[Fact]) -> bool:
    """Whether a text says nothing besides the facts that hold no longer."""
    if not gone:
        return False
    for fact in gone:
        text = text.replace(fact.quote if fact.quote and fact.quote in text else fact.value, " ")
    return not query_terms(text)


def note_of(gone: Sequence[Fact], facts: Mapping[int, Fact], words: PromptWords) -> str:
    """What is noted with a recalled text; what was forgotten is not named."""
    corrected = [fact for fact in gone if fact.state is FactState.RETRACTED]
    named = dict.fromkeys(_change(fact, facts) for fact in corrected)
    notes = [words.since_corrected.format(values=words.listed.join(named))] if named else []
    if len(corrected) < len(gone):
        notes.append(words.since_taken_back)
    return "".join(notes)


def _change(fact: Fact, facts: Mapping[int, Fact]) -> str:
    instead = facts.get(fact.superseded_by or 0)
    return f"{fact.value} → {instead.value}" if instead is not None else fact.value


def _statement(fact: Fact) -> tuple[str, str, str, str]:
    return fact.category.value, fact.subject, fact.value.casefold(), fact.polarity.value
