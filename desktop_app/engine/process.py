"""One child process: started, talked to, watched and ended."""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import queue
import re
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final, Literal

import msgspec

from desktop_app.domain.processes import ProcessReport
from desktop_app.engine import protocol
from desktop_app.engine.workers.loop import WorkerKind, run_worker

_POLL_S: Final = 0.02  # how soon a cancel from the caller is seen
_CANCEL_GRACE_S: Final = 2.0  # a cancelled request must be answered by then
_LAST_GRACE_S: Final = 0.25  # for a child to end by itself when the program does; it has nothing to keep
_LAST_WORDS_BYTES: Final = 65536
# What C++, Python and ggml say when an allocation failed.
_NO_MEMORY: Final = re.compile(
    rb"bad_alloc|MemoryError|out of memory|cannot allocate memory|GGML_ASSERT\([^\n]*(buffer|data) != NULL\)",
    re.IGNORECASE,
)


class WorkerLost(Exception):
    """The process is gone or was ended because it did not report.

    Attributes:
        code: ``engine_crashed``, ``engine_hung`` or ``model_no_memory``, codes of `errors.ModelError`.
        reason: the signal's name or the exit status.
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason


@dataclass(frozen=True, slots=True)
class ProcessLimits:
    """How a process is started, how long it may be silent, and how much address space it gets (0: no limit).

    Loading has its own time: importing a model library and reading a large file from a
    slow disk are silent for longer than any other work. Where nothing has to be kept from
    the child, as in tests over the scripted worker, a server that forks ready ones may start it.
    """

    hang_s: float = 30.0
    load_hang_s: float = 300.0
    address_space_bytes: int = 0
    start_method: Literal["spawn", "forkserver"] = "spawn"


class WorkerProcess:
    """A model process. Thread-safe; calls block.

    Spawned, never forked: the program has threads, and the child must not inherit the
    vault's key. A reader thread hands replies to the waiting callers, a writer thread
    keeps a stopped child from blocking them in a full pipe.
    """

    def __init__(self, kind: WorkerKind, limits: ProcessLimits) -> None:
        self._limits = limits
        forks = limits.start_method == "forkserver"
        context = multiprocessing.get_context("forkserver") if forks else multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=True)
        self._last_words, last_words = context.Pipe(duplex=False)
        self._connection: Connection[bytes, bytes] = ours
        self._process = context.Process(
            target=run_worker,
            args=(kind, theirs, last_words, limits.address_space_bytes),
            name=f"retrace-{kind.value}",
            daemon=True,
        )
        self._ids = itertools.count(1)
        self._lock = threading.Lock()
        self._waiting: dict[int, queue.SimpleQueue[protocol.Reply | None]] = {}
        self._lost: WorkerLost | None = None
        self._ending: WorkerLost | None = None  # why we ended it, before it is gone
        self._ended = threading.Event()
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._process.start()
        last_words.close()
        theirs.close()  # the child holds the only other end, so its death is an end of file here
        self._reader = threading.Thread(target=self._read, name=f"{kind.value}-reader", daemon=True)
        self._writer = threading.Thread(target=self._write, name=f"{kind.value}-writer", daemon=True)
        self._reader.start()
        self._writer.start()

    @property
    def pid(self) -> int:
        """The child's process id."""
        return self._process.pid or 0

    @property
    def alive(self) -> bool:
        """Whether the child can be asked."""
        return self._lost is None

    def next_id(self) -> int:
        """An id for a new request."""
        return next(self._ids)

    def call(
        self,
        request: protocol.Request,
        *,
        on_report: Callable[[protocol.Report], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
        loading: bool = False,
    ) -> protocol.Answer:
        """Send a request and wait for its answer.

        Args:
            request: with an id from `next_id`.
            on_report: called in this thread with each report before the answer.
            cancelled: asked often; once true, the child is told to stop, and if it does not
                answer within two seconds it is killed.
            loading: the longer silence of loading is allowed.

        Raises:
            WorkerLost: the process crashed, or was killed because it hung.
        """
        inbox: queue.SimpleQueue[protocol.Reply | None] = queue.SimpleQueue()
        with self._lock:
            if self._lost is not None:
                raise self._lost
            self._waiting[request.id] = inbox
        try:
            self._outbox.put(protocol.encode(request))
            return self._wait(request.id, inbox, on_report, cancelled, loading)
        except WorkerLost:
            raise
        except BaseException:  # the caller's own, from on_report: nobody waits for this request any more
            self._outbox.put(protocol.encode(protocol.Cancel(request.id)))
            raise
        finally:
            with self._lock:
                self._waiting.pop(request.id, None)

    def _wait(
        self,
        request_id: int,
        inbox: queue.SimpleQueue[protocol.Reply | None],
        on_report: Callable[[protocol.Report], None] | None,
        cancelled: Callable[[], bool] | None,
        loading: bool,
    ) -> protocol.Answer:
        allowed = self._limits.load_hang_s if loading else self._limits.hang_s
        heard = time.monotonic()
        cancelled_at: float | None = None
        while True:
            try:
                reply = inbox.get(timeout=_POLL_S)
            except queue.Empty:
                reply = None
                if (silent := time.monotonic() - heard) > allowed:
                    self._kill(WorkerLost("engine_hung", f"silent for {silent:.0f} s"))
            else:
                heard = time.monotonic()
                if reply is None:
                    raise self._lost or WorkerLost("engine_crashed", "closed")
            if isinstance(reply, protocol.REPORTS):
                if on_report is not None:
                    on_report(reply)
            elif reply is not None:
                return reply
            if cancelled is not None and cancelled():
                if cancelled_at is None:
                    cancelled_at = time.monotonic()
                    self._outbox.put(protocol.encode(protocol.Cancel(request_id)))
                elif time.monotonic() - cancelled_at > _CANCEL_GRACE_S:
                    self._kill(WorkerLost("engine_hung", "did not stop"))

    def close(self, timeout_s: float = 2.0) -> None:
        """Ask the child to end; after ``timeout_s`` it is killed."""
        with self._lock:
            self._ending = self._ending or WorkerLost("engine_crashed", "closed")
        self._outbox.put(protocol.encode(protocol.Close(0)))
        if not self._ended.wait(timeout_s):
            self._process.kill()
            self._ended.wait()

    def _kill(self, lost: WorkerLost) -> None:
        """End a child that does not answer; its callers learn of it through the reader."""
        with self._lock:
            if self._ending is not None or self._lost is not None:
                return
            self._ending = lost
        self._process.terminate()
        if not self._ended.wait(0.2):  # a stopped process takes no SIGTERM
            self._process.kill()

    def _write(self) -> None:
        while (data := self._outbox.get()) is not None:
            try:
                self._connection.send_bytes(data)
            except OSError:
                return  # the reader sees the same end and tells the callers

    def _read(self) -> None:
        """Hand out replies until the pipe ends, then reap the child. Only this thread reaps."""
        while True:
            try:
                reply = protocol.decode_reply(self._connection.recv_bytes())
            except (EOFError, OSError):
                break
            except msgspec.DecodeError:  # babble: a process that cannot be trusted any more
                with self._lock:
                    self._ending = self._ending or WorkerLost("engine_crashed", "unreadable answer")
                break
            with self._lock:
                inbox = self._waiting.get(reply.id)
            if inbox is not None:
                inbox.put(reply)
        self._process.join(timeout=1.0)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        with self._lock:
            self._lost = self._ending or self._crash()
            waiting = list(self._waiting.values())
        self._ended.set()
        for inbox in waiting:
            inbox.put(None)
        self._outbox.put(None)
        self._writer.join()
        self._connection.close()
        self._last_words.close()

    def _crash(self) -> WorkerLost:
        """Why a process died by itself: C++ ends it by SIGABRT where memory is wanting, and says so."""
        said = b""
        if os.name == "posix":
            os.set_blocking(self._last_words.fileno(), False)
            with contextlib.suppress(BlockingIOError):  # nobody said anything, and something holds the pipe
                said = os.read(self._last_words.fileno(), _LAST_WORDS_BYTES)
        code = "model_no_memory" if _NO_MEMORY.search(said) else "engine_crashed"
        return WorkerLost(code, _reason(self._process.exitcode))


class Launcher:
    """Starts the processes of an engine until it is closed, one after another. Thread-safe."""

    def __init__(self, kind: WorkerKind, limits: ProcessLimits) -> None:
        self._kind = kind
        self._limits = limits
        self._lock = threading.Lock()
        self._closed = False
        self._newest: WorkerProcess | None = None
        self._started: list[WorkerProcess] = []

    def start(self, limits: ProcessLimits | None = None) -> WorkerProcess:
        """A new process.

        Args:
            limits: instead of the engine's own.

        Raises:
            WorkerLost: the engine was closed.
        """
        with self._lock:
            if self._closed:
                raise WorkerLost("engine_crashed", "closed")
            self._newest = WorkerProcess(self._kind, limits or self._limits)
            self._started = [process for process in self._started if process.alive] + [self._newest]
            return self._newest

    def reports(self) -> list[ProcessReport]:
        """What each of the processes that are alive tells of itself."""
        with self._lock:
            alive = [process for process in self._started if process.alive]
        found: list[ProcessReport] = []
        for process in alive:
            with contextlib.suppress(WorkerLost):  # it ended meanwhile, and has nothing open any more
                answer = process.call(protocol.ReportSelf(process.next_id()), loading=True)
                if isinstance(answer, protocol.SelfReport):
                    found.append(answer.report)
        return found

    def close(self) -> None:
        """Start no more, and end the newest: one that is loading a model would not listen for many seconds."""
        with self._lock:
            self._closed = True
            newest = self._newest
        if newest is not None:
            newest.close(timeout_s=_LAST_GRACE_S)


def _reason(exit_code: int | None) -> str:
    if exit_code is not None and exit_code < 0:
        try:
            return signal.Signals(-exit_code).name
        except ValueError:
            return f"signal {-exit_code}"
    return f"exit status {exit_code}"
