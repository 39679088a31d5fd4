"""The tabs that read a ledger: the exact prompt, what was left out, what was recalled."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date

from desktop_app.domain.ledger import Ledger, RecalledSnippet
from desktop_app.ui.memory_panel.cards import Card, Line, Role, Tone, message, striped
from desktop_app.ui.memory_panel.fact_cards import SOURCE
from desktop_app.ui.texts import format_day, format_number, section_name, translate
from desktop_app.ui.theme import SECTION_ORDER
from desktop_app.ui.transcript.captions import Phrase

TOGGLE, GO_TO = "section:toggle", "clipped:open"
EXCERPT = 120  # characters of a turn
LONG_SECTION = 40_000  # characters of one section shown at once


def nothing_yet() -> Card:
    """What stands there before there is any ledger."""
    return message(translate("Panel", "Nothing has been sent yet. The first message shows here what the model gets."))


def context_cards(ledger: Ledger, expanded: Collection[str], full: bool) -> list[Card]:
    """The prompt, section by section; the figures add up to the prompt's."""
    cards: list[Card] = []
    for section in SECTION_ORDER:
        pieces = [piece for piece in ledger.pieces if piece.section == section]
        if not pieces:
            continue
        is_open = section in expanded
        name = Phrase(section_name(section), f"{TOGGLE}/{section}", strong=True)
        right = format_number(sum(piece.tokens for piece in pieces)) if full else ""
        lines = [Line((name,), Role.TITLE, right, section)]
        if is_open:
            lines += _piece_lines([piece.text for piece in pieces])
        cards.append(Card(tuple(lines), Tone.TINTED if is_open else Tone.PLAIN))
    if full:
        total = Line(
            (Phrase(translate("Panel", "Total"), strong=True),), Role.TITLE, format_number(ledger.prompt_tokens)
        )
        cards.append(Card((total,)))
    return cards


def _piece_lines(texts: Sequence[str]) -> list[Line]:
    lines: list[Line] = []
    room = LONG_SECTION
    for text in texts:
        lines += [Line((Phrase(part),), Role.PROMPT) for part in text[:room].split("\n") if part.strip()]
        room -= len(text)
        if room <= 0:
            lines.append(Line((Phrase(translate("Panel", "The rest is not shown here.")),)))
            break
    return lines


def recalled_cards(ledger: Ledger, today: date, full: bool) -> list[Card]:
    """What came back from earlier, from where, and how well it fits."""
    cards: list[Card] = []
    if ledger.recall_note == "off":
        cards.append(
            message(translate("Panel", "Recall by meaning is off: no embedding model. Words alone are searched."))
        )
    if not ledger.recalled:
        cards.append(message(translate("Panel", "Nothing relevant: nothing was added to the prompt.")))
    return cards + striped([_recalled_card(snippet, today, full) for snippet in ledger.recalled])


def _recalled_card(snippet: RecalledSnippet, today: date, full: bool) -> Card:
    where = Phrase(
        translate("Panel", "{day}, {session}, turn {number}").format(
            day=format_day(snippet.said_at_ms, today), session=snippet.session_title, number=snippet.ordinal + 1
        )
    )
    source = Phrase(translate("Facts", "source"), f"{SOURCE}/{snippet.session_id}/{snippet.turn_id}")
    lines = [Line((Phrase(snippet.text),), Role.BODY), Line((where, source))]
    if full:
        scores = translate("Panel", "meaning {meaning}, words {words}, together {score}").format(
            meaning=f"{snippet.vector:.2f}", words=f"{snippet.word:.2f}", score=f"{snippet.score:.2f}"
        )
        lines.insert(1, Line((Phrase(scores),)))
    return Card(tuple(lines))


def turn_number(ordinal: int) -> str:
    """A turn as the window counts them, from one."""
    return translate("Panel", "turn {number}").format(number=ordinal + 1)


def excerpt(text: str) -> str:
    """The beginning of a text in one line."""
    line = " ".join(text.split())
    return line if len(line) <= EXCERPT else line[: EXCERPT - 1].rstrip() + "…"
