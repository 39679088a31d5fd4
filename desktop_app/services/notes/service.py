"""Drafting, changing and confirming notes."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from desktop_app.domain.clock import Clock, day_of
from desktop_app.domain.consent import refusal
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed
from desktop_app.domain.fact_changes import HAND
from desktop_app.domain.named_texts import NamedText
from desktop_app.domain.notes.drafting import as_said, joined
from desktop_app.domain.notes.editing import Edit, Edited, edited
from desktop_app.domain.notes.lines import Line
from desktop_app.domain.notes.note import (
    Addendum,
    ChangeOf,
    Identity,
    Note,
    NoteKind,
    NoteSection,
    Origin,
    SectionPlan,
    Sentence,
    SentenceState,
)
from desktop_app.domain.notes.plain_words import plain
from desktop_app.domain.notes.rewording import as_line, restored, reworded, set_aside, to_reword
from desktop_app.domain.notes.sorting import material
from desktop_app.domain.notes.standing import without_marks
from desktop_app.domain.notes.support import departed_words
from desktop_app.domain.notes.templates import (
    language_of_sections,
    sections_of,
    without_heading,
)
from desktop_app.domain.notes.words import NOTE_WORDS
from desktop_app.domain.prompt_words import Language
from desktop_app.services.bus import EventBus
from desktop_app.services.consents import refuse_restricted, require_hand_out
from desktop_app.services.named_texts import NamedTextService
from desktop_app.services.notes.bringing_up import brought_up
from desktop_app.services.notes.hand_outs import add_to_hand_outs, addenda_for, drafted_from, point_to
from desktop_app.services.notes.material import material_of
from desktop_app.services.notes.opened import OpenNote, opened
from desktop_app.services.notes.writing import NoteWriter
from desktop_app.services.settings import SettingsService
from desktop_app.storage.files import write_atomically
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store


class NoteService:
    """Notes of sessions. Calls block: `reword` belongs on the background lane, the rest on the read lane.

    Args:
        store: the vault.
        writer: has the model reword.
        settings: whether a patient may be put before a model.
        templates: those of the vault, after those that ship.
        language: of the window, "zh" or "en".
        bus: hears of changes.
        clock: the time.
    """

    def __init__(
        self,
        store: Store,
        writer: NoteWriter,
        settings: SettingsService,
        templates: NamedTextService,
        language: Callable[[], str],
        bus: EventBus,
        clock: Clock,
    ) -> None:
        self._store = store
        self._writer = writer
        self._settings = settings
        self.templates = templates
        self._language = language
        self._bus = bus
        self._clock = clock

    # --- reading

    @property
    def model_name(self) -> str:
        """The model that would reword, "" where none is loaded."""
        return self._writer.model_name

    @property
    def window_language(self) -> Language:
        """The language of the window, in which a note is worded that says nothing of its own."""
        return "zh" if self._language() == "zh" else "en"

    def of_session(self, session_id: int) -> list[Note]:
        """The notes and hand-outs of a session, the newest first."""
        return self._store.read(lambda db: db.notes.of_session(session_id))

    def confirmed(self, person_id: int) -> list[Note]:
        """The confirmed notes and hand-outs of a person, the newest first."""

        def read(db: Repositories) -> list[Note]:
            notes = (note for session in db.sessions.list(person_id) for note in db.notes.of_session(session.id))
            return sorted((one for one in notes if one.is_confirmed), key=lambda one: -(one.confirmed_at_ms or 0))

        return self._store.read(read)

    def elsewhere(self, session_id: int) -> list[tuple[Note, str]]:
        """The notes of the same person in other sessions, the newest first, each with its session's title."""

        def read(db: Repositories) -> list[tuple[Note, str]]:
            person_id = db.sessions.get(session_id).person_id
            others = [session for session in db.sessions.list(person_id) if session.id != session_id]
            found = [(note, session.title) for session in others for note in db.notes.of_session(session.id)]
            return sorted(found, key=lambda one: -one[0].id)

        return self._store.read(read)

    def open(self, note_id: int) -> OpenNote:
        """A note with what it rests on. Raises KeyError."""
        return self._store.read(lambda db: opened(db, note_id))

    def bring_up(self, note_id: int) -> int:
        """Let a draft say what holds today of the words it cites: settled, changed or withdrawn since it was drafted.

        Returns:
            How many of its sections say something else from now on; 0 for a checked note.
        """
        if not self._store.read(lambda db: brought_up(db, db.notes.get(note_id))):
            return 0
        now_ms = self._clock()

        def work(db: Repositories) -> int:
            sections = brought_up(db, db.notes.get(note_id))
            for at, sentences in sections.items():
                db.notes.replace_section(note_id, at, sentences, now_ms=now_ms)
            if sections:
                self._audit(db, "note.brought_up", note_id, now_ms, sections=len(sections))
            return len(sections)

        return self._store.write(work)

    # --- drafting

    def draft(self, session_id: int, template: NamedText, *, whole_session: bool = False) -> Note:
        """Draft a note from the words that were said, without the model.

        Args:
            session_id: whose shown branch it is about.
            template: its sections.
            whole_session: not the last day alone.

        Raises:
            UserError: ``note_template_empty``, ``person_restricted``.
        """
        plans = sections_of(template.text)
        if not plans:
            raise UserError("note_template_empty")
        language = language_of_sections(plans, self.window_language)
        now_ms = self._clock()

        def work(db: Repositories) -> Note:
            session = db.sessions.get(session_id)
            refuse_restricted(db.people.get(session.person_id))
            placed, lines = material_of(db, session, language, whole_session=whole_session)
            sections = tuple(
                NoteSection(plan, tuple(_under(plan, line) for line in material(plan, placed, lines))) for plan in plans
            )
            note = Note(
                0, session_id, NoteKind.NOTE, template.name, language, sections,
                created_at_ms=now_ms, updated_at_ms=now_ms,
            )  # fmt: skip
            return self._stored(db, note, "note.drafted", now_ms)

        return self._announced(self._store.write(work))

    def hand_out(self, note_id: int, language: Language) -> Note:
        """Draft what the patient takes home from the plan of a note, with shorthand spelled out.

        What was added to the note is not on it until that is chosen (`choose_addenda`).

        Args:
            note_id: whose plan is taken, as it stands there.
            language: of the patient; lines in another are translated by `reword`.

        Raises:
            UserError: ``person_restricted``, ``hand_out_not_agreed``.
        """
        now_ms = self._clock()

        def work(db: Repositories) -> Note:
            note = db.notes.get(note_id)
            require_hand_out(db, (db.sessions.get(note.session_id).person_id,), self._settings.get())
            made = drafted_from(note, language, now_ms)
            return self._stored(db, made, "note.drafted", now_ms)

        return self._announced(self._store.write(work))

    def choose_addenda(self, note_id: int, *, shown: bool) -> Note:
        """Put what was added to its note on a hand-out, or take it off again; a line that it speaks of says so.

        Raises:
            UserError: ``note_confirmed``.
        """
        now_ms = self._clock()

        def work(db: Repositories) -> Note:
            made = _unconfirmed(db, note_id)
            db.notes.drop_addenda(note_id)
            addenda = addenda_for(db, made) if shown else ()
            for each in addenda:
                db.notes.add_addendum(note_id, each)
            point_to(db, made, addenda, now_ms)
            self._audit(db, "note.addenda_chosen", note_id, now_ms, shown=shown)
            return db.notes.get(note_id)

        return self._announced(self._store.write(work))

    def can_reword(self, note: Note, section: int) -> bool:
        """Whether the model may put a section into words: never diagnosis and plan, which stay the clinician's own.

        A hand-out's lines are translated where they are in another language than the patient's.
        """
        return bool(to_reword(note, section))

    def reword(self, note_id: int, section: int) -> Note:
        """Have the model put a section's words into sentences; what it cannot carry stays as it was said.

        The note is as before, also in who drafted it, where the model changed nothing.

        Raises:
            ModelError: no model is loaded, or it failed; the section stays as it is.
            UserError: ``note_confirmed``, ``person_restricted``, ``basis_missing``.
        """
        note = self._store.read(partial(self._to_be_reworded, note_id))
        chosen = to_reword(note, section)
        made = self._worded(note, section, chosen) if chosen else ()
        said = {each.text for each in chosen}
        if not any(each.origin is Origin.MODEL and each.text not in said for each in made):
            return note  # it changed nothing, and drafted nothing
        now_ms, model = self._clock(), self._writer.model_name

        def work(db: Repositories) -> Note:
            now = _unconfirmed(db, note_id)
            asked = {each.id for each in chosen}
            held = now.sections[section].sentences
            if not asked <= {each.id for each in held if each.stands and each.origin is Origin.SAID}:
                return now  # a hand changed it meanwhile
            db.notes.replace_section(note_id, section, reworded(held, chosen, made), now_ms=now_ms)
            db.notes.set_drafted_by(note_id, model)
            self._audit(db, "note.reworded", note_id, now_ms, section=section, sentences=len(made))
            return db.notes.get(note_id)

        return self._announced(self._store.write(work))

    def _to_be_reworded(self, note_id: int, db: Repositories) -> Note:
        note = db.notes.get(note_id)
        person = db.people.of_session(note.session_id)
        code = refusal(person, self._settings.get())
        if code is not None:
            raise UserError(code, person=person.name)
        return _unconfirmed(db, note_id)

    def _worded(self, note: Note, section: int, chosen: Sequence[Sentence]) -> tuple[Sentence, ...]:
        """What the model makes of sentences; () where it was stopped."""
        self._writer.begin()
        translate = note.kind is NoteKind.HANDOUT
        lines = [as_line(each) for each in chosen]
        items = self._writer.items(note.sections[section].plan.heading, lines, note.language, translate=translate)
        return () if items is None else joined(lines, items, translated=translate)

    def can_restore(self, note: Note, section: int) -> bool:
        """Whether a rewording took the place of words that can come back."""
        return not note.is_confirmed and bool(set_aside(note, section))

    def restore(self, note_id: int, section: int) -> Note:
        """Put the words of a section back that a rewording took the place of.

        Raises:
            UserError: ``note_confirmed``.
        """
        now_ms = self._clock()

        def work(db: Repositories) -> Note:
            note = _unconfirmed(db, note_id)
            if not set_aside(note, section):
                return note
            db.notes.replace_section(note_id, section, restored(note, section), now_ms=now_ms)
            self._audit(db, "note.restored", note_id, now_ms, section=section)
            note = db.notes.get(note_id)
            if not any(each.origin is Origin.MODEL for part in note.sections for each in part.sentences):
                db.notes.set_drafted_by(note_id, "")
            return db.notes.get(note_id)

        return self._announced(self._store.write(work))

    def stop(self) -> None:
        """End the rewording under way. Callable from any thread."""
        self._writer.stop()

    # --- by hand

    def edit(self, note_id: int, section: int, text: str) -> Note:
        """Take over what was typed into a section, a sentence a line; what stood there is kept as a difference.

        Raises:
            UserError: ``note_confirmed``.
        """
        return self._change(
            note_id,
            section,
            lambda db, note, sentences: edited(sentences, text, partial(_bears_out, db, note)),
            "note.edited",
        )

    def settle(self, note_id: int, sentence_id: int, *, keep: bool) -> Note:
        """Keep an unsupported sentence in the note, or drop it.

        Raises:
            UserError: ``note_confirmed``.
        """
        note = self._store.read(lambda db: db.notes.get(note_id))
        section = next(
            at for at, part in enumerate(note.sections) if any(each.id == sentence_id for each in part.sentences)
        )

        def settled(_db: Repositories, _note: Note, sentences: tuple[Sentence, ...]) -> Edited:
            chosen = next(each for each in sentences if each.id == sentence_id)
            kept = SentenceState.SUPPORTED if chosen.origin is Origin.SAID else SentenceState.KEPT
            state = kept if keep else SentenceState.DROPPED  # what was said is in the record, whoever it is about
            new = replace(chosen, state=state)
            change = Edit(ChangeOf.KEPT if keep else ChangeOf.DROPPED, new, chosen.text)
            return Edited(tuple(new if each is chosen else each for each in sentences), (change,))

        return self._change(note_id, section, settled, "note.kept" if keep else "note.dropped")

    def drop_unsupported(self, note_id: int) -> Note:
        """Drop every sentence that waits for a decision.

        Raises:
            UserError: ``note_confirmed``.
        """
        note = self._store.read(lambda db: db.notes.get(note_id))
        for section in note.sections:
            for sentence in section.sentences:
                if sentence.state is SentenceState.UNSUPPORTED:
                    note = self.settle(note_id, sentence.id, keep=False)
        return note

    def confirm(self, note_id: int, name: str) -> Note:
        """Let somebody answer for a note; from then on it is only added to.

        Raises:
            UserError: ``note_name_missing``, ``note_unsettled``, ``note_confirmed``, ``person_restricted``.
        """
        name = name.strip()
        if not name:
            raise UserError("note_name_missing")
        now_ms = self._clock()

        def work(db: Repositories) -> Note:
            note = _unconfirmed(db, note_id)
            if note.unsupported:
                raise UserError("note_unsettled", count=note.unsupported)
            person = db.people.of_session(note.session_id)
            refuse_restricted(person)
            db.notes.confirm(note_id, name, Identity.of(person), now_ms=now_ms)
            self._audit(db, "note.confirmed", note_id, now_ms)
            return db.notes.get(note_id)

        return self._announced(self._store.write(work))

    def add(self, note_id: int, name: str, text: str) -> Note:
        """Add to a confirmed note.

        Raises:
            UserError: ``note_name_missing``, ``person_restricted``.
        """
        if not name.strip():
            raise UserError("note_name_missing")
        now_ms = self._clock()

        def work(db: Repositories) -> Note:
            refuse_restricted(db.people.of_session(db.notes.get(note_id).session_id))
            addendum = Addendum(name.strip(), text.strip(), now_ms)
            db.notes.add_addendum(note_id, addendum)
            self._audit(db, "note.added_to", note_id, now_ms)
            note = db.notes.get(note_id)
            if note.kind is NoteKind.NOTE:
                add_to_hand_outs(db, note, addendum)
            return note

        return self._announced(self._store.write(work))

    def delete(self, note_id: int) -> None:
        """Delete a draft.

        Raises:
            UserError: ``note_confirmed``.
        """
        now_ms = self._clock()

        def work(db: Repositories) -> Note:
            note = _unconfirmed(db, note_id)
            db.notes.delete(note_id)
            self._audit(db, "note.deleted", note_id, now_ms)
            return note

        self._announced(self._store.write(work))

    def copied(self, note_id: int) -> None:
        """Note that words of a note go to the clipboard.

        Raises:
            UserError: ``hand_out_not_agreed``, ``person_restricted``.
        """
        self._leaves(note_id, "note.copied", unchecked=True)

    def printed(self, note_id: int) -> None:
        """Note that a note goes on paper.

        Raises:
            UserError: ``note_unchecked``: a hand-out that nobody checked; ``hand_out_not_agreed``,
                ``person_restricted``.
        """
        self._leaves(note_id, "note.printed")

    def save(self, note_id: int, path: Path, data: Callable[[], bytes]) -> None:
        """Write a note into a file, which is not encrypted.

        Args:
            note_id: which one.
            path: of the file.
            data: makes its content.

        Raises:
            UserError: ``note_unchecked``, ``hand_out_not_agreed``, ``person_restricted``, ``file_not_written``.
        """
        self._leaves(note_id, "note.saved")
        try:
            write_atomically(path, data())
        except OSError:
            raise UserError("file_not_written", path=path) from None

    def now_ms(self) -> int:
        """The time that stands on what is printed now."""
        return self._clock()

    def _leaves(self, note_id: int, action: str, *, unchecked: bool = False) -> None:
        now_ms = self._clock()

        def work(db: Repositories) -> None:
            note = db.notes.get(note_id)
            require_hand_out(db, (db.sessions.get(note.session_id).person_id,), self._settings.get())
            if note.kind is NoteKind.HANDOUT and not (note.is_confirmed or unchecked):
                raise UserError("note_unchecked")
            self._audit(db, action, note_id, now_ms, checked=note.is_confirmed)

        self._store.write(work)

    # --- parts

    def _change(
        self,
        note_id: int,
        section: int,
        change: Callable[[Repositories, Note, tuple[Sentence, ...]], Edited],
        action: str,
    ) -> Note:
        now_ms = self._clock()

        def work(db: Repositories) -> Note:
            note = _unconfirmed(db, note_id)
            held = note.sections[section].sentences
            found = change(db, note, held)
            if not found.edits:
                return note
            db.notes.replace_section(note_id, section, found.sentences, now_ms=now_ms)
            stored = db.notes.get(note_id).sections[section].sentences
            ids = {id(each): kept.id for each, kept in zip(found.sentences, stored, strict=True)}
            for edit in found.edits:
                sentence_id = edit.sentence.id or ids[id(edit.sentence)]
                db.notes.note_change(sentence_id, edit.kind, edit.before, now_ms=now_ms)
            self._audit(db, action, note_id, now_ms, section=section, changes=len(found.edits))
            return db.notes.get(note_id)

        return self._announced(self._store.write(work))

    def _stored(self, db: Repositories, note: Note, action: str, now_ms: int) -> Note:
        note_id = db.notes.add(note)
        self._audit(db, action, note_id, now_ms, session=note.session_id, kind=note.kind.value)
        return db.notes.get(note_id)

    def _audit(self, db: Repositories, action: str, note_id: int, now_ms: int, **detail: object) -> None:
        db.audit.append(HAND, action, f"note:{note_id}", json.dumps(detail) if detail else "", now_ms)

    def _announced(self, note: Note) -> Note:
        self._bus.publish(Changed("notes.change", sessions=frozenset({note.session_id})))
        return note


def _under(plan: SectionPlan, line: Line) -> Sentence:
    """A line under the heading of its section, which it need not say again."""
    return as_said(replace(line, text=without_heading(line.text, plan.part)))


def _bears_out(db: Repositories, note: Note, sentence: Sentence, text: str) -> bool:
    """Whether the words a sentence cites bear out what a hand made of it."""
    if not sentence.sources:
        return False
    said = [] if sentence.is_unbacked else [without_marks(sentence.text)]
    for message_id in sentence.sources:
        message = db.turns.of_message(message_id).question
        day = day_of(message.created_at_ms).isoformat()
        said += [f"{message.text} ({day})", plain(message.text, note.language)]
    text = without_marks(text).removesuffix(NOTE_WORDS[note.language].see_addendum)
    return not departed_words(text, said)


def _unconfirmed(db: Repositories, note_id: int) -> Note:
    note = db.notes.get(note_id)
    if note.is_confirmed:
        raise UserError("note_confirmed")
    return note
