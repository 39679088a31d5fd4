"""Holds stored replies against the prompts they were written from, and knows where their values were said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from desktop_app.domain.clock import day_of
from desktop_app.domain.conversation import Turn, VaultKind
from desktop_app.domain.events import Changed, Event
from desktop_app.domain.fact_lines import named_value
from desktop_app.domain.grounding.advice import advises_on_drugs
from desktop_app.domain.grounding.claims import values_in
from desktop_app.domain.grounding.corrected import correction_of, was_known_wrong
from desktop_app.domain.grounding.marks import Claim, check_reply, held_values
from desktop_app.domain.grounding.outdated import is_stopped, replaced_by
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
class Since:
    """What became of a drug: what is taken now, or the drug that was stopped."""

    words: str
    stopped: bool


@dataclass(frozen=True, slots=True)
class CheckedValue:
    """A value of a reply, and the turn in which it was said; no place where no turn said it.

    ``corrected``: it was said, but had been taken back or changed when the reply was written; the place is that of the
    words that did. ``now``: where a drug was changed or stopped, what is taken since and whether nothing is.
    """

    claim: Claim
    place: Place | None = None
    corrected: bool = False
    now: Since | None = None


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
        being written, or the setting is off. Where words of its prompt were erased since, those values
        that the rest still holds: of another nobody can tell any more whether it was there.
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

    def advises_on_drugs(self, turn_id: int) -> bool:
        """Whether a turn's reply says what to do with a medicine; only asked where there are patients."""
        if self._store.kind is not VaultKind.CLINICAL:
            return False
        try:
            turn = self._store.read(lambda db: db.turns.get(turn_id))
        except KeyError:
            return False
        return turn.reply is not None and not turn.is_from_memory and advises_on_drugs(turn.reply.text)

    def on_event(self, event: Event) -> None:
        """Forget what was read as soon as something may have been erased."""
        if isinstance(event, Changed) and not event.origin.startswith("chat."):
            self._checked.cache_clear()
            self._values.cache_clear()

    def _check(self, turn: Turn) -> tuple[CheckedValue, ...]:
        assert turn.reply is not None

        ledger, whole = self._store.read(lambda db: (db.ledgers.get(turn.id), db.ledgers.is_whole(turn.id)))
        if ledger is None:
            return ()
        today = day_of(turn.created_at_ms)
        claims = check_reply(turn.reply.text, held_values(ledger.pieces, today, self._values))
        if not whole:
            claims = tuple(claim for claim in claims if claim.in_record)
        return self._store.read(lambda db: _placed(db, turn, ledger, claims))


def _placed(db: Repositories, turn: Turn, ledger: Ledger, claims: Sequence[Claim]) -> tuple[CheckedValue, ...]:
    """Claims with their places; those that rest on what was taken back alone with the place of the correction."""
    assert turn.reply is not None
    places = _places(db, ledger, claims)
    facts = {fact.id: fact for fact in db.facts.list(db.sessions.get(turn.session_id).person_id)}
    at_ms = turn.reply.created_at_ms
    wrong = [fact for fact in facts.values() if was_known_wrong(fact, facts, turn.id, at_ms)]
    said = {source: place.turn_id for source, place in places.items() if _is_said(source)}
    instead = replaced_by(claims, turn.reply.text, facts, at_ms)
    checked: list[CheckedValue] = []
    for claim in claims:
        if (since := instead.get(claim)) is not None:
            place = Place(since.session_id, since.turn_id) if since.turn_id else _first_place(claim, places)
            stopped = is_stopped(since)
            words = (since.attribute or since.value) if stopped else named_value(since, since.value)
            checked.append(CheckedValue(claim, place, corrected=True, now=Since(words, stopped)))
            continue
        taken_back = correction_of(claim, turn.reply.text, wrong, facts, said) if wrong else None
        if taken_back is None:
            checked.append(CheckedValue(claim, _first_place(claim, places)))
            continue
        source = facts.get(taken_back.superseded_by or 0) or taken_back
        place = Place(source.session_id, source.turn_id) if source.turn_id else None
        checked.append(CheckedValue(claim, place or _first_place(claim, places), corrected=True))
    return tuple(checked)


def _is_said(source: str) -> bool:
    """Whether a person said it: a question, a recalled turn or a fact, but no earlier reply."""
    kind, _, identity = source.partition(":")
    return kind in ("fact", "chunk") or (kind == "message" and int(identity) % 2 == 1)


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
                turn = db.turns.of_message(int(identity))
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
