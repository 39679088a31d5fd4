"""Holds stored replies against the prompts they were written from, and knows where their values were said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from desktop_app.domain.conversation import Turn
from desktop_app.domain.events import Changed, Event
from desktop_app.domain.grounding.claims import values_in
from desktop_app.domain.grounding.marks import Claim, check_reply, held_values
from desktop_app.domain.ledger import Ledger
from desktop_app.services.settings import SettingsService
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

_REPLIES_KEPT = 512
_TEXTS_KEPT = 2048  # pieces of prompts; the same history stands in many of them


@dataclass(frozen=True, slots=True)
class Place:
    """A turn of a session."""

    session_id: int
    turn_id: int


@dataclass(frozen=True, slots=True)
class CheckedValue:
    """A value of a reply, and the turn in which it was said; no place where no turn said it."""

    claim: Claim
    place: Place | None = None


class GroundingService:
    """Checks replies, each once. Calls block; nothing is written."""

    def __init__(self, store: Store, settings: SettingsService) -> None:
        self._store = store
        self._settings = settings
        self._values = lru_cache(_TEXTS_KEPT)(values_in)
        self._checked = lru_cache(_REPLIES_KEPT)(self._check)

    def check(self, turn_id: int) -> tuple[CheckedValue, ...]:
        """The values of a turn's reply, in its order.

        Nothing where there is nothing to hold it against: no prompt was built, the reply is still
        being written, words of its prompt were erased since, or the setting is off.
        """
        if not self._settings.get().mark_unrecorded:
            return ()
        try:
            turn = self._store.read(lambda db: db.turns.get(turn_id))
        except KeyError:
            return ()
        if turn.reply is None or turn.finish_reason is None or turn.is_from_memory:
            return ()
        return self._checked(turn)

    def on_event(self, event: Event) -> None:
        """Forget what was read as soon as something may have been erased."""
        if isinstance(event, Changed) and not event.origin.startswith("chat."):
            self._checked.cache_clear()
            self._values.cache_clear()

    def _check(self, turn: Turn) -> tuple[CheckedValue, ...]:
        assert turn.reply is not None

        def work(db: Repositories) -> Ledger | None:
            return db.ledgers.get(turn.id) if db.ledgers.is_whole(turn.id) else None

        ledger = self._store.read(work)
        if ledger is None:
            return ()
        today = date.fromtimestamp(turn.created_at_ms / 1000)
        claims = check_reply(turn.reply.text, held_values(ledger.pieces, today, self._values))
        places = self._store.read(lambda db: _places(db, ledger, claims))
        return tuple(CheckedValue(claim, _first_place(claim, places)) for claim in claims)


def _first_place(claim: Claim, places: dict[str, Place]) -> Place | None:
    """Where it was said by somebody: a fact's turn, a question, then a recalled turn, then an earlier reply."""
    known = [source for source in claim.sources if source in places]
    return places[min(known, key=_rank)] if known else None


def _rank(source: str) -> int:
    kind, _, identity = source.partition(":")
    if kind == "message":
        return 1 if int(identity) % 2 else 3  # a question has an odd id, see the schema
    return {"fact": 0, "chunk": 2}.get(kind, 4)


def _places(db: Repositories, ledger: Ledger, claims: Iterable[Claim]) -> dict[str, Place]:
    """The turns of the sources of claims, as far as they still exist."""
    recalled = {snippet.chunk_id: Place(snippet.session_id, snippet.turn_id) for snippet in ledger.recalled}
    found: dict[str, Place] = {}
    for source in {source for claim in claims for source in claim.sources}:
        kind, _, identity = source.partition(":")
        try:
            if kind == "message":
                turn = db.turns.get((int(identity) + 1) // 2)
                found[source] = Place(turn.session_id, turn.id)
            elif kind == "fact":
                fact = db.facts.get(int(identity))
                if fact.turn_id and fact.session_id:
                    found[source] = Place(fact.session_id, fact.turn_id)
            elif kind == "chunk" and int(identity) in recalled:
                found[source] = recalled[int(identity)]
        except KeyError:
            continue
    return found
