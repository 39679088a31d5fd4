"""Notes on their way into an export and out of one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import astuple

import msgspec
from msgspec.structs import replace

from desktop_app.domain.notes.note import (
    Addendum,
    Change,
    Identity,
    Note,
    NoteSection,
    Part,
    SectionPlan,
    Sentence,
    SentenceState,
)
from desktop_app.domain.notes.words import NOTE_WORDS
from desktop_app.services.exchange.schema import (
    AddendumDoc,
    IdentityDoc,
    NoteChangeDoc,
    NoteDoc,
    NoteSectionDoc,
    PlaceDoc,
    SentenceDoc,
)
from desktop_app.storage.repositories import Repositories


def note_document(db: Repositories, note: Note, sessions: Collection[int]) -> NoteDoc:
    """A note with the turns it rests on, as far as their sessions are exported."""
    changes: dict[int, list[NoteChangeDoc]] = {}
    for change in note.changes:
        changes.setdefault(change.sentence_id, []).append(NoteChangeDoc(change.at_ms, change.kind, change.before))

    def place(message_id: int) -> PlaceDoc:
        turn = db.turns.of_message(message_id)
        return PlaceDoc(turn.session_id, turn.id)

    def sentence(each: Sentence) -> SentenceDoc:
        places = tuple(found for found in map(place, each.sources) if found.session in sessions)
        return SentenceDoc(each.text, each.origin, each.state, places, tuple(changes.get(each.id, ())))

    return NoteDoc(
        kind=note.kind,
        title=note.title,
        language=note.language,
        created_at_ms=note.created_at_ms,
        updated_at_ms=note.updated_at_ms,
        sections=tuple(
            NoteSectionDoc(part.plan.heading, part.plan.part, part.plan.words, tuple(map(sentence, part.sentences)))
            for part in note.sections
        ),
        drafted_by=note.drafted_by,
        confirmed_by=note.confirmed_by,
        confirmed_at_ms=note.confirmed_at_ms,
        cut=note.cut,
        addenda=tuple(AddendumDoc(each.author, each.text, each.at_ms) for each in note.addenda),
        confirmed_as=IdentityDoc(*astuple(note.confirmed_as)) if note.confirmed_as is not None else None,
    )


def note_of(document: NoteDoc, session_id: int, turn_ids: Mapping[int, Mapping[int, int]]) -> Note:
    """A note as it is stored here.

    Args:
        document: checked.
        session_id: of this vault.
        turn_ids: this vault's turns by the document's sessions and turns.
    """
    sections: list[NoteSection] = []
    changes: list[Change] = []
    number = 0
    for section in document.sections:
        sentences: list[Sentence] = []
        for each in section.sentences:
            number += 1  # tells its changes apart until it is stored
            messages = tuple(2 * turn_ids[place.session][place.turn] - 1 for place in each.sources)
            sentences.append(Sentence(each.text, each.origin, each.state, messages, number))
            changes += [Change(number, change.at_ms, change.kind, change.before) for change in each.changes]
        plan = SectionPlan(section.heading, section.part, section.words)
        sections.append(NoteSection(plan, tuple(sentences)))
    return Note(
        0,
        session_id,
        document.kind,
        document.title,
        document.language,
        tuple(sections),
        document.drafted_by,
        document.confirmed_by,
        document.confirmed_at_ms,
        document.cut,
        document.created_at_ms,
        document.updated_at_ms,
        tuple(sorted(changes, key=lambda change: change.at_ms)),
        tuple(Addendum(each.author, each.text, each.at_ms) for each in document.addenda),
        Identity(*msgspec.structs.astuple(document.confirmed_as)) if document.confirmed_as is not None else None,
    )


def note_lines(document: NoteDoc, moment: str) -> Iterator[tuple[str, str]]:
    """A note for people: heading and text, the last with who drafted and who checked it.

    Args:
        document: the note.
        moment: when it was confirmed, in words.
    """
    words = NOTE_WORDS[document.language]
    for section in document.sections:
        standing = [each for each in section.sentences if each.state in ("supported", "kept")]
        if standing:
            marked = section.part is not Part.SIGNATURE
            yield (
                section.heading,
                "\n".join(
                    f"{each.text} {words.not_in_record}" if marked and _is_unbacked(each) else each.text
                    for each in standing
                ),
            )
    for each in document.addenda:
        yield words.addendum.format(name=each.author, time="").strip(" ,，"), each.text
    bare = [
        replace(part, sentences=tuple(replace(each, sources=()) for each in part.sentences))
        for part in document.sections
    ]
    head = note_of(replace(document, sections=tuple(bare)), 0, {})
    status = f"{words.drafted(head)}; {words.checked_by(head, moment)}"
    yield "", f"{status}\n{words.statement} {words.not_legal}"


def _is_unbacked(sentence: SentenceDoc) -> bool:
    """As `Sentence.is_unbacked`; the turns a sentence rests on may have stayed behind in sessions not exported."""
    return sentence.state is SentenceState.KEPT
