"""The licences of everything inside the packaged program, taken from the packages themselves.

Used by ``retrace.spec``: which distributions are inside is told by the files that were collected.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import metadata
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from desktop_app.support.licences import FOLDER, carried_texts, interpreter_text, licence_of  # noqa: E402

# Texts that a package names and does not carry.
KEPT_TEXTS = Path(__file__).resolve().parent / "licences"


class LicenceMissing(Exception):
    """A distribution is inside whose licence, or the text of it, is nowhere."""


def write_notices(collected: Sequence[Path], folder: Path) -> list[tuple[str, str, str]]:
    """Writes the licence texts of all distributions with a file inside, and ``NOTICES.txt`` that lists them.

    Args:
        collected: the source of every file that goes into the package.
        folder: where to write; replaced.

    Returns:
        What PyInstaller shall take along: the texts, and of each distribution what it says of itself.

    Raises:
        LicenceMissing: naming the distributions; put the text into ``packaging/licences/NAME``, and what the text
            says into ``desktop_app/support/licences.py`` where the distribution names no licence.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    inside = sorted(_distributions(collected), key=lambda one: one.name.lower())
    lines, missing, entries = [], [], []
    for distribution in inside:
        named = licence_of(distribution)
        if not _write_texts(distribution, folder / distribution.name) or not named:
            missing.append(distribution.name)
        lines.append(f"{distribution.name} {distribution.version}: {named}")
        entries += list(_described(distribution))
    if missing:
        raise LicenceMissing(f"no licence or no text of it: {', '.join(missing)}")
    of_python = interpreter_text()
    if of_python is None:
        raise LicenceMissing("no licence text of: Python")
    shutil.copy(of_python, _made(folder / "Python") / "LICENSE.txt")
    shutil.copy(PROJECT / "LICENSE", _made(folder / "Retrace") / "LICENSE")
    (folder / "NOTICES.txt").write_text(_index(lines), encoding="utf-8")
    for file in folder.rglob("*"):
        if file.is_file():
            entries.append(((FOLDER / file.relative_to(folder)).as_posix(), str(file), "DATA"))
    return entries


def _index(lines: Iterable[str]) -> str:
    version = sys.version.split()[0]
    head = (
        "Retrace is under the Apache License 2.0 (Retrace/LICENSE).\n\n"
        "This package holds the libraries below, unchanged but for symbols for debuggers, each under its own licence;\n"
        "the texts lie in the folder of its name. Qt is used under the LGPL 3: its libraries lie in PySide6/Qt/lib as\n"
        "files of their own and may be replaced by others of their version; the sources are those of the packages on\n"
        "the Python index.\n\n"
    )
    return head + "\n".join([f"Python {version}: PSF-2.0", *lines]) + "\n"


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _distributions(collected: Iterable[Path]) -> set[metadata.Distribution]:
    """Those with at least one collected file."""
    owners = {
        os.path.normpath(str(distribution.locate_file(file))): distribution
        for distribution in metadata.distributions()
        for file in distribution.files or ()
    }
    found = (owners.get(os.path.normpath(path)) for path in collected)
    return {distribution for distribution in found if distribution is not None}


def _write_texts(distribution: metadata.Distribution, folder: Path) -> int:
    """Copies what a distribution carries of licence texts, and what is kept here of it. Returns their number."""
    kept = KEPT_TEXTS / distribution.name.lower()
    sources = {folder / place: source for place, source in carried_texts(distribution).items()}
    sources |= {folder / source.name: source for source in (sorted(kept.iterdir()) if kept.is_dir() else ())}
    for target, source in sources.items():
        shutil.copyfile(source, _made(target.parent) / target.name)
    return len(sources)


def _described(distribution: metadata.Distribution) -> Iterator[tuple[str, str, str]]:
    """The files by which a packaged library tells its name, version, licence and needs."""
    for file in distribution.files or ():
        if file.parent.name.endswith(".dist-info") and file.name in ("METADATA", "entry_points.txt"):
            yield (file.as_posix(), str(distribution.locate_file(file)), "DATA")
