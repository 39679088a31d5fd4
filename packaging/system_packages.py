"""What the operating system must bring: a C++ compiler, Qt's libraries, fonts, room on the disk.

Libraries are looked for by name, not by package, so that it works on every Linux; the packages that
bring them are known for Debian and Ubuntu (installed where allowed) and for Fedora (named).
"""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from console import Console, SetupError

# Found with `readelf -d` on Qt 6.11's xcb platform plugin, libQt6Gui and libQt6DBus, and on llama.cpp:
# shared library -> (Debian and Ubuntu package, Fedora package).
LIBRARIES = {
    "libEGL.so.1": ("libegl1", "libglvnd-egl"),
    "libGL.so.1": ("libgl1", "libglvnd-glx"),
    "libX11.so.6": ("libx11-6", "libX11"),
    "libX11-xcb.so.1": ("libx11-xcb1", "libX11-xcb"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig"),
    "libfreetype.so.6": ("libfreetype6", "freetype"),
    "libgomp.so.1": ("libgomp1", "libgomp"),
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2"),
    "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor"),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm"),
    "libxcb-image.so.0": ("libxcb-image0", "xcb-util-image"),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms"),
    "libxcb-randr.so.0": ("libxcb-randr0", "libxcb"),
    "libxcb-render.so.0": ("libxcb-render0", "libxcb"),
    "libxcb-render-util.so.0": ("libxcb-render-util0", "xcb-util-renderutil"),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb"),
    "libxcb-shm.so.0": ("libxcb-shm0", "libxcb"),
    "libxcb-sync.so.1": ("libxcb-sync1", "libxcb"),
    "libxcb-util.so.1": ("libxcb-util1", "xcb-util"),
    "libxcb-xfixes.so.0": ("libxcb-xfixes0", "libxcb"),
    "libxcb-xkb.so.1": ("libxcb-xkb1", "libxcb"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon"),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11"),
}
# What parts of Qt need that are inside a package and idle here: windows under Wayland, printing.
LIBRARIES_OF_PACKAGES = {
    "libcups.so.2": ("libcups2", "cups-libs"),
    "libwayland-client.so.0": ("libwayland-client0", "libwayland-client"),
    "libwayland-cursor.so.0": ("libwayland-cursor0", "libwayland-cursor"),
    "libwayland-egl.so.1": ("libwayland-egl1", "libwayland-egl"),
}
# What the wheels of Qt 6.11 are built for: machine -> oldest C library.
OLDEST_GLIBC = {"x86_64": (2, 34), "aarch64": (2, 39)}
COMPILER = ("g++", "gcc-c++")
# Programs by which packages are made: program -> (Debian and Ubuntu package, Fedora package).
TOOLS_OF_PACKAGES = {"chrpath": ("chrpath", "chrpath")}
VENV = ("python3-venv", "python3")
CHINESE_FONT = ("fonts-noto-cjk", "google-noto-sans-cjk-fonts")
_FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
_CHINESE_FONT_NAMES = ("cjk", "notosanssc", "sourcehan", "wqy", "droidsansfallback", "uming", "ukai", "lxgw")


@dataclass(frozen=True, slots=True)
class Missing:
    """Something the system lacks.

    Attributes:
        what: its name for people.
        packages: the packages that bring it on Debian and on Fedora.
    """

    what: str
    packages: tuple[str, str]


def known_libraries() -> frozenset[str] | None:
    """The shared libraries the loader knows; ``None`` where that cannot be asked."""
    ldconfig = shutil.which("ldconfig") or shutil.which("ldconfig", path="/sbin:/usr/sbin")
    if ldconfig is None:
        return None
    listing = subprocess.run([ldconfig, "-p"], capture_output=True, text=True, check=False).stdout
    return frozenset(line.split()[0] for line in listing.splitlines() if "=>" in line) or None


def has_chinese_font(folders: Iterable[str] = _FONT_FOLDERS) -> bool:
    """Whether a font with Chinese characters is installed, judged by file names."""
    for folder in folders:
        for path in Path(folder).expanduser().rglob("*.[ot]t[fc]"):
            name = path.name.lower().replace("-", "").replace("_", "")
            if any(known in name for known in _CHINESE_FONT_NAMES):
                return True
    return False


def missing_on_linux(
    libraries: frozenset[str] | None,
    *,
    needs_compiler: bool,
    for_packages: bool = False,
    find_program: Callable[[str], str | None] = shutil.which,
    has_ensurepip: bool | None = None,
    has_font: bool | None = None,
) -> list[Missing]:
    """What this Linux lacks.

    Args:
        libraries: what `known_libraries` found; ``None`` skips the libraries.
        needs_compiler: whether the model engine must be built.
        for_packages: whether packages are made, so that what all of their parts depend on can be looked up.
        find_program: finds a program on the path.
        has_ensurepip: whether Python can make virtual environments; looked up if not given.
        has_font: whether there is a Chinese font; looked up if not given.
    """
    if has_ensurepip is None:
        has_ensurepip = importlib.util.find_spec("ensurepip") is not None
    if has_font is None:
        has_font = has_chinese_font()
    missing = []
    if needs_compiler and not (find_program(os.environ.get("CXX", "g++")) or find_program("c++")):
        missing.append(Missing("a C++ compiler", COMPILER))
    if not has_ensurepip:
        missing.append(Missing("Python's venv module", (_venv_package(), VENV[1])))
    if libraries is not None:
        wanted = LIBRARIES | (LIBRARIES_OF_PACKAGES if for_packages else {})
        missing += [Missing(name, packages) for name, packages in wanted.items() if name not in libraries]
    if for_packages:
        missing += [Missing(name, packages) for name, packages in TOOLS_OF_PACKAGES.items() if not find_program(name)]
    if not has_font:
        missing.append(Missing("a font with Chinese characters", CHINESE_FONT))
    return missing


def _venv_package() -> str:
    """Debian's own python3 takes ``python3-venv``, any other version its own package."""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    own = Path("/usr/bin/python3")
    return VENV[0] if own.exists() and own.resolve().name == version else f"{version}-venv"


def ensure_system_packages(console: Console, *, needs_compiler: bool, for_packages: bool = False) -> None:
    """Makes sure of compiler, libraries and fonts, installing or naming what is missing.

    Raises:
        SetupError: if something is missing that cannot be installed from here.
    """
    if sys.platform == "linux":
        require_glibc(platform.machine(), platform.libc_ver())
        missing = missing_on_linux(known_libraries(), needs_compiler=needs_compiler, for_packages=for_packages)
        if missing:
            _cure_linux(console, missing)
    elif needs_compiler and sys.platform == "darwin" and not _succeeds(["xcode-select", "-p"]):
        raise SetupError("No C++ compiler was found.", "Run: xcode-select --install")
    elif needs_compiler and sys.platform == "win32" and not _has_visual_cpp():
        raise SetupError(
            "No C++ compiler was found.",
            'Install "Build Tools for Visual Studio" with the workload "Desktop development with C++", then run again.',
        )


def require_glibc(machine: str, library: tuple[str, str]) -> None:
    """Refuses a Linux that is too old for Qt's wheels.

    Args:
        machine: as `platform.machine` names it.
        library: name and version of the C library.

    Raises:
        SetupError: naming what is there and what is needed.
    """
    oldest = OLDEST_GLIBC.get(machine)
    name, version = library
    if oldest is None or name != "glibc":
        raise SetupError(
            f"Qt has no package for this Linux ({machine}, C library {name or 'unknown'}).",
            f"Use a distribution with glibc on one of: {', '.join(OLDEST_GLIBC)}.",
        )
    if tuple(map(int, version.split(".")[:2])) < oldest:
        needed = ".".join(map(str, oldest))
        raise SetupError(
            f"This Linux is too old: Qt needs glibc {needed}, this is {version}.",
            "Debian 12, Ubuntu 22.04 and Fedora 36 are new enough for x86-64; Debian 13 and Ubuntu 24.04 for ARM.",
        )


def _cure_linux(console: Console, missing: Sequence[Missing]) -> None:
    names = ", ".join(item.what for item in missing)
    if shutil.which("apt-get"):
        packages = sorted({item.packages[0] for item in missing})
        by_hand = "sudo apt-get install " + " ".join(packages)
        prefix = _root_prefix()
        if prefix is None:
            raise SetupError(f"This system lacks {names}.", f"Run: {by_hand}")
        console.say(f"• This system lacks {names}.")
        console.say(f"  Installing through apt{' with sudo' if prefix else ''}: {' '.join(packages)}")
        # Given to env, because sudo does not hand variables on.
        apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
        for arguments in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
            console.run([*apt, *arguments], "apt could not install them", cure=f"Run: {by_hand}")
        return
    if shutil.which("dnf"):
        packages = sorted({item.packages[1] for item in missing})
        raise SetupError(f"This system lacks {names}.", f"Run: sudo dnf install {' '.join(packages)}")
    raise SetupError(f"This system lacks {names}.", "Install them with your distribution's package manager.")


def _root_prefix() -> list[str] | None:
    """What to put before a command that needs root: nothing as root, sudo where a person can answer it."""
    if os.geteuid() == 0:
        return []
    if not shutil.which("sudo"):
        return None
    if _succeeds(["sudo", "-n", "true"]):
        return ["sudo", "-n"]
    # Asked here, on the terminal, so that the quiet commands that follow need no answer.
    if sys.stdin.isatty():
        sys.stdout.write("System packages are missing; sudo is needed to install them (Ctrl+C to do it by hand).\n")
        sys.stdout.flush()
        if subprocess.run(["sudo", "-v"], check=False).returncode == 0:
            return ["sudo", "-n"]
    return None


def _succeeds(command: Sequence[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _has_visual_cpp() -> bool:
    if shutil.which("cl"):
        return True
    installer = Path(os.environ.get("PROGRAMFILES(X86)", "C:/Program Files (x86)")) / "Microsoft Visual Studio"
    vswhere = installer / "Installer" / "vswhere.exe"
    if not vswhere.is_file():
        return False
    tools = "Microsoft.VisualStudio.Component.VC.Tools.x86.x64"
    query = [str(vswhere), "-latest", "-products", "*", "-requires", tools, "-property", "installationPath"]
    return bool(subprocess.run(query, capture_output=True, text=True, check=False).stdout.strip())


def ensure_disk_space(needs: Sequence[tuple[Path, int, str]]) -> None:
    """Checks that there is room, adding up what goes to the same file system.

    Args:
        needs: (folder, bytes, what for); the folder need not exist yet.

    Raises:
        SetupError: naming the folder, what is needed and what is free.
    """
    wanted: dict[int, tuple[Path, int, list[str]]] = {}
    for folder, size, purpose in needs:
        existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
        device = existing.stat().st_dev
        first, total, purposes = wanted.get(device, (existing, 0, []))
        wanted[device] = (first, total + size, [*purposes, purpose])
    for folder, size, purposes in wanted.values():
        free = shutil.disk_usage(folder).free
        if free < size:
            raise SetupError(
                f"Not enough room on the disk of {folder}: {size / 1e9:.1f} GB needed for {', '.join(purposes)}, "
                f"{free / 1e9:.1f} GB free.",
                f"Free {(size - free) / 1e9:.1f} GB there and run the same command again; it goes on where it stopped.",
            )
