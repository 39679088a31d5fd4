"""An embedding model made of words, for tests of recall: texts that share words are near."""

from __future__ import annotations

import hashlib
import math
import random
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from desktop_app.domain.conversation import PERSON, FinishReason, MessageStatus, VaultKind
from desktop_app.domain.errors import ModelError
from desktop_app.domain.ports import EmbeddingInfo
from desktop_app.domain.settings import RecallSettings, Settings
from desktop_app.domain.terms import query_terms
from desktop_app.services.retrieval import RecallResult, RetrievalService
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

DIMENSIONS = 64
NOW_MS = 1_715_770_000_000  # 15 May 2024
DAY_MS = 86_400_000


@cache
def _direction(word: str, dimensions: int) -> list[float]:
    rng = random.Random(hashlib.sha256(word.encode()).digest())
    return [rng.gauss(0, 1) for _ in range(dimensions)]


@dataclass
class WordEmbedder:
    """Implements `ports.Embedder`. ``meanings`` maps words onto others with the same meaning."""

    meanings: dict[str, str] = field(default_factory=dict)
    fingerprint: str = "words-1"
    loaded: bool = True
    failing: bool = False
    embedded: list[str] = field(default_factory=list)
    dimensions: int = DIMENSIONS  # the fewer, the nearer unrelated words are by chance

    @property
    def info(self) -> EmbeddingInfo | None:
        return EmbeddingInfo("words", Path("words"), self.dimensions, self.fingerprint) if self.loaded else None

    def load(self, directory: Path) -> EmbeddingInfo:
        raise NotImplementedError

    def embed_queries(self, texts: Sequence[str]) -> list[bytes]:
        return [self._embed(text) for text in texts]

    def embed_passages(self, texts: Sequence[str], background: bool = True) -> list[bytes]:
        self.embedded += texts
        return [self._embed(text) for text in texts]

    def close(self) -> None:
        self.loaded = False

    def _embed(self, text: str) -> bytes:
        if self.failing:
            raise ModelError("engine_crashed")
        if not text.strip():
            raise ValueError("empty text")
        words = [self.meanings.get(word, word) for word in query_terms(text)] or ["nothing"]
        columns = zip(*(_direction(word, self.dimensions) for word in words), strict=True)
        summed = [math.fsum(column) for column in columns]
        length = math.sqrt(math.fsum(value * value for value in summed))
        return array("f", [value / length for value in summed]).tobytes()


@dataclass
class Source:
    """A settings source that a test can change."""

    settings: Settings = field(default_factory=Settings)

    def get(self) -> Settings:
        return self.settings

    def recall(self, **changes: object) -> None:
        self.settings = Settings(recall=RecallSettings(**changes))  # type: ignore[arg-type]


class Remembering:
    """A vault with recall over it, and short ways to say things in it."""

    def __init__(self, directory: Path, embedder: WordEmbedder) -> None:
        self.store = Store.create(directory, VaultKind.PERSONAL, lambda: NOW_MS)
        self.embedder = embedder
        self.source = Source()
        self.retrieval = RetrievalService(self.store, embedder, self.source)

    def person(self, name: str = "me") -> int:
        return self.store.write(lambda db: db.people.add(name, now_ms=1).id)

    def session(self, person_id: int, title: str = "s") -> int:
        return self.store.write(lambda db: db.sessions.add(person_id, title, now_ms=1).id)

    def say(self, session_id: int, text: str, reply: str = "", *, days_ago: float = 1, parent: int | None = -1) -> int:
        """A finished turn after the head (or ``parent``), not indexed yet."""
        said_ms = NOW_MS - int(days_ago * DAY_MS)

        def work(db: Repositories) -> int:
            parent_id = db.sessions.head(session_id) if parent == -1 else parent
            turn = db.turns.add(session_id, parent_id, text, PERSON, now_ms=said_ms)
            if reply:
                db.turns.begin_reply(turn.id, now_ms=said_ms)
            reason = FinishReason.GIVEN if reply else FinishReason.RECORDED
            db.turns.finish(turn.id, reply or None, MessageStatus.COMPLETE, reason)
            return turn.id

        return self.store.write(work)

    def tell(self, session_id: int, text: str, reply: str = "", *, days_ago: float = 1, parent: int | None = -1) -> int:
        """A finished turn, indexed."""
        turn_id = self.say(session_id, text, reply, days_ago=days_ago, parent=parent)
        self.retrieval.index_turn(turn_id)
        return turn_id

    def ask(self, person_id: int, question: str, **others: Any) -> RecallResult:
        """What recall finds now."""
        wanted = {"session_id": None, "exclude_turns": frozenset(), "now_ms": NOW_MS, **others}
        return self.retrieval.search(person_id, question, **wanted)

    def found(self, person_id: int, question: str, **others: Any) -> list[str]:
        """The texts of the hits."""
        return [hit.text for hit in self.ask(person_id, question, **others).hits]
