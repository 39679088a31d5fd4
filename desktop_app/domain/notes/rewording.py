"""What a rewording does to a section, and the way back: the words it took the place of stay in the section, set aside.

A sentence that was set aside by a rewording is one as it was said that no hand dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.domain.notes.note import ChangeOf, Note, Origin, Sentence, SentenceState

# A model's sentence that no hand settled; what a hand kept or dropped is the hand's.
_UNTOUCHED = (SentenceState.SUPPORTED, SentenceState.UNSUPPORTED)


def reworded(held: Sequence[Sentence], chosen: Sequence[Sentence], made: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """A section after a rewording.

    Args:
        held: its sentences, as stored.
        chosen: those that were put before the model.
        made: what came of them, with the words that no sentence carries.
    """
    by_text = {each.text: each for each in reversed(chosen)}
    found = [by_text.get(each.text, each) if each.origin is Origin.SAID else each for each in made]
    before: Sentence | None = None
    for each in chosen:
        if not any(each is other for other in found):
            each = replace(each, state=SentenceState.DROPPED)
            found.insert(found.index(before) + 1 if before is not None else 0, each)
        before = each
    asked = {each.id for each in chosen}
    place = next(at for at, each in enumerate(held) if each.id in asked)
    first = [each for each in held[:place] if each.id not in asked]
    rest = [each for each in held[place:] if each.id not in asked]
    return (*first, *found, *rest)


def set_aside(note: Note, section: int) -> tuple[Sentence, ...]:
    """The words of a section that a rewording took the place of."""
    dropped = {change.sentence_id for change in note.changes if change.kind is ChangeOf.DROPPED}
    return tuple(
        each
        for each in note.sections[section].sentences
        if each.origin is Origin.SAID and each.state is SentenceState.DROPPED and each.id not in dropped
    )


def restored(note: Note, section: int) -> tuple[Sentence, ...]:
    """A section with its words again, in the order they were drafted in, and behind them what a hand wrote or kept.

    What the model made of the words leaves.
    """
    back = {each.id for each in set_aside(note, section)}
    stay = [
        replace(each, state=SentenceState.SUPPORTED) if each.id in back else each
        for each in note.sections[section].sentences
        if each.origin is not Origin.MODEL or each.state not in _UNTOUCHED
    ]
    said = sorted((each for each in stay if each.origin is Origin.SAID and each.stands), key=lambda each: each.id)
    return (*said, *(each for each in stay if each not in said))
