"""Models from a folder or a stick, for a machine that never sees a network.

A bundle is a folder with ``models.json`` and the files it lists. Nothing of it is used before all of it was
copied and every hash was compared.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from desktop_app.domain.errors import UserError
from desktop_app.services.bus import EventBus
from desktop_app.services.exchange.progress import Progress
from desktop_app.support.models_list import (
    BLOCK_BYTES,
    NAME,
    ListedFile,
    listed_files,
    read_list,
    sha256_of,
    write_list,
)

FOLDER_NAME: Final = "retrace-models"
_INCOMING: Final = "incoming"
_ENDINGS: Final = {"chat": (".gguf",), "embedding": (".safetensors", ".json", ".txt", ".md")}


@dataclass(frozen=True, slots=True)
class InstalledModels:
    """What came of an installation: the names of the models, and the bytes that were copied."""

    models: tuple[str, ...]
    copied_bytes: int


class ModelBundles:
    """Installs bundles into a folder of models. Calls block; run them on a lane."""

    def __init__(self, folder: Path, bus: EventBus) -> None:
        self._folder = folder
        self._bus = bus

    def progress(self) -> Progress:
        """What an installation tells how far it is, and by what it is ended."""
        return Progress(self._bus)

    def install(self, chosen: Path, progress: Progress) -> InstalledModels:
        """Copy the models of a bundle and check them; what is there already is not copied again.

        Args:
            chosen: the bundle, or the folder or stick it lies on.
            progress: hears of each megabyte.

        Raises:
            UserError: ``bundle_missing``, ``bundle_unreadable``, ``bundle_incomplete``, ``bundle_damaged``,
                ``bundle_no_room``, ``bundle_not_written``; ``exchange_cancelled`` where that was asked for.
                The models that were there before are as they were.
        """
        bundle, files = read_bundle(chosen)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            raise UserError("bundle_not_written", path=str(self._folder)) from None
        missing = [file for file in files if not self._has(file, progress)]
        copied = copy_listed(bundle, self._folder, missing, progress)
        own = {file.path: file for file in listed_files(self._folder / NAME)}
        write_list(self._folder / NAME, {**own, **{file.path: file for file in files}}.values())
        return InstalledModels(tuple(dict.fromkeys(file.model for file in files)), copied)

    def _has(self, file: ListedFile, progress: Progress) -> bool:
        path = self._folder / file.path
        return path.is_file() and path.stat().st_size == file.bytes and sha256_of(path, progress.check) == file.sha256


def read_bundle(chosen: Path) -> tuple[Path, tuple[ListedFile, ...]]:
    """The folder of a bundle and what it lists.

    Args:
        chosen: the bundle, or the folder or stick it lies on.

    Raises:
        UserError: ``bundle_missing``, ``bundle_unreadable``, ``bundle_incomplete``.
    """
    candidates = (chosen, chosen / FOLDER_NAME)
    bundle = next((folder for folder in candidates if (folder / NAME).is_file()), None)
    if bundle is None:
        raise UserError("bundle_missing", path=str(chosen))
    try:
        files = read_list(bundle / NAME)
    except (OSError, ValueError):
        raise UserError("bundle_unreadable", path=str(bundle / NAME)) from None
    if not files or not all(_is_model_path(file.path) and file.bytes > 0 for file in files):
        raise UserError("bundle_unreadable", path=str(bundle / NAME))
    for file in files:
        source = bundle / file.path
        if not source.is_file() or source.stat().st_size != file.bytes:
            raise UserError("bundle_incomplete", path=str(source))
    return bundle, files


def copy_listed(source: Path, target: Path, files: Sequence[ListedFile], progress: Progress) -> int:
    """Copy listed files from one folder of models into another, each checked against its hash on the way.

    Returns:
        The bytes that were copied.

    Raises:
        UserError: see `ModelBundles.install`. Then nothing in ``target`` has changed.
    """
    total = sum(file.bytes for file in files)
    progress.expect(sum(-(-file.bytes // BLOCK_BYTES) for file in files))
    incoming = target / _INCOMING
    shutil.rmtree(incoming, ignore_errors=True)  # of a copy that a power cut ended
    free = shutil.disk_usage(target).free
    if free < total:
        raise UserError("bundle_no_room", path=str(target), needed_bytes=total, free_bytes=free)
    try:
        for file in files:
            _copy(source / file.path, incoming / file.path, file, progress)
        for file in files:
            final = target / file.path
            final.parent.mkdir(parents=True, exist_ok=True)
            (incoming / file.path).replace(final)
    except OSError:
        raise UserError("bundle_not_written", path=str(target)) from None
    finally:
        shutil.rmtree(incoming, ignore_errors=True)
    return total


def _copy(source: Path, target: Path, file: ListedFile, progress: Progress) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with target.open("wb") as sink:
        try:
            stream = source.open("rb")
        except OSError:
            raise UserError("bundle_incomplete", path=str(source)) from None
        with stream:
            while block := _read_block(stream.read, source):
                progress.step()
                digest.update(block)
                sink.write(block)
    if digest.hexdigest() != file.sha256:
        raise UserError("bundle_damaged", path=str(source))


def _read_block(read: Callable[[int], bytes], source: Path) -> bytes:
    """The next block; a stick that was pulled out is another error than a disk that cannot be written."""
    try:
        return read(BLOCK_BYTES)
    except OSError:
        raise UserError("bundle_incomplete", path=str(source)) from None


def _is_model_path(path: str) -> bool:
    """Whether a listed path stays inside the folder of models and names a kind of file that belongs there."""
    parts = PurePosixPath(path).parts
    plain = all(part not in ("..", ".") and "\\" not in part and ":" not in part for part in parts)
    return plain and len(parts) > 1 and path.endswith(_ENDINGS.get(parts[0], ()))
