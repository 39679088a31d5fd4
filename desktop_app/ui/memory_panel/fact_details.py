"""What is known of one fact: what changing it costs, where it was said, its history, the prompts it was in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.fact_changes import HAND, PROGRAM, ChangeKind, FactChange, FactDossier, FactSource, FactUse
from desktop_app.domain.memory import Fact, FactState
from desktop_app.domain.prices import Price
from desktop_app.ui.memory_panel.cards import Line, Role
from desktop_app.ui.memory_panel.clipped_cards import whole_seconds
from desktop_app.ui.memory_panel.fact_words import fact_name, quoted
from desktop_app.ui.memory_panel.ledger_cards import excerpt
from desktop_app.ui.memory_panel.links import turn_link
from desktop_app.ui.texts import format_moment, format_number, speaker_name, translate
from desktop_app.ui.transcript.captions import Phrase

ASK_AGAIN = "reply:again"
_MOST_USES = 8


@dataclass(frozen=True, slots=True)
class FactLook:
    """What was read of a fact whose details are open; ``price`` None where nothing can be sent."""

    dossier: FactDossier
    price: Price | None


def price_words(price: Price) -> str:
    """What a change costs with the next message, "" where it costs nothing."""
    if not price.tokens:
        return ""
    tokens = format_number(price.tokens)
    if price.seconds is None or price.seconds < 0.05:
        return translate("Facts", "{tokens} tokens of re-reading").format(tokens=tokens)
    return translate("Facts", "about {seconds} s of re-reading, {tokens} tokens").format(
        seconds=whole_seconds(price.seconds), tokens=tokens
    )


def price_line(look: FactLook, fact: Fact) -> list[Line]:
    """The price of changing a fact, where it has one."""
    words = price_words(look.price) if look.price is not None else ""
    if not words or fact.state in (FactState.SUPERSEDED, FactState.RETRACTED):
        return []
    return [Line((Phrase(translate("Facts", "A change costs {price}").format(price=words)),))]


def detail_lines(look: FactLook, kind: VaultKind, today: date) -> list[Line]:
    """Sources, history and uses."""
    dossier = look.dossier
    lines = []
    if len(dossier.sources) > 1:
        lines.append(_heading(translate("Facts", "Said")))
        lines += [_source_line(source, kind, today) for source in dossier.sources]
    lines.append(_heading(translate("Facts", "History")))
    lines += [_change_line(change, dossier, kind, today) for change in dossier.changes]
    lines.append(_heading(translate("Facts", "Used in")))
    lines += _use_lines(dossier.uses, today, ask=dossier.fact.state in (FactState.SUPERSEDED, FactState.RETRACTED))
    return lines


def _heading(text: str) -> Line:
    return Line((Phrase(text),), Role.GROUP, gap=4)


def _source_line(source: FactSource, kind: VaultKind, today: date) -> Line:
    when = translate("Facts", "{speaker}, {when}").format(
        speaker=speaker_name(source.speaker, kind), when=format_moment(source.said_at_ms, today)
    )
    return Line((Phrase(quoted(source.quote)), Phrase(when, turn_link(source.turn_id, source.session_id))))


def _change_line(change: FactChange, dossier: FactDossier, kind: VaultKind, today: date) -> Line:
    known = {fact.id: fact for fact in (dossier.fact, *dossier.related)}
    actor = {HAND: translate("Facts", "by hand"), PROGRAM: translate("Facts", "by the program")}.get(
        change.actor, ""
    ) or translate("Facts", "as {speaker} said").format(speaker=_lower(speaker_name(change.actor, kind)))
    what = change_words(change, known.get(change.other_id or 0), today, kind)
    about = known.get(change.fact_id)
    if about is not None and change.fact_id != dossier.fact.id:
        what = translate("Facts", "{fact}: {what}").format(fact=fact_name(about, today, kind), what=what)
    return Line((Phrase(what), Phrase(actor)), right=format_moment(change.at_ms, today))


def change_words(change: FactChange, other: Fact | None, today: date, kind: VaultKind = VaultKind.PERSONAL) -> str:
    """What was done to a fact."""
    name = fact_name(other, today, kind) if other is not None else translate("Facts", "another fact")
    if change.kind is ChangeKind.STATE:
        if change.state is FactState.SUPERSEDED:
            return translate("Facts", "replaced by {fact}").format(fact=name)
        if change.state is FactState.RETRACTED and other is not None:
            return translate("Facts", "corrected to {fact}").format(fact=name)
        return {
            FactState.ACTIVE: translate("Facts", "holds"),
            FactState.PROPOSED: translate("Facts", "waits for confirmation"),
            FactState.CONFLICT: translate("Facts", "contradicted"),
            FactState.RETRACTED: translate("Facts", "retracted"),
            FactState.FORGOTTEN: translate("Facts", "forgotten"),
        }[change.state]
    return {
        ChangeKind.ADDED: translate("Facts", "recorded"),
        ChangeKind.EDITED: translate("Facts", "corrected to {fact}").format(fact=name),
        ChangeKind.MERGED: translate("Facts", "merged into {fact}").format(fact=name),
        ChangeKind.TOOK_IN: translate("Facts", "took in {fact}").format(fact=name),
        ChangeKind.PINNED: translate("Facts", "pinned"),
        ChangeKind.UNPINNED: translate("Facts", "no longer pinned"),
        ChangeKind.TO_ASK: translate("Facts", "to be asked"),
        ChangeKind.LEFT: translate("Facts", "left in doubt"),
        ChangeKind.FILED: translate("Facts", "put into another category"),
        ChangeKind.UNDONE: translate("Facts", "change undone"),
        ChangeKind.WITHDRAWN: translate("Facts", "said only on a version that is not shown"),
        ChangeKind.RETURNED: translate("Facts", "held again: the version shown says so"),
    }[change.kind]


def _use_lines(uses: Sequence[FactUse], today: date, *, ask: bool) -> list[Line]:
    if not uses:
        return [Line((Phrase(translate("Facts", "no prompt so far")),))]
    lines = [use_line(use, today, ask=ask) for use in reversed(uses[-_MOST_USES:])]
    if len(uses) > _MOST_USES:
        earlier = format_number(len(uses) - _MOST_USES)
        lines.append(Line((Phrase(translate("Facts", "and {count} earlier prompts").format(count=earlier)),)))
    return lines


def use_line(use: FactUse, today: date, *, ask: bool) -> Line:
    """A turn whose prompt carried a fact, with a link to it; ``ask``: and one to ask it again."""
    question = Phrase(excerpt(use.question), turn_link(use.turn_id, use.session_id))
    again = Phrase(translate("Facts", "ask again"), f"{ASK_AGAIN}/{use.session_id}/{use.turn_id}")
    return Line((question, *((again,) if ask and use.reply is not None else ())), right=format_moment(use.at_ms, today))


def _lower(name: str) -> str:
    return name[:1].lower() + name[1:]
