"""Facts from what was said: extraction, and what a new fact does to those already held."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import Message, PersonState, Session
from desktop_app.domain.extraction import extract
from desktop_app.domain.jobs import Job
from desktop_app.domain.memory import Fact, FactCandidate, FactState
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
    summary says never becomes evidence. All facts of one turn are stored in one transaction, together with
    the end of its job.
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
        found = self._store.read(lambda db: self._to_read(db, job.turn_id)) if mode is not FactMode.OFF else None
        candidates = self._candidates(*found) if found is not None else []

        def work(db: Repositories) -> int | None:
            person_id = None
            if candidates and (still := self._to_read(db, job.turn_id)) is not None:
                message, session, _ = still
                state = FactState.PROPOSED if mode is FactMode.ASK else FactState.ACTIVE
                self.take(db, session, message, candidates, state)
                person_id = session.person_id
            db.jobs.done(job)
            return person_id

        return self._store.write(work)

    @staticmethod
    def _to_read(db: Repositories, turn_id: int) -> tuple[Message, Session, list[Fact]] | None:
        """The message to read, its session and what was learnt there of late; None where nothing may be learnt."""
        try:
            turn = db.turns.get(turn_id)
        except KeyError:
            return None  # erased meanwhile
        session = db.sessions.get(turn.session_id)
        if turn.is_from_memory or db.people.get(session.person_id).state is not PersonState.ACTIVE:
            return None  # its facts were taken with the turn, or the person is restricted
        if db.facts.from_message(turn.question.id):
            return None  # done before a kill that kept the job
        known = db.facts.list(session.person_id)
        recent = sorted((f for f in known if f.session_id == session.id), key=lambda f: -f.observed_at_ms)
        return turn.question, session, recent[:_RECENT_FACTS]

    def _candidates(self, message: Message, _session: Session, recent: Sequence[Fact]) -> list[FactCandidate]:
        """What the words say. A long message takes a second, so this is done while nothing waits for the vault."""
        said_on = datetime.fromtimestamp(message.created_at_ms / 1000).date()
        return list(
            extract(message.text, speaker=message.speaker, vault=self._store.kind, said_on=said_on, recent=recent)
        )

    def take(
        self,
        db: Repositories,
        session: Session,
        message: Message,
        candidates: Sequence[FactCandidate],
        state: FactState,
    ) -> None:
        """Let what was found in a message become facts of the session's person, in the caller's transaction."""
        known = db.facts.list(session.person_id)
        for candidate in candidates:
            if self._take(db, session, message, candidate, state, known):
                known = db.facts.list(session.person_id)
        db.facts.close_conflicts(session.person_id, now_ms=self._clock())

    def _take(
        self,
        db: Repositories,
        session: Session,
        message: Message,
        candidate: FactCandidate,
        state: FactState,
        known: Sequence[Fact],
    ) -> bool:
        """Take one candidate. Returns whether what is known of the person is another than before."""
        now_ms = self._clock()
        said_on = datetime.fromtimestamp(message.created_at_ms / 1000).date()
        decision = reconcile(candidate, known, said_on)
        for fact_id in decision.retracted:
            db.facts.set_state(fact_id, FactState.RETRACTED, now_ms=now_ms, by=message.speaker)
            db.audit.append(message.speaker, "fact.retracted", f"fact:{fact_id}", "", now_ms)
        if decision.outcome is Outcome.FORGOTTEN:
            return bool(decision.retracted)
        if decision.outcome is Outcome.SEEN_AGAIN:
            db.facts.add_source(decision.fact_ids[0], candidate, message=message)
            return bool(decision.retracted)
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
        return True
