"""The steps of the set-up, in order. `bootstrap` calls this once it stands on a supported Python."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from console import Console, SetupError, cache_directory
from engine_wheel import cached_wheel, check_engine, install_engine, wheel_key
from environment import Environment, file_hash
from system_packages import ensure_disk_space, ensure_system_packages

PROJECT = Path(__file__).resolve().parents[1]
# Measured on Linux; generous, since a disk that fills half-way costs more time than a question now.
_ENVIRONMENT_BYTES = 2_500_000_000
_BUILD_BYTES = 1_500_000_000


def main(arguments: Sequence[str]) -> int:
    """Does what is not done yet; with ``--start`` the program follows.

    Returns:
        0, or 1 after having named a problem and its cure.
    """
    parser = argparse.ArgumentParser(
        prog="bootstrap.py", description="Sets up everything on this machine, then optionally starts the program."
    )
    parser.add_argument(
        "profile",
        choices=("run", "test", "package"),
        help="run: to use it; test: to work on it; package: to hand it out",
    )
    parser.add_argument("--start", nargs=argparse.REMAINDER, help="start the program afterwards, with these arguments")
    options = parser.parse_args(arguments)
    console = Console(PROJECT / "build" / "bootstrap.log")
    environment = Environment(PROJECT / ".venv", console)
    try:
        if options.profile == "package":
            from package import make_packages

            make_packages(console)
            return 0
        set_up(options.profile, environment, console)
    except SetupError as error:
        console.say(f"✗ {error}")
        if error.cure:
            console.say(f"  {error.cure}")
        return 1
    except KeyboardInterrupt:
        console.say("Stopped. The same command goes on where it was.")
        return 1
    if options.start is None:
        return 0
    return subprocess.call([str(environment.python), "-m", "desktop_app", *options.start], cwd=PROJECT)


def set_up(profile: str, environment: Environment, console: Console) -> None:
    """Brings this machine to the point where the program, or its tests, can run.

    Raises:
        SetupError: naming what stands in the way.
    """
    cache = cache_directory()
    key = wheel_key()
    # An engine that answered here before has all it needs of the system.
    if not environment.stamp.is_done("engine answers", key):
        must_build = cached_wheel(cache, key) is None
        ensure_disk_space(
            [
                (environment.directory, _ENVIRONMENT_BYTES, "the virtual environment"),
                (cache, _BUILD_BYTES if must_build else 0, "building the model engine"),
            ]
        )
        ensure_system_packages(console, needs_compiler=must_build)
    environment.ensure()
    environment.install_locked("runtime", "the libraries")
    environment.install_torch()
    if profile == "test":
        environment.install_locked("development", "the tools for tests and checks")
    install_engine(environment, cache, console)
    bring_models(profile, environment)
    check_engine(environment, _small_chat_model(environment), console)
    compile_translations(environment, console)


def bring_models(profile: str, environment: Environment) -> None:
    """Brings the models that are missing, in a process of the environment, which can also convert them.

    Raises:
        SetupError: if there is no room or one cannot be brought; what happened was printed by the process.
    """
    script = [str(environment.python), str(PROJECT / "packaging" / "models.py"), profile]
    missing = subprocess.run([*script, "--check"], capture_output=True, text=True, check=False)
    if missing.returncode != 0:
        raise SetupError(f"The models cannot be looked at: {missing.stderr.strip()[-500:]}")
    size = int(missing.stdout)
    if size == 0:
        return
    # Wheel, file and finished model lie side by side for a moment.
    ensure_disk_space(
        [(cache_directory(), 2 * size, "downloading models"), (_data_folder(environment), size, "models")]
    )
    if subprocess.run(script, check=False).returncode != 0:
        raise SetupError("The models are not complete.", "Run the same command again; it goes on where it stopped.")


def _ask_paths(environment: Environment, expression: str) -> Path:
    """A path as the program itself works it out."""
    script = f"from desktop_app.support.paths import *; print({expression})"
    command = [str(environment.python), "-c", script]
    answer = subprocess.run(
        command, cwd=PROJECT, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONUTF8": "1"}
    )
    return Path(answer.stdout.strip())


def _data_folder(environment: Environment) -> Path:
    return _ask_paths(environment, "data_paths().root")


def _small_chat_model(environment: Environment) -> Path:
    return _ask_paths(environment, "data_paths().chat_models / SMALL_CHAT_MODEL")


def compile_translations(environment: Environment, console: Console) -> None:
    """Compiles the translations of the window, which are not kept in the repository."""
    sources = sorted((PROJECT / "resources" / "i18n").glob("*.ts"))
    if not sources:
        return

    def work() -> None:
        script = PROJECT / "packaging" / "i18n.py"
        console.run([environment.python, script, "compile"], "The translations could not be compiled")

    results = [source.with_suffix(".qm") for source in sources]
    environment.step("translations", file_hash(*sources), "Compiling the translations", work, results)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
