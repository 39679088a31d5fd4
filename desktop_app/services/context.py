"""Builds the context of a turn: what the model sees, to the token, and why it does not see the rest."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from desktop_app.domain.budget import divide
from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.clock import Clock
from desktop_app.domain.consent import refusal
from desktop_app.domain.conversation import Turn, VaultKind, first_speaker
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed, Event
from desktop_app.domain.generation import GenerationRecord
from desktop_app.domain.ledger import Ledger, Piece, Section
from desktop_app.domain.memory import CURRENT_STATES, SummarySegment
from desktop_app.domain.ports import ChatEngine, EstimateCounter, PromptPiece
from desktop_app.domain.prompt import Frame, content
from desktop_app.domain.prompt_words import with_statement
from desktop_app.domain.settings import Settings
from desktop_app.domain.templates import CHATML, ChatTemplate, template_for
from desktop_app.services.context_build import ContextBuild, Recall, Request
from desktop_app.services.generating import settings_sha256
from desktop_app.services.prompt_blocks import identity_stands
from desktop_app.services.token_counts import ModelCounts, TokenCounts
from desktop_app.services.working_memory import WorkingMemory
from desktop_app.storage.store import Store


class SettingsSource(Protocol):
    """Where the settings in force come from."""

    def get(self) -> Settings:
        """The settings in force."""


def no_summary(session_id: int) -> Sequence[SummarySegment]:
    """The summary source of a program that has none."""
    return ()


def no_persona(_session_id: int) -> str:
    """The system text where sessions have no personas."""
    return ""


class ContextService:
    """Builds and previews contexts. Calls block and may come from any lane; one is built at a time.

    Args:
        store: the vault, for stored ledgers.
        memory: short-term memory.
        engine: counts with the loaded model's tokenizer.
        estimate: counts while no model is loaded.
        recall: looks up earlier turns.
        settings: the settings in force.
        clock: the time.
        system_prompt: the shipped system prompt, used where the settings have none of their own.
        persona: the system text of a session's persona, "" where it has none; goes before both.
        summary_of: the segments of a session's rolling summary, on all branches.
    """

    def __init__(
        self,
        store: Store,
        memory: WorkingMemory,
        engine: ChatEngine,
        estimate: EstimateCounter,
        recall: Recall,
        settings: SettingsSource,
        clock: Clock,
        *,
        system_prompt: Callable[[], str],
        persona: Callable[[int], str] = no_persona,
        summary_of: Callable[[int], Sequence[SummarySegment]] = no_summary,
    ) -> None:
        self._store = store
        self._memory = memory
        self._engine = engine
        self._estimate = estimate
        self._counts = TokenCounts(store, engine, estimate)
        self._recall = recall
        self._settings = settings
        self._clock = clock
        self._system_prompt = system_prompt
        self._persona = persona
        self._summary_of = summary_of
        self._lock = threading.Lock()
        self._frame: tuple[ModelCounts, ChatTemplate, Frame] | None = None

    def build(
        self,
        session_id: int,
        question: str,
        speaker: str,
        *,
        exclude_turn: int | None = None,
        choices: TurnChoices = NO_CHOICES,
    ) -> Ledger:
        """The context to send.

        Args:
            session_id: where the message is said.
            question: the message, word for word.
            speaker: who says it.
            exclude_turn: a stored turn that asks this; it and what follows it are not part of its history.
            choices: what the person changed about this turn.

        Raises:
            MessageTooLarge: what cannot be left out does not fit; names the section.
            ModelError: the engine failed while counting.
            KeyError: there is no such session.
        """
        ledger = self._build(session_id, question, speaker, exclude_turn, choices, recall=True)
        with self._lock:
            self._counts.current().save()
        return ledger

    def preview(
        self,
        session_id: int,
        text: str,
        speaker: str,
        *,
        exclude_turn: int | None = None,
        choices: TurnChoices = NO_CHOICES,
        recall: bool = True,
    ) -> Ledger:
        """What `build` would give now; writes nothing. Without ``recall`` it costs no search."""
        return self._build(session_id, text, speaker, exclude_turn, choices, recall=recall)

    def count(self, text: str) -> int:
        """Tokens of a message while it is typed, by the loaded model or else the estimate."""
        with self._lock:
            return self._counts.current().text(text)

    def continuing(self, turn: Turn, earlier: GenerationRecord | None) -> Ledger:
        """The prompt that lets the model go on with a reply: it ends with what the reply says already.

        Args:
            turn: the last of its session's branch.
            earlier: what the reply was written with, None where parts of that prompt were erased. As long as
                nothing it depends on has changed the same prompt is sent, which the engine may still have.

        Raises:
            MessageTooLarge: question and reply leave no room to go on.
            ModelError: the engine failed while counting.
        """
        assert turn.reply is not None
        before = self.ledger(turn.id) if earlier is not None else None
        with self._lock:
            counts = self._counts.current()
            piece = content(Section.HISTORY, turn.reply.text, f"message:{turn.reply.id}")
            reply = replace(piece, tokens=counts.messages([turn.reply])[turn.reply.id])
        if earlier is not None and before is not None and self._may_be_sent_again(turn, before, earlier):
            asked = tuple(piece for piece in before.pieces if piece.source != reply.source)
            again = replace(
                before, pieces=(*asked, reply), reused_tokens=0, computed_tokens=0, prefill_ms=0.0, broke_prefix=""
            )
            if again.prompt_tokens + again.reserved <= again.context_limit:
                return again
        question = turn.question
        ledger = self._build(
            turn.session_id, question.text, question.speaker, turn.id, NO_CHOICES, recall=True, reply=reply
        )
        return ledger.sent_as(question.id)

    def _may_be_sent_again(self, turn: Turn, before: Ledger, earlier: GenerationRecord) -> bool:
        """Whether model, settings, template and the facts in a prompt are what they were."""
        with self._lock:
            counts = self._counts.current()
            settings = self._settings.get()
            limit = counts.model.context_length if counts.model else settings.context.context_length
            window = divide(settings.context, limit)
            same = (earlier.model_id, earlier.settings_sha256, earlier.template_sha256) == (
                counts.model_id(),
                settings_sha256(settings),
                self.template_sha256(),
            )
            person_id = self._memory.session(turn.session_id).session.person_id
            person, facts = self._memory.person(person_id)
            current = {fact.id for fact in facts if fact.state in CURRENT_STATES}
        fits = (before.context_limit, before.reserved) == (window.context_limit, window.reserved)
        identified = identity_stands(before.pieces, person, self._store.kind)
        return same and fits and identified and current.issuperset(before.fact_ids)

    def forget_counts(self, message_id: int) -> None:
        """Count a message anew: its text grows."""
        with self._lock:
            self._counts.forget(message_id)

    def on_event(self, event: Event) -> None:
        """Count anew what says something else now; to be subscribed to the bus."""
        if isinstance(event, Changed):
            for message_id in event.rewritten:
                self.forget_counts(message_id)

    def plan(self, session_id: int, choices: TurnChoices = NO_CHOICES) -> Ledger:
        """The context of a message nobody has written yet, without anything recalled. Raises as `build`."""
        return self.preview(session_id, "", first_speaker(self._store.kind), choices=choices, recall=False)

    def standing(self, session_id: int) -> Ledger | None:
        """As `plan`; None where nothing may be sent."""
        person, _ = self._memory.person(self._memory.session(session_id).session.person_id)
        return None if refusal(person, self._settings.get()) else self.plan(session_id)

    def pinned(self, session_id: int) -> tuple[Turn, ...]:
        """The pinned turns of a session's branch, oldest first."""
        session = self._memory.session(session_id)
        return tuple(session.turns[position] for position in sorted(session.pinned))

    def pins_left_out(self, session_id: int, ledger: Ledger, choices: TurnChoices = NO_CHOICES) -> tuple[Turn, ...]:
        """The turns that are pinned, for good or for this message, and have no room in a prompt; oldest first."""
        session = self._memory.session(session_id)
        out = {turn.turn_id for turn in ledger.clipped}
        pinned = (*session.pinned, *session.positions_of(choices.pin, len(session.turns)))
        turns = (session.turns[position] for position in sorted(set(pinned)))
        return tuple(turn for turn in turns if turn.id in out)

    def cl100k_tokens(self, ledger: Ledger) -> int | None:
        """An estimate of a prompt's tokens by the cl100k table; None unless the settings ask for it.

        Control tokens of the template count as the text they are.
        """
        if not self._settings.get().show_cl100k:
            return None
        return sum(self._estimate.count(piece.text) for piece in ledger.pieces)

    def prompt(self, session_id: int, ledger: Ledger) -> list[PromptPiece]:
        """A context of a session's branch as the engine gets it.

        Replies that stand there unaltered carry the tokens the model wrote, where it is this model.
        """
        with self._lock:
            turns = self._memory.session(session_id).turns
            first = turns[0].ordinal if turns else 0
            present = ledger.turns_before  # whose reply may be one that is continued
            sent = (*ledger.kept, present)
            kept = (turns[ordinal - first].reply for ordinal in sent if ordinal - first < len(turns))
            replies = {f"message:{reply.id}": reply for reply in kept if reply is not None}
            whole = [
                reply for piece in ledger.pieces if (reply := replies.get(piece.source)) and reply.text == piece.text
            ]
            written = self._counts.current().written_ids(whole)
        ids = {f"message:{message_id}": token_ids for message_id, token_ids in written.items()}
        return [PromptPiece(piece.kind, piece.text, ids.get(piece.source)) for piece in ledger.pieces]

    def tokens(self, session_id: int, ledger: Ledger, places: Sequence[int]) -> dict[int, list[tuple[int, bytes]]]:
        """Token ids of some pieces of a context, with the bytes each stands for, by the pieces' places.

        Raises:
            ModelError: no model is loaded, or it failed.
        """
        pieces = self.prompt(session_id, ledger)
        return {place: self._engine.tokenize(pieces[place]) for place in places}

    def ledger(self, turn_id: int) -> Ledger | None:
        """The stored ledger of a turn, None where no prompt was built."""
        return self._store.read(lambda db: db.ledgers.get(turn_id))

    def latest(self, session_id: int) -> tuple[int, Ledger] | None:
        """The newest turn of the session's branch that has a ledger, with it."""
        return self._store.read(lambda db: db.ledgers.latest(session_id))

    def template(self) -> ChatTemplate:
        """The loaded model's chat template; ChatML while no model is loaded."""
        model = self._engine.model
        return template_for(model.architecture, model.chat_template, model.name) if model else CHATML

    def template_sha256(self) -> str:
        """The hash of `template`, stored with each turn."""
        return self.template().sha256

    def _build(
        self,
        session_id: int,
        question: str,
        speaker: str,
        exclude_turn: int | None,
        choices: TurnChoices,
        *,
        recall: bool,
        reply: Piece | None = None,
    ) -> Ledger:
        with self._lock:
            settings = self._settings.get()
            person, _ = self._memory.person(self._memory.session(session_id).session.person_id)
            code = refusal(person, settings)
            if code is not None:
                raise UserError(code, person=person.name)
            context = choices.context or settings.context
            counts = self._counts.current()
            limit = counts.model.context_length if counts.model else context.context_length
            persona = self._persona(session_id) if choices.persona is None else choices.persona
            system_text = persona or settings.system_prompt or self._system_prompt()
            request = Request(
                session_id=session_id,
                question=question,
                speaker=speaker,
                exclude_turn=exclude_turn,
                choices=choices,
                context=context,
                recall=choices.recall or settings.recall,
                search=recall and (choices.recall or settings.recall).enabled,
                system_text=with_statement(system_text) if self._store.kind is VaultKind.CLINICAL else system_text,
                now_ms=self._clock(),
                kind=self._store.kind,
                reply=(reply,) if reply is not None else (),
            )
            build = ContextBuild(
                request,
                divide(context, limit),
                self._memory,
                counts,
                self._framed(counts),
                self._recall,
                self._summary_of(session_id),
            )
            return build.run()

    def _framed(self, counts: ModelCounts) -> Frame:
        template = self.template()
        if self._frame is None or self._frame[0] is not counts or self._frame[1] != template:
            self._frame = (counts, template, Frame.of(template, counts.pieces))
        return self._frame[2]
