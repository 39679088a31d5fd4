"""What programs and libraries of Linux say of themselves: what they need and where they look for it."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

_NEEDED = re.compile(r"\(NEEDED\).*\[([^\]]+)\]")
_SEARCHED = re.compile(r"\((?:RPATH|RUNPATH)\).*\[([^\]]*)\]")
# The loader's word for the folder of the library itself.
_BESIDE = "$ORIGIN"


def is_program(file: Path) -> bool:
    """Whether a file is a program or a library, and not a link to one."""
    if file.is_symlink() or not file.is_file():
        return False
    with file.open("rb") as stream:
        return stream.read(4) == b"\x7fELF"


def needed_libraries(files: Sequence[Path]) -> dict[Path, frozenset[str]]:
    """Of each file the libraries it names."""
    return {file: frozenset(_NEEDED.findall(text)) for file, text in _dynamic_sections(files).items()}


def searched_folders(files: Sequence[Path]) -> dict[Path, tuple[str, ...]]:
    """Of each file the folders in which it has libraries looked for, before the system's."""
    return {
        file: tuple(folder for listed in _SEARCHED.findall(text) for folder in listed.split(":"))
        for file, text in _dynamic_sections(files).items()
    }


def foreign_folders(searched: Sequence[str]) -> tuple[str, ...]:
    """Those that do not lie beside the library: on another machine anyone's libraries may lie there."""
    return tuple(folder for folder in searched if folder != _BESIDE and not folder.startswith(f"{_BESIDE}/"))


def _dynamic_sections(files: Sequence[Path]) -> dict[Path, str]:
    if not files:
        return {}
    # Of several files readelf names each before what it lists; of one it does not.
    command = ["readelf", "-d", "-W", str(files[0]), *map(str, files)]
    untranslated = {**os.environ, "LC_ALL": "C"}
    listed = subprocess.run(command, capture_output=True, text=True, check=True, env=untranslated)
    sections = re.split(r"^File: (.+)$", listed.stdout, flags=re.MULTILINE)[1:]
    return {Path(name): text for name, text in zip(sections[::2], sections[1::2], strict=True)}
