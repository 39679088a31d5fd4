#!/usr/bin/env python3
"""Sets up everything on this machine, then optionally starts the program.

    python3 packaging/bootstrap.py run [--start [ARGUMENT ...]]
    python3 packaging/bootstrap.py test
    python3 packaging/bootstrap.py package

Needs nothing but Python itself. It can be run again at any time: what is done is not done twice, what was
interrupted goes on, and when nothing is to be done it takes no network and about a second.

This file must parse on Python 3.6, so that an old one can say which is needed.
"""

import os
import shutil
import subprocess
import sys

OLDEST_MINOR = 11
NEWEST_MINOR = 14


def is_supported(major: int, minor: int) -> bool:
    """Whether this version of Python can run the program."""
    return major == 3 and OLDEST_MINOR <= minor <= NEWEST_MINOR


def find_supported_python() -> str:
    """Another interpreter on the path that will do, "" if there is none."""
    for minor in range(NEWEST_MINOR, OLDEST_MINOR - 1, -1):
        program = shutil.which(f"python3.{minor}")
        # A launcher may stand on the path without the version behind it.
        if program and subprocess.call([program, "-c", "import venv"], stderr=subprocess.DEVNULL) == 0:
            return program
    return ""


def require_python() -> None:
    """Goes on in a supported Python, or ends with the name of the cure."""
    major, minor = sys.version_info[:2]
    if is_supported(major, minor):
        return
    other = find_supported_python()
    if other:
        sys.stdout.write(f"Python {major}.{minor} is not supported; going on with {other}\n")
        sys.stdout.flush()
        os.execv(other, [other, *sys.argv])
    sys.exit(
        f"Retrace needs Python 3.{OLDEST_MINOR} to 3.{NEWEST_MINOR}; this is {major}.{minor}.\n"
        "  Debian 12, Ubuntu 24.04 and newer: sudo apt-get install python3 python3-venv\n"
        "  Ubuntu 22.04:                      sudo apt-get install python3.11 python3.11-venv\n"
        "  Fedora:                            sudo dnf install python3.13\n"
        "  macOS:                             brew install python@3.13\n"
        "  Windows:                           winget install Python.Python.3.13\n"
        "Then run the same command again."
    )


if __name__ == "__main__":
    require_python()
    from setup_steps import main

    sys.exit(main(sys.argv[1:]))
