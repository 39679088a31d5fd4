"""Stored notes and hand-outs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple

import apsw

from desktop_app.domain.notes.note import (
    Addendum,
    Change,
    ChangeOf,
    Identity,
    Note,
    NoteKind,
    NoteSection,
    Origin,
    Part,
    SectionPlan,
    Sentence,
    SentenceState,
)
from desktop_app.storage.connection import row, rows

_WORDS = "\n"  # between the words of a section of one's own


class NoteRepository:
    """Reads and writes notes over one connection; writing needs the writer's transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    # --- reading

    def get(self, note_id: int) -> Note:
        """A note. Raises KeyError."""
        head = row(
            self._connection,
            "SELECT session_id, kind, title, language, drafted_by, confirmed_by, confirmed_at_ms, cut, created_at_ms,"
            " updated_at_ms, confirmed_as FROM note WHERE id = ?",
            (note_id,),
        )
        if head is None:
            raise KeyError(note_id)
        *first, identity = head
        session_id, kind, title, language, drafted_by, confirmed_by, confirmed_at_ms, cut, created_at_ms, changed = (
            first
        )
        return Note(
            note_id,
            session_id,
            NoteKind(kind),
            title,
            language,
            self._sections(note_id),
            drafted_by,
            confirmed_by,
            confirmed_at_ms,
            bool(cut),
            created_at_ms,
            changed,
            self._changes(note_id),
            self._addenda(note_id),
            Identity(*json.loads(identity)) if identity else None,
        )

    def of_session(self, session_id: int) -> list[Note]:
        """The notes of a session, the newest first."""
        found = rows(self._connection, "SELECT id FROM note WHERE session_id = ? ORDER BY id DESC", (session_id,))
        return [self.get(note_id) for (note_id,) in found]

    def _sections(self, note_id: int) -> tuple[NoteSection, ...]:
        sources: dict[int, list[int]] = {}
        for sentence_id, message_id in rows(
            self._connection,
            "SELECT o.sentence_id, o.message_id FROM note_source AS o JOIN note_sentence AS e ON e.id = o.sentence_id"
            " WHERE e.note_id = ? ORDER BY o.message_id",
            (note_id,),
        ):
            sources.setdefault(sentence_id, []).append(message_id)
        sentences: dict[int, list[Sentence]] = {}
        for sentence_id, section, text, origin, state in rows(
            self._connection,
            "SELECT id, section, text, origin, state FROM note_sentence WHERE note_id = ?"
            " ORDER BY section, position, id",
            (note_id,),
        ):
            rests_on = tuple(sources.get(sentence_id, ()))
            sentences.setdefault(section, []).append(
                Sentence(text, Origin(origin), SentenceState(state), rests_on, sentence_id)
            )
        return tuple(
            NoteSection(
                SectionPlan(heading, Part(part), tuple(filter(None, words.split(_WORDS)))),
                tuple(sentences.get(position, ())),
            )
            for position, heading, part, words in rows(
                self._connection,
                "SELECT position, heading, part, words FROM note_section WHERE note_id = ? ORDER BY position",
                (note_id,),
            )
        )

    def _changes(self, note_id: int) -> tuple[Change, ...]:
        found = rows(
            self._connection,
            "SELECT c.sentence_id, c.at_ms, c.kind, c.before FROM note_change AS c"
            " JOIN note_sentence AS e ON e.id = c.sentence_id WHERE e.note_id = ? ORDER BY c.id",
            (note_id,),
        )
        return tuple(Change(sentence, at_ms, ChangeOf(kind), before) for sentence, at_ms, kind, before in found)

    def _addenda(self, note_id: int) -> tuple[Addendum, ...]:
        found = rows(
            self._connection,
            "SELECT author, text, at_ms FROM note_addendum WHERE note_id = ? ORDER BY id",
            (note_id,),
        )
        return tuple(Addendum(*each) for each in found)

    # --- writing

    def add(self, note: Note) -> int:
        """Store a note with everything that belongs to it, whatever its ids say. Returns its id."""
        self._connection.execute(
            "INSERT INTO note (session_id, kind, title, language, drafted_by, cut, created_at_ms, updated_at_ms)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                note.session_id,
                note.kind.value,
                note.title,
                note.language,
                note.drafted_by,
                int(note.cut),
                note.created_at_ms,
                note.updated_at_ms,
            ),
        )
        note_id = self._connection.last_insert_rowid()
        given: dict[int, int] = {}
        for position, section in enumerate(note.sections):
            plan = section.plan
            self._connection.execute(
                "INSERT INTO note_section (note_id, position, heading, part, words) VALUES (?, ?, ?, ?, ?)",
                (note_id, position, plan.heading, plan.part.value, _WORDS.join(plan.words)),
            )
            for place, sentence in enumerate(section.sentences):
                given[sentence.id] = self._sentence(note_id, position, place, sentence)
        for change in note.changes:
            self.note_change(given[change.sentence_id], change.kind, change.before, now_ms=change.at_ms)
        for addendum in note.addenda:
            self.add_addendum(note_id, addendum)
        if note.confirmed_at_ms is not None:
            self.confirm(note_id, note.confirmed_by, note.confirmed_as, now_ms=note.confirmed_at_ms)
            self._touch(note_id, note.updated_at_ms)
        return note_id

    def replace_section(self, note_id: int, section: int, sentences: Sequence[Sentence], *, now_ms: int) -> None:
        """Put other sentences into a section; those that are stored stay themselves, the rest leave without a trace."""
        stay = [sentence.id for sentence in sentences if sentence.id]
        self._connection.execute(
            f"DELETE FROM note_sentence WHERE note_id = ? AND section = ? AND id NOT IN ({','.join('?' * len(stay))})",
            (note_id, section, *stay),
        )
        for place, sentence in enumerate(sentences):
            if sentence.id:
                self._connection.execute(
                    "UPDATE note_sentence SET position = ?, text = ?, origin = ?, state = ? WHERE id = ?",
                    (place, sentence.text, sentence.origin.value, sentence.state.value, sentence.id),
                )
            else:
                self._sentence(note_id, section, place, sentence)
        self._touch(note_id, now_ms)

    def note_change(self, sentence_id: int, kind: ChangeOf, before: str, *, now_ms: int) -> None:
        """Keep what a hand changed."""
        self._connection.execute(
            "INSERT INTO note_change (sentence_id, at_ms, kind, before) VALUES (?, ?, ?, ?)",
            (sentence_id, now_ms, kind.value, before),
        )

    def set_drafted_by(self, note_id: int, model: str) -> None:
        """Say which model reworded in it."""
        self._connection.execute("UPDATE note SET drafted_by = ? WHERE id = ?", (model, note_id))

    def confirm(self, note_id: int, name: str, identity: Identity | None, *, now_ms: int) -> None:
        """Let somebody answer for a note, which is from then on of the patient as identified now."""
        kept = json.dumps(astuple(identity), ensure_ascii=False) if identity is not None else ""
        self._connection.execute(
            "UPDATE note SET confirmed_by = ?, confirmed_as = ?, confirmed_at_ms = ?, updated_at_ms = ? WHERE id = ?",
            (name, kept, now_ms, now_ms, note_id),
        )

    def add_addendum(self, note_id: int, addendum: Addendum) -> None:
        """Add to a note."""
        self._connection.execute(
            "INSERT INTO note_addendum (note_id, author, text, at_ms) VALUES (?, ?, ?, ?)",
            (note_id, addendum.author, addendum.text, addendum.at_ms),
        )
        self._touch(note_id, addendum.at_ms)

    def drop_addenda(self, note_id: int) -> None:
        """Take off what was added to the note that a hand-out is made from."""
        self._connection.execute("DELETE FROM note_addendum WHERE note_id = ?", (note_id,))

    def delete(self, note_id: int) -> None:
        """Delete a note."""
        self._connection.execute("DELETE FROM note WHERE id = ?", (note_id,))

    def _sentence(self, note_id: int, section: int, place: int, sentence: Sentence) -> int:
        self._connection.execute(
            "INSERT INTO note_sentence (note_id, section, position, text, origin, state) VALUES (?, ?, ?, ?, ?, ?)",
            (note_id, section, place, sentence.text, sentence.origin.value, sentence.state.value),
        )
        sentence_id = self._connection.last_insert_rowid()
        self._connection.executemany(
            "INSERT INTO note_source (sentence_id, message_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [(sentence_id, message_id) for message_id in sentence.sources],
        )
        return sentence_id

    def _touch(self, note_id: int, now_ms: int) -> None:
        self._connection.execute("UPDATE note SET updated_at_ms = ? WHERE id = ?", (now_ms, note_id))
