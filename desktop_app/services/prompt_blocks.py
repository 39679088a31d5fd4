"""The blocks around the history: standing facts and summary above it, date, facts and snippets below."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from desktop_app.domain.attachment_parts import Part, SentFiles, by_relevance, parts_of
from desktop_app.domain.attachment_parts import fitting as fitting_parts
from desktop_app.domain.budget import RELATED_FACTS_SHARE, STANDING_FACTS_SHARE, Window, head_and_tail
from desktop_app.domain.clock import day_of
from desktop_app.domain.conversation import Attachment, Person, VaultKind
from desktop_app.domain.fact_changes import FactEntry, only_filed
from desktop_app.domain.fact_lines import fact_line, is_safety_fact, relevant_facts, standing_order
from desktop_app.domain.ledger import NEW_MESSAGE, AttachmentCut, Piece, RecalledSnippet, Section
from desktop_app.domain.memory import CURRENT_STATES, Fact, FactState, SummarySegment
from desktop_app.domain.prompt import content
from desktop_app.domain.prompt_words import WORDS, PromptWords
from desktop_app.domain.summarising import covered_by, fitting, summary_lines
from desktop_app.domain.terms import query_terms
from desktop_app.services.token_counts import ModelCounts

_SHORTEST_SNIPPET_CHARACTERS = 40
_MOST_CHARACTERS_A_TOKEN = 8
_BULLET = "\n- "


def terms_of(text: str) -> frozenset[str]:
    """The distinct terms of a text, stop words left out."""
    return frozenset(query_terms(text))


def identity_heading(person: Person, kind: VaultKind, words: PromptWords) -> str:
    """The title of the block at the top with the patient's identifiers; a personal space has none to tell."""
    if kind is not VaultKind.CLINICAL:
        return ""
    sex = words.sexes.get(person.sex, person.sex)
    known = ", ".join(part for part in (person.name, sex, person.birth_date) if part)
    return f"{words.standing_facts.rstrip('：:')} ({known}){words.colon.rstrip()}"


def identity_stands(pieces: Sequence[Piece], person: Person, kind: VaultKind) -> bool:
    """Whether a prompt that was sent names the patient as they are identified now, or nobody."""
    stated = next((piece for piece in pieces if piece.section is Section.FACTS and not piece.source), None)
    if stated is None or kind is not VaultKind.CLINICAL:
        return True
    own = {identity_heading(person, kind, words) for words in WORDS.values()}
    return stated.text in own or stated.text.strip() in {words.new_facts for words in WORDS.values()}


@dataclass(frozen=True, slots=True)
class Blocks:
    """Writes and counts the blocks of one prompt.

    Attributes:
        counts: the tokenizer.
        words: the session's language.
        window: the division of the window.
        today: the day it is.
    """

    counts: ModelCounts
    words: PromptWords
    window: Window
    today: datetime.date

    def standing_facts(self, person: Person, kind: VaultKind, facts: Sequence[Fact]) -> tuple[Piece, ...]:
        """Heading and lines of the block at the top, within its share of the facts' cap.

        Safety facts stay whatever it costs; the others as far as there is room, in order.
        """
        ordered = standing_order(facts)
        heading = identity_heading(person, kind, self.words)
        if not ordered and not heading:
            return ()
        title = content(Section.FACTS, heading or self.words.standing_facts)
        lines = [content(Section.FACTS, f"\n- {fact_line(fact, self.words)}", f"fact:{fact.id}") for fact in ordered]
        counted_title, *counted = self.counts.pieces([title, *lines])
        room = int(self.window.facts_cap * STANDING_FACTS_SHARE) - counted_title.tokens
        taken: list[Piece] = []
        for fact, piece in zip(ordered, counted, strict=True):
            if piece.tokens <= room or is_safety_fact(fact):
                taken.append(piece)
                room -= piece.tokens
        return (counted_title, *taken)

    def summary(
        self, segments: Sequence[SummarySegment], default_speaker: str
    ) -> tuple[tuple[Piece, ...], frozenset[int]]:
        """Heading and lines of the summary block within its cap, and the turns it stands for.

        Nothing where there is no summary or none of it fits. The words of ``default_speaker`` stand
        without a name in front.
        """
        lines = summary_lines(segments, self.words, default_speaker)
        if not lines:
            return (), frozenset()
        title = self.counts.pieces([content(Section.SUMMARY, self.words.summary)])[0]
        taken = fitting(lines, self.window.summary_cap - title.tokens, self.counts.pieces)
        return ((title, *taken), covered_by(lines, taken)) if taken else ((), frozenset())

    @staticmethod
    def safety_facts(standing: Sequence[Piece], facts: Sequence[Fact]) -> tuple[Piece, ...]:
        """The heading and the safety facts of a standing block; nothing if it has none of these."""
        safety = {f"fact:{fact.id}" for fact in facts if is_safety_fact(fact)}
        lines = [piece for piece in standing if piece.source in safety]
        return (standing[0], *lines) if lines else ()

    def _changes(self, standing: Sequence[Piece], fresh: Sequence[Piece], facts: Sequence[Fact]) -> list[Piece]:
        """Lines for what differs between the block as it stands and as it would be written now."""
        written = {piece.source: piece.text for piece in standing if piece.source}
        ended = {f"fact:{f.id}" for f in facts if f.state in (FactState.SUPERSEDED, FactState.RETRACTED)}
        lines = [
            content(Section.FACTS, f"- {self.words.no_longer.format(line=text.removeprefix(_BULLET))}\n", source)
            for source, text in written.items()
            if source in ended
        ]
        lines += [
            content(Section.FACTS, f"- {piece.text.removeprefix(_BULLET)}\n", piece.source)
            for piece in fresh
            if piece.source and written.get(piece.source) != piece.text
        ]
        return self.counts.pieces(lines)

    def facts_below(
        self, standing: Sequence[Piece], fresh: Sequence[Piece], facts: Sequence[Fact], question: str
    ) -> tuple[tuple[Piece, ...], bool]:
        """Heading and lines of the facts before the question, and whether all changes found room.

        Args:
            standing: the block at the top as it stands.
            fresh: the block as it would be written now; what differs goes below.
            facts: all facts of the person.
            question: facts that share its words are taken as far as there is room.
        """
        title = self.counts.pieces([content(Section.FACTS, f"{self.words.new_facts}\n")])[0]
        room = self.window.facts_cap - sum(piece.tokens for piece in standing)
        room = max(room, int(self.window.facts_cap * (1 - STANDING_FACTS_SHARE))) - title.tokens
        taken: dict[str, Piece] = {}
        fits = True
        for piece in self._changes(standing, fresh, facts):
            if piece.tokens <= room:
                taken[piece.source] = piece
                room -= piece.tokens
            else:
                fits = False
        known = {piece.source for piece in standing} | taken.keys()
        lines = [
            content(Section.FACTS, f"- {fact_line(fact, self.words, self.today.isoformat())}\n", f"fact:{fact.id}")
            for fact in relevant_facts(facts, terms_of(question), terms_of)
            if f"fact:{fact.id}" not in known
        ]
        # What changed must be said; what is merely related is read anew each turn, so it gets a part.
        room = min(room, int(self.window.facts_cap * RELATED_FACTS_SHARE))
        for piece in self.counts.pieces(lines):
            if piece.tokens <= room:
                taken[piece.source] = piece
                room -= piece.tokens
        if not taken:
            return (), fits
        # By id, not by rank: the same facts give the same bytes.
        return (title, *(taken[source] for source in sorted(taken, key=_source_id))), fits

    def question(self, text: str, section: Section, tag: str) -> tuple[Piece, ...]:
        """Date, speaker and text of the present message. The first piece opens the part that changes."""
        return tuple(
            self.counts.pieces(
                [
                    content(
                        Section.QUESTION,
                        self.words.today.format(
                            date=self.today.isoformat(), weekday=self.words.weekdays[self.today.weekday()]
                        ),
                    ),
                    *([content(section, tag)] if tag else []),
                    *([content(section, text, NEW_MESSAGE)] if text else []),
                ]
            )
        )

    def attachments(
        self, attachments: Sequence[Attachment], question: str, room: int
    ) -> tuple[tuple[Piece, ...], tuple[AttachmentCut, ...]]:
        """What of the attached files goes into ``room`` tokens, and what does not.

        Parts that share words with the question come first; in the prompt they stand in order. They carry the
        message as their source and go with it.
        """
        if not attachments:
            return (), ()
        headings = self.counts.pieces(
            [
                content(Section.ATTACHMENTS, self.words.attachment.format(name=each.name), NEW_MESSAGE)
                for each in attachments
            ]
        )
        room -= sum(heading.tokens for heading in headings)
        ordered = by_relevance(question, parts_of(attachments))
        # A megabyte of text is not counted for each key that is pressed: what stands behind cannot fit.
        likely = _within(ordered, room * _MOST_CHARACTERS_A_TOKEN)
        written = self.counts.pieces([content(Section.ATTACHMENTS, f"{part.text}\n\n", NEW_MESSAGE) for part in likely])
        pieces = dict(zip(likely, written, strict=True))
        taken = fitting_parts(likely, room, lambda part: pieces[part].tokens)
        shown: list[Piece] = []
        for number, heading in enumerate(headings):
            own = [pieces[part] for part in taken if part.attachment == number]
            shown += [heading, *own] if own else []
        return tuple(shown), _cuts(len(attachments), ordered, pieces, frozenset(taken))

    def earlier_files(
        self, found: Sequence[tuple[SentFiles, Part]], room: int
    ) -> tuple[tuple[Piece, ...], frozenset[tuple[int, int, int]]]:
        """Parts of files of earlier messages within ``room`` tokens, in order; and which, by turn, file and place.

        They carry the message they came with as their source and go with it.
        """
        headings: dict[tuple[int, int], Piece] = {}
        taken: dict[tuple[int, int, int], Piece] = {}
        characters = room * _MOST_CHARACTERS_A_TOKEN
        for sent, part in found:
            characters -= len(part.text)
            if characters < 0:
                break
            source = f"message:{sent.message_id}"
            file = (sent.turn_id, part.attachment)
            opening = self.words.attachment.format(name=sent.names[part.attachment])
            heading, piece = self.counts.pieces(
                [
                    content(Section.ATTACHMENTS, opening, source),
                    content(Section.ATTACHMENTS, f"{part.text}\n\n", source),
                ]
            )
            cost = piece.tokens + (heading.tokens if file not in headings else 0)
            if cost <= room:
                room -= cost
                headings[file] = heading
                taken[(*file, part.position)] = piece
        shown: list[Piece] = []
        for file in sorted(headings):
            shown += [headings[file], *(taken[key] for key in sorted(taken) if key[:2] == file)]
        return tuple(shown), frozenset(taken)

    def recalled(
        self, hits: Sequence[RecalledSnippet], budget: int, notes: Mapping[int, str] = MappingProxyType({})
    ) -> tuple[tuple[Piece, ...], tuple[RecalledSnippet, ...], int]:
        """Heading and snippets within ``budget`` tokens, the snippets taken, and what all would need.

        The best come first when there is little room; in the prompt they stand in order of time, so
        that the same set gives the same bytes. A best one too large for the cap is shortened, in a
        small window one too large for what is free.

        Args:
            hits: best first.
            budget: in tokens.
            notes: what is noted with a snippet, by chunk id.
        """
        if not hits:
            return (), (), 0
        title, *pieces = self.counts.pieces(
            [
                content(Section.RECALLED, f"{self.words.recalled}\n"),
                *(self._snippet(hit, hit.text, notes) for hit in hits),
            ]
        )
        cap = self.window.recall_cap
        wanted = title.tokens
        room = min(budget, cap) - title.tokens
        limit = cap - title.tokens if self.window.recall_floor else room
        if pieces[0].tokens > limit:
            pieces[0] = self._shortened(hits[0], pieces[0], limit, notes)
        taken: list[tuple[RecalledSnippet, Piece]] = []
        for hit, piece in zip(hits, pieces, strict=True):
            if wanted + piece.tokens <= cap:
                wanted += piece.tokens
            if piece.tokens <= room:
                taken.append((hit, piece))
                room -= piece.tokens
        if not taken:
            return (), (), wanted
        ordered = sorted(taken, key=lambda pair: (pair[0].said_at_ms, pair[0].chunk_id))
        return (title, *(piece for _, piece in ordered)), tuple(hit for hit, _ in taken), wanted

    def _snippet(self, hit: RecalledSnippet, text: str, notes: Mapping[int, str]) -> Piece:
        date = day_of(hit.said_at_ms).isoformat()
        note = notes.get(hit.chunk_id, "").replace("\n", " ")
        opening = self.words.snippet.format(date=date, title=hit.session_title.replace("\n", " "), note=note)
        # Every line is quoted, so no text can step out of the block.
        quoted = text.strip().replace("\n", "\n> ")
        return content(Section.RECALLED, f"{opening}{quoted}\n", f"chunk:{hit.chunk_id}")

    def _shortened(self, hit: RecalledSnippet, piece: Piece, cap: int, notes: Mapping[int, str]) -> Piece:
        characters = len(hit.text)
        while piece.tokens > cap and characters > _SHORTEST_SNIPPET_CHARACTERS:
            characters = min(int(characters * 0.9), int(characters * max(cap, 1) / piece.tokens))
            cut = head_and_tail(hit.text, characters)
            text = f"{cut.head}{self.words.omitted.format(count=cut.omitted).strip()}{cut.tail}"
            piece = self.counts.pieces([self._snippet(hit, text, notes)])[0]
        return piece


def _source_id(source: str) -> int:
    return int(source.partition(":")[2])


def current_fact_ids(pieces: Sequence[Piece], facts: Sequence[Fact]) -> tuple[int, ...]:
    """Ids of the current facts that stand in a prompt, in its order."""
    current = {f"fact:{fact.id}": fact.id for fact in facts if fact.state in CURRENT_STATES}
    return tuple(dict.fromkeys(current[piece.source] for piece in pieces if piece.source in current))


def standing_is_usable(standing: Sequence[Piece], fresh: Sequence[Piece], facts: Sequence[Fact]) -> bool:
    """Whether the block may stand as it was: nothing in it was forgotten, erased or left out by hand.

    What was only filed elsewhere by hand (`fact_changes.only_filed`) must be written anew as well: said below, the
    same words would stand in the prompt twice.
    """
    known = {f"fact:{fact.id}": fact for fact in facts if fact.state is not FactState.FORGOTTEN}
    held = {fact.id: fact for fact in known.values() if fact.state in CURRENT_STATES}
    anew = {piece.source: piece.text for piece in fresh}
    for piece in standing:
        fact = known.get(piece.source)
        if not piece.text or (piece.source and fact is None):
            return False
        if fact is None:
            continue
        instead = held.get(fact.superseded_by or 0)
        if instead is not None and only_filed(fact, FactEntry.of(instead)):
            return False
        value, text = fact.value.replace("\n", " "), anew.get(piece.source, piece.text)
        if text != piece.text and text.endswith(value) and piece.text.endswith(value):
            return False
    return True


def _within(parts: Sequence[Part], characters: int) -> list[Part]:
    """The first parts that together have so many characters, and one more."""
    found = []
    for part in parts:
        found.append(part)
        characters -= len(part.text)
        if characters < 0:
            break
    return found


def _cuts(
    attachments: int, parts: Sequence[Part], pieces: Mapping[Part, Piece], taken: frozenset[Part]
) -> tuple[AttachmentCut, ...]:
    """What had no room, for each file of which something had none; tokens that were not counted are estimated."""
    characters = sum(len(part.text) for part in pieces)
    rate = sum(piece.tokens for piece in pieces.values()) / max(1, characters)
    cuts = []
    for number in range(attachments):
        own = [part for part in parts if part.attachment == number]
        out = [part for part in own if part not in taken]
        if out:
            tokens = sum(pieces[part].tokens if part in pieces else round(rate * len(part.text)) for part in out)
            cuts.append(AttachmentCut(number, len(own), len(out), tokens))
    return tuple(cuts)
