"""Packages to hand out: the program with everything inside, and the wheel and sdist of the project.

    make package

Under ``dist``: the folder ``retrace`` (it runs where it lies), on Linux ``retrace_VERSION_ARCH.deb``, on other
systems an archive of the folder, and ``retrace-VERSION-*.whl`` with ``retrace-VERSION.tar.gz``. Models are not
inside; see ``models_bundle.py``. What is made on the way lies in ``build/package``.
"""

from __future__ import annotations

import platform
import shutil
import sys
from pathlib import Path

from console import Console, cache_directory
from debian_package import build_deb
from engine_wheel import install_engine
from environment import Environment
from frozen_parts import forget_foreign_folders
from setup_steps import PROJECT, compile_translations
from system_packages import ensure_disk_space, ensure_system_packages

WORK = PROJECT / "build" / "package"
OUTPUT = PROJECT / "dist"
SPEC = PROJECT / "packaging" / "retrace.spec"
# Measured on Linux: the environment 2 GB, PyInstaller's work and result 2.5 GB.
_BYTES = 5_000_000_000


def build_environment(console: Console) -> Environment:
    """The environment packages are made from: no tool for tests in it, and an engine for other processors too."""
    ensure_disk_space([(WORK, _BYTES, "the packages")])
    ensure_system_packages(console, needs_compiler=True, for_packages=True)
    environment = Environment(WORK / "venv", console)
    WORK.mkdir(parents=True, exist_ok=True)
    environment.ensure()
    environment.install_locked("runtime", "the libraries")
    environment.install_torch()
    environment.install_locked("package", "the tools for packages")
    install_engine(environment, cache_directory(), console, portable=True)
    compile_translations(environment, console)
    return environment


def draw_icons(environment: Environment, console: Console) -> None:
    """Draws the program's mark in the sizes and formats of each system."""
    script = PROJECT / "packaging" / "program_icons.py"
    drawing = {"QT_QPA_PLATFORM": "offscreen"}
    console.run([environment.python, script, WORK / "icons"], "The icons could not be drawn", environment=drawing)


def freeze(environment: Environment, console: Console) -> Path:
    """Puts the program, its libraries and the interpreter into a folder of its own.

    Returns:
        The folder.
    """
    console.say("• Putting the program into a folder of its own")
    folder = OUTPUT / "retrace"
    shutil.rmtree(folder, ignore_errors=True)
    options = ["--noconfirm", "--log-level", "WARN", "--distpath", str(OUTPUT), "--workpath", str(WORK / "freeze")]
    console.run([environment.python, "-m", "PyInstaller", *options, SPEC], "PyInstaller failed")
    if sys.platform == "linux":
        forget_foreign_folders(folder)
    return folder


def build_wheel_and_sdist(environment: Environment, console: Console) -> None:
    """Makes the wheel and the sdist of the project."""
    console.say("• Making the wheel and the sdist")
    for kind in ("wheel", "sdist"):
        console.run(
            [environment.python, "-m", "hatchling", "build", "-t", kind, "-d", OUTPUT],
            f"The {kind} could not be made",
            directory=PROJECT,
        )


def make_packages(console: Console) -> None:
    """Makes every package this system can make.

    Raises:
        SetupError: naming what stands in the way.
    """
    environment = build_environment(console)
    OUTPUT.mkdir(exist_ok=True)
    build_wheel_and_sdist(environment, console)
    draw_icons(environment, console)
    folder = freeze(environment, console)
    if sys.platform == "linux" and shutil.which("dpkg-deb"):
        console.say("• Making the package for Debian and Ubuntu")
        made = build_deb(folder, OUTPUT, WORK / "deb", console)
    else:
        console.say("• Making an archive of the folder")
        name = OUTPUT / f"retrace-{platform.system().lower()}-{platform.machine().lower()}"
        kind = "zip" if sys.platform == "win32" else "gztar"
        shipped = "Retrace.app" if sys.platform == "darwin" else folder.name
        made = Path(shutil.make_archive(str(name), kind, OUTPUT, shipped))
    console.say(f"  {made.name}: {made.stat().st_size / 1e6:.0f} MB; the rest beside it in {OUTPUT}")
