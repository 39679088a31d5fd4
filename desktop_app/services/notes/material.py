"""What a note is made of: the lines of the visit, and what earlier visits told that still holds."""

from __future__ import annotations

from datetime import date

from desktop_app.domain.conversation import Session, Turn
from desktop_app.domain.memory import SELF, Category, Fact, FactState
from desktop_app.domain.notes.lines import Line, lines_of
from desktop_app.domain.notes.note import Part
from desktop_app.domain.notes.sorting import sorted_lines
from desktop_app.storage.repositories import Repositories

_EARLIER = {
    Category.ALLERGY: Part.ALLERGIES,
    Category.CONDITION: Part.PAST,
    Category.PROCEDURE: Part.PAST,
    Category.MEDICATION: Part.PAST,
}
_HELD = (FactState.ACTIVE, FactState.CONFLICT)


def visit(turns: list[Turn]) -> list[Turn]:
    """The turns of the last day of a branch."""
    if not turns:
        return []
    last = date.fromtimestamp(turns[-1].created_at_ms / 1000)
    return [turn for turn in turns if date.fromtimestamp(turn.created_at_ms / 1000) == last]


def material_of(
    db: Repositories, session: Session, *, whole_session: bool
) -> tuple[dict[Part, list[Line]], list[Line]]:
    """The lines by the part they belong to, and all lines of the visit in order.

    Args:
        db: reads.
        session: whose shown branch is drafted from.
        whole_session: not the turns of its last day alone.
    """
    branch = db.turns.branch(session.id)
    turns = branch if whole_session else visit(branch)
    lines = lines_of(turns)
    placed = sorted_lines(lines)
    here = {turn.question.id for turn in turns}
    for fact in sorted(db.facts.list(session.person_id), key=lambda each: each.observed_at_ms):
        part = _EARLIER.get(fact.category)
        if part is not None and fact.subject == SELF and fact.state in _HELD and _has_words(fact) - here:
            placed.setdefault(part, []).append(_line(fact))
    for part, found in placed.items():
        placed[part] = list(dict.fromkeys(found))
    return placed, lines


def _has_words(fact: Fact) -> set[int]:
    return {fact.message_id} if fact.quote and fact.message_id else set()


def _line(fact: Fact) -> Line:
    said_on = date.fromtimestamp(fact.observed_at_ms / 1000).isoformat()
    return Line(fact.quote, (fact.message_id,), fact.speaker, said_on)
