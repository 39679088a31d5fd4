"""What a clinician said in a visit and no section of its note holds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from desktop_app.domain.conversation import CLINICIAN, Turn
from desktop_app.domain.notes.lines import is_asked, lines_of
from desktop_app.domain.notes.note import SectionPlan
from desktop_app.domain.notes.sorting import clauses_of, material, sorted_lines
from desktop_app.domain.notes.templates import without_heading
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.turn_lexicon import ZH_COURTESY_CLAUSE
from desktop_app.domain.verbatim import sentences

_FOLDS: Final = Pattern(r"[^\w%℃°<>+=/-]+")
_NOTES_KEPT: Final = 8


@lru_cache(_NOTES_KEPT)
def unplaced(turns: tuple[Turn, ...], plans: tuple[SectionPlan, ...]) -> tuple[str, ...]:
    """The clinician's statements, or clauses of them, that the sections leave out, in the order they were said.

    Questions and courtesies state nothing and are not told.

    Args:
        turns: of the visit.
        plans: the sections of the note.
    """
    lines = lines_of(turns)
    placed = sorted_lines(lines)
    held: dict[int, str] = {}
    for plan in plans:
        for line in material(plan, placed, lines):
            for message in line.messages:
                held[message] = held.get(message, "") + "\n" + _folded(line.text)
    found: list[str] = []
    for turn in turns:
        if turn.question.speaker == CLINICIAN:
            found += _missing(turn.question.text, held.get(turn.question.id, ""), plans)
    return tuple(dict.fromkeys(found))


def _missing(text: str, held: str, plans: Sequence[SectionPlan]) -> list[str]:
    found = []
    for sentence in sentences(text):
        if is_asked(sentence, CLINICIAN):
            continue
        gone = [clause for clause in clauses_of(sentence) if not _stands(clause, held, plans)]
        if gone:
            found.append(sentence if len(gone) == len(clauses_of(sentence)) else "".join(gone).rstrip("，,；; "))
    return found


def _stands(clause: str, held: str, plans: Sequence[SectionPlan]) -> bool:
    """Whether a clause is held, or says nothing."""
    words = _folded(clause)
    if not words or ZH_COURTESY_CLAUSE.fullmatch(words) or words in held:
        return True
    bare = (_folded(without_heading(clause, plan.part)) for plan in plans)
    return any(one in held for one in bare)


def _folded(text: str) -> str:
    return _FOLDS.sub("", text).casefold()
