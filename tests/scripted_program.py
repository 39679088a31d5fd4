"""A whole program over a scripted model: real vault, real processes, no model files."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop_app.composition import Overrides, Program, open_or_create
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.events import Event, TurnFinished
from desktop_app.engine.process import ProcessLimits
from desktop_app.engine.scripted import scripted_chat_engine, scripted_embedder
from desktop_app.services.facade import Services
from desktop_app.storage.key_slots import KdfCost
from desktop_app.support.paths import DataPaths

# A scripted model is ready in no time where a server forks it that has its modules already; what the program itself
# does, a new interpreter for each model, is tested in `engine/` and wherever a program runs in a process of its own.
multiprocessing.set_forkserver_preload(["desktop_app.engine.workers.loop", "desktop_app.engine.workers.scripted"])
READY = ProcessLimits(start_method="forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn")

# The least an argon2id slot may cost, so that tests do not wait.
CHEAP = KdfCost(19 * 1024, 2, 1)


class Clock:
    """A clock that tests set; every look moves it by a millisecond."""

    def __init__(self, now_ms: int = 1_790_000_000_000) -> None:
        self.now_ms = now_ms

    def __call__(self) -> int:
        self.now_ms += 1
        return self.now_ms


@contextmanager
def scripted_program(
    directory: Path,
    *,
    kind: VaultKind = VaultKind.PERSONAL,
    context_length: int = 1024,
    reserve: int = 64,
    clock: Clock | None = None,
    load: bool = True,
    **script: object,
) -> Iterator[Services]:
    """Open (or make) a vault below ``directory`` with a scripted model loaded; closes everything at the end."""
    directory.mkdir(parents=True, exist_ok=True)
    model = directory / "smollm-scripted.json"  # a ChatML model by its name
    model.write_text(json.dumps({"context_length": context_length, **script}), encoding="utf-8")
    embedding = directory / "embedding"
    embedding.mkdir(exist_ok=True)
    overrides = Overrides(context_length, reserve, model, str(embedding))
    program = Program(
        open_or_create(directory / "vault", kind, clock or Clock()),
        DataPaths(directory),
        language=lambda: "en",
        overrides=overrides,
        clock=clock or Clock(),
        engine=scripted_chat_engine(READY),
        embedder=scripted_embedder(READY),
        key_cost=CHEAP,
    )
    try:
        if load:
            assert program.services.models.load_default() is not None
            program.services.models.load_embedder()
        yield program.services
    finally:
        program.close()


class Heard:
    """Collects what the services announce."""

    def __init__(self, services: Services) -> None:
        self.events: list[Event] = []
        services.bus.subscribe(self.events.append)

    def last_end(self) -> TurnFinished:
        """The end of the last turn."""
        return next(event for event in reversed(self.events) if isinstance(event, TurnFinished))
