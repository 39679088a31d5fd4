"""The list that lies beside models: each file with its size and SHA-256.

The set-up, a bundle of models and the data folder have the same list, so each can be checked against it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import msgspec

NAME: Final = "models.json"
BLOCK_BYTES: Final = 1 << 20
_LARGEST_LIST_BYTES: Final = 1 << 20
_LEVELS_BELOW_LIST: Final = 3  # folders between the list and a file: "chat", or "embedding" and the model's own


class ListedFile(msgspec.Struct, frozen=True):
    """One file of a model.

    Attributes:
        path: below the folder of models, with forward slashes.
        bytes: its size.
        sha256: over its content, in hexadecimal.
        model: the name of the model it belongs to.
        licence: the model's, as an SPDX identifier.
    """

    path: str
    bytes: int
    sha256: str
    model: str
    licence: str


class _ModelsList(msgspec.Struct):
    files: tuple[ListedFile, ...]


def read_list(file: Path) -> tuple[ListedFile, ...]:
    """What a list names.

    Raises:
        OSError: it is not there or cannot be read.
        ValueError: it is not a list of models.
    """
    with file.open("rb") as stream:
        content = stream.read(_LARGEST_LIST_BYTES + 1)
    if len(content) > _LARGEST_LIST_BYTES:
        raise ValueError("too large")
    return msgspec.json.decode(content, type=_ModelsList).files


def listed_files(file: Path) -> tuple[ListedFile, ...]:
    """What a list names; nothing where there is none that can be read."""
    try:
        return read_list(file)
    except (OSError, ValueError):
        return ()


def listed_licence(file: Path) -> str:
    """The licence of a model file as the list of the folder it lies in says it; "" where none names the file.

    The list lies beside the folder of the model's kind. It is read anew each time: models are installed meanwhile.
    """
    for folder in file.parents[:_LEVELS_BELOW_LIST]:
        for listed in listed_files(folder / NAME):
            if folder / listed.path == file:
                return listed.licence
    return ""


def write_list(file: Path, files: Iterable[ListedFile]) -> None:
    """Write a list; it appears whole or not at all."""
    content = msgspec.json.format(msgspec.json.encode(_ModelsList(tuple(files))), indent=1)
    temporary = file.with_suffix(".new")
    temporary.write_bytes(content + b"\n")
    temporary.replace(file)


def sha256_of(file: Path, each_block: Callable[[], None] = lambda: None) -> str:
    """SHA-256 of a file in hexadecimal, read in blocks.

    Args:
        file: its path.
        each_block: called before each block of `BLOCK_BYTES`; what it raises ends the reading.
    """
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        while block := stream.read(BLOCK_BYTES):
            each_block()
            digest.update(block)
    return digest.hexdigest()
