"""How the window is divided, what goes first when it is short, and when nothing can be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app.domain.errors import MessageTooLarge
from desktop_app.domain.ledger import Overflow, Section
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.settings import ContextSettings

# Caps are settings, but in a small window they shrink: the history must keep enough room to last
# several turns between two clips. Recall and the summary have shares of what exceeds the first tokens,
# which belong to the standing parts and the newest turns; below, each may still say one short thing.
NEWEST_TOKENS = 512
RECALL_SHARE = 0.2
SUMMARY_SHARE = 0.15
ONE_SHORT_THING_TOKENS = 52
ONE_SHORT_THING_SHARE = 0.12  # of a tiny window, if that is less
FACTS_SHARE = 0.2  # of the window less the reserve
STANDING_FACTS_SHARE = 0.75  # of the facts' cap; the rest is for facts of the question and new ones
RELATED_FACTS_SHARE = 0.35  # of the facts' cap, for facts that share words with the question
RESERVE_SHARE = 0.5  # the reply never reserves more of the window than this
TURN_SHARE = 1 / 3  # a larger turn of the history is sent as head and tail
# Turns leave for what was recalled, up to half of its cap; in a smaller window recall has what is free
# and no more, else the history would be read from its beginning nearly every turn.
RECALL_FLOOR_FROM_TOKENS = 1_200

_BOUNDARY = Pattern(r"[\s,.;!?，。；！？、]")
_LOOK_AROUND = 24  # characters searched for a good place to cut


@dataclass(frozen=True, slots=True)
class Window:
    """A division of the context window, in tokens."""

    context_limit: int
    reserved: int
    recall_cap: int
    recall_floor: int  # for which turns leave; above it, recall takes what is free
    facts_cap: int
    summary_cap: int
    turn_cap: int  # for one turn of the history

    @property
    def available(self) -> int:
        """Tokens for the whole prompt."""
        return self.context_limit - self.reserved


def divide(settings: ContextSettings, context_limit: int) -> Window:
    """Divide the window that the engine really allocated."""
    reserved = min(settings.reply_reserve_tokens, int(context_limit * RESERVE_SHARE))
    available = context_limit - reserved
    above = max(0, available - NEWEST_TOKENS)
    least = min(ONE_SHORT_THING_TOKENS, int(available * ONE_SHORT_THING_SHARE))
    recall_cap = min(settings.recall_budget_tokens, max(least, int(above * RECALL_SHARE)))
    return Window(
        context_limit=context_limit,
        reserved=reserved,
        recall_cap=recall_cap,
        recall_floor=recall_cap // 2 if available >= RECALL_FLOOR_FROM_TOKENS else 0,
        facts_cap=min(settings.facts_budget_tokens, int(available * FACTS_SHARE)),
        summary_cap=min(settings.summary_budget_tokens, max(least, int(above * SUMMARY_SHARE))),
        turn_cap=int(context_limit * TURN_SHARE),
    )


def overflow_check(prompt_tokens: int, limit: int) -> Overflow:
    """The branch a prompt takes: WHOLE where everything fits ``limit`` tokens, else CLIPPED.

    CLIPPED means: clip, and let the summary and recall stand for what left.
    """
    return Overflow.WHOLE if prompt_tokens <= limit else Overflow.CLIPPED


def reference_text(system: str, history: Sequence[str], question: str) -> str:
    """A prompt without a template, as the published example counts it: one text, history by lines."""
    return system + "\n".join(history) + question


def require_fit(needed: dict[Section, int], window: Window) -> None:
    """Refuse a prompt whose indispensable part does not fit.

    Args:
        needed: tokens by section of what cannot be left out: system text, question, template.
        window: the division of the window.

    Raises:
        MessageTooLarge: names the largest section that a person can shorten.
    """
    total = sum(needed.values())
    if total <= window.available:
        return
    blamed = {section: tokens for section, tokens in needed.items() if section is not Section.TEMPLATE}
    largest = max(blamed or needed, key=lambda section: needed[section])
    raise MessageTooLarge(str(largest), total, window.available, window.context_limit, window.reserved)


@dataclass(frozen=True, slots=True)
class HeadAndTail:
    """A long text without its middle."""

    head: str
    omitted: int  # characters
    tail: str


def head_and_tail(text: str, keep_characters: int) -> HeadAndTail:
    """Cut the middle out of a text: two thirds of what stays are its head.

    Cuts at white space or punctuation where there is some nearby, so that words and joined
    characters stay whole.
    """
    keep = max(0, min(keep_characters, len(text)))
    head_end = keep * 2 // 3
    tail_start = len(text) - (keep - head_end)
    before = [match.end() for match in _BOUNDARY.finditer(text, max(0, head_end - _LOOK_AROUND), head_end)]
    after = _BOUNDARY.search(text, tail_start, min(len(text), tail_start + _LOOK_AROUND))
    head_end = before[-1] if before else head_end
    tail_start = after.end() if after else tail_start
    return HeadAndTail(text[:head_end], tail_start - head_end, text[tail_start:])
