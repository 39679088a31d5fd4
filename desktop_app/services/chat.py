"""One user turn, from the message to the stored reply."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.clock import Clock
from desktop_app.domain.consent import refusal
from desktop_app.domain.conversation import MEMORY, Attachment, FinishReason, MessageStatus, TitledBy, Turn
from desktop_app.domain.errors import MessageTooLarge, ModelError, UserError
from desktop_app.domain.events import (
    Changed,
    TurnAdded,
    TurnFinished,
    TurnStarted,
)
from desktop_app.domain.generation import GenerationRecord
from desktop_app.domain.ledger import Ledger
from desktop_app.domain.memory import Fact, FactState
from desktop_app.domain.memory_commands import asks_to_forget
from desktop_app.domain.ports import (
    ChatEngine,
    Generated,
    ModelInfo,
)
from desktop_app.domain.titles import READ_TURNS as TITLE_TURNS
from desktop_app.services.branch_facts import facts_beside, take_branch
from desktop_app.services.branches import BranchService
from desktop_app.services.bus import EventBus
from desktop_app.services.context import ContextService
from desktop_app.services.generating import STATUS_OF_REPLY, Basis, confirmed, continued, nothing_generated, sampling_of
from desktop_app.services.models import ModelService
from desktop_app.services.reply_writer import ReplyWriter
from desktop_app.services.sessions import title_from
from desktop_app.services.settings import SettingsService
from desktop_app.services.summaries import JOB as SUMMARY_JOB
from desktop_app.services.summaries import unsummarised
from desktop_app.services.titles import JOB as TITLE_JOB
from desktop_app.services.warm_start import WarmStart
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store


@dataclass(frozen=True, slots=True)
class _Said:
    """A message on its way.

    ``instead_of``: the turn whose question is asked again; ``may_name_session``: whether a session without
    a title may be called by its words.
    """

    session_id: int
    text: str
    speaker: str
    choices: TurnChoices = NO_CHOICES
    instead_of: Turn | None = None
    may_name_session: bool = True


class _Tried(Exception):
    """Ends a transaction whose outcome was only to be seen."""

    def __init__(self, facts: list[Fact]) -> None:
        super().__init__()
        self.facts = facts


class ChatService:
    """Sends, records and stops turns. `send` runs on the turn lane, one turn at a time."""

    def __init__(
        self,
        store: Store,
        engine: ChatEngine,
        context: ContextService,
        branches: BranchService,
        warm_start: WarmStart,
        models: ModelService,
        settings: SettingsService,
        bus: EventBus,
        clock: Clock,
    ) -> None:
        self._store = store
        self._engine = engine
        self._context = context
        self._branches = branches
        self._warm_start = warm_start
        self._models = models
        self._settings = settings
        self._bus = bus
        self._clock = clock
        self._cancel = threading.Event()
        self._idle = threading.Event()
        self._idle.set()

    @property
    def busy(self) -> bool:
        """Whether a turn is being answered."""
        return not self._idle.is_set()

    def stop(self) -> None:
        """End the reply that is being written; what there is of it is kept. Callable from any thread."""
        self._cancel.set()

    def wait_until_idle(self, timeout_s: float) -> bool:
        """Wait for the turn under way to be stored; returns whether it was."""
        return self._idle.wait(timeout_s)

    def send(self, session_id: int, text: str, speaker: str, choices: TurnChoices = NO_CHOICES) -> Turn:
        """Answer a message. The message is stored before the model sees it, the reply while it grows.

        What was chosen for this turn shapes its context. A message that cannot fit the window is kept as
        a REFUSED turn without a reply; nothing is sent.

        Raises:
            ModelError: no model is loaded; nothing was stored or sent.
        """
        return self._send(_Said(session_id, text, speaker, choices))

    def ask_again(self, turn_id: int, choices: TurnChoices = NO_CHOICES) -> Turn:
        """Ask the question of a stored turn once more, with what is known by now.

        The new turn stands beside the old one, after the same turn, and becomes the session's branch;
        the old one keeps its reply.

        Raises:
            KeyError: there is no such turn.
            MessageTooLarge: it does not fit the window now; nothing was stored or sent.
            ModelError: no model is loaded; nothing was stored or sent.
        """
        return self._send_beside(turn_id, None, choices)

    def edit(self, turn_id: int, text: str, choices: TurnChoices = NO_CHOICES) -> Turn:
        """Say something else in the place of a stored turn.

        The new turn stands beside the old one and becomes the session's branch; the old one keeps its reply
        and what followed it. What only these said is no longer held, see `branch_facts`.

        Raises:
            As `ask_again`.
        """
        return self._send_beside(turn_id, text, choices)

    def _send_beside(self, turn_id: int, text: str | None, choices: TurnChoices) -> Turn:
        asked = self._store.read(lambda db: db.turns.get(turn_id))
        text = asked.question.text if text is None else text
        attachments = self._store.read(lambda db: db.attachments.of(asked.question.id))
        choices = replace(choices, attachments=attachments)
        said = _Said(asked.session_id, text, asked.question.speaker, choices, instead_of=asked)
        if self._engine.model is not None:
            self._branches.show_branch(turn_id)
            said = replace(said, choices=self._with_facts_beside(said, asked))
        return self._send(said)

    def _with_facts_beside(self, said: _Said, asked: Turn) -> TurnChoices:
        """The choices with the facts as they will be once this is said: its prompt holds nothing edited away."""

        def work(db: Repositories) -> None:
            raise _Tried(facts_beside(db, asked, said.text, now_ms=self._clock()))

        try:
            self._store.write(work)
        except _Tried as tried:
            gone = frozenset(fact.id for fact in tried.facts if fact.state is FactState.RETRACTED)
            choices = said.choices
            return replace(choices, drop_facts=choices.drop_facts | gone, facts=(*tried.facts, *choices.facts))
        raise AssertionError("the trial was kept")

    def continue_reply(self, turn_id: int) -> Turn:
        """Let the model go on with the last reply of a session where it was cut off.

        The prompt ends with what the reply says already, so that all of it is in the engine's cache if nothing
        else was read meanwhile. The turn keeps one record: its prompt is the last one, the reply's tokens and
        the time they took are those of the whole reply.

        Raises:
            KeyError: there is no such turn.
            UserError: ``reply_not_open`` where it ended well, is empty or no longer the last one shown.
            MessageTooLarge: question and reply leave no room to go on; nothing was changed.
            ModelError: no model is loaded; nothing was changed.
        """
        turn = self._store.read(lambda db: db.turns.get(turn_id))
        with self._answering(turn.session_id) as model:
            earlier, whole = self._store.read(lambda db: (db.ledgers.generation(turn_id), db.ledgers.is_whole(turn_id)))
            if not turn.can_go_on or not self._is_last(turn):
                raise UserError("reply_not_open")
            ledger = self._context.continuing(turn, earlier if whole else None)

            def begin(db: Repositories, basis: Basis) -> tuple[Turn, Ledger]:
                db.turns.reopen(turn_id)
                db.models.forget_tokens(2 * turn_id)
                db.ledgers.put(turn_id, ledger, basis.record(db, ledger, None))
                db.audit.append(
                    "user", "turn.continued", f"turn:{turn_id}", f'{{"prompt":"{ledger.sha256}"}}', self._clock()
                )
                return db.turns.get(turn_id), ledger

            def announce(turn: Turn) -> None:
                assert turn.reply is not None
                self._context.forget_counts(turn.reply.id)
                self._bus.publish(Changed("chat.continue", sessions=frozenset({turn.session_id})))

            with self._writing():
                return self._generate(turn.session_id, model, ledger, begin, announce, earlier)

    def _is_last(self, turn: Turn) -> bool:
        return self._store.read(lambda db: db.sessions.head(turn.session_id)) == turn.id

    @contextmanager
    def _answering(self, session_id: int) -> Iterator[ModelInfo]:
        """The model, for a turn of this session: nothing else is read, read ahead or asked meanwhile.

        Raises:
            UserError: no model is loaded, or nothing may be asked about this person.
        """
        self._cancel.clear()
        self._idle.clear()
        self._warm_start.stop()
        try:
            model = self._engine.model
            if model is None:
                self._models.note_lost()
                raise ModelError("model_not_loaded")
            self._refuse_unwelcome(session_id)
            yield model
        finally:
            self._idle.set()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self._models.set_answering(True)
        try:
            yield
        finally:
            self._models.set_answering(False)

    def _send(self, said: _Said) -> Turn:
        with self._answering(said.session_id) as model:
            try:
                ledger = self._context.build(
                    said.session_id,
                    said.text,
                    said.speaker,
                    exclude_turn=said.instead_of.id if said.instead_of else None,
                    choices=said.choices,
                )
            except MessageTooLarge as error:
                if said.instead_of is not None:
                    raise  # the question is stored already
                return self._store_turn(said, None, FinishReason.REFUSED, error)
            with self._writing():
                return self._answer(said, model, ledger)

    def record(self, session_id: int, text: str, speaker: str, attachments: tuple[Attachment, ...] = ()) -> Turn:
        """Remember a message, with the files that go with it, without a reply."""
        said = _Said(session_id, text, speaker, TurnChoices(attachments=attachments))
        return self._store_turn(said, None, FinishReason.RECORDED)

    def give(self, session_id: int, text: str, speaker: str, reply: str) -> Turn:
        """Store a message with a reply that no model wrote (scripts, imports)."""
        return self._store_turn(_Said(session_id, text, speaker), reply, FinishReason.GIVEN)

    def give_from_memory(
        self,
        session_id: int,
        text: str,
        speaker: str,
        answer: Callable[[Repositories, Turn], tuple[str, Sequence[str]]],
    ) -> Turn:
        """Store a message with a reply that the program gives from memory, in one transaction.

        Args:
            session_id: where it is said.
            text: the message, word for word.
            speaker: who says it.
            answer: gives the reply to the stored message and the memory work it is to have; what it
                changes happens together with the turn or not at all.
        """
        self._refuse_unwelcome(session_id)
        now_ms = self._clock()
        # A title is quoted with what is recalled: it must not name what was to be forgotten.
        said = _Said(session_id, text, speaker, may_name_session=not asks_to_forget(text))

        def work(db: Repositories) -> Turn:
            turn = self._add_turn(db, said, now_ms)
            reply, jobs = answer(db, turn)
            db.turns.begin_reply(turn.id, now_ms=now_ms, speaker=MEMORY)
            db.turns.finish(turn.id, reply, MessageStatus.COMPLETE, FinishReason.GIVEN)
            db.audit.append(MEMORY, "turn.answered_from_memory", f"turn:{turn.id}", "", now_ms)
            db.jobs.add(turn.id, jobs)
            return db.turns.get(turn.id)

        turn = self._store.write(work)
        self._bus.publish(TurnAdded(session_id, turn.id))
        self._announce_end(turn, None, None, None)
        return turn

    def add_to_answer(self, turn_id: int, work: Callable[[Repositories, Turn | None], str]) -> None:
        """Let an answer from memory tell what became of it, in one transaction.

        Args:
            turn_id: of the answer.
            work: changes what it has to and gives the words; it gets None where the turn is gone.
        """

        def change(db: Repositories) -> Turn | None:
            try:
                turn = db.turns.get(turn_id)
            except KeyError:
                work(db, None)  # deleted meanwhile: there is nothing left to tell it in
                return None
            assert turn.reply is not None
            words = work(db, turn)
            db.turns.reopen(turn_id)
            db.models.forget_tokens(turn.reply.id)
            text = f"{turn.reply.text}\n\n{words}"
            db.turns.finish(turn_id, text, MessageStatus.COMPLETE, FinishReason.GIVEN)
            return turn

        turn = self._store.write(change)
        if turn is not None and turn.reply is not None:
            self._context.forget_counts(turn.reply.id)
            sessions, turns = frozenset({turn.session_id}), frozenset({turn_id})
            self._bus.publish(Changed("asked.answer", sessions=sessions, turns=turns))

    def _store_turn(self, said: _Said, reply: str | None, reason: FinishReason, error: UserError | None = None) -> Turn:
        self._refuse_unwelcome(said.session_id)
        now_ms = self._clock()

        def work(db: Repositories) -> Turn:
            turn = self._add_turn(db, said, now_ms)
            if reply is not None:
                db.turns.begin_reply(turn.id, now_ms=now_ms)
            db.turns.finish(turn.id, reply, MessageStatus.COMPLETE, reason)
            db.audit.append(said.speaker, f"turn.{reason}", f"turn:{turn.id}", "", now_ms)
            self._queue_memory_work(db, turn.id)
            return db.turns.get(turn.id)

        turn = self._store.write(work)
        self._bus.publish(TurnAdded(said.session_id, turn.id))
        self._announce_end(turn, None, None, error)
        return turn

    def _answer(self, said: _Said, model: ModelInfo, ledger: Ledger) -> Turn:
        session_id = said.session_id
        started_ms = self._clock()

        def begin(db: Repositories, basis: Basis) -> tuple[Turn, Ledger]:
            turn = self._add_turn(db, said, started_ms)
            db.turns.begin_reply(turn.id, now_ms=started_ms)
            sent = ledger.sent_as(turn.question.id)
            db.ledgers.put(turn.id, sent, basis.record(db, sent, None))
            recalled = sorted({snippet.turn_id for snippet in ledger.recalled})
            detail = json.dumps({"prompt": ledger.sha256, "recalled": recalled})
            db.audit.append(said.speaker, "turn.asked", f"turn:{turn.id}", detail, started_ms)
            return db.turns.get(turn.id), sent

        def announce(turn: Turn) -> None:
            if said.instead_of is not None:
                people = frozenset({self._store.read(lambda db: db.sessions.get(session_id).person_id)})
                self._bus.publish(Changed("chat.branch", sessions=frozenset({session_id}), facts_of_people=people))
            self._bus.publish(TurnAdded(session_id, turn.id))

        return self._generate(session_id, model, ledger, begin, announce)

    def _generate(
        self,
        session_id: int,
        model: ModelInfo,
        ledger: Ledger,
        begin: Callable[[Repositories, Basis], tuple[Turn, Ledger]],
        announce: Callable[[Turn], None],
        earlier: GenerationRecord | None = None,
    ) -> Turn:
        """Have the model write, and store it.

        Args:
            session_id: where.
            model: which writes.
            ledger: the prompt.
            begin: stores the open turn; gives it, and the ledger as sent.
            announce: tells of the open turn.
            earlier: how what the reply says already was written.
        """
        settings = self._settings.get()
        sampling = sampling_of(settings, self._context.template())
        basis = Basis(model, settings, sampling, self._context.template_sha256())
        pieces = self._context.prompt(session_id, ledger)
        turn, ledger = self._store.write(lambda db: begin(db, basis))
        before = turn.reply.text if turn.reply is not None else ""
        announce(turn)
        self._bus.publish(TurnStarted(session_id, turn.id, ledger, before))
        writer = ReplyWriter(self._store, self._bus, turn)
        try:
            generated = self._engine.generate(pieces, sampling, ledger.reserved, writer.on_event, self._cancel)
        except UserError as failure:
            generated = nothing_generated(writer.text, ledger, failure.code)
        planned, ledger = ledger, confirmed(ledger, generated)

        def finish(db: Repositories) -> Turn:
            status = STATUS_OF_REPLY[generated.finish_reason]
            db.turns.finish(turn.id, before + generated.text, status, generated.finish_reason)
            record = basis.record(db, ledger, generated)
            if earlier is not None:
                record = continued(earlier, record)
            is_as_planned = ledger.pieces == planned.pieces and ledger.broke_prefix == planned.broke_prefix
            if is_as_planned and ledger.counts_exact == planned.counts_exact:
                db.ledgers.put_generation(turn.id, record)  # only the engine's figures are new
            else:
                db.ledgers.put(turn.id, ledger, record)
            db.audit.append("assistant", "turn.answered", f"turn:{turn.id}", "", self._clock())
            self._queue_memory_work(db, turn.id)
            if turn.ordinal < TITLE_TURNS and db.sessions.get(session_id).titled_by is TitledBy.PROGRAM:
                db.jobs.add(turn.id, (TITLE_JOB,))
            if unsummarised(db, session_id, ledger):
                db.jobs.add(turn.id, (SUMMARY_JOB,))
            return db.turns.get(turn.id)

        turn = self._store.write(finish)
        error = ModelError(generated.error_code) if generated.error_code else None
        self._announce_end(turn, ledger, generated, error, writer.read_tokens)
        return turn

    def _add_turn(self, db: Repositories, said: _Said, now_ms: int) -> Turn:
        if said.instead_of is not None:  # what is being typed meanwhile is another message
            parent_id = said.instead_of.parent_id
            turn = db.turns.add(said.session_id, parent_id, said.text, said.speaker, now_ms=now_ms)
            db.attachments.add(turn.question.id, said.choices.attachments)
            take_branch(db, said.instead_of, turn, now_ms=now_ms)
            return turn
        turn = db.turns.add(said.session_id, db.sessions.head(said.session_id), said.text, said.speaker, now_ms=now_ms)
        db.attachments.add(turn.question.id, said.choices.attachments)
        db.sessions.set_draft(said.session_id, "")
        if said.may_name_session and not db.sessions.get(said.session_id).title:
            db.sessions.rename(said.session_id, title_from(said.text), TitledBy.PROGRAM)
        return turn

    @staticmethod
    def _queue_memory_work(db: Repositories, turn_id: int) -> None:
        # In the transaction that stores the reply: a kill in between can lose neither or both.
        db.jobs.add_reading(turn_id)

    def _refuse_unwelcome(self, session_id: int) -> None:
        person = self._store.read(lambda db: db.people.of_session(session_id))
        code = refusal(person, self._settings.get())
        if code is not None:
            raise UserError(code, person=person.name)

    def _announce_end(
        self,
        turn: Turn,
        ledger: Ledger | None,
        generated: Generated | None,
        error: UserError | None,
        read_tokens: int = 0,
    ) -> None:
        assert turn.finish_reason is not None
        self._bus.publish(
            TurnFinished(
                turn.session_id,
                turn.id,
                turn.finish_reason,
                ledger,
                completion_tokens=generated.completion_tokens if generated else 0,
                first_token_ms=generated.first_token_ms if generated else 0.0,
                prefill_ms=generated.prefill_ms if generated else 0.0,
                decode_ms=generated.decode_ms if generated else 0.0,
                read_tokens=read_tokens,
                error=error,
            )
        )
        self._bus.publish(Changed("chat.turn", sessions=frozenset({turn.session_id}), turns=frozenset({turn.id})))
