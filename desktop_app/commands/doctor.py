"""`doctor`: what this machine has, what it lacks, and what to do about it. Imports no Qt."""

from __future__ import annotations

import ctypes
import importlib.util
import json
import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

import psutil

from desktop_app import __version__
from desktop_app.domain.errors import ModelError
from desktop_app.engine.gguf import read_header
from desktop_app.engine.machine import default_threads, free_memory_bytes, memory_need
from desktop_app.support import inventory
from desktop_app.support.models_list import listed_files, sha256_of
from desktop_app.support.own_command import is_packaged
from desktop_app.support.paths import (
    SHIPPED_CHAT_MODELS,
    SHIPPED_EMBEDDING_MODELS,
    DataPaths,
    data_paths,
    engine_needs_safe_load,
    resources_directory,
)
from desktop_app.support.sizes import format_bytes

# Those of Qt's needs on Linux that a desktop most often lacks.
_QT_LIBRARIES = ("libEGL.so.1", "libGL.so.1", "libxcb-cursor.so.0", "libxcb-icccm.so.4", "libxkbcommon-x11.so.0")
_REPAIR = "Install the package again." if is_packaged() else "Run: make run"
_FETCH = "Install the models from a folder: see the window's Models." if is_packaged() else "Run: make run"
_START = "retrace" if is_packaged() else "make run"
_LOW_DISK_BYTES = 1_000_000_000
_EXAMPLE_CONTEXT = 4096


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be.

    Attributes:
        what: is wrong, for people.
        cure: what to do about it.
        prevents_use: whether the program cannot answer until it is cured.
    """

    what: str
    cure: str
    prevents_use: bool


@dataclass(frozen=True, slots=True)
class FoundModel:
    """A model in the data folder.

    Attributes:
        name: below the folder of models.
        kind: ``chat`` or ``embedding``.
        size_bytes: of all its files.
        state: ``ok``, ``unlisted`` (put there by hand, so there is nothing to compare with) or ``damaged``.
        needs_bytes: memory a chat model takes with a window of 4,096 tokens, 0 if it cannot be told.
    """

    name: str
    kind: str
    size_bytes: int
    state: str
    needs_bytes: int = 0


@dataclass(frozen=True, slots=True)
class InputMethod:
    """How Chinese gets in: what Qt brings, what runs, what was chosen.

    Attributes:
        plugins: input-method plugins of the installed Qt.
        running: frameworks that run now.
        chosen: value of ``QT_IM_MODULE``.
    """

    plugins: tuple[str, ...]
    running: tuple[str, ...]
    chosen: str


def library_versions(find: Callable[[str], str] = metadata.version) -> dict[str, str]:
    """Version of each library, "" where it is missing."""
    versions = {}
    for library in inventory.DIRECT:
        try:
            versions[library] = find(library)
        except metadata.PackageNotFoundError:
            versions[library] = ""
    return versions


def library_findings(versions: Mapping[str, str], python: tuple[int, int]) -> list[Finding]:
    """What is wrong with the libraries."""
    findings = [
        Finding(f"The library {name} is missing.", _REPAIR, prevents_use=True)
        for name, version in versions.items()
        if not version
    ]
    # PySide6 6.12.0 drops a reference to None with each call under CPython 3.11, which ends the process.
    if python == (3, 11) and versions.get("PySide6-Essentials", "").startswith("6.12.0"):
        findings.append(Finding("PySide6 6.12.0 crashes under Python 3.11.", _REPAIR, prevents_use=True))
    return findings


def _listed_hashes(data: DataPaths) -> dict[str, str]:
    """Path below the folder of models -> SHA-256, as it was written down where they were brought."""
    return {file.path: file.sha256 for file in listed_files(data.models_manifest)}


def _state(files: Iterable[Path], data: DataPaths, listed: Mapping[str, str]) -> str:
    expected = {file: listed.get(file.relative_to(data.models).as_posix()) for file in files}
    if any(sha256 is not None and sha256_of(file) != sha256 for file, sha256 in expected.items()):
        return "damaged"
    return "ok" if all(expected.values()) else "unlisted"


def find_models(data: DataPaths) -> list[FoundModel]:
    """The models in the data folder, their files compared with the hashes of the set-up."""
    listed = _listed_hashes(data)
    found = []
    for file in sorted(data.chat_models.glob("*.gguf")):
        state = _state([file], data, listed)
        needs_bytes = 0
        try:
            needs_bytes = memory_need(read_header(file)).total(_EXAMPLE_CONTEXT)
        except ModelError:
            state = "damaged"
        found.append(FoundModel(f"chat/{file.name}", "chat", file.stat().st_size, state, needs_bytes))
    for weights in sorted(data.embedding_models.glob("*/model.safetensors")):
        folder = weights.parent
        relative = folder.relative_to(data.models).as_posix()
        files = [file for file in folder.rglob("*") if file.is_file()]
        complete = all((data.models / path).is_file() for path in listed if path.startswith(f"{relative}/"))
        state = _state(files, data, listed) if complete else "damaged"
        found.append(FoundModel(relative, "embedding", sum(file.stat().st_size for file in files), state))
    return found


def model_findings(models: Iterable[FoundModel], free_bytes: int) -> list[Finding]:
    """What is wrong with the models.

    Args:
        models: as found.
        free_bytes: memory a new process can have.
    """
    models = list(models)
    findings = [
        Finding(f"The model {model.name} is damaged.", f"Delete it from the folder of models. {_FETCH}", True)
        for model in models
        if model.state == "damaged"
    ]
    usable = {model.name for model in models if model.state != "damaged"}
    chat = [model for model in models if model.kind == "chat" and model.name in usable]
    if not chat:
        findings.append(Finding("There is no chat model.", _FETCH, prevents_use=True))
    elif f"chat/{SHIPPED_CHAT_MODELS[0]}" not in usable:
        findings.append(Finding("The usual chat model is missing; a smaller one stands in.", _FETCH, False))
    findings += [
        Finding(f"The embedding model {name} is missing; without one nothing is found by meaning.", _FETCH, False)
        for name in SHIPPED_EMBEDDING_MODELS
        if f"embedding/{name}" not in usable
    ]
    if chat and all(model.needs_bytes > free_bytes for model in chat):
        smallest = min(model.needs_bytes for model in chat)
        findings.append(
            Finding(
                f"No chat model fits into the free memory: {format_bytes(smallest)} needed,"
                f" {format_bytes(free_bytes)} free.",
                "Close other programs, or choose a shorter context window in the settings.",
                prevents_use=True,
            )
        )
    return findings


def input_method(
    environment: Mapping[str, str] = os.environ,
    plugins_folder: Path | None = None,
    processes: Iterable[str] | None = None,
) -> InputMethod:
    """Looks at the input method.

    Args:
        environment: variables of the session.
        plugins_folder: Qt's ``platforminputcontexts``; that of the installed Qt if not given.
        processes: names of running programs; asked of the system if not given.
    """
    folder = plugins_folder or _qt_plugins()
    names = set(_process_names() if processes is None else processes)
    running = tuple(name for name in ("fcitx5", "fcitx", "ibus-daemon") if name in names)
    plugins = sorted(_plugin_name(file) for file in folder.glob("*platforminputcontextplugin*")) if folder else []
    return InputMethod(tuple(plugins), running, environment.get("QT_IM_MODULE", ""))


def _plugin_name(file: Path) -> str:
    return file.name.removeprefix("lib").removeprefix("qt").partition("platforminputcontextplugin")[0]


def _qt_plugins() -> Path | None:
    """Where Qt keeps its input-method plugins, found without importing it."""
    found = importlib.util.find_spec("PySide6")
    if found is None or not found.submodule_search_locations:
        return None
    package = Path(next(iter(found.submodule_search_locations)))
    candidates = (package / "Qt" / "plugins", package / "plugins")
    return next((folder / "platforminputcontexts" for folder in candidates if folder.is_dir()), None)


def _process_names() -> list[str]:
    return [str(process.info["name"]) for process in psutil.process_iter(["name"])]


def input_method_findings(method: InputMethod) -> list[Finding]:
    """What is wrong with the input method. Qt brings the ibus plugin, which fcitx5 serves as well."""
    wants_fcitx = method.chosen in ("fcitx", "fcitx5") or "fcitx5" in method.running or "fcitx" in method.running
    has_fcitx = any(name.startswith("fcitx") for name in method.plugins)
    if wants_fcitx and not has_fcitx and method.chosen != "ibus":
        return [
            Finding(
                "fcitx is used here, but Qt's fcitx plugin is not part of this installation.",
                f"Start with: QT_IM_MODULE=ibus {_START} (fcitx5 answers in place of ibus)",
                prevents_use=False,
            )
        ]
    return []


def system_findings(can_load: Callable[[str], bool], has_display: bool) -> list[Finding]:
    """What the Linux desktop lacks.

    Args:
        can_load: whether a shared library can be loaded.
        has_display: whether windows can be shown.
    """
    missing = [name for name in _QT_LIBRARIES if not can_load(name)]
    findings = []
    if missing:
        findings.append(Finding(f"Qt needs system libraries: {', '.join(missing)}.", _REPAIR, prevents_use=True))
    if not has_display:
        findings.append(
            Finding("There is no display, so nothing can be seen of the window.", "Log in to a desktop.", False)
        )
    return findings


def _can_load(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _free_disk(folder: Path) -> int:
    existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
    return shutil.disk_usage(existing).free


def data_findings(data: DataPaths, free_bytes: int) -> list[Finding]:
    """What is wrong with the data folder."""
    existing = next(parent for parent in (data.root, *data.root.parents) if parent.exists())
    findings = []
    if not os.access(existing, os.W_OK):
        findings.append(
            Finding(f"{existing} cannot be written.", "Name another folder in the variable RETRACE_DATA.", True)
        )
    if free_bytes < _LOW_DISK_BYTES:
        findings.append(
            Finding(f"Only {format_bytes(free_bytes)} are free on the disk of {data.root}.", "Free some.", False)
        )
    return findings


def examine(data: DataPaths) -> tuple[dict[str, object], list[Finding]]:
    """Looks at everything.

    Returns:
        The report as JSON-ready values, without findings; the findings, those that prevent use first.
    """
    versions = library_versions()
    free_memory, free_disk = free_memory_bytes(), _free_disk(data.root)
    models, method = find_models(data), input_method()
    findings = library_findings(versions, sys.version_info[:2])
    findings += data_findings(data, free_disk) + model_findings(models, free_memory) + input_method_findings(method)
    if sys.platform == "linux":
        has_display = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
        findings += system_findings(_can_load, has_display)
    if not any((resources_directory() / "i18n").glob("*.qm")):
        findings.append(Finding("The translations are not compiled; the window speaks English only.", _REPAIR, False))
    report: dict[str, object] = {
        "versions": {"retrace": __version__, "python": platform.python_version(), **versions},
        "system": {"platform": platform.platform(), "processor": platform.machine()},
        "memory": {"total_bytes": psutil.virtual_memory().total, "free_bytes": free_memory},
        "threads": {
            "physical": psutil.cpu_count(logical=False) or 0,
            "logical": psutil.cpu_count() or 0,
            "model_default": default_threads(),
        },
        "engine": {"safe_load": engine_needs_safe_load()},
        "data": {"folder": str(data.root), "free_bytes": free_disk},
        "models": [asdict(model) for model in models],
        "input_method": asdict(method),
    }
    return report, sorted(findings, key=lambda finding: not finding.prevents_use)


def _lines(title: str, values: object) -> list[str]:
    """A section of the report for people."""
    if isinstance(values, Mapping):
        rows = [(name, format_bytes(value) if name.endswith("_bytes") else value) for name, value in values.items()]
        return [
            title,
            *(f"  {name.replace('_bytes', '').replace('_', ' '):<24}{_plain(value)}" for name, value in rows),
        ]
    items = list(values) if isinstance(values, list) else []
    return [title, *(f"  {item['name']:<56}{format_bytes(item['size_bytes']):>8}  {item['state']}" for item in items)]


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or "none"
    return str(value) if value != "" else "none"


def run(json_file: Path | None) -> int:
    """Prints the report, or writes it as JSON.

    Args:
        json_file: where to write; ``None`` prints for people.

    Returns:
        0, or 1 if something prevents the use of the program.
    """
    report, findings = examine(data_paths())
    if json_file is not None:
        complete = {**report, "findings": [asdict(finding) for finding in findings]}
        json_file.write_text(json.dumps(complete, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    else:
        for title, values in report.items():
            print("\n".join(_lines(title.replace("_", " ").capitalize(), values)))
        print("Findings" if findings else "Everything that is needed is here.")
        for finding in findings:
            print(f"  {'✗' if finding.prevents_use else '•'} {finding.what}\n    {finding.cure}")
    return 1 if any(finding.prevents_use for finding in findings) else 0
