"""Time travel along a session: the figures of every turn, and the exact prompt of any of them."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.domain.generation import GenerationRecord
from desktop_app.domain.ledger import Ledger
from desktop_app.domain.timeline import Series, TurnFigures
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store


@dataclass(frozen=True, slots=True)
class PastPrompt:
    """A prompt as the engine got it, rebuilt from what is stored.

    ``whole`` is False where text of it was erased since: its pieces are empty there, and its hash
    can match no longer.
    """

    turn_id: int
    ledger: Ledger
    generation: GenerationRecord
    whole: bool

    @property
    def matches(self) -> bool:
        """Whether the rebuilt prompt has the hash that the engine computed of what it received."""
        return self.whole and self.ledger.sha256 == self.generation.prompt_sha256


class TimelineService:
    """Reads figures and past prompts. Calls block; nothing is written."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def turns(self, session_id: int) -> tuple[TurnFigures, ...]:
        """The turns of the session's current branch, oldest first, in one query."""
        return tuple(self._store.read(lambda db: db.ledgers.timeline(session_id)))

    def series(self, session_id: int) -> Series:
        """The same with what a picture of them needs."""
        return Series.of(self.turns(session_id))

    def prompt(self, turn_id: int) -> PastPrompt | None:
        """The prompt of a stored turn, None where none was built or the turn is gone."""

        def work(db: Repositories) -> PastPrompt | None:
            ledger, generation = db.ledgers.get(turn_id), db.ledgers.generation(turn_id)
            if ledger is None or generation is None:
                return None
            return PastPrompt(turn_id, ledger, generation, db.ledgers.is_whole(turn_id))

        return self._store.read(work)
