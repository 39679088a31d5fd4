"""For every test: how the test process itself ends."""

from __future__ import annotations

import os
import sys

import pytest

_exit_status = pytest.StashKey[int]()


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Keep the status for the end."""
    session.config.stash[_exit_status] = int(exitstatus)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """End the process without tearing the interpreter down.

    WORKAROUND: with Qt, SQLite and thousands of tests' leftovers in one process, CPython 3.11 has crashed while it
    finalised (a callback reached PyErr_Fetch without a thread state), after the last test had passed. How the
    program itself ends is tested in a process of its own, see ui/test_exit.py.
    """
    if _exit_status not in config.stash or hasattr(config, "workerinput"):
        return
    config.get_terminal_writer().flush()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(config.stash[_exit_status])
