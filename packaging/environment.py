"""The virtual environment: made once, filled from the hashed locks, remembered by a stamp."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Sequence
from pathlib import Path

from console import Console, SetupError

TORCH_VERSION = "2.13.0"
# Another package index for torch alone, e.g. one with CPU-only builds, which are far smaller on Linux.
TORCH_INDEX_VARIABLE = "RETRACE_TORCH_INDEX"
PIP_ENVIRONMENT = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1"}
REQUIREMENTS = Path(__file__).resolve().parent / "requirements"
NETWORK_CURE = "Check the network connection and pip's index (pip config list), then run the same command again."


def python_in(directory: Path) -> Path:
    """The interpreter of a virtual environment."""
    return directory / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def file_hash(*files: Path) -> str:
    """SHA-256 over the contents of files, in order."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


class Stamp:
    """Which steps are done in a virtual environment, each with a fingerprint of what it was made from.

    It is written after each step, so a set-up that was interrupted goes on with the step it was in.
    """

    def __init__(self, directory: Path) -> None:
        self._file = directory / ".stamp"

    def is_done(self, step: str, fingerprint: str) -> bool:
        """Whether the step was finished with this very fingerprint."""
        return self._read().get(step) == fingerprint

    def done(self, step: str, fingerprint: str) -> None:
        """Remembers a finished step."""
        temporary = self._file.with_suffix(".new")
        temporary.write_text(json.dumps({**self._read(), step: fingerprint}, indent=1), encoding="utf-8")
        temporary.replace(self._file)

    def _read(self) -> dict[str, str]:
        try:
            content = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return content if isinstance(content, dict) else {}


class Environment:
    """One virtual environment and the steps that fill it."""

    def __init__(self, directory: Path, console: Console) -> None:
        self.directory = directory
        self.python = python_in(directory)
        self.stamp = Stamp(directory)
        self._console = console

    def ensure(self) -> None:
        """Makes the environment, or makes it anew where it belongs to another interpreter or is broken."""
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        if self._version() != version:
            if self.directory.exists():
                self._console.say(f"• {self.directory.name} does not belong to Python {version}: making it anew")
                shutil.rmtree(self.directory)
            self._console.say(f"• Making the virtual environment with Python {version}")
            try:
                venv.create(self.directory, with_pip=True, symlinks=os.name != "nt")
            except (OSError, subprocess.CalledProcessError) as error:
                shutil.rmtree(self.directory, ignore_errors=True)
                raise SetupError(
                    f"The virtual environment could not be made: {error}",
                    "On Debian and Ubuntu: sudo apt-get install python3-venv",
                ) from error
        self.install_locked("tools", "pip")

    def _version(self) -> str:
        """The version of the environment's Python, "" if it has none that runs."""
        script = "import sys, pip; print(f'{sys.version_info[0]}.{sys.version_info[1]}')"
        try:
            answer = subprocess.run([str(self.python), "-c", script], capture_output=True, text=True, check=False)
        except OSError:
            return ""
        return answer.stdout.strip()

    def install_locked(self, lock: str, what: str) -> None:
        """Installs one lock file, each archive checked against its hash; nothing to do if it is in already.

        Args:
            lock: name of the lock in ``requirements``, without ending.
            what: for people.
        """
        file = REQUIREMENTS / f"{lock}.txt"
        self.step(lock, file_hash(file), f"Installing {what}", lambda: self._install_lock(file, what))

    def _install_lock(self, file: Path, what: str) -> None:
        self._console.run(
            [*self.pip("install"), "--no-deps", "--require-hashes", "-r", file],
            f"pip could not install {what}",
            cure=NETWORK_CURE,
            environment=PIP_ENVIRONMENT,
        )

    def install_torch(self) -> None:
        """Installs torch by itself, from pip's configured index or the one ``$RETRACE_TORCH_INDEX`` names.

        CPU-only and GPU builds of one version have different hashes, so torch cannot be in a hashed lock.
        What a CPU-only build needs stands in the lock already; a GPU build brings its own libraries.
        """
        index = os.environ.get(TORCH_INDEX_VARIABLE, "")
        command = [*self.pip("install"), f"torch=={TORCH_VERSION}", *(["--index-url", index] if index else [])]
        hint = "" if index or sys.platform != "linux" else f" (a CPU-only index in {TORCH_INDEX_VARIABLE} saves space)"
        self.step(
            "torch",
            f"{TORCH_VERSION} {index}".strip(),
            f"Installing torch {TORCH_VERSION}{hint}",
            lambda: self._console.run(
                command, "pip could not install torch", cure=NETWORK_CURE, environment=PIP_ENVIRONMENT
            ),
        )

    def step(
        self, name: str, fingerprint: str, label: str, work: Callable[[], None], results: Sequence[Path] = ()
    ) -> None:
        """Does a step of the set-up unless the stamp says it is done and its results are there.

        Args:
            name: of the step in the stamp.
            fingerprint: of everything its result depends on.
            label: for people.
            work: what to do.
            results: files outside the environment that it makes.
        """
        if self.stamp.is_done(name, fingerprint) and all(file.exists() for file in results):
            return
        self._console.say(f"• {label}")
        work()
        self.stamp.done(name, fingerprint)

    def pip(self, command: str) -> Sequence[str | Path]:
        """The start of a pip command line in this environment."""
        return [self.python, "-m", "pip", command]
