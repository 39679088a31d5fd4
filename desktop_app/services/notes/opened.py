"""A note as it is shown: with whose it is, the words it rests on and what is open of the person."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.domain.audit import AuditFilter
from desktop_app.domain.conflicts import conflicts_of
from desktop_app.domain.conversation import Person
from desktop_app.domain.notes.note import Addendum, Identity, Note
from desktop_app.domain.notes.plain_words import is_added_to
from desktop_app.services.notes.bringing_up import outdated
from desktop_app.services.notes.hand_outs import addenda_for
from desktop_app.services.notes.material import left_over
from desktop_app.storage.repositories import Repositories


@dataclass(frozen=True, slots=True)
class SourceWords:
    """What a sentence rests on: a message, whose it is, and where it stands."""

    session_id: int
    turn_id: int
    speaker: str
    text: str
    said_at_ms: int


@dataclass(frozen=True, slots=True)
class OpenNote:
    """A note with whose it is, the words its sentences rest on, by message, and what else is open of the person."""

    note: Note
    person: Person
    sources: dict[int, SourceWords]
    open_conflicts: int = 0  # in the person's facts
    outdated: int = 0  # sentences worded by hand or the model that call open what was settled since
    corrected_at_ms: int | None = None  # when the person was identified anew since it was confirmed, None if never
    addenda_elsewhere: tuple[Addendum, ...] = ()  # of the notes a hand-out is made from, on it or not
    unplaced: tuple[str, ...] = ()  # what the clinician said in the visit and no section of a draft was made of

    @property
    def contradicted(self) -> bool:
        """Whether a hand-out says something that an addendum speaks of which is not on it."""
        left_out = [each for each in self.addenda_elsewhere if each not in self.note.addenda]
        texts = [each.text for section in self.note.sections for each in section.sentences if each.stands]
        return any(is_added_to(text, each.text) for text in texts for each in left_out)


def opened(db: Repositories, note_id: int) -> OpenNote:
    """A note with what it rests on. Raises KeyError."""
    note = db.notes.get(note_id)
    person = db.people.of_session(note.session_id)
    return OpenNote(
        note,
        person,
        _sources(db, note),
        open_conflicts=len(conflicts_of(db.facts.list(person.id))),
        outdated=outdated(db, note),
        corrected_at_ms=_corrected_at_ms(db, note, person),
        addenda_elsewhere=addenda_for(db, note),
        unplaced=left_over(db, note),
    )


def _sources(db: Repositories, note: Note) -> dict[int, SourceWords]:
    sources: dict[int, SourceWords] = {}
    for message_id in {message for part in note.sections for each in part.sentences for message in each.sources}:
        turn = db.turns.of_message(message_id)
        said = turn.question
        sources[message_id] = SourceWords(turn.session_id, turn.id, said.speaker, said.text, said.created_at_ms)
    return sources


def _corrected_at_ms(db: Repositories, note: Note, person: Person) -> int | None:
    """When the person was identified otherwise than a note says; None where the note says it."""
    if note.identity(person) == Identity.of(person):
        return None
    since = AuditFilter("person.identified", person.id, note.confirmed_at_ms or 0)
    return max((entry.at_ms for entry in db.audit.entries(since, 1)), default=note.updated_at_ms)
