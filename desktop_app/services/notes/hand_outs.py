"""Hand-outs: what a patient takes home of a note, and what was added to the note since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.domain.notes.note import Addendum, Note, NoteKind, NoteSection, Part, Sentence
from desktop_app.domain.notes.plain_words import is_added_to, plain, sorted_plan
from desktop_app.domain.notes.templates import HANDOUT_TITLE, handout_sections
from desktop_app.domain.notes.words import NOTE_WORDS
from desktop_app.domain.prompt_words import Language, language_of
from desktop_app.storage.repositories import Repositories


def drafted_from(note: Note, language: Language, now_ms: int) -> Note:
    """The hand-out, not stored yet, that the plan of a note makes, with shorthand spelled out."""
    plan = [
        each for section in note.sections if section.plan.part is Part.PLAN for each in section.sentences if each.stands
    ]
    placed = sorted_plan(plan)
    sections = tuple(
        NoteSection(each, tuple(_in_plain_words(one, language) for one in placed.get(each.part, ())))
        for each in handout_sections(language)
    )
    return Note(
        0, note.session_id, NoteKind.HANDOUT, HANDOUT_TITLE[language], language, sections,
        created_at_ms=now_ms, updated_at_ms=now_ms,
    )  # fmt: skip


def addenda_for(db: Repositories, note: Note) -> tuple[Addendum, ...]:
    """What was added to the notes of its session a hand-out can be made from; () for a note."""
    if note.kind is not NoteKind.HANDOUT:
        return ()
    notes = [each for each in db.notes.of_session(note.session_id) if each.kind is NoteKind.NOTE and each.id < note.id]
    return tuple(sorted((each for one in notes for each in one.addenda), key=lambda each: each.at_ms))


def point_to(db: Repositories, made: Note, addenda: Sequence[Addendum], now_ms: int) -> None:
    """Let the sentences of a hand-out that its addenda speak of say so, and no others."""
    mark = NOTE_WORDS[made.language].see_addendum
    for at, section in enumerate(made.sections):
        sentences = []
        for each in section.sentences:
            text = each.text.removesuffix(mark)
            told = any(is_added_to(text, addendum.text) for addendum in addenda)
            sentences.append(replace(each, text=text + mark if told else text))
        if tuple(sentences) != section.sentences:
            db.notes.replace_section(made.id, at, sentences, now_ms=now_ms)


def add_to_hand_outs(db: Repositories, note: Note, addendum: Addendum) -> None:
    """Let the drafts of hand-outs that tell what was added to the note tell this too."""
    for made in db.notes.of_session(note.session_id):
        if made.kind is not NoteKind.HANDOUT or made.is_confirmed or made.id < note.id or not made.addenda:
            continue
        db.notes.add_addendum(made.id, addendum)
        point_to(db, made, (*made.addenda, addendum), addendum.at_ms)


def _in_plain_words(sentence: Sentence, language: Language) -> Sentence:
    said = language_of(sentence.text, language)
    return replace(
        sentence, text=plain(sentence.text, language if said == language else language_of(sentence.text)), id=0
    )
