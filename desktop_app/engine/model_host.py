"""What the two engines have in common: one model at a time, in a supervised process that work takes turns with."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Generic

from desktop_app.domain.processes import ProcessReport
from desktop_app.engine.process import Launcher, ProcessLimits
from desktop_app.engine.scheduler import Scheduler
from desktop_app.engine.supervisor import Info, Supervisor
from desktop_app.engine.workers.loop import WorkerKind


class ModelHost(Generic[Info]):
    """Holds the model that serves, and what starts, orders and ends its processes.

    Args:
        kind: the worker.
        limits: how long a process may be silent, and its address space.
    """

    def __init__(self, kind: WorkerKind, limits: ProcessLimits | None) -> None:
        self._limits = limits or ProcessLimits()
        self._launcher = Launcher(kind, self._limits)
        self._scheduler = Scheduler()
        self._load_lock = threading.Lock()
        self._serving: Supervisor[Info] | None = None

    @property
    def _served(self) -> Info | None:
        """The loaded model, None if there is none or it crashed too often."""
        serving = self._serving
        return None if serving is None or serving.gave_up else serving.info

    @property
    def pid(self) -> int:
        """The process that serves the model, 0 if there is none."""
        serving = self._serving
        return serving.pid if serving is not None else 0

    def reports(self) -> Sequence[ProcessReport]:
        """What its processes tell of themselves."""
        return self._launcher.reports()

    def close(self) -> None:
        """End the process now, for good, one that is loading as well; work under way returns what there is."""
        self._launcher.close()
        serving, self._serving = self._serving, None
        if serving is not None:
            serving.close()
