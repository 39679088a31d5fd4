"""Turns and events of a timeline in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from desktop_app.domain.ledger import Section
from desktop_app.domain.timeline import EventKind, TimelineEvent, TurnFigures
from desktop_app.ui.texts import counted, format_moment, format_number, section_name, translate


def moment_words(turn: TurnFigures, total: int, today: date) -> str:
    """Where a turn stands: "turn 12 of 60, 3 Mar 10:12"."""
    return translate("Timeline", "turn {number} of {total}, {moment}").format(
        number=format_number(turn.ordinal + 1), total=format_number(total), moment=format_moment(turn.at_ms, today)
    )


def tokens_words(tokens: int) -> str:
    """A count of tokens."""
    return translate("Timeline", "{tokens} tokens").format(tokens=format_number(tokens))


def event_words(event: TimelineEvent) -> str:
    """What happened, in words."""
    if event.kind is EventKind.CLIP:
        if event.turns > 0:
            return counted(
                event.turns,
                translate("Timeline", "clip: 1 more turn left out"),
                translate("Timeline", "clip: {count} more turns left out"),
            )
        if event.turns < 0:
            return counted(
                -event.turns,
                translate("Timeline", "clip: 1 turn came back"),
                translate("Timeline", "clip: {count} turns came back"),
            )
        return translate("Timeline", "clip: other turns are left out")
    if event.kind is EventKind.SUMMARY:
        return translate("Timeline", "the summary changed")
    if event.kind is EventKind.PREFIX:
        return translate("Timeline", "read again from here: {section} changed").format(
            section=section_name(event.detail)
        )
    return translate("Timeline", "another model: {name}").format(name=event.detail)


def turn_words(turn: TurnFigures, total: int, events: Sequence[TimelineEvent], today: date, full: bool = True) -> str:
    """Everything the chart shows of a turn, a line each."""
    lines = [moment_words(turn, total, today)]
    if turn.prompt is None:
        lines.append(translate("Timeline", "no prompt was built"))
    elif full:
        lines.append(tokens_words(turn.prompt.tokens))
        lines += [
            f"{section_name(section)} {format_number(turn.prompt.of(section))}"
            for section in Section
            if turn.prompt.of(section)
        ]
    return "\n".join([*lines, *(event_words(event) for event in events)])
