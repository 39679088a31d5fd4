"""What it costs to read a prompt on top of what the engine has read already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from desktop_app.domain.ledger import Ledger, Piece


@dataclass(frozen=True, slots=True)
class Price:
    """What an action costs with the next message, and what it changes there.

    Attributes:
        tokens: that are read because of it and would not be without it.
        seconds: that takes; None where nothing has been measured yet.
        comes: ordinals of turns that would be in the prompt because of it.
        leaves: ordinals of turns that would leave for them.
    """

    tokens: int
    seconds: float | None
    comes: tuple[int, ...] = ()
    leaves: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ClipPrices:
    """What can be chosen about the turns that are left out.

    Attributes:
        each: the price of bringing a turn back, by its id.
        filling: of using all the free space, None where no turn would come back.
        chosen: of what is chosen already, None where nothing is.
    """

    each: Mapping[int, Price]
    filling: Price | None
    chosen: Price | None


def tokens_to_read(kept: Sequence[Piece], planned: Sequence[Piece]) -> int:
    """Tokens of a planned prompt behind the pieces it has in common with what the engine keeps."""
    common = 0
    for old, new in zip(kept, planned, strict=False):
        if old.text != new.text or old.kind != new.kind:
            break
        common += 1
    return sum(piece.tokens for piece in planned[common:])


def first_tokens(pieces: Sequence[Piece], tokens: int) -> tuple[Piece, ...]:
    """The whole pieces among the first so many tokens."""
    ends = accumulate(piece.tokens for piece in pieces)
    return tuple(piece for piece, end in zip(pieces, ends, strict=True) if end <= tokens)


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The next prompt as it would be, and with what was chosen for it.

    Attributes:
        plain: without the choices.
        chosen: with them; this is what would be sent.
        tokens: that are read more because of the choices, negative where fewer are.
        seconds: that takes, signed alike; None where nothing has been measured yet.
    """

    plain: Ledger
    chosen: Ledger
    tokens: int
    seconds: float | None

    @property
    def prompt_tokens(self) -> int:
        """By how much the prompt is longer."""
        return self.chosen.prompt_tokens - self.plain.prompt_tokens

    @property
    def sections(self) -> dict[str, int]:
        """By how much each section is longer, without those that stay as long; they sum up to the prompt's."""
        before, after = self.plain.sections, self.chosen.sections
        return {name: after[name] - before[name] for name in after if after[name] != before[name]}
