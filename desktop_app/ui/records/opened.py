"""An opened record as a ledger, so that it is shown by the cards that show the vault's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from desktop_app.domain.ledger import (
    ClippedTurn,
    Ledger,
    Overflow,
    Piece,
    PieceKind,
    RecalledSnippet,
    Section,
)
from desktop_app.services.record_files import MessageRecord, OpenedRecord, TurnRecord
from desktop_app.ui.memory_panel.cards import Card, Line, Role, group_heading, message
from desktop_app.ui.memory_panel.ledger_cards import turn_number
from desktop_app.ui.memory_panel.recalled_cards import score_lines
from desktop_app.ui.texts import format_number, section_name, translate
from desktop_app.ui.transcript.captions import Phrase, reason_name

_MOST_LISTED = 200


def ledger_of_turn(turn: TurnRecord, others: Mapping[tuple[str, int], TurnRecord]) -> Ledger:
    """The prompt of a recorded turn, with the words that the file holds of it.

    Args:
        turn: the record.
        others: every turn of the file by session and number, for the words of the history.
    """
    texts = {
        Section.QUESTION: turn.user,
        Section.FACTS: "\n".join(fact.quote for fact in turn.facts if fact.in_prompt),
        Section.RECALLED: "\n".join(snippet.text for snippet in turn.recalled),
        Section.HISTORY: "\n".join(
            f"{said.user}\n{said.reply}" for kept in turn.kept if (said := others.get((turn.session, kept))) is not None
        ),
    }
    pieces = tuple(
        Piece(
            PieceKind.TEMPLATE if section is Section.TEMPLATE else PieceKind.CONTENT,
            section,
            texts.get(section, ""),
            turn.sections[section],
        )
        for section in Section
        if turn.sections.get(section)
    )
    return Ledger(
        turn.context_limit,
        turn.reserved,
        Overflow(turn.overflow),
        pieces,
        turn.kept,
        tuple(ClippedTurn(0, one.turn, one.reason, one.value, one.tokens) for one in turn.clipped),
        recalled=tuple(
            RecalledSnippet(0, 0, one.session, 0, one.turn, 0, one.text, one.vector, one.word, one.score)
            for one in turn.recalled
        ),
        fact_ids=tuple(place for place, fact in enumerate(turn.facts) if fact.in_prompt),
        reused_tokens=turn.reused_tokens,
        computed_tokens=turn.computed_tokens,
    )


def ledger_of_messages(messages: Sequence[MessageRecord]) -> Ledger:
    """A list of messages as the prompt it makes; its counts are estimates, and it has no window of its own."""
    last = max((place for place, one in enumerate(messages) if one.role == "user"), default=-1)
    pieces = []
    for place, one in enumerate(messages):
        section = Section.HISTORY
        if one.role in ("system", "developer"):
            section = Section.SYSTEM
        elif place == last:
            section = Section.QUESTION
        text = one.text if section is not Section.HISTORY else f"[{one.role}] {one.text}\n"
        pieces.append(Piece(PieceKind.CONTENT, section, text, one.tokens))
    kept = sum(one.role == "user" for one in messages[: max(0, last)])
    total = sum(piece.tokens for piece in pieces)
    return Ledger(total, 0, Overflow.WHOLE, tuple(pieces), tuple(range(kept)), (), counts_exact=False)


def ledgers_of(opened: OpenedRecord) -> list[Ledger]:
    """One ledger a turn; one for a list of messages."""
    if opened.messages:
        return [ledger_of_messages(opened.messages)]
    others = {(turn.session, turn.turn): turn for turn in opened.turns}
    return [ledger_of_turn(turn, others) for turn in opened.turns]


def spoken_cards(turn: TurnRecord) -> list[Card]:
    """What was asked and answered, and how it ended."""
    where = (Phrase(turn.person), Phrase(turn.session), Phrase(turn_number(turn.turn)))
    lines = [Line(where), Line((Phrase(turn.user),), Role.BODY)]
    if turn.reply:
        lines += [Line((Phrase(translate("Records", "Reply")),), gap=6), Line((Phrase(turn.reply),), Role.BODY)]
    lines.append(Line((Phrase(translate("Records", "ended: {reason}").format(reason=turn.finish_reason)),), gap=4))
    return [Card(tuple(lines))]


def memory_cards(turn: TurnRecord, full: bool = True) -> list[Card]:
    """What was left out and why, what was recalled with its scores, and the facts with their quotes."""
    cards: list[Card] = []
    if turn.clipped:
        cards.append(group_heading(translate("Records", "Left out")))
        for one in turn.clipped[:_MOST_LISTED]:
            words = (
                f"{reason_name(one.reason)}, {translate('Records', 'value {value}').format(value=f'{one.value:.2f}')}"
            )
            cards.append(
                Card((Line((Phrase(turn_number(one.turn), strong=True), Phrase(words)), right=str(one.tokens)),))
            )
        if len(turn.clipped) > _MOST_LISTED:
            rest = format_number(len(turn.clipped) - _MOST_LISTED)
            cards.append(message(translate("Panel", "and {count} more").format(count=rest)))
    if turn.recalled:
        cards.append(group_heading(section_name(Section.RECALLED)))
        for snippet in ledger_of_turn(turn, {}).recalled:
            where = Line((Phrase(f"{snippet.session_title}, {turn_number(snippet.ordinal)}"),))
            scores = score_lines(snippet) if full else []
            cards.append(Card((Line((Phrase(snippet.text),), Role.BODY), *scores, where)))
    if turn.facts:
        cards.append(group_heading(section_name(Section.FACTS)))
        for fact in turn.facts[:_MOST_LISTED]:
            denied = translate("Records", "not: {value}").format(value=fact.value)
            value = denied if fact.polarity == "negated" else fact.value
            state = (
                translate("Records", "in this prompt") if fact.in_prompt else translate("Records", "not in this prompt")
            )
            quote = translate("Records", "“{quote}”").format(quote=fact.quote)
            cards.append(Card((Line((Phrase(value, strong=True), Phrase(state)), Role.BODY), Line((Phrase(quote),)))))
    return cards
