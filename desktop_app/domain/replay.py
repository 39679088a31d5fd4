"""A session's prompts built again by other settings, beside those that were sent."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.domain.errors import UserError
from desktop_app.domain.ledger import Ledger


@dataclass(frozen=True, slots=True)
class PromptOutline:
    """What a prompt held: tokens, places of its turns and of those left out, recalled turns by id."""

    tokens: int
    kept: frozenset[int]
    clipped: frozenset[int]
    recalled: frozenset[int]

    @classmethod
    def of(cls, ledger: Ledger) -> PromptOutline:
        """The outline of a ledger."""
        return cls(
            ledger.prompt_tokens,
            frozenset(ledger.kept),
            frozenset(turn.ordinal for turn in ledger.clipped),
            frozenset(snippet.turn_id for snippet in ledger.recalled),
        )


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
    """A turn's prompt as it was and as it would be; ``now`` is None where it cannot be built."""

    turn_id: int
    ordinal: int
    was: PromptOutline
    now: PromptOutline | None
    error: UserError | None = None
