"""Trials: a past question run again with changes. Nothing of it is kept unless that is asked for."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, replace

import msgspec

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.clock import Clock
from desktop_app.domain.consent import refusal
from desktop_app.domain.conversation import FinishReason, Turn
from desktop_app.domain.errors import ModelError, UserError
from desktop_app.domain.events import Changed, TrialDelta, TrialRead, TurnAdded, TurnFinished
from desktop_app.domain.ledger import Ledger
from desktop_app.domain.memory import Fact
from desktop_app.domain.ports import ChatEngine, Delta, Generated, Prefill, Sampling
from desktop_app.domain.prices import Price, tokens_to_read
from desktop_app.services.branch_facts import take_branch
from desktop_app.services.bus import EventBus
from desktop_app.services.context import ContextService
from desktop_app.services.generating import (
    STATUS_OF_REPLY,
    Basis,
    GrowingReply,
    confirmed,
    nothing_generated,
    sampling_of,
)
from desktop_app.services.models import ModelService
from desktop_app.services.prompt_cache import PromptCache
from desktop_app.services.settings import SettingsService
from desktop_app.services.summaries import JOB as SUMMARY_JOB
from desktop_app.services.summaries import unsummarised
from desktop_app.services.warm_start import WarmStart
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store


@dataclass(frozen=True, slots=True)
class TrialPlan:
    """A past question as it would be run again.

    Attributes:
        turn: the past turn.
        question: what is asked, word for word.
        choices: what was changed about its context.
        ledger: the prompt it would get, with what is known by now.
        plain: the same without the choices; what can be dropped is listed from it.
        facts: the facts in ``plain``.
        price: of reading it on top of what the engine has in its cache.
    """

    turn: Turn
    question: str
    choices: TurnChoices
    ledger: Ledger
    plain: Ledger
    facts: tuple[Fact, ...]
    price: Price


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a trial. ``ledger`` carries the engine's figures."""

    plan: TrialPlan
    ledger: Ledger
    generated: Generated
    basis: Basis

    @property
    def error(self) -> UserError | None:
        """Why the reply ends where it does, None where it ended well or was stopped."""
        return ModelError(self.generated.error_code) if self.generated.error_code else None


class TrialService:
    """Plans, runs and keeps trials. Calls block; `run` belongs on the turn lane, one at a time.

    A trial is read into the engine's main context, where the session's own prompt was: what reading
    that costs afterwards is told by the same `PromptCache` as before.
    """

    def __init__(
        self,
        store: Store,
        engine: ChatEngine,
        context: ContextService,
        cache: PromptCache,
        warm_start: WarmStart,
        models: ModelService,
        settings: SettingsService,
        bus: EventBus,
        clock: Clock,
    ) -> None:
        self._store = store
        self._engine = engine
        self._context = context
        self._cache = cache
        self._warm_start = warm_start
        self._models = models
        self._settings = settings
        self._bus = bus
        self._clock = clock
        self._cancel = threading.Event()
        self._running = threading.Event()

    @property
    def busy(self) -> bool:
        """Whether a trial is being answered."""
        return self._running.is_set()

    def stop(self) -> None:
        """End the trial under way; what there is of its reply is shown. Callable from any thread."""
        self._cancel.set()

    def plan(self, turn_id: int, question: str | None = None, choices: TurnChoices = NO_CHOICES) -> TrialPlan:
        """What would be sent, and what reading it costs. Writes nothing.

        Args:
            turn_id: a turn of its session's branch.
            question: what to ask there; None: what was asked.
            choices: what to change about its context.

        Raises:
            KeyError: there is no such turn.
            MessageTooLarge: it does not fit the window.
            ModelError: the engine failed while counting.
        """
        turn = self._store.read(lambda db: db.turns.get(turn_id))
        question = turn.question.text if question is None else question
        plain = self._preview(turn, question, NO_CHOICES)
        ledger = plain if choices == NO_CHOICES else self._preview(turn, question, choices)
        facts = self._store.read(lambda db: tuple(db.facts.get(fact_id) for fact_id in plain.fact_ids))
        tokens = tokens_to_read(self._cache.pieces, ledger.pieces)
        price = Price(tokens, self._cache.seconds(tokens))
        return TrialPlan(turn, question, choices, ledger, plain, facts, price)

    def _preview(self, turn: Turn, question: str, choices: TurnChoices) -> Ledger:
        speaker = turn.question.speaker
        attachments = self._store.read(lambda db: db.attachments.of(turn.question.id))
        choices = replace(choices, attachments=attachments)
        return self._context.preview(turn.session_id, question, speaker, exclude_turn=turn.id, choices=choices)

    def run(self, plan: TrialPlan) -> Trial:
        """Have the model answer a planned prompt, exactly as it was shown. Stores an audit entry, nothing else.

        The tokens are drawn as for the past reply, with its seed, so that what differs comes of the prompt.

        Raises:
            ModelError: no model is loaded, or it could not begin.
            UserError: nothing may be asked about this person.
        """
        self._cancel.clear()
        self._running.set()
        self._warm_start.stop()
        try:
            model = self._engine.model
            if model is None:
                raise ModelError("model_not_loaded")
            self._refuse_unwelcome(plan.turn.session_id)
            settings = self._settings.get()
            basis = Basis(model, settings, self._sampling(plan.turn.id), self._context.template_sha256())
            self._models.set_answering(True)
            try:
                return self._answered(plan, basis)
            finally:
                self._models.set_answering(False)
        finally:
            self._running.clear()

    def keep(self, trial: Trial) -> Turn:
        """Store a trial as a turn beside the past one; the session goes on from it. The past one stays as it is."""
        plan, generated = trial.plan, trial.generated
        session_id, now_ms = plan.turn.session_id, self._clock()

        def work(db: Repositories) -> tuple[Turn, Ledger]:
            beside = db.turns.get(plan.turn.id)
            turn = db.turns.add(session_id, beside.parent_id, plan.question, plan.turn.question.speaker, now_ms=now_ms)
            take_branch(db, plan.turn, turn, now_ms=now_ms)
            db.turns.begin_reply(turn.id, now_ms=now_ms)
            sent = trial.ledger.sent_as(turn.question.id)
            db.ledgers.put(turn.id, sent, trial.basis.record(db, sent, generated))
            status = STATUS_OF_REPLY[generated.finish_reason]
            db.turns.finish(turn.id, generated.text, status, generated.finish_reason)
            detail = json.dumps({"beside": plan.turn.id, "prompt": sent.sha256})
            db.audit.append("user", "trial.kept", f"turn:{turn.id}", detail, now_ms)
            db.jobs.add_reading(turn.id)
            if unsummarised(db, session_id, sent):
                db.jobs.add(turn.id, (SUMMARY_JOB,))
            return db.turns.get(turn.id), sent

        turn, ledger = self._store.write(work)
        people = frozenset({self._store.read(lambda db: db.sessions.get(session_id).person_id)})
        self._bus.publish(Changed("chat.branch", sessions=frozenset({session_id}), facts_of_people=people))
        self._bus.publish(TurnAdded(session_id, turn.id))
        self._bus.publish(TurnFinished(session_id, turn.id, generated.finish_reason, ledger))
        self._bus.publish(Changed("chat.turn", sessions=frozenset({session_id}), turns=frozenset({turn.id})))
        return turn

    def _answered(self, plan: TrialPlan, basis: Basis) -> Trial:
        ledger = plan.ledger
        pieces = self._context.prompt(plan.turn.session_id, ledger)
        watch = _Watch(self._bus, plan.turn.id)
        try:
            generated = self._engine.generate(pieces, basis.sampling, ledger.reserved, watch.on_event, self._cancel)
        except UserError as failure:
            generated = nothing_generated(watch.text, ledger, failure.code)
        whole = generated.finish_reason in (FinishReason.STOP, FinishReason.LENGTH) or generated.completion_tokens > 0
        lost = generated.finish_reason in (FinishReason.FAILED, FinishReason.INTERRUPTED)
        self._cache.note(() if lost else ledger.pieces, watch.read_tokens, complete=lost or whole)
        ledger = confirmed(ledger, generated)
        detail = json.dumps({"prompt": ledger.sha256, "tokens": ledger.prompt_tokens, "end": generated.finish_reason})
        self._store.write(
            lambda db: db.audit.append("user", "trial.ran", f"turn:{plan.turn.id}", detail, self._clock())
        )
        return Trial(plan, ledger, generated, basis)

    def _sampling(self, turn_id: int) -> Sampling:
        template = self._context.template()
        record = self._store.read(lambda db: db.ledgers.generation(turn_id))
        now = sampling_of(self._settings.get(), template)
        if record is None:
            return now
        return replace(msgspec.json.decode(record.sampler, type=Sampling), stop=now.stop)

    def _refuse_unwelcome(self, session_id: int) -> None:
        person = self._store.read(lambda db: db.people.of_session(session_id))
        code = refusal(person, self._settings.get())
        if code is not None:
            raise UserError(code, person=person.name)


def corrected(fact: Fact, value: str) -> Fact:
    """A fact with another value; one that is named by its value (an allergy to naproxen) is renamed with it."""
    return replace(fact, value=value, attribute=value if fact.attribute == fact.value else fact.attribute)


class _Watch(GrowingReply):
    """Announces a growing trial."""

    def __init__(self, bus: EventBus, turn_id: int) -> None:
        super().__init__()
        self._bus = bus
        self._turn_id = turn_id

    def was_read(self, event: Prefill) -> None:
        """Announce how far the prompt is read."""
        self._bus.publish(TrialRead(self._turn_id, event.read_tokens, event.total_tokens))

    def was_written(self, event: Delta) -> None:
        """Announce what was written."""
        self._bus.publish(TrialDelta(self._turn_id, event.text))
