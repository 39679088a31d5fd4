"""Facts from what was said: extraction, and what a new fact does to those already held."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import Message, PersonState, Session, Turn
from desktop_app.domain.extraction import extract
from desktop_app.domain.jobs import Job
from desktop_app.domain.memory import FactCandidate, FactState
from desktop_app.domain.settings import FactMode
from desktop_app.domain.validity import Outcome, reconcile
from desktop_app.services.settings import SettingsService
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

JOB = "extract"
_RECENT_FACTS = 20  # what a bare correction ("no, the other one") may be about


class ExtractionService:
    """Takes the facts out of a stored turn, once.

    Only the user's side of the turn is read: what the model said, what was recalled and what a
    summary says never becomes evidence. Everything about one turn happens in one transaction,
    together with the end of its job.
    """

    def __init__(self, store: Store, settings: SettingsService, clock: Clock) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock

    def do(self, job: Job) -> int | None:
        """Do the extraction job of a turn. Returns the person whose facts changed, None if none did.

        They go to the person of the turn's session, whoever is shown meanwhile.
        """
        mode = self._settings.get().fact_mode

        def work(db: Repositories) -> int | None:
            turn = db.turns.get(job.turn_id)
            session = db.sessions.get(turn.session_id)
            person = db.people.get(session.person_id)
            changed = False
            if mode is not FactMode.OFF and person.state is PersonState.ACTIVE:
                state = FactState.PROPOSED if mode is FactMode.ASK else FactState.ACTIVE
                changed = self._take_facts(db, session, turn, state)
            db.jobs.done(job)
            return person.id if changed else None

        return self._store.write(work)

    def _take_facts(self, db: Repositories, session: Session, turn: Turn, state: FactState) -> bool:
        message = turn.question
        if turn.is_from_memory or db.facts.from_message(message.id):
            return False  # taken with the turn, or before a kill that kept the job
        said_on = datetime.fromtimestamp(message.created_at_ms / 1000).date()
        known = db.facts.list(session.person_id)
        recent = sorted((f for f in known if f.session_id == session.id), key=lambda f: -f.observed_at_ms)
        candidates = extract(
            message.text,
            speaker=message.speaker,
            vault=self._store.kind,
            said_on=said_on,
            recent=recent[:_RECENT_FACTS],
        )
        self.take(db, session, message, candidates, state)
        return bool(candidates)

    def take(
        self,
        db: Repositories,
        session: Session,
        message: Message,
        candidates: Sequence[FactCandidate],
        state: FactState,
    ) -> None:
        """Let what was found in a message become facts of the session's person, in the caller's transaction."""
        for candidate in candidates:
            self._take(db, session, message, candidate, state)
        db.facts.close_conflicts(session.person_id, now_ms=self._clock())

    def _take(
        self, db: Repositories, session: Session, message: Message, candidate: FactCandidate, state: FactState
    ) -> None:
        now_ms = self._clock()
        said_on = datetime.fromtimestamp(message.created_at_ms / 1000).date()
        decision = reconcile(candidate, db.facts.list(session.person_id), said_on)
        for fact_id in decision.retracted:
            db.facts.set_state(fact_id, FactState.RETRACTED, now_ms=now_ms, by=message.speaker)
            db.audit.append(message.speaker, "fact.retracted", f"fact:{fact_id}", "", now_ms)
        if decision.outcome is Outcome.FORGOTTEN:
            return
        if decision.outcome is Outcome.SEEN_AGAIN:
            db.facts.add_source(decision.fact_ids[0], candidate, message=message)
            return
        in_conflict = decision.outcome is Outcome.CONFLICT
        fact = db.facts.add(
            session.person_id,
            candidate,
            message=message,
            session_id=session.id,
            state=FactState.CONFLICT if in_conflict else state,
            observed_at_ms=message.created_at_ms,
            now_ms=now_ms,
        )
        db.audit.append(message.speaker, "fact.added", f"fact:{fact.id}", "", now_ms)
        for fact_id in decision.fact_ids:
            if in_conflict:
                db.facts.set_state(fact_id, FactState.CONFLICT, now_ms=now_ms, by=message.speaker)
            else:
                db.facts.set_state(
                    fact_id, FactState.SUPERSEDED, now_ms=now_ms, superseded_by=fact.id, by=message.speaker
                )
                db.facts.set_valid_to(fact_id, decision.ended_on)
            db.audit.append(message.speaker, "fact.changed", f"fact:{fact_id}", "", now_ms)
