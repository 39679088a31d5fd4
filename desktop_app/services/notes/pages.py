"""A note as a page: plain text for another system, and HTML for paper."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from html import escape

from desktop_app.domain.conversation import Person
from desktop_app.domain.notes.note import CLINICIAN_ONLY, Identity, Note, NoteKind, NoteSection, Part
from desktop_app.domain.notes.templates import as_text
from desktop_app.domain.notes.words import NOTE_WORDS, NoteWords
from desktop_app.services.notes.opened import OpenNote

_STYLE = """
body { font-family: sans-serif; font-size: 10.5pt; color: #1f2328; }
h1 { font-size: 17pt; margin: 0 0 4pt 0; } h2 { font-size: 11.5pt; margin: 11pt 0 2pt 0; }
p { margin: 0 0 3pt 0; line-height: 140%; } .who { font-size: 10.5pt; margin: 0 0 2pt 0; }
.meta { font-size: 9pt; color: #5a6068; } .status { font-size: 10pt; font-weight: 600; color: #a84c19; }
.checked { font-size: 10pt; font-weight: 600; } .end { font-size: 9pt; color: #5a6068; margin: 10pt 0 0 0; }
"""
_SIGNATURE_LINE = "_" * 28


def moment(at_ms: int) -> str:
    """A time as it stands on a page."""
    return datetime.fromtimestamp(at_ms / 1000).strftime("%Y-%m-%d %H:%M")


def identifiers(person: Person | Identity, words: NoteWords) -> str:
    """Whose it is: name and sex, birth date and record number; what is not known says so."""
    name = " ".join(part for part in (person.name, words.sexes.get(person.sex, person.sex)) if part)
    born = f"{words.birth_date} {person.birth_date or words.unknown}"
    record = f"{words.record_number} {person.record_number or words.unknown}"
    return "    ".join((name, born, record))


def correction(opened: OpenNote) -> str:
    """That the patient was identified anew since the note was confirmed, "" where not."""
    if opened.corrected_at_ms is None:
        return ""
    words = NOTE_WORDS[opened.note.language]
    now = " ".join(identifiers(opened.person, words).split("    "))
    return words.corrected.format(time=moment(opened.corrected_at_ms), identity=now)


def plain_text(opened: OpenNote) -> str:
    """The whole note as plain text, with whose it is, who drafted and who checked it."""
    note, words = opened.note, NOTE_WORDS[opened.note.language]
    corrected = correction(opened)
    parts = [note.title, identifiers(note.identity(opened.person), words), *([corrected] if corrected else []), ""]
    parts += [as_text(section, words.not_in_record, note.kind) for section in note.sections]
    parts += [
        f"{words.addendum.format(name=each.author, time=moment(each.at_ms))}\n{each.text}" for each in note.addenda
    ]
    return "\n".join((*parts, "", *_status(note, words), words.statement + words.not_legal))


def footer(opened: OpenNote) -> str:
    """What stands at the foot of every page: whose it is and whether it was checked."""
    note, words = opened.note, NOTE_WORDS[opened.note.language]
    whose = identifiers(note.identity(opened.person), words)
    return f"{whose}    {words.checked_by(note, moment(note.confirmed_at_ms or 0))}"


def html(opened: OpenNote, now_ms: int) -> str:
    """The note as a page of HTML with nothing to load."""
    note, words = opened.note, NOTE_WORDS[opened.note.language]
    corrected = correction(opened)
    rows = [
        f'<!DOCTYPE html><html lang="{note.language}"><head><meta charset="utf-8"><style>{_STYLE}</style></head><body>',
        f"<h1>{escape(note.title)}</h1>",
        f'<p class="who">{escape(words.patient)} {_spaced(identifiers(note.identity(opened.person), words))}</p>',
        *([f'<p class="status">{escape(corrected)}</p>'] if corrected else []),
        *(
            f'<p class="{"checked" if note.is_confirmed else "status"}">{escape(line)}</p>'
            for line in _status(note, words)
        ),
        f'<p class="meta">{words.drafted_on} {moment(note.created_at_ms)} &nbsp;'
        f" {words.printed_on} {moment(now_ms)}</p>",
        "<hr>",
    ]
    for section in note.sections:
        rows += _section(section, words, note.kind)
    for addendum in note.addenda:
        head = words.addendum.format(name=addendum.author, time=moment(addendum.at_ms))
        rows.append(f"<h2>{escape(head)}</h2><p>{_lines(addendum.text)}</p>")
    if note.cut:
        rows.append(f'<p class="status">{escape(words.cut)}</p>')
    if note.kind is NoteKind.HANDOUT:
        rows.append(f'<p class="end">{escape(words.handout_note)} {escape(words.ask)}</p>')
    rows.append(f'<hr><p class="end">{escape(words.statement)} {escape(words.not_legal)}</p></body></html>')
    return "\n".join(rows)


def _status(note: Note, words: NoteWords) -> tuple[str, str]:
    return words.drafted(note), words.checked_by(note, moment(note.confirmed_at_ms or 0))


def _section(section: NoteSection, words: NoteWords, kind: NoteKind) -> Iterator[str]:
    plan, lines = section.plan, section.lines(words.not_in_record)
    if kind is NoteKind.HANDOUT and not lines:
        return
    yield f"<h2>{escape(plan.heading)}</h2>"
    if lines:
        yield from (f"<p>{escape(line)}</p>" for line in lines)
    elif plan.part is Part.SIGNATURE:
        yield f"<p><br>{_SIGNATURE_LINE}</p>"
    else:
        missing = words.nothing_of_the_clinician if plan.part in CLINICIAN_ONLY else words.nothing
        yield f'<p class="meta">{escape(missing)}</p>'


def _spaced(text: str) -> str:
    return escape(text).replace("    ", " &nbsp;&nbsp; ")


def _lines(text: str) -> str:
    return escape(text).replace("\n", "<br>")
