"""The tab of the exact prompt: section by section, with what the engine had read before and, on demand, its tokens."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.ledger import Ledger, Piece, PieceKind, Section
from desktop_app.ui.memory_panel.cards import Card, Line, Role, Tone, message
from desktop_app.ui.memory_panel.ledger_cards import LONG_SECTION
from desktop_app.ui.memory_panel.links import FACT, TOGGLE, WHY
from desktop_app.ui.memory_panel.marked_words import marked_words, places_of_words
from desktop_app.ui.memory_panel.recalled_cards import SKIP
from desktop_app.ui.texts import format_number, section_name, translate
from desktop_app.ui.theme import SECTION_ORDER
from desktop_app.ui.transcript.captions import Phrase

COPY, MORE = "section:copy", "section:more"
DROP, UNDROP, DEVELOPER = "context:drop", "context:undrop", "context:developer"
EVERYTHING = "all"  # in the place of a section's name
FIRST_CHARACTERS = 6_000  # of a section that are shown when it is unfolded
NEXT_CHARACTERS = LONG_SECTION  # more with each "show more": a megabyte drawn at once would stop the window
_NAMED_FACTS = 12
SHOWN_TOKENS = 1_500  # of a section in the developer view


@dataclass(frozen=True, slots=True)
class ContextShown:
    """What the tab depends on besides the ledger.

    Attributes:
        expanded: sections that are unfolded.
        full: whether figures are shown.
        needle: what is searched for; sections that have it are unfolded.
        characters: how much of a section is shown, by its name, where it is more than at first.
        developer: whether tokens are shown in the place of text.
        tokens: ids and bytes of the tokens, by the place of their piece, as far as they are read.
        can_choose: whether the next message can still be changed.
        choices: made for the next message.
        fact_names: facts in words, by id.
        has_tokens: whether tokens can be had, as they can of the vault's own prompts.
        cl100k: the estimate beside the model's count, None where it is not asked for.
    """

    expanded: Collection[str] = ()
    full: bool = True
    needle: str = ""
    characters: Mapping[str, int] = field(default_factory=dict)
    developer: bool = False
    tokens: Mapping[int, Sequence[tuple[int, bytes]]] = field(default_factory=dict)
    can_choose: bool = False
    choices: TurnChoices = NO_CHOICES
    fact_names: Mapping[int, str] = field(default_factory=dict)
    has_tokens: bool = True
    cl100k: int | None = None


def places_of(ledger: Ledger, section: str) -> list[int]:
    """Where the pieces of a section stand in the prompt."""
    return [place for place, piece in enumerate(ledger.pieces) if piece.section == section]


def shown_places(ledger: Ledger, section: str) -> list[int]:
    """The first pieces of a section whose tokens the developer view has room for; one at least if there is one."""
    places = places_of(ledger, section)
    ends = accumulate(ledger.pieces[place].tokens for place in places)
    fitting = sum(end <= SHOWN_TOKENS for end in ends)
    return places[: max(1, fitting)]


def text_of(ledger: Ledger, section: str) -> str:
    """The exact words of a section, or of the whole prompt."""
    return "".join(piece.text for piece in ledger.pieces if section in (EVERYTHING, piece.section))


def count_matches(ledger: Ledger, needle: str) -> int:
    """How often a text stands in the prompt, whatever its case."""
    return sum(piece.text.lower().count(needle.lower()) for piece in ledger.pieces) if needle else 0


def context_cards(ledger: Ledger, shown: ContextShown) -> list[Card]:
    """The prompt, section by section; the figures add up to the prompt's."""
    cards: list[Card] = []
    if shown.full and ledger.broke_prefix:
        words = translate("Panel", "Read again from here on, because it changed: {section}").format(
            section=section_name(ledger.broke_prefix)
        )
        cards.append(message(words))
    if shown.can_choose and shown.choices.drop_facts:
        one = len(shown.choices.drop_facts) == 1
        words = (
            translate("Panel", "Not with the next message: 1 fact")
            if one
            else translate("Panel", "Not with the next message: {count} facts")
        ).format(count=format_number(len(shown.choices.drop_facts)))
        back = Phrase(translate("Panel", "allow them after all"), UNDROP)
        cards.append(Card((Line((Phrase(words), back)),), Tone.NONE))
    reused = _reused(ledger)
    for section in SECTION_ORDER:
        places = places_of(ledger, section)
        if places:
            cards.append(_section_card(ledger, section, places, reused, shown))
    cards += _facts_left_out(ledger, shown)
    copy_all = Phrase(translate("Panel", "copy all"), f"{COPY}/{EVERYTHING}")
    if shown.full:
        total = Phrase(translate("Panel", "Total"), strong=True)
        developer = Phrase(
            translate("Panel", "show words") if shown.developer else translate("Panel", "show tokens"), DEVELOPER
        )
        lines = [Line((total,), Role.TITLE, format_number(ledger.prompt_tokens))]
        if shown.cl100k is not None:
            lines.append(
                Line((Phrase(translate("Panel", "by cl100k, an estimate")),), right=format_number(shown.cl100k))
            )
        cards.append(Card(tuple(lines)))
        cards.append(Card((Line((copy_all, developer) if shown.has_tokens else (copy_all,)),), Tone.NONE))
    else:
        cards.append(Card((Line((copy_all,)),), Tone.NONE))
    return cards


def _facts_left_out(ledger: Ledger, shown: ContextShown) -> list[Card]:
    """The facts for which the facts' share of the window had no room, the most important first."""
    known = [fact_id for fact_id in ledger.facts_left_out if fact_id in shown.fact_names]
    if not known:
        return []
    heading = translate("Panel", "Facts left out, no room: {count}").format(count=format_number(len(known)))
    lines = [Line((Phrase(heading),), Role.BODY)]
    for fact_id in known[:_NAMED_FACTS]:
        why = Phrase(translate("Panel", "why?"), f"{WHY}/{FACT}/{fact_id}")
        lines.append(Line((Phrase(shown.fact_names[fact_id]), why)))
    if len(known) > _NAMED_FACTS:
        rest = translate("Panel", "and {count} more").format(count=format_number(len(known) - _NAMED_FACTS))
        lines.append(Line((Phrase(rest),)))
    return [Card(tuple(lines), Tone.NONE)]


def _reused(ledger: Ledger) -> frozenset[int]:
    """Places of the pieces that the engine had read before, whole ones only."""
    ends = accumulate(piece.tokens for piece in ledger.pieces)
    return frozenset(place for place, end in enumerate(ends) if end <= ledger.reused_tokens)


def _section_card(
    ledger: Ledger, section: str, places: Sequence[int], reused: frozenset[int], shown: ContextShown
) -> Card:
    pieces = [ledger.pieces[place] for place in places]
    found = sum(piece.text.lower().count(shown.needle.lower()) for piece in pieces) if shown.needle else 0
    is_open = section in shown.expanded or found > 0
    name = Phrase(section_name(section), f"{TOGGLE}/{section}", strong=True)
    state = Phrase("▾" if is_open else "▸")
    tokens = format_number(sum(piece.tokens for piece in pieces)) if shown.full else ""
    count = _count_words(ledger, section)
    title = Line((state, name, *((Phrase(count),) if count else ())), Role.TITLE, tokens, section)
    if not is_open:
        return Card((title,))
    lines = [title, _about_line(section, pieces, [p for p in places if p in reused], ledger, shown)]
    if shown.developer and shown.full:
        lines += _token_lines(ledger, section, reused, shown)
    else:
        lines += _piece_lines(ledger, section, places, reused, shown)
    return Card(tuple(lines), Tone.TINTED)


def _count_words(ledger: Ledger, section: str) -> str:
    counts = {
        Section.HISTORY.value: (len(ledger.kept), translate("Panel", "1 turn"), translate("Panel", "{count} turns")),
        Section.FACTS.value: (len(ledger.fact_ids), translate("Panel", "1 fact"), translate("Panel", "{count} facts")),
        Section.RECALLED.value: (
            len(ledger.recalled),
            translate("Panel", "1 memory"),
            translate("Panel", "{count} memories"),
        ),
    }
    count, one, several = counts.get(section, (0, "", ""))
    return (one if count == 1 else several).format(count=format_number(count)) if count else ""


def _about_line(
    section: str, pieces: Sequence[Piece], reused: Sequence[int], ledger: Ledger, shown: ContextShown
) -> Line:
    phrases: list[Phrase] = []
    if shown.full and ledger.reused_tokens:
        tokens = sum(ledger.pieces[place].tokens for place in reused)
        phrases.append(
            Phrase(
                translate("Panel", "read before: {reused} of {tokens}").format(
                    reused=format_number(tokens), tokens=format_number(sum(piece.tokens for piece in pieces))
                )
            )
        )
    return Line((*phrases, Phrase(translate("Panel", "copy"), f"{COPY}/{section}")))


def _piece_lines(
    ledger: Ledger, section: str, places: Sequence[int], reused: frozenset[int], shown: ContextShown
) -> list[Line]:
    lines: list[Line] = []
    room = shown.characters.get(section, FIRST_CHARACTERS)
    left = 0
    for place in places:
        piece = ledger.pieces[place]
        text, room = piece.text[: max(0, room)], room - len(piece.text)
        left += len(piece.text) - len(text)
        parts = [part for part in text.split("\n") if part.strip()]
        action = _action(piece, shown)
        for number, part in enumerate(parts, 1):
            phrases = marked_words(part, places_of_words(part, shown.needle))
            if number == 1 and section == Section.HISTORY and (said := _whose(piece)):
                phrases = (Phrase(said, strong=True), *phrases)
            if action is not None and number == len(parts):
                phrases = (*phrases, action)
            lines.append(Line(phrases, Role.PROMPT, banded=place in reused))
    if left:
        more = translate("Panel", "show more: {count} characters left").format(count=format_number(left))
        lines.append(Line((Phrase(more, f"{MORE}/{section}"),)))
    return lines


def _whose(piece: Piece) -> str:
    """Which side of the conversation a piece is from, "" where it is none of its messages."""
    kind, _, identity = piece.source.partition(":")
    if kind != "message":
        return ""
    return translate("Panel", "Message") if int(identity) % 2 else translate("Panel", "Reply")  # see the schema


def _action(piece: Piece, shown: ContextShown) -> Phrase | None:
    """What can be done about one line of the next prompt."""
    kind, _, identity = piece.source.partition(":")
    if not shown.can_choose or kind not in ("fact", "chunk"):
        return None
    return Phrase(translate("Panel", "not this time"), f"{DROP if kind == 'fact' else SKIP}/{identity}")


def _token_lines(ledger: Ledger, section: str, reused: frozenset[int], shown: ContextShown) -> list[Line]:
    lines: list[Line] = []
    places = shown_places(ledger, section)
    for place in places:
        tokens = shown.tokens.get(place)
        if tokens is None:
            lines.append(Line((Phrase(translate("Panel", "Reading the tokens…")),)))
            continue
        control = ledger.pieces[place].kind is PieceKind.TEMPLATE
        phrases = tuple(_token_phrase(identity, data, control) for identity, data in tokens[:SHOWN_TOKENS])
        lines.append(Line(phrases, Role.PROMPT, gap=2, banded=place in reused))
    rest = sum(piece.tokens for piece in ledger.pieces if piece.section == section)
    rest -= sum(min(SHOWN_TOKENS, ledger.pieces[place].tokens) for place in places)
    if rest > 0:
        words = translate("Panel", "{count} more tokens are not shown").format(count=format_number(rest))
        lines.append(Line((Phrase(words),)))
    return lines


def _token_phrase(identity: int, data: bytes, in_template: bool) -> Phrase:
    """A token: what it stands for, then its id; one that controls the model stands on a ground of its own."""
    text = data.decode("utf-8", errors="backslashreplace")
    visible = text.replace("\n", "↵").replace(" ", "␣").replace("\t", "⇥")
    control = in_template and text.startswith("<") and text.endswith(">")
    return Phrase(f"{visible}:{identity}", marked=control)
