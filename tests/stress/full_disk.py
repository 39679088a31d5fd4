"""Fills the disk at random places: in a small file system of its own where the system lets us, else by a size limit.

    python -m tests.stress.full_disk TIMES SEED [DIRECTORY]

prints a report as JSON. With a directory, that is a small file system already; without, a limit on the size of files.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import VaultError
from desktop_app.storage import ballast
from desktop_app.storage.integrity import check
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import Clockwork, new_session, say
from tests.stress.report import Report

ROOT = Path(__file__).resolve().parents[2]
_DISK_MB = 6
_MOST_MESSAGES = 400


def run(times: int, seed: int) -> Report:
    """In a process of its own: neither a mount nor a limit must stay behind."""
    arguments = [sys.executable, "-m", "tests.stress.full_disk", str(times), str(seed)]
    report = _in_namespace(arguments) if sys.platform.startswith("linux") else None
    return report or _ran(subprocess.run(arguments, cwd=ROOT, env=_environment(), capture_output=True, text=True))


def _in_namespace(arguments: list[str]) -> Report | None:
    with tempfile.TemporaryDirectory() as name:
        script = f'mount -t tmpfs -o size={_DISK_MB}m tmpfs "$0" && exec "$@"'
        command = ["unshare", "-rm", "sh", "-c", script, name, *arguments, name]
        try:
            return _ran(subprocess.run(command, cwd=ROOT, env=_environment(), capture_output=True, text=True))
        except (OSError, ValueError):
            return None  # not allowed here


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def _ran(ended: subprocess.CompletedProcess[str]) -> Report:
    if ended.returncode:
        raise ValueError(ended.stderr[-2000:])
    return Report(**json.loads(ended.stdout))


class Filler:
    """Takes the room of a file system but for so many bytes, and gives it back."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / "filler"

    def leave(self, free: int) -> None:
        self.empty()
        state = os.statvfs(self._path.parent)
        with self._path.open("wb") as file:
            file.write(bytes(max(0, state.f_bavail * state.f_frsize - free)))

    def empty(self) -> None:
        self._path.unlink(missing_ok=True)


class Limit:
    """Lets no file grow beyond the database's size and so many bytes."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    def leave(self, free: int) -> None:
        largest = max(path.stat().st_size for path in self._directory.rglob("*") if path.is_file())
        resource.setrlimit(resource.RLIMIT_FSIZE, (max(largest, ballast.BALLAST_BYTES) + free, self._limits[1]))

    def empty(self) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, self._limits)


def _fill_again_and_again(directory: Path, disk: Filler | Limit, name: str, times: int, seed: int) -> Report:
    report = Report(name)
    chance = random.Random(seed)
    ballast.BALLAST_BYTES = 64 * 1024
    clock = Clockwork()
    for number in range(times):
        vault = directory / f"vault-{number}"
        store = Store.create(vault, VaultKind.PERSONAL, clock)
        session_id = store.write(new_session)
        promised: list[str] = []
        disk.leave(chance.randrange(300_000))
        full = _talk(store, session_id, promised, chance)
        if not full:
            report.wrong.append(f"{number}: the disk was never full")
        _require(store.read_only, report, f"{number}: not read-only on a full disk")
        _compare(store, session_id, promised, report, number)
        disk.empty()
        store.write(lambda db, session_id=session_id: say(db, session_id, "after"))
        _require(not store.read_only, report, f"{number}: does not write again")
        promised.append("after")
        store.close()
        store = Store.open(vault, clock)
        _compare(store, session_id, promised, report, number)
        _require(check(store).integrity == "ok", report, f"{number}: not whole")
        store.close()
        report.times += 1
        report.acknowledged += len(promised)
        for path in sorted(vault.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
    return report


def _talk(store: Store, session_id: int, promised: list[str], chance: random.Random) -> bool:
    for number in range(_MOST_MESSAGES):
        text = f"message {number} " + "x" * chance.randrange(9000)
        try:
            store.write(lambda db, text=text: say(db, session_id, text))
        except VaultError as error:
            return error.code == "disk_full"
        promised.append(text)
    return False


def _compare(store: Store, session_id: int, promised: list[str], report: Report, number: int) -> None:
    stored = [turn.question.text for turn in store.read(lambda db: db.turns.branch(session_id))]
    _require(stored == promised, report, f"{number}: {len(stored)} messages where {len(promised)} were acknowledged")


def _require(holds: bool, report: Report, what: str) -> None:
    if not holds:
        report.wrong.append(what)


def main(times: int, seed: int, small_disk: Path | None) -> None:
    with tempfile.TemporaryDirectory() as name:
        if small_disk is not None:
            report = _fill_again_and_again(small_disk, Filler(small_disk), "disk full", times, seed)
        else:
            limit = Limit(Path(name))
            report = _fill_again_and_again(Path(name), limit, "disk full (size limit)", times, seed)
    print(json.dumps(asdict(report)))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]) if len(sys.argv) > 3 else None)
