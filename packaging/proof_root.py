"""The clean Debian root of the proof: how it is made, and how something runs in it.

Used by ``prove_package.py``.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

WORK = Path(__file__).resolve().parents[1] / "build" / "prove"
USER = "tester"
HOME = Path("/home") / USER
# Of the proof, not of the program: a screen, and what a desktop has to read menu entries and manuals.
_TOOLS = ("xvfb", "xauth", "desktop-file-utils", "man-db")
# What the package manager and the kernel keep for themselves; a purge does not take them back.
_UNCOUNTED = ("/proc/", "/sys/", "/dev/", "/tmp/", "/run/", "/var/cache/", "/var/log/", "/var/lib/apt/",
              "/var/lib/dpkg/", "/home/", "/etc/ld.so.cache", "/root/")  # fmt: skip
_MOUNTS = """
set -e
mount -t proc proc {root}/proc
mount --rbind /dev {root}/dev
mount -t tmpfs -o mode=1777 tmpfs {root}/tmp
mkdir -p {root}/dev/shm
# Not by exec: a virtual screen tells nobody that it is ready whose number is 1.
chroot {root} "$@" || exit $?
"""


class ProofFailed(Exception):
    """A step did not do what it must."""


def say(text: str) -> None:
    """One line for the reader."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def clean_root(root: Path) -> None:
    """A minimal Debian with a virtual screen and an ordinary user; made from a copy after the first time."""
    release = platform.freedesktop_os_release()["VERSION_CODENAME"]
    kept = WORK / f"{'+'.join((release, *_TOOLS))}.tar"
    shutil.rmtree(root, ignore_errors=True)
    if not kept.exists():
        say("• Making a clean Debian root")
        run(["debootstrap", "--variant=minbase", release, str(root), _mirror()])
        inside(root, ["apt-get", "update", "-q"])
        inside(root, ["apt-get", "install", "-y", "-q", "--no-install-recommends", *_TOOLS])
        inside(root, ["useradd", "--create-home", "--shell", "/bin/sh", USER])
        run(["tar", "-cf", str(kept), "--one-file-system", "-C", str(root), "."])
    else:
        root.mkdir(parents=True)
        run(["tar", "-xf", str(kept), "-C", str(root)])


def _mirror() -> str:
    """The mirror this machine's own apt uses."""
    found = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages", "Component: main", "Origin: Debian"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return found.stdout.split()[0]


def run(command: Sequence[str]) -> str:
    """Runs a command.

    Returns:
        What it printed.

    Raises:
        ProofFailed: it ended with another status than 0.
    """
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        tail = f"\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        raise ProofFailed(f"status {done.returncode} of: {' '.join(command[-8:])}{tail}")
    return done.stdout


def inside(root: Path, command: Sequence[str], *, network: bool = True) -> str:
    """Runs a command in the root, with mounts that end with it.

    Args:
        root: the Debian root.
        command: program and arguments.
        network: whether it may see one; without, there is not even a loopback.

    Returns:
        What it printed.

    Raises:
        ProofFailed: it ended with another status than 0.
    """
    namespaces = ["--mount", "--pid", "--fork", *([] if network else ["--net"])]
    variables = ["LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
    start = ["sh", "-c", _MOUNTS.format(root=root), "sh", "env", "-i", *variables]
    return run(["unshare", *namespaces, *start, *command])


def as_user(root: Path, command: Sequence[str]) -> str:
    """Runs a command in the root as an ordinary user, on a virtual screen, without a network.

    Returns:
        What it printed.

    Raises:
        ProofFailed: it ended with another status than 0.
    """
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1440x900x24"]
    user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups", "env", f"HOME={HOME}"]
    return inside(root, [*user, *screen, *command], network=False)


def files_of(root: Path) -> set[str]:
    """Every file of the root that counts."""
    listed = subprocess.run(["find", str(root), "-xdev", "!", "-type", "d", "-printf", "/%P\\n"], capture_output=True,
                            text=True, check=True)  # fmt: skip
    return {path for path in listed.stdout.splitlines() if not path.startswith(_UNCOUNTED)}
