"""The Summary tab: each segment with the turns it covers, what was put back word for word, what left the prompt."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from desktop_app.domain.conversation import VaultKind, first_speaker
from desktop_app.domain.ledger import Ledger, Section
from desktop_app.domain.memory import Quote
from desktop_app.domain.settings import SummaryLevel
from desktop_app.domain.summarising import one_line
from desktop_app.services.summaries import ShownSegment
from desktop_app.ui.memory_panel.cards import Card, Line, Role, Tone, message, striped
from desktop_app.ui.memory_panel.ledger_cards import turn_number
from desktop_app.ui.memory_panel.links import turn_link
from desktop_app.ui.texts import counted, speaker_name, translate
from desktop_app.ui.transcript.captions import Phrase

REBUILD, LEVEL = "summary:rebuild", "summary:level"
_SHOWN = 100  # segments, the newest


def summary_cards(
    ledger: Ledger | None,
    segments: Sequence[ShownSegment],
    remaining: int,
    kind: VaultKind,
    level: SummaryLevel = SummaryLevel.NORMAL,
) -> list[Card]:
    """The summary as it is stored, and how much of it the shown prompt holds.

    Args:
        ledger: what is shown; its summary may be older than what is stored.
        segments: of the session's branch.
        remaining: turns still to be summed up.
        kind: of the vault; decides how speakers are named.
        level: how detailed what is summed up from now on will be.
    """
    sent = [piece for piece in ledger.pieces if piece.section == Section.SUMMARY] if ledger else []
    texts: dict[str, str] = {}
    for piece in sent:
        texts[piece.source] = texts.get(piece.source, "") + piece.text
    cards = [_state(segments, remaining), _levels(level)] if segments or remaining else []
    if len(segments) > _SHOWN:
        cards.append(message(translate("Panel", "The rest is not shown here.")))
    cards += striped(
        [_segment_card(each, texts.get(f"summary:{each.segment.id}"), kind) for each in segments[-_SHOWN:]]
    )
    known = {f"summary:{each.segment.id}" for each in segments}
    older = [piece.text for piece in sent if piece.source and piece.source not in known and piece.text.strip()]
    if older:
        lines = [Line((Phrase(translate("Panel", "sent then, replaced since")),))]
        lines += [Line((Phrase(text.strip()),), Role.BODY) for text in older]
        cards.append(Card(tuple(lines)))
    return cards or [message(translate("Panel", "Nothing summarised yet."))]


def _state(segments: Sequence[ShownSegment], remaining: int) -> Card:
    if remaining:
        words = counted(
            remaining,
            translate("Panel", "Summing up: 1 turn to go"),
            translate("Panel", "Summing up: {count} turns to go"),
        )
        return message(words)
    rebuild = Phrase(translate("Panel", "make anew"), REBUILD)
    covered = translate("Panel", "covers {turns}").format(
        turns=turn_ranges([ordinal for each in segments if not each.segment.is_empty for ordinal in each.ordinals])
    )
    return Card((Line((Phrase(covered), rebuild)),), Tone.NONE)


def _levels(chosen: SummaryLevel) -> Card:
    """The choice how detailed a summary is; it counts for what is summed up from now on."""
    names = {
        SummaryLevel.BRIEF: translate("Panel", "brief"),
        SummaryLevel.NORMAL: translate("Panel", "normal"),
        SummaryLevel.DETAILED: translate("Panel", "detailed"),
    }
    phrases = [
        Phrase(name, "" if level is chosen else f"{LEVEL}/{level}", strong=level is chosen)
        for level, name in names.items()
    ]
    return Card((Line((Phrase(translate("Panel", "from now on, or made anew:")), *phrases)),), Tone.NONE)


def turn_ranges(ordinals: Sequence[int]) -> str:
    """Turns as the window counts them, from one: "turns 1–3, 7"."""
    numbers = sorted({ordinal + 1 for ordinal in ordinals})
    if not numbers:
        return translate("Panel", "no turns")
    if len(numbers) == 1:
        return turn_number(numbers[0] - 1)
    breaks = [at + 1 for at, (before, after) in enumerate(pairwise(numbers)) if after != before + 1]
    runs = [numbers[start:end] for start, end in pairwise([0, *breaks, len(numbers)])]
    parts = [str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs]
    return translate("Panel", "turns {numbers}").format(numbers=translate("Transcript", ", ").join(parts))


def _segment_card(shown: ShownSegment, sent: str | None, kind: VaultKind) -> Card:
    segment = shown.segment
    lines = [Line((Phrase(turn_ranges(shown.ordinals), strong=True),), Role.TITLE)]
    if shown.stale:
        lines.append(Line((Phrase(translate("Panel", "out of date: its turns changed, or it is being made anew")),)))
    if segment.is_empty:
        lines.append(
            Line((Phrase(translate("Panel", "not summed up: it would save nothing. Recall still finds them.")),))
        )
        return Card(tuple(lines))
    if sent is None:
        lines.append(Line((Phrase(translate("Panel", "not in this prompt; it waits for the next clip")),)))
    if segment.text:
        lines.append(Line((Phrase(segment.text), *_left(segment.text, sent)), Role.BODY))
    if segment.quotes:
        lines.append(Line((Phrase(translate("Panel", "put back word for word")),), gap=4))
    lines += [_quote_line(quote, sent, kind) for quote in segment.quotes]
    return Card(tuple(lines))


def _quote_line(quote: Quote, sent: str | None, kind: VaultKind) -> Line:
    speaker = [] if quote.speaker == first_speaker(kind) else [Phrase(speaker_name(quote.speaker, kind))]
    source = Phrase(translate("Facts", "source"), turn_link(quote.turn_id))
    return Line((*speaker, Phrase(one_line(quote.text)), *_left(one_line(quote.text), sent), source), Role.BODY)


def _left(text: str, sent: str | None) -> tuple[Phrase, ...]:
    """A mark on what gave way at the summary's cap; nothing where the segment is not sent at all."""
    if sent is None or text in sent:
        return ()
    return (Phrase(translate("Panel", "[left out: no room]")),)
