"""The tab of what was left out: why, what it saved, and what it would cost to have it back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.ledger import ClippedTurn, ClipReason, Ledger
from desktop_app.domain.prices import ClipPrices, Price
from desktop_app.domain.turn_value import EvidenceKind
from desktop_app.ui.memory_panel.cards import Card, Line, Role, Tone, message, striped
from desktop_app.ui.memory_panel.ledger_cards import excerpt
from desktop_app.ui.memory_panel.links import TURN, WHY, turn_link
from desktop_app.ui.texts import counted, format_number, translate
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
        from_memory: those of the turns listed that were answered from memory.
        count: how many turns are listed.
        full: whether figures are shown.
        can_choose: whether the ledger speaks of the next message, so that it can still be changed.
        choices: made for the next message.
        prices: of what could be chosen, None while unknown.
        pinned: ids and ordinals of the pinned turns.
    """

    texts: Mapping[int, str] = field(default_factory=dict)
    evidence: Mapping[int, Sequence[EvidenceKind]] = field(default_factory=dict)
    from_memory: frozenset[int] = frozenset()
    count: int = PAGE
    full: bool = True
    can_choose: bool = True
    choices: TurnChoices = NO_CHOICES
    prices: ClipPrices | None = None
    pinned: Sequence[tuple[int, int]] = ()


def listed_clipped(ledger: Ledger, count: int) -> list[ClippedTurn]:
    """The newest ``count`` turns that were left out, newest first."""
    return sorted(ledger.clipped, key=lambda turn: -turn.ordinal)[:count]


def left_the_window(ledger: Ledger) -> list[ClippedTurn]:
    """The turns that left to make room. What is kept out by its kind takes no room and saves none."""
    return [turn for turn in ledger.clipped if turn.reason is not ClipReason.EXCLUDED]


def clipped_cards(ledger: Ledger, shown: ClippedShown) -> list[Card]:
    """What was left out and why, and what can be done about it."""
    cards = [*_attachment_cards(ledger), *_earlier_file_cards(ledger)]
    cards += _pinned_cards(shown.pinned) if shown.can_choose else []
    if not ledger.clipped:
        if ledger.attachment_cuts or ledger.earlier_file_cuts:
            none = translate("Panel", "Every turn of this session is in the prompt; not all of its files are.")
        else:
            none = translate("Panel", "Nothing was left out: every turn of this session is in the prompt.")
        return [message(none), *cards]
    cards = [*_heading_cards(ledger, shown), *_choice_cards(ledger, shown), *cards]
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


def _earlier_file_cards(ledger: Ledger) -> list[Card]:
    """What of the files that came with earlier messages does not go with this one, and how it would."""
    if not ledger.earlier_file_cuts:
        return []
    text = translate("Panel", "File {number} of turn {turn}: {left_out} of {parts} parts are not in the prompt")
    lines = [
        Line(
            (
                Phrase(
                    text.format(
                        number=format_number(cut.attachment + 1),
                        turn=format_number(cut.ordinal + 1),
                        left_out=format_number(cut.left_out),
                        parts=format_number(cut.parts),
                    )
                ),
                Phrase(translate("Panel", "go to"), turn_link(cut.turn_id)),
            ),
            Role.BODY,
        )
        for cut in ledger.earlier_file_cuts
    ]
    how = translate("Panel", "Parts that share words with the message go with it, as do those of a file it names.")
    return [Card((*lines, Line((Phrase(how),))))]


def _heading_cards(ledger: Ledger, shown: ClippedShown) -> list[Card]:
    left = left_the_window(ledger)
    cards = []
    if left and shown.full:
        saved = counted(
            len(left),
            translate("Panel", "1 turn left out, {tokens} tokens saved"),
            translate("Panel", "{count} turns left out, {tokens} tokens saved"),
        ).format(tokens=format_number(sum(turn.tokens for turn in left)))
        cards.append(Card((Line((Phrase(saved),), Role.BODY),), Tone.NONE))
    if left:
        by_reason = Counter(reason_name(turn.reason, turn.value) for turn in left)
        reasons = translate("Transcript", ", ").join(
            translate("Panel", "{reason}: {count}").format(reason=reason, count=format_number(number))
            for reason, number in by_reason.most_common()
        )
        cards.append(Card((Line((Phrase(reasons),)),), Tone.NONE))
    else:
        cards.append(message(translate("Panel", "No turn had to make room.")))
    return [*cards, *_kept_out_cards(ledger, shown.from_memory)]


def _kept_out_cards(ledger: Ledger, from_memory: Collection[int]) -> list[Card]:
    """How many turns are not sent by their kind, however much room there is."""
    kept_out = [turn for turn in ledger.clipped if turn.reason is ClipReason.EXCLUDED]
    answered = sum(turn.turn_id in from_memory for turn in kept_out)
    lines = []
    if answered:
        lines.append(
            counted(
                answered,
                translate("Panel", "1 turn answered from memory, not shown to the model"),
                translate("Panel", "{count} turns answered from memory, not shown to the model"),
            )
        )
    if answered < len(kept_out):
        lines.append(
            counted(
                len(kept_out) - answered,
                translate("Panel", "1 turn kept out"),
                translate("Panel", "{count} turns kept out"),
            )
        )
    return [Card((Line((Phrase(words),)),), Tone.NONE) for words in lines]


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
                Phrase(translate("Panel", "go to"), turn_link(turn_id)),
                Phrase(translate("Panel", "unpin"), f"{UNPIN}/{turn_id}"),
            )
        )
        for turn_id, ordinal in pinned
    ]
    return [Card(tuple(lines), Tone.NONE)] if lines else []


def _clipped_card(turn: ClippedTurn, shown: ClippedShown) -> Card:
    reason = reason_name(turn.reason, turn.value)
    if turn.turn_id in shown.from_memory and turn.reason is ClipReason.EXCLUDED:
        reason = translate("Panel", "answered from memory, not shown to the model")
    elif shown.full:
        reason = translate("Panel", "{reason}, value {value}").format(reason=reason, value=f"{turn.value:.2f}")
    number = Phrase(translate("Panel", "turn {number}").format(number=turn.ordinal + 1))
    go_to = Phrase(translate("Panel", "go to"), turn_link(turn.turn_id))
    text = Phrase(excerpt(shown.texts.get(turn.turn_id, "")))
    why = Phrase(translate("Panel", "why?"), f"{WHY}/{TURN}/{turn.turn_id}")
    saves = translate("Panel", "saves {tokens} tokens").format(tokens=format_number(turn.tokens))
    saved = (Phrase(saves),) if shown.full and turn.reason is not ClipReason.EXCLUDED else ()
    lines = [
        Line((text,), Role.BODY),
        Line((number, Phrase(reason), *saved, go_to, why)),
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
        return translate("Panel", "nothing has to be read again for it")
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
