"""The difference of two texts by words, Chinese by characters."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from desktop_app.domain.patterns import Pattern

# A word with its inner marks (20.5, don't), else one character: Chinese has no spaces to go by.
_TOKEN: Final = Pattern(r"[A-Za-z0-9\u00c0-\u024f]+(?:[.,'’/-][A-Za-z0-9\u00c0-\u024f]+)*|.", re.S)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of both texts: ``before`` in the first, ``after`` in the second, equal where they are the same."""

    before: str
    after: str

    @property
    def same(self) -> bool:
        """Whether nothing differs here."""
        return self.before == self.after


def text_difference(before: str, after: str) -> tuple[Span, ...]:
    """Stretches that give both texts when joined. A difference is a whole word, never a part of one.

    Differences with only white space between them are one.
    """
    first, second = _TOKEN.findall(before), _TOKEN.findall(after)
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    spans: list[Span] = []
    for _, i1, i2, j1, j2 in matcher.get_opcodes():
        span = Span("".join(first[i1:i2]), "".join(second[j1:j2]))
        if len(spans) > 1 and not span.same and spans[-1].same and not spans[-2].same and spans[-1].before.isspace():
            gap, started = spans.pop(), spans.pop()
            span = Span(started.before + gap.before + span.before, started.after + gap.after + span.after)
        spans.append(span)
    return tuple(spans)
