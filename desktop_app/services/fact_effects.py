"""What a fact that is held from now on does to those held before it."""

from __future__ import annotations

from desktop_app.domain.memory import Fact, FactCandidate, FactState
from desktop_app.domain.validity import Decision, Outcome
from desktop_app.storage.repositories import Repositories


def take_effect(db: Repositories, fact: Fact, decision: Decision, *, by: str, now_ms: int) -> None:
    """End what a fact supersedes, put in doubt what it contradicts; in the caller's transaction.

    Args:
        db: of the transaction.
        fact: as it was stored; of a contradiction it is in doubt itself.
        decision: what `reconcile` said of it.
        by: who brought it about, for the history and the audit log.
        now_ms: Unix time in milliseconds.
    """
    for fact_id in decision.fact_ids:
        if decision.outcome is Outcome.CONFLICT:
            db.facts.set_state(fact_id, FactState.CONFLICT, now_ms=now_ms, by=by)
        else:
            db.facts.set_state(fact_id, FactState.SUPERSEDED, now_ms=now_ms, superseded_by=fact.id, by=by)
            db.facts.set_valid_to(fact_id, decision.ended_on)
            db.facts.take_place_of(fact.id, fact_id)
        db.audit.append(by, "fact.changed", f"fact:{fact_id}", "", now_ms)


def candidate_of(fact: Fact) -> FactCandidate:
    """A stored fact as if it were found now."""
    return FactCandidate(
        fact.subject,
        fact.category,
        fact.attribute,
        fact.value,
        fact.polarity,
        fact.status,
        fact.start,
        fact.end,
        fact.quote,
        fact.unit,
        fact.valid_from,
        fact.valid_to,
        confidence=fact.confidence,
        extractor=fact.extractor,
        own_category_id=fact.own_category.id if fact.own_category else None,
    )
