"""The tab of what was left out: why, what it saved, and what it would cost to have it back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.ledger import ClippedTurn, Ledger
from desktop_app.domain.prices import ClipPrices, Price
from desktop_app.domain.turn_value import EvidenceKind
from desktop_app.ui.memory_panel.cards import Card, Line, Role, Tone, message, striped
from desktop_app.ui.memory_panel.ledger_cards import GO_TO, excerpt
from desktop_app.ui.memory_panel.why_words import TURN, WHY
from desktop_app.ui.texts import format_number, translate
from desktop_app.ui.transcript.captions import Phrase, reason_name

MORE, BRING_BACK, FILL, TAKE_BACK = "clipped:more", "clipped:bring", "clipped:fill", "clipped:undo"
PIN, UNPIN = "clipped:pin", "clipped:unpin"
PAGE = 200  # turns listed at a time
_NAMED = 6  # turns named in one line


@dataclass(frozen=True, slots=True)
class ClippedShown:
    """What the tab knows besides the ledger.

    Attributes:
        texts: the questions of the turns listed, by turn id.
        evidence: what in their words speaks for them, by turn id.
        count: how many turns are listed.
        full: whether figures are shown.
        can_choose: whether the ledger speaks of the next message, so that it can still be changed.
        choices: made for the next message.
        prices: of what could be chosen, None while unknown.
        pinned: ids and ordinals of the pinned turns.
    """

    texts: Mapping[int, str] = field(default_factory=dict)
    evidence: Mapping[int, Sequence[EvidenceKind]] = field(default_factory=dict)
    count: int = PAGE
    full: bool = True
    can_choose: bool = True
    choices: TurnChoices = NO_CHOICES
    prices: ClipPrices | None = None
    pinned: Sequence[tuple[int, int]] = ()


def listed_clipped(ledger: Ledger, count: int) -> list[ClippedTurn]:
    """The newest ``count`` turns that were left out, newest first."""
    return sorted(ledger.clipped, key=lambda turn: -turn.ordinal)[:count]


def clipped_cards(ledger: Ledger, shown: ClippedShown) -> list[Card]:
    """What was left out and why, and what can be done about it."""
    cards = _attachment_cards(ledger)
    cards += _pinned_cards(shown.pinned) if shown.can_choose else []
    if not ledger.clipped:
        none = message(translate("Panel", "Nothing was left out: every turn of this session is in the prompt."))
        return [none, *cards]
    cards = [*_heading_cards(ledger, shown.full), *_choice_cards(ledger, shown), *cards]
    cards += striped([_clipped_card(turn, shown) for turn in listed_clipped(ledger, shown.count)])
    if len(ledger.clipped) > shown.count:
        more = translate("Panel", "show {count} more").format(count=min(PAGE, len(ledger.clipped) - shown.count))
        cards.append(Card((Line((Phrase(more, MORE),)),), Tone.NONE))
    return cards


def _attachment_cards(ledger: Ledger) -> list[Card]:
    """What of the files that came with the message had no room."""
    text = translate("Panel", "Attachment {number}: {left_out} of {parts} parts left out, about {tokens} tokens")
    return [
        Card(
            (
                Line(
                    (
                        Phrase(
                            text.format(
                                number=format_number(cut.attachment + 1),
                                left_out=format_number(cut.left_out),
                                parts=format_number(cut.parts),
                                tokens=format_number(cut.tokens),
                            )
                        ),
                    ),
                    Role.BODY,
                ),
            )
        )
        for cut in ledger.attachment_cuts
    ]


def _heading_cards(ledger: Ledger, full: bool) -> list[Card]:
    by_reason = Counter(reason_name(turn.reason, turn.value) for turn in ledger.clipped)
    reasons = translate("Transcript", ", ").join(
        f"{reason} {format_number(number)}" for reason, number in by_reason.most_common()
    )
    cards = [Card((Line((Phrase(reasons),)),), Tone.NONE)]
    if full:
        saved = translate("Panel", "{count} turns left out, {tokens} tokens saved").format(
            count=format_number(len(ledger.clipped)),
            tokens=format_number(sum(turn.tokens for turn in ledger.clipped)),
        )
        cards.insert(0, Card((Line((Phrase(saved),), Role.BODY),), Tone.NONE))
    return cards


def _choice_cards(ledger: Ledger, shown: ClippedShown) -> list[Card]:
    """What was chosen for the next message, or else the offer to fill the free space."""
    prices = shown.prices
    if not shown.can_choose or prices is None:
        return []
    if (shown.choices.bring_back or shown.choices.fill_now) and prices.chosen is not None:
        return [_chosen_card(prices.chosen)]
    if shown.choices == NO_CHOICES and prices.filling is not None:
        return [_filling_card(ledger, prices.filling)]
    return []


def _chosen_card(price: Price) -> Card:
    back = translate("Panel", "Back with the next message: {turns}").format(turns=_turns(price.comes))
    lines = [Line((Phrase(back),), Role.BODY)]
    if price.leaves:
        leaves = translate("Panel", "leaves for it: {turns}").format(turns=_turns(price.leaves))
        lines.append(Line((Phrase(leaves),)))
    undo = Phrase(translate("Panel", "leave out after all"), TAKE_BACK)
    lines.append(Line((Phrase(price_words(price)), undo)))
    return Card(tuple(lines), Tone.TINTED)


def _filling_card(ledger: Ledger, price: Price) -> Card:
    free = ledger.context_limit - ledger.reserved - ledger.prompt_tokens
    room = translate("Panel", "{free} tokens are free").format(free=format_number(max(0, free)))
    if price.seconds is None:
        why = translate("Panel", "{turns} kept out to save re-reading {tokens} tokens").format(
            turns=_turns(price.comes), tokens=format_number(price.tokens)
        )
    else:
        why = translate("Panel", "{turns} kept out to save re-reading {tokens} tokens, about {seconds} s").format(
            turns=_turns(price.comes), tokens=format_number(price.tokens), seconds=whole_seconds(price.seconds)
        )
    fill = Phrase(translate("Panel", "fill now"), FILL)
    return Card((Line((Phrase(room),), Role.BODY), Line((Phrase(why), fill))), Tone.TINTED)


def _pinned_cards(pinned: Sequence[tuple[int, int]]) -> list[Card]:
    lines = [
        Line(
            (
                Phrase(translate("Panel", "turn {number} is pinned").format(number=ordinal + 1)),
                Phrase(translate("Panel", "go to"), f"{GO_TO}/{turn_id}"),
                Phrase(translate("Panel", "unpin"), f"{UNPIN}/{turn_id}"),
            )
        )
        for turn_id, ordinal in pinned
    ]
    return [Card(tuple(lines), Tone.NONE)] if lines else []


def _clipped_card(turn: ClippedTurn, shown: ClippedShown) -> Card:
    reason = reason_name(turn.reason, turn.value)
    if shown.full:
        reason = translate("Panel", "{reason}, value {value}").format(reason=reason, value=f"{turn.value:.2f}")
    number = Phrase(translate("Panel", "turn {number}").format(number=turn.ordinal + 1))
    go_to = Phrase(translate("Panel", "go to"), f"{GO_TO}/{turn.turn_id}")
    text = Phrase(excerpt(shown.texts.get(turn.turn_id, "")))
    lines = [
        Line((text,), Role.BODY, f"−{turn.tokens}" if shown.full else ""),
        Line((number, Phrase(reason), go_to, Phrase(translate("Panel", "why?"), f"{WHY}/{TURN}/{turn.turn_id}"))),
    ]
    if shown.full and turn.turn_id in shown.evidence:
        lines.append(Line((Phrase(evidence_words(shown.evidence[turn.turn_id])),)))
    if shown.can_choose and turn.turn_id not in shown.choices.bring_back:
        price = shown.prices.each.get(turn.turn_id) if shown.prices else None
        back = Phrase(translate("Panel", "bring back"), f"{BRING_BACK}/{turn.turn_id}")
        pin = Phrase(translate("Panel", "pin"), f"{PIN}/{turn.turn_id}")
        lines.append(Line((*((Phrase(price_words(price)),) if price else ()), back, pin)))
    return Card(tuple(lines))


def evidence_words(kinds: Sequence[EvidenceKind]) -> str:
    """What a turn's value is made of."""
    if not kinds:
        return translate("Memory", "its words hold nothing that speaks for it")
    names = {
        EvidenceKind.QUANTITY: translate("Memory", "a quantity"),
        EvidenceKind.CLINICAL: translate("Memory", "a word about health"),
        EvidenceKind.DECISION: translate("Memory", "a decision"),
        EvidenceKind.PERSONAL: translate("Memory", "something personal"),
        EvidenceKind.DATE: translate("Memory", "a date"),
        EvidenceKind.NUMBER: translate("Memory", "a number"),
        EvidenceKind.NEGATION: translate("Memory", "a negation"),
        EvidenceKind.NAME: translate("Memory", "a name"),
    }
    words = translate("Transcript", ", ").join(names[kind] for kind in kinds)
    return translate("Memory", "its words hold {kinds}").format(kinds=words)


def price_words(price: Price) -> str:
    """A price for people."""
    if not price.tokens:
        return translate("Panel", "nothing is read again")
    tokens = format_number(price.tokens)
    if price.seconds is None:
        return translate("Panel", "reads {tokens} tokens more").format(tokens=tokens)
    return translate("Panel", "reads {tokens} tokens more, about {seconds} s").format(
        tokens=tokens, seconds=whole_seconds(price.seconds)
    )


def whole_seconds(seconds: float) -> str:
    """Seconds as they are said: whole ones, one decimal below three."""
    return f"{seconds:.1f}" if seconds < 2.95 else format_number(round(seconds))


def _turns(ordinals: Collection[int]) -> str:
    named = sorted(ordinals)
    words = translate("Transcript", ", ").join(str(ordinal + 1) for ordinal in named[:_NAMED])
    if len(named) > _NAMED:
        return translate("Panel", "turns {numbers} and {count} more").format(
            numbers=words, count=format_number(len(named) - _NAMED)
        )
    if len(named) == 1:
        return translate("Panel", "turn {number}").format(number=words)
    return translate("Panel", "turns {numbers}").format(numbers=words)
