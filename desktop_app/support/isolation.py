"""Takes from a process what it must never do: use the network, leave its memory behind in a dump.

Three layers. Variables tell libraries not to try; a hook in the interpreter refuses what is tried
nevertheless and counts it; on Linux the kernel refuses the sockets themselves, to C code as well. Each process
of the program does this to itself before anything else.
"""

from __future__ import annotations

import ctypes
import errno
import os
import socket
import sys
import threading
from collections import Counter
from typing import Any, Final

from desktop_app.support.seccomp import refuse_sockets

OFFLINE_ENVIRONMENT: Final = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_DATASETS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "DO_NOT_TRACK": "1",
}
_PR_SET_DUMPABLE = 4
# Of the interpreter's audit events: those that name a socket, and those that look a name up.
_OF_SOCKETS: Final = ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg")
_LOOK_UPS: Final = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo")
_NEW: Final = "socket.__new__"
_LOCAL: Final = getattr(socket, "AF_UNIX", None)


class _Refusals:
    """What was refused in this process: how often, by what was tried. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()
        self.hooked = False

    def hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        """See `sys.addaudithook`."""
        if not event.startswith("socket."):
            return
        if event in _LOOK_UPS:
            self._refuse(event)
        elif event in _OF_SOCKETS:
            if arguments[0].family != _LOCAL:
                self._refuse(event)
        elif event == _NEW and arguments[1] not in (_LOCAL, -1):  # -1: a descriptor that is there
            self._refuse(event)

    def _refuse(self, event: str) -> None:
        with self._lock:
            self._counts["socket" if event == _NEW else event.removeprefix("socket.")] += 1
        raise PermissionError(errno.EACCES, "this program uses no network")

    def counts(self) -> dict[str, int]:
        """By what was tried, e.g. {"connect": 1}."""
        with self._lock:
            return dict(self._counts)


# An audit hook can never be taken away again, so what it counts belongs to the process.
_refusals: Final = _Refusals()


def isolate() -> None:
    """Isolate this process and what it starts; call it before other imports and before any thread.

    Where a layer is not to be had (no such kernel, no such system), the others still hold; what is in force
    is told by `engine.own_process.report`.
    """
    os.environ.update(OFFLINE_ENVIRONMENT)
    refuse_dumps()
    refuse_sockets()
    if not _refusals.hooked:
        _refusals.hooked = True
        sys.addaudithook(_refusals.hook)


def refuse_dumps() -> None:
    """Leave no core file, and let no other program of this user read this process's memory."""
    if os.name == "posix":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, *map(ctypes.c_ulong, (0, 0, 0, 0)))


def refused_attempts() -> dict[str, int]:
    """How often the interpreter was asked for the network in this process, by what was tried."""
    return _refusals.counts()


def hooked() -> bool:
    """Whether attempts of this process are refused and counted by the interpreter."""
    return _refusals.hooked
