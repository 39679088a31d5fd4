"""P10, P11 and P13: how soon the window is there, how soon a session is, and what they take of memory."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from desktop_app.domain.conversation import FinishReason, MessageStatus, VaultKind
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store
from tests.benchmarks.dialogue import dialogue
from tests.benchmarks.measure import Row, compared

SESSIONS = 5_000
SHORT_MESSAGES, LONG_MESSAGES = 100, 10_000
ROUNDS, SHORT_ROUNDS = 7, 5
ALLOWED_MB = 80.0
_TIMEOUT_S = 300.0
_ROOT = Path(__file__).parents[2]
# Not by "-m": the model processes would import all of this again.
_CHILD = "from tests.benchmarks.window_process import main; main()"


def _child(*arguments: object) -> dict[str, Any]:
    """Run a window; what it tells, and in ``took_ms`` how long it took to be ready."""
    # As on a person's machine, where the first start keeps what Python compiled.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    began = time.monotonic()
    ended = subprocess.run(
        [sys.executable, "-c", _CHILD, *map(str, arguments)],
        cwd=_ROOT,
        env={**environment, "QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
        timeout=_TIMEOUT_S,
        check=True,
    )
    told: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    if "ready_at" in told:
        told["took_ms"] = (told["ready_at"] - began) * 1000
    return told


def _vault(folder: Path, sessions: int) -> None:
    """A vault of one person with so many sessions, each with a turn."""
    store = Store.create(folder, VaultKind.PERSONAL, lambda: 0)

    def work(db: Repositories) -> None:
        person = db.people.add("Me", now_ms=0).id
        for number, exchange in enumerate(dialogue(sessions)):
            session = db.sessions.add(person, f"{exchange.question[:30]} {number}", now_ms=number).id
            _say(db, session, 1, number)

    store.write(work)
    store.close()


def _say(db: Repositories, session: int, turns: int, now_ms: int) -> None:
    parent = None
    for exchange in dialogue(turns):
        parent = db.turns.add(session, parent, exchange.question, "person", now_ms=now_ms).id
        db.turns.begin_reply(parent, now_ms=now_ms)
        db.turns.finish(parent, exchange.reply, MessageStatus.COMPLETE, FinishReason.GIVEN)


def starting(*, short: bool) -> Row:
    """P10: from the start of a process to a window that takes input, against a bare window."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        style = folder / "style.qss"
        _vault(folder / "vault", SESSIONS)
        _child("start", folder / "vault", style)  # writes the style sheet and fills the system's caches
        _child("bare", style)
        ours: list[dict[str, Any]] = []
        theirs: list[float] = []
        for _ in range(SHORT_ROUNDS if short else ROUNDS):
            ours.append(_child("start", folder / "vault", style))
            theirs.append(_child("bare", style)["took_ms"])
    early = {name for told in ours for name in told["heavy"]} | {"torch" for told in ours if told["torch"]}
    listed = statistics.median((told["sessions_shown_at"] - told["ready_at"]) * 1000 for told in ours)
    what = f"start, {SESSIONS:,} sessions (a session shows {listed:.0f} ms later)"
    ours_ms = statistics.median(told["took_ms"] for told in ours)
    row = compared("P10", what, ours_ms, statistics.median(theirs), unit="ms", limit=2.5)
    return replace(row, what=f"{what}; imported early: {', '.join(sorted(early))}", ok=False) if early else row


@cache
def _opened(rounds: int) -> tuple[dict[str, Any], float]:
    """What opening sessions took, and the memory of a bare window."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        _vault(folder / "vault", 1)
        store = Store.open(folder / "vault", lambda: 0)

        def work(db: Repositories) -> list[int]:
            person = db.people.list()[0].id
            made = []
            for number, messages in enumerate((SHORT_MESSAGES, LONG_MESSAGES), start=1):
                made.append(db.sessions.add(person, f"{messages} messages", now_ms=number).id)
                _say(db, made[-1], messages // 2, number)
            return made

        sessions = store.write(work)
        store.close()
        told = _child("open", folder / "vault", *sessions, rounds)
        style = folder / "style.qss"
        style.touch()
        bare = statistics.median(_child("bare", style)["memory_mb"] for _ in range(3))
    return told, bare


def opening(*, short: bool) -> Row:
    """P11: showing a session of ten thousand messages, against one of a hundred."""
    told, _ = _opened(SHORT_ROUNDS if short else ROUNDS)
    ours, theirs = statistics.median(told["long_ms"]), statistics.median(told["short_ms"])
    return compared("P11", f"opening a session of {LONG_MESSAGES:,} messages", ours, theirs, unit="ms", limit=1.5)


def memory(*, short: bool) -> Row:
    """P13: the window's own memory with that session open, against a bare window's; 80 MB more are allowed."""
    told, bare = _opened(SHORT_ROUNDS if short else ROUNDS)
    what = f"memory of the window, {LONG_MESSAGES:,} messages ({told['memory_mb'] - bare:+.0f} MB)"
    return compared("P13", what, told["memory_mb"], bare, unit="MB", limit=1.0 + ALLOWED_MB / bare)
