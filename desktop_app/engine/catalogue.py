"""The chat models that are already on this machine."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from desktop_app.domain.errors import ModelError
from desktop_app.domain.model_names import model_name
from desktop_app.domain.ports import FoundModels, ModelFile, UnusableModel
from desktop_app.engine import machine
from desktop_app.engine.gguf import GgufHeader, is_later_part, read_header
from desktop_app.support.models_list import listed_licence

_MAX_DEPTH: Final = 6  # the hub's cache puts files four folders deep
_MAX_FILES: Final = 2000
_MAX_MANIFEST_BYTES: Final = 1024 * 1024
_OLLAMA_MODEL: Final = "application/vnd.ollama.image.model"
OURS: Final = "Retrace"


class Catalogue:
    """Finds model files and reads their headers, each only once as long as it does not change.

    Args:
        own_folder: the program's own folder of chat models.
        home: the user's home folder, below which other programs keep theirs.
        environment: where some of them say that they keep them elsewhere.
    """

    def __init__(
        self,
        own_folder: Path,
        home: Path | None = None,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._folders = [(OURS, own_folder), *_folders(home or Path.home(), environment)]
        self._known: dict[tuple[Path, int, int], GgufHeader | ModelError] = {}

    def look(self, context_length: int, batch: int = 512, chosen: Sequence[Path] = ()) -> FoundModels:
        """All chat models, our own first, each file once however many programs link to it.

        Args:
            context_length: for the memory estimate.
            batch: likewise.
            chosen: folders to look into besides the usual ones.
        """
        free = machine.free_memory_bytes()
        found: list[ModelFile] = []
        unusable: list[UnusableModel] = []
        seen: set[tuple[int, int]] = set()
        for program, name, path in self._files(chosen):
            try:
                state = path.stat()
            except OSError:
                continue
            if (state.st_dev, state.st_ino) in seen:
                continue
            seen.add((state.st_dev, state.st_ino))
            header = self._header(path, state)
            if isinstance(header, ModelError):
                unusable.append(UnusableModel(path, program, header))
                continue
            trained = header.trained_context_length
            need = machine.memory_need(header, batch)
            length = min(context_length, trained) if trained else context_length
            needed = need.total(length)
            found.append(
                ModelFile(
                    path=path,
                    name=name or model_name(path.stem, header.name),
                    architecture=header.architecture,
                    quantisation=header.quantisation,
                    parameters=header.parameters,
                    file_bytes=header.total_bytes,
                    trained_context_length=trained,
                    licence=header.licence or listed_licence(path),
                    found_in=program,
                    needed_bytes=needed,
                    fits=needed <= free,
                    fitting_context=min(length, need.largest_context(free)),
                    free_bytes=free,
                )
            )
        return FoundModels(tuple(found), tuple(unusable))

    def _files(self, chosen: Sequence[Path]) -> Iterator[tuple[str, str, Path]]:
        """Program, name ("" for the file's own) and path of each file."""
        for program, folder in (*self._folders, *((str(folder), folder) for folder in chosen)):
            if program == "Ollama":
                for name, path in _ollama_files(folder):
                    yield program, name, path
            else:
                for path in _gguf_files(folder):
                    yield program, "", path

    def _header(self, path: Path, state: os.stat_result) -> GgufHeader | ModelError:
        """The header, or why the file is of no use."""
        key = (path, state.st_size, state.st_mtime_ns)
        if key not in self._known:
            try:
                self._known[key] = read_header(path)
            except ModelError as error:
                self._known[key] = error.with_traceback(None)
        return self._known[key]


def _folders(home: Path, environment: Mapping[str, str]) -> list[tuple[str, Path]]:
    """Where other programs keep models, by their own documentation."""
    cache = Path(environment.get("XDG_CACHE_HOME") or home / ".cache")
    if sys.platform == "win32":
        roaming = local = [Path(environment.get(name) or home) for name in ("APPDATA", "LOCALAPPDATA")]
    elif sys.platform == "darwin":
        roaming = local = [home / "Library" / "Application Support"]
    else:
        roaming = [Path(environment.get("XDG_CONFIG_HOME") or home / ".config")]
        local = [Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share")]
    data = list(dict.fromkeys([*local, *roaming]))
    hub = environment.get("HF_HUB_CACHE") or Path(environment.get("HF_HOME") or cache / "huggingface") / "hub"
    return [
        ("Hugging Face", Path(hub)),
        ("ModelScope", Path(environment.get("MODELSCOPE_CACHE") or cache / "modelscope")),
        ("LM Studio", home / ".lmstudio" / "models"),
        ("LM Studio", cache / "lm-studio" / "models"),
        ("Ollama", Path(environment.get("OLLAMA_MODELS") or home / ".ollama" / "models")),
        ("Jan", home / "jan" / "models"),
        *(("Jan", folder / "Jan" / "data" / "llamacpp" / "models") for folder in data),
        *(("GPT4All", folder / "nomic.ai" / "GPT4All") for folder in data),
    ]


def _gguf_files(folder: Path) -> Iterator[Path]:
    """Model files below a folder, in order of their names; folders behind links are left alone."""
    count = 0
    for parent, children, names in os.walk(folder, followlinks=False):
        depth = len(Path(parent).relative_to(folder).parts)
        children[:] = sorted(children) if depth < _MAX_DEPTH else []
        for name in sorted(names):
            if name.lower().endswith(".gguf") and not is_later_part(name):
                count += 1
                if count > _MAX_FILES:
                    return
                yield Path(parent) / name


def _ollama_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Ollama's models with their names: its manifests name the file, which is called by its hash."""
    manifests = folder / "manifests"
    for count, manifest in enumerate(sorted(path for path in manifests.rglob("*") if path.is_file())):
        if count >= _MAX_FILES:
            return
        for layer in _layers(manifest):
            digest = layer.get("digest")
            if layer.get("mediaType") != _OLLAMA_MODEL or not isinstance(digest, str):
                continue
            name = digest.replace(":", "-")
            if "/" not in name and "\\" not in name:
                yield f"{manifest.parent.name}:{manifest.name}", folder / "blobs" / name


def _layers(manifest: Path) -> list[dict[str, Any]]:
    try:
        if manifest.stat().st_size > _MAX_MANIFEST_BYTES:
            return []
        layers = json.loads(manifest.read_bytes())["layers"]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [layer for layer in layers if isinstance(layer, dict)] if isinstance(layers, list) else []
