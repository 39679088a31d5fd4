"""P5: building the context of a very long session, against the loop that encodes the whole text each time."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from desktop_app.domain.budget import overflow_check, reference_text
from desktop_app.domain.clipping import keep_newest
from desktop_app.domain.conversation import FinishReason, MessageStatus, VaultKind
from desktop_app.domain.ledger import Ledger
from desktop_app.domain.settings import Settings
from desktop_app.engine.chat import LlamaEngine
from desktop_app.engine.embedding import EmbeddingEngine
from desktop_app.engine.estimate import Cl100kEstimate
from desktop_app.services.context import ContextService
from desktop_app.services.retrieval import RetrievalService
from desktop_app.services.working_memory import WorkingMemory
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store
from tests.benchmarks.dialogue import dialogue
from tests.benchmarks.measure import Row, compared

SIZES = (1_000, 3_000, 10_000)
WINDOW, RESERVE = 4096, 512
LIMIT_MS = 50.0
_SYSTEM = "You are a helpful assistant."
_QUESTION = "What did we say about the tomato bed and the harbour walk?"
TURNS = 64  # played on top of each session: the window fills and turns leave, twice
TEXTBOOK_TURNS = 7  # of them that are also played by the textbook


def building(*, short: bool) -> Row:
    """A turn's context by the product, counts cached, and by the textbook, in turns; the usual turn is compared.

    Recall is measured on its own (P6). The textbook encodes the joined text of the session to see
    whether it fits, and then the messages to find the newest that do.
    """
    del short  # fast enough at full size
    sizes: list[tuple[int, float]] = []
    slowest = 0.0
    for size in SIZES:
        with tempfile.TemporaryDirectory() as temporary:
            usual_ms, clip_ms, theirs_ms = _measured(Path(temporary), size)
        sizes.append((size, usual_ms))
        slowest = max(slowest, clip_ms)
    what = f"context of {SIZES[-1]:,} turns (where turns leave: {slowest:.1f} ms)"
    row = compared("P5", what, sizes[-1][1], theirs_ms, unit="ms", limit=0.01, sizes=sizes)
    grows_linearly = row.exponent is not None and row.exponent <= 1.05
    return replace(row, ok=bool(row.ok) and max(slowest, sizes[-1][1]) <= LIMIT_MS and grows_linearly)


def _measured(folder: Path, size: int) -> tuple[float, float, float]:
    """Median milliseconds of a usual turn, of one at which turns leave, and of the textbook's turn."""
    store = Store.create(folder / "vault", VaultKind.PERSONAL, lambda: 0)
    try:
        session_id, messages = _filled(store, size)
        desk = _Desk(store, session_id)
        textbook = _textbook(messages)
        usual: list[float] = []
        clips: list[float] = []
        theirs: list[float] = []
        before = desk.ask(_QUESTION, "We said a few things about both.")[1]
        for number, exchange in enumerate(dialogue(TURNS, seed=8)):
            took_ms, ledger = desk.ask(exchange.question, exchange.reply)
            (usual if ledger.clipped == before.clipped else clips).append(took_ms)
            before = ledger
            if number % (TURNS // TEXTBOOK_TURNS) == 0:
                theirs.append(_milliseconds(textbook))
    finally:
        store.close()
    return statistics.median(usual), statistics.median(clips), statistics.median(theirs)


def _milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


class _Desk:
    """The context service over a vault, counting with the estimate, with recall switched off."""

    def __init__(self, store: Store, session_id: int) -> None:
        settings = Settings()
        self._settings = replace(
            settings,
            context=replace(settings.context, context_length=WINDOW, reply_reserve_tokens=RESERVE),
            recall=replace(settings.recall, enabled=False),
        )
        self._store = store
        self._session_id = session_id
        self._memory = WorkingMemory(store)
        self._service = ContextService(
            store,
            self._memory,
            LlamaEngine(),
            Cl100kEstimate(),
            RetrievalService(store, EmbeddingEngine(), self),
            self,
            lambda: 0,
            system_prompt=lambda: _SYSTEM,
        )

    def get(self) -> Settings:
        """The settings in force."""
        return self._settings

    def ask(self, question: str, reply: str) -> tuple[float, Ledger]:
        """A whole turn. Returns the milliseconds that building its context took, and the context."""
        start = time.perf_counter()
        ledger = self._service.build(self._session_id, question, "person")
        took_ms = (time.perf_counter() - start) * 1000

        def work(db: Repositories) -> int:
            turn = db.turns.add(self._session_id, db.sessions.head(self._session_id), question, "person", now_ms=0)
            db.turns.begin_reply(turn.id, now_ms=0)
            db.turns.finish(turn.id, reply, MessageStatus.COMPLETE, FinishReason.STOP)
            return turn.id

        turn_id = self._store.write(work)
        self._memory.session_grew(self._session_id)
        self._memory.note_ledger(self._session_id, turn_id, ledger)
        return took_ms, ledger


def _filled(store: Store, turns: int) -> tuple[int, list[str]]:
    script = dialogue(turns)

    def work(db: Repositories) -> int:
        session = db.sessions.add(db.people.add("Me", now_ms=0).id, "long", now_ms=0)
        parent = None
        for exchange in script:
            parent = db.turns.add(session.id, parent, exchange.question, "person", now_ms=0).id
            db.turns.begin_reply(parent, now_ms=0)
            db.turns.finish(parent, exchange.reply, MessageStatus.COMPLETE, FinishReason.GIVEN)
        return session.id

    return store.write(work), [text for exchange in script for text in (exchange.question, exchange.reply)]


def _textbook(messages: list[str]) -> Callable[[], object]:
    counter = Cl100kEstimate()
    available = WINDOW - RESERVE

    def loop() -> object:
        whole = counter.count(reference_text(_SYSTEM, messages, _QUESTION))
        overflow_check(whole, available)
        return keep_newest([counter.count(message) for message in messages], available)

    return loop
