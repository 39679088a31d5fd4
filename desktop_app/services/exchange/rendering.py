"""An export for people: plain text, Markdown, HTML, and a table in CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from desktop_app.domain.conversation import FinishReason, MessageStatus
from desktop_app.domain.csv_cells import safe_cell
from desktop_app.domain.fact_lines import period
from desktop_app.domain.memory import OF_A_DAY, FactState
from desktop_app.domain.patterns import Pattern
from desktop_app.services.exchange.agreements import consent_of
from desktop_app.services.exchange.held_facts import held_fact
from desktop_app.services.exchange.notes import note_lines
from desktop_app.services.exchange.schema import ExportDoc, FactDoc, MessageDoc, PersonDoc, SessionDoc, TurnDoc
from desktop_app.services.exchange.words import ExportWords

# What would be markup at the beginning of a line or anywhere in a heading of ours; what was said stays as it is.
_MARKUP = Pattern(r"([\\`*_{}\[\]<>#|~])")
_FENCE = Pattern(r"`{3,}|~{3,}")

_STYLE = """
body { font-family: sans-serif; line-height: 1.55; max-width: 46em; margin: 2em auto; padding: 0 1em; color: #222; }
h1, h2, h3 { line-height: 1.25; } .note { color: #8a3b12; } .meta { color: #666; font-size: 0.85em; }
.turn { border-top: 1px solid #ddd; padding: 0.6em 0; } .text { white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; } td, th { border: 1px solid #ccc; padding: 0.25em 0.6em; text-align: left; }
"""


@dataclass(frozen=True, slots=True)
class Renderer:
    """Writes a document in the words of a language.

    Attributes:
        words: around what was said.
        with_times: say when it was said.
        with_speakers: say who spoke.
    """

    words: ExportWords
    with_times: bool = True
    with_speakers: bool = True

    # --- plain text and Markdown

    def text(self, document: ExportDoc) -> str:
        """Plain text."""
        return "\n".join(self._lines(document, _Plain())) + "\n"

    def markdown(self, document: ExportDoc) -> str:
        """Markdown; what was said stands as it was said, so that the Markdown of replies is kept."""
        return "\n".join(self._lines(document, _Marked())) + "\n"

    def _lines(self, document: ExportDoc, marks: _Plain) -> Iterator[str]:
        yield marks.heading(1, self.words.title)
        for note in self._notes(document):
            yield from ("", marks.literal(note))
        for person in document.people:
            yield from ("", marks.heading(2, self.words.person(person)))
            for session in person.sessions:
                yield from ("", marks.heading(3, session.title or self.words.untitled))
                current = _current(session)
                for turn in session.turns:
                    for message in (turn.question, turn.reply):
                        if message is not None:
                            yield from ("", *self._message(turn, message, turn.id in current, marks))
                    if (context := self._context(turn)) is not None:
                        yield from ("", marks.literal(context))
                for summary in session.summaries:
                    yield from ("", marks.strong(self.words.summary), "", summary.text)
                    yield from (f"“{quote.text}”" for quote in summary.quotes)
                for each in session.notes:
                    yield from ("", marks.heading(3, each.title))
                    for heading, text in note_lines(each, self.words.moment(each.confirmed_at_ms or 0)):
                        yield from ("", *((marks.strong(heading),) if heading else ()), text)
            if facts := _held(person):
                yield from ("", marks.heading(3, self.words.facts), "")
                labelled = self.words.labelled
                for fact in facts:
                    yield marks.item(labelled.format(label=self._category(fact), text=self._fact(fact)))
            for heading, lines in self._agreements(person):
                yield from ("", marks.heading(3, heading), "", *map(marks.item, lines))

    def _message(self, turn: TurnDoc, message: MessageDoc, is_current: bool, marks: _Plain) -> Iterator[str]:
        head = self._head(turn, message, is_current)
        if head:
            yield from (marks.strong(head), "")
        yield message.text
        for attachment in message.attachments:
            yield from ("", marks.strong(self.words.attachment.format(name=attachment.name)), "")
            yield marks.quoted(attachment.text)

    # --- HTML

    def html(self, document: ExportDoc) -> str:
        """One HTML page without scripts, links or anything to load; everything that was said is escaped."""
        title = escape(self.words.title)
        parts = [
            f'<!DOCTYPE html>\n<html lang="{escape(self.words.language)}"><head><meta charset="utf-8">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            f"<title>{title}</title><style>{_STYLE}</style></head><body><h1>{title}</h1>",
            *(f'<p class="note">{escape(note)}</p>' for note in self._notes(document)),
        ]
        for person in document.people:
            parts += self._person_html(person)
        parts.append("</body></html>\n")
        return "\n".join(parts)

    def _person_html(self, person: PersonDoc) -> Iterator[str]:
        yield f"<h2>{escape(self.words.person(person))}</h2>"
        for session in person.sessions:
            yield f"<h3>{escape(session.title or self.words.untitled)}</h3>"
            current = _current(session)
            for turn in session.turns:
                yield '<div class="turn">'
                for message in (turn.question, turn.reply):
                    if message is not None:
                        head = self._head(turn, message, turn.id in current)
                        yield f'<p class="meta">{escape(head)}</p>' if head else ""
                        yield f'<div class="text">{_escaped_lines(message.text)}</div>'
                        for attachment in message.attachments:
                            named = self.words.attachment.format(name=attachment.name)
                            yield f'<p class="meta">{escape(named)}</p>'
                            yield f'<div class="text">{_escaped_lines(attachment.text)}</div>'
                if (context := self._context(turn)) is not None:
                    yield f'<p class="meta">{escape(context)}</p>'
                yield "</div>"
            for summary in session.summaries:
                quotes = "\n".join(f"“{quote.text}”" for quote in summary.quotes)
                yield f"<h4>{escape(self.words.summary)}</h4>"
                whole = f"{summary.text}\n{quotes}".strip()
                yield f'<div class="text">{_escaped_lines(whole)}</div>'
            for note in session.notes:
                yield f"<h3>{escape(note.title)}</h3>"
                for heading, text in note_lines(note, self.words.moment(note.confirmed_at_ms or 0)):
                    yield f"<h4>{escape(heading)}</h4>" if heading else ""
                    yield f'<div class="text">{_escaped_lines(text)}</div>'
        if facts := _held(person):
            yield f"<h3>{escape(self.words.facts)}</h3><table>"
            for fact in facts:
                said = (self.words.moment(fact.observed_at_ms),) if self.with_times else ()
                quotes = "; ".join(each.quote for each in fact.sources)
                cells = (self._category(fact), self._fact(fact), quotes, *said)
                yield "<tr>" + "".join(f"<td>{_escaped_lines(cell)}</td>" for cell in cells) + "</tr>"
            yield "</table>"
        for heading, lines in self._agreements(person):
            yield f"<h3>{escape(heading)}</h3><ul>"
            yield from (f"<li>{escape(line)}</li>" for line in lines)
            yield "</ul>"

    # --- a table

    def csv(self, document: ExportDoc) -> str:
        """All messages as a table; a cell that a spreadsheet would compute is made text."""
        out = io.StringIO(newline="")
        writer = csv.writer(out)
        writer.writerow(("person", "session", "turn", "time", "speaker", "text"))
        for person in document.people:
            for session in person.sessions:
                for turn in session.turns:
                    for message in (turn.question, turn.reply):
                        if message is not None:
                            time = self.words.moment(message.at_ms) if self.with_times else ""
                            speaker = self.words.speaker(message.speaker) if self.with_speakers else ""
                            cells = (person.name, session.title, str(turn.id), time, speaker, message.text)
                            writer.writerow([safe_cell(cell) for cell in cells])
        return "\ufeff" + out.getvalue()  # spreadsheets take a file without the mark for another encoding

    # --- parts

    def _notes(self, document: ExportDoc) -> Iterator[str]:
        yield self.words.exported.format(time=self.words.moment(document.exported_at_ms))
        if self.words.statement:
            yield self.words.statement
        yield self.words.not_encrypted
        if document.deidentified:
            yield self.words.deidentified

    def _head(self, turn: TurnDoc, message: MessageDoc, is_current: bool) -> str:
        parts = [self.words.speaker(message.speaker)] if self.with_speakers else []
        parts += [self.words.moment(message.at_ms)] if self.with_times else []
        parts += [self.words.pinned] if turn.pinned and message is turn.question else []
        recorded = turn.finish_reason is FinishReason.RECORDED and message is turn.question
        parts += [self.words.recorded] if recorded else []
        parts += [] if is_current else [self.words.another_version]
        parts += self._ending(message)
        return " · ".join(parts)

    def _ending(self, message: MessageDoc) -> list[str]:
        """That a message is not all that was to be said, so that nobody takes half a reply for a whole one."""
        if message.status is MessageStatus.COMPLETE:
            return []
        ended = self.words.stopped if message.status is MessageStatus.CANCELLED else self.words.not_finished
        return [ended] if message.text.strip() else [ended, self.words.empty]

    def _context(self, turn: TurnDoc) -> str | None:
        record = turn.context
        if record is None:
            return None
        count = {name: len(record.get(name, ())) for name in ("kept", "clipped", "recalled")}
        return self.words.context.format(tokens=record.get("prompt_tokens", 0), **count)

    def _agreements(self, person: PersonDoc) -> Iterator[tuple[str, list[str]]]:
        """What was agreed to, how long it is kept, and the lists of days a person stands on: heading and lines."""
        agreed = [self.words.consent(consent_of(each, 0)) for each in person.consents]
        if person.keep_until:
            agreed.append(self.words.keep_until.format(day=person.keep_until))
        if agreed:
            yield self.words.consents, agreed
        if person.arrivals:
            yield self.words.arrivals, [f"{each.day} {self.words.arrival(each.state)}" for each in person.arrivals]

    def _category(self, fact: FactDoc) -> str:
        return fact.own_category or self.words.category(fact.category.value)

    def _fact(self, fact: FactDoc) -> str:
        """Whose it is, what is said or denied, and what is held of it: read alone, none of these may be missing."""
        more = [part for part in (self.words.speaker(fact.speaker), self._period(fact)) if part]
        return self.words.aside.format(text=self.words.fact(held_fact(fact)), more=self.words.comma.join(more))

    def _period(self, fact: FactDoc) -> str:
        first, last = fact.valid_from, fact.valid_to
        if first and last:
            return period(first, last)
        if first:
            return first if fact.category in OF_A_DAY else self.words.since.format(day=first)
        return self.words.until.format(day=last) if last else ""


class _Plain:
    """Plain text: nothing has to be escaped."""

    def heading(self, level: int, text: str) -> str:
        mark = "=" if level == 1 else "-"
        return f"{text}\n{mark * max(3, min(len(text), 60))}"

    def strong(self, text: str) -> str:
        return f"[{text}]"

    def item(self, text: str) -> str:
        return f"- {' '.join(text.split())}"

    def literal(self, text: str) -> str:
        return text

    def quoted(self, text: str) -> str:
        return text


class _Marked(_Plain):
    """Markdown: what is ours is marked, and what stands in it cannot mark anything."""

    def heading(self, level: int, text: str) -> str:
        return f"{'#' * level} {self.literal(text)}"

    def strong(self, text: str) -> str:
        return f"**{self.literal(text)}**"

    def item(self, text: str) -> str:
        return f"- {self.literal(' '.join(text.split()))}"

    def literal(self, text: str) -> str:
        return _MARKUP.sub(r"\\\1", " ".join(text.split()))

    def quoted(self, text: str) -> str:
        longest = max((len(fence) for fence in _FENCE.findall(text)), default=2)
        fence = "`" * max(3, longest + 1)
        return f"{fence}\n{text}\n{fence}"


def _held(person: PersonDoc) -> list[FactDoc]:
    """The facts for people: what was forgotten or taken back is for the complete export alone."""
    return [fact for fact in person.facts if fact.state not in (FactState.FORGOTTEN, FactState.RETRACTED)]


def _escaped_lines(text: str) -> str:
    return escape(text).replace("\n", "<br>\n")


def _current(session: SessionDoc) -> set[int]:
    """The turns of the branch that is shown."""
    parents = {turn.id: turn.parent for turn in session.turns}
    found: set[int] = set()
    turn = session.head
    while turn is not None:
        found.add(turn)
        turn = parents[turn]
    return found
