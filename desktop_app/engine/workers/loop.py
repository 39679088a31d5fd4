"""The loop every model process runs: hardening, requests in, replies out, cancel."""

from __future__ import annotations

import os
import queue
import signal
import threading
import time
import traceback
from collections.abc import Callable
from enum import StrEnum
from multiprocessing.connection import Connection
from pathlib import Path, PurePath
from typing import Final, Protocol

import msgspec

from desktop_app.engine import protocol
from desktop_app.engine.own_process import report
from desktop_app.support.isolation import isolate

# Set before any library is imported. The first keep OpenMP threads from burning a shared core
# (two spinning threads on two busy cores gave 0.7 tokens a second instead of 22), and the
# next keeps ggml from starting a debugger when it aborts. The last are torch's: it compiles nothing here, and takes a
# folder that is there, where it would make one for every user in the system's folder for temporary files.
ENVIRONMENT: Final = {
    "TOKENIZERS_PARALLELISM": "false",
    "OMP_WAIT_POLICY": "passive",
    "GOMP_SPINCOUNT": "0",
    "GGML_NO_BACKTRACE": "1",
    "TORCHDYNAMO_DISABLE": "1",
    "TORCHINDUCTOR_CACHE_DIR": str(Path(__file__).parent),
}


class WorkerKind(StrEnum):
    """Which worker a process runs."""

    CHAT = "chat"
    EMBEDDING = "embedding"
    SCRIPTED = "scripted"


class RequestError(Exception):
    """A request that cannot be served; becomes a `protocol.Failed`."""

    def __init__(self, code: str, **facts: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class Job:
    """One request on its way: whether it was cancelled, and the way back."""

    def __init__(self, request: protocol.Request, send: Callable[[bytes], None]) -> None:
        self.request = request
        self.send_bytes = send
        self.received_at = time.monotonic()
        self._cancelled = threading.Event()
        self._on_cancel: Callable[[], None] | None = None
        self._lock = threading.Lock()

    @property
    def id(self) -> int:
        """The request's id."""
        return self.request.id

    @property
    def cancelled(self) -> bool:
        """Whether the program wants this to stop."""
        return self._cancelled.is_set()

    def report(self, report: protocol.Report) -> None:
        """Tell the program how it goes."""
        self.send_bytes(protocol.encode(report))

    def wait_cancelled(self, timeout_s: float) -> bool:
        """Sleep that a cancel ends; whether it did."""
        return self._cancelled.wait(timeout_s)

    def on_cancel(self, callback: Callable[[], None] | None) -> None:
        """Call ``callback`` in the reader's thread on cancel, at once if that was before."""
        with self._lock:
            self._on_cancel = callback
            if callback is not None and self._cancelled.is_set():
                callback()

    def cancel(self) -> None:
        """Mark as cancelled."""
        with self._lock:
            self._cancelled.set()
            if self._on_cancel is not None:
                self._on_cancel()


class Worker(Protocol):
    """What a kind of worker does. ``work`` and ``idle`` share one thread, ``quick`` has its own."""

    def work(self, job: Job) -> protocol.Answer:
        """Serve a request that may take long. Raises `RequestError`."""

    def quick(self, job: Job) -> protocol.Answer:
        """Serve a request that must not wait for the long ones. Raises `RequestError`."""

    def idle(self) -> None:
        """Nothing to do for a while: give back what is not needed."""

    def close(self) -> None:
        """Free everything; nothing is called after it."""


_QUICK: Final = (protocol.Count, protocol.Tokenize)
_IDLE_S: Final = 60.0


def run_worker(
    kind: WorkerKind,
    connection: Connection[bytes, bytes],
    last_words: Connection[bytes, bytes],
    address_space_bytes: int,
) -> None:
    """The main function of a model process.

    Args:
        kind: the worker to run.
        connection: requests in, replies out.
        last_words: takes the place of the standard error output, see `harden`.
        address_space_bytes: 0 for no limit.
    """
    harden(last_words, address_space_bytes)
    loop = _Loop(connection, kind.value)
    threading.Thread(target=loop.read, name="reader", daemon=True).start()
    worker = _make(kind)
    quick = threading.Thread(target=loop.serve, args=(loop.quick_jobs, worker.quick, None), name="quick", daemon=True)
    quick.start()
    loop.serve(loop.jobs, worker.work, worker.idle)
    quick.join()
    worker.close()


def harden(last_words: Connection[bytes, bytes], address_space_bytes: int) -> None:
    """Take from this process what it must not do: dump core, ask the network, write to the terminal.

    Native libraries print prompts and pieces of files when they fail, and nobody may find
    those in a log. What they print goes into a pipe instead, which the program looks at
    only to learn why a process died; when it is full, the rest is lost.
    """
    isolate()
    os.environ.update(ENVIRONMENT)
    os.umask(0o077)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the terminal is the program's business
    if os.name == "posix" and address_space_bytes:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (address_space_bytes, address_space_bytes))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    if os.name == "posix":
        os.set_blocking(last_words.fileno(), False)
        os.dup2(last_words.fileno(), 2)
    else:
        os.dup2(nowhere, 2)
    os.close(nowhere)


def _make(kind: WorkerKind) -> Worker:
    if kind is WorkerKind.CHAT:
        from desktop_app.engine.workers.llama import LlamaWorker

        return LlamaWorker()
    if kind is WorkerKind.EMBEDDING:
        from desktop_app.engine.workers.embed import EmbedWorker

        return EmbedWorker()
    from desktop_app.engine.workers.scripted import ScriptedWorker

    return ScriptedWorker()


class _Loop:
    """Requests from the pipe to the two lanes, and replies back."""

    def __init__(self, connection: Connection[bytes, bytes], role: str) -> None:
        self._role = role
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.quick_jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._connection = connection
        self._open: dict[int, Job] = {}
        self._lock = threading.Lock()
        self._send_lock = threading.Lock()

    def read(self) -> None:
        """Take requests until the program closes or dies; a dead program's child must not stay."""
        while True:
            try:
                request = protocol.decode_request(self._connection.recv_bytes())
            except (EOFError, OSError, msgspec.DecodeError):
                os._exit(0)
            if isinstance(request, protocol.Close):
                break
            if isinstance(request, protocol.Cancel):
                with self._lock:
                    job = self._open.get(request.id)
                if job is not None:
                    job.cancel()
                continue
            if isinstance(request, protocol.ReportSelf):  # also while a model is being loaded
                self.send(protocol.encode(protocol.SelfReport(request.id, report(self._role))))
                continue
            job = Job(request, self.send)
            with self._lock:
                self._open[request.id] = job
            (self.quick_jobs if isinstance(request, _QUICK) else self.jobs).put(job)
        with self._lock:
            jobs = list(self._open.values())
        for job in jobs:
            job.cancel()
        self.jobs.put(None)
        self.quick_jobs.put(None)

    def send(self, data: bytes) -> None:
        """Send to the program; a program that is gone ends this process."""
        with self._send_lock:
            try:
                self._connection.send_bytes(data)
            except OSError:
                os._exit(0)

    def serve(
        self,
        jobs: queue.SimpleQueue[Job | None],
        handle: Callable[[Job], protocol.Answer],
        idle: Callable[[], None] | None,
    ) -> None:
        """Serve one lane until it is closed."""
        while True:
            try:
                job = jobs.get(timeout=_IDLE_S if idle is not None else None)
            except queue.Empty:
                if idle is not None:
                    idle()
                continue
            if job is None:
                return
            answer = _answer(job, handle)
            with self._lock:
                self._open.pop(job.id, None)
            self.send(protocol.encode(answer))


def _answer(job: Job, handle: Callable[[Job], protocol.Answer]) -> protocol.Answer:
    try:
        return handle(job)
    except RequestError as error:
        return protocol.Failed(job.id, error.code, dict(error.facts))
    except MemoryError:
        return protocol.Failed(job.id, "model_no_memory")
    except Exception as error:  # reported to the program, without its message: that may hold the prompt
        frame = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{PurePath(frame.filename).name}:{frame.lineno}"
        return protocol.Failed(job.id, protocol.INTERNAL, {"error": type(error).__name__, "where": where})
