"""What does not depend on the machine must not creep up: the pages and the queries of a recall."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import apsw
import numpy as np

from desktop_app.services.recall_search import Question
from desktop_app.storage.repositories import Repositories
from tests.benchmarks import recall

ASKED = ("zebra", "quince")  # nobody said them: how many memories have a word depends on how many there are
MOST_QUERIES = 30
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
