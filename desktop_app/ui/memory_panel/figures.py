"""The figures of a ledger in the order the panel shows them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from desktop_app.domain.ledger import Ledger, Section
from desktop_app.ui.theme import FREE, RESERVE, SECTION_ORDER


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of the gauge: a section, the reply reserve or what is free, in tokens."""

    section: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What gauge and legend show. All segments together make the window; none is negative."""

    segments: tuple[Segment, ...]
    prompt_tokens: int
    context_limit: int

    @classmethod
    def of(cls, ledger: Ledger) -> Figures:
        """The figures of a ledger, nothing recomputed but what is free."""
        prompt = ledger.prompt_tokens
        tokens = {
            **ledger.sections,
            RESERVE: ledger.reserved,
            FREE: max(0, ledger.context_limit - prompt - ledger.reserved),
        }
        return cls(tuple(Segment(str(s), tokens[s]) for s in SECTION_ORDER), prompt, ledger.context_limit)

    @classmethod
    def while_typing(cls, ledger: Ledger, tokens: int, *, sent: bool) -> Figures:
        """The figures with a message of so many tokens, until what else would be sent is known.

        ``sent`` says that the ledger is that of the turn before, whose question is history by now.
        """
        before = cls.of(ledger)
        old = ledger.sections[Section.QUESTION]
        change = {Section.QUESTION.value: tokens - old}
        if sent:
            change[Section.HISTORY.value] = old
        more = sum(change.values())
        change[FREE] = -more
        segments = tuple(
            replace(one, tokens=max(0, one.tokens + change.get(one.section, 0))) for one in before.segments
        )
        return cls(segments, before.prompt_tokens + more, before.context_limit)

    @property
    def listed(self) -> tuple[Segment, ...]:
        """What the legend lists: not what is free, and attachments only where there are some."""
        return tuple(
            segment
            for segment in self.segments
            if segment.section != FREE and (segment.section != Section.ATTACHMENTS or segment.tokens)
        )


def pixel_widths(segments: tuple[Segment, ...], width: int, gap: int, least: int = 3) -> list[int]:
    """Widths in pixels that share ``width``, less a gap between neighbours, in proportion to the tokens.

    What is there gets at least ``least`` pixels, taken from the widest; what is empty gets none.
    """
    present = [segment.tokens > 0 for segment in segments]
    room = max(0, width - gap * max(0, sum(present) - 1))
    total = sum(segment.tokens for segment in segments) or 1
    widths = [
        max(least, int(room * segment.tokens / total)) if there else 0
        for segment, there in zip(segments, present, strict=True)
    ]
    if any(present):
        widest = max(range(len(widths)), key=widths.__getitem__)
        widths[widest] = max(least, widths[widest] + room - sum(widths))
    return widths
