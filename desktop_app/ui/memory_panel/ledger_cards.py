"""The tab of the exact prompt, and words that several tabs share."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from desktop_app.domain.ledger import Ledger
from desktop_app.ui.memory_panel.cards import Card, Line, Role, Tone, message
from desktop_app.ui.texts import format_number, section_name, translate
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


def turn_number(ordinal: int) -> str:
    """A turn as the window counts them, from one."""
    return translate("Panel", "turn {number}").format(number=ordinal + 1)


def excerpt(text: str) -> str:
    """The beginning of a text in one line."""
    line = " ".join(text.split())
    return line if len(line) <= EXCERPT else line[: EXCERPT - 1].rstrip() + "…"
