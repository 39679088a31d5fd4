"""An export without what identifies people, as far as it is recognised."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import partial

from msgspec.structs import replace

from desktop_app.domain.deidentify import DEFAULT_LABELS, Deidentifier, Identifier, Replacement
from desktop_app.domain.own_categories import NAME_LIMIT, tidy
from desktop_app.services.exchange.schema import (
    AttachmentDoc,
    ExportDoc,
    FactDoc,
    MessageDoc,
    NoteDoc,
    PersonDoc,
    SentenceDoc,
    SessionDoc,
    SourceDoc,
    SummaryDoc,
    TurnDoc,
)

_SAMPLES = 50


@dataclass(frozen=True, slots=True)
class DeidentifyChoice:
    """How to de-identify.

    Attributes:
        listed: the user's own words that identify somebody.
        shift_days: move exact dates by so many days; None leaves their years.
        labels: the words for each kind of identifier.
    """

    listed: tuple[str, ...] = ()
    shift_days: int | None = None
    labels: Mapping[Identifier, str] = field(default_factory=lambda: DEFAULT_LABELS)


@dataclass(frozen=True, slots=True)
class Preview:
    """What came of it.

    Attributes:
        document: without identifiers.
        replacements: what was replaced, and how often.
        samples: some of the texts that were changed, before and after.
    """

    document: ExportDoc
    replacements: tuple[Replacement, ...]
    samples: tuple[tuple[str, str], ...]


def deidentified(document: ExportDoc, choice: DeidentifyChoice) -> Preview:
    """Replace identifiers in everything that is text; dates and times follow, records of prompts stay behind."""
    names = [person.name for person in document.people]
    work = _Work(Deidentifier(names, choice.listed, shift_days=choice.shift_days, labels=choice.labels))
    for text in _texts(document):
        work.words.learn(text)  # a name that is labelled in one message is known in all of them
    people = tuple(work.person(person) for person in document.people)
    changed = replace(document, people=people, deidentified=True, vault_id="", settings=None)
    return Preview(changed, work.words.replacements(), tuple(work.samples))


def _texts(document: ExportDoc) -> Iterator[str]:
    for person in document.people:
        for session in person.sessions:
            yield session.title
            for turn in session.turns:
                yield turn.question.text
                yield from (attachment.text for attachment in turn.question.attachments)
                if turn.reply is not None:
                    yield turn.reply.text
            for note in session.notes:
                yield from (each.text for section in note.sections for each in section.sentences)
                yield from (addendum.text for addendum in note.addenda)


class _Work:
    def __init__(self, words: Deidentifier) -> None:
        self.words = words
        self.samples: list[tuple[str, str]] = []

    def _text(self, text: str) -> str:
        result = self.words.text(text)
        if result != text and len(self.samples) < _SAMPLES:
            self.samples.append((text, result))
        return result

    def person(self, person: PersonDoc) -> PersonDoc:
        sessions = tuple(self._session(session) for session in person.sessions)
        texts = {
            (session.id, turn.id, role): message.text
            for session in sessions
            for turn in session.turns
            for role, message in (("user", turn.question), ("assistant", turn.reply))
            if message is not None
        }
        return replace(
            person,
            name=self._text(person.name) or person.name,
            created_at_ms=self.words.time(person.created_at_ms),
            birth_date=self.words.date(person.birth_date),
            record_number="",
            id=None,
            keep_until="",
            consents=(),  # names of guardians and clinicians, and days of visits
            arrivals=(),
            own_categories=tuple(dict.fromkeys(map(self._category, person.own_categories))),
            sessions=sessions,
            facts=tuple(self._fact(fact, texts) for fact in person.facts),
        )

    def _session(self, session: SessionDoc) -> SessionDoc:
        return replace(
            session,
            title=self._text(session.title),
            folder=self._text(session.folder),
            created_at_ms=self.words.time(session.created_at_ms),
            updated_at_ms=self.words.time(session.updated_at_ms),
            turns=tuple(self._turn(turn) for turn in session.turns),
            summaries=tuple(self._summary(summary) for summary in session.summaries),
            notes=tuple(self._note(note) for note in session.notes),
        )

    def _note(self, note: NoteDoc) -> NoteDoc:
        """A note without who answered for it: names of clinicians are names."""
        time = self.words.time
        return replace(
            note,
            title=self._text(note.title),
            created_at_ms=time(note.created_at_ms),
            updated_at_ms=time(note.updated_at_ms),
            confirmed_by="-" if note.confirmed_by else "",
            confirmed_as=None,
            confirmed_at_ms=time(note.confirmed_at_ms) if note.confirmed_at_ms is not None else None,
            sections=tuple(
                replace(section, sentences=tuple(self._sentence(each) for each in section.sentences))
                for section in note.sections
            ),
            addenda=tuple(
                replace(each, author="-", text=self._text(each.text), at_ms=time(each.at_ms)) for each in note.addenda
            ),
        )

    def _sentence(self, sentence: SentenceDoc) -> SentenceDoc:
        changes = tuple(
            replace(change, at_ms=self.words.time(change.at_ms), before=self._text(change.before))
            for change in sentence.changes
        )
        return replace(sentence, text=self._text(sentence.text), changes=changes)

    def _turn(self, turn: TurnDoc) -> TurnDoc:
        reply = self._message(turn.reply) if turn.reply is not None else None
        return replace(turn, question=self._message(turn.question), reply=reply, context=None)

    def _message(self, message: MessageDoc) -> MessageDoc:
        return replace(
            message,
            text=self._text(message.text),
            at_ms=self.words.time(message.at_ms),
            attachments=tuple(
                AttachmentDoc(self._text(each.name), self._text(each.text)) for each in message.attachments
            ),
        )

    def _summary(self, summary: SummaryDoc) -> SummaryDoc:
        return replace(
            summary,
            text=self._text(summary.text),
            at_ms=self.words.time(summary.at_ms),
            quotes=tuple(
                replace(quote, text=self._text(quote.text), said_on=self.words.date(quote.said_on))
                for quote in summary.quotes
            ),
        )

    def _fact(self, fact: FactDoc, texts: Mapping[tuple[int, int, str], str]) -> FactDoc:
        time = self.words.time
        said = partial(self.words.text, counts=bool(fact.by_hand))  # else it is counted in its message
        return replace(
            fact,
            subject=said(fact.subject),
            attribute=said(fact.attribute),
            value=said(fact.value),
            own_category=self._category(fact.own_category),
            observed_at_ms=time(fact.observed_at_ms),
            recorded_at_ms=time(fact.recorded_at_ms),
            retracted_at_ms=time(fact.retracted_at_ms) if fact.retracted_at_ms is not None else None,
            valid_from=self._period(fact.valid_from),
            valid_to=self._period(fact.valid_to),
            sources=tuple(
                found for source in fact.sources if (found := self._source(source, fact.value, texts)) is not None
            ),
            changes=tuple(replace(change, at_ms=time(change.at_ms)) for change in fact.changes),
        )

    def _category(self, name: str) -> str:
        return tidy(self.words.text(name, counts=False))[:NAME_LIMIT].rstrip()

    def _period(self, iso: str) -> str:
        """A year stays, and so does what is no date."""
        try:
            date.fromisoformat(iso)
        except ValueError:
            return iso[:4]
        return self.words.date(iso)

    def _source(self, source: SourceDoc, value: str, texts: Mapping[tuple[int, int, str], str]) -> SourceDoc | None:
        """The place of a fact in the changed text; None where its words do not stand there any more."""
        text, quote = texts[source.session, source.turn, source.role], self.words.text(source.quote, counts=False)
        if not quote or quote not in text:
            return None
        changed = self.words.text(value, counts=False)
        start = text.find(changed, text.index(quote))
        return replace(source, quote=quote, start=max(0, start), end=start + len(changed) if start >= 0 else 0)
