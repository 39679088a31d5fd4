"""What may be reworded, what that does to a section, and the way back: the words it took the place of stay, set aside.

A sentence that was set aside by a rewording is one as it was said that no hand dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.domain.notes.lines import Line
from desktop_app.domain.notes.note import (
    CLINICIAN_ONLY,
    ChangeOf,
    Note,
    NoteKind,
    Origin,
    Part,
    Sentence,
    SentenceState,
)
from desktop_app.domain.notes.standing import is_marked, teller_of
from desktop_app.domain.prompt_words import language_of

# A model's sentence that no hand settled; what a hand kept or dropped is the hand's.
_UNTOUCHED = (SentenceState.SUPPORTED, SentenceState.UNSUPPORTED)


def to_reword(note: Note, section: int) -> tuple[Sentence, ...]:
    """The sentences of a section that the model may put into words: never diagnosis and plan, the clinician's own.

    Of a hand-out those that are in another language than the patient's, for the model to translate.
    """
    part = note.sections[section]
    if note.is_confirmed or part.plan.part is Part.SIGNATURE:
        return ()
    said = (each for each in part.sentences if _is_said(each))
    if note.kind is NoteKind.HANDOUT:
        return tuple(each for each in said if language_of(each.text, note.language) != note.language)
    return () if part.plan.part in CLINICIAN_ONLY else tuple(said)


def as_line(sentence: Sentence) -> Line:
    """What the model is given of a sentence: not who of the family said it, which is put back behind it."""
    teller = teller_of(sentence.text)
    return Line(sentence.text.removesuffix(teller), sentence.sources, "", teller=teller)


def _is_said(sentence: Sentence) -> bool:
    """Whether a sentence may be worded anew: as it was said, with nothing behind it but who of the family did."""
    text = sentence.text
    told_last = text.endswith(teller_of(text))
    return sentence.stands and sentence.origin is Origin.SAID and not is_marked(text) and told_last


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
