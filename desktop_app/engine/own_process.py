"""What this process has open, as it sees itself; others may not look into it."""

from __future__ import annotations

import contextlib
import os
import socket
import stat
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from desktop_app.domain.processes import ProcessReport
from desktop_app.support.isolation import hooked, refused_attempts
from desktop_app.support.seccomp import sockets_refused

_DESCRIPTORS, _MAPPINGS = Path("/proc/self/fd"), Path("/proc/self/maps")
_PATH_FIELD = 5  # of a line of /proc/self/maps
# Nobody's data: the system, and the interpreter or packaged program with its libraries.
_SYSTEM: Final = ("/dev/", "/proc/", "/sys/", "/usr/", "/lib", "/etc/")


def report(role: str) -> ProcessReport:
    """This process, now.

    Args:
        role: what it is in the program.
    """
    sockets, files = _on_linux() if sys.platform == "linux" else _elsewhere()
    return ProcessReport(role, os.getpid(), sockets_refused(), hooked(), refused_attempts(), sockets, files)


def _on_linux() -> tuple[dict[str, int], tuple[str, ...]]:
    sockets: Counter[str] = Counter()
    files: set[str] = set()
    for descriptor in _DESCRIPTORS.iterdir():
        with contextlib.suppress(OSError):  # closed since it was listed
            mode = descriptor.stat().st_mode
            if stat.S_ISSOCK(mode):
                sockets[_family(int(descriptor.name))] += 1
            elif stat.S_ISREG(mode):
                files.add(str(descriptor.readlink()))
    files.update(_mapped())
    return dict(sockets), tuple(sorted(path for path in files if _is_data(path)))


def _family(descriptor: int) -> str:
    copy = socket.socket(fileno=os.dup(descriptor))
    with copy:
        family: int = copy.family
    return str(getattr(family, "name", f"AF_{family}"))  # a plain number where Python has no name for it


def _mapped() -> Iterator[str]:
    """Files read through memory, as models are: no descriptor of them stays open."""
    with _MAPPINGS.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            parts = line.split(maxsplit=_PATH_FIELD)
            if len(parts) > _PATH_FIELD and parts[_PATH_FIELD].startswith("/"):
                yield parts[_PATH_FIELD].rstrip("\n")


def _is_data(path: str) -> bool:
    libraries = (sys.prefix, sys.base_prefix, sys.executable)
    return not path.startswith((*_SYSTEM, *libraries, "/memfd:", "/SYSV")) and not path.endswith((".so", ".py"))


def _elsewhere() -> tuple[dict[str, int], tuple[str, ...]]:
    import psutil

    process = psutil.Process()
    sockets: Counter[str] = Counter()
    for connection in process.net_connections(kind="all"):
        sockets[connection.family.name] += 1
    return dict(sockets), tuple(sorted(file.path for file in process.open_files() if _is_data(file.path)))
