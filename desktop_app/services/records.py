"""The record of a turn: everything about one prompt and its reply as plain data for other tools."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from desktop_app.domain.clock import day_of
from desktop_app.domain.conflicts import conflicts_of
from desktop_app.domain.conversation import FinishReason, Turn
from desktop_app.domain.generation import GenerationRecord
from desktop_app.domain.ledger import Ledger, Overflow, Section
from desktop_app.domain.memory import Fact, FactState
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

# Finish reasons of turns for which no prompt was built.
_NO_PROMPT = (FinishReason.REFUSED, FinishReason.GIVEN, FinishReason.RECORDED)


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is known of a person: name, facts by id without what depends on a turn, conflicts."""

    person: str
    rows: list[tuple[int, dict[str, object]]]
    conflicts: int


class RecordService:
    """Builds records of turns from the vault, keys as documented in the README."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def record(self, turn_id: int) -> dict[str, object]:
        """The record of a stored turn, without the keys that only a script gives (record, screenshot)."""
        return self._store.read(lambda db: self._record(db, turn_id, self._facts(db, turn_id)))

    def records(self, turn_ids: Iterable[int]) -> Iterator[dict[str, object]]:
        """The records of turns of one person, each with its place among them, read one by one.

        Turns that are gone by the time they are read are left out.
        """
        place = 0
        facts: _Facts | None = None
        for turn_id in turn_ids:
            try:
                facts = facts or self._store.read(partial(self._facts, turn_id=turn_id))
                found = self._store.read(partial(self._record, turn_id=turn_id, facts=facts))
            except KeyError:
                continue
            yield {"record": place, **found}
            place += 1

    def _record(self, db: Repositories, turn_id: int, facts: _Facts) -> dict[str, object]:
        turn = db.turns.get(turn_id)
        ledger = db.ledgers.get(turn_id) if turn.finish_reason not in _NO_PROMPT else None
        in_prompt = frozenset(ledger.fact_ids) if ledger else frozenset[int]()
        return {
            "turn": turn.ordinal,
            "speaker": turn.question.speaker,
            "user": turn.question.text,
            "reply": turn.reply.words if turn.reply else "",
            "finish_reason": str(turn.finish_reason or FinishReason.INTERRUPTED),
            **_prompt_part(ledger, db.ledgers.generation(turn_id) if ledger else None),
            "session": db.sessions.get(turn.session_id).title,
            "person": facts.person,
            "facts": [{**row, "in_prompt": fact_id in in_prompt} for fact_id, row in facts.rows],
            "conflicts": facts.conflicts,
        }

    def _facts(self, db: Repositories, turn_id: int) -> _Facts:
        """The facts of the person of a turn, as they stand now."""
        person = db.people.of_session(db.turns.get(turn_id).session_id)
        facts = [fact for fact in db.facts.list(person.id) if fact.state is not FactState.FORGOTTEN]
        return _Facts(person.name, [(fact.id, self._fact(db, fact)) for fact in facts], len(conflicts_of(facts)))

    @staticmethod
    def _fact(db: Repositories, fact: Fact) -> dict[str, object]:
        return {
            "subject": fact.subject,
            "category": fact.category.value,
            "own_category": fact.own_category.name if fact.own_category else "",
            "attribute": fact.attribute,
            "value": fact.value,
            "polarity": fact.polarity.value,
            "status": fact.status.value,
            "state": fact.state.value,
            "speaker": fact.speaker,
            "quote": fact.quote,
            "session": db.sessions.get(fact.session_id).title if fact.session_id else "",
            "turn": db.turns.get(fact.turn_id).ordinal if fact.turn_id else None,
            "valid_from": fact.valid_from or day_of(fact.observed_at_ms).isoformat(),
            "valid_to": fact.valid_to or None,
        }


def prompt_record(db: Repositories, turn: Turn) -> dict[str, object] | None:
    """What the record of a turn says of its prompt and the engine; None where no prompt was built."""
    ledger = db.ledgers.get(turn.id) if turn.finish_reason not in _NO_PROMPT else None
    return _prompt_part(ledger, db.ledgers.generation(turn.id)) if ledger is not None else None


def _prompt_part(ledger: Ledger | None, generation: GenerationRecord | None) -> dict[str, object]:
    """The keys that come from the ledger and the engine; zeros and empty lists where no prompt was built."""
    return {
        "context_limit": ledger.context_limit if ledger else 0,
        "reserved": ledger.reserved if ledger else 0,
        "overflow": (ledger.overflow if ledger else Overflow.WHOLE).value,
        "sections": ledger.sections if ledger else dict.fromkeys((section.value for section in Section), 0),
        "prompt_tokens": ledger.prompt_tokens if ledger else 0,
        "reused_tokens": generation.reused_tokens if generation else 0,
        "computed_tokens": generation.computed_tokens if generation else 0,
        "prompt_sha256": generation.prompt_sha256 if generation else "",
        "kept": list(ledger.kept) if ledger else [],
        "clipped": [
            {"turn": turn.ordinal, "reason": turn.reason.value, "value": round(turn.value, 4), "tokens": turn.tokens}
            for turn in (ledger.clipped if ledger else ())
        ],
        "denoised": [{"turn": turn.ordinal, "tokens": turn.tokens} for turn in (ledger.denoised if ledger else ())],
        "recalled": [
            {
                "text": snippet.text,
                "session": snippet.session_title,
                "turn": snippet.ordinal,
                "vector": round(snippet.vector, 4),
                "word": round(snippet.word, 4),
                "score": round(snippet.score, 4),
            }
            for snippet in (ledger.recalled if ledger else ())
        ],
        "first_token_ms": round(generation.first_token_ms) if generation else 0,
        "prefill_ms": round(generation.prefill_ms) if generation else 0,
        "decode_ms": round(generation.decode_ms) if generation else 0,
        "completion_tokens": generation.completion_tokens if generation else 0,
    }
