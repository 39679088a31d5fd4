"""P9: searching messages with each key that is typed, against the same hits by a bare full-text query."""

from __future__ import annotations

import statistics
import tempfile
import time
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

from desktop_app.domain.conversation import FinishReason, MessageStatus, VaultKind
from desktop_app.domain.search import needles_of
from desktop_app.services.search import SearchService
from desktop_app.storage.message_search import message_terms
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store
from tests.benchmarks.histories import small_talk
from tests.benchmarks.measure import Row, compared

FULL_SIZES, SHORT_SIZES = (10_000, 30_000, 100_000), (5_000, 10_000, 20_000)
LIMIT_MS = 50.0
HITS = 200
ROUNDS = 5
# Typed key by key: frequent and rare words, phrases, and what was never said.
_TYPED = ("market", "lentil soup", "bicycle x", "图书馆", "红烧排骨", "热水器坏了")
_SESSION_TURNS = 50
_BARE = (
    "SELECT m.id, m.text FROM message_fts AS f CROSS JOIN message AS m ON m.id = f.rowid"
    " WHERE f.message_fts MATCH ? ORDER BY f.rowid DESC LIMIT ?"
)


def typing(*, short: bool) -> Row:
    """The usual key, over Chinese and English messages; the slowest one is named."""
    sizes: list[tuple[int, float]] = []
    with tempfile.TemporaryDirectory() as temporary:
        store = Store.create(Path(temporary) / "vault", VaultKind.PERSONAL, lambda: 0)
        try:
            person = store.write(lambda db: db.people.add("Me", now_ms=0).id)
            said = (small_talk(chinese=False), small_talk(chinese=True))
            for size in SHORT_SIZES if short else FULL_SIZES:
                before = sizes[-1][0] if sizes else 0
                for talk in said:
                    store.write(partial(_fill, person, list(islice(talk, (size - before) // 4))))
                ours_ms, theirs_ms, slowest_ms = _measured(store, person)
                sizes.append((size, ours_ms))
        finally:
            store.close()
    what = f"search as you type, {sizes[-1][0]:,} messages (slowest key: {slowest_ms:.1f} ms)"
    row = compared("P9", what, ours_ms, theirs_ms, unit="ms", limit=1.5, sizes=sizes)
    return replace(row, ok=bool(row.ok) and slowest_ms <= LIMIT_MS)


def _fill(person: int, exchanges: list[tuple[str, str]], db: Repositories) -> None:
    parent: int | None = None
    for number, (remark, reply) in enumerate(exchanges):
        if number % _SESSION_TURNS == 0:
            session, parent = db.sessions.add(person, "talk", now_ms=0).id, None
        parent = db.turns.add(session, parent, remark, "person", now_ms=number).id
        db.turns.begin_reply(parent, now_ms=number)
        db.turns.finish(parent, reply, MessageStatus.COMPLETE, FinishReason.GIVEN)


def _measured(store: Store, person: int) -> tuple[float, float, float]:
    """Median milliseconds of the program and of the bare query, and of the program's slowest key."""
    service = SearchService(store)
    ours: dict[str, list[float]] = {}
    theirs: list[float] = []
    for round_ in range(ROUNDS + 1):
        for words in _TYPED:
            for length in range(1, len(words) + 1):
                typed = words[:length]
                began = time.perf_counter()
                service.find(person, typed, limit=HITS)
                found = time.perf_counter()
                store.read(partial(_bare, typed))
                if round_:  # the first fills caches
                    ours.setdefault(typed, []).append((found - began) * 1000)
                    theirs.append((time.perf_counter() - found) * 1000)
    by_key = [statistics.median(times) for times in ours.values()]
    return statistics.median(by_key), statistics.median(theirs), max(by_key)


def _bare(typed: str, db: Repositories) -> object:
    return db.connection.execute(_BARE, (_match(typed), HITS)).fetchall()


def _match(typed: str) -> str:
    """Each part as a phrase whose last word may go on."""
    return " AND ".join(f'"{" ".join(message_terms(needle).split())}" *' for needle in needles_of(typed))
