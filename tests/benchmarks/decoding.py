"""P3 and P4: the first token and the speed of writing in the program, against a bare loop over the engine."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication

from desktop_app.composition import Overrides, Program, open_or_create
from desktop_app.domain.conversation import FinishReason, MessageStatus, VaultKind
from desktop_app.domain.events import Event, ReplyDelta, TurnFinished
from desktop_app.engine.chat import LlamaEngine
from desktop_app.engine.embedding import EmbeddingEngine
from desktop_app.storage.repositories import Repositories
from desktop_app.support.paths import data_paths, engine_needs_safe_load
from desktop_app.ui.application import make_application, prepare_environment
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from tests.benchmarks.dialogue import dialogue
from tests.benchmarks.measure import Row, compared
from tests.benchmarks.prefix import Tokenizer
from tests.installed_models import small_chat_model

HISTORY_TURNS = 30  # about a hundred tokens each
WINDOW, RESERVE = 4_096, 64
FULL_TURNS, SHORT_TURNS = 9, 5
THREADS = 1
_QUESTION = "Tell me a long story about {subject}, with many details."
_SUBJECTS = "a lighthouse; an orchard; a ferry; a bakery; a violin; a glacier; a canal; a kite; a clock; a mill".split(
    "; "
)
_TURN_TIMEOUT_S = 300.0
_TIMEOUT_S = 2_400.0
_ROOT = Path(__file__).parents[2]
# Not by "-m": the model processes would import all of this again.
_CHILD = "from tests.benchmarks.decoding import main; main()"


@dataclass
class Turn:
    """One question: milliseconds to the first token, and of each further token. The bare loop's are ``bare_``."""

    history_tokens: int
    first_ms: float
    token_ms: float
    bare_first_ms: float
    bare_token_ms: float


class _Bare:
    """The engine's Python binding, called as its examples do, with the prefix it has kept."""

    def __init__(self, model: Path, sampling: dict[str, Any]) -> None:
        from llama_cpp import Llama

        self._llama = Llama(
            str(model), n_ctx=WINDOW, n_batch=512, n_threads=THREADS, n_threads_batch=THREADS, verbose=False
        )
        self._sampling = sampling

    def ask(self, prompt: Sequence[int], kept: int, tokens: int) -> tuple[float, float]:
        """Milliseconds to the first token, ``kept`` tokens being in the cache, and of each of the others."""
        llama = self._llama
        if llama.n_tokens > kept:
            llama.n_tokens = kept
        llama.eval(prompt[llama.n_tokens : kept])
        began = time.perf_counter()
        llama.eval(prompt[kept:])
        token = llama.sample(**self._sampling)
        first = time.perf_counter()
        for _ in range(tokens - 1):
            llama.eval([token])
            token = llama.sample(**self._sampling)
        return (first - began) * 1000, (time.perf_counter() - first) * 1000 / (tokens - 1)


def played(folder: Path, turns: int) -> list[Turn]:
    """Ask through the window, and let the bare loop read and write as much after each answer."""
    prepare_environment()
    application = make_application(["retrace"])
    preferences = PreferenceStore(None)
    preferences.update(language="en", welcomed=True)
    engine = LlamaEngine(safe_load=engine_needs_safe_load())
    model = small_chat_model()
    program = Program(
        open_or_create(folder / "vault", VaultKind.PERSONAL),
        data_paths(),
        language=lambda: "en",
        overrides=Overrides(WINDOW, RESERVE, model, None),
        engine=engine,
        embedder=EmbeddingEngine(),
    )
    services = program.services
    try:
        settings = services.settings.get()
        services.settings.update(replace(settings, model=replace(settings.model, threads=THREADS)))
        person = services.people.create("Me").id
        session = services.sessions.create(person, "Long").id
        program._store.write(lambda db: _fill(db, session))
        assert services.models.load_default() is not None, services.models.state
        services.models.load_embedder()
        window = build_window(application, services, preferences)
        window.resize(1280, 800)
        window.show()
        _until(lambda: window.session_id == session)
        reply = settings.reply
        bare = _Bare(
            model,
            {
                "top_k": reply.top_k,
                "top_p": reply.top_p,
                "min_p": reply.min_p,
                "temp": reply.temperature,
                "repeat_penalty": reply.repeat_penalty,
            },
        )
        tokenizer = Tokenizer(engine)
        first_at: list[float] = []
        ends: list[TurnFinished] = []

        def listen(event: Event) -> None:
            if isinstance(event, ReplyDelta) and len(first_at) == len(ends):
                first_at.append(time.perf_counter())
            elif isinstance(event, TurnFinished):
                ends.append(event)

        services.bus.subscribe(listen)
        played_: list[Turn] = []
        for number in range(turns + 1):
            began = time.perf_counter()
            window.composer.set_text(_QUESTION.format(subject=_SUBJECTS[number % len(_SUBJECTS)]))
            window.composer.send()
            _until(lambda number=number: len(ends) > number)  # type: ignore[misc]
            assert services.consolidation.wait(_TURN_TIMEOUT_S)
            end = ends[-1]
            assert end.ledger is not None
            prompt = tokenizer.list_of(end.ledger.pieces)
            bare_first, bare_token = bare.ask(prompt, end.ledger.reused_tokens, end.completion_tokens)
            if number:  # the first question has everything read
                played_.append(
                    Turn(
                        end.ledger.reused_tokens,
                        (first_at[-1] - began) * 1000,
                        end.decode_ms / end.completion_tokens,
                        bare_first,
                        bare_token,
                    )
                )
        window.close()
        return played_
    finally:
        program.close()


def _fill(db: Repositories, session: int) -> None:
    parent = None
    for number, exchange in enumerate(dialogue(HISTORY_TURNS)):
        parent = db.turns.add(session, parent, exchange.question, "person", now_ms=number).id
        db.turns.begin_reply(parent, now_ms=number)
        db.turns.finish(parent, exchange.reply, MessageStatus.COMPLETE, FinishReason.GIVEN)


def _until(condition: Callable[[], bool]) -> None:
    give_up_at = time.monotonic() + _TURN_TIMEOUT_S
    while not condition():
        assert time.monotonic() < give_up_at, "the turn did not end"
        QCoreApplication.processEvents()
        time.sleep(0.001)


@cache
def run(*, short: bool) -> list[Turn]:
    """Both rows are about the same run."""
    with tempfile.TemporaryDirectory() as temporary:
        ended = subprocess.run(
            [sys.executable, "-c", _CHILD, temporary, str(SHORT_TURNS if short else FULL_TURNS)],
            cwd=_ROOT,
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
            stdout=subprocess.PIPE,
            timeout=_TIMEOUT_S,
            check=True,
        )
    return [Turn(**turn) for turn in json.loads(ended.stdout.splitlines()[-1])]


def first_token(*, short: bool) -> Row:
    """P3: from sending to the first token, with as much kept and as much to read."""
    turns = run(short=short)
    kept = statistics.median(turn.history_tokens for turn in turns)
    ours, theirs = (statistics.median(getattr(turn, name) for turn in turns) for name in ("first_ms", "bare_first_ms"))
    return compared("P3", f"time to first token, {kept:,.0f} tokens kept", ours, theirs, unit="ms", limit=1.15)


def writing(*, short: bool) -> Row:
    """P4: time of each token while the window paints; 0.95 of the bare speed is 1/0.95 of its time."""
    turns = run(short=short)
    ours, theirs = (statistics.median(getattr(turn, name) for turn in turns) for name in ("token_ms", "bare_token_ms"))
    what = f"time of a token ({1000 / ours:.0f} against {1000 / theirs:.0f} tok/s)"
    return compared("P4", what, ours, theirs, unit="ms", limit=1 / 0.95)


def main() -> None:
    """Plays, for `run`."""
    folder, turns = sys.argv[1:]
    print(json.dumps([asdict(turn) for turn in played(Path(folder), int(turns))]))
