"""What a note is made of: the lines of the visit, and what earlier visits told that still holds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from desktop_app.domain.conversation import Session, Turn
from desktop_app.domain.memory import CURRENT_STATES, SELF, Category, Fact
from desktop_app.domain.notes.lines import Line, lines_of
from desktop_app.domain.notes.note import Part
from desktop_app.domain.notes.sorting import sorted_lines
from desktop_app.domain.notes.standing import Stated, is_rejected, with_standing
from desktop_app.domain.prompt_words import Language
from desktop_app.storage.repositories import Repositories

_EARLIER = {
    Category.ALLERGY: Part.ALLERGIES,
    Category.CONDITION: Part.PAST,
    Category.PROCEDURE: Part.PAST,
    Category.MEDICATION: Part.PAST,
}


def visit(turns: list[Turn]) -> list[Turn]:
    """The turns of the last day of a branch."""
    if not turns:
        return []
    last = date.fromtimestamp(turns[-1].created_at_ms / 1000)
    return [turn for turn in turns if date.fromtimestamp(turn.created_at_ms / 1000) == last]


def material_of(
    db: Repositories, session: Session, language: Language, *, whole_session: bool
) -> tuple[dict[Part, list[Line]], list[Line]]:
    """The lines by the part they belong to, and all lines of the visit in order.

    Args:
        db: reads.
        session: whose shown branch is drafted from.
        language: of the note.
        whole_session: not the turns of its last day alone.
    """
    branch = db.turns.branch(session.id)
    turns = branch if whole_session else visit(branch)
    lines = lines_of(turns)
    placed = sorted_lines(lines)
    here = {turn.question.id for turn in turns}
    facts = db.facts.list(session.person_id)
    for fact in sorted(facts, key=lambda each: each.observed_at_ms):
        part = _EARLIER.get(fact.category)
        if part is not None and fact.subject == SELF and fact.state in CURRENT_STATES and _has_words(fact) - here:
            placed.setdefault(part, []).append(_line(fact))
    stated = _stated(db, facts)
    for part, found in placed.items():
        placed[part] = with_standing(dict.fromkeys(found), stated, language)
    return placed, lines


def _stated(db: Repositories, facts: Sequence[Fact]) -> list[Stated]:
    """In which words each fact was stated, message by message."""
    by_id = {fact.id: fact for fact in facts}
    return [
        Stated(fact, source.message_id, source.quote, is_rejected(fact, by_id))
        for fact in facts
        for source in db.fact_history.sources(fact.id)
    ]


def _has_words(fact: Fact) -> set[int]:
    return {fact.message_id} if fact.quote and fact.message_id else set()


def _line(fact: Fact) -> Line:
    said_on = date.fromtimestamp(fact.observed_at_ms / 1000).isoformat()
    return Line(fact.quote, (fact.message_id,), fact.speaker, said_on)
