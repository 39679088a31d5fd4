"""Facts follow the branch: what only an abandoned version says is not held, and is held again when that is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from desktop_app.domain.clock import day_of
from desktop_app.domain.conversation import Turn
from desktop_app.domain.fact_changes import PROGRAM, ChangeKind
from desktop_app.domain.memory import CURRENT_STATES, HELD_STATES, Fact, FactState
from desktop_app.domain.validity import Outcome, reconcile
from desktop_app.services.fact_effects import candidate_of, take_effect
from desktop_app.storage.repositories import Repositories


def follow_branch(db: Repositories, session_id: int, *, now_ms: int) -> bool:
    """Let a person's facts speak of the branch a session shows; in the transaction that changes it.

    A fact is held as long as one of the places where it was said is on the current branch of its session,
    or a hand entered it. Facts withdrawn here keep their words and history and come back with the branch:
    a fact that ended because of one of them holds again, until it returns.

    Returns:
        Whether anything that is held is another than before.
    """
    person_id = db.sessions.get(session_id).person_id
    away = db.chunks.abandoned_turns([session_id])
    withdrawn = _withdraw(db, db.facts.said_in(away), now_ms) if away else False
    returned = _bring_back(db, person_id, now_ms)
    if withdrawn or returned:
        db.facts.close_conflicts(person_id, now_ms=now_ms)
    return withdrawn or returned


def take_branch(db: Repositories, before: Turn, turn: Turn, *, now_ms: int) -> None:
    """Let the facts follow to a turn that was stored beside another; facts of the same words need not be found anew."""
    if turn.question.text == before.question.text and turn.question.speaker == before.question.speaker:
        db.facts.carry_over(before.question.id, turn.question.id)
    follow_branch(db, turn.session_id, now_ms=now_ms)


def facts_beside(db: Repositories, before: Turn, text: str, *, now_ms: int) -> list[Fact]:
    """The facts that would be other than they are if ``text`` were said in a turn's place.

    The transaction must be rolled back: the turn is stored to see it.
    """
    person_id = db.sessions.get(before.session_id).person_id
    before_it = {fact.id: fact for fact in db.facts.list(person_id)}
    turn = db.turns.add(before.session_id, before.parent_id, text, before.question.speaker, now_ms=now_ms)
    take_branch(db, before, turn, now_ms=now_ms)
    after = db.facts.list(person_id)
    return [fact for fact in after if fact.state is not before_it[fact.id].state]


def _is_supported(db: Repositories, fact: Fact) -> bool:
    if fact.by_hand:
        return True
    sources = db.fact_history.sources(fact.id)
    return any(db.turns.is_current(db.turns.get(source.turn_id)) for source in sources)


def _withdraw(db: Repositories, facts: Iterable[Fact], now_ms: int) -> bool:
    """Withdraw those of the facts that nothing on a branch says, the newest first."""
    changed = False
    for fact in sorted(facts, key=lambda one: -one.id):
        if db.facts.get(fact.id).state not in HELD_STATES or _is_supported(db, fact):
            continue
        changed = True
        db.facts.set_state(fact.id, FactState.RETRACTED, now_ms=now_ms, kind=ChangeKind.WITHDRAWN)
        db.audit.append(PROGRAM, "fact.withdrawn", f"fact:{fact.id}", "", now_ms)
        for older in db.facts.replaced_by(fact.id):
            _revive(db, older, fact, now_ms)
    return changed


def _revive(db: Repositories, older: Fact, newer: Fact, now_ms: int) -> None:
    """What a fact replaced holds again when that fact is said no longer."""
    if older.state not in (FactState.SUPERSEDED, FactState.RETRACTED):
        return
    db.facts.set_state(older.id, FactState.ACTIVE, now_ms=now_ms, kind=ChangeKind.RETURNED)
    if older.valid_to in (newer.valid_from, _day(newer).isoformat()):
        db.facts.set_valid_to(older.id, "")
    _withdraw(db, (older,), now_ms)


def _bring_back(db: Repositories, person_id: int, now_ms: int) -> bool:
    changed = False
    waiting = db.facts.last_changed_as(person_id, ChangeKind.WITHDRAWN)
    for fact in sorted(waiting, key=lambda one: (one.observed_at_ms, one.id)):
        if _is_supported(db, fact):
            _hold_again(db, fact, now_ms)
            changed = True
    return changed


def _hold_again(db: Repositories, fact: Fact, now_ms: int) -> None:
    """Take a withdrawn fact as if its words were said now, after all that is held."""
    before = [change.state for change in db.fact_history.changes((fact.id,))][:-1]
    if before and before[-1] is FactState.PROPOSED:
        db.facts.set_state(fact.id, FactState.PROPOSED, now_ms=now_ms, kind=ChangeKind.RETURNED)
        return
    known: Sequence[Fact] = [
        one for one in db.facts.list(fact.person_id, (*CURRENT_STATES, FactState.FORGOTTEN)) if one.id != fact.id
    ]
    decision = reconcile(candidate_of(fact), known, _day(fact))
    if decision.outcome is Outcome.FORGOTTEN:
        return
    if decision.outcome is Outcome.SEEN_AGAIN:
        db.facts.copy_sources(fact.id, decision.fact_ids[0])
        return
    state = FactState.CONFLICT if decision.outcome is Outcome.CONFLICT else FactState.ACTIVE
    db.facts.set_state(fact.id, state, now_ms=now_ms, kind=ChangeKind.RETURNED)
    db.audit.append(PROGRAM, "fact.returned", f"fact:{fact.id}", "", now_ms)
    if decision.outcome is not Outcome.ADD:
        take_effect(db, fact, decision, by=PROGRAM, now_ms=now_ms)
    for older in db.facts.corrected_by(fact.id):
        db.facts.set_state(older.id, FactState.RETRACTED, now_ms=now_ms, superseded_by=fact.id)


def _day(fact: Fact) -> date:
    return day_of(fact.observed_at_ms)
