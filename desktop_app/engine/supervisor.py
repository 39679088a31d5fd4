"""Keeps a loaded worker available: restarts it after a crash, later each time, and gives up in the end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from desktop_app.domain.errors import ModelError
from desktop_app.engine.process import WorkerLost, WorkerProcess

CRASHES_TO_GIVE_UP: Final = 3
CRASH_WINDOW_S: Final = 60.0
FIRST_BACK_OFF_S: Final = 0.5

Info = TypeVar("Info")


class CrashHistory:
    """When a model's process was lost. Times are monotonic seconds."""

    def __init__(self) -> None:
        self._times: list[float] = []

    def add(self, now: float) -> None:
        """Note a crash; those of more than a minute ago no longer count."""
        self._times = [then for then in self._times if now - then < CRASH_WINDOW_S] + [now]

    @property
    def gave_up(self) -> bool:
        """Whether it crashed so often in a minute that starting it again would be a loop."""
        return len(self._times) >= CRASHES_TO_GIVE_UP

    def wait_s(self, now: float) -> float:
        """How long to wait before the next start: half a second after one crash, a second after two."""
        if not self._times:
            return 0.0
        return max(0.0, self._times[-1] + FIRST_BACK_OFF_S * 2.0 ** (len(self._times) - 1) - now)


class Supervisor(Generic[Info]):
    """A worker with its model, whatever process serves it at the moment. Thread-safe."""

    def __init__(self, path: str, load: Callable[[], tuple[WorkerProcess, Info]]) -> None:
        """Load for the first time.

        Args:
            path: of the model, for errors.
            load: starts a process and loads the model; raises `ModelError` and leaves no
                process behind if that fails.
        """
        self._path = path
        self.load = load
        self._lock = threading.Lock()
        self._crashes = CrashHistory()
        self._closed = threading.Event()
        self._process: WorkerProcess | None
        self._process, self.info = load()

    @property
    def pid(self) -> int:
        """The present process, 0 if there is none."""
        process = self._process
        return process.pid if process is not None and process.alive else 0

    @property
    def gave_up(self) -> bool:
        """Whether the model crashed too often to be started again."""
        return self._crashes.gave_up

    def process(self) -> WorkerProcess:
        """A process that has the model loaded, started again if it was lost.

        Raises:
            ModelError: ``engine_gave_up`` after three crashes within a minute,
                ``model_not_loaded`` if it was closed, or why loading failed.
        """
        with self._lock:
            if self._process is not None and not self._process.alive:
                self._process = None
                self._crashes.add(time.monotonic())
            if self._process is None:
                self._restart()
            assert self._process is not None
            return self._process

    def _restart(self) -> None:
        if self._crashes.gave_up:
            raise ModelError("engine_gave_up", path=self._path, crashes=CRASHES_TO_GIVE_UP)
        if self._closed.wait(self._crashes.wait_s(time.monotonic())):
            raise ModelError("model_not_loaded", path=self._path)
        try:
            process, self.info = self.load()
        except ModelError:
            self._crashes.add(time.monotonic())
            raise
        self._process = process
        if self._closed.is_set():  # meanwhile
            process.close()
            raise ModelError("model_not_loaded", path=self._path)

    def close(self) -> None:
        """End the process; it is not started again."""
        self._closed.set()
        process = self._process
        if process is not None:
            process.close()


def model_error(lost: WorkerLost, path: str) -> ModelError:
    """The error for people about a lost process."""
    return ModelError(lost.code, path=path, reason=lost.reason)
