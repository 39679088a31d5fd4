"""Which replies of the model are not to come back as memories: what they say is not so, or stands in no record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from desktop_app.domain.clock import Clock, day_of
from desktop_app.domain.contradicted import contradicts
from desktop_app.domain.conversation import ASSISTANT, Turn
from desktop_app.domain.memory import Fact
from desktop_app.services.grounding import GroundingService
from desktop_app.storage.store import Store


class DoubtedReplies:
    """Tells of turns whose reply may not be recalled. Calls read."""

    def __init__(self, store: Store, grounding: GroundingService, clock: Clock) -> None:
        self._store = store
        self._grounding = grounding
        self._clock = clock

    def __call__(self, person_id: int, turns: Iterable[Turn]) -> frozenset[int]:
        """The turns of a person whose reply contradicts the facts held, was marked, or may tell what was deleted.

        What stood in its prompt and was deleted since may stand in the reply: it must not come back by that way.
        """
        answered = [turn for turn in turns if _has_words_of_the_model(turn)]
        if not answered:
            return frozenset()
        facts, lost = self._store.read(  # once for all of them
            lambda db: (
                db.facts.list(person_id),
                {turn.id for turn in answered if not db.ledgers.is_whole(turn.id)},
            )
        )
        today = day_of(self._clock())
        return frozenset(
            turn.id
            for turn in answered
            if turn.id in lost or self._is_marked(turn) or self._is_otherwise(turn, facts, today)
        )

    def _is_marked(self, turn: Turn) -> bool:
        return any(not value.claim.in_record or value.corrected for value in self._grounding.check(turn.id))

    def _is_otherwise(self, turn: Turn, facts: Sequence[Fact], today: date) -> bool:
        return turn.reply is not None and contradicts(turn.reply.answer, facts, self._store.kind, today)


def _has_words_of_the_model(turn: Turn) -> bool:
    return turn.reply is not None and turn.reply.speaker == ASSISTANT and bool(turn.reply.answer.strip())
