"""The tabs that read a ledger: the exact prompt, what was left out, what was recalled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import date

from desktop_app.domain.ledger import ClippedTurn, Ledger, RecalledSnippet
from desktop_app.ui.memory_panel.cards import Card, Line, Role, Tone, message, striped
from desktop_app.ui.memory_panel.fact_cards import SOURCE
from desktop_app.ui.texts import format_day, format_number, section_name, translate
from desktop_app.ui.theme import SECTION_ORDER
from desktop_app.ui.transcript.captions import Phrase, reason_name

TOGGLE, MORE, GO_TO = "section:toggle", "clipped:more", "clipped:open"
PAGE = 200  # clipped turns listed at a time
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


def listed_clipped(ledger: Ledger, count: int) -> list[ClippedTurn]:
    """The newest ``count`` turns that were left out, newest first."""
    return sorted(ledger.clipped, key=lambda turn: -turn.ordinal)[:count]


def clipped_cards(ledger: Ledger, texts: Mapping[int, str], count: int, full: bool) -> list[Card]:
    """What was left out and why; ``texts`` holds the questions of the turns listed, by turn id."""
    if not ledger.clipped:
        return [message(translate("Panel", "Nothing was left out: every turn of this session is in the prompt."))]
    by_reason = Counter(turn.reason for turn in ledger.clipped)
    reasons = translate("Transcript", ", ").join(
        f"{reason_name(reason)} {format_number(number)}" for reason, number in by_reason.most_common()
    )
    cards = [Card((Line((Phrase(reasons),)),), Tone.NONE)]
    if full:
        saved = translate("Panel", "{count} turns left out, {tokens} tokens saved").format(
            count=format_number(len(ledger.clipped)),
            tokens=format_number(sum(turn.tokens for turn in ledger.clipped)),
        )
        cards.insert(0, Card((Line((Phrase(saved),), Role.BODY),), Tone.NONE))
    cards += striped([_clipped_card(turn, texts, full) for turn in listed_clipped(ledger, count)])
    if len(ledger.clipped) > count:
        more = translate("Panel", "show {count} more").format(count=min(PAGE, len(ledger.clipped) - count))
        cards.append(Card((Line((Phrase(more, MORE),)),), Tone.NONE))
    return cards


def _clipped_card(turn: ClippedTurn, texts: Mapping[int, str], full: bool) -> Card:
    number = turn_number(turn.ordinal)
    reason = reason_name(turn.reason)
    if full:
        reason = translate("Panel", "{reason}, value {value}").format(reason=reason, value=f"{turn.value:.2f}")
    go_to = Phrase(translate("Panel", "go to"), f"{GO_TO}/{turn.turn_id}")
    return Card(
        (
            Line((Phrase(excerpt(texts.get(turn.turn_id, ""))),), Role.BODY, f"−{turn.tokens}" if full else ""),
            Line((Phrase(number), Phrase(reason), go_to)),
        )
    )


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
