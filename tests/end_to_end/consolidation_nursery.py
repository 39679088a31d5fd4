"""Runs memory work in forked processes that kill themselves at given points, and reports what is in the vault then.

A process of its own, without threads, so that it may fork: forty interpreters of their own would take minutes.

    python consolidation_nursery.py DIRECTORY SEED KILLS

prints a JSON list of reports: first of an undisturbed run, then one for each killed and resumed run.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import shutil
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import desktop_app
from desktop_app.domain.conversation import PERSON, FinishReason, MessageStatus, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.ledger import ClippedTurn, ClipReason
from desktop_app.domain.probes import CHINESE_PROBES, ENGLISH_PROBES
from desktop_app.services.bus import EventBus
from desktop_app.services.consolidation import ConsolidationService
from desktop_app.services.extraction import ExtractionService
from desktop_app.services.guessing import GuessingService
from desktop_app.services.retrieval import RetrievalService
from desktop_app.services.settings import SettingsService
from desktop_app.services.summaries import SummaryService
from desktop_app.services.tasks import Tasks
from desktop_app.services.titles import TitleService
from desktop_app.storage import ballast
from desktop_app.storage.connection import rows
from desktop_app.storage.integrity import check
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store
from tests.services.context_fakes import FakeEstimate
from tests.services.recall_fakes import NOW_MS, WordEmbedder
from tests.services.summary_bench import LONG_REPLY, ToldEngine
from tests.storage.storage_helpers import generation_of, ledger_of

ballast.BALLAST_BYTES = 64 * 1024
OURS = str(Path(desktop_app.__file__).parent)
SAID = (
    "我对青霉素过敏。",
    "我每天吃二甲双胍500毫克。",
    "I live in Leeds and I work as a baker.",
    "I take warfarin 3 mg.",
    "我对青霉素不过敏。",
    "二甲双胍我已经停了。",
    "My mother has diabetes and I like gardening.",
)
CLIPPED = 4  # of them left the window and are to be summed up
REPORTS = {
    "chunks": "SELECT turn_id, position, part, text, indexed_text FROM chunk ORDER BY 1, 2",
    "vectors": "SELECT c.turn_id, c.position, hex(v.embedding) FROM chunk AS c JOIN chunk_vec AS v ON v.chunk_id = c.id"
    " ORDER BY 1, 2",
    "facts": "SELECT category, attribute, value, polarity, status, state, valid_to FROM fact ORDER BY id",
    "sources": 'SELECT f.value, s.message_id, s.start, s."end" FROM fact_source AS s JOIN fact AS f ON f.id = s.fact_id'
    " ORDER BY s.id",
    "summaries": "SELECT coverage, text, verbatim FROM summary ORDER BY id",
    "jobs": "SELECT turn_id, kind FROM consolidation_job",
    "audit": "SELECT action, count(*) FROM audit_log GROUP BY 1 ORDER BY 1",
}


def sow(directory: Path) -> None:
    """A vault in which everything is said and nothing done."""
    store = Store.create(directory, VaultKind.PERSONAL, lambda: NOW_MS)

    def work(db: Repositories) -> None:
        session_id = db.sessions.add(db.people.add("Ann", now_ms=1).id, "first", now_ms=1).id
        for number, text in enumerate(SAID):
            turn = db.turns.add(session_id, db.sessions.head(session_id), text, PERSON, now_ms=NOW_MS + number)
            db.turns.begin_reply(turn.id, now_ms=NOW_MS)
            db.turns.finish(turn.id, LONG_REPLY, MessageStatus.COMPLETE, FinishReason.STOP)
            db.jobs.add(turn.id, ("embed", "extract"))
        clipped = tuple(ClippedTurn(at + 1, at, ClipReason.LOW_VALUE, 0.1, 10) for at in range(CLIPPED))
        ledger = replace(ledger_of([]), clipped=clipped)
        db.ledgers.put(turn.id, ledger, generation_of(db, ledger))
        db.jobs.add(turn.id, ("summarise",))

    store.write(work)
    store.close()


def warm_up() -> None:
    """What every run would do anew: compile the patterns, make the vectors of the words."""
    for text in SAID:
        extract(text, speaker=PERSON, vault=VaultKind.PERSONAL, said_on=date(2024, 5, 15), recent=[])
    WordEmbedder().embed_passages([*ENGLISH_PROBES, *CHINESE_PROBES, *SAID, LONG_REPLY])


def consolidate(directory: Path) -> Store:
    """The services as they are put together in the program, over models without processes."""
    store = Store.open(directory, lambda: NOW_MS)
    bus, tasks = EventBus(), Tasks()
    settings = SettingsService(store, bus)
    engine: Any = ToldEngine(["The person likes gardening and takes warfarin."])
    estimate: Any = FakeEstimate()
    service = ConsolidationService(
        store,
        RetrievalService(store, WordEmbedder(), settings),
        ExtractionService(store, settings, lambda: NOW_MS),
        GuessingService(store, engine, settings, lambda: NOW_MS),
        SummaryService(store, engine, estimate, settings, bus, lambda: NOW_MS),
        TitleService(store, engine, settings),
        tasks,
        bus,
        lambda: NOW_MS,
        user_is_waiting=lambda: False,
    )
    assert service.wait(60)
    tasks.close()
    return store


def report(store: Store) -> dict[str, Any]:
    """What memory work left in the vault."""
    found: dict[str, Any] = store.read(lambda db: {name: rows(db.connection, sql) for name, sql in REPORTS.items()})
    checked = check(store)
    return {
        **found,
        "integrity": checked.integrity,
        "words": checked.words,
        "audit_broken_at": store.read(lambda db: db.audit.verify()),
    }


class Steps:
    """Counts the program's own calls, of Python and of C, on all threads; may end the process at one of them."""

    def __init__(self, kill_at: int | None = None) -> None:
        self.taken = 0
        self._count = itertools.count(1)
        self._kill_at = kill_at

    def __enter__(self) -> Steps:
        threading.setprofile(self._on_event)
        sys.setprofile(self._on_event)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def _on_event(self, frame: FrameType, event: str, _: object) -> None:
        if event in ("call", "c_call") and frame.f_code.co_filename.startswith(OURS):
            self.taken = next(self._count)
            if self.taken == self._kill_at:
                os.kill(os.getpid(), signal.SIGKILL)


def in_child(work: Callable[[], object], answer: Path) -> int:
    """Run ``work`` in a fork, which writes what it returns into a file. Returns the exit status."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            answer.write_text(json.dumps(work()), encoding="utf-8")
            status = 0
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main() -> None:
    """See the top of this file."""
    directory, seed, kills = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    warm_up()
    sown, answer = directory / "sown", directory / "answer.json"
    assert in_child(lambda: sow(sown), answer) == 0

    def counted(vault: Path, kill_at: int | None = None) -> dict[str, Any]:
        with Steps(kill_at) as steps:
            store = consolidate(vault)
        return {**report(store), "steps": steps.taken}

    def resumed(vault: Path) -> dict[str, Any]:
        return report(consolidate(vault))

    vault = directory / "whole"
    shutil.copytree(sown, vault)
    assert in_child(partial(counted, vault), answer) == 0
    reports = [json.loads(answer.read_text("utf-8"))]
    points = random.Random(seed).sample(range(1, int(reports[0]["steps"] * 0.95)), kills)
    for number, point in enumerate(points):
        vault = directory / f"killed-{number}"
        shutil.copytree(sown, vault)
        assert in_child(partial(counted, vault, point), answer) == -signal.SIGKILL, point
        assert in_child(partial(resumed, vault), answer) == 0, point
        reports.append({**json.loads(answer.read_text("utf-8")), "point": point})
    print(json.dumps(reports))


if __name__ == "__main__":
    main()
