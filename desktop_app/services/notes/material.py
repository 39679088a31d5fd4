"""What a note is made of: the lines of the visit, and what earlier visits told that still holds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from desktop_app.domain.audit import AuditFilter
from desktop_app.domain.clock import day_of
from desktop_app.domain.conversation import Session, Turn
from desktop_app.domain.fact_changes import HAND
from desktop_app.domain.memory import CURRENT_STATES, SELF, Category, Fact, FactState
from desktop_app.domain.notes.drafting import SAID_ON
from desktop_app.domain.notes.lines import Line, lines_of
from desktop_app.domain.notes.note import Note, NoteKind, Part
from desktop_app.domain.notes.sorting import sorted_lines
from desktop_app.domain.notes.standing import Stated, is_rejected, successor, with_standing
from desktop_app.domain.notes.unplaced import unplaced
from desktop_app.domain.patient_mentions import PatientMentions
from desktop_app.domain.prompt_words import Language
from desktop_app.domain.verbatim import sentences
from desktop_app.storage.repositories import Repositories

_EARLIER = {
    Category.ALLERGY: Part.ALLERGIES,
    Category.CONDITION: Part.PAST,
    Category.PROCEDURE: Part.PAST,
    Category.MEDICATION: Part.PAST,
}


def visit(turns: list[Turn]) -> list[Turn]:
    """The turns of the last day of a branch."""
    if not turns:
        return []
    last = day_of(turns[-1].created_at_ms)
    return [turn for turn in turns if day_of(turn.created_at_ms) == last]


def material_of(
    db: Repositories, session: Session, language: Language, *, whole_session: bool
) -> tuple[dict[Part, list[Line]], list[Line]]:
    """The lines by the part they belong to, and all lines of the visit in order.

    Args:
        db: reads.
        session: whose shown branch is drafted from.
        language: of the note.
        whole_session: not the turns of its last day alone.
    """
    branch = db.turns.branch(session.id)
    turns = branch if whole_session else visit(branch)
    named = _Named(db, session.person_id)
    lines = list(named.marked(lines_of(turns)))
    placed = sorted_lines(lines)
    here = {turn.question.id for turn in turns}
    facts = db.facts.list(session.person_id)
    today = day_of(turns[-1].created_at_ms).isoformat() if turns else ""
    for fact in sorted(facts, key=lambda each: each.observed_at_ms):
        part = _EARLIER.get(fact.category)
        if part is None or fact.subject != SELF or fact.state not in CURRENT_STATES or not _has_words(fact) - here:
            continue
        if day_of(fact.observed_at_ms).isoformat() != today or _is_history(fact, part):
            placed.setdefault(part, []).append(named.marked_quote(_line(fact)))
    stated = stated_of(db, facts)
    for part, found in placed.items():
        placed[part] = with_standing(dict.fromkeys(found), stated, language)
    return placed, with_standing(lines, stated, language)


def left_over(db: Repositories, note: Note) -> tuple[str, ...]:
    """What the clinician said in the visit of a draft and no section was made of; () for a hand-out or a checked note.

    It is read of the visit the draft was made from, whatever a hand made of its sentences since.
    """
    if note.is_confirmed or note.kind is not NoteKind.NOTE:
        return ()
    branch = [turn for turn in db.turns.branch(note.session_id) if turn.created_at_ms <= note.created_at_ms]
    cited = {
        message
        for section in note.sections
        for each in section.sentences
        if not SAID_ON.search(each.text)
        for message in each.sources
    }
    first = next((turn for turn in branch if turn.question.id in cited), None)
    last_day = visit(branch)
    whole = first is not None and last_day and first.created_at_ms < last_day[0].created_at_ms
    return unplaced(tuple(branch if whole else last_day), tuple(section.plan for section in note.sections))


class _Named:
    """Finds the lines that tell of another patient than the one they were said of."""

    def __init__(self, db: Repositories, person_id: int) -> None:
        self._db = db
        self._person_id = person_id
        self._mentions = PatientMentions(db.people.list())

    def marked(self, lines: Iterable[Line]) -> Iterator[Line]:
        """Lines, marked where they name another.

        What the clinician says behind such a line in the same message may be about that one too.
        """
        message, goes_on = 0, False
        for line in lines:
            if line.messages[-1] != message:
                message, goes_on = line.messages[-1], False
            other = self._names_other(line.text, line.messages[-1])
            goes_on = other or (goes_on and line.is_clinicians)
            yield replace(line, names_other=True) if goes_on else line

    def marked_quote(self, line: Line) -> Line:
        """What was quoted of an earlier message, marked where the sentence it is of names another."""
        said = self._db.turns.of_message(line.messages[0]).question.text
        whole = next((sentence for sentence in sentences(said) if line.text in sentence), line.text)
        return replace(line, names_other=True) if self._names_other(whole, line.messages[0]) else line

    def _names_other(self, text: str, message_id: int) -> bool:
        said_on = day_of(self._db.turns.of_message(message_id).created_at_ms)
        return bool(self._mentions.others_in(text, self._person_id, said_on))


def stated_of(db: Repositories, facts: Sequence[Fact]) -> list[Stated]:
    """In which words each fact was stated, message by message."""
    by_id = {fact.id: fact for fact in facts}
    withdrawn = _withdrawn(db, facts)
    return [
        Stated(
            fact,
            source.message_id,
            source.quote,
            is_rejected(fact, by_id) and fact.id not in withdrawn,
            fact.id in withdrawn,
            successor(fact, by_id),
        )
        for fact in facts
        for source in db.fact_history.sources(fact.id)
    ]


def _withdrawn(db: Repositories, facts: Sequence[Fact]) -> set[int]:
    """The facts that a hand took back, other than by deciding a contradiction or by words that correct them."""
    ended = {fact.id for fact in facts if fact.state is FactState.RETRACTED and fact.superseded_by is None}
    if not ended:
        return set()
    last = {change.fact_id: change.actor for change in db.fact_history.changes(ended)}
    by_hand = {fact_id for fact_id in ended if last.get(fact_id) == HAND}
    return by_hand - _settled(db, facts[0].person_id) if by_hand else set()


def _settled(db: Repositories, person_id: int) -> set[int]:
    """The facts of which the last that was decided was a contradiction they stood in."""
    found: dict[str, bool] = {}
    for entry in db.audit.entries(AuditFilter("memory.", person_id), -1):  # the newest first
        if entry.action in ("memory.settle", "memory.confirm", "memory.retract"):
            ended = entry.detail and json.loads(entry.detail).get("state") == FactState.RETRACTED.value
            found.setdefault(entry.subject, bool(ended) and entry.action != "memory.retract")
    return {int(subject.removeprefix("fact:")) for subject, settled in found.items() if settled}


def _has_words(fact: Fact) -> set[int]:
    return {fact.message_id} if fact.quote and fact.message_id else set()


def _is_history(fact: Fact, part: Part) -> bool:
    """Whether what was said in another session of the same day belongs here all the same.

    What ails the patient today, what was judged and what was ordered stands in that session's own note.
    """
    return fact.category in (Category.ALLERGY, Category.MEDICATION) or part in sorted_lines([_line(fact)])


def _line(fact: Fact) -> Line:
    return Line(fact.quote, (fact.message_id,), fact.speaker, day_of(fact.observed_at_ms).isoformat())
