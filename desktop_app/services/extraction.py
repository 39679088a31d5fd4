"""Facts from what was said: extraction, and what a new fact does to those already held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app.domain.clock import Clock, day_of
from desktop_app.domain.consent import refusal
from desktop_app.domain.conversation import FAMILY_PREFIX, Message, Session, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.extraction.guesses import is_worth_asking
from desktop_app.domain.extraction.named_people import NamedPeople
from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.jobs import Job
from desktop_app.domain.memory import Fact, FactCandidate, FactState
from desktop_app.domain.pressure_pairs import half_left
from desktop_app.domain.settings import FactMode, fact_mode_of
from desktop_app.domain.told_against import as_told_against
from desktop_app.domain.validity import Outcome, as_of_corrected, reconcile, with_dose_held
from desktop_app.services.branch_facts import follow_branch
from desktop_app.services.fact_effects import take_effect
from desktop_app.services.guessing import JOB as GUESSING_JOB
from desktop_app.services.settings import SettingsService
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

JOB = "extract"
_EARLIER_TURNS = 30
_RECENT_FACTS = 20  # what a bare correction ("no, the other one") may be about


@dataclass(frozen=True, slots=True)
class _ToRead:
    """A message to read, with its session, what was learnt there of late, and what people are called."""

    message: Message
    session: Session
    recent: tuple[Fact, ...]
    named: NamedPeople
    known: tuple[Fact, ...]
    earlier: tuple[str, ...]  # of the same relative, who may have said before whose daughter it is


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
        found = self._store.read(lambda db: self._read(db, job.turn_id))
        candidates = self._candidates(found) if found is not None else []
        to_the_model = found is not None and not candidates and self._is_left_to_the_model(found)

        def work(db: Repositories) -> int | None:
            person_id = None
            if candidates and (still := self._to_read(db, job.turn_id)) is not None:
                message, session = still
                mode = self._mode(db, session)
                state = FactState.PROPOSED if mode is FactMode.ASK else FactState.ACTIVE
                self.take(db, session, message, candidates, state)
                person_id = session.person_id
            if to_the_model and self._to_read(db, job.turn_id) is not None:
                db.jobs.add(job.turn_id, (GUESSING_JOB,))
            db.jobs.done(job)
            return person_id

        return self._store.write(work)

    def read_waiting(self, person_id: int, most: int) -> tuple[bool, int]:
        """Read what was said with a person and waits for it, the oldest first.

        Args:
            person_id: whose turns.
            most: how many turns are read at once; each takes some milliseconds.

        Returns:
            Whether facts changed, and how many turns are still unread: what is more, and what failed before.
        """
        waiting = self._store.read(lambda db: db.jobs.of_person(person_id, JOB))
        ready = [job for job in waiting if not job.attempts][:most]
        changed = [self.do(job) is not None for job in ready]
        return any(changed), len(waiting) - len(ready)

    def _mode(self, db: Repositories, session: Session) -> FactMode:
        return fact_mode_of(db.people.get(session.person_id), self._settings.get())

    def _to_read(self, db: Repositories, turn_id: int) -> tuple[Message, Session] | None:
        """The message to read, with its session; None where nothing may be learnt."""
        try:
            turn = db.turns.get(turn_id)
        except KeyError:
            return None  # erased meanwhile
        session = db.sessions.get(turn.session_id)
        if turn.is_from_memory or refusal(db.people.get(session.person_id), self._settings.get()):
            return None  # its facts were taken with the turn, or nothing may be learnt about the person
        if self._mode(db, session) is FactMode.OFF:
            return None
        if db.facts.from_message(turn.question.id):
            return None  # done before a kill that kept the job
        return turn.question, session

    def _read(self, db: Repositories, turn_id: int) -> _ToRead | None:
        """The same with what its reading needs: what was learnt of late, and thousands of names maybe."""
        if (found := self._to_read(db, turn_id)) is None:
            return None
        message, session = found
        known = db.facts.list(session.person_id)
        recent = sorted((f for f in known if f.session_id == session.id), key=lambda f: -f.observed_at_ms)
        person = db.people.get(session.person_id)
        clinical = self._store.kind is VaultKind.CLINICAL  # elsewhere names are of spaces, not of people
        others = [each.name for each in db.people.list() if each.id != person.id] if clinical else []
        named = NamedPeople(person.name if clinical else "", tuple(others))
        earlier = self._earlier(db, message, session) if message.speaker.startswith(FAMILY_PREFIX) else ()
        return _ToRead(message, session, tuple(recent[:_RECENT_FACTS]), named, tuple(known), earlier)

    def _earlier(self, db: Repositories, message: Message, session: Session) -> tuple[str, ...]:
        """What the speaker of a message said before it of late in the session."""
        before = db.turns.get(message.turn_id).ordinal
        turns = db.turns.branch(session.id, before_ordinal=before, limit=_EARLIER_TURNS)
        return tuple(turn.question.text for turn in turns if turn.question.speaker == message.speaker)

    def _candidates(self, found: _ToRead) -> list[FactCandidate]:
        """What the words say. A long message takes a second, so this is done while nothing waits for the vault."""
        message = found.message
        return list(
            extract(
                message.text,
                speaker=message.speaker,
                vault=self._store.kind,
                said_on=day_of(message.created_at_ms),
                recent=found.recent,
                own_name=found.named.own,
                others=found.named.others,
                known=found.known,
                earlier=found.earlier,
            )
        )

    def _is_left_to_the_model(self, found: _ToRead) -> bool:
        """Whether a message without facts looks like a statement that the model may find some in.

        Not where it names another patient: the model does not tell whose a finding is.
        """
        message = found.message
        names_another = any(not own for _, _, own in found.named.find(normalise(message.text)))
        if names_another or not self._settings.get().model_facts:
            return False
        said_on = day_of(message.created_at_ms)
        return is_worth_asking(message.text, speaker=message.speaker, vault=self._store.kind, said_on=said_on)

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
        if not db.turns.is_current(db.turns.get(message.turn_id)):  # edited or left meanwhile
            follow_branch(db, session.id, now_ms=self._clock())

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
        if candidate.unsure:
            state = FactState.PROPOSED
        proposed = state is FactState.PROPOSED
        said_on = day_of(message.created_at_ms)
        candidate = as_told_against(candidate, known, message.speaker)
        decision = reconcile(candidate, known, said_on)
        candidate = with_dose_held(as_of_corrected(candidate, known, decision, said_on), known, decision)
        # What is only proposed changes nothing that is held until somebody confirms it.
        retracted = () if proposed else decision.retracted
        if decision.outcome is Outcome.NO_MATTER:
            return False
        if decision.outcome in (Outcome.FORGOTTEN, Outcome.SEEN_AGAIN):
            self._retract(db, retracted, message, None)
        if decision.outcome is Outcome.FORGOTTEN:
            return bool(retracted)
        if decision.outcome is Outcome.SEEN_AGAIN:
            db.facts.add_source(decision.fact_ids[0], candidate, message=message)
            waiting = db.facts.get(decision.fact_ids[0]).state is FactState.PROPOSED and not proposed
            if waiting:
                db.facts.set_state(decision.fact_ids[0], FactState.ACTIVE, now_ms=now_ms, by=message.speaker)
            return bool(retracted) or waiting
        fact = db.facts.add(
            session.person_id,
            candidate,
            message=message,
            state=FactState.CONFLICT if decision.outcome is Outcome.CONFLICT and not proposed else state,
            observed_at_ms=message.created_at_ms,
            now_ms=now_ms,
        )
        db.audit.append(message.speaker, "fact.added", f"fact:{fact.id}", "", now_ms)
        self._retract(db, retracted, message, fact.id)
        self._keep_other_halves(db, candidate, [one for one in known if one.id in retracted])
        if not proposed:
            take_effect(db, fact, decision, by=message.speaker, now_ms=now_ms)
        return True

    def _keep_other_halves(self, db: Repositories, candidate: FactCandidate, taken_back: Sequence[Fact]) -> None:
        """Of 138/90 of which the upper value was wrong the lower one still holds, by the words of then."""
        for pair in taken_back:
            left = half_left(candidate, pair)
            if left is None or not pair.turn_id:
                continue
            said = db.turns.get(pair.turn_id).question
            fact = db.facts.add(
                pair.person_id,
                left,
                message=said,
                state=pair.state,
                observed_at_ms=pair.observed_at_ms,
                now_ms=self._clock(),
            )
            db.audit.append(said.speaker, "fact.added", f"fact:{fact.id}", "", self._clock())

    def _retract(self, db: Repositories, fact_ids: Sequence[int], message: Message, instead: int | None) -> None:
        """End what a message corrects away; ``instead``: the fact it states, without which the others hold again."""
        now_ms = self._clock()
        for fact_id in fact_ids:
            db.facts.set_state(fact_id, FactState.RETRACTED, now_ms=now_ms, superseded_by=instead, by=message.speaker)
            db.audit.append(message.speaker, "fact.retracted", f"fact:{fact_id}", "", now_ms)
