"""A vault, an engine and a recall in memory, for tests of the context services."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from desktop_app.domain.conversation import (
    FinishReason,
    Message,
    MessageStatus,
    Person,
    Session,
    Turn,
    VaultKind,
)
from desktop_app.domain.ledger import Ledger, PieceKind, RecalledSnippet
from desktop_app.domain.memory import Category, Fact, FactState, FactStatus, Polarity, SummarySegment
from desktop_app.domain.ports import ModelInfo, PromptPiece
from desktop_app.domain.settings import RecallSettings, Settings
from desktop_app.services.context import ContextService
from desktop_app.services.working_memory import WorkingMemory

NOW_MS = 1_700_000_000_000
CHATML_JINJA = "{% for m in messages %}<|im_start|>{{ m.role }}{% endfor %}"


def model(context_length: int = 2048, chat_template: str = CHATML_JINJA, sha256: str = "a" * 64) -> ModelInfo:
    return ModelInfo(
        path=Path("model.gguf"),
        name="fake",
        architecture="fake",
        quantisation="Q4_0",
        parameters=1,
        file_bytes=1,
        sha256=sha256,
        context_length=context_length,
        trained_context_length=context_length,
        chat_template=chat_template,
        licence="",
        engine_build="fake",
        safe_load=False,
    )


def count_text(kind: PieceKind, text: str) -> int:
    """About a token for four Latin letters or one other character; control strings of a template are one each."""
    if kind is PieceKind.TEMPLATE:
        return max(1, text.count("<|") + text.count("\n")) if text else 0
    latin = sum(1 for char in text if ord(char) < 128)
    return -(-latin // 4) + len(text) - latin


class FakeEngine:
    def __init__(self, loaded: ModelInfo | None) -> None:
        self.model = loaded
        self.counted: list[str] = []

    def count(self, pieces: Sequence[PromptPiece]) -> list[int]:
        self.counted.extend(piece.text for piece in pieces)
        return [count_text(piece.kind, piece.text) for piece in pieces]


class FakeEstimate:
    def count(self, text: str) -> int:
        return len(text)


@dataclass
class FakeAnswer:
    hits: tuple[RecalledSnippet, ...]
    note: str = ""


@dataclass
class FakeRecall:
    """Gives back the wanted snippets that are not excluded."""

    snippets: list[RecalledSnippet] = field(default_factory=list)
    excluded: list[frozenset[int]] = field(default_factory=list)
    settings: list[RecallSettings | None] = field(default_factory=list)

    def search(
        self,
        person_id: int,
        question: str,
        *,
        session_id: int | None,
        exclude_turns: frozenset[int],
        recent: Sequence[str] = (),
        now_ms: int,
        settings: RecallSettings | None = None,
    ) -> FakeAnswer:
        self.settings.append(settings)
        self.excluded.append(exclude_turns)
        return FakeAnswer(tuple(hit for hit in self.snippets if hit.turn_id not in exclude_turns))


class FakeStore:
    """One person, one session and the repositories that building a context reads."""

    def __init__(self, kind: VaultKind = VaultKind.PERSONAL) -> None:
        self.kind = kind
        self.read_only = False
        self.turns: list[Turn] = []
        self.ledgers: dict[int, Ledger] = {}
        self.facts: list[Fact] = []
        self.tokens: dict[tuple[int, int], int] = {}
        self.reply_ids: dict[int, dict[int, tuple[int, ...]]] = {}  # by model and turn
        self.reads = 0
        self._next = 1
        self.person = Person(1, "王芳", "女", "1956-02-03")
        session = Session(1, 1, "初诊", NOW_MS, NOW_MS)
        self._repositories: Any = SimpleNamespace(
            sessions=SimpleNamespace(get=lambda session_id: {1: session}[session_id]),
            people=SimpleNamespace(get=lambda person_id: self.person),
            facts=SimpleNamespace(list=lambda person_id: list(self.facts), shared_with=lambda person_id: []),
            turns=SimpleNamespace(branch=self._branch, count=lambda session_id: len(self.turns)),
            ledgers=SimpleNamespace(
                latest=self._latest,
                get=self.ledgers.get,
                reply_token_ids=lambda model_id, turn_ids: {
                    turn_id: ids for turn_id, ids in self.reply_ids.get(model_id, {}).items() if turn_id in turn_ids
                },
            ),
            attachments=SimpleNamespace(of_turns=lambda turn_ids: {}),
            models=SimpleNamespace(
                upsert=lambda info: int(info.sha256[:2], 16),
                tokens=lambda model_id, ids: {i: self.tokens[model_id, i] for i in ids if (model_id, i) in self.tokens},
                put_tokens=lambda model_id, counts: self.tokens.update({(model_id, i): n for i, n in counts.items()}),
            ),
        )

    def read(self, work: Callable[[Any], Any]) -> Any:
        self.reads += 1
        return work(self._repositories)

    def write(self, work: Callable[[Any], Any]) -> Any:
        return work(self._repositories)

    def _branch(self, session_id: int, *, before_ordinal: int | None = None, limit: int | None = None) -> list[Turn]:
        return self.turns[-limit:] if limit else list(self.turns)

    def _latest(self, session_id: int) -> tuple[int, Ledger] | None:
        for turn in reversed(self.turns):
            if turn.id in self.ledgers:
                return turn.id, self.ledgers[turn.id]
        return None

    def add_turn(
        self,
        question: str,
        reply: str | None = None,
        *,
        speaker: str = "person",
        pinned: bool = False,
        reason: FinishReason | None = None,
    ) -> Turn:
        turn_id = self._next
        self._next += 1
        asked = Message(turn_id * 2, turn_id, "user", speaker, question, MessageStatus.COMPLETE, NOW_MS)
        answered = (
            Message(turn_id * 2 + 1, turn_id, "assistant", "assistant", reply, MessageStatus.COMPLETE, NOW_MS)
            if reply is not None
            else None
        )
        finish = reason or (FinishReason.STOP if reply is not None else FinishReason.RECORDED)
        parent = self.turns[-1].id if self.turns else None
        turn = Turn(turn_id, 1, parent, len(self.turns), asked, answered, finish, pinned)
        self.turns.append(turn)
        return turn

    def add_fact(self, category: Category, value: str, **changes: Any) -> Fact:
        fact = Fact(
            id=len(self.facts) + 1,
            person_id=1,
            subject="self",
            category=category,
            attribute="",
            value=value,
            unit="",
            polarity=Polarity.AFFIRMED,
            status=FactStatus.CURRENT,
            state=FactState.ACTIVE,
            speaker="person",
            confidence=1.0,
            observed_at_ms=NOW_MS,
            valid_from="",
            valid_to="",
            recorded_at_ms=NOW_MS,
            retracted_at_ms=None,
            superseded_by=None,
            pinned=False,
            quote=value,
            session_id=1,
            turn_id=0,
            message_id=0,
            start=0,
            end=0,
            extractor="rules",
        )
        fact = replace(fact, **changes)
        self.facts.append(fact)
        return fact


def snippet(chunk_id: int, turn_id: int, text: str, score: float = 0.8, said_at_ms: int = NOW_MS) -> RecalledSnippet:
    return RecalledSnippet(chunk_id, 2, "复诊", turn_id, 0, said_at_ms, text, score, score, score)


@dataclass
class Bench:
    """A context service over fakes, with what one needs to play turns on it."""

    store: FakeStore
    engine: FakeEngine
    recall: FakeRecall
    settings: Settings
    memory: WorkingMemory = field(init=False)
    service: ContextService = field(init=False)
    summary: SummarySegment | None = None
    system: str = "You are a careful assistant."

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """A new process over the same vault."""
        self.memory = WorkingMemory(self.store)  # type: ignore[arg-type]
        self.service = ContextService(
            self.store,  # type: ignore[arg-type]
            self.memory,
            self.engine,  # type: ignore[arg-type]
            FakeEstimate(),
            self.recall,
            self,
            lambda: NOW_MS,
            system_prompt=lambda: self.system,
            summary_of=lambda session_id: [self.summary] if self.summary else [],
        )

    def get(self) -> Settings:
        return self.settings

    def changed(self) -> None:
        self.memory.forget_session(1)
        self.memory.forget_facts(1)

    def ask(self, question: str, reply: str, *, speaker: str = "person") -> Ledger:
        """One whole turn: build, store, tell the memory."""
        ledger = self.service.build(1, question, speaker)
        turn = self.store.add_turn(question, reply, speaker=speaker)
        self.store.ledgers[turn.id] = ledger
        self.memory.session_grew(1)
        self.memory.note_ledger(1, turn.id, ledger)
        return ledger


def bench(
    context_length: int = 2048,
    *,
    kind: VaultKind = VaultKind.PERSONAL,
    chat_template: str = CHATML_JINJA,
    snippets: Iterable[RecalledSnippet] = (),
    context: Mapping[str, Any] | None = None,
) -> Bench:
    settings = Settings()
    settings = replace(settings, context=replace(settings.context, **(context or {})))
    return Bench(
        FakeStore(kind), FakeEngine(model(context_length, chat_template)), FakeRecall(list(snippets)), settings
    )
