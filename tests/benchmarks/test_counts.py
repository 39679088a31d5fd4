"""What does not depend on the machine must not creep up: the pages and the queries of a recall and of a turn.

The tokens that are computed are guarded in ``tests/services/test_prefix_economy.py``, the redraws in
``tests/ui/test_pace.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import apsw
import numpy as np

from desktop_app.services.recall_search import Question
from desktop_app.storage.repositories import Repositories
from tests.benchmarks import recall
from tests.benchmarks.long_session import long_session

ASKED = ("zebra", "quince")  # nobody said them: how many memories have a word depends on how many there are
MOST_QUERIES = 30
MOST_QUERIES_OF_A_TURN = 290  # with the memory work after it
PAGES_OF_A_LINK = 3  # from one turn of the branch to the one before
_CACHE_HIT, _CACHE_MISS = apsw.SQLITE_DBSTATUS_CACHE_HIT, apsw.SQLITE_DBSTATUS_CACHE_MISS


def _cost(person_id: int, asked: Question, db: Repositories) -> tuple[int, int]:
    """Pages and queries of a search, in a cache that has seen it before."""
    recall._found(person_id, asked, True, db)
    queries: list[str] = []

    def note(_cursor: apsw.Cursor, sql: str, _bindings: apsw.Bindings | None) -> bool:
        queries.append(sql)
        return True

    for counter in (_CACHE_HIT, _CACHE_MISS):
        db.connection.status(counter, True)
    db.connection.exec_trace = note
    recall._found(person_id, asked, True, db)
    db.connection.exec_trace = None
    return sum(db.connection.status(counter)[0] for counter in (_CACHE_HIT, _CACHE_MISS)), len(queries)


def test_a_recall_reads_no_more_where_there_is_more_to_remember(tmp_path: Path) -> None:
    random = np.random.default_rng(3)
    memories = recall._new_vault(tmp_path / "vault")
    vector = recall.unit_vectors(random, 1)[0].tobytes()
    asked = Question(" ".join(ASKED), ASKED, (), vector)
    pages: dict[int, int] = {}
    try:
        for size in (200, 800):
            recall._grow(memories, size, random)
            work = partial(_cost, memories.person_ids[0], asked)
            pages[size], queries = memories.store.read(work, recall=True)
            assert queries <= MOST_QUERIES
    finally:
        memories.store.close()
    # The candidates are as many; only the trees are a little deeper and the counts longer.
    assert pages[800] <= 1.3 * pages[200]


@dataclass
class _Traffic:
    """What all connections that were opened meanwhile did."""

    queries: list[str] = field(default_factory=list)
    connections: list[apsw.Connection] = field(default_factory=list)

    def pages(self) -> int:
        """Asked for since the last look."""
        asked = 0
        for connection in self.connections:
            with suppress(apsw.ConnectionClosedError):
                asked += sum(connection.status(counter, True)[0] for counter in (_CACHE_HIT, _CACHE_MISS))
        return asked


@contextmanager
def _watched() -> Iterator[_Traffic]:
    traffic = _Traffic()

    def watch(connection: apsw.Connection) -> None:
        def note(_cursor: apsw.Cursor, sql: str, _bindings: apsw.Bindings | None) -> bool:
            traffic.queries.append(sql)
            return True

        connection.exec_trace = note
        traffic.connections.append(connection)

    apsw.connection_hooks.append(watch)
    try:
        yield traffic
    finally:
        apsw.connection_hooks.remove(watch)


def test_a_turn_asks_the_vault_as_often_where_the_session_is_long(tmp_path: Path) -> None:
    queries: dict[int, int] = {}
    pages: dict[int, int] = {}
    for turns in (50, 400):
        with _watched() as traffic, long_session(tmp_path / str(turns), turns) as long:
            for message in ("Where does the rake stand?", "And where is the hose?"):  # the first fills caches
                traffic.queries.clear()
                traffic.pages()
                long.services.chat.send(long.session_id, message, "person")
                assert long.services.consolidation.wait(60)
                queries[turns], pages[turns] = len(traffic.queries), traffic.pages()
    assert queries[400] <= MOST_QUERIES_OF_A_TURN
    assert queries[400] <= queries[50] + 10
    # The branch is followed once, to see what has no summary yet.
    assert pages[400] - pages[50] <= PAGES_OF_A_LINK * 350
