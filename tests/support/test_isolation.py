"""Processes that cut themselves off from the network. Never this one: it could not be undone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="the kernel's filter is Linux's")

ISOLATED = """
import json, os, socket, subprocess, sys
from desktop_app.support.isolation import isolate, refused_attempts
from desktop_app.support.seccomp import sockets_refused
before = sockets_refused()
isolate()

def attempt(fn, *arguments):
    try:
        fn(*arguments)
    except OSError as error:
        return type(error).__name__
    return "done"
"""


def isolated(code: str) -> dict[str, object]:
    """What a process prints that isolated itself first."""
    done = subprocess.run(
        [sys.executable, "-c", ISOLATED + code], capture_output=True, text=True, timeout=60, cwd=Path.cwd(), check=True
    )
    found: dict[str, object] = json.loads(done.stdout)
    return found


@linux_only
def test_the_kernel_refuses_network_sockets_to_the_process_and_its_children() -> None:
    # The second interpreter has no hook: only the kernel can say no there.
    found = isolated("""
code = '''
import socket
made = []
for family in (1, 2, 10, 16, 17, 31, 40):
    try:
        socket.socket(family, socket.SOCK_STREAM if family == 1 else socket.SOCK_DGRAM).close()
        made.append(family)
    except PermissionError:
        pass
print(made)
'''
child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
print(json.dumps({"before": before, "after": sockets_refused(), "child": child.stdout.strip(), "said": child.stderr}))
""")
    assert found == {"before": False, "after": True, "child": "[1]", "said": ""}


@linux_only
def test_the_kernel_refuses_the_other_ways_to_a_socket() -> None:
    found = isolated("""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
print(json.dumps({"io_uring": [libc.syscall(425, 1, None), os.strerror(ctypes.get_errno())]}))
""")
    assert found == {"io_uring": [-1, "Function not implemented"]}


def test_the_interpreter_refuses_and_counts_what_asks_for_the_network() -> None:
    found = isolated("""
got = [
    attempt(socket.socket),
    attempt(socket.create_connection, ("127.0.0.1", 9)),
    attempt(socket.getaddrinfo, "localhost", 80),
    attempt(socket.gethostbyname, "localhost"),
]
print(json.dumps({"got": got, "refused": refused_attempts()}))
""")
    assert found["got"] == ["PermissionError"] * 4
    assert found["refused"] == {"socket": 1, "getaddrinfo": 2, "gethostbyname": 1}


@pytest.mark.skipif(sys.platform == "win32", reason="no sockets of this family")
def test_sockets_inside_this_machine_work(tmp_path: Path) -> None:
    found = isolated(f"""
address = {str(tmp_path / "s")!r}
server = socket.socket(socket.AF_UNIX)
server.bind(address)
server.listen()
client = socket.socket(socket.AF_UNIX)
client.connect(address)
client.sendall(b"hello")
one, two = socket.socketpair()
one.sendall(b"there")
print(json.dumps({{
    "heard": (server.accept()[0].recv(5) + two.recv(5)).decode(), "refused": refused_attempts()
}}))
""")
    assert found == {"heard": "hellothere", "refused": {}}


@linux_only
def test_isolating_twice_adds_nothing() -> None:
    found = isolated("""
isolate()
isolate()
attempt(socket.getaddrinfo, "localhost", 80)
filters = [line.split()[1] for line in open("/proc/self/status") if line.startswith("Seccomp_filters")]
print(json.dumps({"refused": refused_attempts(), "filters": filters, "offline": os.environ["HF_HUB_OFFLINE"]}))
""")
    assert found["refused"] == {"getaddrinfo": 1}
    assert found["filters"] in (["1"], [])  # not every kernel tells
    assert found["offline"] == "1"


@linux_only
def test_no_dump_is_left_and_nobody_looks_in() -> None:
    found = isolated("""
import ctypes, resource
print(json.dumps({
    "core": resource.getrlimit(resource.RLIMIT_CORE), "dumpable": ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)
}))
""")
    assert found == {"core": [0, 0], "dumpable": 0}
