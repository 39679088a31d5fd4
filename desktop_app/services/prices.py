"""What it costs to change something about the next prompt, told before it is done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.ledger import Ledger, Piece
from desktop_app.domain.memory import Fact
from desktop_app.domain.prices import ClipPrices, Price, WhatIf, tokens_to_read
from desktop_app.services.context import ContextService
from desktop_app.services.prompt_cache import PromptCache

_FILL = TurnChoices(fill_now=True)


class PriceService:
    """Plans the next prompt with an action and without it. Calls block; nothing is written or sent.

    What is recalled and the message itself are left out of both plans: they are read in any case.
    Every method raises `errors.UserError` where no prompt can be built, and KeyError where there is no
    such session.
    """

    def __init__(self, context: ContextService, cache: PromptCache) -> None:
        self._context = context
        self._cache = cache

    @property
    def kept(self) -> tuple[Piece, ...]:
        """What of the last prompt the engine has in its cache."""
        return self._cache.pieces

    def of_choices(self, session_id: int, choices: TurnChoices) -> Price:
        """The price of sending the next message with these choices."""
        return self._compared(self._context.plan(session_id), self._context.plan(session_id, choices))

    def of_clipped(self, session_id: int, turn_ids: Iterable[int], choices: TurnChoices = NO_CHOICES) -> ClipPrices:
        """The prices of having turns back: each besides what is chosen already, and all there is room for."""
        plain = self._context.plan(session_id)
        begun = plain if choices == NO_CHOICES else self._context.plan(session_id, choices)
        each = {
            turn_id: self._compared(
                begun, self._context.plan(session_id, replace(choices, bring_back=choices.bring_back | {turn_id}))
            )
            for turn_id in turn_ids
        }
        filling = self._compared(plain, self._context.plan(session_id, _FILL))
        chosen = None if choices == NO_CHOICES else self._compared(plain, begun)
        return ClipPrices(each, filling if filling.comes else None, chosen)

    def of_fact(self, session_id: int, changed: Fact) -> Price:
        """The price of a fact becoming this one: edited, confirmed, retracted or forgotten.

        A fact whose line stands in the block at the top is taken back below the history, which costs a
        line; only what must not be in the prompt at all, a forgotten fact, has the history read again.
        """
        return self.of_choices(session_id, replace(NO_CHOICES, facts=(changed,)))

    def what_if(self, session_id: int, text: str, speaker: str, choices: TurnChoices) -> WhatIf:
        """What the choices change about the message that is being written, recall included."""
        attached = TurnChoices(attachments=choices.attachments)
        plain = self._context.preview(session_id, text, speaker, choices=attached)
        chosen = self._context.preview(session_id, text, speaker, choices=choices)
        kept = self._cache.pieces
        tokens = tokens_to_read(kept, chosen.pieces) - tokens_to_read(kept, plain.pieces)
        seconds = self._cache.seconds(abs(tokens))
        return WhatIf(plain, chosen, tokens, seconds if seconds is None or tokens >= 0 else -seconds)

    def of_running_again(
        self, session_id: int, turn_id: int, text: str, speaker: str, choices: TurnChoices = NO_CHOICES
    ) -> Price:
        """The price of asking a past turn of the branch again, its question included."""
        plan = self._context.preview(session_id, text, speaker, exclude_turn=turn_id, choices=choices, recall=False)
        tokens = tokens_to_read(self._cache.pieces, plan.pieces)
        return Price(tokens, self._cache.seconds(tokens))

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
