"""A small program in memory behind the real window: real bus, real lanes, scripted model."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from desktop_app.domain.audit import AuditState
from desktop_app.domain.backups import BackupState
from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.conversation import (
    ASSISTANT,
    Attachment,
    FinishReason,
    Message,
    MessageStatus,
    Person,
    Session,
    Turn,
    VaultKind,
)
from desktop_app.domain.errors import MessageTooLarge, ModelError, UserError
from desktop_app.domain.events import (
    Changed,
    EmbedderChanged,
    EngineChanged,
    EngineState,
    ReplyDelta,
    TurnAdded,
    TurnFinished,
    TurnStarted,
)
from desktop_app.domain.ledger import ClippedTurn, ClipReason, Ledger, Overflow, Piece, PieceKind, Section
from desktop_app.domain.memory import Category, Fact, FactState, FactStatus, Polarity
from desktop_app.domain.named_texts import NamedText
from desktop_app.domain.ports import FoundModels, ModelFile, ModelInfo, UnusableModel
from desktop_app.domain.prices import ClipPrices, WhatIf
from desktop_app.domain.settings import Settings
from desktop_app.services.bus import EventBus
from desktop_app.services.recall_inspection import RecallLook
from desktop_app.services.sessions import TranscriptPage, title_from
from desktop_app.services.tasks import Tasks
from desktop_app.storage.erasure import DerivedFromSession
from tests.ui.fakes import FakeBranches, FakeSummaries

LIMIT = 4096
DAY_MS = 86_400_000

MODEL = ModelInfo(
    path=Path("models/qwen3-4b.gguf"),
    name="Qwen3-4B",
    architecture="qwen3",
    quantisation="Q4_K_M",
    parameters=4_000_000_000,
    file_bytes=2_500_000_000,
    sha256="0" * 64,
    context_length=LIMIT,
    trained_context_length=32_768,
    chat_template="",
    licence="apache-2.0",
    engine_build="test",
    safe_load=True,
)


def _now_ms() -> int:
    return int(time.time() * 1000)


def make_ledger(text: str, *, clipped: int = 0, exact: bool = True) -> Ledger:
    """A ledger whose question has one token a character."""
    sizes = (
        (Section.SYSTEM, 172),
        (Section.FACTS, 311),
        (Section.SUMMARY, 381),
        (Section.HISTORY, 2006),
        (Section.RECALLED, 377),
        (Section.QUESTION, len(text)),
        (Section.TEMPLATE, 124),
    )
    pieces = tuple(
        Piece(
            PieceKind.TEMPLATE if section is Section.TEMPLATE else PieceKind.CONTENT,
            section,
            text if section is Section.QUESTION else section.value,
            tokens,
        )
        for section, tokens in sizes
    )
    left_out = tuple(ClippedTurn(i + 1, i, ClipReason.SMALL_TALK, 0.05, 20) for i in range(clipped))
    return Ledger(
        LIMIT,
        512,
        Overflow.CLIPPED if clipped else Overflow.WHOLE,
        pieces,
        kept=(),
        clipped=left_out,
        counts_exact=exact,
        reused_tokens=3090,
        computed_tokens=sum(piece.tokens for piece in pieces) - 3090,
    )


class FakePeople:
    """People in a list."""

    def __init__(self, bus: EventBus, people: list[Person]) -> None:
        self._bus = bus
        self.all = people
        self.only: int | None = None

    def list(self) -> tuple[Person, ...]:
        return tuple(person for person in self.all if self.only in (None, person.id))

    def everybody(self) -> tuple[Person, ...]:
        return tuple(self.all)

    def may_name(self, person_id: int) -> bool:
        return self.only in (None, person_id)

    @property
    def hides_others(self) -> bool:
        return self.only is not None

    def show_only(self, person_id: int | None) -> None:
        self.only = person_id
        self._bus.publish(Changed("people.show_only", people=frozenset({person_id or 0})))

    def get(self, person_id: int) -> Person:
        return next(person for person in self.all if person.id == person_id)

    def find(self, name: str) -> tuple[Person, ...]:
        return tuple(person for person in self.all if person.name == name)

    def create(self, name: str, sex: str = "", birth_date: str = "", record_number: str = "") -> Person:
        person = Person(len(self.all) + 1, name, sex, birth_date, record_number)
        self.all.append(person)
        self._bus.publish(Changed("people.create", people=frozenset({person.id})))
        return person


class FakeSessions:
    """Sessions, turns and drafts in dictionaries."""

    def __init__(self, bus: EventBus) -> None:
        self._bus = bus
        self._ids = itertools.count(1)
        self.all: dict[int, Session] = {}
        self.turns: dict[int, list[Turn]] = {}
        self.drafts: dict[int, str] = {}
        self.draft_attachments: dict[int, tuple[Attachment, ...]] = {}
        self.deleted: list[int] = []
        self.fail_delete: UserError | None = None

    def add(self, person_id: int, title: str, *, days_ago: float = 0, turns: int = 0, pinned: bool = False) -> Session:
        at_ms = _now_ms() - int(days_ago * DAY_MS)
        session = Session(next(self._ids), person_id, title, at_ms, at_ms, pinned, False, turns)
        self.all[session.id] = session
        self.turns[session.id] = []
        return session

    def list(self, person_id: int) -> tuple[Session, ...]:
        mine = [session for session in self.all.values() if session.person_id == person_id]
        return tuple(sorted(mine, key=lambda s: s.updated_at_ms, reverse=True))

    def create(self, person_id: int, title: str = "") -> Session:
        session = self.add(person_id, title)
        self._changed("sessions.create", session.id)
        return session

    def rename(self, session_id: int, title: str) -> None:
        self.all[session_id] = replace(self.all[session_id], title=title)
        self._changed("sessions.rename", session_id)

    def set_pinned(self, session_id: int, pinned: bool) -> None:
        self.all[session_id] = replace(self.all[session_id], pinned=pinned)
        self._changed("sessions.set_pinned", session_id)

    def derived(self, *session_ids: int) -> DerivedFromSession:
        return DerivedFromSession(sum(len(self.turns[one]) for one in session_ids), (), 0, 0, 0, 0)

    def delete(self, session_id: int, reason: str = "") -> None:
        if self.fail_delete is not None:
            raise self.fail_delete
        self.deleted.append(session_id)
        del self.all[session_id]
        self._changed("sessions.delete", session_id)

    def discard_untouched(self, session_id: int) -> bool:
        session = self.all.get(session_id)
        kept = self.drafts.get(session_id) or self.draft_attachments.get(session_id)
        if session is None or session.title or session.turn_count or session.pinned or kept:
            return False
        del self.all[session_id]
        self._changed("sessions.delete", session_id)
        return True

    def page(self, session_id: int, before_ordinal: int | None = None, limit: int = 200) -> TranscriptPage:
        turns = self.turns.get(session_id, [])
        shown = turns if before_ordinal is None else turns[:before_ordinal]
        return TranscriptPage(tuple(shown[-limit:]), len(turns))

    def draft(self, session_id: int) -> str:
        return self.drafts.get(session_id, "")

    def save_draft(self, session_id: int, text: str) -> None:
        self.drafts[session_id] = text

    def draft_files(self, session_id: int) -> tuple[Attachment, ...]:
        return self.draft_attachments.get(session_id, ())

    def save_draft_files(self, session_id: int, attachments: Iterable[Attachment]) -> None:
        self.draft_attachments[session_id] = tuple(attachments)

    def append(
        self, session_id: int, text: str, speaker: str, reply: str | None, reason: FinishReason | None, at_ms: int = 0
    ) -> Turn:
        turns = self.turns[session_id]
        turn_id = session_id * 1000 + len(turns)
        at_ms = at_ms or _now_ms()
        question = Message(turn_id * 2, turn_id, "user", speaker, text, MessageStatus.COMPLETE, at_ms)
        answer = (
            Message(turn_id * 2 + 1, turn_id, "assistant", ASSISTANT, reply, MessageStatus.COMPLETE, at_ms)
            if reply is not None
            else None
        )
        turn = Turn(turn_id, session_id, turns[-1].id if turns else None, len(turns), question, answer, reason)
        turns.append(turn)
        session = self.all[session_id]
        self.all[session_id] = replace(
            session,
            title=session.title or title_from(text),
            updated_at_ms=_now_ms(),
            turn_count=max(session.turn_count + 1, len(turns)),
        )
        return turn

    def _changed(self, origin: str, session_id: int) -> None:
        self._bus.publish(Changed(origin, sessions=frozenset({session_id})))


class FakeChat:
    """Answers "re: TEXT" in two pieces; ``gate`` holds the reply back until it is set."""

    def __init__(self, bus: EventBus, sessions: FakeSessions) -> None:
        self._bus = bus
        self._sessions = sessions
        self.sent: list[tuple[int, str, str]] = []
        self.choices: list[TurnChoices] = []
        self.recorded: list[tuple[int, str, str]] = []
        self.stops = 0
        self.fail: UserError | None = None
        self.gate = threading.Event()
        self.gate.set()

    @property
    def busy(self) -> bool:
        return not self.gate.is_set()

    def stop(self) -> None:
        self.stops += 1
        self.gate.set()

    def send(self, session_id: int, text: str, speaker: str, choices: TurnChoices = NO_CHOICES) -> Turn:
        if self.fail is not None:
            raise self.fail
        self.sent.append((session_id, text, speaker))
        self.choices.append(choices)
        turn = self._sessions.append(session_id, text, speaker, f"re: {text}", FinishReason.STOP)
        ledger = make_ledger(text)
        self._bus.publish(TurnAdded(session_id, turn.id))
        self._bus.publish(TurnStarted(session_id, turn.id, ledger))
        self._bus.publish(ReplyDelta(session_id, turn.id, "re: "))
        self.gate.wait(20)
        self._bus.publish(ReplyDelta(session_id, turn.id, text))
        self._bus.publish(
            TurnFinished(
                session_id,
                turn.id,
                FinishReason.STOP,
                ledger,
                completion_tokens=48,
                first_token_ms=800.0,
                prefill_ms=760.0,
                decode_ms=5000.0,
            )
        )
        return turn

    def record(self, session_id: int, text: str, speaker: str) -> Turn:
        self.recorded.append((session_id, text, speaker))
        turn = self._sessions.append(session_id, text, speaker, None, FinishReason.RECORDED)
        self._bus.publish(TurnAdded(session_id, turn.id))
        self._bus.publish(TurnFinished(session_id, turn.id, FinishReason.RECORDED, None))
        return turn


class FakeAsked:
    """Leaves every message to the model; answers the record with nothing."""

    def __init__(self, chat: FakeChat) -> None:
        self._chat = chat
        self.asked: list[str] = []

    def answer(self, session_id: int, text: str, speaker: str) -> None:
        return None

    def ask_record(self, session_id: int, text: str, speaker: str) -> Turn:
        self.asked.append(text)
        return self._chat.record(session_id, text, speaker)


class FakeContext:
    """Counts one token a character; a text over ``largest`` characters is too large."""

    def __init__(self) -> None:
        self.largest = 20_000
        self.clipped = 0
        self.exact = True
        self.previews: list[tuple[int, str, str]] = []
        self.newest: dict[int, tuple[int, Ledger]] = {}
        self.chosen = NO_CHOICES

    def count(self, text: str) -> int:
        return len(text)

    def pinned(self, session_id: int) -> tuple[Turn, ...]:
        return ()

    def pins_left_out(self, session_id: int, ledger: Ledger, choices: TurnChoices = NO_CHOICES) -> tuple[Turn, ...]:
        return ()

    def preview(self, session_id: int, text: str, speaker: str, *, choices: TurnChoices = NO_CHOICES) -> Ledger:
        self.chosen = choices
        self.previews.append((session_id, text, speaker))
        if len(text) > self.largest:
            raise MessageTooLarge("question", len(text), self.largest, LIMIT, 512)
        return make_ledger(text, clipped=self.clipped, exact=self.exact)

    def ledger(self, turn_id: int) -> Ledger | None:
        return next((ledger for turn, ledger in self.newest.values() if turn == turn_id), None)

    def latest(self, session_id: int) -> tuple[int, Ledger] | None:
        return self.newest.get(session_id)

    def standing(self, session_id: int) -> Ledger | None:
        return self.newest[session_id][1] if session_id in self.newest else None


class FakePrices:
    """Everything is free."""

    def __init__(self, context: FakeContext) -> None:
        self._context = context

    def of_clipped(self, session_id: int, turn_ids: object, choices: TurnChoices) -> ClipPrices:
        return ClipPrices({}, None, None)

    def what_if(self, session_id: int, text: str, speaker: str, choices: TurnChoices) -> WhatIf:
        plain = self._context.preview(session_id, text, speaker)
        return WhatIf(plain, self._context.preview(session_id, text, speaker, choices=choices), 0, 0.0)


class FakeWarmStart:
    """Notes which sessions were shown."""

    def __init__(self) -> None:
        self.shown: list[int | None] = []

    def show(self, session_id: int | None) -> None:
        self.shown.append(session_id)


class FakeModels:
    """A model that is loaded, or is not."""

    def __init__(self, bus: EventBus, state: EngineState) -> None:
        self._bus = bus
        self.state = EngineChanged(state, MODEL if state is EngineState.READY else None)
        self.embedder_state = EmbedderChanged(True)
        self.loaded: list[Path] = []
        self.followed = 0
        self.contexts: list[int] = []
        self.fail: UserError | None = None

    def set_state(self, state: EngineChanged) -> None:
        self.state = state
        self._bus.publish(state)

    folder = Path("models")

    def free_memory(self) -> int:
        return 4_000_000_000

    def unload(self) -> None:
        self.set_state(EngineChanged(EngineState.NONE, None))

    def load(self, path: Path, context_length: int = 0) -> ModelInfo:
        self.contexts.append(context_length)
        if self.fail is not None:
            self.set_state(replace(self.state, error=self.fail))
            raise self.fail
        self.loaded.append(path)
        self.set_state(EngineChanged(EngineState.READY, replace(MODEL, path=path)))
        return MODEL

    def follow_settings(self) -> None:
        self.followed += 1

    def catalogue(self) -> FoundModels:
        shared = {"parameters": 10**9, "trained_context_length": 32_768, "licence": "apache-2.0"}
        models = (
            ModelFile(
                path=MODEL.path,
                name="Qwen3-4B",
                architecture="qwen3",
                quantisation="Q4_K_M",
                file_bytes=2_500_000_000,
                found_in="Hugging Face",
                needed_bytes=3_200_000_000,
                fits=True,
                **shared,  # type: ignore[arg-type]
            ),
            ModelFile(
                path=Path("models/large.gguf"),
                name="Large-70B",
                architecture="llama",
                quantisation="Q4_K_M",
                file_bytes=42_000_000_000,
                found_in="LM Studio",
                needed_bytes=46_000_000_000,
                fits=False,
                fitting_context=2048,
                **shared,  # type: ignore[arg-type]
            ),
        )
        broken = UnusableModel(Path("models/half.gguf"), "Jan", ModelError("model_truncated", path="models/half.gguf"))
        return FoundModels(models, (broken,))


class FakeTexts:
    """Personas and saved prompts in a list; no session has a persona."""

    def __init__(self, *texts: NamedText) -> None:
        self.all = list(texts)

    def list(self) -> tuple[NamedText, ...]:
        return tuple(self.all)

    def of_session(self, session_id: int) -> None:
        return None

    def fill(self, text: str, session_id: int) -> str:
        return text


class FakeSettings:
    """Settings in memory."""

    def __init__(self, bus: EventBus) -> None:
        self._bus = bus
        self._settings = Settings()

    def get(self) -> Settings:
        return self._settings

    def change(self, change: Callable[[Settings], Settings]) -> None:
        self.update(change(self._settings))

    def update(self, settings: Settings) -> None:
        self._settings = settings
        self._bus.publish(Changed("settings.update", settings=True))


class FakeMemory:
    """A few facts."""

    def __init__(self) -> None:
        self.stored: list[Fact] = []

    def outdated(self, turn_ids: list[int]) -> dict[int, bool]:
        return {}

    def facts(self, person_id: int) -> list[Fact]:
        return [fact for fact in self.stored if fact.person_id == person_id]


def make_fact(fact_id: int, category: Category, value: str, quote: str, **changes: Any) -> Fact:
    """A current fact about the first person."""
    fact = Fact(
        id=fact_id,
        person_id=1,
        subject="self",
        category=category,
        attribute=value,
        value=value,
        unit="",
        polarity=Polarity.AFFIRMED,
        status=FactStatus.CURRENT,
        state=FactState.ACTIVE,
        speaker="person",
        confidence=1.0,
        observed_at_ms=_now_ms() - DAY_MS,
        valid_from="",
        valid_to="",
        recorded_at_ms=_now_ms() - DAY_MS,
        retracted_at_ms=None,
        superseded_by=None,
        pinned=False,
        quote=quote,
        session_id=1,
        turn_id=1000,
        message_id=2000,
        start=0,
        end=len(value),
        extractor="rules",
    )
    return replace(fact, **changes)


class FakeProgram(SimpleNamespace):
    """Everything the window asks of the services."""

    def __init__(self, kind: VaultKind = VaultKind.PERSONAL, state: EngineState = EngineState.READY) -> None:
        bus = EventBus()
        sessions = FakeSessions(bus)
        context = FakeContext()
        people = (
            [Person(1, "李建国", "male", "1957-03-12", "20881"), Person(2, "王芳", "female", "1990-06-01", "20997")]
            if kind is VaultKind.CLINICAL
            else [Person(1, "Me"), Person(2, "The novel")]
        )
        super().__init__(
            vault_kind=kind,
            bus=bus,
            tasks=Tasks(),
            people=FakePeople(bus, people),
            sessions=sessions,
            consents=SimpleNamespace(
                reason_needed_until=lambda person_id: None,
                hand_out_doubt=lambda person_id: None,
                list=lambda person_id: (),
            ),
            folders=SimpleNamespace(list=lambda person_id: ()),
            chat=(chat := FakeChat(bus, sessions)),
            asked=FakeAsked(chat),
            context=context,
            warm_start=FakeWarmStart(),
            prices=FakePrices(context),
            memory=FakeMemory(),
            own_categories=SimpleNamespace(list=lambda person_id: ()),
            models=FakeModels(bus, state),
            settings=FakeSettings(bus),
            personas=FakeTexts(),
            prompts=FakeTexts(),
            summaries=FakeSummaries(),
            trials=SimpleNamespace(stop=lambda: None),
            branches=FakeBranches(),
            grounding=SimpleNamespace(check=lambda turn_id: (), advises_on_drugs=lambda turn_id: False),
            vault_keys=SimpleNamespace(protected=True, slots=lambda: ()),
            backups=SimpleNamespace(state=BackupState, list=tuple),
            audit=SimpleNamespace(check=lambda: AuditState(0), viewed=lambda person_id: None),
            recall=SimpleNamespace(look=lambda session_id, ledger, *, choices, near: RecallLook({}, ())),
        )

    def close(self) -> None:
        """End the lanes."""
        self.chat.gate.set()
        self.tasks.close()
