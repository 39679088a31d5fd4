"""Facts that the local model points at where the rules found none: proposed, never believed by themselves."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app.domain.clock import Clock, day_of
from desktop_app.domain.consent import refusal
from desktop_app.domain.conversation import Message
from desktop_app.domain.extraction import guesses
from desktop_app.domain.jobs import Job
from desktop_app.domain.memory import FactCandidate, FactState
from desktop_app.domain.ports import ChatEngine
from desktop_app.domain.prompt_words import language_of
from desktop_app.domain.settings import FactMode, fact_mode_of
from desktop_app.domain.validity import Outcome, reconcile
from desktop_app.services.background_asking import ask_in_background
from desktop_app.services.settings import SettingsService
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

JOB = "guess"


@dataclass(frozen=True, slots=True)
class Guessed:
    """How a job went. ``done`` is False where it had to make way for somebody's message."""

    done: bool
    person_id: int | None = None  # whose facts changed


class GuessingService:
    """Asks the model, under a grammar, for facts in a message that the rules left without any.

    What it finds is kept only where the message bears it out (`guesses.believable`) and where it is new:
    it is proposed to the user, and neither contradicts nor replaces anything. Calls block; they belong on the
    background lane.
    """

    def __init__(self, store: Store, engine: ChatEngine, settings: SettingsService, clock: Clock) -> None:
        self._store = store
        self._engine = engine
        self._settings = settings
        self._clock = clock
        self._cancel = threading.Event()

    @property
    def ready(self) -> bool:
        """Whether there is a model to ask."""
        return self._engine.model is not None

    def stop(self) -> None:
        """Give up what is being asked, for good. Callable from any thread."""
        self._cancel.set()

    def do(self, job: Job) -> Guessed:
        """Do the job of a turn.

        Raises:
            ModelError: the model failed; nothing was stored.
        """
        message = self._store.read(lambda db: self._asked_about(db, job))
        candidates: list[FactCandidate] = []
        if message is not None:
            reply = self._ask(message.text)
            if reply is None:
                return Guessed(False)
            said_on = day_of(message.created_at_ms)
            candidates = guesses.believable(
                reply, message.text, speaker=message.speaker, vault=self._store.kind, said_on=said_on
            )
        return Guessed(True, self._store.write(lambda db: self._propose(db, job, candidates)))

    def _asked_about(self, db: Repositories, job: Job) -> Message | None:
        """The message of a job, None where it is not to be read (any more)."""
        settings = self._settings.get()
        if not settings.model_facts or db.jobs.error_of(job.turn_id, JOB) is None:
            return None
        turn = db.turns.get(job.turn_id)
        person = db.people.of_session(turn.session_id)
        if fact_mode_of(person, settings) is FactMode.OFF:
            return None
        if refusal(person, settings) or db.facts.from_message(turn.question.id):
            return None
        return turn.question

    def _ask(self, text: str) -> str | None:
        """The model's reply, "" where the message does not fit; None if it had to make way."""
        language = language_of(text)
        words = guesses.WORDS[language]
        return ask_in_background(
            self._engine,
            self._cancel,
            instruction=guesses.instruction(language),
            question=f"{words.message}{text}\n{words.facts}",
            grammar=guesses.GRAMMAR,
            reply_tokens=guesses.REPLY_TOKENS,
        )

    def _propose(self, db: Repositories, job: Job, candidates: Sequence[FactCandidate]) -> int | None:
        if db.jobs.error_of(job.turn_id, JOB) is None:
            return None  # the turn was deleted meanwhile
        turn = db.turns.get(job.turn_id)
        session = db.sessions.get(turn.session_id)
        message, now_ms = turn.question, self._clock()
        said_on = day_of(message.created_at_ms)
        added = False
        for candidate in candidates:
            decision = reconcile(candidate, db.facts.list(session.person_id), said_on)
            if decision.outcome is Outcome.ADD:
                fact = db.facts.add(
                    session.person_id,
                    candidate,
                    message=message,
                    state=FactState.PROPOSED,
                    observed_at_ms=message.created_at_ms,
                    now_ms=now_ms,
                )
                db.audit.append(message.speaker, "fact.added", f"fact:{fact.id}", "", now_ms)
                added = True
        db.jobs.done(job)
        return session.person_id if added else None
