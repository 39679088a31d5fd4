"""The rolling summary: what turns that left the window said, in short, proved against their own words."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from desktop_app.domain.budget import head_and_tail
from desktop_app.domain.clock import Clock, day_of
from desktop_app.domain.consent import refusal
from desktop_app.domain.conversation import ASSISTANT, FinishReason, Message, Turn, first_speaker
from desktop_app.domain.errors import ModelError
from desktop_app.domain.events import Changed, Event, SummaryChanged
from desktop_app.domain.ledger import ClipReason, Ledger, Piece, Section
from desktop_app.domain.memory import Quote, SummarySegment
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.ports import ChatEngine, EstimateCounter, GenerationEvent, PromptPiece, Sampling
from desktop_app.domain.prompt import Frame, assemble, content
from desktop_app.domain.prompt_words import WORDS, PromptWords, language_of
from desktop_app.domain.summarising import (
    LEVEL_TOKENS,
    SAVES_NOTHING_SHARE,
    STEP_WORDS,
    StepWords,
    holding,
    one_line,
    summary_lines,
)
from desktop_app.domain.templates import template_for
from desktop_app.domain.verbatim import ProvedSummary, Source, prove, sentences
from desktop_app.services.bus import EventBus
from desktop_app.services.settings import SettingsService
from desktop_app.services.token_counts import ModelCounts, TokenCounts
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

JOB = "summarise"
STEP_TOKENS = 1200  # read in one step at most, so that little is lost when it has to make way
_LOADED_AT_ONCE = 64  # turns
_WORTH_ASKING_TOKENS = 32  # less than this is not worth the model's time
_LARGEST_SOURCE_CHARACTERS = 20_000  # a pasted document larger than this is recalled, not summed up
_SESSIONS_KEPT = 8
_GREEDY = Sampling(temperature=0.0, top_p=1.0, top_k=1, min_p=0.0, repeat_penalty=1.1)
_CUT_ATTEMPTS = 8
_CUT_MARGIN = 0.9  # tokens are not spread evenly over characters
_LABEL = Pattern(r"^\W*(?:summary|摘要|总结)\W*[:：]\s*", re.IGNORECASE)
_DECORATION = Pattern(r"^\s*(?:[-*•]\s+|#+\s*|\d+\.\s+)|\*\*", re.MULTILINE)
_ENDED = Pattern(r"[。！？!?.]\W*$")


@dataclass(frozen=True, slots=True)
class ShownSegment:
    """A segment as a person sees it: the numbers (from 0) of the turns it covers, whether it is out of date."""

    segment: SummarySegment
    ordinals: tuple[int, ...]
    stale: bool


def unsummarised(db: Repositories, session_id: int, ledger: Ledger) -> list[int]:
    """The turns that a prompt left out and no segment covers, oldest first.

    What a person left out by hand, or was refused as too large, is not summed up either.
    """
    out = [turn.turn_id for turn in ledger.clipped if turn.reason is not ClipReason.EXCLUDED]
    return db.summaries.uncovered(session_id, out) if out else []


class SummaryService:
    """Extends the summaries of sessions step by step. Calls block; `extend` belongs on the background lane.

    A step asks the local model for prose about some turns that left the window, takes out of it what
    those turns do not say, and puts back word for word what it does not carry.
    """

    def __init__(
        self,
        store: Store,
        engine: ChatEngine,
        estimate: EstimateCounter,
        settings: SettingsService,
        bus: EventBus,
        clock: Clock,
    ) -> None:
        self._store = store
        self._engine = engine
        self._counts = TokenCounts(store, engine, estimate)
        self._settings = settings
        self._bus = bus
        self._clock = clock
        self._cancel = threading.Event()
        self._lock = threading.Lock()
        self._known: OrderedDict[int, tuple[SummarySegment, ...]] = OrderedDict()

    @property
    def ready(self) -> bool:
        """Whether there is a model to ask."""
        return self._engine.model is not None

    def stop(self) -> None:
        """Give up the step that is being made, for good. Callable from any thread."""
        self._cancel.set()

    def segments_of(self, session_id: int) -> tuple[SummarySegment, ...]:
        """All segments of a session, from RAM where it was asked for of late."""
        with self._lock:
            known = self._known.get(session_id)
            if known is None:
                known = self._known[session_id] = tuple(self._store.read(lambda db: db.summaries.list(session_id)))
            self._known.move_to_end(session_id)
            while len(self._known) > _SESSIONS_KEPT:
                self._known.popitem(last=False)
            return known

    def segments(self, session_id: int) -> tuple[ShownSegment, ...]:
        """What there is of a session's summary on its current branch, oldest first.

        Segments that hold; and stale those that covered turns which are here no longer, where nothing
        else covers the rest.
        """
        segments, ordinals = self._store.read(
            lambda db: (db.summaries.list(session_id), db.summaries.branch_ordinals(session_id))
        )
        valid = holding(segments, set(ordinals))
        valid_ids = {segment.id for segment in valid}
        covered = {turn_id for segment in valid for turn_id in segment.covered}
        shown: list[ShownSegment] = []
        for segment in segments:
            here = [turn_id for turn_id in segment.covered if turn_id in ordinals]
            if segment.id in valid_ids or not covered.issuperset(here):
                places = tuple(ordinals[turn_id] for turn_id in here)
                shown.append(ShownSegment(segment, places, segment.stale or segment.id not in valid_ids))
        return tuple(sorted(shown, key=lambda each: each.ordinals))

    def rebuild(self, session_id: int) -> None:
        """Have the summary made anew in idle time; the one there is holds until then."""

        def work(db: Repositories) -> int:
            latest = db.ledgers.latest(session_id)
            if latest is None:
                return 0
            db.summaries.mark_stale(session_id)
            db.jobs.add(latest[0], (JOB,))
            return len(unsummarised(db, session_id, latest[1]))

        remaining = self._store.write(work)
        self._changed(session_id, remaining)

    def on_event(self, event: Event) -> None:
        """Forget what was erased or changed; to be subscribed to the bus."""
        if isinstance(event, Changed) and event.origin != "chat.turn":
            with self._lock:
                if event.turns and not event.sessions:
                    self._known.clear()
                for session_id in event.sessions:
                    self._known.pop(session_id, None)

    def extend(self, session_id: int, make_way: Callable[[], bool] = lambda: False) -> bool:
        """Sum up what left the window of a session and is in no segment yet.

        Args:
            session_id: the session.
            make_way: asked between two steps, of which a long session has hundreds.

        Returns:
            Whether that is done; False if it had to make way, also within a step for somebody's message.

        Raises:
            ModelError: the model failed; what there was of the summary is untouched.
        """
        waiting = self._waiting(session_id)
        for _ in range(len(waiting)):  # each step covers a turn at least
            if not waiting:
                break
            if make_way() or not self._extend_once(session_id, waiting):
                return False
            waiting = self._waiting(session_id)
            self._changed(session_id, len(waiting))
        return True

    def _waiting(self, session_id: int) -> list[int]:
        def work(db: Repositories) -> list[int]:
            latest = db.ledgers.latest(session_id)
            if latest is None:
                return []
            person = db.people.of_session(session_id)
            return [] if refusal(person, self._settings.get()) else unsummarised(db, session_id, latest[1])

        return self._store.read(work)

    def _extend_once(self, session_id: int, waiting: Sequence[int]) -> bool:
        turns = self._store.read(lambda db: [db.turns.get(turn_id) for turn_id in waiting[:_LOADED_AT_ONCE]])
        level = self._settings.get().context.summary_level
        step = _Step(turns, first_speaker(self._store.kind), LEVEL_TOKENS[level], self._engine, self._counts.current())
        made = step.run(self._cancel)
        if made is None:
            return False
        ids = [turn.id for turn in step.turns]

        def work(db: Repositories) -> None:
            # Deleted, left behind on another branch or covered meanwhile: another look is needed first.
            if db.summaries.uncovered(session_id, ids) == ids:
                now_ms = self._clock()
                segment = db.summaries.add(
                    session_id, level.value, made.text, covers=ids, quotes=made.quotes, now_ms=now_ms
                )
                db.audit.append(ASSISTANT, "summary.added", f"summary:{segment.id}", "", now_ms)

        self._store.write(work)
        return True

    def _changed(self, session_id: int, remaining: int) -> None:
        with self._lock:
            self._known.pop(session_id, None)
        self._bus.publish(SummaryChanged(session_id, remaining))


@dataclass(frozen=True, slots=True)
class _Made:
    """A step's result; empty where it would save nothing."""

    text: str = ""
    quotes: tuple[Quote, ...] = ()


class _Step:
    """One step: the oldest of the waiting turns, as many as the model can read at once."""

    def __init__(
        self, turns: Sequence[Turn], default_speaker: str, level_tokens: int, engine: ChatEngine, counts: ModelCounts
    ) -> None:
        model = engine.model
        if model is None:
            raise ModelError("model_not_loaded")
        self._engine = engine
        self._counts = counts
        self._default_speaker = default_speaker
        self._template = template_for(model.architecture, model.chat_template, model.name)
        self._frame = Frame.of(self._template, counts.pieces)
        language = language_of("\n".join(turn.question.text for turn in turns))
        self._words: PromptWords = WORDS[language]
        self._step_words: StepWords = STEP_WORDS[language]
        self._room = min(STEP_TOKENS, model.context_length - level_tokens - self._fixed_tokens())
        self._tokens = counts.messages(_messages(turns))
        self.turns = self._fitting(turns)
        self._turn_tokens = sum(self._tokens[message.id] for message in _messages(self.turns))
        self._level_tokens = min(level_tokens, max(1, self._turn_tokens // 2))
        self._sources = [
            Source(turn.question.text, turn.question.speaker == default_speaker, _answers_question(turns, at))
            for at, turn in enumerate(self.turns)
        ]
        self._replies = [turn.reply.answer for turn in self.turns if turn.reply and not turn.is_from_memory]

    def run(self, cancel: threading.Event) -> _Made | None:
        """Make the segment; None if the step had to make way."""
        if any(len(source.text) > _LARGEST_SOURCE_CHARACTERS for source in self._sources):
            return _Made()
        bare = self._made(prove("", self._sources))
        bare_tokens = self._size(bare)
        if self._saves_nothing(bare_tokens):
            return _Made()
        if self._turn_tokens - bare_tokens < _WORTH_ASKING_TOKENS or self._room < _WORTH_ASKING_TOKENS:
            return bare
        prose = self._ask(cancel)
        if prose is None:
            return None
        made = self._made(prove(prose, self._sources, self._replies))
        return bare if self._saves_nothing(self._size(made)) else made

    def _fixed_tokens(self) -> int:
        around = (self._step_words.instruction, self._step_words.begin, self._step_words.end)
        pieces = self._counts.pieces([content(Section.SUMMARY, text) for text in around])
        return self._frame.fixed_tokens + sum(piece.tokens for piece in pieces)

    def _fitting(self, turns: Sequence[Turn]) -> list[Turn]:
        """The first turn, and those behind it while there is room; one too large for a step stands alone."""
        taken: list[Turn] = []
        room = self._room
        for turn in turns:
            needed = sum(piece.tokens for piece in self._told(turn))
            if taken and (needed > room or len(turn.question.text) > _LARGEST_SOURCE_CHARACTERS):
                break
            taken.append(turn)
            room -= needed
            if room < 0 or len(turn.question.text) > _LARGEST_SOURCE_CHARACTERS:
                break
        return taken

    def _told(self, turn: Turn) -> list[Piece]:
        """A turn as the model reads it; of an overlong one head and tail."""
        messages = [message for message in _messages([turn]) if message.answer]
        characters = max((len(message.answer) for message in messages), default=0)
        for _ in range(_CUT_ATTEMPTS):
            pieces = self._counts.pieces([self._line(message, characters) for message in messages])
            tokens = sum(piece.tokens for piece in pieces)
            if tokens <= self._room or characters == 0:
                break
            characters = int(characters * max(self._room, 0) / tokens * _CUT_MARGIN)
        return pieces

    def _line(self, message: Message, characters: int) -> Piece:
        tag = self._step_words.assistant if message.role == "assistant" else self._words.speaker_tag(message.speaker)
        text = message.answer
        if len(text) > characters:
            cut = head_and_tail(text, characters)
            text = f"{cut.head}{self._words.omitted.format(count=cut.omitted)}{cut.tail}"
        return content(Section.SUMMARY, f"{tag}{one_line(text)}\n", f"message:{message.id}")

    def _ask(self, cancel: threading.Event) -> str | None:
        """The model's prose; None if it had to make way."""
        words = self._step_words
        lines = [piece for turn in self.turns for piece in self._told(turn)]
        asked = [content(Section.SUMMARY, words.begin), *lines, content(Section.SUMMARY, words.end)]
        pieces = assemble(self._frame, [content(Section.SYSTEM, words.instruction)], (), asked)
        generated = self._engine.generate(
            [PromptPiece(piece.kind, piece.text) for piece in pieces],
            replace(_GREEDY, stop=self._template.stop),
            self._level_tokens,
            _unheard,
            cancel,
            background=True,
        )
        if generated.finish_reason is FinishReason.CANCELLED:
            return None
        if generated.finish_reason in (FinishReason.FAILED, FinishReason.INTERRUPTED):
            raise ModelError(generated.error_code or "engine_crashed")
        return _tidy(generated.text, ended=generated.finish_reason is FinishReason.STOP)

    def _made(self, proved: ProvedSummary) -> _Made:
        quotes = tuple(
            Quote(turn.id, turn.question.speaker, day_of(turn.created_at_ms).isoformat(), item.text)
            for item in proved.verbatim
            for turn in (self.turns[item.source],)
        )
        return _Made(one_line(proved.prose), quotes)

    def _size(self, made: _Made) -> int:
        """Tokens of a segment as it would be sent."""
        segment = SummarySegment(0, made.text, (), made.quotes)
        lines = summary_lines([segment], self._words, self._default_speaker)
        return sum(piece.tokens for piece in self._counts.pieces([line.piece for line in lines]))

    def _saves_nothing(self, tokens: int) -> bool:
        return tokens >= SAVES_NOTHING_SHARE * self._turn_tokens


def _messages(turns: Sequence[Turn]) -> list[Message]:
    """What was said; an answer from memory only repeats what was said elsewhere."""
    replies = {turn.id: turn.reply for turn in turns if turn.reply is not None and not turn.is_from_memory}
    return [message for turn in turns for message in (turn.question, replies.get(turn.id)) if message is not None]


def _answers_question(turns: Sequence[Turn], at: int) -> bool:
    """Whether a turn's message answers the reply before it; of the first one that is not known."""
    before = turns[at - 1].reply if at else None
    return at == 0 or (before is not None and before.text.rstrip()[-1:] in ("?", "？"))


def _tidy(text: str, *, ended: bool) -> str:
    """Prose without headings, list signs and a last sentence that was cut off."""
    found = sentences(_DECORATION.sub("", _LABEL.sub("", text.strip())))
    if found and not ended and not _ENDED.search(found[-1]):
        found.pop()
    return "\n".join(found)


def _unheard(event: GenerationEvent) -> None:
    """Nobody watches a summary being written."""
