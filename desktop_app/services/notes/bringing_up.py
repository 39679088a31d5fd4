"""Bringing a draft up to date with what was settled, changed or withdrawn since it was drafted.

Only sentences that stand as they were said are changed: what a hand or the model worded is theirs, and is counted
where it still tells of a contradiction that is open no longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.domain.notes.drafting import SAID_ON, as_said
from desktop_app.domain.notes.lines import Line
from desktop_app.domain.notes.note import Note, NoteKind, Origin, Sentence, SentenceState
from desktop_app.domain.notes.standing import Stated, is_open, names_another, with_standing, without_marks
from desktop_app.domain.prompt_words import Language
from desktop_app.services.notes.material import stated_of
from desktop_app.storage.repositories import Repositories


def brought_up(db: Repositories, note: Note) -> dict[int, tuple[Sentence, ...]]:
    """The sections of a draft that say something else today, by their number; {} for a hand-out or a checked note."""
    if note.is_confirmed or note.kind is not NoteKind.NOTE:
        return {}
    stated = _stated(db, note)
    found = {}
    for at, section in enumerate(note.sections):
        sentences = tuple(
            now for each in section.sentences for now in (_today(db, each, stated, note.language),) if now is not None
        )
        if sentences != section.sentences:
            found[at] = sentences
    return found


def outdated(db: Repositories, note: Note) -> int:
    """How many sentences of a draft that a hand or the model worded call something open that is settled since."""
    if note.is_confirmed or note.kind is not NoteKind.NOTE:
        return 0
    worded = [
        each
        for section in note.sections
        for each in section.sentences
        if each.stands and each.origin is not Origin.SAID and each.sources and is_open(each.text)
    ]
    stated = _stated(db, note) if worded else []
    return sum(
        not any(is_open(now.mark) for now in with_standing([_line_of(db, each)], stated, note.language))
        for each in worded
    )


def _today(db: Repositories, sentence: Sentence, stated: Sequence[Stated], language: Language) -> Sentence | None:
    """A sentence with what has to be known with it today; None where it says nothing but what was settled against."""
    if sentence.origin is not Origin.SAID or sentence.state is SentenceState.DROPPED or not sentence.sources:
        return sentence
    lines = with_standing([_line_of(db, sentence)], stated, language)
    return replace(sentence, text=as_said(lines[0]).text) if lines else None


def _line_of(db: Repositories, sentence: Sentence) -> Line:
    day = SAID_ON.search(sentence.text)
    speaker = db.turns.of_message(sentence.sources[-1]).question.speaker
    return Line(
        without_marks(SAID_ON.sub("", sentence.text)),
        sentence.sources,
        speaker,
        day["day"] if day is not None else "",
        names_other=names_another(sentence.text),
    )


def _stated(db: Repositories, note: Note) -> list[Stated]:
    return stated_of(db, db.facts.list(db.sessions.get(note.session_id).person_id))
