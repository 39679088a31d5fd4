"""What it costs to change something about the next prompt, told before it is done."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.ledger import Ledger, Piece
from desktop_app.domain.memory import Fact
from desktop_app.domain.prices import Price, tokens_to_read
from desktop_app.services.context import ContextService
from desktop_app.services.prompt_cache import PromptCache


class PriceService:
    """Plans the next prompt with an action and without it. Calls block; nothing is written or sent.

    What is recalled and the message itself are left out of both plans: they are read in any case.
    """

    def __init__(self, context: ContextService, cache: PromptCache) -> None:
        self._context = context
        self._cache = cache

    @property
    def kept(self) -> tuple[Piece, ...]:
        """What of the last prompt the engine has in its cache."""
        return self._cache.pieces

    def of_choices(self, session_id: int, choices: TurnChoices, speaker: str) -> Price:
        """The price of sending the next message with these choices.

        Raises:
            UserError: no prompt can be built.
            KeyError: there is no such session.
        """
        return self._compared(self._plan(session_id, NO_CHOICES, speaker), self._plan(session_id, choices, speaker))

    def of_filling(self, session_id: int, speaker: str) -> Price | None:
        """The price of using the free space at once, None where no turn would come back."""
        price = self.of_choices(session_id, TurnChoices(fill_now=True), speaker)
        return price if price.comes else None

    def of_fact(self, session_id: int, changed: Fact, speaker: str) -> Price:
        """The price of a fact becoming this one: edited, retracted or forgotten."""
        return self.of_choices(session_id, replace(NO_CHOICES, facts=(changed,)), speaker)

    def of_running_again(
        self, session_id: int, turn_id: int, text: str, speaker: str, choices: TurnChoices = NO_CHOICES
    ) -> Price:
        """The price of asking a past turn of the branch again, its question included."""
        plan = self._context.preview(session_id, text, speaker, exclude_turn=turn_id, choices=choices, recall=False)
        tokens = tokens_to_read(self._cache.pieces, plan.pieces)
        return Price(tokens, self._cache.seconds(tokens))

    def _plan(self, session_id: int, choices: TurnChoices, speaker: str) -> Ledger:
        return self._context.preview(session_id, "", speaker, choices=choices, recall=False)

    def _compared(self, without: Ledger, with_it: Ledger) -> Price:
        kept = self._cache.pieces
        tokens = max(0, tokens_to_read(kept, with_it.pieces) - tokens_to_read(kept, without.pieces))
        before, after = set(without.kept), set(with_it.kept)
        return Price(
            tokens,
            self._cache.seconds(tokens),
            comes=tuple(sorted(after - before)),
            leaves=tuple(sorted(before - after)),
        )
