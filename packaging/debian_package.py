"""The package for Debian and Ubuntu: the folder that PyInstaller made, and what a desktop wants to know of it.

Nothing runs when it is installed or removed but the desktops' own triggers, and nothing is written outside of what
the package manager knows: removing the package leaves no file but the data in the users' homes.
"""

from __future__ import annotations

import gzip
import platform
import re
import shutil
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

from console import Console, SetupError
from elf import is_program, needed_libraries
from program_icons import PNG_SIZES
from setup_steps import PROJECT

_FILES = Path(__file__).resolve().parent / "debian"
_HOME = Path("usr/lib/retrace")
_ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
# Loaded by name while the program runs, so that no file in it names them; the fonts are for Chinese.
_LOADED_BY_NAME = (
    "libegl1", "libgl1", "libxcb-cursor0", "libxkbcommon-x11-0", "libxcb-icccm4", "libxcb-keysyms1", "libxcb-shape0",
)  # fmt: skip
_C_LIBRARY = frozenset(
    ("libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libutil.so.1",
     "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1")
)  # fmt: skip
_RECOMMENDED = ("fonts-noto-cjk",)


def build_deb(folder: Path, output: Path, work: Path, console: Console) -> Path:
    """Makes the package.

    Args:
        folder: the program as PyInstaller made it.
        output: where the package goes.
        work: a folder of its own for the tree; replaced.
        console: told what is done.

    Returns:
        The package.
    """
    version = _version()
    architecture = _ARCHITECTURES[platform.machine()]
    shutil.rmtree(work, ignore_errors=True)
    tree = work / "tree"
    shutil.copytree(folder, tree / _HOME, symlinks=True)
    _put_beside(tree, version)
    (tree / "DEBIAN").mkdir()  # by it dpkg-shlibdeps knows where the tree begins
    depends = _needed_packages(tree, work)
    size_kib = sum(file.lstat().st_size for file in tree.rglob("*")) // 1024
    control = (_FILES / "control").read_text(encoding="utf-8").format(
        version=version, architecture=architecture, size=size_kib,
        depends=", ".join(depends), recommends=", ".join(_RECOMMENDED),
    )  # fmt: skip
    (tree / "DEBIAN" / "control").write_text(control, encoding="utf-8")
    for path in tree.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path == tree / _HOME / "retrace" else 0o644)
    made = output / f"retrace_{version}_{architecture}.deb"
    # With xz -1 it is 3 % smaller and takes three minutes of processor time; who has the C library reads either.
    console.run(
        ["dpkg-deb", "--root-owner-group", "-Zzstd", "-z12", "--build", tree, made],
        "dpkg-deb could not make the package",
    )
    shutil.rmtree(tree)
    return made


def _version() -> str:
    text = (PROJECT / "desktop_app" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "([^"]+)"', text)
    if found is None:
        raise SetupError("desktop_app does not say its version.")
    return found[1]


def _put_beside(tree: Path, version: str) -> None:
    """The command, the menu entry, icons, the manual page, licences and the lists of changes.

    No kind of file is claimed: a vault is a folder, and nothing it holds is opened by itself.
    """
    share = tree / "usr" / "share"
    command = tree / "usr" / "bin" / "retrace"
    command.parent.mkdir(parents=True)
    command.symlink_to(Path("../lib/retrace/retrace"))
    for name, place in (
        ("retrace.desktop", "applications/retrace.desktop"),
        ("copyright", "doc/retrace/copyright"),
        ("lintian-overrides", "lintian/overrides/retrace"),
    ):
        (share / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(_FILES / name, share / place)
    manual = (_FILES / "retrace.1").read_text(encoding="utf-8").replace("@VERSION@", version)
    _write_compressed(share / "man" / "man1" / "retrace.1.gz", manual)
    told = {"version": version, "date": format_datetime(datetime.now(UTC))}
    changes = (_FILES / "changelog").read_text(encoding="utf-8").format(**told)
    _write_compressed(share / "doc" / "retrace" / "changelog.gz", changes)
    _write_compressed(share / "doc" / "retrace" / "CHANGELOG.md.gz", (PROJECT / "CHANGELOG.md").read_text("utf-8"))
    (share / "doc" / "retrace" / "licences").symlink_to(Path("../../../lib/retrace/_internal/licences"))
    icons = share / "icons" / "hicolor"
    for size in PNG_SIZES:
        target = icons / f"{size}x{size}" / "apps" / "retrace.png"
        target.parent.mkdir(parents=True)
        shutil.copyfile(PROJECT / "build" / "package" / "icons" / f"retrace-{size}.png", target)
    scalable = icons / "scalable" / "apps" / "retrace.svg"
    scalable.parent.mkdir(parents=True)
    shutil.copyfile(PROJECT / "resources" / "icons" / "retrace.svg", scalable)


def _write_compressed(target: Path, text: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))


def _needed_packages(tree: Path, work: Path) -> list[str]:
    """The system's packages that the libraries inside need, as dpkg-shlibdeps finds them, and those loaded by name."""
    (work / "debian").mkdir(parents=True, exist_ok=True)
    (work / "debian" / "control").write_text("Source: retrace\n\nPackage: retrace\nArchitecture: any\n", "utf-8")
    inside = {file.parent for file in tree.rglob("*.so*")}
    binaries = _using_the_system(sorted(file for file in tree.rglob("*") if is_program(file)))
    command = [
        "dpkg-shlibdeps", "-O", "--ignore-missing-info", "--warnings=0",
        *(f"-l{folder}" for folder in sorted(inside)), *map(str, binaries),
    ]  # fmt: skip
    if shutil.which(command[0]) is None:
        raise SetupError("dpkg-shlibdeps is missing.", "sudo apt-get install dpkg-dev")
    found = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    if found.returncode != 0:
        errors = "\n".join(line for line in found.stderr.splitlines() if "error:" in line)
        raise SetupError(f"dpkg-shlibdeps failed: {errors}")
    computed = found.stdout.strip().removeprefix("shlibs:Depends=").split(", ")
    names = {entry.split()[0] for entry in computed}
    return sorted([*computed, *(name for name in _LOADED_BY_NAME if name not in names)])


def _using_the_system(binaries: Sequence[Path]) -> list[Path]:
    """Those that need a library which is neither inside nor one of the C library's own.

    Of the others the program itself tells what they need; looking at each would take minutes.
    """
    inside = {file.name for file in binaries}
    needed = needed_libraries(binaries)
    return [file for file in binaries if file.name == "retrace" or needed[file] - inside - _C_LIBRARY]
