"""Proves the package for Debian: installed in a clean root, used by an ordinary user without a network, removed.

    make prove-package        (as root; needs debootstrap and an apt that reaches Debian)

A root of the stable release this machine runs is made once under ``build/prove``. In it: the package is installed with
what it declares and no more, a user without rights installs a bundle of models and plays the dialogue of the smoke test
under Xvfb in a namespace without any network, the vault is verified, and the package is purged. Then nothing may be
there that was not there before, but what lies in the user's home.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from smoke import CONTEXT_TOKENS, DIALOGUE, REPLY_TOKENS, problems_of_play  # noqa: E402

from desktop_app.support.paths import SMALL_CHAT_MODEL  # noqa: E402

WORK = PROJECT / "build" / "prove"
BUNDLE = WORK / "retrace-models"
USER = "tester"
HOME = Path("/home") / USER
_PROGRAM = "/usr/lib/retrace/retrace"
# By these it is told that both models were at work.
_MODEL_LIBRARIES = ("libllama", "libtorch_cpu")
# Of the proof, not of the program: a screen.
_TOOLS = ("xvfb", "xauth")
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
    kept = WORK / "clean.tar"
    shutil.rmtree(root, ignore_errors=True)
    if not kept.exists():
        say("• Making a clean Debian root")
        release = platform.freedesktop_os_release()["VERSION_CODENAME"]
        _run(["debootstrap", "--variant=minbase", release, str(root), _mirror()])
        inside(root, ["apt-get", "update", "-q"])
        inside(root, ["apt-get", "install", "-y", "-q", "--no-install-recommends", *_TOOLS])
        inside(root, ["useradd", "--create-home", "--shell", "/bin/sh", USER])
        _run(["tar", "-cf", str(kept), "--one-file-system", "-C", str(root), "."])
    else:
        root.mkdir(parents=True)
        _run(["tar", "-xf", str(kept), "-C", str(root)])


def _mirror() -> str:
    """The mirror this machine's own apt uses."""
    found = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages", "Component: main", "Origin: Debian"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return found.stdout.split()[0]


def _run(command: Sequence[str], *, quiet: bool = True) -> None:
    done = subprocess.run(command, capture_output=quiet, text=True, check=False)
    if done.returncode != 0:
        tail = f"\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}" if quiet else ""
        raise ProofFailed(f"status {done.returncode} of: {' '.join(command[:8])}{tail}")


def inside(root: Path, command: Sequence[str], *, network: bool = True, quiet: bool = True) -> None:
    """Runs a command in the root, with mounts that end with it.

    Args:
        root: the Debian root.
        command: program and arguments.
        network: whether it may see one; without, there is not even a loopback.
        quiet: keep its output for the case of a failure.

    Raises:
        ProofFailed: it ended with another status than 0.
    """
    namespaces = ["--mount", "--pid", "--fork", *([] if network else ["--net"])]
    variables = ["LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
    start = ["sh", "-c", _MOUNTS.format(root=root), "sh", "env", "-i", *variables]
    _run(["unshare", *namespaces, *start, *command], quiet=quiet)


def as_user(root: Path, command: Sequence[str]) -> None:
    """Runs a command in the root as an ordinary user, on a virtual screen, without a network."""
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1440x900x24"]
    user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups", "env", f"HOME={HOME}"]
    inside(root, [*user, *screen, *command], network=False)


class Watch:
    """Looks at the program's processes while something runs: whether the kernel refuses them sockets."""

    def __init__(self, root: Path) -> None:
        self._program = f"{root}{_PROGRAM}"
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._seen: dict[int, tuple[str, bool]] = {}
        self._loaded: set[str] = set()

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._ended.wait(0.5):
            for process in Path("/proc").iterdir():
                if process.name.isdigit():
                    self._note(process)

    def _note(self, process: Path) -> None:
        try:
            if str((process / "exe").readlink()) != self._program:
                return
            status = dict(
                line.split(":\t", 1) for line in (process / "status").read_text().splitlines() if ":\t" in line
            )
            command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
            maps = (process / "maps").read_text(errors="replace")
        except OSError:
            return  # it ended meanwhile
        self._loaded.update(name for name in _MODEL_LIBRARIES if name in maps)
        self._seen[int(process.name)] = (command, status["Seccomp"].strip() == "2")

    def problems(self) -> list[str]:
        """What was not as it must be: window and both models in processes of their own, each of them filtered."""
        found = [f"no seccomp filter in: {command}" for command, filtered in self._seen.values() if not filtered]
        found += [f"no process loaded {name}" for name in _MODEL_LIBRARIES if name not in self._loaded]
        if len(self._seen) < 3:
            found.append(f"{len(self._seen)} processes of the program were seen, not the window and two models")
        return found


def files_of(root: Path) -> set[str]:
    """Every file of the root that counts."""
    listed = subprocess.run(["find", str(root), "-xdev", "!", "-type", "d", "-printf", "/%P\\n"], capture_output=True,
                            text=True, check=True)  # fmt: skip
    return {path for path in listed.stdout.splitlines() if not path.startswith(_UNCOUNTED)}


def play(root: Path) -> None:
    """Installs the models, plays the dialogue and verifies the vault, all as the user.

    Raises:
        ProofFailed: naming what is wrong.
    """
    home = root / HOME.relative_to("/")
    shutil.copytree(BUNDLE, home / "stick" / BUNDLE.name)
    lines = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in DIALOGUE)
    (home / "dialogue.jsonl").write_text(lines, encoding="utf-8")
    _run(["chroot", str(root), "chown", "-R", f"{USER}:{USER}", str(HOME)])
    as_user(root, ["retrace", "install-models", str(HOME / "stick")])
    say("• Playing a dialogue as an ordinary user without a network")
    model = HOME / ".local/share/retrace/models/chat" / SMALL_CHAT_MODEL
    options = {
        "--vault": HOME / "vault", "--record": HOME / "record.json", "--screenshots": HOME / "screenshots",
        "--model": model, "--context": CONTEXT_TOKENS, "--max-tokens": REPLY_TOKENS,
    }  # fmt: skip
    flat = [str(word) for option in options.items() for word in option]
    begun = time.monotonic()
    with Watch(root) as watch:
        as_user(root, ["retrace", "play", str(HOME / "dialogue.jsonl"), *flat, "--wait-memory"])
    say(f"  {len(DIALOGUE)} turns in {time.monotonic() - begun:.0f} s, with start and loading of both models")
    records = json.loads((home / "record.json").read_text(encoding="utf-8"))
    problems = problems_of_play(records, home / "screenshots") + watch.problems()
    if problems:
        raise ProofFailed("; ".join(problems))
    as_user(root, ["retrace", "verify", "--vault", str(HOME / "vault")])
    as_user(root, ["retrace", "doctor"])


def prove(package: Path) -> None:
    """The whole proof. Raises `ProofFailed`."""
    root = WORK / "root"
    clean_root(root)
    before = files_of(root)
    say(f"• Installing {package.name} with its dependencies")
    shutil.copyfile(package, root / "var" / "cache" / package.name)
    inside(root, ["apt-get", "install", "-y", "-q", "--no-install-recommends", f"/var/cache/{package.name}"])
    unresolved = subprocess.run(
        ["chroot", str(root), "sh", "-c", "find /usr/lib/retrace -name '*.so*' -exec ldd {} + 2>/dev/null"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    say(f"  {len(files_of(root) - before)} files more, the package and its dependencies")
    missing = {line.split()[0] for line in unresolved.stdout.splitlines() if line.endswith("not found")}
    inside_names = {path.name for path in (root / "usr/lib/retrace").rglob("*.so*")}
    if missing - inside_names:
        raise ProofFailed(f"libraries that nothing brings: {', '.join(sorted(missing - inside_names))}")
    play(root)
    say("• Removing it")
    inside(root, ["apt-get", "purge", "-y", "-q", "retrace"])
    inside(root, ["apt-get", "autoremove", "--purge", "-y", "-q"])
    left = sorted(files_of(root) - before)
    if left:
        raise ProofFailed(f"left behind: {', '.join(left[:20])}")
    if not (root / "home" / USER / "vault" / "vault.db").is_file():
        raise ProofFailed("the vault is gone")
    say("Proved: installed, played without a network, removed; only the data is left.")


def main() -> int:
    """Proves the newest package under ``dist``; returns 0, or 1 after having named what failed."""
    packages = sorted((PROJECT / "dist").glob("retrace_*.deb"), key=lambda file: file.stat().st_mtime)
    for problem, holds in (
        ("Run it as root: a root file system is made and namespaces are opened.", os.geteuid() == 0),
        ("There is no package; run: make package", bool(packages)),
        ("debootstrap is missing; run: apt-get install debootstrap", shutil.which("debootstrap") is not None),
    ):
        if not holds:
            say(f"✗ {problem}")
            return 1
    WORK.mkdir(parents=True, exist_ok=True)
    try:
        prove(packages[-1])
    except ProofFailed as error:
        say(f"✗ {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
